// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/mapper.h"

#include <memory>
#include <optional>
#include <string>

namespace nestwright {

/// Texts of earlier results by the text of what was asked. Both belong to the engine that wrote them: a cache gives
/// nothing that another version of it has stored. Called from several threads.
class ResultCache {
public:
    virtual ~ResultCache() = default;
    [[nodiscard]] virtual std::optional<std::string> find(const std::string& key) = 0;
    /// Keeps the value if it can: a cache that is full, busy or broken only costs time.
    virtual void store(const std::string& key, const std::string& value) = 0;
};

/// All that a search's result depends on, names left out: problems alike but for their names share their results.
/// Neither the number of threads nor a limit in seconds is part of it, as results that such a limit cut short are not
/// kept.
[[nodiscard]] std::string cacheKey(const Problem& problem, const Accelerator& accelerator,
                                   const MapperOptions& options);

/// A result as a text, and back. What is read is evaluated anew on this problem and accelerator: nothing where the text
/// isn't whole, the mapping isn't valid or doesn't cost what it did.
[[nodiscard]] std::string writeResult(const MappingResult& result);
[[nodiscard]] std::optional<MappingResult> readResult(const std::string& text, const Problem& problem,
                                                      const Accelerator& accelerator, const MapperOptions& options);

/// Asks the cache before the mapper, and keeps what the mapper finds, except where it was cancelled or out of time.
/// Without a cache it is the mapper itself.
[[nodiscard]] std::unique_ptr<Mapper> makeCachedMapper(std::unique_ptr<Mapper> mapper,
                                                       std::shared_ptr<ResultCache> cache);

} // namespace nestwright
