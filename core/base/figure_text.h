// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nestwright {

/// A figure with an SI prefix (decimal, always) and significant digits: siText(4.09e9, "MAC") is "4.09 GMAC".
[[nodiscard]] std::string siText(double value, const std::string& unit, int digits = 3);

/// A rate: below one a second it has no prefix, as nobody counts thousandths of a sample: "0.276 samples/s".
[[nodiscard]] std::string rateText(double perSecond, const std::string& unit);

/// Bytes with an IEC prefix: "24.5 MiB".
[[nodiscard]] std::string bytesText(double bytes);

/// A fraction as a percentage with one decimal: "38.0 %".
[[nodiscard]] std::string percentText(double fraction);

} // namespace nestwright
