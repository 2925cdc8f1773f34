// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <variant>

namespace nestwright::onnx_format {
namespace {

constexpr const char* kMl = "ai.onnx.ml";

/// Entries of a list attribute of any type; 0 where it is absent.
Count lengthOf(const NodeContext& node, const std::string& key) {
    const auto it = node.op().attributes.find(key);
    if (it == node.op().attributes.end()) return 0;
    if (const auto* texts = std::get_if<std::vector<std::string>>(&it->second))
        return static_cast<Count>(texts->size());
    if (const auto* reals = std::get_if<std::vector<double>>(&it->second)) return static_cast<Count>(reals->size());
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&it->second)) {
        return static_cast<Count>(integers->size());
    }
    return 0;
}

/// Rows of [N, features] or of a lone row [features].
std::optional<Count> rowsOf(const NodeContext& node) {
    const Shape* x = node.shape(0);
    if (x == nullptr || x->empty()) return std::nullopt;
    return x->size() == 1 ? 1 : x->front();
}

Result<void> toFloat(NodeContext& node) {
    node.setType(0, DataType::float32);
    if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, DataType::float32);
    return {};
}

/// One value for another: the type is that of the list that the node maps to.
Result<void> mapped(NodeContext& node) {
    DataType type = DataType::float32;
    if (node.op().has("values_strings") || node.op().has("cats_strings")) type = DataType::text;
    if (node.op().has("values_int64s")) type = DataType::int64;
    const bool isOldForm = node.op().has("classes_strings") || node.type() == "CategoryMapper";
    if (isOldForm) type = node.inputType(0) == DataType::text ? DataType::int64 : DataType::text;
    node.setType(0, type);
    if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, type);
    return {};
}

/// The picked features of the last axis.
Result<void> pickFeatures(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    const Shape* picks = node.shape(1);
    const auto count = picks == nullptr ? std::nullopt : elementsOf(*picks);
    if (x == nullptr || x->empty() || !count) return {};
    Shape output = *x;
    output.back() = *count;
    if (output.size() == 1) output.insert(output.begin(), 1);
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> oneHotCategories(NodeContext& node) {
    node.setType(0, DataType::float32);
    const Shape* x = node.shape(0);
    if (x == nullptr) return {};
    Shape output = *x;
    output.push_back(std::max(lengthOf(node, "cats_int64s"), lengthOf(node, "cats_strings")));
    node.setOutput(0, std::move(output), DataType::float32);
    return {};
}

Result<void> joinFeatures(NodeContext& node) {
    node.setType(0, DataType::float32);
    const auto rows = rowsOf(node);
    std::optional<Count> width = 0;
    for (const Count extent : node.op().integers("inputdimensions")) {
        width = width && extent >= 0 ? checkedAdd(*width, extent) : std::nullopt;
    }
    if (rows && width && *width > 0) node.setOutput(0, {*rows, *width}, DataType::float32);
    return {};
}

Result<void> regress(NodeContext& node) {
    node.setType(0, DataType::float32);
    const Count targets = node.integer(node.type() == "LinearRegressor" ? "targets" : "n_targets", 1);
    const auto rows = rowsOf(node);
    if (rows && targets > 0) node.setOutput(0, {*rows, targets}, DataType::float32);
    return {};
}

/// A label a row and a score for each class.
Result<void> classify(NodeContext& node) {
    const bool isText = lengthOf(node, "classlabels_strings") > 0;
    const DataType label = isText ? DataType::text : DataType::int64;
    node.setType(0, label);
    node.setType(1, DataType::float32);
    const auto rows = rowsOf(node);
    if (!rows) return {};
    node.setOutput(0, {*rows}, label);
    const Count classes = std::max({lengthOf(node, "classlabels_strings"), lengthOf(node, "classlabels_ints"),
                                    lengthOf(node, "classlabels_int64s")});
    if (classes > 0) node.setOutput(1, {*rows, classes}, DataType::float32);
    return {};
}

/// Scores against targets; reduction "none" keeps one loss a target.
Result<void> loss(NodeContext& node) {
    const DataType type = node.inputType(0);
    node.setType(0, type);
    if (const Shape* scores = node.shape(0)) node.setOutput(1, *scores, type);
    if (node.op().text("reduction", "mean") != "none") {
        node.setOutput(0, {}, type);
    } else if (const Shape* target = node.shape(1)) {
        node.setOutput(0, *target, type);
    }
    return {};
}

/// Each output is the derivative by the input of the same place.
Result<void> gradient(NodeContext& node) {
    for (std::size_t i = 0; i < node.outputCount(); ++i) {
        node.setType(i, node.inputType(i));
        if (const Shape* shape = node.shape(i)) node.setOutput(i, *shape, node.inputType(i));
    }
    return {};
}

} // namespace

const std::vector<RuleEntry>& classicMlRules() {
    static const std::vector<RuleEntry> kRules = {{kMl, "Binarizer", &sameAsFirst, 1},
                                                  {kMl, "Imputer", &sameAsFirst, 1},
                                                  {kMl, "Normalizer", &toFloat, 1},
                                                  {kMl, "Scaler", &toFloat, 1},
                                                  {kMl, "LabelEncoder", &mapped, 1},
                                                  {kMl, "CategoryMapper", &mapped, 1},
                                                  {kMl, "ArrayFeatureExtractor", &pickFeatures, 2},
                                                  {kMl, "OneHotEncoder", &oneHotCategories, 1},
                                                  {kMl, "FeatureVectorizer", &joinFeatures, 1},
                                                  {kMl, "LinearRegressor", &regress, 1},
                                                  {kMl, "SVMRegressor", &regress, 1},
                                                  {kMl, "TreeEnsembleRegressor", &regress, 1},
                                                  {kMl, "TreeEnsemble", &regress, 1},
                                                  {kMl, "LinearClassifier", &classify, 1},
                                                  {kMl, "SVMClassifier", &classify, 1},
                                                  {kMl, "TreeEnsembleClassifier", &classify, 1},
                                                  {"", "SoftmaxCrossEntropyLoss", &loss, 2},
                                                  {"", "NegativeLogLikelihoodLoss", &loss, 2},
                                                  {"ai.onnx.preview.training", "Gradient", &gradient, 1}};
    return kRules;
}

} // namespace nestwright::onnx_format
