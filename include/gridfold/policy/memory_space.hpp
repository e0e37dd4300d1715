// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Memory spaces, the policies of axis::input: the place of inputs that all threads of a block read, and the way
/// kernels read them. A memory space is a type with these static members:
///
///   name()                  its name in variants, sweeps and files of winners
///   is_direct               whether threads can read single elements from global memory, as scatters and transforms do
///   read_by_host            whether the host reads the inputs at the launch and passes them to the kernel
///   needs_cells             whether it reads sources by cell; only cutoff_sum has cells
///   per_launch              the largest number of inputs of one launch; most_inputs: all of them
///   per_overlapping_launch  the same limit for a launch that overlaps with the next one (launch_order)
///   parameter_bytes<T>      the bytes that inputs of type T take of a kernel's parameters
///   takes_stages(n)         whether a block can have n stages at a time, see stages<N>
///   view_of(in)             the view through which threads read elements of a view
///   parameter_of(in)        the kernel's parameter for the inputs of one launch, at most per_launch
///   storage<T, Stages>      the class that a block keeps in shared memory for inputs of type T
///   for_each_stage<Stages>(block, inputs, use)
///                           calls use(thread, stage) for every thread of a block and every stage of the inputs, in
///                           order. A stage has some of the inputs: stage(i), and their number stage.extent(0)
///   for_each_element<By>(stage, f)
///                           calls f(i, stage(i)) for every element of a stage, in order, unrolled by `By` on the
///                           device
///
/// A space with tiles of its inputs in shared memory (policy::tiled_input) has two more, by which cutoff_sum and
/// multiply fill tiles in their own order:
///
///   tile                    the largest number of inputs of a tile; in a product, its length along the inner dimension
///   element<T>              the type that keeps a T in a tile; each converts to the other
///
/// Your own space derives from `read_in_place`, or with tiles from `read_by_tiles` (policy/shared.hpp), which have all
/// members but name(), and overrides those that differ.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/axis.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The largest number of inputs of a call, so that an int counts them.
inline constexpr std::size_t most_inputs = std::size_t{1} << 30;

namespace policy
{

/// Whether a view accesses its elements by the default accessor.
template <class In>
inline constexpr bool has_plain_access =
    std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<const typename In::value_type>> ||
    std::is_same_v<typename In::accessor_type, cuda::std::default_accessor<typename In::value_type>>;

/// The view with const elements. A user's accessor is kept.
template <class In>
auto const_view(const In& in)
{
  if constexpr (has_plain_access<In>)
    return cuda::std::mdspan<const typename In::value_type, typename In::extents_type, typename In::layout_type>(
        in.data_handle(), in.mapping());
  else
    return in;
}

/// The view with an accessor for const elements in place of the default one.
template <class Accessor, class In>
auto view_by(const In& in)
{
  return cuda::std::mdspan<const typename In::value_type, typename In::extents_type, typename In::layout_type,
                           Accessor>(in.data_handle(), in.mapping());
}

}  // namespace policy

/// Base of a memory space `Space` whose inputs lie in global memory and form one stage, which every thread reads there.
/// A launch that overlaps with the next one reads 1,024 inputs: enough that the launch costs little, few enough that
/// its tail overlaps with the next launch.
template <class Space>
struct read_in_place {
  using axis = axis::input;
  static constexpr bool is_direct = false, read_by_host = false, needs_cells = false;
  static constexpr std::size_t per_launch = most_inputs, per_overlapping_launch = 1024;
  template <class T>
  static constexpr std::size_t parameter_bytes = 0;
  static constexpr bool takes_stages(int stages) { return stages == 1; }

  template <class In>
  static auto view_of(const In& in)
  {
    return policy::const_view(in);
  }
  template <class In>
  static auto parameter_of(const In& in)
  {
    return Space::view_of(in);
  }

  template <class T, int Stages>
  struct storage : nothing_shared {
  };
  template <int Stages, class Block, class Inputs, class Use>
  static GRIDFOLD_HD void for_each_stage(Block& block, const Inputs& inputs, Use use)
  {
    block.each_thread([&](auto t) { use(t, inputs); });
  }
  template <int By, class Stage, class F>
  static GRIDFOLD_HD void for_each_element(const Stage& stage, F f)
  {
    const int size = static_cast<int>(stage.extent(0));
    GRIDFOLD_UNROLL_BY(By)
    for (int s = 0; s < size; ++s) f(s, stage(s));
  }
};

/// A memory space; the comment at the top of this file describes its members.
template <class S>
concept memory_space = std::same_as<typename S::axis, axis::input> &&
    requires(cuda::std::mdspan<const float, cuda::std::dextents<int, 1>> in)
{
  {
    S::name()
    } -> std::convertible_to<fixed_text>;
  requires std::same_as<const bool, decltype(S::is_direct)>;
  requires std::same_as<const bool, decltype(S::read_by_host)>;
  requires std::same_as<const bool, decltype(S::needs_cells)>;
  requires S::per_launch >= 1 && S::per_overlapping_launch >= 1;
  requires S::template parameter_bytes<float> >= 0;
  {
    S::takes_stages(1)
    } -> std::convertible_to<bool>;
  S::view_of(in);
};

namespace policy
{

/// Whether a block has room for `Stages` stages of inputs of type T by a memory space.
template <class S, class T, int Stages = 1>
concept keeps = requires
{
  sizeof(typename S::template storage<T, Stages>);
};

/// Whether a block has room for inputs of type T; if it has none, Explain reports a compile-time error.
template <bool Explain, class S, class T, int Stages = 1>
constexpr bool check_kept()
{
  static_assert(
      !Explain || keeps<S, T, Stages>,
      "gridfold: the memory space keeps no inputs of this type (it has no storage<T, Stages> for it): give it "
      "one, or take another input");
  return keeps<S, T, Stages>;
}

/// A memory space with tiles of its inputs in shared memory.
template <class S>
concept tiled_input = requires
{
  {
    S::tile
    } -> std::convertible_to<int>;
};

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
