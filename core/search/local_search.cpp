// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/local_search.h"

#include "core/base/index.h"
#include "core/search/limits.h"

#include <algorithm>
#include <random>

namespace nestwright {
namespace {

constexpr Count kPrimes[] = {2, 3, 5, 7, 11, 13};
/// Full sweeps over all moves; in practice two to five suffice.
constexpr int kMaxSweeps = 12;

/// Of a value without a prime factor up to 2^16: the value itself.
Count smallestPrime(Count value) {
    constexpr Count kLargestTried = Count{1} << 16U;
    for (Count prime = 2; prime <= kLargestTried && prime * prime <= value; ++prime) {
        if (value % prime == 0) return prime;
    }
    return value;
}

/// A tiling under improvement: tries a change, keeps it where the price falls.
class Climber {
public:
    Climber(const SearchSpace& space, const Price& price, const Stop& stop, Tiling& tiling)
        : m_space(space)
        , m_price(price)
        , m_stop(stop)
        , m_tiling(tiling) {
        const auto score = price(tiling);
        if (score) m_score = *score;
        m_isPriced = score.has_value();
    }

    [[nodiscard]] bool isDone() const { return !m_isPriced || m_stop(); }

    /// Moves that concern one dim.
    bool improveDim(int dim) {
        bool improved = false;
        for (int to = 0; to < m_space.slots; ++to) {
            if (isDone()) return improved;
            if (!isUsable(to, dim)) continue;
            for (int from = 0; from < m_space.slots; ++from) {
                if (from != to && isUsable(from, dim)) improved |= improveMove(dim, from, to);
            }
            if (to != m_space.home[at(dim)]) improved |= improveFill(dim, to);
        }
        return improved;
    }

    /// One dim makes room for another: on an axis whose lanes, or in a level whose room, are taken.
    bool improveExchange(int slot) {
        bool improved = false;
        for (int out = 0; out < m_space.dims; ++out) {
            for (int in = 0; in < m_space.dims && !isDone(); ++in) {
                if (in == out || !isUsable(slot, in)) continue;
                const Count held = factor(m_tiling, out, slot);
                if (held == 1) break;
                const Count prime = smallestPrime(held);
                improved |= tryExchange(slot, out, held / prime, in);
                if (prime != held) improved |= tryExchange(slot, out, 1, in);
            }
        }
        return improved;
    }

    bool improveOrder(int level) {
        bool improved = false;
        for (int tensor = 0; tensor < m_space.tensors && !isDone(); ++tensor) improved |= tryStationary(level, tensor);
        for (int position = 0; position + 1 < m_space.dims && !isDone(); ++position) {
            improved |= trySwap(level, position);
        }
        return improved;
    }

    bool improveKeeps(int level) {
        bool improved = false;
        for (int tensor = 0; tensor < m_space.tensors && !isDone(); ++tensor) {
            const auto& may = m_space.mayKeep[at(level)];
            const auto& must = m_space.mustKeep[at(level)];
            if (may[at(tensor)] == 0 || must[at(tensor)] != 0) continue;
            Tiling next = m_tiling;
            char& keeps = next.keeps[at(level * m_space.tensors + tensor)];
            keeps = keeps != 0 ? 0 : 1;
            improved |= accept(std::move(next));
        }
        return improved;
    }

private:
    Count& factor(Tiling& tiling, int dim, int slot) const { return tiling.factors[at(dim * m_space.slots + slot)]; }

    [[nodiscard]] bool isUsable(int slot, int dim) const {
        if (!m_space.isSpatialSlot(slot)) return true;
        return m_space.lanes[at(slot)] > 1 && m_space.mayCarry[at(slot)][at(dim)] != 0;
    }

    bool improveMove(int dim, int from, int to) {
        bool improved = false;
        const int home = m_space.home[at(dim)];
        for (const Count prime : kPrimes) {
            const Count source = factor(m_tiling, dim, from);
            if (source == 1 || isDone()) return improved;
            if (prime > source) return improved;
            const bool divides = source % prime == 0;
            if (!divides && !(m_space.allowImperfect && prime == 2)) continue;
            Tiling next = m_tiling;
            if (to != home) factor(next, dim, to) *= prime;
            if (from != home) factor(next, dim, from) = ceilDivide(source, prime);
            improved |= acceptPlaced(std::move(next), dim, to);
        }
        return improved;
    }

