// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/interpolate_axis.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/trace/executor.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

constexpr int width = 5;
constexpr gf::shape3 nodes{13, 17, 11};

template <class T>
std::vector<T> random_numbers(std::size_t count, std::mt19937& generator)
{
  std::uniform_real_distribution<T> number(-1, 1);
  std::vector<T> all(count);
  for (T& x : all) x = number(generator);
  return all;
}

/// Interpolates along an axis at `points` points, on an executor, and compares with a loop in double.
template <int Axis, class T, class Boundary, class Executor>
void check_axis(const Executor& on, int points, bool add, unsigned random)
{
  std::mt19937 generator(random);
  const auto in = random_numbers<T>(static_cast<std::size_t>(nodes.count()), generator);
  const auto weight = random_numbers<T>(static_cast<std::size_t>(points * width), generator);
  const std::int64_t along = Axis == 0 ? nodes.z : Axis == 1 ? nodes.y : nodes.x;
  std::uniform_int_distribution<int> node(0, static_cast<int>(along) - (Boundary::is_periodic ? 1 : width));
  std::vector<int> first(static_cast<std::size_t>(points));
  for (int& n : first) n = node(generator);
  gf::shape3 shape = nodes;
  (Axis == 0 ? shape.z : Axis == 1 ? shape.y : shape.x) = points;
  const auto before = random_numbers<T>(static_cast<std::size_t>(shape.count()), generator);
  auto out = before;

  const auto list_of = [](const auto& all) {
    using number = typename std::remove_cvref_t<decltype(all)>::value_type;
    return cuda::std::mdspan<const number, cuda::std::dextents<int, 1>>(all.data(), all.size());
  };
  auto from = on.argument(gf::view_of<const T>(in.data(), nodes), "nodes", gf::role::input);
  auto begins = on.argument(list_of(first), "first", gf::role::input);
  auto weights = on.argument(list_of(weight), "weights", gf::role::input);
  auto to = on.argument(gf::view_of(out.data(), shape), "out", gf::role::update);
  using text = gf::kernel::interpolate_axis<gf::variant<gf::block<32, 2>, gf::coarsen<1, 3>>, Axis, Boundary,
                                            decltype(from), decltype(begins), decltype(weights), decltype(to)>;
  on.run(text{from, begins, weights, to, width, add}, text::grid(shape));

  int wrong = 0;
  for (std::int64_t k = 0; k < shape.z; ++k)
    for (std::int64_t j = 0; j < shape.y; ++j)
      for (std::int64_t i = 0; i < shape.x; ++i) {
        const auto at = static_cast<std::size_t>((k * shape.y + j) * shape.x + i);
        const std::int64_t p = Axis == 0 ? k : Axis == 1 ? j : i;
        double sum = add ? static_cast<double>(before[at]) : 0;
        for (int n = 0; n < width; ++n) {
          const std::int64_t from_node = (first[static_cast<std::size_t>(p)] + n) % along;
          const std::int64_t ni = Axis == 2 ? from_node : i, nj = Axis == 1 ? from_node : j,
                             nk = Axis == 0 ? from_node : k;
          sum += static_cast<double>(weight[static_cast<std::size_t>(p * width + n)]) *
                 static_cast<double>(in[static_cast<std::size_t>((nk * nodes.y + nj) * nodes.x + ni)]);
        }
        // width + 1 additions of terms of at most 1, each of which has fewer than width + 2 roundings.
        wrong += !(std::abs(static_cast<double>(out[at]) - sum) <
                   (width + 1) * (width + 2) * static_cast<double>(std::numeric_limits<T>::epsilon()));
      }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("points are weighted sums of the nodes along an axis", T, float, double)
{
  const unsigned random = test::seed();
  for (const int points : {1, 3, 37})
    for (const bool add : {false, true}) {
      check_axis<0, T, gf::boundary::open>(gf::host{}, points, add, random);
      check_axis<1, T, gf::boundary::open>(gf::host{}, points, add, random);
      check_axis<2, T, gf::boundary::open>(gf::host{}, points, add, random);
      check_axis<0, T, gf::boundary::periodic>(gf::host{}, points, add, random);
      check_axis<1, T, gf::boundary::periodic>(gf::host{}, points, add, random);
      check_axis<2, T, gf::boundary::periodic>(gf::host{}, points, add, random);
    }
}

TEST_CASE("the traced kernel has no faults")
{
  const gf::trace on;
  check_axis<0, float, gf::boundary::open>(on, 19, false, 1);
  check_axis<1, float, gf::boundary::periodic>(on, 19, true, 2);
  check_axis<2, float, gf::boundary::periodic>(on, 19, false, 3);
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}
