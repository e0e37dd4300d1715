// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Convolves the columns of a mesh along z, in Fourier space along x and y: a block transforms some neighbouring
/// columns in shared memory, multiplies, and transforms back, so that the mesh is read and written once. Source of the
/// transforms: P. Duhamel and M. Vetterli, Signal Processing 19 (1990) 259 (decimation in frequency, then in time:
/// their orders of waves cancel).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/mesh/multiply_spectrum.hpp>
#include <gridfold/kernel/mesh/small_dft.hpp>
#include <gridfold/policy/block.hpp>
#include <initializer_list>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The passes of a transform of `nodes` numbers: factors 2, 3, 4, 5, 7 and 8 whose product is `nodes`. Pass n
/// combines numbers that are `apart` of each other.
struct transform_passes {
  static constexpr int most = 14;  ///< enough for 2^13 nodes and all fewer ones
  struct pass {
    int factor, apart;
    int step;            ///< of turns: nodes / (apart factor)
    unsigned per_apart;  ///< 2^32 / apart, rounded up, to divide by it; not for the last pass
  };
  pass of[most];
  int count = 0, nodes = 1;

  /// Other factors of `size` are left out of `nodes`.
  explicit transform_passes(int size)
  {
    int rest = size;
    for (const int factor : {8, 7, 5, 4, 3, 2})
      while (rest % factor == 0) add(factor, rest);
    int apart = nodes;
    for (int n = 0; n < count; ++n) {
      apart /= of[n].factor;
      of[n].apart = apart;
      of[n].step = nodes / (apart * of[n].factor);
      of[n].per_apart = static_cast<unsigned>((std::uint64_t{1} << 32) / static_cast<unsigned>(apart) + 1);
    }
  }

  /// The wave number of the numbers from `place` on, before the last pass, of which one is written to each place.
  [[nodiscard]] int wave_number(int place) const
  {
    int wave = 0, weight = 1;
    for (int n = 0; n < count; ++n) {
      wave += place / of[n].apart * weight;
      place %= of[n].apart;
      weight *= of[n].factor;
    }
    return wave;
  }

 private:
  void add(int factor, int& rest)
  {
    of[count++].factor = factor;
    nodes *= factor;
    rest /= factor;
  }
};

/// Sets the columns to their convolution. The planes beyond those of the spectrum are zero before, and are not needed
/// after.
///
/// Spectrum: a view of waves of (z, y, wave number along x), with the first planes only; Green: as in
/// multiply_spectrum, for all wave numbers along z or, by symmetry, half of them, and likewise along y; Turns: turns(n)
/// is exp(-2 pi i n / nodes) as a wave; Order: the wave number of each place, see transform_passes.
template <class T, class Spectrum, class Green, class Turns, class Order>
struct convolve_columns {
  static constexpr int threads = 256, most_columns = 32, min_resident_threads = sizeof(T) == 8 ? 256 : 768;
  /// Numbers of a block's columns. Three blocks of floats fill a multiprocessor's shared memory.
  static constexpr int room = 9408;
  using block_shape = gridfold::block<threads>;
  using number = wave<T>;
  struct shared_storage {
    number of_columns[room];
  };

  Spectrum spectrum;
  Green green;
  Turns turns;
  Order order;
  transform_passes passes;
  int log2_columns;

  /// The binary logarithm of the columns of a block.
  static int log2_columns_for(int nodes)
  {
    int log2 = 0;
    while (2 << log2 <= most_columns && nodes * (2 << log2) <= room) ++log2;
    return log2;
  }
  [[nodiscard]] shape3 grid() const
  {
    return {ceil_div(spectrum.extent(1) * spectrum.extent(2), std::int64_t{1} << log2_columns), 1, 1};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& data = block.shared(member<&shared_storage::of_columns>{});
    const int last = passes.count - 1;
    for (int n = 0; n < last; ++n)
      block.each_thread([&](auto t) {
        with_factor(n, [&]<int Factor>(size<Factor>) { spread<Factor>(block.index(), t, n, data); });
      });
    block.each_thread([&](auto t) {
      with_factor(last, [&]<int Factor>(size<Factor>) { multiply<Factor>(block.index(), t, data); });
    });
    for (int n = last - 1; n >= 0; --n)
      block.each_thread([&](auto t) {
        with_factor(n, [&]<int Factor>(size<Factor>) { collect<Factor>(block.index(), t, n, data); });
      });
  }

 private:
  template <int Factor>
  struct size {
  };
  template <class F>
  GRIDFOLD_HD void with_factor(int pass, F f) const
  {
    switch (passes.of[pass].factor) {
      case 8:
        return f(size<8>{});
      case 7:
        return f(size<7>{});
      case 5:
        return f(size<5>{});
      case 4:
        return f(size<4>{});
      case 3:
        return f(size<3>{});
      default:
        return f(size<2>{});
    }
  }

  /// Calls f(n) for the sets of numbers that a thread combines in a pass.
  template <class F>
  GRIDFOLD_HD void each_set(thread t, int pass, F f) const
  {
    const int sets = passes.nodes / passes.of[pass].factor;
    for (int n = t.rank >> log2_columns; n < sets; n += threads >> log2_columns) f(n);
  }
  /// Set n of any pass but the last one: its first number, and that number's place within its group.
  struct set_of_pass {
    int first, within;
  };
  [[nodiscard]] GRIDFOLD_HD set_of_pass set(int pass, int n) const
  {
    const auto& p = passes.of[pass];
    const int group = static_cast<int>(static_cast<std::uint64_t>(static_cast<unsigned>(n)) * p.per_apart >> 32),
              within = n - group * p.apart;
    return {group * p.apart * p.factor + within, within};
  }