    /// A loop that is new in its level may stand where it is in the order, innermost or outermost.
    bool acceptPlaced(Tiling next, int dim, int to) {
        const bool isNewLoop = !m_space.isSpatialSlot(to) && factor(m_tiling, dim, to) == 1;
        if (!isNewLoop) return acceptDim(std::move(next), dim, to);
        const auto placed = [&](bool innermost) {
            Tiling moved = next;
            const auto first = moved.order.begin() + to / 3 * m_space.dims;
            const auto at = std::find(first, first + m_space.dims, static_cast<std::uint8_t>(dim));
            if (innermost) {
                std::rotate(at, at + 1, first + m_space.dims);
            } else {
                std::rotate(first, at, at + 1);
            }
            return moved;
        };
        return acceptDim(next, dim, to) || acceptDim(placed(true), dim, to) || acceptDim(placed(false), dim, to);
    }

    /// With imperfect factors: as many lanes, or iterations, as there is use for.
    bool improveFill(int dim, int slot) {
        if (!m_space.allowImperfect || !m_space.isSpatialSlot(slot)) return false;
        Tiling next = m_tiling;
        Count free = m_space.lanes[at(slot)];
        for (int other = 0; other < m_space.dims; ++other) {
            if (other != dim) free /= factor(next, other, slot);
        }
        factor(next, dim, slot) = 1;
        const int home = m_space.home[at(dim)];
        if (free < 2 || home < 0 || !deriveHome(m_space, next, dim)) return false;
        const Count left = factor(next, dim, home);
        const Count most = std::min(left, free);
        bool improved = false;
        for (const Count wanted : {most, ceilDivide(left, ceilDivide(left, most))}) {
            if (wanted == factor(m_tiling, dim, slot)) continue;
            Tiling filled = next;
            factor(filled, dim, slot) = wanted;
            improved |= acceptDim(std::move(filled), dim, slot);
        }
        return improved;
    }

    bool tryExchange(int slot, int out, Count kept, int in) {
        Tiling next = m_tiling;
        const Count freed = factor(next, out, slot) / kept;
        factor(next, out, slot) = kept;
        if (!deriveHome(m_space, next, out)) return false;
        const int home = m_space.home[at(in)];
        if (home < 0 || home == slot) return false;
        const Count left = factor(next, in, home);
        if (left == 1) return false;
        if (!m_space.isSpatialSlot(slot)) {
            factor(next, in, slot) *= m_space.allowImperfect ? std::min(freed, left) : smallestPrime(left);
            return acceptDim(std::move(next), in, slot);
        }
        Count free = m_space.lanes[at(slot)];
        for (int dim = 0; dim < m_space.dims; ++dim) free /= factor(next, dim, slot);
        Count more = std::min(left, free);
        while (!m_space.allowImperfect && left % more != 0) --more;
        if (more < 2) return false;
        factor(next, in, slot) *= m_space.allowImperfect ? ceilDivide(left, ceilDivide(left, more)) : more;
        return acceptDim(std::move(next), in, slot);
    }

    bool tryStationary(int level, int tensor) {
        Tiling next = m_tiling;
        const auto first = next.order.begin() + level * m_space.dims;
        std::stable_partition(first, first + m_space.dims,
                              [&](std::uint8_t dim) { return m_space.moves[at(tensor)][at(dim)] != 0; });
        return next.order != m_tiling.order && accept(std::move(next));
    }

    bool trySwap(int level, int position) {
        const auto isTrivial = [&](int place) {
            const int dim = m_tiling.order[at(level * m_space.dims + place)];
            return factor(m_tiling, dim, temporalSlot(level)) == 1;
        };
        if (isTrivial(position)) return false;
        int partner = position + 1;
        while (partner < m_space.dims && isTrivial(partner)) ++partner;
        if (partner == m_space.dims) return false;
        Tiling next = m_tiling;
        const auto row = next.order.begin() + level * m_space.dims;
        std::iter_swap(row + position, row + partner);
        return accept(std::move(next));
    }

