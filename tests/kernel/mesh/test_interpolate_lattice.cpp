// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/interpolate_lattice.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/view/triples.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace interpolate_lattice_tests
{

constexpr gf::shape3 nodes_of_mesh{29, 21, 25};

template <class T>
std::vector<T> random_nodes(std::size_t count, std::mt19937& generator)
{
  std::uniform_real_distribution<T> number(-1, 1);
  std::vector<T> all(count);
  for (T& x : all) x = number(generator);
  return all;
}

/// Points along an axis that a window of 5 nodes around each reads; in a period they may begin anywhere.
template <class Boundary>
gf::electrostatics::reading_table points_along(std::int64_t nodes, std::int64_t points, std::mt19937& generator)
{
  const gf::kernel::mesh_window window{5};
  std::uniform_real_distribution<double> share(0.1, 1);
  constexpr double spacing = 2;  // divides the slopes, which may thus be as large as the weights
  if constexpr (Boundary::is_periodic)
    return gf::electrostatics::field_weights(100 * share(generator) - 50, 7 * share(generator), 0, points, window,
                                             spacing, nodes);
  const double room = static_cast<double>(nodes) - 7;
  return gf::electrostatics::field_weights(3, room * share(generator) / static_cast<double>(points), 0, points, window,
                                           spacing);
}

/// Three axes' tables, rounded to T.
template <class T>
struct axes_of_points {
  gf::electrostatics::reading_table table[3];
  std::vector<T> weight[3], slope[3];

  template <class Boundary>
  axes_of_points(Boundary /*of*/, gf::shape3 shape, std::mt19937& generator)
      : table{points_along<Boundary>(nodes_of_mesh.x, shape.x, generator),
              points_along<Boundary>(nodes_of_mesh.y, shape.y, generator),
              points_along<Boundary>(nodes_of_mesh.z, shape.z, generator)}
  {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      weight[axis].assign(table[axis].weight.begin(), table[axis].weight.end());
      slope[axis].assign(table[axis].slope.begin(), table[axis].slope.end());
    }
  }

  /// The sum over the nodes of a point, with slopes along an axis, or with weights along all if `along` is 3.
  [[nodiscard]] double sum(gf::index3 point, const std::vector<T>& in, std::size_t along) const
  {
    const std::int64_t at[3] = {point.x, point.y, point.z};
    const std::int64_t nodes[3] = {nodes_of_mesh.x, nodes_of_mesh.y, nodes_of_mesh.z};
    const int width = table[0].width;
    double all = 0;
    for (int n = 0; n < width * width * width; ++n) {
      const int of[3] = {n % width, n / width % width, n / (width * width)};
      double by = 1;
      std::int64_t node[3];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto place = static_cast<std::size_t>(at[axis] * width + of[axis]);
        by *= static_cast<double>(axis == along ? slope[axis][place] : weight[axis][place]);
        node[axis] = (table[axis].first[static_cast<std::size_t>(at[axis])] + of[axis]) % nodes[axis];
      }
      all +=
          by * static_cast<double>(in[static_cast<std::size_t>((node[2] * nodes[1] + node[1]) * nodes[0] + node[0])]);
    }
    return all;
  }

  /// The kernel's tables in memory of the executor.
  template <class Executor>
  auto along(const Executor& on, std::size_t axis, int points, int room, std::int64_t period) const
  {
    const auto list_of = [&](const auto& all, const char* name) {
      using number = typename std::remove_cvref_t<decltype(all)>::value_type;
      return on.argument(cuda::std::mdspan<const number, cuda::std::dextents<int, 1>>(all.data(), all.size()), name,
                         gf::role::input);
    };
    auto first = list_of(table[axis].first, "first");
    auto weights = list_of(weight[axis], "weights"), slopes = list_of(slope[axis], "slopes");
    return gf::kernel::axis_weights<decltype(first), decltype(weights)>{
        first, weights, slopes, gf::electrostatics::points_of_tiles(table[axis], points, room),
        static_cast<int>(period)};
  }
};

