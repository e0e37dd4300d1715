// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The Green's function of a mesh: its samples in real space, and the part of its transform that the convolution needs.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sets mesh(k, j, i) to f(x2(i) + y2(j) + z2(k)), where x2, y2 and z2 are squared distances along the axes. Mesh: a
/// view of (z, y, x); Squares: one-dimensional views.
template <class Variant, class Squares, class Mesh, class F>
struct sample_green {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  Squares x2, y2, z2;
  Mesh mesh;
  F f;

  static shape3 grid(shape3 nodes) { return {ceil_div(nodes.x, block_shape::threads), nodes.y, nodes.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::threads + t.rank, j = block.index().y, k = block.index().z;
      if (i < x2.extent(0)) mesh(k, j, i) = f(x2(i) + (y2(j) + z2(k)));
    });
  }
};

/// sample_green for the wave numbers of a triclinic box: x, y and z are 2 pi / length times those along its vectors,
/// signed. The wave vector of a plane wave that has these is not at right angles to the vectors.
template <class Variant, class Waves, class Mesh, class F>
struct sample_tilted_green {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  Waves x, y, z;
  Mesh mesh;
  F f;
  double x_per_y, x_per_z, y_per_z;  ///< the tilt over the lengths

  static shape3 grid(shape3 waves) { return {ceil_div(waves.x, block_shape::threads), waves.y, waves.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::threads + t.rank, j = block.index().y, k = block.index().z;
      if (i >= x.extent(0)) return;
      const double wave_x = x(i), wave_y = y(j) - x_per_y * wave_x, wave_z = z(k) - x_per_z * wave_x - y_per_z * wave_y;
      mesh(k, j, i) = f(wave_x * wave_x + (wave_y * wave_y + wave_z * wave_z));
    });
  }
};

/// Sets green(k, j, i) to the real part of the spectrum's element (k, j, i), times x(i) y(j) z(k). The Green's function
/// is even along each axis, so its transform is real and even: green has the wave numbers from 0 to half of the nodes
/// of each axis. In a triclinic box only the whole transform is even: green has all wave numbers along y and z.
///
/// Spectrum: a view of (z, y, 2 * wave number along x), real and imaginary parts alternating; Factors:
/// one-dimensional views; Green: a view of (z, y, x).
template <class Variant, class Spectrum, class Factors, class Green>
struct take_green {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  Spectrum spectrum;
  Factors x, y, z;
  Green green;

  static shape3 grid(shape3 waves) { return {ceil_div(waves.x, block_shape::threads), waves.y, waves.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::threads + t.rank, j = block.index().y, k = block.index().z;
      if (i < green.extent(2)) green(k, j, i) = spectrum(k, j, 2 * i) * (x(i) * (y(j) * z(k)));
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
