// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The matrix product by gathering: a thread owns elements of the result and reads a row and a column for each,
/// directly or through tiles in shared memory. Source: Kirk, Hwu and El Hajj, 4th ed., ch. 5 and 6.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/kernel/product/operand_ring.hpp>
#include <gridfold/kernel/product/operand_tile.hpp>
#include <gridfold/kernel/product/turning_ring.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/policy/loading.hpp>
#include <gridfold/policy/stages.hpp>
#include <gridfold/view/transposed.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Whether each operand has a ring of tiles in shared memory: stages<2> and more.
template <class Variant>
inline constexpr bool has_ring = policy::is_shared<typename Variant::input> && (Variant::stages::count > 1);

/// Whether a ring's tiles of an operand are transposed on their way into shared memory.
template <class Variant, bool AlongK>
inline constexpr bool turns = AlongK&& std::is_same_v<typename Variant::loading, through_registers>;

/// Which lines of an operand a thread owns: dealt one by one if a tile's vectors lie along k, else by vectors.
template <class Variant, bool AlongK>
using map_of_lines = std::conditional_t<has_ring<Variant> && AlongK && !turns<Variant, AlongK>,
                                        typename Variant::assignment, typename Variant::item_map>;

/// The tiles of an operand in shared memory: a ring of tiles or one tile.
template <class Variant, class Operand, int Depth, int Lines, bool AlongK>
using operand_tiles = std::conditional_t<
    !has_ring<Variant>, operand_tile<typename Operand::value_type, Depth, Lines>,
    std::conditional_t<turns<Variant, AlongK>,
                       turning_ring<Operand, Variant::stages::count, Depth, Lines, Variant::vectors::width>,
                       operand_ring<Operand, Variant::stages::count, Depth, Lines, AlongK, Variant::vectors::width>>>;

/// The shared memory for tiles of both operands, by input policy.
template <class Input, class Variant, class A, class B>
struct product_storage {
  using type = nothing_shared;
};
template <int Depth, class Variant, class A, class B>
struct product_storage<shared_tile<Depth>, Variant, A, B> {
  struct type {
    using block = typename Variant::block;
    using coarsening = typename Variant::coarsening;
    using left = operand_tiles<Variant, A, Depth, block::y * coarsening::y, !view::is_column_major<A>>;
    using right = operand_tiles<Variant, B, Depth, block::x * coarsening::x, view::is_column_major<B>>;
    alignas(16) typename left::elements left_tile;
    alignas(16) typename right::elements right_tile;
  };
};

/// The most bytes of a tile of an operand of Ts, for all layouts and accessors.
template <class Variant, class T, int Lines, class Input = typename Variant::input>
inline constexpr std::size_t most_operand_bytes = 0;
template <class Variant, class T, int Lines, int Depth>
inline constexpr std::size_t most_operand_bytes<Variant, T, Lines, shared_tile<Depth>> = [] {
  std::size_t most = sizeof(typename operand_tile<T, Depth, Lines>::elements);
  if constexpr (has_ring<Variant>) {
    constexpr int vector = widest_vector_of<T, Depth, Variant::vectors::width>;
    most = std::max({most, sizeof(typename operand_lines<T, Depth, Lines, 1>::elements),
                     sizeof(typename operand_lines<T, Depth, Lines, vector>::elements)});
  }
  return most * static_cast<std::size_t>(Variant::stages::count);
}();

/// The most bytes of shared memory of a product, which the tiles of both operands have.
template <class Variant, class T>
inline constexpr std::size_t most_product_bytes =
    (most_operand_bytes<Variant, T, Variant::block::y * Variant::coarsening::y> + 15) / 16 * 16 +
    (most_operand_bytes<Variant, T, Variant::block::x * Variant::coarsening::x> + 15) / 16 * 16;

