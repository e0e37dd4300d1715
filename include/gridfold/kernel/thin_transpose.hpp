// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of thin matrices through shared memory. The lines of a thin matrix are its few columns if it is tall,
/// its few rows if it is flat. On one side of the transpose each line is contiguous; on the other the matrix is packed:
/// all elements of an index along the lines lie together.
///
/// A block owns the same indices of every line. On the packed side that is one piece, moved vector by vector. In a line
/// it begins anywhere, so the block's part of a line is shifted to begin at an aligned address. In shared memory the
/// element of index i and line l is at i * pitch + l: a thread that moves a vector of a line finds its elements at
/// equal distances. There is one barrier, between reading and writing.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/parts/fitted_tile.hpp>
#include <gridfold/kernel/parts/small_divisor.hpp>
#include <gridfold/kernel/parts/thin_shape.hpp>
#include <gridfold/view/matrix.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::kernel
{

/// In, Out: mdspans of (row, column) or (batch, row, column).
/// Tall: whether the lines are the columns of the input, else its rows.
template <class Variant, class In, class Out, bool Tall>
struct thin_transpose {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr bool short_blocks = true;
  using value_type = typename view::matrix<Out>::value_type;
  static constexpr int threads = block_shape::threads, items = fitted_items<Variant>;

  struct shared_storage {
    alignas(16) value_type tile[static_cast<unsigned>(items)];
  };
  static_assert(sizeof(shared_storage) <= 227 * 1024,
                "gridfold: a block's tile is larger than the 227 KiB of shared memory that a block can have: choose a "
                "smaller block or coarsening factor");

  static constexpr int group = Variant::vectors::width;
  template <class View>
  static constexpr int vector_of = view::matrix<View>::template has_words<group> ? group : 1;
  static constexpr int in_vector = vector_of<In>, out_vector = vector_of<Out>;
  /// Most vectors that a thread loads before it waits: 4 where addresses, or stores of single elements, need the
  /// registers, else 6.
  static constexpr bool leaves_registers = Tall ? sizeof(value_type) > 1 : sizeof(value_type) == 4;
  using loads = loads_of_fitted_tile<Variant, value_type, in_vector, leaves_registers ? 6 : 4>;
  static constexpr int together = loads::together;
  static constexpr int min_resident_threads = Tall || leaves_registers ? loads::resident_threads
                                              : sizeof(value_type) < 4 ? 1280
                                                                       : 1024;
  /// Elements of a sector, at which the parts of lines begin in the output.
  static constexpr int sector =
      view::matrix<Out>::template has_words<group> ? std::max(32 / static_cast<int>(sizeof(value_type)), group) : 1;
  /// Where the parts of lines begin: at multiples of so many elements.
  static constexpr int start = Tall ? sector : in_vector;

  view::matrix<In> in;
  view::matrix<Out> out;
  bool is_aligned;  ///< whether every line begins at a multiple of `start`
  bool is_shifted;  ///< whether lines begin anywhere, but can be moved by vectors
  thin_shape shape;
  int shift;                     ///< 0, or `start`, which is more than parts of lines are shifted by
  bool in_vectors, out_vectors;  ///< whether whole tiles are loaded and stored by vectors
  small_divisor by_lines, by_across;

  thin_transpose(const In& from, const Out& to)
      : in(from),
        out(to),
        is_aligned(lined().is_aligned(start)),
        is_shifted(!is_aligned && lined().is_dense()),
        shape(lined().rows(), items, threads, group, start, is_shifted ? (Tall ? start : 2 * start) : 0,
              is_shifted && !Tall ? 1 : 0),
        shift(is_shifted && shape.length % start == 0 ? start : 0),
        in_vectors(in_vector > 1 && (Tall ? packs_vectors() : lines_vectors())),
        out_vectors(out_vector > 1 && (Tall ? lines_vectors() : packs_vectors())),
        by_lines(shape.lines),
        by_across(shape.across)
  {
  }

  [[nodiscard]] shape3 grid() const
  {
    const int beyond = Tall && shift > 0 ? shift - 1 : 0;
    return {ceil_div(lined().columns() + beyond, std::int64_t{shape.length}),
            ceil_div(lined().rows(), std::int64_t{shape.lines}), in.batches()};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const part of(block.index(), *this);
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    block.each_thread([&](auto t) {
      if (!of.is_whole)
        read<1, false>(of, t, tile);
      else if (in_vectors)
        read<in_vector, true>(of, t, tile);
      else
        read<1, true>(of, t, tile);
    });
    block.each_thread([&](auto t) {
      if (!of.is_whole)
        write<1, false>(of, t, tile);
      else if (out_vectors)
        write<out_vector, true>(of, t, tile);
      else
        write<1, true>(of, t, tile);
    });
  }

 private:
  [[nodiscard]] GRIDFOLD_HD const auto& lined() const
  {
    if constexpr (Tall)
      return out;
    else
      return in;
  }
  [[nodiscard]] GRIDFOLD_HD const auto& packed() const
  {
    if constexpr (Tall)
      return in;
    else
      return out;
  }
  /// Whether the packed side of every tile is contiguous and begins at a vector.
  [[nodiscard]] bool packs_vectors() const
  {
    return packed().is_contiguous() && packed().columns() == shape.lines && packed().is_multiple(group) &&
           (packed().batches() == 1 || packed().rows() * packed().columns() % group == 0);
  }

  /// Whether parts of lines begin at vectors.
  [[nodiscard]] bool lines_vectors() const { return is_aligned || shift > 0; }

  /// A block's tile: `shift` indices before its own, its own, and if it is flat, `shift` behind them.
  struct part {
    std::int64_t batch, index, line;  ///< the first ones, of which the index may lie before the matrix
    bool is_whole;                    ///< whether all that is read exists
    GRIDFOLD_HD part(index3 block, const thin_transpose& of)
        : batch(block.z),
          index(block.x * of.shape.length - of.shift),
          line(block.y * of.shape.lines),
          is_whole(index >= 0 && index + of.indices() <= of.lined().columns() &&
                   line + of.shape.lines <= of.lined().rows())
    {
    }
  };
  [[nodiscard]] GRIDFOLD_HD int indices() const { return shape.length + (Tall ? shift : 2 * shift); }

  template <bool Whole>
  [[nodiscard]] GRIDFOLD_HD bool exists(const part& of, int i, int l) const
  {
    const std::int64_t index = of.index + i;
    return Whole || (index >= 0 && index < lined().columns() && of.line + l < lined().rows());
  }

  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void read(const part& of, Thread t, Tile& tile) const
  {
    if constexpr (Tall)
      read_packed<N, Whole>(of, t, tile);
    else
      read_lines<N, Whole>(of, t, tile);
  }
  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void write(const part& of, Thread t, const Tile& tile) const
  {
    if constexpr (Tall)
      write_lines<N, Whole>(of, t, tile);
    else
      write_packed<N, Whole>(of, t, tile);
  }

  /// The number, in the order of the packed side, of a thread's first element of vector v of `together`.
  template <int N, class Thread>
  static GRIDFOLD_HD int number(Thread t, int v)
  {
    return (v * threads + t.rank) * N;
  }
  /// The place in shared memory of element n of the packed side.
  [[nodiscard]] GRIDFOLD_HD int place(int n) const { return n + by_lines.quotient(n) * (shape.pitch - shape.lines); }

  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void read_packed(const part& of, Thread t, Tile& tile) const
  {
    const int count = indices() * shape.lines;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = 0; first < count; first += together * N * threads) {
      view::array<value_type, N> in_registers[together] = {};
      unrolled<together>(t, [&](int v) {
        const int n = first + number<N>(t, v), i = by_lines.quotient(n), l = n - i * shape.lines;
        if (n < count && exists<Whole>(of, i, l)) in_registers[v] = load<N>(of, i, l);
      });
      unrolled<together>(t, [&](int v) {
        const int n = first + number<N>(t, v);
        if (n < count) keep(tile, n, in_registers[v]);
      });
    }
  }
  template <class Tile, int N>
  GRIDFOLD_HD void keep(Tile& tile, int n, const view::array<value_type, N>& values) const
  {
    if (N > 1 && shape.pitch == shape.lines) {
      store_array(tile + n, values);
    } else {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < N; ++e) tile[place(n + e)] = values.element[e];
    }
  }

  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void write_packed(const part& of, Thread t, const Tile& tile) const
  {
    const int count = shape.length * shape.lines;
    GRIDFOLD_UNROLL_BY(1)
    for (int first = 0; first < count; first += together * N * threads)
      unrolled<together>(t, [&](int v) {
        const int n = first + number<N>(t, v), i = by_lines.quotient(n), l = n - i * shape.lines;
        if (n < count && exists<Whole>(of, shift + i, l))
          store(of, shift + i, l, kept<N>(tile + shift * shape.pitch, n));
      });
  }
  template <int N, class Tile>
  [[nodiscard]] GRIDFOLD_HD view::array<value_type, N> kept(const Tile& tile, int n) const
  {
    using view::load_array;
    if (N > 1 && shape.pitch == shape.lines) return load_array<N>(tile + n);
    view::array<value_type, N> values;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < N; ++e) values.element[e] = tile[place(n + e)];
    return values;
  }

  /// Where in the tile the block's part of a line begins.
  [[nodiscard]] GRIDFOLD_HD int begin(const part& of, int l) const
  {
    return shift > 0 ? shift - lined().past_multiple(of.batch, of.line + l, start) : 0;
  }

  /// A thread's share of the lines.
  struct share {
    int line, rank;  ///< its first line, and its number among the threads that share it
    template <class Thread>
    GRIDFOLD_HD share(Thread t, const thin_transpose& of)
        : line(of.by_across.quotient(t.rank)), rank(t.rank - line * of.shape.across)
    {
      if (line >= of.shape.turns) line = of.shape.lines;
    }
  };
  /// The index in the tile of vector number v, of line l, of the thread with this rank among those that share it.
  template <int N>
  [[nodiscard]] GRIDFOLD_HD int index(const part& of, int l, int rank, int v) const
  {
    return begin(of, l) + (v * shape.across + rank) * N;
  }

  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void read_lines(const part& of, Thread t, Tile& tile) const
  {
    const share own(t, *this);
    for (int first = own.line; first < shape.lines; first += together * shape.turns) {
      GRIDFOLD_UNROLL_BY(1)
      for (int run = 0; run < shape.runs * (group / N); ++run) {
        view::array<value_type, N> in_registers[together] = {};
        unrolled<together>(t, [&](int v) {
          const int l = first + v * shape.turns, i = index<N>(of, l, own.rank, run);
          if (l < shape.lines && exists<Whole>(of, i, l)) in_registers[v] = load<N>(of, i, l);
        });
        unrolled<together>(t, [&](int v) {
          const int l = first + v * shape.turns, i = index<N>(of, l, own.rank, run);
          if (l >= shape.lines) return;
          GRIDFOLD_UNROLL_ON_DEVICE
          for (int e = 0; e < N; ++e) tile[(i + e) * shape.pitch + l] = in_registers[v].element[e];
        });
      }
    }
  }

  template <int N, bool Whole, class Thread, class Tile>
  GRIDFOLD_HD void write_lines(const part& of, Thread t, const Tile& tile) const
  {
    const share own(t, *this);
    for (int l = own.line; l < shape.lines; l += shape.turns) {
      GRIDFOLD_UNROLL_BY(1)
      for (int run = 0; run < shape.runs * (group / N); ++run) {
        const int i = index<N>(of, l, own.rank, run);
        if (!exists<Whole>(of, i, l)) continue;
        view::array<value_type, N> values;
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < N; ++e) values.element[e] = tile[(i + e) * shape.pitch + l];
        store(of, i, l, values);
      }
    }
  }

  /// Loads and stores the N elements from index i and line l of a tile on.
  template <int N>
  GRIDFOLD_HD view::array<value_type, N> load(const part& of, int i, int l) const
  {
    const std::int64_t index = of.index + i, line = of.line + l, row = Tall ? index : line,
                       column = Tall ? line : index;
    if constexpr (N > 1)
      return in.template load<N>(of.batch, row, column);
    else
      return {{static_cast<value_type>(in(of.batch, row, column))}};
  }
  template <int N>
  GRIDFOLD_HD void store(const part& of, int i, int l, const view::array<value_type, N>& values) const
  {
    const std::int64_t index = of.index + i, line = of.line + l, row = Tall ? line : index,
                       column = Tall ? index : line;
    if constexpr (N > 1)
      out.store(of.batch, row, column, values);
    else
      out(of.batch, row, column) = values.element[0];
  }
};

}  // namespace gridfold::kernel
