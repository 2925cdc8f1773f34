// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/zigzag/zigzag.h"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace nestwright::zigzag {

/// A file of tests/data/zigzag.
inline std::string dataText(const std::string& name) {
    const std::ifstream stream(std::string(NESTWRIGHT_TEST_DATA) + "/zigzag/" + name);
    if (!stream) throw std::runtime_error("no file " + name);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// The text with the first `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("no " + from);
    return text.replace(at, from.size(), to);
}

inline Result<Accelerator> hardwareOf(const std::string& text, SourceNotes& notes) {
    const auto description = parse(text, "hardware.yaml");
    if (!description) return tl::unexpected(description.error());
    return readHardware(*description, notes);
}

inline std::string hardwareError(const std::string& text) {
    SourceNotes notes;
    const auto result = hardwareOf(text, notes);
    return result ? "accepted" : result.error().text();
}

inline Result<std::vector<Layer>> workloadOf(const std::string& text, SourceNotes& notes) {
    const auto description = parse(text, "workload.yaml");
    if (!description) return tl::unexpected(description.error());
    return readWorkload(*description, notes);
}

inline std::string workloadError(const std::string& text) {
    SourceNotes notes;
    const auto result = workloadOf(text, notes);
    return result ? "accepted" : result.error().text();
}

inline std::string textOf(const SourceNotes& notes) {
    std::string text;
    for (const auto& note : notes) text += note.text() + "\n";
    return text;
}

} // namespace nestwright::zigzag