/// The sums of one thread: coarsening::y rows by coarsening::x columns. A step of the inner dimension reads y + x
/// elements for y * x multiply-adds.
template <class Variant, class T>
struct product_tile {
  static constexpr int rows = Variant::coarsening::y, columns = Variant::coarsening::x;

  math::running_sum<typename Variant::accumulation, T> sum[rows][columns];

  /// Adds the products left(j) * right(i).
  template <class Left, class Right>
  GRIDFOLD_HD void add(Left left, Right right)
  {
    T from_row[rows], from_column[columns];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < rows; ++j) from_row[j] = left(j);
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < columns; ++i) from_column[i] = right(i);
    // Down one column and up the next: neighbouring multiply-adds share an operand, which is read from the register
    // file once.
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < columns; ++i) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int n = 0; n < rows; ++n) {
        const int j = i % 2 == 0 ? n : rows - 1 - n;
        sum[j][i].add(from_row[j] * from_column[i]);
      }
    }
  }
};

/// C = A B for views of rank 2. Threads that are neighbours along x (policy/warp.hpp) own neighbouring columns of C.
template <class Variant, class A, class B, class C>
struct gather_product {
  using variant = Variant;
  using input = typename Variant::input;
  using block_shape = typename Variant::block;
  using coarsening = typename Variant::coarsening;
  static constexpr bool turns_a = has_ring<Variant> && turns<Variant, !view::is_column_major<A>>;
  static constexpr bool turns_b = has_ring<Variant> && turns<Variant, view::is_column_major<B>>;
  using row_map = map_of_lines<Variant, !view::is_column_major<A>>;
  using column_map = map_of_lines<Variant, view::is_column_major<B>>;
  using value = typename A::value_type;
  using sums = product_tile<Variant, value>;

  /// Rows and columns of C that a block owns.
  static constexpr int rows = block_shape::y * coarsening::y, columns = block_shape::x * coarsening::x;
  using shared_storage = typename product_storage<input, Variant, A, B>::type;

  /// 64 sums of floats, with their operands of 4 steps, fit the registers that 384 threads leave to each. The 128
  /// registers that 512 threads leave are too few for layouts with an operand along k. Larger sums, such as 64 doubles,
  /// get the registers of 256 threads; smaller ones without a ring those of 448, as most kernels do (exec/kernel.hpp).
  static constexpr int resident_blocks = (sizeof(sums) <= 256 ? 384 : 256) / block_shape::threads;
  static constexpr int min_resident_threads = sizeof(sums) > (has_ring<Variant> ? 128 : 256)
                                                  ? resident_blocks* block_shape::threads
                                                  : 448;

  A a;
  B b;
  C c;
  shape3 tiles;                                     ///< how many tiles of C
  bool a_by_vectors = false, b_by_vectors = false;  ///< whether tiles may be copied by vectors, see is_in_vectors

