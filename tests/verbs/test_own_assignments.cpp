// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every verb by assignments that are pseudo-random permutations of a block's items, on random problems: against the
/// references of tests/random, and on `trace`. A thread's items are in no order, and no item is where another one
/// suggests.
#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/tuple>
#include <gridfold/histogram.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transform.hpp>
#include <random>
#include <string>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../random/cells.hpp"
#include "../random/combinations.hpp"
#include "../random/moves.hpp"
#include "../random/neighborhoods.hpp"
#include "../random/sums.hpp"
#include "../support/seed.hpp"
#include "../support/shuffled.hpp"

namespace test_own_assignments
{

namespace gf = gridfold;
using test::shuffled;

namespace
{

/// Reports an error. Not a template of the variant, since doctest's macros compile slowly.
void check(const std::string& wrong, const std::string& variant, int round)
{
  CAPTURE(variant);
  CAPTURE(round);
  CHECK(wrong == "");
}

/// Calls wrong<V>(generator), which returns an error, for each variant on several random problems.
template <class Variants, class Wrong>
void check_all(Wrong wrong)
{
  std::mt19937 generator(test::seed());
  gf::for_each(Variants{}, [&]<class V>() {
    for (int round = 0; round < 20; ++round) check(wrong.template operator()<V>(generator), V::name(), round);
  });
}

using gf::block, gf::coarsen, gf::gather, gf::scatter, gf::variant, gf::vectors;

/// A function that no library has.
struct twice_less_one {
  GRIDFOLD_HD int operator()(int a) const { return 2 * a - 1; }
};
struct thirds {
  static constexpr int count = 3;
  GRIDFOLD_HD int operator()(int a) const { return a % 3; }
};

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

template <class V>
std::string wrong_transform(std::mt19937& generator)
{
  const auto size = static_cast<std::size_t>(test::random_int(generator, 0, 3000)), past = size / 2 % 2;
  std::vector<int> in(size), expected(size, -1);
  for (std::size_t n = past; n < size; ++n) expected[n] = twice_less_one{}(in[n] = static_cast<int>(n));
  const test::memory<int> from(in), to(std::vector<int>(size, -1));
  const auto count = static_cast<std::int64_t>(size - past);
  gf::transform<V>(test::executor{}, cuda::std::tuple(vector<const int>(from.data() + past, count)),
                   vector<int>(to.data() + past, count), twice_less_one{});
  return to.values() == expected ? "" : "wrong, size: " + std::to_string(size);
}

template <class V>
std::string wrong_histogram(std::mt19937& generator)
{
  const auto size = static_cast<std::size_t>(test::random_int(generator, 0, 3000));
  std::vector<int> in(size);
  std::vector<unsigned> expected(thirds::count);
  for (int& value : in) {
    value = static_cast<int>(generator() % 1000);
    ++expected[static_cast<std::size_t>(thirds{}(value))];
  }
  const test::memory<int> from(in);
  const test::memory<unsigned> counts(std::vector<unsigned>(3, 7));
  gf::histogram<V>(test::executor{}, vector<const int>(from.data(), static_cast<std::int64_t>(size)),
                   vector<unsigned>(counts.data(), 3), thirds{});
  return counts.values() == expected ? "" : "wrong, size: " + std::to_string(size);
}

}  // namespace

TEST_CASE("sums of points, of points on a list and with a cutoff take any one-to-one assignment")
{
  using test::coulomb_pair;
  using of_lattice = gf::list<variant<gather, shuffled<1>, coarsen<5, 2>, block<9, 5>>,
                              variant<gather, shuffled<2>, coarsen<4, 3>, gf::shared_tile<19>, block<8, 4>>,
                              variant<scatter, shuffled<3>, coarsen<4>, gf::global, block<9, 5>>>;
  check_all<of_lattice>([&]<class V>(std::mt19937& generator) {
    return test::wrong_lattice_sum<V, float, coulomb_pair<gf::rsqrt::approx>>(generator);
  });
  using of_list = gf::list<variant<gather, shuffled<4>, coarsen<16>, gf::read_only, block<45>>>;
  check_all<of_list>([&]<class V>(std::mt19937& generator) {
    return test::wrong_point_sum<V, double, coulomb_pair<gf::rsqrt::ieee>>(generator);
  });
  using cut = gf::list<
      variant<gather, shuffled<5>, coarsen<4, 3>, gf::planes<3>, gf::shared_tile<131>, block<5, 9>>,
      variant<gather, shuffled<6>, coarsen<2, 2>, gf::planes<8>, gf::cull_by_warp, gf::shared_tile<256>, block<4, 16>>,
      variant<gather, shuffled<7>, coarsen<3>, gf::source_bins<8>, block<32>>,
      variant<scatter, shuffled<8>, coarsen<3>, block<5, 9>>>;
  check_all<cut>([&]<class V>(std::mt19937& generator) {
    return test::wrong_cutoff_sum<V, float, gf::boundary::open, test::shifted_pair>(generator);
  });
}

TEST_CASE("transposes take any one-to-one assignment, also those by vectors")
{
  using direct = gf::list<variant<gather, shuffled<1>, coarsen<4, 4>, block<8, 5>>,
                          variant<scatter, shuffled<2>, coarsen<8>, vectors<2>, block<8, 8>>,
                          variant<gather, shuffled<3>, coarsen<4, 8>, vectors<4>, gf::read_only, block<4, 8>>>;
  using tiled = gf::list<variant<gather, shuffled<4>, coarsen<2, 3>, gf::tile<gf::padded<1>>, block<8, 5>>,
                         variant<gather, shuffled<5>, coarsen<4, 4>, vectors<4>, gf::tile<gf::padded<3>>, block<8, 8>>>;
  check_all<gf::join<direct, tiled>>(
      [&]<class V>(std::mt19937& generator) { return test::wrong_transpose<V, float>(generator); });
}

TEST_CASE("copies, functions of elements, reductions and histograms take any one-to-one assignment")
{
  using in_line =
      gf::list<variant<shuffled<1>, coarsen<10>, block<9, 5>>, variant<shuffled<2>, coarsen<4>, vectors<4>, block<32>>>;
  check_all<in_line>(
      [&]<class V>(std::mt19937& generator) { return test::wrong_copy<V, gf::sequential, std::uint16_t>(generator); });
  check_all<in_line>([&]<class V>(std::mt19937& generator) { return wrong_transform<V>(generator); });
  using reductions = gf::list<variant<shuffled<3>, coarsen<4>, gf::exchange_shared, block<9, 5>>,
                              variant<shuffled<4>, coarsen<2>, vectors<4>, block<32>>>;
  check_all<reductions>([&]<class V>(std::mt19937& generator) {
    return test::wrong_reduction<V, double, gf::sum, test::as_span>(generator);
  });
  using counters = gf::list<variant<scatter, shuffled<5>, coarsen<4, 3>, vectors<2>, gf::exchange_shared, block<9, 5>>,
                            variant<scatter, shuffled<6>, coarsen<7>, gf::exchange_global, block<32>>>;
  check_all<counters>([&]<class V>(std::mt19937& generator) { return wrong_histogram<V>(generator); });
}

TEST_CASE("products and neighbours take any one-to-one assignment")
{
  using products =
      gf::list<variant<shuffled<1>, coarsen<3, 2>, block<9, 5>>,
               variant<shuffled<2>, coarsen<2, 5>, gf::shared_tile<5>, block<8, 4>>,
               variant<shuffled<3>, coarsen<4, 4>, vectors<4>, gf::shared_tile<16>, gf::stages<2>,
                       gf::through_registers, block<16, 8>>,
               variant<shuffled<4>, coarsen<4, 4>, vectors<2>, gf::shared_tile<8>, gf::stages<3>, block<8, 8>>>;
  check_all<products>([&]<class V>(std::mt19937& generator) {
    return test::wrong_product<V, float, cuda::std::layout_right, cuda::std::layout_right, cuda::std::layout_right,
                               int>(generator);
  });
  using searches = gf::list<variant<gather, shuffled<5>, coarsen<4>, gf::shared_tile<37>, block<9, 5>>,
                            variant<scatter, shuffled<6>, coarsen<3>, block<32>>>;
  check_all<searches>([&]<class V>(std::mt19937& generator) {
    return test::wrong_neighbors<V, float, 3, cuda::std::layout_right, gf::pairs::twice>(generator);
  });
}

#ifndef __CUDACC__
TEST_CASE("the tracer runs transposes by any one-to-one assignment, without a fault")
{
  using traced = gf::list<variant<gather, shuffled<1>, coarsen<4, 2>, block<8, 4>>,
                          variant<scatter, shuffled<2>, coarsen<2, 4>, vectors<2>, block<4, 8>>,
                          variant<gather, shuffled<3>, coarsen<2, 2>, gf::tile<gf::padded<1>>, block<8, 8>>>;
  check_all<traced>([&]<class V>(std::mt19937& generator) -> std::string {
    const std::int64_t rows = test::random_int(generator, 1, 40), columns = test::random_int(generator, 1, 40);
    const auto count = static_cast<std::size_t>(rows * columns);
    std::vector<float> in(count), out(count, -1);
    for (std::size_t n = 0; n < count; ++n) in[n] = static_cast<float>(n);
    using view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 2>>;
    const view from(in.data(), rows, columns), to(out.data(), columns, rows);
    const gf::trace on;
    gf::transpose<V>(on, from, to);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        if (to(j, i) != from(i, j)) return "wrong " + std::to_string(rows) + " x " + std::to_string(columns);
    return on.report().faults().empty() ? "" : "a fault";
  });
}

namespace
{

/// Contiguous, by another name.
struct blocked {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int, int items) { return thread * items + item; }
  static constexpr gf::fixed_text name() { return "blocked"; }
};

}  // namespace

TEST_CASE("a product loads vectors of lines if an assignment makes them neighbours, whatever its name")
{
  const gf::aligned_vector<float> a(32 * 32, 1), b(32 * 32, 1);
  gf::aligned_vector<float> c(32 * 32);
  const gf::trace on;
  gf::multiply<variant<blocked, coarsen<4, 2>, gf::shared_tile<8>, block<8, 4>>>(
      on, cuda::std::mdspan(a.data(), 32, 32), cuda::std::mdspan(b.data(), 32, 32),
      cuda::std::mdspan(c.data(), 32, 32));
  const gf::trace_report report = on.report();
  CHECK(report.faults().empty());
  CHECK(c == gf::aligned_vector<float>(32 * 32, 32));
  CHECK(report.site("left_tile", gf::access_kind::load, 8).accesses > 0);
  CHECK(report.site("right_tile", gf::access_kind::load, 16).accesses > 0);
}
#endif

}  // namespace test_own_assignments