    bool acceptDim(Tiling next, int dim, int slot) {
        return deriveHome(m_space, next, dim) && fitsLanes(m_space, next, slot) && accept(std::move(next));
    }

    bool accept(Tiling next) {
        if (m_stop()) return false;
        applyOrders(m_space, next);
        const auto score = m_price(next);
        if (!score || *score >= m_score) return false;
        m_score = *score;
        m_tiling = std::move(next);
        return true;
    }

    const SearchSpace& m_space;
    const Price& m_price;
    const Stop& m_stop;
    Tiling& m_tiling;
    Score m_score;
    bool m_isPriced = false;
};

/// Moves `prime` of a factor to a slot outside the level: the home slot, or any other that takes it.
bool moveOutside(const SearchSpace& space, Tiling& tiling, int dim, int from, Count prime, int level) {
    const int home = space.home[at(dim)];
    const auto moved = [&](int to) {
        Tiling next = tiling;
        Count* factors = next.factors.data() + dim * space.slots;
        if (from != home)
            factors[from] = space.allowImperfect ? ceilDivide(factors[from], prime) : factors[from] / prime;
        if (to != home) factors[to] *= prime;
        if (!deriveHome(space, next, dim) || !fitsLanes(space, next, to)) return false;
        tiling = std::move(next);
        return true;
    };
    if (home >= 0 && home < temporalSlot(level)) return moved(home);
    for (int to = 0; to < temporalSlot(level); ++to) {
        if (moved(to)) return true;
    }
    return false;
}

/// Takes the largest factor inside the level that may be smaller down by its smallest prime; false where none may.
bool shrinkInside(const SearchSpace& space, Tiling& tiling, int level) {
    struct Inner {
        Count factor;
        int dim;
        int slot;
    };
    std::vector<Inner> inner;
    for (int dim = 0; dim < space.dims; ++dim) {
        for (int slot = std::max(1, temporalSlot(level)); slot < space.slots; ++slot) {
            const Count factor = tiling.factors[at(dim * space.slots + slot)];
            if (factor > 1) inner.push_back({factor, dim, slot});
        }
    }
    std::stable_sort(inner.begin(), inner.end(), [](const Inner& a, const Inner& b) { return a.factor > b.factor; });
    return std::any_of(inner.begin(), inner.end(), [&](const Inner& from) {
        const Count prime = space.allowImperfect ? 2 : smallestPrime(from.factor);
        return moveOutside(space, tiling, from.dim, from.slot, prime, level);
    });
}

bool dropOptional(const SearchSpace& space, Tiling& tiling, int level) {
    for (int tensor = 0; tensor < space.tensors; ++tensor) {
        char& keeps = tiling.keeps[at(level * space.tensors + tensor)];
        if (keeps == 0 || space.mustKeep[at(level)][at(tensor)] != 0) continue;
        keeps = 0;
        if (!hasBareLoops(space, tiling, level)) return true;
        keeps = 1;
    }
    return false;
}

/// A few random moves; some may not fit, which the price will tell.
class Shaker {
public:
    Shaker(const SearchSpace& space, std::uint64_t seed)
        : m_space(space)
        , m_random(seed) {}

    Tiling shake(Tiling tiling) {
        const int moves = 2 + pick(3);
        for (int i = 0; i < moves; ++i) {
            const int kind = pick(8);
            if (kind == 0) {
                flipKeep(tiling);
            } else if (kind < 3) {
                swapLoops(tiling);
            } else {
                moveFactor(tiling);
            }
        }
        applyOrders(m_space, tiling);
        return tiling;
    }

private:
    int pick(int count) { return static_cast<int>(m_random() % static_cast<std::uint64_t>(count)); }

    void flipKeep(Tiling& tiling) {
        const int level = pick(m_space.levels);
        const int tensor = pick(m_space.tensors);
        const bool mayFlip =
            m_space.mayKeep[at(level)][at(tensor)] != 0 && m_space.mustKeep[at(level)][at(tensor)] == 0;
        char& keeps = tiling.keeps[at(level * m_space.tensors + tensor)];
        if (mayFlip) keeps = keeps != 0 ? 0 : 1;
    }

