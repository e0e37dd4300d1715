// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The convolution with an even function in Fourier space: multiplies each complex number by a real one.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A complex number of a spectrum, read and written as one vector.
template <class T>
struct alignas(2 * sizeof(T)) wave {
  T real, imag;

  friend GRIDFOLD_HD wave operator+(const wave& a, const wave& b) { return {a.real + b.real, a.imag + b.imag}; }
  friend GRIDFOLD_HD wave operator-(const wave& a, const wave& b) { return {a.real - b.real, a.imag - b.imag}; }
  friend GRIDFOLD_HD wave operator*(const wave& a, const wave& b)
  {
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
  }
};

/// Multiplies a spectrum by green, in place. Spectrum: a view of waves of (z, y, wave number along x), with wave
/// numbers from 0 to nodes - 1 along y and z; Green: a view of (z, y, x) of take_green's shape, or with one row for
/// each row of the spectrum, which may then hold any subset of the wave numbers along y. A green of as many planes as
/// the spectrum has those of all wave numbers along z. A thread owns one wave in each
/// of coarsen::y rows.
template <class Variant, class Spectrum, class Green>
struct multiply_spectrum {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  Spectrum spectrum;
  Green green;

  static constexpr int items = Variant::coarsening::y, rows = block_shape::y * items;
  static_assert(Variant::coarsening::x == 1,
                "gridfold: a thread owns numbers in one row (coarsen<X, Y> with X > 1): coarsen<1, Y>");

  static shape3 grid(shape3 waves) { return {ceil_div(waves.x, block_shape::x), ceil_div(waves.y, rows), waves.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::x + t.x, k = block.index().z;
      const std::int64_t z = green.extent(0) == spectrum.extent(0) ? k : folded(k, spectrum.extent(0));
      const bool has_each_row = green.extent(1) == spectrum.extent(1);
      if (i >= green.extent(2)) return;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int item = 0; item < items; ++item) {
        const std::int64_t j = block.index().y * rows + item * block_shape::y + t.y;
        if (j >= spectrum.extent(1)) break;
        const auto factor = green(z, has_each_row ? j : folded(j, spectrum.extent(1)), i);
        typename Spectrum::value_type at = spectrum(k, j, i);
        at.real *= factor;
        at.imag *= factor;
        spectrum(k, j, i) = at;
      }
    });
  }

 private:
  /// The wave number n or nodes - n, whichever is at most half of the nodes.
  static GRIDFOLD_HD std::int64_t folded(std::int64_t n, std::int64_t nodes) { return 2 * n <= nodes ? n : nodes - n; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
