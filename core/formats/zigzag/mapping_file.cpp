// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zigzag/mapping_file.h"

#include "core/formats/yaml/fault.h"
#include "core/formats/yaml/values.h"
#include "core/formats/zigzag/equation.h"
#include "core/formats/zigzag/grouped_notes.h"

#include <algorithm>
#include <map>
#include <set>

namespace nestwright::zigzag {
namespace {

using yaml::fail;
using yaml::Node;

/// Where a dimension of the array lies.
struct ArrayAxis {
    int level = 0;
    Axis axis = Axis::x;
    Count size = 1;
};

/// Fan-outs are named by the dimensions that they carry: "D1_D2".
std::map<std::string, ArrayAxis> axesOf(const Accelerator& accelerator) {
    std::map<std::string, ArrayAxis> axes;
    for (std::size_t l = 0; l < accelerator.levels.size(); ++l) {
        const Fanout& fanout = accelerator.levels[l].fanout;
        const auto split = fanout.name.find('_');
        const auto first = fanout.name.substr(0, split);
        if (!first.empty()) axes[first] = {static_cast<int>(l), Axis::x, fanout.x};
        if (split != std::string::npos) axes[fanout.name.substr(split + 1)] = {static_cast<int>(l), Axis::y, fanout.y};
    }
    return axes;
}

bool isArrayDim(const std::string& name) {
    return name.size() == 2 && name[0] == 'D' && name[1] >= '0' && name[1] <= '9';
}

class EntryReader {
public:
    EntryReader(const Node& root, const Problem& problem, const Accelerator& accelerator, SourceNotes& notes)
        : m_problem(problem)
        , m_axes(axesOf(accelerator))
        , m_notes(notes)
        , m_entry(entryOf(root)) {}

    LayerMapping read() {
        m_result.place = m_entry.place();
        readSpatial();
        readOrdering();
        checkLinks();
        noteRest();
        return std::move(m_result);
    }

private:
    /// The entry that bears the problem's name, else the default one.
    const Node& entryOf(const Node& root) const {
        const Node* chosen = nullptr;
        const Node* fallback = nullptr;
        GroupedNotes others;
        for (const auto& item : root.items) {
            yaml::expectMap(*item, "An entry of the mapping");
            const auto name = yaml::requiredText(*item, "name");
            if (name == m_problem.name) chosen = item.get();
            if (name == "default") fallback = item.get();
            if (name != m_problem.name && name != "default") {
                others.add(NW_TEXT("zigzag.note.entries", "Entries for other names left out: %1; an entry is found by "
                                                          "the name of the layer, not by the type of its operator"),
                           item->place());
            }
        }
        if (chosen == nullptr) others.report(m_notes);
        if (chosen != nullptr) return *chosen;
        if (fallback != nullptr) return *fallback;
        fail(root,
             message(NW_TEXT("zigzag.no_entry", "There is no entry named %1 and none named default"), m_problem.name),
             message(NW_TEXT("zigzag.no_entry.remedy", "Add an entry named default.")));
    }

    void readSpatial() {
        const auto* member = m_entry.member("spatial_mapping");
        if (member == nullptr || member->value->isNull()) return;
        m_result.hasSpatial = true;
        yaml::expectMap(*member->value, "spatial_mapping");
        for (const auto& dim : member->value->members) readAxis(dim);
        std::stable_sort(m_result.spatial.begin(), m_result.spatial.end(),
                         [](const Loop& a, const Loop& b) { return a.fanoutLevel < b.fanoutLevel; });
    }

    void readAxis(const yaml::Member& member) {
        if (!isArrayDim(member.key)) {
            fail(member.place,
                 message(NW_TEXT("zigzag.array_dim", "%1 is no dimension of an array"), yaml::shortened(member.key)),
                 message(NW_TEXT("zigzag.array_dim.remedy", "Name D1, D2, ...")));
        }
        const auto found = m_axes.find(member.key);
        yaml::expectSequence(*member.value, member.key);
        Count room = found == m_axes.end() ? 1 : found->second.size;
        for (const auto& item : member.value->items) {
            Loop loop = unrolling(*item);
            if (loop.bound == 1) continue;
            if (found == m_axes.end()) noAxis(member);
            loop.bound = std::min({loop.bound, room, leftOf(loop.dim)});
            noteCut(*item, loop);
            loop.residual = loop.bound;
            loop.fanoutLevel = found->second.level;
            loop.axis = found->second.axis;
            room /= loop.bound;
            m_unrolled[loop.dim] = loop.bound * unrolled(loop.dim);
            if (loop.bound > 1) m_result.spatial.push_back(loop);
        }
    }

    [[noreturn]] void noAxis(const yaml::Member& member) const {
        std::string known;
        for (const auto& [name, axis] : m_axes) known += (known.empty() ? "" : ", ") + name;
        fail(member.place,
             message(NW_TEXT("zigzag.no_axis", "The accelerator's array has no dimension %1"), member.key),
             message(NW_TEXT("zigzag.no_axis.remedy",
                             "Its dimensions are: %1. A mapping belongs to the hardware that it was written for."),
                     known));
    }

