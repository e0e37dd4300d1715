// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The convolution with an even function in Fourier space: each complex number times a real one.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>

namespace gridfold::kernel
{

/// Multiplies a spectrum by green, in place. Spectrum: a view of (z, y, 2 * wave number along x), real and imaginary
/// parts by turns, whose wave numbers along y and z count from 0 to one less than the nodes; Green: a view of (z, y, x)
/// of take_green's shape. A thread owns a complex number.
template <class Variant, class Spectrum, class Green>
struct multiply_spectrum {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  Spectrum spectrum;
  Green green;

  static shape3 grid(shape3 waves) { return {ceil_div(waves.x, block_shape::threads), waves.y, waves.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](thread t) {
      const std::int64_t i = block.index().x * block_shape::threads + t.rank, j = block.index().y, k = block.index().z;
      if (i >= green.extent(2)) return;
      const auto factor = green(folded(k, spectrum.extent(0)), folded(j, spectrum.extent(1)), i);
      spectrum(k, j, 2 * i) *= factor;
      spectrum(k, j, 2 * i + 1) *= factor;
    });
  }

 private:
  /// The wave number n or its negative, whichever is up to half of the nodes.
  static GRIDFOLD_HD std::int64_t folded(std::int64_t n, std::int64_t nodes) { return 2 * n <= nodes ? n : nodes - n; }
};

}  // namespace gridfold::kernel
