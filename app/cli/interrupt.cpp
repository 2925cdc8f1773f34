// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <csignal>

namespace nestwright::cli {

namespace {

const CancelToken* installedToken = nullptr; // set before the handlers are: a handler may not construct it

void onSignal(int) { installedToken->cancel(); }

} // namespace

const CancelToken& interruptToken() {
    static const CancelToken token;
    return token;
}

void cancelOnInterrupt() {
    installedToken = &interruptToken();
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

} // namespace nestwright::cli
