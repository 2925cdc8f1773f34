// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/libraries.h"

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <openssl/opensslv.h>
#include <tbb/version.h>

#include "build_info.h"
#include <sqlite3.h>

namespace nestwright::app {

std::vector<LibraryVersion> libraryVersions() {
    std::vector<LibraryVersion> libraries = {
        {"CLI11", CLI11_VERSION},
        {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
        {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
        {"nlohmann/json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                      NLOHMANN_JSON_VERSION_PATCH)},
        {"oneTBB", fmt::format("{}.{}", TBB_VERSION_MAJOR, TBB_VERSION_MINOR)},
        {"ONNX", kOnnxVersion},
        {"OpenSSL", OPENSSL_VERSION_STR},
        {"Protocol Buffers", kProtobufVersion},
        {"SQLite", SQLITE_VERSION},
    };
    if (*kQtVersion != '\0') libraries.push_back({"Qt", kQtVersion});
    return libraries;
}

} // namespace nestwright::app