  /// The place of a number of a thread's column in shared memory.
  [[nodiscard]] GRIDFOLD_HD int place(thread t, int n) const
  {
    return (n << log2_columns) + (t.rank & ((1 << log2_columns) - 1));
  }

  /// A column's row and wave number along x.
  struct column_of_mesh {
    std::int64_t row, wave;
    bool is_inside;
  };
  [[nodiscard]] GRIDFOLD_HD column_of_mesh column(index3 block, thread t) const
  {
    const auto columns = static_cast<int>(spectrum.extent(1) * spectrum.extent(2)),
               waves = static_cast<int>(spectrum.extent(2));
    const int n = static_cast<int>(block.x << log2_columns) + (t.rank & ((1 << log2_columns) - 1));
    return {n / waves, n % waves, n < columns};
  }

  /// A number before a pass of the forward transform and after that pass of the backward one: the first pass reads and
  /// writes the mesh.
  template <class Data>
  [[nodiscard]] GRIDFOLD_HD number load(thread t, const column_of_mesh& at, int pass, int n, const Data& data) const
  {
    if (pass > 0) return data[place(t, n)];
    if (at.is_inside && n < spectrum.extent(0)) return spectrum(n, at.row, at.wave);
    return {T(0), T(0)};
  }
  template <class Data>
  GRIDFOLD_HD void store(thread t, const column_of_mesh& at, int pass, int n, const number& value, Data& data) const
  {
    if (pass > 0)
      data[place(t, n)] = value;
    else if (at.is_inside && n < spectrum.extent(0))
      spectrum(n, at.row, at.wave) = value;
  }

  /// exp(-2 pi i within p / (apart factor)), or its conjugate.
  template <bool Inverse>
  [[nodiscard]] GRIDFOLD_HD number turn(int pass, int within, int p) const
  {
    const auto& of = passes.of[pass];
    number by = turns(within * p * of.step);
    if constexpr (Inverse) by.imag = -by.imag;
    return by;
  }

  /// A pass of the forward transform.
  template <int Factor, class Data>
  GRIDFOLD_HD void spread(index3 block, thread t, int pass, Data& data) const
  {
    const int apart = passes.of[pass].apart;
    const column_of_mesh at = column(block, t);
    each_set(t, pass, [&](int n) {
      const set_of_pass numbers = set(pass, n);
      number x[Factor];
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int q = 0; q < Factor; ++q) x[q] = load(t, at, pass, numbers.first + q * apart, data);
      kernel::small_dft<Factor, false>(x);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int p = 0; p < Factor; ++p)
        data[place(t, numbers.first + p * apart)] = p == 0 ? x[p] : x[p] * turn<false>(pass, numbers.within, p);
    });
  }

  /// The last pass of the forward transform, the product, and the first pass of the backward one.
  template <int Factor, class Data>
  GRIDFOLD_HD void multiply(index3 block, thread t, Data& data) const
  {
    const int pass = passes.count - 1, stride = passes.nodes / Factor;
    const column_of_mesh at = column(block, t);
    const bool has_each_row = green.extent(1) == spectrum.extent(1), has_each_plane = green.extent(0) == passes.nodes;
    const std::int64_t line = at.is_inside ? at.row : 0, row = has_each_row ? line : folded(line, spectrum.extent(1)),
                       wave = at.is_inside ? at.wave : 0;
    each_set(t, pass, [&](int n) {
      number x[Factor];
      T by[Factor];
      const int wave_number = order(n);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int p = 0; p < Factor; ++p) {
        const int plane = wave_number + p * stride;
        by[p] = static_cast<T>(green(has_each_plane ? plane : folded(plane, passes.nodes), row, wave));
      }
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int q = 0; q < Factor; ++q) x[q] = load(t, at, pass, n * Factor + q, data);
      kernel::small_dft<Factor, false>(x);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int p = 0; p < Factor; ++p) x[p] = number{by[p] * x[p].real, by[p] * x[p].imag};
      kernel::small_dft<Factor, true>(x);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int q = 0; q < Factor; ++q) store(t, at, pass, n * Factor + q, x[q], data);
    });
  }

  /// A pass of the backward transform.
  template <int Factor, class Data>
  GRIDFOLD_HD void collect(index3 block, thread t, int pass, Data& data) const
  {
    const int apart = passes.of[pass].apart;
    const column_of_mesh at = column(block, t);
    each_set(t, pass, [&](int n) {
      const set_of_pass numbers = set(pass, n);
      number x[Factor];
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int p = 0; p < Factor; ++p) {
        x[p] = data[place(t, numbers.first + p * apart)];
        if (p > 0) x[p] = x[p] * turn<true>(pass, numbers.within, p);
      }
      kernel::small_dft<Factor, true>(x);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int q = 0; q < Factor; ++q) store(t, at, pass, numbers.first + q * apart, x[q], data);
    });
  }

  static GRIDFOLD_HD std::int64_t folded(std::int64_t n, std::int64_t nodes) { return 2 * n <= nodes ? n : nodes - n; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
