// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/component_reader.h"
#include "core/formats/timeloop/fault.h"
#include "core/formats/timeloop/values.h"

#include <algorithm>
#include <array>

namespace nestwright::timeloop {
namespace {

/// Attributes that only estimators of energy and area read; the tables hold what they make of them.
constexpr std::array<std::string_view, 29> kPricing = {"technology",
                                                       "global_cycle_seconds",
                                                       "type",
                                                       "has_power_gating",
                                                       "n_banks",
                                                       "num_banks",
                                                       "n_ports",
                                                       "num_ports",
                                                       "nports",
                                                       "n_rd_ports",
                                                       "n_wr_ports",
                                                       "n_rw_ports",
                                                       "n_rdwr_ports",
                                                       "update_fifo_depth",
                                                       "multiplier_width",
                                                       "adder_width",
                                                       "latency",
                                                       "voltage",
                                                       "exponent",
                                                       "mantissa",
                                                       "num_pipeline_stages",
                                                       "n_instances",
                                                       "address_bits",
                                                       "addr_gen_energy",
                                                       "cluster_area",
                                                       "area",
                                                       "version",
                                                       "width_a",
                                                       "width_b"};

constexpr std::array<std::string_view, 8> kStructural = {"instances", "meshX", "meshY",       "word_bits",
                                                         "class",     "name",  "constraints", "enabled"};

bool startsWith(const std::string& text, std::string_view prefix) { return text.rfind(prefix, 0) == 0; }

} // namespace

const yaml::Member* Attributes::find(std::initializer_list<const char*> keys) {
    m_asked.insert(m_asked.end(), keys.begin(), keys.end());
    for (std::size_t i = 0; i + m_stage.variables < m_stage.attributes.size(); ++i) {
        for (const auto* key : keys) {
            const auto* member = m_stage.attributes[i]->member(key);
            if (member != nullptr && !member->value->isNull()) return member;
        }
    }
    return nullptr;
}

std::optional<double> Attributes::number(std::initializer_list<const char*> keys) {
    const auto* member = find(keys);
    if (member == nullptr) return std::nullopt;
    return numberOf(*member->value, m_stage.attributes, member->key);
}

std::optional<double> Attributes::positive(std::initializer_list<const char*> keys) {
    const auto value = number(keys);
    constexpr double kLeast = 1e-12; // less makes times that no figure holds
    if (!value || *value >= kLeast) return value;
    fail(place(keys),
         message(NW_TEXT("timeloop.positive", "%1 of %2 must be above 0; it is %3"), std::string(*keys.begin()),
                 m_stage.name, *value),
         message(NW_TEXT("timeloop.positive.remedy", "Give a number above 0, or leave it out where there is no "
                                                     "limit.")));
}

std::optional<double> Attributes::amount(std::initializer_list<const char*> keys) {
    const auto value = number(keys);
    if (!value || *value >= 0) return value;
    fail(place(keys),
         message(NW_TEXT("timeloop.negative", "%1 can't be negative; it is %2"), std::string(*keys.begin()), *value),
         message(NW_TEXT("timeloop.negative.remedy", "Write a number of at least 0.")));
}

std::optional<Count> Attributes::count(std::initializer_list<const char*> keys) {
    const auto* member = find(keys);
    if (member == nullptr) return std::nullopt;
    return countOf(*member->value, m_stage.attributes, member->key + " of " + m_stage.name);
}

std::optional<bool> Attributes::flag(const char* key) {
    const auto* member = find({key});
    if (member == nullptr) return std::nullopt;
    return flagOf(*member->value, member->key);
}

yaml::NodePtr Attributes::node(std::initializer_list<const char*> keys) {
    const auto* member = find(keys);
    return member == nullptr ? nullptr : member->value;
}

std::string Attributes::text(const char* key) {
    const auto* member = find({key});
    return member != nullptr && member->value->isScalar() ? member->value->text : std::string();
}

SourcePlace Attributes::place(std::initializer_list<const char*> keys) const {
    for (const auto& map : m_stage.attributes) {
        for (const auto* key : keys) {
            const auto* member = map ? map->member(key) : nullptr;
            if (member != nullptr) return member->value->place();
        }
    }
    return m_stage.node->place();
}

std::vector<std::string> Attributes::pricing() const {
    std::vector<std::string> keys;
    if (!m_stage.own) return keys;
    for (const auto& member : m_stage.own->members) {
        const bool isAsked = std::find(m_asked.begin(), m_asked.end(), member.key) != m_asked.end();
        const bool isPricing = std::find(kPricing.begin(), kPricing.end(), member.key) != kPricing.end();
        if (!isAsked && isPricing && !member.value->isNull()) keys.push_back(member.key);
    }
    return keys;
}

void Attributes::noteUnused(SourceNotes& notes) const {
    if (!m_stage.own) return;
    const auto isIn = [](const auto& list, const std::string& key) {
        return std::find(list.begin(), list.end(), key) != list.end();
    };
    for (const auto& member : m_stage.own->members) {
        if (member.value->isNull() || isIn(m_asked, member.key) || isIn(kPricing, member.key) ||
            isIn(kStructural, member.key)) {
            continue;
        }
        const bool isSparse = startsWith(member.key, "metadata");
        notes.push_back({isSparse ? message(NW_TEXT("timeloop.note.metadata", "%1 of %2 is left out: sparse formats "
                                                                              "aren't modelled"),
                                            member.key, m_stage.name)
                                  : message(NW_TEXT("timeloop.note.attribute", "The attribute %1 of %2 isn't known and "
                                                                               "is left out"),
                                            member.key, m_stage.name),
                         member.place});
    }
}

} // namespace nestwright::timeloop
