// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tables of a particle-mesh plan, one for each axis, computed once in double on the host.
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <numbers>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// For each node, the squared distance at which the Green's function is sampled. Up to `distance` nodes it is the
/// squared distance from node 0, counted from either end of the periodic mesh, so that the periodic convolution equals
/// the open one for every distance that occurs (R. W. Hockney, Methods in Computational Physics 9 (1970) 136). No pair
/// uses the gap between: there the distance levels off and turns around smoothly, because a kink would have wave
/// numbers that the mesh does not represent.
inline std::vector<double> green_squares(std::int64_t nodes, std::int64_t distance, double spacing)
{
  std::vector<double> squares(static_cast<std::size_t>(nodes));
  const auto half = static_cast<double>(nodes / 2), begin = static_cast<double>(distance), gap = half - begin;
  // In the gap, t = 0 to 1, the slope falls from 1 to 0 as the integral of a window around t = 1.
  constexpr int steps = 64;
  const auto window = [](double z) { return std::exp(18 * (std::sqrt(1 - z * z) - 1)); };
  double whole = 0;
  for (int s = 0; s < steps * 8; ++s) whole += window((s + 0.5) / (steps * 8)) / (steps * 8);
  double at = begin, slope = 1;
  std::vector<double> distances(static_cast<std::size_t>(nodes / 2) + 1);
  for (std::int64_t n = 0; n <= nodes / 2; ++n) {
    if (n <= distance) {
      distances[static_cast<std::size_t>(n)] = static_cast<double>(n);
      continue;
    }
    for (int s = 0; s < steps; ++s) {  // from node n - 1 to n, by midpoints
      const double t = (static_cast<double>(n - 1 - distance) + (s + 0.5) / steps) / gap, step = 1 / (gap * steps);
      const double falls = window(1 - t) / whole * step;
      slope -= 0.5 * falls;
      at += slope / steps;
      slope -= 0.5 * falls;
    }
    distances[static_cast<std::size_t>(n)] = at;
  }
  for (std::int64_t n = 0; n < nodes; ++n) {
    const double d = spacing * distances[static_cast<std::size_t>(n <= nodes / 2 ? n : nodes - n)];
    squares[static_cast<std::size_t>(n)] = d * d;
  }
  return squares;
}

/// Squares of the wave numbers 0 to half of the nodes, along an axis of this length.
inline std::vector<double> wave_squares(std::int64_t nodes, double length)
{
  std::vector<double> squares;
  for (std::int64_t n = 0; n <= nodes / 2; ++n) {
    const double wave = 2 * std::numbers::pi * static_cast<double>(n) / length;
    squares.push_back(wave * wave);
  }
  return squares;
}

/// The wave numbers along a vector of a triclinic box, times the box's length along the axis. The spectrum has those of
/// 0 to half of the nodes along x, and along y and z then the negative ones.
inline std::vector<double> signed_waves(std::int64_t nodes, double length, bool with_negative)
{
  std::vector<double> waves;
  for (std::int64_t n = 0; n < (with_negative ? nodes : nodes / 2 + 1); ++n)
    waves.push_back(2 * std::numbers::pi * static_cast<double>(2 * n <= nodes ? n : n - nodes) / length);
  return waves;
}

/// The window's Fourier transform at a wave number, given in radians per node.
inline double window_transform(const kernel::mesh_window& window, double wave_number)
{
  // Substituting z = sin(angle) makes the integrand smooth, so that the midpoint rule converges; at the ends the
  // integrand is exp(-beta).
  constexpr int points = 512;
  double sum = 0;
  for (int n = 0; n < points; ++n) {
    const double angle = (n + 0.5) / points * (std::numbers::pi / 2), z = std::sin(angle);
    sum += std::exp(window.beta() * (std::cos(angle) - 1)) * std::cos(0.5 * window.width * wave_number * z) *
           std::cos(angle);
  }
  return sum * window.width * (std::numbers::pi / 2) / points;
}

