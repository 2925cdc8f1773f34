// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/nest_search.h"

#include "core/base/index.h"
#include "core/mapping/room.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace nestwright {
namespace {

/// Modes of a sliding tensor's links. `pending`: no loop has moved it yet. `sliding`: one loop has. `ended`: paid for,
/// but a loop over the slide's rank might go on where it ended. `other`: such a loop is being placed, and each of its
/// iterations brings whole tiles, perhaps from neighbours, or happens to stay where the slide ended, or to go on.
/// `otherEnded`, `third`: another loop has followed, and one more does, which brings whole tiles. `broken`: paid for,
/// and too many loops for telling whether one more goes on.
enum Mode {
    pendingMode,
    slidingMode,
    endedMode,
    otherMode,
    servedMode,
    stayingMode,
    goingOnMode,
    otherEndedMode,
    thirdMode,
    brokenMode
};

constexpr int kLinkBits = 4;
constexpr int kModeBits = 4;
constexpr int kDimBits = 4;
constexpr int kStartBits = 6;
constexpr int kPlainBits = kLinkBits + 2;
constexpr int kSlidingBits = kLinkBits + kModeBits + kDimBits + 2 * kStartBits + 2;
constexpr double kJustAboveOne = 1 + 1e-9;
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
    room.price.assign(at(m_space.levels * (count + 1)), {});
    room.notToPay.assign(at(m_space.levels * (count + 1)), {});
    for (int l = 0; l < m_space.levels; ++l) {
        int outermost = count;
        while (outermost > 0 && links[at(outermost - 1)].level > l) --outermost;
        room.outermostPlaced[at(l)] = outermost;
        for (int pending = outermost + 1; pending <= count; ++pending) {
            for (std::size_t width = 0; width < 2; ++width) {
                double price = 0;
                double notToPay = 0;
                for (int k = outermost; k < pending; ++k) {
                    price += (links[at(k)].arriving[width] + links[at(k)].sending[width]) * links[at(k)].inside;
                    notToPay += links[at(k)].notNeeded[width] + links[at(k)].least;
                }
                room.price[at(l * (count + 1) + pending)][width] = price;
                room.notToPay[at(l * (count + 1) + pending)][width] = notToPay;
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

double NestSearch::box(int t, int link, std::uint32_t place) {
    double& known = m_rooms[at(t)].boxes[at(link)][place];
    if (known < 0) {
        const auto& inside = m_model->inside[at(m_model->links[at(t)][at(link)].level)];
        known = 1;
        for (const auto& rank : m_tables.tensors[at(t)].ranks) {
            double extent = 1;
            for (std::size_t i = 0; i < rank.dims.size(); ++i) {
                const int d = rank.dims[i];
                extent += static_cast<double>(std::abs(rank.coefficients[i])) *
                          (value(d, digit(place, d)) * inside[at(d)] - 1);
            }
            known *= extent;
        }
    }
    return known;
}

bool NestSearch::hasReductionsLeft(std::uint32_t place) const {
    const TensorRoom& output = m_rooms[at(m_space.output)];
    return m_outer[place] * output.product[place] / output.total > kJustAboveOne;
}

bool NestSearch::searchBlock(int level, const Stop& stop) {
    const auto* keeps = m_model->keeps.data() + level * m_space.tensors;
    const bool isBare = std::none_of(keeps, keeps + m_space.tensors, [](char keep) { return keep != 0; });
    const bool hasLoops = !isBare || (m_anySliding && !m_space.limits);
    for (std::uint32_t place = 0; place < m_places; ++place) {
        if ((place & 255U) == 0 && stop()) return false;
        if (m_heads[place] < 0) continue;
        double closedCost = 0;
        const std::int32_t best = cheapestClosed(m_heads[place], level, closedCost);
        for (std::int32_t i = m_heads[place]; i >= 0; i = m_entries[at(i)].next) {
            const bool isWorse = i != best && best >= 0 && m_entries[at(i)].cost >= closedCost &&
                                 mayDominate(m_entries[at(best)], m_entries[at(i)]);
            if (isWorse) {
                ++m_counts.dominated;
                continue;
            }
            ++m_counts.considered;
            if (hasLoops) expand(i, level);
            closeBlock(i, level);
        }
    }
    return true;
}

/// The entry of a place that, with everything pending paid for as if it had to be now, costs least: no other that has
/// cost as much already can end better.
std::int32_t NestSearch::cheapestClosed(std::int32_t first, int level, double& cost) {
    std::int32_t best = -1;
    if (m_entries[at(first)].next < 0) return best;
    for (std::int32_t i = first; i >= 0; i = m_entries[at(i)].next) {
        const Entry entry = m_entries[at(i)];
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
    if (better.inBlock != worse.inBlock || hasTail(worse.status)) return false;
    if (!m_rooms[at(m_space.output)].hasTwoWidths) return true;
    const Status a = statusOf(better.status, m_space.output);
    const Status b = statusOf(worse.status, m_space.output);
    return a.pending == b.pending && a.isPartial == b.isPartial && a.mustFinish == b.mustFinish;
}

double NestSearch::closeNow(int t, const Status& status, const Entry& from, int level) {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    if (tensor.isSliding) return closeSliding(t, status, from.place, level, false);
    const std::size_t isPartial = tensor.isOutput && hasReductionsLeft(from.place) ? 1 : 0;
    return closePlain(t, status.pending, from.place, level, isPartial);
}

double NestSearch::closePlain(int t, int pending, std::uint32_t place, int level, std::size_t isPartial) const {
    const TensorRoom& room = m_rooms[at(t)];
    const std::size_t index = at(level * (static_cast<int>(m_model->links[at(t)].size()) + 1) + pending);
    return std::max(0.0, m_outer[place] * room.product[place] * room.price[index][isPartial] -
                             room.notToPay[index][isPartial]);
}

/// What the pending links of a sliding tensor cost: tiles whole, or over a slide along one dim. `keepsSliding`: at the
/// least that it may come to where the slide goes on.
double NestSearch::closeSliding(int t, const Status& status, std::uint32_t place, int level, bool keepsSliding) {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const auto& links = m_model->links[at(t)];
    const bool slides = status.mode == slidingMode;
    const int d = status.dim;
    const std::uint32_t moved = slides ? static_cast<std::uint32_t>(digit(place, d) - status.start) : 0;
    const std::uint32_t start = slides ? place - moved * m_strides[at(d)] : place;
    const double iterations = slides ? value(d, digit(place, d)) / value(d, status.start) : 1;
    double sum = 0;
    for (int k = m_rooms[at(t)].outermostPlaced[at(level)]; k < status.pending; ++k) {
        const ModelLink& link = links[at(k)];
        const double tile = box(t, k, start);
        double words = tile;
        double sent = tile * link.sending[0];
        if (slides) {
            const ModelRank& rank = tensor.ranks[at(tensor.rankOf[at(d)])];
            const double step = static_cast<double>(std::abs(tensor.coefficient[at(d)])) * value(d, status.start) *
                                m_model->inside[at(level)][at(d)];
            double extent = 1;
            double unionExtent = 1;
            for (std::size_t i = 0; i < rank.dims.size(); ++i) {
                const int other = rank.dims[i];
                const double reach = static_cast<double>(std::abs(rank.coefficients[i]));
                const double within = value(other, digit(start, other));
                const double inside = m_model->inside[at(link.level)][at(other)];
                const double unionInside = m_model->unionInside[at(link.level)][at(other)];
                extent += reach * (within * inside - 1);
                unionExtent += reach * (within * unionInside - 1);
            }
            const auto slideWords = [&](double whole, double length) {
                const double fresh = whole / length * std::min(step, length);
                if (!keepsSliding) return whole + (iterations - 1) * fresh;
                double most = 1;
                for (const int other : rank.dims) {
                    if (other != d && digit(start, other) + 1 < static_cast<int>(m_values[at(other)].size()))
                        return (iterations - 1) * fresh;
                }
                most = m_values[at(d)].back() / value(d, status.start);
                return iterations * (fresh + (whole - fresh) / most);
            };
            words = slideWords(tile, extent);
            sent = words * link.sending[0];
            if (neighboursMayServe(t, link, d, start, step)) {
                double unionTile = 1;
                for (std::size_t r = 0; r < tensor.ranks.size(); ++r) {
                    double length = 1;
                    for (std::size_t i = 0; i < tensor.ranks[r].dims.size(); ++i) {
                        const int other = tensor.ranks[r].dims[i];
                        length +=
                            static_cast<double>(std::abs(tensor.ranks[r].coefficients[i])) *
                            (value(other, digit(start, other)) * m_model->unionInside[at(link.level)][at(other)] - 1);
                    }
                    unionTile *= length;
                }
                sent = std::min(sent, slideWords(unionTile, unionExtent) * link.sendingToUnion);
            }
        }
        sum += std::max(0.0, m_outer[place] * (words * link.arriving[0] + sent) - link.least);
    }
    return sum;
}

/// Whether siblings below the node's fan-out lie apart by such a move along the rank of the dim: then one may have had
/// a step before what the other asks for.
bool NestSearch::neighboursMayServe(int t, const ModelLink& link, int d, std::uint32_t place, double move) const {
    if (!link.mayBeServedByNeighbours) return false;
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const auto tile = [&](int dim) { return value(dim, digit(place, dim)) * m_model->inside[at(link.level)][at(dim)]; };
    const HopList& list = m_hops[at(link.level - 1)];
    for (const auto& hop : list.hops) {
        bool isSuch = true;
        for (std::size_t r = 0; r < tensor.ranks.size() && isSuch; ++r) {
            const ModelRank& rank = tensor.ranks[r];
            double distance = 0;
            for (std::size_t i = 0; i < rank.dims.size(); ++i) {
                distance += static_cast<double>(rank.coefficients[i] * hop[at(rank.dims[i])]) * tile(rank.dims[i]);
            }
            isSuch = std::abs(distance) == (static_cast<int>(r) == tensor.rankOf[at(d)] ? move : 0);
        }
        if (isSuch) return true;
    }
    if (list.isComplete) return false;
    const ModelRank& rank = tensor.ranks[at(tensor.rankOf[at(d)])];
    Count divisor = 0;
    double reach = 0;
    for (std::size_t i = 0; i < rank.dims.size(); ++i) {
        const int other = rank.dims[i];
        const double inside = m_model->inside[at(link.level)][at(other)];
        const double lanes = m_model->unionInside[at(link.level)][at(other)] / inside;
        if (lanes <= 1) continue;
        const double distance = static_cast<double>(std::abs(rank.coefficients[i])) * tile(other);
        divisor = std::gcd(divisor, static_cast<Count>(distance));
        reach += (lanes - 1) * distance;
    }
    return divisor > 0 && move <= reach && static_cast<Count>(move) % divisor == 0;
}

/// What one tile costs where the slide of the tensor began: all of it, or in the mode in hand the part that may not be
/// due.
double NestSearch::tileCost(int t, const Status& status, std::uint32_t place, int level) {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const int d = status.dim;
    std::uint32_t start = place - static_cast<std::uint32_t>(digit(place, d) - status.start) * m_strides[at(d)];
    const int other = otherDim(t, status);
    if (other >= 0 && status.mode > endedMode)
        start -= static_cast<std::uint32_t>(digit(place, other) - status.otherStart) * m_strides[at(other)];
    double sum = 0;
    for (int k = m_rooms[at(t)].outermostPlaced[at(level)]; k < status.pending; ++k) {
        const ModelLink& link = m_model->links[at(t)][at(k)];
        double words = box(t, k, start);
        if (status.mode == goingOnMode) {
            const ModelRank& rank = tensor.ranks[at(tensor.rankOf[at(d)])];
            double extent = 1;
            for (std::size_t i = 0; i < rank.dims.size(); ++i) {
                const int each = rank.dims[i];
                extent += static_cast<double>(std::abs(rank.coefficients[i])) *
                          (value(each, digit(start, each)) * m_model->inside[at(link.level)][at(each)] - 1);
            }
            const double step = static_cast<double>(std::abs(tensor.coefficient[at(d)])) * value(d, status.start) *
                                m_model->inside[at(level)][at(d)];
            words = words / extent * std::max(0.0, extent - step);
        }
        sum += words * ((status.mode == servedMode ? 0 : link.arriving[0]) + link.sending[0]);
    }
    return sum;
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
    cost += closePlain(t, status.pending, from.place, level, isPartial ? 1 : 0);
    status = Status{};
    status.isPartial = isPartial && m_rooms[at(t)].hasTwoWidths;
    return true;
}

bool NestSearch::applySliding(int t, Status& status, const Entry& from, int level, int d, const Step& by,
                              double& cost) {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const bool moves = tensor.moves[at(d)];
    if (status.mode == pendingMode) {
        if (!moves) return true;
        if (tensor.slides[at(d)]) {
            status.mode = slidingMode;
            status.dim = d;
            status.start = digit(from.place, d);
            const int other = otherDim(t, status);
            status.otherStart = other < 0 ? 0 : digit(from.place, other);
            status.isDimInBlock = true;
        } else {
            cost += closeSliding(t, status, from.place, level, false);
            status = Status{};
        }
        return true;
    }
    if (status.mode == slidingMode) {
        if (d == status.dim) {
            status.isDimInBlock = true;
            return true;
        }
        cost += closeSliding(t, status, from.place, level, false);
        status.mode = endedMode;
    }
    if (!moves) {
        endLoop(status);
        if (!mayContinue(t, status, from.place)) status = Status{};
        return true;
    }
    if (tensor.rankOf[at(d)] != tensor.rankOf[at(status.dim)]) {
        status = Status{};
        return true;
    }
    return goOn(t, status, from, level, d, by, cost);
}

/// A loop over the rank of a slide that is paid for with whole tiles: what of that isn't due where the loop happens to
/// stay where the slide ended, or to go on. A dim has one loop in a level.
bool NestSearch::goOn(int t, Status& status, const Entry& from, int level, int d, const Step& by, double& cost) {
    const bool isOther = d != status.dim;
    const bool isOnlyOther = otherDim(t, status) >= 0;
    bool& isInBlock = isOther ? status.isOtherInBlock : status.isDimInBlock;
    const bool isOtherUnderWay = isOther && status.mode >= otherMode && status.mode <= goingOnMode;
    const bool isThirdUnderWay = status.mode == thirdMode && isInBlock;
    const bool isPast = isInBlock && !isOtherUnderWay && !isThirdUnderWay && status.mode != brokenMode;
    if (isPast && (!isOther || isOnlyOther)) return false;
    if (status.mode >= otherMode && status.mode <= goingOnMode && !isOther) endLoop(status);
    const bool isNew = !isOtherUnderWay && !isThirdUnderWay;
    if (!isOnlyOther || (isNew && status.mode == thirdMode)) status.mode = brokenMode;
    if (isNew && status.mode != brokenMode) {
        const bool isThird = status.mode == otherEndedMode || !isOther;
        const double move = strideOf(t, d, digit(from.place, d), level) -
                            rewound(t, status, from.place, level, status.mode == otherEndedMode);
        status.mode = modeOf(t, status, from, level, d, move);
        if (isThird) status.mode = status.mode == otherMode ? thirdMode : brokenMode;
    }
    isInBlock = true;
    if (status.mode != otherMode && status.mode != thirdMode) {
        const std::uint32_t to =
            from.place + static_cast<std::uint32_t>(by.to - digit(from.place, d)) * m_strides[at(d)];
        cost -= static_cast<double>(by.factor - 1) * m_outer[to] * tileCost(t, status, from.place, level);
    }
    return true;
}

/// What an iteration of a loop brings that moves the tile so far along the slide's rank.
int NestSearch::modeOf(int t, const Status& status, const Entry& from, int level, int d, double move) const {
    if (move == 0) return stayingMode;
    if (move == strideOf(t, status.dim, status.start, level)) return goingOnMode;
    const auto& links = m_model->links[at(t)];
    for (int k = m_rooms[at(t)].outermostPlaced[at(level)]; k < status.pending; ++k) {
        if (neighboursMayServe(t, links[at(k)], d, from.place, std::abs(move))) return servedMode;
    }
    return otherMode;
}

void NestSearch::endLoop(Status& status) const {
    if (status.mode >= otherMode && status.mode <= goingOnMode) status.mode = otherEndedMode;
    // Of all iterations the sum of the moves is known, of the second ones that of two loops.
    const bool isSampled = m_tables.context.rules.steps == CountingRules::Steps::sampled;
    if (status.mode == thirdMode) status.mode = isSampled ? brokenMode : otherEndedMode;
}

/// The only other dim of the slide's rank; -1 where there are more.
int NestSearch::otherDim(int t, const Status& status) const {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const auto& dims = tensor.ranks[at(tensor.rankOf[at(status.dim)])].dims;
    if (dims.size() != 2) return -1;
    return dims[0] == status.dim ? dims[1] : dims[0];
}

/// How far an iteration of a loop over the dim moves the tile along its rank.
double NestSearch::strideOf(int t, int d, int index, int level) const {
    return static_cast<double>(m_tables.tensors[at(t)].coefficient[at(d)]) * value(d, index) *
           m_model->inside[at(level)][at(d)];
}

/// How far the loops over the slide's rank go back when one outside them takes a step: by the rules, from the last
/// iteration or from the second. `hasOther`: of the other dim's loop too.
double NestSearch::rewound(int t, const Status& status, std::uint32_t place, int level, bool hasOther) const {
    const bool isSampled = m_tables.context.rules.steps == CountingRules::Steps::sampled;
    const auto ofDim = [&](int d, int start) {
        const double stride = strideOf(t, d, start, level);
        return isSampled ? stride : strideOf(t, d, digit(place, d), level) - stride;
    };
    double sum = ofDim(status.dim, status.start);
    if (hasOther) sum += ofDim(otherDim(t, status), status.otherStart);
    return sum;
}

/// Whether some dim of the slide's rank is still to come.
bool NestSearch::mayContinue(int t, const Status& status, std::uint32_t place) const {
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const auto& dims = tensor.ranks[at(tensor.rankOf[at(status.dim)])].dims;
    return std::any_of(dims.begin(), dims.end(),
                       [&](int d) { return digit(place, d) + 1 < static_cast<int>(m_values[at(d)].size()); });
}

bool NestSearch::hasTail(std::uint64_t status) const {
    for (int t = 0; m_anySliding && t < m_space.tensors; ++t) {
        if (m_tables.tensors[at(t)].isSliding && statusOf(status, t).mode >= endedMode) return true;
    }
    return false;
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
    to.parent = index;
    to.dim = -1;
    if (std::any_of(keeps, keeps + m_space.tensors, [](char keep) { return keep != 0; })) {
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
    const Capacity room = checkRoom(level, from);
    if (!room.fits) return false;
    for (int t = 0; t < m_space.tensors; ++t) {
        if (m_model->keeps[at(level * m_space.tensors + t)] == 0) continue;
        const auto& links = m_model->links[at(t)];
        int link = 0;
        while (links[at(link)].level != level) ++link;
        Status now = statusOf(status, t);
        if (m_tables.tensors[at(t)].isSliding) placeSliding(t, level, link, from, now, cost);
        if (now.pending == 0) {
            now = Status{};
            now.pending = link + 1;
        }
        if (t == m_space.output && room.mustFinish) now.mustFinish = true;
        status = withStatus(status, t, now);
    }
    return true;
}

/// A slide that is under way, or may go on, is taken at the least that it may come to.
void NestSearch::placeSliding(int t, int level, int link, const Entry& from, Status& status, double& cost) {
    if (status.pending == 0 || status.mode == pendingMode) return;
    if (status.mode == slidingMode) {
        cost += closeSliding(t, status, from.place, level, mayContinue(t, status, from.place));
    } else if (mayContinue(t, status, from.place)) {
        const ModelTensor& tensor = m_tables.tensors[at(t)];
        double left = 1;
        for (const int d : tensor.ranks[at(tensor.rankOf[at(status.dim)])].dims)
            left *= m_values[at(d)].back() / value(d, digit(from.place, d));
        cost -= m_outer[from.place] * (1 - 1 / left) * tileCost(t, status, from.place, level);
    }
    status = Status{};
    status.pending = link + 1;
}

/// Spatial loops over the slide's rank end it.
void NestSearch::crossFanout(int level, const Entry& from, std::uint64_t& status, double& cost) {
    for (int t = 0; t < m_space.tensors; ++t) {
        const ModelTensor& tensor = m_tables.tensors[at(t)];
        if (!tensor.isSliding) continue;
        Status now = statusOf(status, t);
        if (now.pending == 0 || now.mode == pendingMode) continue;
        now.isDimInBlock = now.isOtherInBlock = false;
        endLoop(now);
        status = withStatus(status, t, now);
        bool isSpread = false;
        for (const int d : tensor.ranks[at(tensor.rankOf[at(now.dim)])].dims)
            isSpread = isSpread || m_model->inside[at(level - 1)][at(d)] > m_model->inside[at(level)][at(d)];
        if (!isSpread) continue;
        if (now.mode == slidingMode) cost += closeSliding(t, now, from.place, level, false);
        now.mode = brokenMode;
        if (!mayContinue(t, now, from.place)) now = Status{};
        status = withStatus(status, t, now);
    }
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
        if (known.status != entry.status || known.inBlock != entry.inBlock) continue;
        ++m_counts.dominated;
        if (entry.cost >= known.cost) return;
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
    for (auto entry = path.rbegin(); entry != path.rend(); ++entry) {
        if ((*entry)->dim < 0) continue;
        const auto same = std::find_if(found.loops.begin(), found.loops.end(), [&](const FoundLoop& loop) {
            return loop.level == (*entry)->level && loop.dim == (*entry)->dim;
        });
        if (same != found.loops.end()) {
            same->bound *= (*entry)->factor;
        } else {
            found.loops.push_back({(*entry)->level, (*entry)->dim, (*entry)->factor});
        }
    }
    return found;
}

/// An output whose width in the level is still open is taken as a partial sum where that fits; otherwise its sums must
/// be finished before it moves on.
NestSearch::Capacity NestSearch::checkRoom(int level, const Entry& from) {
    const int t = m_space.output;
    const TensorRoom& room = m_rooms[at(t)];
    const bool keepsOutput = m_model->keeps[at(level * m_space.tensors + t)] != 0;
    if (!keepsOutput || !room.hasTwoWidths) return {fitsRoom(level, from, 0), false};
    const Status status = statusOf(from.status, t);
    const bool isInnermost = room.outermostPlaced[at(level)] == static_cast<int>(m_model->links[at(t)].size());
    if (isInnermost) {
        const bool isPartial = m_model->steps / room.total > kJustAboveOne;
        return {fitsRoom(level, from, isPartial ? 1 : 0), false};
    }
    if (status.pending == 0) return {fitsRoom(level, from, status.isPartial ? 1 : 0), false};
    const bool isOpen = hasReductionsLeft(from.place) && room.total / room.product[from.place] > kJustAboveOne;
    if (!isOpen) return {fitsRoom(level, from, 0), status.mustFinish};
    if (!status.mustFinish && fitsRoom(level, from, 1)) return {true, false};
    return {fitsRoom(level, from, 0), true};
}

bool NestSearch::fitsRoom(int level, const Entry& from, std::size_t outputWidth) {
    const Level& place = m_space.accelerator->levels[at(level)];
    std::array<TileInRoom, kMaxFlatTensors> tiles;
    for (int t = 0; t < m_space.tensors; ++t) {
        TileInRoom& tile = tiles[at(t)];
        tile.isKept = m_model->keeps[at(level * m_space.tensors + t)] != 0;
        if (!tile.isKept) continue;
        const ModelTensor& tensor = m_tables.tensors[at(t)];
        const TensorRoom& room = m_rooms[at(t)];
        const auto& links = m_model->links[at(t)];
        int link = 0;
        while (links[at(link)].level != level) ++link;
        const double words =
            tensor.isSliding ? box(t, link, from.place) : room.product[from.place] * links[at(link)].inside;
        const double bits =
            m_space.accelerator->elementPerWord ? place.wordBits : tensor.bits[tensor.isOutput ? outputWidth : 0];
        tile.bits = words * bits;
        tile.isRefilled = room.total / room.product[from.place] > kJustAboveOne;
        const auto own = place.operandCapacityBits.find(m_space.problem->tensors[at(t)].operand);
        if (own != place.operandCapacityBits.end()) tile.ownRoomBits = static_cast<double>(own->second);
    }
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