/// Interpolates at the points of a lattice, on an executor.
template <class T, class Boundary, class Executor, class Out>
void interpolate(const Executor& on, const axes_of_points<T>& axes, const std::vector<T>& in, const Out& to)
{
  using tiles = gf::kernel::lattice_tiles;
  const gf::shape3 nodes = nodes_of_mesh;
  auto from = on.argument(gf::view_of(in.data(), nodes), "nodes", gf::role::input);
  const auto x = axes.along(on, 0, tiles::points_x, tiles::nodes_x, nodes.x),
             y = axes.along(on, 1, tiles::points_y, tiles::nodes_y, nodes.y),
             z = axes.along(on, 2, tiles::points_z, tiles::nodes_z, nodes.z);
  using text = gf::kernel::interpolate_lattice<T, Boundary, decltype(from), std::remove_const_t<decltype(x)>, Out>;
  const text what{{}, from, x, y, z, to, axes.table[0].width};
  on.run(what, what.grid());
}

/// Whether a value differs from a sum by more than its rounding.
template <class T>
bool differs(double value, double sum, int width)
{
  // Each axis adds `width` products of weights, which add up to less than width / 2, and has width + 1 roundings. The
  // absolute values of slopes add up to less than 2, by the two halves of the window.
  const double size = 1 + 4 * std::pow(0.5 * width, 3);
  return !(std::abs(value - sum) < 3 * (width + 1) * size * static_cast<double>(std::numeric_limits<T>::epsilon()));
}

/// Compares potentials at the points of a lattice, then potentials and fields, with loops in double.
template <class T, class Boundary, class Executor>
void check_lattice(const Executor& on, gf::shape3 shape, unsigned random)
{
  std::mt19937 generator(random);
  const auto in = random_nodes<T>(static_cast<std::size_t>(nodes_of_mesh.count()), generator);
  const auto before = random_nodes<T>(static_cast<std::size_t>(shape.count()), generator);
  const axes_of_points<T> axes(Boundary{}, shape, generator);
  auto potentials = before, beside_fields = before;
  std::vector<gf::packed3<T>> fields(before.size(), {T(1), T(2), T(3)});
  auto alone = fields;
  interpolate<T, Boundary>(on, axes, in, on.argument(gf::view_of(potentials.data(), shape), "out", gf::role::update));
  auto numbers = on.argument(gf::view_of(beside_fields.data(), shape), "potentials", gf::role::update);
  auto vectors = on.argument(gf::view_of(fields.data(), shape), "fields", gf::role::update);
  interpolate<T, Boundary>(on, axes, in,
                           gf::kernel::field_output<T, decltype(numbers), decltype(vectors)>{numbers, vectors});
  auto vectors_alone = on.argument(gf::view_of(alone.data(), shape), "fields", gf::role::update);
  interpolate<T, Boundary>(
      on, axes, in, gf::kernel::field_output<T, gf::kernel::no_potentials, decltype(vectors_alone)>{{}, vectors_alone});

  int wrong = 0;
  for (std::size_t n = 0; n < before.size(); ++n) {
    const gf::index3 at = gf::index_in(shape, static_cast<std::int64_t>(n));
    const auto is_wrong = [&](T value, double was, std::size_t along) {
      return differs<T>(static_cast<double>(value), was + axes.sum(at, in, along), axes.table[0].width);
    };
    wrong += is_wrong(potentials[n], static_cast<double>(before[n]), 3) || is_wrong(fields[n].x, 1, 0) ||
             is_wrong(fields[n].y, 2, 1) || is_wrong(fields[n].z, 3, 2);
  }
  CHECK(wrong == 0);
  CHECK(beside_fields == potentials);
  CHECK(alone == fields);
}

TEST_CASE_TEMPLATE("points of lattices of any shape and spacing are weighted sums of the nodes", T, float, double)
{
  std::mt19937 generator(test::seed());
  for (const gf::shape3 shape : {gf::shape3{1, 1, 1}, {33, 17, 5}, {70, 3, 9}, {5, 40, 2}}) {
    check_lattice<T, gf::boundary::open>(gf::host{}, shape, static_cast<unsigned>(generator()));
    check_lattice<T, gf::boundary::periodic>(gf::host{}, shape, static_cast<unsigned>(generator()));
  }
}

TEST_CASE("the traced kernel has no faults")
{
  const gf::trace on;
  check_lattice<float, gf::boundary::open>(on, {35, 18, 5}, 1);
  check_lattice<float, gf::boundary::periodic>(on, {7, 5, 3}, 2);
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

}  // namespace interpolate_lattice_tests
