// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/room.h"
#include "core/search/optimal/neighbour_hops.h"
#include "core/search/optimal/nest_model.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace nestwright {

/// Partial nests that a search has seen, and why it gave some up.
struct NestCounts {
    double considered = 0;
    double capacity = 0;
    double dominated = 0;
    double bound = 0;

    NestCounts& operator+=(const NestCounts& more);
};

/// A temporal loop of a nest.
struct FoundLoop {
    int level = 0;
    int dim = 0;
    Count bound = 1;
};

/// A tensor's storage node of an uneven nest.
struct FoundNode {
    int level = 0;
    int tensor = 0;
    std::size_t loopsInside = 0; ///< of FoundNest::loops
};

struct FoundNest {
    double cost = 0;              ///< under the model
    std::vector<FoundLoop> loops; ///< innermost first; a dim stands once in a level, or between two of its nodes
    std::vector<FoundNode> nodes; ///< innermost first, without those of the outermost level; empty where nests are even
};

/// The cheapest temporal nest for one choice of keeping and of spatial loops: a shortest path.
///
/// The nest grows from the MACs outward, one prime factor of one dim at a time. A state is how far each dim has come,
/// the level whose loops are being placed, and per tensor which links of its chain are still pending, that is whether a
/// loop outside their node has moved the tensor yet. A link's cost is set when the first such loop begins, from the
/// state alone, so that orders need no enumeration. Where a tensor's tiles may overlap, the loop that moves it first is
/// remembered until another ends the slide. What the counting rules do beyond that only lowers the path's cost, so that
/// it is never more than what evaluate() says. What tensors do whose tiles overlap is in nest_slides.cpp.
///
/// In an uneven nest the nodes of a level are placed one by one, with loops between them: the state says which stand
/// already and how much of the level's room they take, and of two states that differ in that room alone the one with
/// less of it and no more cost is enough. A level's loops stand inside its outermost node.
class NestSearch {
public:
    /// Asked now and then: whether to stop.
    using Stop = std::function<bool()>;

    explicit NestSearch(const ModelTables& tables);

    /// Nothing where no nest that fits costs less than `limit`, or where the search was stopped.
    [[nodiscard]] std::optional<FoundNest> run(const NestModel& model, double limit, const Stop& stop);

    [[nodiscard]] const NestCounts& counts() const { return m_counts; }
    /// Whether the last run was stopped.
    [[nodiscard]] bool isStopped() const { return m_isStopped; }

private:
    struct Entry {
        std::uint64_t status = 0;
        double cost = 0;
        std::uint32_t place = 0;   ///< of the state among the products of factors so far
        std::uint32_t inBlock = 0; ///< dims done and position in the order, where constraints ask for it
        std::uint32_t placed = 0;  ///< a bit a tensor: whose node of the level in hand stands; uneven nests only
        double roomBits = 0;       ///< that these take of the level
        std::int32_t parent = -1;
        std::int32_t next = -1; ///< of the same place
        std::int16_t dim = -1;
        std::int16_t level = 0;
        Count factor = 1;
    };
    /// Modes of a sliding tensor's links. `pending`: no loop has moved it yet. `sliding`: one loop has. `ended`: paid
    /// for, but a loop over the slide's rank might go on where it ended. `other`: such a loop is being placed, and each
    /// of its iterations brings whole tiles, perhaps from neighbours, or happens to stay where the slide ended, or to
    /// go on. `otherEnded`, `third`: another loop has followed, and one more does, which brings whole tiles. `broken`:
    /// paid for, and too many loops for telling whether one more goes on.
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
    /// What one tensor's links are at.
    struct Status {
        int pending = 0; ///< innermost pending link + 1; 0: none
        int mode = 0;
        int dim = 0;                 ///< of the slide
        int start = 0;               ///< where the slide's dim stood when it began
        int otherStart = 0;          ///< where the other dim of its rank stood when a loop over it began
        bool isDimInBlock = false;   ///< a loop of the slide's dim stands in the block in hand
        bool isOtherInBlock = false; ///< the same of the other dim of its rank
        bool isPartial = false;
        bool mustFinish = false;
    };
    struct Step {
        Count factor = 1;
        int to = 0;
    };
    struct Capacity {
        bool fits = true;
        bool mustFinish = false;
    };
    struct TensorRoom {
        int shift = 0;
        std::vector<int> outermostPlaced;            ///< by level: the outermost link with a node inside its loops
        std::vector<std::array<double, 2>> price;    ///< [outermost pending link x (links + 1) + pending]
        std::vector<std::array<double, 2>> notToPay; ///< the same
        std::vector<std::vector<double>> boxes;      ///< [link][place], sliding tensors; negative: not known yet
        std::vector<double> product;                 ///< [place]
        double total = 1;
        bool hasTwoWidths = false; ///< partial sums are wider
    };

