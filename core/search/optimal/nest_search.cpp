// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/nest_search.h"

#include "core/base/index.h"

#include <algorithm>
#include <bit>

namespace nestwright {
namespace {

constexpr int kLinkBits = 4;
constexpr int kModeBits = 4;
constexpr int kDimBits = 4;
constexpr int kStartBits = 6;
constexpr int kPlainBits = kLinkBits + 2;
constexpr int kSlidingBits = kLinkBits + kModeBits + kDimBits + 2 * kStartBits + 2;
constexpr double kJustAboveOne = 1 + 1e-9;
/// Partial nests between two questions whether to stop, and those of one place more.
constexpr double kMostUnasked = 1024;
constexpr int kOrderShift = 16; ///< in Entry::inBlock, above a bit a dim

std::uint64_t mask(int bits) { return (std::uint64_t{1} << bits) - 1; }

} // namespace

NestCounts& NestCounts::operator+=(const NestCounts& more) {
    considered += more.considered;
    capacity += more.capacity;
    dominated += more.dominated;
    bound += more.bound;
    return *this;
}

NestSearch::NestSearch(const ModelTables& tables)
    : m_tables(tables)
    , m_space(*tables.space) {
    for (const auto& tensor : tables.tensors) m_anySliding = m_anySliding || tensor.isSliding;
}

std::optional<FoundNest> NestSearch::run(const NestModel& model, double limit, const Stop& stop) {
    m_limit = limit;
    m_isStopped = false;
    m_best = -1;
    if (model.fixed >= limit) {
        ++m_counts.bound;
        return std::nullopt;
    }
    prepare(model);
    m_entries.clear();
    m_heads.assign(m_places, -1);
    m_nextHeads.assign(m_places, -1);
    Entry first;
    first.cost = model.fixed;
    push(first, m_heads);
    for (int level = m_space.levels - 1; level >= 0; --level) {
        if (!searchBlock(level, stop)) {
            m_isStopped = true;
            return std::nullopt;
        }
        m_heads.swap(m_nextHeads);
        std::fill(m_nextHeads.begin(), m_nextHeads.end(), -1);
    }
    if (m_best < 0) return std::nullopt;
    return trace(m_best);
}

void NestSearch::prepare(const NestModel& model) {
    m_model = &model;
    m_values.assign(at(m_space.dims), {});
    m_strides.assign(at(m_space.dims), 1);
    m_places = 1;
    for (int d = m_space.dims - 1; d >= 0; --d) {
        m_strides[at(d)] = m_places;
        for (const Count divisor : divisorsOf(model.rest[at(d)]))
            m_values[at(d)].push_back(static_cast<double>(divisor));
        m_places *= static_cast<std::uint32_t>(m_values[at(d)].size());
    }
    prepareSteps();
    m_digits.resize(std::size_t{m_places} * at(m_space.dims));
    m_outer.resize(m_places);
    m_rooms.resize(at(m_space.tensors));
    for (std::uint32_t place = 0; place < m_places; ++place) {
        double outer = model.steps;
        for (int d = 0; d < m_space.dims; ++d) {
            const std::uint32_t index = place / m_strides[at(d)] % static_cast<std::uint32_t>(m_values[at(d)].size());
            m_digits[std::size_t{place} * at(m_space.dims) + at(d)] = static_cast<std::uint8_t>(index);
            outer /= m_values[at(d)][index];
        }
        m_outer[place] = outer;
    }
    m_hops.assign(at(m_space.levels), {});
    for (int l = 0; m_anySliding && l < m_space.levels; ++l) {
        if (m_space.accelerator->levels[at(l)].fanout.links)
            m_hops[at(l)] = neighbourHops(m_space, l, *model.choices[at(l)], m_tables.context.rules.linkIds);
    }
    int shift = 0;
    for (int t = 0; t < m_space.tensors; ++t) {
        m_rooms[at(t)].shift = shift;
        shift += m_tables.tensors[at(t)].isSliding ? kSlidingBits : kPlainBits;
        prepareTensor(t);
    }
}

void NestSearch::prepareSteps() {
    m_steps.assign(at(m_space.dims), {});
    for (int d = 0; d < m_space.dims; ++d) {
        const auto& values = m_values[at(d)];
        std::vector<Count> primes = primeFactorsOf(m_model->rest[at(d)]);
        primes.erase(std::unique(primes.begin(), primes.end()), primes.end());
        for (const double value : values) {
            std::vector<Step> steps;
            for (const Count prime : primes) {
                const auto next = std::lower_bound(values.begin(), values.end(), value * static_cast<double>(prime));
                if (next != values.end() && *next == value * static_cast<double>(prime))
                    steps.push_back({prime, static_cast<int>(next - values.begin())});
            }
            m_steps[at(d)].push_back(std::move(steps));
        }
    }
}

void NestSearch::prepareTensor(int t) {
    TensorRoom& room = m_rooms[at(t)];
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const auto& links = m_model->links[at(t)];
    const int count = static_cast<int>(links.size());
    room.hasTwoWidths = tensor.isOutput && !m_space.accelerator->elementPerWord && tensor.bits[0] != tensor.bits[1];
    room.outermostPlaced.assign(at(m_space.levels), count);
    for (int l = 0; l < m_space.levels; ++l) {
        int outermost = count;
        while (outermost > 0 && links[at(outermost - 1)].level > l) --outermost;
        room.outermostPlaced[at(l)] = outermost;
    }
    room.price.assign(at((count + 1) * (count + 1)), {});
    room.notToPay.assign(at((count + 1) * (count + 1)), {});
    for (int outermost = 0; outermost < count; ++outermost) {
        for (int pending = outermost + 1; pending <= count; ++pending) {
            for (std::size_t width = 0; width < 2; ++width) {
                double price = 0;
                double notToPay = 0;
                for (int k = outermost; k < pending; ++k) {
                    price += (links[at(k)].arriving[width] + links[at(k)].sending[width]) * links[at(k)].inside;
                    notToPay += links[at(k)].notNeeded[width] + links[at(k)].least;
                }
                room.price[at(outermost * (count + 1) + pending)][width] = price;
                room.notToPay[at(outermost * (count + 1) + pending)][width] = notToPay;
            }
        }
    }
    room.product.resize(m_places);
    room.total = 1;
    for (int d = 0; d < m_space.dims; ++d) {
        if (tensor.moves[at(d)]) room.total *= static_cast<double>(m_model->rest[at(d)]);
    }
    for (std::uint32_t place = 0; place < m_places; ++place) {
        double product = 1;
        for (int d = 0; d < m_space.dims; ++d) {
            if (tensor.moves[at(d)]) product *= value(d, digit(place, d));
        }
        room.product[place] = product;
    }
    room.boxes.assign(tensor.isSliding ? links.size() : 0, std::vector<double>(m_places, -1));
}

NestSearch::Status NestSearch::statusOf(std::uint64_t status, int t) const {
    std::uint64_t bits = status >> m_rooms[at(t)].shift;
    const auto take = [&](int count) {
        const auto part = static_cast<int>(bits & mask(count));
        bits >>= count;
        return part;
    };
    Status result;
    result.pending = take(kLinkBits);
    if (m_tables.tensors[at(t)].isSliding) {
        result.mode = take(kModeBits);
        result.dim = take(kDimBits);
        result.start = take(kStartBits);
        result.otherStart = take(kStartBits);
        result.isDimInBlock = take(1) != 0;
        result.isOtherInBlock = take(1) != 0;
    } else {
        result.isPartial = take(1) != 0;
        result.mustFinish = take(1) != 0;
    }
    return result;
}

std::uint64_t NestSearch::withStatus(std::uint64_t status, int t, const Status& of) const {
    const bool isSliding = m_tables.tensors[at(t)].isSliding;
    std::uint64_t bits = 0;
    int used = 0;
    const auto put = [&](int part, int count) {
        bits |= static_cast<std::uint64_t>(part) << used;
        used += count;
    };
    put(of.pending, kLinkBits);
    if (isSliding && of.mode != pendingMode && of.pending > 0) {
        put(of.mode, kModeBits);
        put(of.dim, kDimBits);
        put(of.start, kStartBits);
        put(of.otherStart, kStartBits);
        put(of.isDimInBlock ? 1 : 0, 1);
        put(of.isOtherInBlock ? 1 : 0, 1);
    } else if (!isSliding) {
        put(of.isPartial ? 1 : 0, 1);
        put(of.mustFinish ? 1 : 0, 1);
    }
    const int shift = m_rooms[at(t)].shift;
    return (status & ~(mask(isSliding ? kSlidingBits : kPlainBits) << shift)) | bits << shift;
}

int NestSearch::digit(std::uint32_t place, int d) const {
    return m_digits[std::size_t{place} * at(m_space.dims) + at(d)];
}

double NestSearch::value(int d, int index) const { return m_values[at(d)][at(index)]; }

bool NestSearch::hasReductionsLeft(std::uint32_t place) const {
    const TensorRoom& output = m_rooms[at(m_space.output)];
    return m_outer[place] * output.product[place] / output.total > kJustAboveOne;
}

bool NestSearch::searchBlock(int level, const Stop& stop) {
    const auto* keeps = m_model->keeps.data() + level * m_space.tensors;
    const bool isBare = std::none_of(keeps, keeps + m_space.tensors, [](char keep) { return keep != 0; });
    const bool hasLoops = !isBare || (m_anySliding && !m_space.limits);
    const std::uint32_t all = placedAlone(level);
    double considered = m_counts.considered;
    for (std::uint32_t place = 0; place < m_places; ++place) {
        if ((place & 255U) == 0 || m_counts.considered >= considered + kMostUnasked) {
            if (stop()) return false;
            considered = m_counts.considered;
        }
        if (m_heads[place] < 0) continue;
        // A state leads to others of the same place that have more nodes.
        for (std::uint32_t placed = 0; placed <= all; ++placed) {
            if ((placed & ~all) == 0) searchPlace(place, level, placed, all, hasLoops);
        }
    }
    return true;
}

void NestSearch::searchPlace(std::uint32_t place, int level, std::uint32_t placed, std::uint32_t all, bool hasLoops) {
    const bool isComplete = placed == all;
    double closedCost = 0;
    const std::int32_t best = cheapestClosed(m_heads[place], level, placed, closedCost);
    for (std::int32_t i = m_heads[place]; i >= 0; i = m_entries[at(i)].next) {
        if (m_entries[at(i)].placed != placed) continue;
        const bool isWorse = i != best && best >= 0 && m_entries[at(i)].cost >= closedCost &&
                             mayDominate(m_entries[at(best)], m_entries[at(i)]);
        if (isWorse) {
            ++m_counts.dominated;
            continue;
        }
        ++m_counts.considered;
        if (hasLoops && (all == 0 || !isComplete)) expand(i, level);
        for (int t = 0; t < m_space.tensors; ++t) {
            if (((all & ~placed) >> t & 1U) != 0) placeAlone(i, level, t);
        }
        if (isComplete) closeBlock(i, level);
    }
}

/// The entry of a place, of those with the same nodes, that, with everything pending paid for as if it had to be now,
/// costs least: no other that has cost as much already can end better.
std::int32_t NestSearch::cheapestClosed(std::int32_t first, int level, std::uint32_t placed, double& cost) {
    std::int32_t best = -1;
    if (m_entries[at(first)].next < 0) return best;
    for (std::int32_t i = first; i >= 0; i = m_entries[at(i)].next) {
        const Entry entry = m_entries[at(i)];
        if (entry.placed != placed) continue;
        double closed = entry.cost;
        bool mustFinish = false;
        for (int t = 0; t < m_space.tensors; ++t) {
            const Status status = statusOf(entry.status, t);
            mustFinish = mustFinish || status.mustFinish;
            if (status.pending > 0 && status.mode < endedMode) closed += closeNow(t, status, entry, level);
        }
        if (mustFinish || (best >= 0 && closed >= cost)) continue;
        best = i;
        cost = closed;
    }
    return best;
}

bool NestSearch::mayDominate(const Entry& better, const Entry& worse) const {
    if (better.inBlock != worse.inBlock || better.roomBits > worse.roomBits || hasTail(worse.status)) return false;
    if (!m_rooms[at(m_space.output)].hasTwoWidths) return true;
    const Status a = statusOf(better.status, m_space.output);
    const Status b = statusOf(worse.status, m_space.output);
    return a.pending == b.pending && a.isPartial == b.isPartial && a.mustFinish == b.mustFinish;
}

double NestSearch::closeNow(int t, const Status& status, const Entry& from, int level) {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    if (tensor.isSliding) return closeSliding(t, status, from, level, false);
    const std::size_t isPartial = tensor.isOutput && hasReductionsLeft(from.place) ? 1 : 0;
    return closePlain(t, status.pending, from.place, outermostLink(t, level, from), isPartial);
}

double NestSearch::closePlain(int t, int pending, std::uint32_t place, int outermost, std::size_t isPartial) const {
    const TensorRoom& room = m_rooms[at(t)];
    const std::size_t index = at(outermost * (static_cast<int>(m_model->links[at(t)].size()) + 1) + pending);
    return std::max(0.0, m_outer[place] * room.product[place] * room.price[index][isPartial] -
                             room.notToPay[index][isPartial]);
}

void NestSearch::expand(std::int32_t index, int level) {
    const Entry from = m_entries[at(index)];
    for (int d = 0; d < m_space.dims; ++d) {
        const int here = digit(from.place, d);
        const int last = static_cast<int>(m_values[at(d)].size()) - 1;
        if (here == last) continue;
        if (!m_space.limits) {
            for (const Step& by : m_steps[at(d)][at(here)]) step(index, level, d, by);
            continue;
        }
        const auto slot = at(temporalSlot(level));
        const Count least = m_space.limits->least[slot][at(d)];
        const Count most = m_space.limits->most[slot][at(d)];
        if (most == 1) continue;
        if (least == 1 && most >= m_model->rest[at(d)]) {
            for (const Step& by : m_steps[at(d)][at(here)]) step(index, level, d, by);
            continue;
        }
        if ((from.inBlock >> d & 1U) != 0) continue;
        for (int to = here + 1; to <= last; ++to) {
            const double factor = value(d, to) / value(d, here);
            const auto whole = static_cast<Count>(factor);
            if (static_cast<double>(whole) != factor || whole < least || whole > most) continue;
            step(index, level, d, {whole, to});
        }
    }
}

void NestSearch::step(std::int32_t index, int level, int d, const Step& by) {
    const Entry& from = m_entries[at(index)];
    Entry to = from;
    to.parent = index;
    to.dim = static_cast<std::int16_t>(d);
    to.level = static_cast<std::int16_t>(level);
    to.factor = by.factor;
    to.place = from.place + static_cast<std::uint32_t>(by.to - digit(from.place, d)) * m_strides[at(d)];
    if (m_space.limits) {
        const auto slot = at(temporalSlot(level));
        const auto& inner = m_space.limits->innermost[slot];
        const auto& outer = m_space.limits->outermost[slot];
        const auto in = std::find(inner.begin(), inner.end(), d);
        const auto out = std::find(outer.begin(), outer.end(), d);
        std::uint32_t position = static_cast<std::uint32_t>(inner.size());
        if (in != inner.end()) position = static_cast<std::uint32_t>(in - inner.begin());
        if (out != outer.end())
            position = static_cast<std::uint32_t>(inner.size() + 1) + static_cast<std::uint32_t>(out - outer.begin());
        if (position < from.inBlock >> kOrderShift) return;
        to.inBlock = (from.inBlock & 0xFFFFU) | position << kOrderShift;
        const Count least = m_space.limits->least[slot][at(d)];
        const Count most = m_space.limits->most[slot][at(d)];
        if (least > 1 || most < m_model->rest[at(d)]) to.inBlock |= 1U << d;
    }
    for (int t = 0; t < m_space.tensors; ++t) {
        Status status = statusOf(from.status, t);
        if (status.pending == 0) continue;
        if (!applyLoop(t, status, from, level, d, by, to.cost)) return;
        to.status = withStatus(to.status, t, status);
    }
    if (to.cost >= m_limit && !hasTail(to.status)) {
        ++m_counts.bound;
        return;
    }
    push(to, m_heads);
}

bool NestSearch::applyLoop(int t, Status& status, const Entry& from, int level, int d, const Step& by, double& cost) {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    if (tensor.isSliding) return applySliding(t, status, from, level, d, by, cost);
    if (!tensor.moves[at(d)]) return true;
    const bool isPartial = tensor.isOutput && hasReductionsLeft(from.place);
    if (isPartial && status.mustFinish) return false;
    cost += closePlain(t, status.pending, from.place, outermostLink(t, level, from), isPartial ? 1 : 0);
    status = Status{};
    status.isPartial = isPartial && m_rooms[at(t)].hasTwoWidths;
    return true;
}

void NestSearch::closeBlock(std::int32_t index, int level) {
    const Entry from = m_entries[at(index)];
    if (m_space.limits) {
        const auto& least = m_space.limits->least[at(temporalSlot(level))];
        for (int d = 0; d < m_space.dims; ++d) {
            if (least[at(d)] > 1 && (from.inBlock >> d & 1U) == 0) return;
        }
    }
    if (level == 0) {
        if (from.place + 1 == m_places) finish(index);
        return;
    }
    const auto* keeps = m_model->keeps.data() + level * m_space.tensors;
    Entry to = from;
    to.inBlock = 0;
    to.placed = 0;
    to.roomBits = 0;
    to.parent = index;
    to.dim = -1;
    if (!m_space.isUneven && std::any_of(keeps, keeps + m_space.tensors, [](char keep) { return keep != 0; })) {
        if (!placeNodes(level, from, to.status, to.cost)) {
            ++m_counts.capacity;
            return;
        }
    }
    if (m_anySliding) crossFanout(level, from, to.status, to.cost);
    if (to.cost >= m_limit && !hasTail(to.status)) {
        ++m_counts.bound;
        return;
    }
    push(to, m_nextHeads);
}

bool NestSearch::placeNodes(int level, const Entry& from, std::uint64_t& status, double& cost) {
    const Capacity room =
        checkRoom(level, from, [&](std::size_t outputWidth) { return fitsRoom(level, from, outputWidth); });
    if (!room.fits) return false;
    for (int t = 0; t < m_space.tensors; ++t) {
        if (m_model->keeps[at(level * m_space.tensors + t)] != 0)
            placeNode(t, level, from, room.mustFinish && t == m_space.output, status, cost);
    }
    return true;
}

void NestSearch::placeNode(int t, int level, const Entry& from, bool mustFinish, std::uint64_t& status, double& cost) {
    const int link = nodeLink(t, level);
    Status now = statusOf(status, t);
    if (m_tables.tensors[at(t)].isSliding) placeSliding(t, level, link, from, now, cost);
    if (now.pending == 0) {
        now = Status{};
        now.pending = link + 1;
    }
    if (mustFinish) now.mustFinish = true;
    status = withStatus(status, t, now);
}

void NestSearch::finish(std::int32_t index) {
    const Entry entry = m_entries[at(index)];
    double cost = entry.cost;
    for (int t = 0; t < m_space.tensors; ++t) {
        const Status status = statusOf(entry.status, t);
        if (status.pending > 0 && status.mode < endedMode) cost += closeNow(t, status, entry, 0);
    }
    if (cost >= m_limit) {
        ++m_counts.bound;
        return;
    }
    if (m_best >= 0 && cost >= m_bestCost) return;
    m_best = index;
    m_bestCost = cost;
}

void NestSearch::push(const Entry& entry, std::vector<std::int32_t>& heads) {
    for (std::int32_t i = heads[entry.place]; i >= 0; i = m_entries[at(i)].next) {
        Entry& known = m_entries[at(i)];
        if (known.status != entry.status || known.inBlock != entry.inBlock || known.placed != entry.placed) continue;
        if (entry.cost >= known.cost && entry.roomBits >= known.roomBits) {
            ++m_counts.dominated;
            return;
        }
        if (entry.cost > known.cost || entry.roomBits > known.roomBits) continue;
        ++m_counts.dominated;
        const std::int32_t next = known.next;
        known = entry;
        known.next = next;
        return;
    }
    m_entries.push_back(entry);
    m_entries.back().next = heads[entry.place];
    heads[entry.place] = static_cast<std::int32_t>(m_entries.size() - 1);
}

FoundNest NestSearch::trace(std::int32_t index) const {
    FoundNest found;
    found.cost = m_bestCost;
    std::vector<const Entry*> path;
    for (std::int32_t i = index; i >= 0; i = m_entries[at(i)].parent) path.push_back(&m_entries[at(i)]);
    std::size_t gap = 0; // first loop since the last node
    const Entry* before = nullptr;
    for (auto step = path.rbegin(); step != path.rend(); before = *step++) {
        const Entry& entry = **step;
        const std::uint32_t newlyPlaced = before == nullptr ? 0 : entry.placed & ~before->placed;
        if (newlyPlaced != 0) {
            found.nodes.push_back({entry.level, std::countr_zero(newlyPlaced), found.loops.size()});
            gap = found.loops.size();
        }
        if (entry.dim < 0) continue;
        const auto same =
            std::find_if(found.loops.begin() + static_cast<std::ptrdiff_t>(gap), found.loops.end(),
                         [&](const FoundLoop& loop) { return loop.level == entry.level && loop.dim == entry.dim; });
        if (same != found.loops.end()) {
            same->bound *= entry.factor;
        } else {
            found.loops.push_back({entry.level, entry.dim, entry.factor});
        }
    }
    return found;
}

/// An output whose width in the level is still open is taken as a partial sum where that fits; otherwise its sums must
/// be finished before it moves on.
NestSearch::Capacity NestSearch::checkRoom(int level, const Entry& from, const Fits& fits) const {
    const int t = m_space.output;
    const TensorRoom& room = m_rooms[at(t)];
    const bool keepsOutput = m_model->keeps[at(level * m_space.tensors + t)] != 0;
    if (!keepsOutput || !room.hasTwoWidths) return {fits(0), false};
    const Status status = statusOf(from.status, t);
    const bool isInnermost = room.outermostPlaced[at(level)] == static_cast<int>(m_model->links[at(t)].size());
    if (isInnermost) {
        const bool isPartial = m_model->steps / room.total > kJustAboveOne;
        return {fits(isPartial ? 1 : 0), false};
    }
    if (status.pending == 0) return {fits(status.isPartial ? 1 : 0), false};
    const bool isOpen = hasReductionsLeft(from.place) && room.total / room.product[from.place] > kJustAboveOne;
    if (!isOpen) return {fits(0), status.mustFinish};
    if (!status.mustFinish && fits(1)) return {true, false};
    return {fits(0), true};
}

TileInRoom NestSearch::tileInRoom(int t, int level, const Entry& from, std::size_t outputWidth) {
    const Level& place = m_space.accelerator->levels[at(level)];
    TileInRoom tile;
    tile.isKept = m_model->keeps[at(level * m_space.tensors + t)] != 0;
    if (!tile.isKept) return tile;
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const TensorRoom& room = m_rooms[at(t)];
    const int link = nodeLink(t, level);
    const double words =
        tensor.isSliding ? box(t, link, from.place) : room.product[from.place] * m_model->links[at(t)][at(link)].inside;
    const double bits =
        m_space.accelerator->elementPerWord ? place.wordBits : tensor.bits[tensor.isOutput ? outputWidth : 0];
    tile.bits = words * bits;
    tile.isRefilled = room.total / room.product[from.place] > kJustAboveOne;
    const auto own = place.operandCapacityBits.find(m_space.problem->tensors[at(t)].operand);
    if (own != place.operandCapacityBits.end()) tile.ownRoomBits = static_cast<double>(own->second);
    return tile;
}

bool NestSearch::fitsRoom(int level, const Entry& from, std::size_t outputWidth) {
    const Level& place = m_space.accelerator->levels[at(level)];
    std::array<TileInRoom, kMaxFlatTensors> tiles;
    for (int t = 0; t < m_space.tensors; ++t) tiles[at(t)] = tileInRoom(t, level, from, outputWidth);
    const std::span<TileInRoom> used(tiles.data(), at(m_space.tensors));
    const double needed = assignSlots(used, place.buffering, slotRoomBits(place));
    if (needed > roomBits(place)) return false;
    double taken = 0;
    for (const auto& tile : used) {
        if (!tile.isKept) continue;
        taken += tile.bits;
        if (tile.ownRoomBits >= 0 && tile.bits * tile.slots > tile.ownRoomBits) return false;
    }
    return place.minUtilization == 0 || taken >= place.minUtilization * roomBits(place);
}

} // namespace nestwright
