// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/notes.h"

#include "core/workload/warnings.h"

#include <algorithm>

namespace nestwright::onnx_format {

void Notes::add(Severity severity, const std::string& code, const std::string& kind, OperatorId op, Message text) {
    const auto [it, isNew] = m_indices.try_emplace({code, kind}, m_notes.size());
    if (isNew) {
        m_notes.push_back({severity, Warning{op, code, std::move(text)}, 1});
    } else {
        ++m_notes[it->second].count;
    }
}

std::vector<Warning> Notes::warnings() const {
    std::vector<const Note*> sorted;
    for (const Note& note : m_notes) sorted.push_back(&note);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Note* a, const Note* b) { return a->severity < b->severity; });
    std::vector<Warning> result;
    for (const Note* note : sorted) {
        result.push_back(withOthersAlike(note->first, note->count - 1));
    }
    return result;
}

} // namespace nestwright::onnx_format
