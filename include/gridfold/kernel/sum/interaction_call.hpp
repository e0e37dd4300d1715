// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A kernel's call of an interaction.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/source.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/math/interaction.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The call of an interaction for one source and one point.
template <class Interaction, class T>
using interaction_call = std::conditional_t<
    math::field_interaction<Interaction>, exec::function_call<Interaction, T, T, T, T, T>,
    std::conditional_t<vector_interaction<Interaction, source<T>, T>,
                       exec::function_call<Interaction, source<T>, T, T, T>, exec::function_call<Interaction, T, T>>>;

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
