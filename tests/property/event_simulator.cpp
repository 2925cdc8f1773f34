// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/event_simulator.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>

namespace nestwright {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

enum class Action { load, drain };

/// A load or a drain at a node, or a pass (tensor -1).
struct Job {
    int tensor = -1;
    std::size_t node = 0;
    Action action = Action::load;
    std::size_t visit = 0;
    double ready = 0;
    double end = kNever;
    std::vector<std::pair<std::size_t, double>> ports; ///< number and cycles
    double cycles = 0;
};

/// A tile's stay as it goes on.
struct Progress {
    bool isRequested = false;
    bool isThere = false;
    bool isDrainRequested = false;
    bool isGone = false; ///< its slot is free again
};

class Simulator {
public:
    Simulator(const TransferSchedule& schedule, const Accelerator& accelerator, const TileSlots& slots,
              double cyclesPerStep)
        : m_schedule(schedule)
        , m_accelerator(accelerator)
        , m_slots(slots)
        , m_cyclesPerStep(cyclesPerStep)
        , m_portFreeAt(3 * accelerator.levels.size(), 0) {
        for (const auto& tensor : schedule.tensors) {
            m_progress.emplace_back();
            m_firstOpen.emplace_back(tensor.nodes.size(), 0);
            m_visitOfStep.emplace_back();
            for (const auto& node : tensor.nodes) {
                m_progress.back().emplace_back(node.visits.size());
                m_visitOfStep.back().emplace_back();
                for (std::size_t v = 0; v < node.visits.size(); ++v)
                    m_visitOfStep.back().back().resize(node.visits[v].last + 1, v);
            }
        }
        m_time.busyCycles.resize(accelerator.levels.size());
        findPasses();
    }

    SimulatedTime run() {
        while (true) {
            while (request() || start()) {
            }
            double next = kNever;
            for (const auto& job : m_running) next = std::min(next, job.end);
            for (const double free : m_portFreeAt) {
                if (free > m_now) next = std::min(next, free);
            }
            if (next == kNever) break;
            m_now = next;
            finish();
        }
        if (m_passesDone < m_passes.size() || !m_waiting.empty()) throw std::logic_error("the simulation is stuck");
        m_time.cycles = m_lastEnd;
        return m_time;
    }

private:
    void findPasses() {
        std::vector<bool> starts(m_schedule.steps, false);
        starts[0] = true;
        for (const auto& tensor : m_schedule.tensors) {
            for (const auto& visit : tensor.nodes.back().visits) starts[visit.first] = true;
        }
        for (std::size_t s = 0; s < starts.size(); ++s) {
            if (starts[s]) m_passes.push_back(s);
        }
    }
    [[nodiscard]] std::size_t passEnd(std::size_t pass) const {
        return pass + 1 < m_passes.size() ? m_passes[pass + 1] : m_schedule.steps;
    }
    /// Steps that are done.
    [[nodiscard]] std::size_t stepsDone() const { return m_passesDone == 0 ? 0 : passEnd(m_passesDone - 1); }

    // What the state of a tile says.
    const std::vector<Visit>& visits(std::size_t t, std::size_t n) const {
        return m_schedule.tensors[t].nodes[n].visits;
    }
    [[nodiscard]] bool isThere(std::size_t t, std::size_t n, std::size_t step) const {
        return n == 0 || m_progress[t][n][visitAt(t, n, step)].isThere;
    }
    [[nodiscard]] std::size_t visitAt(std::size_t t, std::size_t n, std::size_t step) const {
        return m_visitOfStep[t][n][step];
    }
    /// The next inner node's loads and drains go in order, so that the last one speaks for all.
    [[nodiscard]] bool isUsedUp(std::size_t t, std::size_t n, const Visit& visit) const {
        if (n + 1 == m_schedule.tensors[t].nodes.size()) return stepsDone() > visit.last;
        const Progress& child = m_progress[t][n + 1][visitAt(t, n + 1, visit.last)];
        return m_schedule.tensors[t].isOutput ? child.isGone : child.isThere;
    }
    [[nodiscard]] bool hasSlot(std::size_t t, std::size_t n, std::size_t v) const {
        const auto level = static_cast<std::size_t>(m_schedule.tensors[t].nodes[n].level);
        const auto slots = static_cast<std::size_t>(m_slots[t][level]);
        return v < slots || m_progress[t][n][v - slots].isGone;
    }