    void prepare(const NestModel& model);
    void prepareSteps();
    void prepareTensor(int t);
    [[nodiscard]] Status statusOf(std::uint64_t status, int t) const;
    [[nodiscard]] std::uint64_t withStatus(std::uint64_t status, int t, const Status& of) const;
    [[nodiscard]] int digit(std::uint32_t place, int d) const;
    [[nodiscard]] double value(int d, int index) const;
    [[nodiscard]] double box(int t, int link, std::uint32_t place);
    [[nodiscard]] bool hasReductionsLeft(std::uint32_t place) const;

    bool searchBlock(int level, const Stop& stop);
    /// `all`: placedAlone() of the level.
    void searchPlace(std::uint32_t place, int level, std::uint32_t placed, std::uint32_t all, bool hasLoops);
    void expand(std::int32_t index, int level);
    void step(std::int32_t index, int level, int d, const Step& by);
    bool applyLoop(int t, Status& status, const Entry& from, int level, int d, const Step& by, double& cost);
    bool applySliding(int t, Status& status, const Entry& from, int level, int d, const Step& by, double& cost);
    /// Those tensors whose nodes of the level are placed one by one, a bit each; none in an even nest.
    [[nodiscard]] std::uint32_t placedAlone(int level) const;
    /// The outermost link of the tensor that a loop of the level may move: its node stands inside the loop.
    [[nodiscard]] int outermostLink(int t, int level, const Entry& from) const;
    /// The link to the tensor's node in a level that keeps it.
    [[nodiscard]] int nodeLink(int t, int level) const;
    void placeAlone(std::int32_t index, int level, int t);
    void placeNode(int t, int level, const Entry& from, bool mustFinish, std::uint64_t& status, double& cost);
    bool goOn(int t, Status& status, const Entry& from, int level, int d, const Step& by, double& cost);
    int modeOf(int t, const Status& status, const Entry& from, int level, int d, double move) const;
    void endLoop(Status& status) const;
    void closeBlock(std::int32_t index, int level);
    bool placeNodes(int level, const Entry& from, std::uint64_t& status, double& cost);
    void placeSliding(int t, int level, int link, const Entry& from, Status& status, double& cost);
    void endGap(int except, std::uint64_t& status) const;
    void crossFanout(int level, const Entry& from, std::uint64_t& status, double& cost);
    void finish(std::int32_t index);
    void push(const Entry& entry, std::vector<std::int32_t>& heads);
    std::int32_t cheapestClosed(std::int32_t first, int level, std::uint32_t placed, double& cost);
    bool mayDominate(const Entry& better, const Entry& worse) const;

    double closeNow(int t, const Status& status, const Entry& from, int level);
    double closePlain(int t, int pending, std::uint32_t place, int outermost, std::size_t isPartial) const;
    double closeSliding(int t, const Status& status, const Entry& from, int level, bool keepsSliding);
    double tileCost(int t, const Status& status, const Entry& from, int level);
    [[nodiscard]] bool neighboursMayServe(int t, const ModelLink& link, int d, std::uint32_t place, double move) const;
    [[nodiscard]] int otherDim(int t, const Status& status) const;
    [[nodiscard]] double strideOf(int t, int d, int index, int level) const;
    [[nodiscard]] double rewound(int t, const Status& status, std::uint32_t place, int level, bool hasOther) const;
    [[nodiscard]] bool mayContinue(int t, const Status& status, std::uint32_t place) const;
    [[nodiscard]] bool hasTail(std::uint64_t status) const;
    [[nodiscard]] FoundNest trace(std::int32_t index) const;

    /// Asked for the output's width, whether tiles fit with it.
    using Fits = std::function<bool(std::size_t)>;
    [[nodiscard]] Capacity checkRoom(int level, const Entry& from, const Fits& fits) const;
    [[nodiscard]] bool fitsRoom(int level, const Entry& from, std::size_t outputWidth);
    [[nodiscard]] TileInRoom tileInRoom(int t, int level, const Entry& from, std::size_t outputWidth);
    [[nodiscard]] bool fitsAlone(int t, int level, const Entry& from, std::size_t outputWidth, double& roomBits);

    const ModelTables& m_tables;
    const SearchSpace& m_space;
    const NestModel* m_model = nullptr;
    double m_limit = 0;
    bool m_isStopped = false;
    NestCounts m_counts;

    std::uint32_t m_places = 0;
    std::vector<std::uint32_t> m_strides;                ///< by dim
    std::vector<std::vector<double>> m_values;           ///< [dim][index]: divisors of what is left to temporal loops
    std::vector<std::vector<std::vector<Step>>> m_steps; ///< [dim][index]: by one prime
    std::vector<std::uint8_t> m_digits;                  ///< [place x dims + dim]
    std::vector<double> m_outer;                         ///< [place]: iterations still outside
    std::vector<TensorRoom> m_rooms;
    bool m_anySliding = false;
    std::vector<HopList> m_hops; ///< by level
    std::vector<Entry> m_entries;
    std::vector<std::int32_t> m_heads;
    std::vector<std::int32_t> m_nextHeads;
    std::int32_t m_best = -1;
    double m_bestCost = 0;
};

} // namespace nestwright
