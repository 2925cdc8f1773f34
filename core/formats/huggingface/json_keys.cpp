// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/json_keys.h"

#include <algorithm>

namespace nestwright::huggingface {
namespace {

constexpr Count kLargest = Count{1} << 31;

SourcePlace placeAt(std::string_view text, std::size_t byte, const std::string& path) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const auto last = before.rfind('\n');
    const std::size_t column = last == std::string_view::npos ? before.size() : before.size() - last - 1;
    return {path, static_cast<int>(lines) + 1, static_cast<int>(std::max<std::size_t>(column, 1))};
}

/// Some files quote their numbers: up to ten digits and nothing else.
std::optional<Count> quotedNumber(const nlohmann::json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    const bool isDigits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (text.empty() || text.size() > 10 || !isDigits) return std::nullopt;
    const Count number = std::stoll(text);
    return number <= kLargest ? std::optional<Count>(number) : std::nullopt;
}

} // namespace

JsonKeys::JsonKeys(std::shared_ptr<const nlohmann::json> document, const nlohmann::json* object, std::string path)
    : m_document(std::move(document))
    , m_object(object)
    , m_path(std::move(path))
    , m_error(std::make_shared<std::optional<Error>>())
    , m_numbersAsText(std::make_shared<std::vector<std::string>>()) {}

Result<JsonKeys> JsonKeys::parse(std::string_view text, const std::string& path) {
    try {
        auto document = std::make_shared<const nlohmann::json>(nlohmann::json::parse(text));
        if (!document->is_object()) {
            return failure(
                ErrorKind::input,
                message(NW_TEXT("huggingface.no_object", "The file holds no JSON object; a config.json does")),
                SourcePlace{path, 1, 1});
        }
        const nlohmann::json* object = document.get();
        return JsonKeys(std::move(document), object, path);
    } catch (const nlohmann::json::parse_error& error) {
        return failure(ErrorKind::input, message(NW_TEXT("huggingface.json", "The file is no valid JSON here")),
                       placeAt(text, error.byte, path));
    }
}

const nlohmann::json* JsonKeys::find(const char* key) const {
    const auto it = m_object->find(key);
    return it == m_object->end() || it->is_null() ? nullptr : &*it;
}

bool JsonKeys::isMissing(const char* key) const { return find(key) == nullptr; }

bool JsonKeys::isObject(const char* key) const {
    const auto* value = find(key);
    return value != nullptr && value->is_object();
}

JsonKeys JsonKeys::child(const char* key) const { return {m_document, find(key), m_path}; }

void JsonKeys::fail(Message what) const {
    if (!*m_error) *m_error = Error{ErrorKind::input, std::move(what), SourcePlace{m_path, 0, 0}, std::nullopt};
}

Count JsonKeys::whole(const char* key, const nlohmann::json& value, Count least) const {
    if (const auto number = quotedNumber(value); number && *number >= least) {
        m_numbersAsText->push_back(key);
        return *number;
    }
    const bool isWhole = value.is_number_unsigned() || value.is_number_integer();
    const bool isSmall =
        isWhole && (!value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{kLargest});
    if (isSmall && value.get<Count>() >= least) return value.get<Count>();
    fail(message(NW_TEXT("huggingface.number", "%1 is %2; it must be a whole number from %3 to 2^31"), key,
                 value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).substr(0, 60), least));
    return 0;
}

Count JsonKeys::count(const char* key) const {
    const auto* value = find(key);
    if (value != nullptr) return whole(key, *value, 1);
    fail(message(NW_TEXT("huggingface.missing", "%1 is missing"), key));
    return 0;
}

Count JsonKeys::count(const char* key, Count fallback) const {
    const auto* value = find(key);
    return value == nullptr ? fallback : whole(key, *value, fallback == 0 ? 0 : 1);
}

std::vector<Count> JsonKeys::counts(const char* key) const {
    std::vector<Count> values;
    const auto* list = find(key);
    if (list == nullptr) return values;
    if (!list->is_array()) {
        fail(message(NW_TEXT("huggingface.list", "%1 must be a list"), key));
        return values;
    }
    for (const auto& value : *list) values.push_back(whole(key, value, 0));
    return values;
}

std::string JsonKeys::text(const char* key, const std::string& fallback) const {
    const auto* value = find(key);
    if (value == nullptr) return fallback;
    if (value->is_string()) return value->get<std::string>();
    fail(message(NW_TEXT("huggingface.text", "%1 must be text"), key));
    return fallback;
}

std::string JsonKeys::firstText(const char* key) const {
    const auto* list = find(key);
    const bool hasText = list != nullptr && list->is_array() && !list->empty() && list->front().is_string();
    return hasText ? list->front().get<std::string>() : std::string();
}

bool JsonKeys::flag(const char* key, bool fallback) const {
    const auto* value = find(key);
    if (value == nullptr) return fallback;
    if (value->is_boolean()) return value->get<bool>();
    fail(message(NW_TEXT("huggingface.flag", "%1 must be true or false"), key));
    return fallback;
}

Count JsonKeys::size(const char* key) const {
    const auto* value = find(key);
    return value != nullptr && (value->is_object() || value->is_array()) ? static_cast<Count>(value->size()) : 0;
}

} // namespace nestwright::huggingface