    /// Notes everything that has become possible; whether there was anything.
    bool request() {
        bool any = requestPass();
        for (std::size_t t = 0; t < m_schedule.tensors.size(); ++t) {
            for (std::size_t n = 1; n < m_schedule.tensors[t].nodes.size(); ++n) {
                auto& open = m_firstOpen[t][n];
                while (open < visits(t, n).size() && m_progress[t][n][open].isGone) ++open;
                for (std::size_t v = open; v < visits(t, n).size(); ++v) {
                    any = advance(t, n, v) || any;
                    if (!m_progress[t][n][v].isRequested) break;
                }
            }
        }
        return any;
    }

    bool advance(std::size_t t, std::size_t n, std::size_t v) {
        const bool isOutput = m_schedule.tensors[t].isOutput;
        const Visit& visit = visits(t, n)[v];
        Progress& progress = m_progress[t][n][v];
        if (!progress.isRequested) {
            const bool isNext = v == 0 || m_progress[t][n][v - 1].isThere;
            const bool isLoaded = visit.load.outer > 0 || visit.load.inner > 0;
            if (!isNext || !hasSlot(t, n, v) || (isLoaded && !isThere(t, n - 1, visit.first))) return false;
            progress.isRequested = true;
            progress.isThere = !isLoaded;
            if (isLoaded) wait(t, n, v, Action::load);
            return true;
        }
        if (!progress.isThere || progress.isGone || progress.isDrainRequested || !isUsedUp(t, n, visit)) return false;
        if (!isOutput) {
            progress.isGone = true;
            return true;
        }
        const bool isNext = v == 0 || m_progress[t][n][v - 1].isGone;
        if (!isNext || !isThere(t, n - 1, visit.first)) return false;
        progress.isDrainRequested = true;
        wait(t, n, v, Action::drain);
        return true;
    }

    void wait(std::size_t t, std::size_t n, std::size_t v, Action action) {
        Job job;
        job.tensor = static_cast<int>(t);
        job.node = n;
        job.visit = v;
        job.action = action;
        job.ready = m_now;
        const bool isLoad = action == Action::load;
        const MovedBits& bits = isLoad ? visits(t, n)[v].load : visits(t, n)[v].drain;
        const auto& nodes = m_schedule.tensors[t].nodes;
        take(job, nodes[n - 1].level, isLoad ? bits.outer : 0, isLoad ? 0 : bits.outer);
        take(job, nodes[n].level, isLoad ? 0 : bits.inner, isLoad ? bits.inner : 0);
        m_waiting.push_back(job);
    }

    void take(Job& job, int level, double readBits, double writeBits) const {
        const Level& place = m_accelerator.levels[static_cast<std::size_t>(level)];
        const auto add = [&](std::size_t kind, double bits, const std::optional<double>& rate) {
            if (!rate || bits <= 0) return;
            const auto port = 3 * static_cast<std::size_t>(level) + kind;
            const auto same =
                std::find_if(job.ports.begin(), job.ports.end(), [&](const auto& p) { return p.first == port; });
            if (same != job.ports.end()) {
                same->second += bits / *rate;
            } else {
                job.ports.emplace_back(port, bits / *rate);
            }
        };
        add(0, readBits, place.readBitsPerCycle);
        add(1, writeBits, place.writeBitsPerCycle);
        add(2, readBits + writeBits, place.sharedBitsPerCycle);
        for (const auto& [port, cycles] : job.ports) job.cycles = std::max(job.cycles, cycles);
    }

