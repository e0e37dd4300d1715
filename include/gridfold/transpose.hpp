// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb transpose: exchanges rows and columns of a matrix or of a batch of matrices. Its kernels are, by V's tile,
/// kernel/transpose/direct_transpose.hpp for untiled, kernel/transpose/tiled_transpose.hpp for tile,
/// kernel/transpose/aligned_transpose.hpp for aligned_tile and kernel/transpose/fitted_transpose.hpp for fitted_tile.
/// The shape decides by default (defaults/transpose.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/defaults/transpose.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/transpose/aligned_transpose.hpp>
#include <gridfold/kernel/transpose/direct_transpose.hpp>
#include <gridfold/kernel/transpose/fitted_transpose.hpp>
#include <gridfold/kernel/transpose/tiled_transpose.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/verb.hpp>
#include <string>
#include <type_traits>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

/// transpose supports every variant with input `global`, `read_only` or `prefetching`, with or without a tile; aligned
/// and fitted tiles need gather and interleaved. Rasters other than raster<1> need an aligned tile. A tile has at most
/// 227 KiB, a fitted tile 2,048 to 32,767 elements. Axes: decomposition, assignment, coarsening, vectors, input, tile,
/// raster, block.
template <>
struct verb_traits<verb::transpose> {
  template <class V>
  static constexpr bool uses_axes = uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::vectors,
                                              axis::input, axis::tile, axis::raster, axis::block>;
  template <class V>
  static constexpr bool is_aligned = std::is_same_v<typename V::tile, aligned_tile>;
  template <class V>
  static constexpr bool is_fitted = std::is_same_v<typename V::tile, fitted_tile>;
  /// Aligned and fitted tiles have one owner of an item, by the default decomposition and assignment; only aligned ones
  /// have a raster.
  template <class V, class... More>
  static constexpr bool differs_on =
      uses_only<V, axis::coarsening, axis::vectors, axis::input, axis::tile, axis::block, More...>;
  template <class V>
  static constexpr bool moves_once = V::input::is_direct &&
                                     (is_aligned<V>  ? differs_on<V, axis::raster>
                                      : is_fitted<V> ? differs_on<V>
                                                     : differs_on<V, axis::decomposition, axis::assignment>);

  template <bool Explain, class V, class T = float>
  static constexpr bool check()
  {
    if constexpr (!moves_once<V>) {
      static_assert(
          !Explain,
          "gridfold: transpose has no such variant (it reads each element once; aligned and fitted tiles own rows of "
          "the output): give input global, read_only or prefetching, gather and interleaved with aligned_tile or "
          "fitted_tile, a raster with aligned_tile only");
      return false;
    } else if constexpr (is_fitted<V>) {
      return check_fitted<Explain, V, T>();
    } else if constexpr (is_aligned<V>) {
      return check_room<Explain, kernel::most_aligned_bytes<V, T>>();
    } else if constexpr (policy::is_tile<typename V::tile>) {
      return check_tile<Explain, V, T>();
    } else if constexpr (!exec::check_registers<Explain, V, sizeof(T) * V::coarsening::items, false>()) {
      return false;
    } else {
      return policy::check_assignment<
          Explain, policy::deals_rectangle<typename V::item_map, typename V::block, typename V::coarsening>, V>();
    }
  }
  /// T: the type of the elements.
  template <class V, class T = float>
  static constexpr bool has_kernel = check<false, V, T>();

 private:
  template <bool Explain, std::size_t Bytes>
  static constexpr bool check_room()
  {
    static_assert(!Explain || Bytes <= max_shared_bytes,
                  "gridfold: a block's tile is larger than the 227 KiB of shared memory that a block can have: choose "
                  "a smaller block or coarsening factor");
    return Bytes <= max_shared_bytes;
  }
  template <bool Explain, class V, class T>
  static constexpr bool check_fitted()
  {
    if constexpr (!kernel::can_fit<V>) {
      static_assert(!Explain,
                    "gridfold: a block has too few or too many items for a fitted tile (it has to hold a vector of 64 "
                    "rows): give block and coarsen 2,048 to 32,767 items");
      return false;
    } else {
      constexpr int vector = view::is_word<T, V::vectors::width> ? V::vectors::width : 1;
      constexpr bool fits = sizeof(kernel::fitted_storage<V, T, vector>) <= max_shared_bytes;
      static_assert(!Explain || fits,
                    "gridfold: a block's tile is larger than the 227 KiB of shared memory that a block can have: "
                    "choose a smaller block or coarsening factor, or aligned_tile for elements of more than 64 bytes");
      return fits;
    }
  }
  template <bool Explain, class V, class T>
  static constexpr bool check_tile()
  {
    if constexpr (!kernel::layout_takes_tile<V, T>) {
      static_assert(!Explain,
                    "gridfold: a tile cannot have its layout (a swizzled one has a power of two of columns, as xor "
                    "would leave another row): choose block::x*coarsen::x so, or padded<1>");
      return false;
    } else {
      return check_room<Explain, kernel::tile_bytes<V, T>>() &&
             policy::check_assignment<Explain, kernel::deals_tile_once<V, T>, V>();
    }
  }
};