/// For the wave numbers 0 to half of the nodes: 1 / (nodes * square of the window's transform). Forward and backward
/// transforms multiply by the number of nodes; spreading and interpolation each apply the window.
inline std::vector<double> deconvolution(std::int64_t nodes, const kernel::mesh_window& window)
{
  std::vector<double> factors(static_cast<std::size_t>(nodes / 2) + 1);
  for (std::size_t n = 0; n < factors.size(); ++n) {
    const double transform = electrostatics::window_transform(
        window, 2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(nodes));
    factors[n] = 1 / (transform * transform * static_cast<double>(nodes));
  }
  return factors;
}

/// Continues a table of the wave numbers 0 to half of the nodes by the negative ones, at which it has equal values.
inline std::vector<double> with_negative_waves(std::vector<double> of, std::int64_t nodes)
{
  for (std::int64_t n = nodes / 2 + 1; n < nodes; ++n) of.push_back(of[static_cast<std::size_t>(nodes - n)]);
  return of;
}

/// The nodes and weights that interpolate the points of a lattice's axis, `width` of each for every point. For fields
/// also minus the derivatives of the weights with respect to the point's coordinate; otherwise `slope` is empty.
struct reading_table {
  std::vector<int> first;
  std::vector<double> weight, slope;
  int width = 0;
  int period = 0;  ///< nodes of the period, 0 without one
};

/// \param from the axis' first point, in nodes; \param step the points' spacing, in nodes
/// \param begin the first of `points` points; a part has the weights of the whole axis \param period nodes of a period,
///   into which first nodes are wrapped; 0 without a period
inline reading_table reading_weights(double from, double step, std::int64_t begin, std::int64_t points,
                                     const kernel::mesh_window& window, std::int64_t period = 0)
{
  reading_table table;
  table.width = window.width;
  table.period = static_cast<int>(period);
  for (std::int64_t p = begin; p < begin + points; ++p) {
    const double at = from + step * static_cast<double>(p);
    const std::int64_t first = window.first(at);
    table.first.push_back(static_cast<int>(period == 0 ? first : (first % period + period) % period));
    for (int n = 0; n < window.width; ++n) table.weight.push_back(window.weight(at - static_cast<double>(first + n)));
  }
  return table;
}

/// reading_weights for fields. The weights of a point are scaled to the window's integral, so that a constant is
/// interpolated exactly and has no field; `slope` are minus the derivatives of the scaled weights.
/// \param spacing of the nodes
inline reading_table field_weights(double from, double step, std::int64_t begin, std::int64_t points,
                                   const kernel::mesh_window& window, double spacing, std::int64_t period = 0)
{
  reading_table table = electrostatics::reading_weights(from, step, begin, points, window, period);
  const double integral = electrostatics::window_transform(window, 0);
  for (std::int64_t p = 0; p < points; ++p) {
    const double at = from + step * static_cast<double>(begin + p);
    double* const weight = table.weight.data() + p * window.width;
    double sum = 0, slopes = 0;
    std::array<double, kernel::mesh_window::most> slope{};
    for (int n = 0; n < window.width; ++n) {
      const auto i = static_cast<std::size_t>(n);
      slope[i] = window.slope(at - static_cast<double>(window.first(at) + n), weight[n]);
      sum += weight[n];
      slopes += slope[i];
    }
    for (int n = 0; n < window.width; ++n) {
      const double scale = integral / sum;
      table.slope.push_back(-scale * (slope[static_cast<std::size_t>(n)] - slopes / sum * weight[n]) / spacing);
      weight[n] *= scale;
    }
  }
  return table;
}

/// The largest number of points of a tile, at most `most`, with which no tile of an axis reaches more than `nodes`
/// nodes or begins anew in a period.
inline int points_of_tiles(const reading_table& along, int most, int nodes)
{
  const int points = static_cast<int>(along.first.size());
  const auto fits = [&](int tile) {
    for (int n = 1; n < points; ++n) {
      const auto first = [&](int point) {
        const int from = along.first[static_cast<std::size_t>(n - n % tile)],
                  apart = along.first[static_cast<std::size_t>(point)] - from;
        return apart < 0 ? apart + along.period : apart;
      };
      if (n % tile != 0 && (first(n) < first(n - 1) || first(n) + along.width > nodes)) return false;
    }
    return true;
  };
  int tile = most;
  while (tile > 1 && !fits(tile)) --tile;
  return tile;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
