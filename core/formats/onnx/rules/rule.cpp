// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/rule.h"

#include <map>
#include <utility>

namespace nestwright::onnx_format {
namespace {

using RuleMap = std::map<std::pair<std::string_view, std::string_view>, const RuleEntry*>;

RuleMap allRules() {
    RuleMap map;
    for (const auto* family :
         {&elementwiseRules(), &castRules(),          &convRules(),      &poolRules(),      &matmulRules(),
          &einsumRules(),      &reductionRules(),     &reshapeRules(),   &selectionRules(), &joinRules(),
          &generatorRules(),   &normalizationRules(), &recurrentRules(), &resizeRules(),    &quantizationRules(),
          &attentionRules(),   &contribRules(),       &sequenceRules(),  &signalRules(),    &classicMlRules()}) {
        for (const RuleEntry& entry : *family) map.emplace(std::pair{entry.domain, entry.type}, &entry);
    }
    return map;
}

} // namespace

const RuleEntry* findRule(std::string_view domain, std::string_view type) {
    static const RuleMap kRules = allRules();
    const auto it = kRules.find({domain, type});
    return it == kRules.end() ? nullptr : it->second;
}

} // namespace nestwright::onnx_format
