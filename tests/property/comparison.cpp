// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/comparison.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace nestwright {
namespace {

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

class Differences {
public:
    void compare(const std::string& what, double walked, double evaluated) {
        if (isClose(walked, evaluated)) return;
        std::ostringstream line;
        line << what << ": walked " << walked << ", evaluated " << evaluated;
        m_lines.push_back(line.str());
    }
    std::vector<std::string> take() { return std::move(m_lines); }

private:
    std::vector<std::string> m_lines;
};

void compareTensor(Differences& found, const std::string& where, const WalkedTensor& walked, double instances,
                   const TensorCounts& evaluated) {
    found.compare(where + " kept", walked.isKept ? 1 : 0, evaluated.isKept ? 1 : 0);
    if (!walked.isKept) return;
    found.compare(where + " tile", static_cast<double>(walked.tileWords), evaluated.tileWords);
    found.compare(where + " reads", static_cast<double>(walked.reads), evaluated.reads * instances);
    found.compare(where + " fills", static_cast<double>(walked.fills), evaluated.fills * instances);
    found.compare(where + " updates", static_cast<double>(walked.updates), evaluated.updates * instances);
    found.compare(where + " temporal reductions", static_cast<double>(walked.temporalReductions),
                  evaluated.temporalReductions * instances);
}

void compareNetwork(Differences& found, const std::string& where, const WalkedNetwork& walked, double instances,
                    bool isReadWrite, const NetworkTensorCounts& evaluated) {
    const auto ingresses = static_cast<double>(walked.entering + walked.returning);
    const double multicast =
        walked.entering > 0 ? static_cast<double>(walked.leaving) / static_cast<double>(walked.entering) : 1;
    found.compare(where + " ingresses", ingresses, evaluated.ingresses * instances);
    found.compare(where + " multicast", multicast, evaluated.multicast);
    found.compare(where + " links", static_cast<double>(walked.linked), evaluated.linkTransfers * instances);
    found.compare(where + " spatial reductions", isReadWrite ? (multicast - 1) * ingresses : 0,
                  evaluated.spatialReductions * instances);
}

void compareNetworks(Differences& found, const Problem& problem, const WalkedCounts& walked,
                     const Evaluation& evaluated) {
    for (std::size_t l = 0; l < walked.levels.size(); ++l) {
        for (const auto& network : evaluated.networks) {
            if (network.above != evaluated.levels[l].name) continue;
            for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
                compareNetwork(found, "network below " + network.above + " " + problem.tensors[t].name,
                               walked.levels[l].networks[t], walked.levels[l].utilizedInstances,
                               problem.tensors[t].isReadWrite(), network.tensors[t]);
            }
        }
    }
}

} // namespace

std::vector<std::string> differences(const Problem& problem, const WalkedCounts& walked, const Evaluation& evaluated) {
    if (!evaluated.isValid) {
        std::vector<std::string> lines{"found invalid"};
        for (const auto& violation : evaluated.violations) lines.push_back(violation.message.text());
        return lines;
    }
    Differences found;
    found.compare("MACs", static_cast<double>(walked.macs), evaluated.macs);
    found.compare("compute cycles", static_cast<double>(walked.computeCycles), evaluated.computeCycles);
    found.compare("levels", static_cast<double>(walked.levels.size()), static_cast<double>(evaluated.levels.size()));
    for (std::size_t l = 0; l < std::min(walked.levels.size(), evaluated.levels.size()); ++l) {
        const auto& level = evaluated.levels[l];
        found.compare(level.name + " utilised instances", walked.levels[l].utilizedInstances, level.utilizedInstances);
        for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
            compareTensor(found, level.name + " " + problem.tensors[t].name, walked.levels[l].tensors[t],
                          level.utilizedInstances, level.tensors[t]);
        }
    }
    compareNetworks(found, problem, walked, evaluated);
    return found.take();
}

} // namespace nestwright