    bool requestPass() {
        if (m_isPassRequested || m_passesDone == m_passes.size()) return false;
        const std::size_t first = m_passes[m_passesDone];
        for (std::size_t t = 0; t < m_schedule.tensors.size(); ++t) {
            if (!isThere(t, m_schedule.tensors[t].nodes.size() - 1, first)) return false;
        }
        Job job;
        job.ready = m_now;
        for (const auto& tensor : m_schedule.tensors) {
            MacAccess sum;
            for (std::size_t s = first; s < passEnd(m_passesDone); ++s) {
                sum.readBits += tensor.accesses[s].readBits;
                sum.writeBits += tensor.accesses[s].writeBits;
            }
            take(job, tensor.nodes.back().level, sum.readBits, sum.writeBits);
        }
        const double computing = static_cast<double>(passEnd(m_passesDone) - first) * m_cyclesPerStep;
        job.cycles = std::max(job.cycles, computing);
        m_time.computeCycles += computing;
        m_isPassRequested = true;
        m_waiting.push_back(job);
        return true;
    }

    /// Starts the first of those that wait whose ports are all free; whether there was one.
    bool start() {
        const auto order = [](const Job& job) {
            return std::tuple(job.cycles > 0, job.ready, job.tensor, job.node, job.action);
        };
        std::stable_sort(m_waiting.begin(), m_waiting.end(),
                         [&](const Job& a, const Job& b) { return order(a) < order(b); });
        const auto canStart = [&](const Job& job) {
            return std::all_of(job.ports.begin(), job.ports.end(),
                               [&](const auto& port) { return m_portFreeAt[port.first] <= m_now; });
        };
        const auto first = std::find_if(m_waiting.begin(), m_waiting.end(), canStart);
        if (first == m_waiting.end()) return false;
        Job job = *first;
        m_waiting.erase(first);
        for (const auto& [port, cycles] : job.ports) {
            m_portFreeAt[port] = m_now + cycles;
            m_time.busyCycles[port / 3][port % 3] += cycles;
        }
        if (job.tensor < 0 && m_passesDone == 0) m_time.firstIssue = m_now;
        job.end = m_now + job.cycles;
        m_running.push_back(job);
        if (job.cycles == 0) finish();
        return true;
    }

    void finish() {
        for (std::size_t i = 0; i < m_running.size();) {
            if (m_running[i].end > m_now) {
                ++i;
                continue;
            }
            const Job job = m_running[i];
            m_running.erase(m_running.begin() + static_cast<std::ptrdiff_t>(i));
            m_lastEnd = std::max(m_lastEnd, job.end);
            if (job.tensor < 0) {
                ++m_passesDone;
                m_isPassRequested = false;
                m_time.lastIssue = m_now;
                continue;
            }
            auto& progress = m_progress[static_cast<std::size_t>(job.tensor)][job.node][job.visit];
            (job.action == Action::load ? progress.isThere : progress.isGone) = true;
        }
    }

    const TransferSchedule& m_schedule;
    const Accelerator& m_accelerator;
    const TileSlots& m_slots;
    double m_cyclesPerStep;
    std::vector<double> m_portFreeAt; ///< three a level
    std::vector<std::vector<std::vector<Progress>>> m_progress;
    std::vector<std::vector<std::size_t>> m_firstOpen; ///< the first visit that isn't gone
    std::vector<std::vector<std::vector<std::size_t>>> m_visitOfStep;
    std::vector<std::size_t> m_passes; ///< first steps
    std::size_t m_passesDone = 0;
    bool m_isPassRequested = false;
    std::vector<Job> m_waiting;
    std::vector<Job> m_running;
    double m_now = 0;
    double m_lastEnd = 0;
    SimulatedTime m_time;
};

} // namespace

SimulatedTime simulateTime(const TransferSchedule& schedule, const Accelerator& accelerator, const TileSlots& slots,
                           double cyclesPerStep) {
    return Simulator(schedule, accelerator, slots, cyclesPerStep).run();
}

} // namespace nestwright
