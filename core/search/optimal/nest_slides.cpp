// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "core/search/optimal/nest_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestwright {

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

/// What the pending links of a sliding tensor cost: tiles whole, or over a slide along one dim. `keepsSliding`: at the
/// least that it may come to where the slide goes on.
double NestSearch::closeSliding(int t, const Status& status, const Entry& from, int level, bool keepsSliding) {
    const std::uint32_t place = from.place;
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const auto& links = m_model->links[at(t)];
    const bool slides = status.mode == slidingMode;
    const int d = status.dim;
    const std::uint32_t moved = slides ? static_cast<std::uint32_t>(digit(place, d) - status.start) : 0;
    const std::uint32_t start = slides ? place - moved * m_strides[at(d)] : place;
    const double iterations = slides ? value(d, digit(place, d)) / value(d, status.start) : 1;
    double sum = 0;
    for (int k = outermostLink(t, level, from); k < status.pending; ++k) {
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
double NestSearch::tileCost(int t, const Status& status, const Entry& from, int level) {
    const std::uint32_t place = from.place;
    const ModelTensor& tensor = m_tables.tensors[at(t)];
    const int d = status.dim;
    std::uint32_t start = place - static_cast<std::uint32_t>(digit(place, d) - status.start) * m_strides[at(d)];
    const int other = otherDim(t, status);
    if (other >= 0 && status.mode > endedMode)
        start -= static_cast<std::uint32_t>(digit(place, other) - status.otherStart) * m_strides[at(other)];
    double sum = 0;
    for (int k = outermostLink(t, level, from); k < status.pending; ++k) {
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
            cost += closeSliding(t, status, from, level, false);
            status = Status{};
        }
        return true;
    }
    if (status.mode == slidingMode) {
        if (d == status.dim) {
            status.isDimInBlock = true;
            return true;
        }
        cost += closeSliding(t, status, from, level, false);
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
        cost -= static_cast<double>(by.factor - 1) * m_outer[to] * tileCost(t, status, from, level);
    }
    return true;
}

/// What an iteration of a loop brings that moves the tile so far along the slide's rank.
int NestSearch::modeOf(int t, const Status& status, const Entry& from, int level, int d, double move) const {
    if (move == 0) return stayingMode;
    if (move == strideOf(t, status.dim, status.start, level)) return goingOnMode;
    const auto& links = m_model->links[at(t)];
    for (int k = outermostLink(t, level, from); k < status.pending; ++k) {
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

/// A slide that is under way, or may go on, is taken at the least that it may come to.
void NestSearch::placeSliding(int t, int level, int link, const Entry& from, Status& status, double& cost) {
    if (status.pending == 0 || status.mode == pendingMode) return;
    if (status.mode == slidingMode) {
        cost += closeSliding(t, status, from, level, mayContinue(t, status, from.place));
    } else if (mayContinue(t, status, from.place)) {
        const ModelTensor& tensor = m_tables.tensors[at(t)];
        double left = 1;
        for (const int d : tensor.ranks[at(tensor.rankOf[at(status.dim)])].dims)
            left *= m_values[at(d)].back() / value(d, digit(from.place, d));
        cost -= m_outer[from.place] * (1 - 1 / left) * tileCost(t, status, from, level);
    }
    status = Status{};
    status.pending = link + 1;
}

/// Loops beyond a node are others, whatever dim they run over.
void NestSearch::endGap(int except, std::uint64_t& status) const {
    for (int t = 0; t < m_space.tensors; ++t) {
        if (t == except || !m_tables.tensors[at(t)].isSliding) continue;
        Status now = statusOf(status, t);
        if (now.pending == 0 || now.mode == pendingMode) continue;
        now.isDimInBlock = now.isOtherInBlock = false;
        endLoop(now);
        status = withStatus(status, t, now);
    }
}

/// Spatial loops over the slide's rank end it.
void NestSearch::crossFanout(int level, const Entry& from, std::uint64_t& status, double& cost) {
    endGap(-1, status);
    for (int t = 0; t < m_space.tensors; ++t) {
        const ModelTensor& tensor = m_tables.tensors[at(t)];
        if (!tensor.isSliding) continue;
        Status now = statusOf(status, t);
        if (now.pending == 0 || now.mode == pendingMode) continue;
        bool isSpread = false;
        for (const int d : tensor.ranks[at(tensor.rankOf[at(now.dim)])].dims)
            isSpread = isSpread || m_model->inside[at(level - 1)][at(d)] > m_model->inside[at(level)][at(d)];
        if (!isSpread) continue;
        if (now.mode == slidingMode) cost += closeSliding(t, now, from, level, false);
        now.mode = brokenMode;
        if (!mayContinue(t, now, from.place)) now = Status{};
        status = withStatus(status, t, now);
    }
}

} // namespace nestwright
