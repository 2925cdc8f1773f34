// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <atomic>
#include <functional>
#include <memory>

namespace nestwright {

/// Asks long work to stop. Copies share one flag; a default-constructed token can be cancelled as well.
class CancelToken {
public:
    CancelToken()
        : m_flag(std::make_shared<std::atomic<bool>>(false)) {}
    void cancel() const { m_flag->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return m_flag->load(std::memory_order_relaxed); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag;
};

/// Hears how far work has come: a fraction from 0 to 1 and what is being done. May be called from any thread.
using ProgressSink = std::function<void(double fraction, const Message& step)>;

/// What every long function takes: both parts may be left at their defaults.
struct WorkContext {
    CancelToken cancel;
    ProgressSink progress;

    void report(double fraction, const Message& step) const {
        if (progress) progress(fraction, step);
    }
};

} // namespace nestwright
