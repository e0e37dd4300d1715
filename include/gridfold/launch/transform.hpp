// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches of kernel/elements/transform_elements.hpp, and the conditions common to its variants.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/tuple>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/kernel/elements/transform_elements.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// A base of the verb_traits of verbs that compute each element of a vector once. A thread owns the same positions in
/// all vectors.
struct element_variants {
  template <class V>
  static constexpr bool uses_axes =
      uses_only<V, axis::assignment, axis::coarsening, axis::vectors, axis::input, axis::block>;
  template <class V>
  static constexpr bool computes_once = V::input::is_direct&& V::coarsening::y == 1;

  /// Whether elements of these types fit the registers of a thread, and each has one owner.
  template <bool Explain, class V, class... T>
  static constexpr bool check_items()
  {
    if constexpr (!exec::check_registers<Explain, V, (0 + ... + sizeof(T)) * V::coarsening::items, false>())
      return false;
    else
      return policy::check_assignment<
          Explain, policy::deals_line<typename V::item_map, typename V::block, typename V::coarsening>, V>();
  }
};

/// The name of an input in messages and traces, such as "input 1" and "in 1"; the number is omitted for a single input.
template <int Input, int Inputs>
struct input_name {
  static_assert(Inputs <= 10, "gridfold: transform has more than ten inputs: zip some of them");
  static constexpr char number = static_cast<char>('0' + Input);
  static constexpr char numbered_text[] = {'i', 'n', 'p', 'u', 't', ' ', number, 0};
  static constexpr char numbered_site[] = {'i', 'n', ' ', number, 0};
  static constexpr const char* text = Inputs == 1 ? "the input" : numbered_text;
  static constexpr const char* site = Inputs == 1 ? "in" : numbered_site;
};

/// Checks that an input has `size` elements and can be read; `name` is "the input" or "input 1".
template <class Executor, class In>
void check_transform_input(const Executor& on, const In& in, std::int64_t size, const char* name)
{
  if (static_cast<std::int64_t>(in.extent(0)) != size)
    throw error({"the output has ", size, " elements, ", name, " has ", in.extent(0),
                 " (each is computed from one of every input): pass vectors of one size"});
  if (size > 0) on.require_access(in.data_handle(), "input elements");
}

/// Sets an output to function(elements of every input). Throws `error` for arguments that do not match.
template <class V, class Pattern, class Executor, class Out, class Function, class... In, int... Input>
void transform(const Executor& on, const cuda::std::tuple<In...>& in, const Out& out, const Function& function,
               std::integer_sequence<int, Input...> /*inputs*/)
{
  constexpr int inputs = sizeof...(In);
  (core::check_extents(cuda::std::get<Input>(in), input_name<Input, inputs>::text), ...);
  core::check_extents(out, "the output");
  const auto size = static_cast<std::int64_t>(out.extent(0));
  (launch::check_transform_input(on, cuda::std::get<Input>(in), size, input_name<Input, inputs>::text), ...);
  if (size == 0) return;
  on.require_access(out.data_handle(), "output elements");
  const cuda::std::tuple from{
      on.argument(V::input::view_of(cuda::std::get<Input>(in)), input_name<Input, inputs>::site, role::input)...};
  auto to = on.argument(out, "out", role::output);
  using computation = kernel::transform_elements<V, Pattern, Function, decltype(to),
                                                 std::remove_cvref_t<decltype(cuda::std::get<Input>(from))>...>;
  const computation kernel(function, to, cuda::std::get<Input>(from)...);
  on.run(kernel, kernel.grid());
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