  /// The tiles of a result of this many rows and columns.
  static shape3 tiles_of(std::int64_t height, std::int64_t width)
  {
    return {ceil_div(width, columns), ceil_div(height, rows), 1};
  }
  [[nodiscard]] shape3 grid() const { return Variant::raster::blocks_of(tiles); }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const index3 tile = Variant::raster::tile_of(block.index(), tiles);
    auto owned_sums = block.template per_thread<sums>();
    if constexpr (has_ring<Variant>)
      add_stage_by_stage(block, tile, owned_sums);
    else if constexpr (policy::is_shared<input>)
      add_tile_by_tile(block, tile, owned_sums);
    else
      block.each_thread([&](auto t) { add_directly(tile, t, owned_sums[t]); });
    block.each_thread([&](auto t) { write(tile, t, owned_sums[t]); });
  }

 private:
  [[nodiscard]] GRIDFOLD_HD std::int64_t height() const { return a.extent(0); }
  [[nodiscard]] GRIDFOLD_HD std::int64_t width() const { return b.extent(1); }
  [[nodiscard]] GRIDFOLD_HD std::int64_t depth() const { return a.extent(1); }

  /// The row and the column, within the block, of a thread's item.
  static GRIDFOLD_HD int row(thread t, int item)
  {
    return item_of<row_map, block_shape::y, coarsening::y>(Variant::warp::template y<block_shape>(t), item);
  }
  static GRIDFOLD_HD int column(thread t, int item)
  {
    return item_of<column_map, block_shape::x, coarsening::x>(Variant::warp::template x<block_shape>(t), item);
  }

  /// Clamps an index to the edge: threads beyond the edge read valid elements, and their sums are not written.
  static GRIDFOLD_HD std::int64_t within(std::int64_t i, std::int64_t extent) { return i < extent ? i : extent - 1; }

  GRIDFOLD_HD void add_directly(index3 at, thread t, sums& total) const
  {
    std::int64_t i_at[coarsening::x], j_at[coarsening::y];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < coarsening::x; ++i) i_at[i] = within(at.x * columns + column(t, i), width());
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < coarsening::y; ++j) j_at[j] = within(at.y * rows + row(t, j), height());
    sums local = total;
    for (std::int64_t k = 0; k < depth(); ++k)
      local.add([&](int j) { return a(j_at[j], k); }, [&](int i) { return b(k, i_at[i]); });
    total = local;
  }

  /// Each pair of tiles takes two barriers, after the load and after the use.
  template <class Block, class Sums>
  GRIDFOLD_HD void add_tile_by_tile(Block& block, index3 at, Sums& owned_sums) const
  {
    auto&& left = block.shared(member<&shared_storage::left_tile>{});
    auto&& right = block.shared(member<&shared_storage::right_tile>{});
    for (std::int64_t k = 0; k < depth(); k += input::tile) {
      block.each_thread([&](auto t) { load(at, t, k, left, right); });
      block.each_thread([&](auto t) {
        sums local = owned_sums[t];
        add_tile(t, left, right, local);
        owned_sums[t] = local;
      });
    }
  }

  /// Adds the products of two tiles.
  template <class Left, class Right>
  static GRIDFOLD_HD void add_tile(thread t, const Left& left, const Right& right, sums& to)
  {
    GRIDFOLD_UNROLL_BY(8 / steps_together())
    for (int s = 0; s < input::tile; s += steps_together()) add_steps(t, left, right, s, to);
  }

  /// Steps that a thread reads at a time.
  static GRIDFOLD_HD constexpr int steps_together()
  {
    constexpr int left = shared_storage::left::steps_together, right = shared_storage::right::steps_together;
    return left > right ? left : right;
  }
  template <class Left, class Right>
  static GRIDFOLD_HD void add_steps(thread t, const Left& left, const Right& right, int first, sums& to)
  {
    constexpr int steps = steps_together();
    const auto from_rows = shared_storage::left::template read<Variant, coarsening::y, steps>(
        left, first, [&](int j) { return row(t, j); });
    const auto from_columns = shared_storage::right::template read<Variant, coarsening::x, steps>(
        right, first, [&](int i) { return column(t, i); });
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < steps; ++e)
      to.add([&](int j) { return from_rows.element[e][j]; }, [&](int i) { return from_columns.element[e][i]; });
  }

  template <class Thread, class Left, class Right>
  GRIDFOLD_HD void load(index3 at, Thread t, std::int64_t k, Left& left, Right& right) const
  {
    constexpr bool by_rows = std::is_same_v<typename Variant::loading, row_by_row>;
    const std::int64_t first_row = at.y * rows, first_column = at.x * columns;
    shared_storage::left::template load<by_rows || !view::is_column_major<A>, block_shape::threads>(
        left, t, depth() - k, height() - first_row, [&](int s, int line) { return a(first_row + line, k + s); });
    shared_storage::right::template load<!by_rows && view::is_column_major<B>, block_shape::threads>(
        right, t, depth() - k, width() - first_column, [&](int s, int line) { return b(k + s, first_column + line); });
  }

  /// Steps of a tile in a part: up to 8.
  static GRIDFOLD_HD constexpr int steps_per_part()
  {
    constexpr int depth = input::tile, together = steps_together();
    for (int steps = 8; steps > 1; --steps)
      if (depth % steps == 0 && steps % together == 0) return steps;
    return together;
  }
  static GRIDFOLD_HD constexpr int parts() { return input::tile / steps_per_part(); }

  /// One barrier per pair of tiles: after it the next tiles have arrived, and the ones just used may be overwritten.
  template <class Block, class Sums>
  GRIDFOLD_HD void add_stage_by_stage(Block& block, index3 at, Sums& owned_sums) const
  {
    constexpr int stages = Variant::stages::count;
    auto&& left = block.shared(member<&shared_storage::left_tile>{});
    auto&& right = block.shared(member<&shared_storage::right_tile>{});
    for (int s = 0; s < stages - 1; ++s)
      block.template each_thread_awaiting<stages - 2>(
          [&](auto t) { fill(block, t, at, s * input::tile, left[s], right[s], [](int /*part*/) {}); });
    int now = 0, last = stages - 1;
    for (std::int64_t k = 0; k < depth(); k += input::tile) {
      block.template each_thread_awaiting<stages - 2>([&](auto t) {
        sums local = owned_sums[t];
        fill(block, t, at, k + (stages - 1) * input::tile, left[last], right[last], [&](int part) {
          GRIDFOLD_UNROLL_ON_DEVICE
          for (int s = 0; s < steps_per_part(); s += steps_together())
            add_steps(t, left[now], right[now], part * steps_per_part() + s, local);
        });
        owned_sums[t] = local;
      });
      last = now;
      now = now + 1 < stages ? now + 1 : 0;
    }
  }

  /// Fills a thread's share of the tiles from step k on, and meanwhile calls work(part) for each part of other tiles.
  template <class Block, class Thread, class Left, class Right, class Work>
  GRIDFOLD_HD void fill(Block& block, Thread t, index3 at, std::int64_t k, Left&& left, Right&& right, Work work) const
  {
    using left_ring = typename shared_storage::left;
    using right_ring = typename shared_storage::right;
    constexpr int patches = left_ring::template patches<Block::threads> + right_ring::template patches<Block::threads>;
    const std::int64_t line = at.y * rows, column = at.x * columns;
    if (k < depth()) {
      start<left_ring>(block, t, left, a, a_by_vectors, line, k);
      start<right_ring>(block, t, right, b, b_by_vectors, column, k);
    }
    int part = 0, patch = 0;
    const auto work_until = [&](int end) {
      GRIDFOLD_UNROLL_BY(1)
      for (; part < end; ++part) work(part);
    };
    if constexpr (patches == 0) {
      work_until(parts());
    } else {
      const auto work_on_share = [&] { work_until(++patch * parts() / patches); };
      left_ring::turn(block, t, left, a, line, k, work_on_share);
      right_ring::turn(block, t, right, b, column, k, work_on_share);
    }
  }
  template <class Ring, class Block, class Thread, class Tile, class Operand>
  static GRIDFOLD_HD void start(Block& block, Thread t, Tile&& to, const Operand& operand, bool by_vectors,
                                std::int64_t line, std::int64_t k)
  {
    if (Ring::vector == 1 || !by_vectors) return Ring::template start<1>(block, t, to, operand, line, k);
    Ring::template start<Ring::vector>(block, t, to, operand, line, k);
  }

  template <class Thread>
  GRIDFOLD_HD void write(index3 at, Thread t, const sums& total) const
  {
    unrolled<coarsening::y, coarsening::x>(t, [&](int j, int i) {
      const std::int64_t r = at.y * rows + row(t, j), s = at.x * columns + column(t, i);
      if (r < height() && s < width()) c(r, s) = static_cast<typename C::value_type>(total.sum[j][i].value());
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
