// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace nestwright::onnx_format {

/// How much a note matters to the figures; the worst come first.
enum class Severity { missing, assumed, odd, informative };

/// Collects warnings during an import: one for each (code, kind), with a count, however many nodes share it.
class Notes {
public:
    /// `kind` is what is shared: an operator type, or "" where the code says it all.
    void add(Severity severity, const std::string& code, const std::string& kind, OperatorId op, Message text);

    /// The warnings, worst first, in order of appearance within a severity.
    [[nodiscard]] std::vector<Warning> warnings() const;

private:
    struct Note {
        Severity severity = Severity::informative;
        Warning first;
        Count count = 1;
    };
    std::vector<Note> m_notes;
    std::map<std::pair<std::string, std::string>, std::size_t> m_indices;
};

} // namespace nestwright::onnx_format
