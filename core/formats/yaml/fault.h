// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/yaml/node.h"

#include <type_traits>

namespace nestwright::yaml {

/// Leaves a reader of YAML descriptions; `guarded` turns it into a Result at the room's edge.
struct Fault {
    Error error;
};

[[noreturn]] inline void fail(SourcePlace place, Message what, Message remedy) {
    throw Fault{Error{ErrorKind::input, std::move(what), std::move(place), std::move(remedy)}};
}

[[noreturn]] inline void fail(const Node& node, Message what, Message remedy) {
    fail(node.place(), std::move(what), std::move(remedy));
}

template <class Function>
auto guarded(Function&& function) -> Result<std::invoke_result_t<Function>> {
    try {
        return function();
    } catch (const Fault& fault) {
        return tl::unexpected(fault.error);
    }
}

} // namespace nestwright::yaml
