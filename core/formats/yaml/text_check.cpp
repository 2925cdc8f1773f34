// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/text_check.h"

#include <algorithm>

namespace nestwright::yaml {
namespace {

SourcePlace placeOf(std::string_view text, const std::string& file, std::size_t offset) {
    const auto before = text.substr(0, offset);
    const auto line = std::count(before.begin(), before.end(), '\n');
    const auto start = before.rfind('\n');
    const auto column = start == std::string_view::npos ? offset : offset - start - 1;
    return {file, static_cast<int>(line) + 1, static_cast<int>(column) + 1};
}

/// Bytes of the UTF-8 sequence that starts here; 0 where there is none.
std::size_t sequenceLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return 1;
    const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return 0;
    }
    const bool isOverlong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
    const bool isOutside = (byte(0) == 0xED && byte(1) > 0x9F) || (byte(0) == 0xF4 && byte(1) > 0x8F);
    return isOverlong || isOutside ? 0 : length;
}

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r'; }

Result<void> checkCharacters(std::string_view text, const std::string& file) {
    for (std::size_t i = 0; i < text.size();) {
        if (isControl(text[i])) {
            return failure(ErrorKind::input,
                           message(NW_TEXT("yaml.binary", "This is no text file: it holds a byte of value %1"),
                                   static_cast<int>(static_cast<unsigned char>(text[i]))),
                           placeOf(text, file, i),
                           message(NW_TEXT("yaml.binary.remedy", "Name a YAML text file in UTF-8.")));
        }
        const auto length = sequenceLength(text.substr(i));
        if (length == 0) {
            return failure(
                ErrorKind::input, message(NW_TEXT("yaml.encoding", "The text isn't UTF-8 from here on")),
                placeOf(text, file, i),
                message(NW_TEXT("yaml.encoding.remedy", "Save the file as UTF-8, without other encodings.")));
        }
        i += length;
    }
    return {};
}

Result<void> checkTemplate(std::string_view text, const std::string& file) {
    for (const std::string_view mark : {"{{", "{%"}) {
        for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
            const auto place = placeOf(text, file, at);
            const auto line = lineOf(text, place.line);
            const auto first = line.find_first_not_of(" \t");
            if (first != std::string_view::npos && line[first] == '#') continue;
            return failure(
                ErrorKind::input,
                message(NW_TEXT("yaml.template", "This is a Jinja template (%1); templates, include among them, "
                                                 "aren't evaluated"),
                        std::string(mark)),
                place,
                message(NW_TEXT("yaml.template.remedy", "Render the template first, with the tool that it was written "
                                                        "for, and name the resulting files, joined with +.")));
        }
    }
    return {};
}

} // namespace

std::string_view lineOf(std::string_view text, int line) {
    for (; line > 1; --line) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

Result<void> checkText(std::string_view text, const std::string& file, const Limits& limits) {
    if (text.size() > limits.maxBytes) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("yaml.large", "The file is larger than %1 bytes"), limits.maxBytes),
                       {file, 0, 0}, message(NW_TEXT("yaml.large.remedy", "Check that it is the file you mean.")));
    }
    if (auto checked = checkCharacters(text, file); !checked) return checked;
    return checkTemplate(text, file);
}

} // namespace nestwright::yaml