namespace detail
{

template <class In, class Out>
struct transpose_arguments : core::output_element<typename Out::element_type>,
                             core::moved_elements<typename In::element_type> {
  static constexpr void check() {}

  static_assert((In::rank() == 2 || In::rank() == 3) && In::rank() == Out::rank(),
                "gridfold: input and output are no matrices (their ranks are not both 2, or both 3 for a batch): pass "
                "mdspans of (row, column) or (batch, row, column)");
  static_assert(core::same_values<In, Out>,
                "gridfold: input and output have different elements (a transpose converts nothing): pass two views of "
                "one type");
};

template <class In, class Out>
void check_transposed(const In& in, const Out& out)
{
  core::check_extents(in, "the input");
  core::check_extents(out, "the output");
  constexpr std::size_t rank = In::rank();
  bool fits = static_cast<std::size_t>(in.extent(rank - 2)) == static_cast<std::size_t>(out.extent(rank - 1)) &&
              static_cast<std::size_t>(in.extent(rank - 1)) == static_cast<std::size_t>(out.extent(rank - 2));
  if constexpr (rank == 3)
    fits = fits && static_cast<std::size_t>(in.extent(0)) == static_cast<std::size_t>(out.extent(0));
  if (!fits)
    throw error({"the output's extents are ", core::extents_of(out), ", the input's ", core::extents_of(in),
                 " (the transpose has rows and columns exchanged): pass an output of that shape"});
}

template <class In>
defaults::transpose_size size_of_matrix(const In& in)
{
  const auto extent = [&](std::size_t r) { return static_cast<std::int64_t>(in.extent(r)); };
  constexpr std::size_t rank = In::rank();
  return {rank == 3 ? extent(0) : 1, extent(rank - 2), extent(rank - 1)};
}

/// The kernel of a variant, by its tile.
template <class V, class Tile, class In, class Out>
struct transpose_kernel {
  using type = kernel::tiled_transpose<V, In, Out>;
};
template <class V, class In, class Out>
struct transpose_kernel<V, untiled, In, Out> {
  using type = kernel::direct_transpose<V, In, Out>;
};
template <class V, class In, class Out>
struct transpose_kernel<V, aligned_tile, In, Out> {
  using type = kernel::aligned_transpose<V, In, Out>;
};
template <class V, class In, class Out>
struct transpose_kernel<V, fitted_tile, In, Out> {
  using type = kernel::fitted_transpose<V, In, Out>;
};

}  // namespace detail

/// Sets out(j, i) to in(i, j), or out(b, j, i) to in(b, i, j) for every matrix b of a batch.
///
/// \tparam V the variant, see verb_traits<verb::transpose>
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param in an mdspan of (rows, columns) or (batches, rows, columns), any layout, in memory that the executor can read
/// \param out an mdspan of (columns, rows) or (batches, columns, rows), any layout, in memory that the executor can
///   write and that overlaps neither the input nor the gaps between its rows and matrices, which vector loads may read.
///   Matrices may be empty.
///
/// Vectors are moved if data and strides are aligned to them, else single elements. Throws `error` for an output of
/// another shape, extents that a view's index type cannot count, in == out, memory that the executor cannot access, and
/// failed launches. Source: Fan, CUDA Programming, ch. 7 and 8.
template <class V, core::any_executor Executor, core::is_mdspan In, core::is_mdspan Out>
void transpose(const Executor& on, const In& in, const Out& out)
{
  policy::variant_argument<verb::transpose, V, typename Out::value_type>::check();
  detail::transpose_arguments<In, Out>::check();
  detail::check_transposed(in, out);
  if (in.size() == 0) return;
  if (static_cast<const void*>(in.data_handle()) == static_cast<const void*>(out.data_handle()))
    throw error("input and output are the same memory (blocks run in any order): pass another output");
  on.require_access(in.data_handle(), "input elements");
  on.require_access(out.data_handle(), "output elements");
  auto from = on.argument(V::input::view_of(in), "in", role::input);
  auto to = on.argument(out, "out", role::output);
  if constexpr (supports<verb::transpose, V, typename Out::value_type>) {
    const typename detail::transpose_kernel<V, typename V::tile, decltype(from), decltype(to)>::type kernel(from, to);
    on.run(kernel, kernel.grid());
  }
}

/// transpose by the executor's default variant (docs/use/defaults.md).
template <core::any_executor Executor, core::is_mdspan In, core::is_mdspan Out>
void transpose(const Executor& on, const In& in, const Out& out)
{
  using T = typename In::value_type;
  defaults::argument<Executor, verb::transpose, T>::check();
  detail::transpose_arguments<In, Out>::check();
  detail::check_transposed(in, out);
  if (in.size() == 0) return;
  gridfold::with_default_variant<verb::transpose, T>(
      on, detail::size_of_matrix(in),
      [&]<class V>(const auto& executor) { gridfold::transpose<V>(executor, in, out); });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto transpose(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of transpose (executor, input, output): pass an executor and "
                "two mdspans of (row, column) or (batch, row, column), in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
