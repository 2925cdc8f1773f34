// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/timeloop/timeloop.h"

#include <string>

namespace nestwright::timeloop {

/// The text as a document of the file "file.yaml"; an error turns up as a message.
inline Result<Document> documentOf(const std::string& text) { return Document::parse({{text, "file.yaml"}}); }

/// What reading a part of the text says when it fails; "accepted" when it doesn't.
inline std::string architectureError(const std::string& text) {
    SourceNotes notes;
    const auto document = documentOf(text);
    if (!document) return document.error().text();
    const auto result = readArchitecture(*document, notes);
    return result ? "accepted" : result.error().text();
}

inline std::string problemError(const std::string& text) {
    SourceNotes notes;
    const auto document = documentOf(text);
    if (!document) return document.error().text();
    const auto result = readProblem(*document, notes);
    return result ? "accepted" : result.error().text();
}

inline std::string textOf(const SourceNotes& notes) {
    std::string text;
    for (const auto& note : notes) text += note.text() + "\n";
    return text;
}

} // namespace nestwright::timeloop