    void swapLoops(Tiling& tiling) {
        const auto row = tiling.order.begin() + pick(m_space.levels) * m_space.dims;
        std::iter_swap(row + pick(m_space.dims), row + pick(m_space.dims));
    }

    void moveFactor(Tiling& tiling) {
        const int dim = pick(m_space.dims);
        const int from = pick(m_space.slots);
        const int to = pick(m_space.slots);
        const Count source = tiling.factors[at(dim * m_space.slots + from)];
        if (from == to || source == 1) return;
        Tiling next = tiling;
        const Count prime = m_space.allowImperfect ? 2 : smallestPrime(source);
        const int home = m_space.home[at(dim)];
        if (to != home) next.factors[at(dim * m_space.slots + to)] *= prime;
        if (from != home) next.factors[at(dim * m_space.slots + from)] = ceilDivide(source, prime);
        if (deriveHome(m_space, next, dim) && fitsLanes(m_space, next, to)) tiling = std::move(next);
    }

    const SearchSpace& m_space;
    std::mt19937_64 m_random;
};

} // namespace

bool repair(const SearchSpace& space, Estimator& estimator, Tiling& tiling) {
    while (true) {
        const Estimate estimate = estimator(tiling);
        if (estimate.fits) return true;
        if (dropOptional(space, tiling, estimate.tooSmallLevel)) continue;
        if (!shrinkInside(space, tiling, estimate.tooSmallLevel)) return false;
    }
}

void growTiles(const SearchSpace& space, const Price& price, const Stop& stop, Tiling& tiling) {
    auto best = price(tiling);
    for (int level = space.levels - 1; level > 0 && best; --level) {
        const int slot = temporalSlot(level);
        while (!stop()) {
            std::optional<Tiling> grown;
            for (int dim = 0; dim < space.dims; ++dim) {
                const int home = space.home[at(dim)];
                if (home < 0 || home >= slot) continue;
                const Count left = tiling.factors[at(dim * space.slots + home)];
                if (left == 1) continue;
                const Count prime = space.allowImperfect ? 2 : smallestPrime(left);
                Tiling next = tiling;
                next.factors[at(dim * space.slots + slot)] *= prime;
                if (!deriveHome(space, next, dim)) continue;
                const auto score = price(next);
                if (!score || *score >= *best) continue;
                best = score;
                grown = std::move(next);
            }
            if (!grown) break;
            tiling = std::move(*grown);
        }
    }
}

void climb(const SearchSpace& space, const Price& price, const Stop& stop, std::uint64_t seed, Tiling& tiling) {
    Climber climber(space, price, stop, tiling);
    const int first = static_cast<int>(seed % static_cast<std::uint64_t>(std::max(1, space.dims)));
    for (int sweep = 0; sweep < kMaxSweeps && !climber.isDone(); ++sweep) {
        bool improved = false;
        for (int level = 0; level < space.levels; ++level) improved |= climber.improveOrder(level);
        for (int i = 0; i < space.dims; ++i) improved |= climber.improveDim((first + i) % space.dims);
        for (int slot = 1; slot < space.slots; ++slot) improved |= climber.improveExchange(slot);
        for (int level = 1; level < space.levels; ++level) improved |= climber.improveKeeps(level);
        if (!improved) return;
    }
}

void climbWithKicks(const SearchSpace& space, const Price& price, const Stop& stop, std::uint64_t seed, int kicks,
                    Tiling& tiling) {
    climb(space, price, stop, seed, tiling);
    auto best = price(tiling);
    Shaker shaker(space, seed);
    for (int failed = 0; failed < kicks && best && !stop(); ++failed) {
        Tiling next = shaker.shake(tiling);
        climb(space, price, stop, seed, next);
        const auto score = price(next);
        if (!score || *score >= *best) continue;
        best = score;
        tiling = std::move(next);
        failed = -1;
    }
}

} // namespace nestwright
