// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/schema_check.h"

#include "core/accelerator/nearest_names.h"

#include <fmt/format.h>

#include "resources/embedded.h"
#include <algorithm>
#include <exception>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace nestwright {
namespace {

using nlohmann::json;
using Pointer = JsonSource::Pointer;
using Finding = valijson::ValidationResults::Error;

/// The validator writes the path as "<root>", "[levels]", "[0]".
Pointer pointerOf(const Finding& finding) {
    Pointer pointer;
    for (std::size_t i = 1; i < finding.context.size(); ++i) {
        const auto& step = finding.context[i];
        pointer.push_back(step.substr(1, step.size() - 2));
    }
    return pointer;
}

/// The name that the validator quotes at the end of its sentence.
std::string quotedName(const std::string& description) {
    const auto start = description.find(": '");
    const auto from = start == std::string::npos ? description.find(" '") + 2 : start + 3;
    return description.substr(from, description.rfind('\'') - from);
}

/// Follows references; a description beside one is kept by the caller.
const json& resolved(const json& schema, const json& node) {
    if (node.contains("$ref")) {
        return resolved(schema, schema.at(Pointer(node.at("$ref").get<std::string>().substr(1))));
    }
    if (node.contains("allOf")) return resolved(schema, node.at("allOf").front());
    return node;
}

/// What the schema says of a part: its node as written (with the description), or the root where it says nothing.
const json& nodeOf(const json& schema, const Pointer& pointer) {
    const json* node = &schema;
    for (const auto& step : stepsOf(pointer)) {
        const auto& here = resolved(schema, *node);
        if (here.contains("properties") && here.at("properties").contains(step)) {
            node = &here.at("properties").at(step);
        } else if (here.contains("items")) {
            node = &here.at("items");
        } else if (here.contains("additionalProperties") && here.at("additionalProperties").is_object()) {
            node = &here.at("additionalProperties");
        }
    }
    return *node;
}

bool allowsType(const json& target, const char* type) {
    const auto found = target.find("type");
    if (found == target.end()) return false;
    return found->is_array() ? std::find(found->begin(), found->end(), type) != found->end() : *found == type;
}

std::string limitText(const json& limit) { return fmt::format("{:g}", limit.get<double>()); }

/// "a number above 0", "a list": what the schema demands where nobody has put it into words.
std::string kindText(const json& target) {
    if (allowsType(target, "string")) return "a text";
    if (allowsType(target, "boolean")) return "true or false";
    if (allowsType(target, "array")) return "a list";
    const bool isWhole = allowsType(target, "integer");
    if (!isWhole && !allowsType(target, "number")) return allowsType(target, "object") ? "an object" : "";
    std::string text = isWhole ? "a whole number" : "a number";
    const bool hasLeast = target.contains("exclusiveMinimum") || target.contains("minimum");
    if (target.contains("exclusiveMinimum")) text += " above " + limitText(target.at("exclusiveMinimum"));
    if (target.contains("minimum")) text += " of at least " + limitText(target.at("minimum"));
    if (target.contains("maximum"))
        text += (hasLeast ? " and at most " : " of at most ") + limitText(target.at("maximum"));
    return text;
}

/// "Room of one instance, KiB: a number above 0, plain or with its badge and source"; it ends without a full stop.
std::string wanted(const json& schema, const json& node) {
    std::string text = node.value("description", "");
    const auto& target = resolved(schema, node);
    if (&target != &node && target.contains("description")) {
        text += (text.empty() ? "" : ": ") + target.at("description").get<std::string>();
    }
    if (target.contains("enum")) {
        std::vector<std::string> values;
        for (const auto& value : target.at("enum")) values.push_back(value.get<std::string>());
        if (values.size() == 1) return quotedList(values);
        return "one of " + quotedList(values) + (text.empty() ? "" : " (" + text + ")");
    }
    if (text.empty()) text = kindText(target);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

/// The value as it reads in the file, cut short.
std::string shown(const json& value) {
    constexpr std::size_t kLongest = 60;
    auto text = value.dump(-1, ' ', true);
    if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
    return text;
}

tl::unexpected<Error> unknownKey(const JsonSource& source, const json& node, const Pointer& parent,
                                 const std::string& key) {
    std::vector<std::string> known;
    for (const auto& property : node.at("properties").items()) known.push_back(property.key());
    const auto nearest = nearestNames(key, known, 3);
    auto remedy = nearest.empty()
                      ? message(NW_TEXT("schema.unknown_key.list", "Known keys here: %1."), quotedList(known))
                      : message(NW_TEXT("schema.unknown_key.nearest", "Did you mean %1?"), quotedList(nearest));
    return failure(ErrorKind::input,
                   message(NW_TEXT("schema.unknown_key", "%1 has the unknown key \"%2\""), readablePath(parent), key),
                   source.place(parent / key), std::move(remedy));
}

tl::unexpected<Error> explain(const JsonSource& source, const json& schema, const Finding& finding) {
    const auto pointer = pointerOf(finding);
    const auto& node = nodeOf(schema, pointer);
    const auto& target = resolved(schema, node);
    if (finding.description.find("additionalProperties") != std::string::npos && target.contains("properties")) {
        return unknownKey(source, target, pointer, quotedName(finding.description));
    }
    if (finding.description.starts_with("Missing required property")) {
        const auto key = quotedName(finding.description);
        return failure(ErrorKind::input,
                       message(NW_TEXT("schema.missing_key", "%1 lacks the key \"%2\""), readablePath(pointer), key),
                       source.place(pointer),
                       message(NW_TEXT("schema.missing_key.remedy", "Add \"%1\" (%2)."), key,
                               wanted(schema, nodeOf(schema, pointer / key))));
    }
    return failure(
        ErrorKind::input,
        message(NW_TEXT("schema.bad_value", "%1 can't be %2"), readablePath(pointer), shown(source.root().at(pointer))),
        source.place(pointer), message(NW_TEXT("schema.bad_value.remedy", "Wanted here: %1."), wanted(schema, node)));
}

/// The finding that lies deepest says most; the validator reports parents after their parts.
Finding deepest(valijson::ValidationResults& results) {
    Finding best;
    Finding next;
    while (results.popError(next)) {
        if (next.context.size() > best.context.size()) best = next;
    }
    return best;
}

} // namespace

Result<void> checkSchema(const JsonSource& source, std::string_view schema) {
    const auto file = "schemas/" + std::string(schema) + ".schema.json";
    const auto definition = json::parse(embeddedFile(file), nullptr, false);
    try {
        valijson::Schema compiled;
        valijson::SchemaParser(valijson::SchemaParser::kDraft7)
            .populateSchema(valijson::adapters::NlohmannJsonAdapter(definition), compiled);
        valijson::ValidationResults results;
        const valijson::adapters::NlohmannJsonAdapter target(source.root());
        if (valijson::Validator(valijson::Validator::kStrongTypes).validate(compiled, target, &results)) return {};
        return explain(source, definition, deepest(results));
    } catch (const std::exception& error) {
        return failure(ErrorKind::internal, message(NW_TEXT("schema.broken", "The schema %1 can't be used: %2"), file,
                                                    std::string(error.what())));
    }
}

} // namespace nestwright