    /// "K, 32". A dim that the problem lacks isn't unrolled.
    Loop unrolling(const Node& node) {
        const auto text = yaml::textOf(node, "A spatial factor");
        const auto comma = text.find(',');
        const auto start = comma == std::string::npos ? comma : text.find_first_not_of(' ', comma + 1);
        double factor = 0;
        const bool isWhole = start != std::string::npos && yaml::isNumber(text.substr(start), factor) && factor >= 1 &&
                             factor <= yaml::kMostCount && factor == static_cast<double>(static_cast<Count>(factor));
        if (!isWhole) {
            fail(node, message(NW_TEXT("zigzag.factor", "\"%1\" is no spatial factor"), node.shown()),
                 message(NW_TEXT("zigzag.factor.remedy", "Write \"DIM, N\" with a whole N of at least 1.")));
        }
        const int dim = m_problem.dimIndex(capitals(text.substr(0, comma)));
        if (dim >= 0) return Loop{dim, static_cast<Count>(factor), 1, true, 0, Axis::x};
        m_notes.push_back({message(NW_TEXT("zigzag.note.no_dim", "The layer has no dimension %1: it isn't unrolled"),
                                   yaml::shortened(text.substr(0, comma))),
                           node.place()});
        return Loop{0, 1, 1, true, 0, Axis::x};
    }

    Count unrolled(int dim) const {
        const auto found = m_unrolled.find(dim);
        return found == m_unrolled.end() ? 1 : found->second;
    }
    Count leftOf(int dim) const {
        return ceilDivide(m_problem.dims[static_cast<std::size_t>(dim)].bound, unrolled(dim));
    }

    void noteCut(const Node& node, const Loop& loop) {
        const auto text = node.text.substr(node.text.find(',') + 1);
        double wanted = 0;
        const auto start = text.find_first_not_of(' ');
        if (!yaml::isNumber(text.substr(start), wanted) || wanted <= static_cast<double>(loop.bound)) return;
        m_notes.push_back({message(NW_TEXT("zigzag.note.cut", "%1 is more than the array or the layer has: it is cut "
                                                              "to %2"),
                                   node.shown(), loop.bound),
                           node.place()});
    }

    void readOrdering() {
        const auto* member = m_entry.member("temporal_ordering");
        if (member == nullptr || member->value->isNull()) return;
        yaml::expectSequence(*member->value, "temporal_ordering");
        for (const auto& item : member->value->items) readOrderedLoop(*item);
    }

    void readOrderedLoop(const Node& node) {
        yaml::expectSequence(node, "A loop of the temporal ordering");
        if (node.items.size() != 2) {
            fail(node, message(NW_TEXT("zigzag.ordering", "A loop has a dimension and a size")),
                 message(NW_TEXT("zigzag.ordering.remedy", "Write [DIM, N], or [DIM, \"*\"] for all that remains.")));
        }
        const auto name = yaml::textOf(*node.items[0], "A dimension");
        const auto size = yaml::textOf(*node.items[1], "A size");
        if (name == "*") return;
        const int dim = m_problem.dimIndex(capitals(name));
        if (dim < 0) {
            m_notes.push_back({message(NW_TEXT("zigzag.note.no_loop", "The layer has no dimension %1: the loop is left "
                                                                      "out"),
                                       yaml::shortened(name)),
                               node.place()});
            return;
        }
        OrderedLoop loop{dim, std::nullopt, node.place()};
        if (size != "*") loop.size = yaml::countOf(*node.items[1], "The size of a loop over " + name);
        if (loop.size != Count{1}) m_result.ordering.push_back(std::move(loop));
    }

    /// Memories hold I1 as inputs and I2 as weights, so that other links can't be followed.
    void checkLinks() {
        const auto* member = m_entry.member("memory_operand_links");
        if (member == nullptr || member->value->isNull()) return;
        yaml::expectMap(*member->value, "memory_operand_links");
        const std::map<std::string, std::string> usual = {{"O", "O"}, {"W", "I2"}, {"I", "I1"}};
        for (const auto& link : member->value->members) {
            const auto found = usual.find(link.key);
            if (found != usual.end() && yaml::textOf(*link.value, link.key) == found->second) continue;
            fail(link.place,
                 message(NW_TEXT("zigzag.link", "%1 is linked to %2; only O to O, W to I2 and I to I1 can be used"),
                         yaml::shortened(link.key), link.value->shown()),
                 message(NW_TEXT("zigzag.link.remedy", "Swap the operands in the hardware file's memories.")));
        }
    }

    void noteRest() {
        const std::set<std::string_view> known = {"name", "spatial_mapping", "spatial_mapping_hint",
                                                  "memory_operand_links", "temporal_ordering"};
        if (const auto* hint = m_entry.member("spatial_mapping_hint"); hint != nullptr && !hint->value->isNull()) {
            m_notes.push_back(
                {message(NW_TEXT("zigzag.note.hint", "The spatial_mapping_hint is left out")), hint->place});
        }
        for (const auto& member : m_entry.members) {
            if (known.contains(member.key)) continue;
            m_notes.push_back({message(NW_TEXT("zigzag.note.unknown", "The format has no key \"%1\" here: it is left "
                                                                      "out"),
                                       yaml::shortened(member.key)),
                               member.place});
        }
    }

    const Problem& m_problem;
    std::map<std::string, ArrayAxis> m_axes;
    SourceNotes& m_notes;
    const Node& m_entry;
    std::map<int, Count> m_unrolled;
    LayerMapping m_result;
};

} // namespace

LayerMapping readLayerMapping(const Node& root, const Problem& problem, const Accelerator& accelerator,
                              SourceNotes& notes) {
    return EntryReader(root, problem, accelerator, notes).read();
}

} // namespace nestwright::zigzag
