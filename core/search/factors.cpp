// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/factors.h"

#include <algorithm>

namespace nestwright {

std::vector<Count> primeFactorsOf(Count value) {
    constexpr Count kLargestTried = Count{1} << 20U;
    std::vector<Count> primes;
    for (Count prime = 2; prime <= kLargestTried && prime * prime <= value; ++prime) {
        for (; value % prime == 0; value /= prime) primes.push_back(prime);
    }
    if (value > 1) primes.push_back(value);
    return primes;
}

std::vector<Count> divisorsOf(Count value) {
    std::vector<Count> divisors = {1};
    for (const Count prime : primeFactorsOf(value)) {
        const std::vector<Count> smaller = divisors;
        for (const Count divisor : smaller) divisors.push_back(divisor * prime);
        std::sort(divisors.begin(), divisors.end());
        divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
    }
    return divisors;
}

} // namespace nestwright
