// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a verb called without a variant runs is what its default_rule says, on random sizes and GPUs. An executor with
/// the rules of `device` records the variants of the kernels that verbs give it, and runs none.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/gridfold.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../support/seed.hpp"

namespace test_recorded_variants
{

namespace
{

namespace gf = gridfold;

/// A GPU of so many multiprocessors, which runs nothing.
struct recorder : gf::plain_arguments, gf::host_memory {
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = false;

  int count;
  std::set<std::string>* ran;

  recorder(int multiprocessors, std::set<std::string>* to) : count(multiprocessors), ran(to) {}
  [[nodiscard]] int multiprocessors() const { return count; }

  template <template <class, class...> class Kernel, class V, class... Types>
  void run(const Kernel<V, Types...>& /*kernel*/, gf::shape3 /*grid*/) const
  {
    ran->insert(V::name());
  }
  template <template <class, class, class, int, class...> class Kernel, class V, class Pairs, class T, int Dimensions,
            class... Types>
  void run(const Kernel<V, Pairs, T, Dimensions, Types...>& /*kernel*/, gf::shape3 /*grid*/) const
  {
    ran->insert(V::name());
  }
  void run(const gf::archetype::kernel& /*kernel*/, gf::shape3 /*grid*/) const {}
};

}  // namespace

}  // namespace test_recorded_variants

template <class Verb, class... T>
struct gridfold::default_rule<test_recorded_variants::recorder, Verb, T...>
    : gridfold::default_rule<gridfold::device, Verb, T...> {
};

namespace test_recorded_variants
{

namespace
{

/// Draws the logarithm of an extent and a GPU's multiprocessors, and counts the calls that ran something else than the
/// rule of `device` says.
struct checker {
  std::mt19937_64 generator{test::seed()};
  int calls = 0, wrong = 0;
  std::set<std::string> all;

  std::int64_t extent(int most_bits)
  {
    const std::uint64_t below = std::uint64_t{2} << (generator() % static_cast<unsigned>(most_bits));
    return static_cast<std::int64_t>(1 + generator() % below);
  }

  /// call(executor) is one of Verb for this problem.
  template <class Verb, class... T, class Problem, class Call>
  void check(const Problem& problem, const Call& call)
  {
    std::set<std::string> ran;
    const recorder on(static_cast<int>(1 + generator() % 200), &ran);
    call(on);
    std::vector<std::string> offered;
    gf::for_each(gf::default_variants<gf::device, Verb, T...>{}, [&]<class V>() { offered.push_back(V::name()); });
    std::size_t position = 0;
    using rule = gf::default_rule<gf::device, Verb, T...>;
    if constexpr (requires { rule::choose(on, problem); }) position = rule::choose(on, problem);
    wrong += ran != std::set<std::string>{offered.at(position)};
    all.insert(offered.at(position));
    ++calls;
  }
};

/// Memory at which verbs look, but which no kernel reads.
template <class T>
T* unread()
{
  alignas(256) static std::byte memory[256];
  return reinterpret_cast<T*>(memory);
}
template <class T>
T* unwritten()
{
  alignas(256) static std::byte memory[256];
  return reinterpret_cast<T*>(memory);
}

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;
template <class T, class Layout = cuda::std::layout_right>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>, Layout>;
template <class T>
using batch = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>>;

/// An element of this size.
template <int Bytes>
struct element {
  char bytes[Bytes];
};

constexpr int draws = 200;

}  // namespace

TEST_CASE_TEMPLATE("lattice_sum", T, float, double)
{
  checker on;
  const std::vector<gf::source<T>> sources(3000);
  for (int n = 0; n < draws; ++n) {
    const gf::lattice where{{0, 0, 0}, 1, {on.extent(9), on.extent(9), on.extent(9)}};
    const cuda::std::span<const gf::source<T>> some(sources.data(), static_cast<std::size_t>(on.extent(11)));
    const auto out = gf::view_of(unwritten<T>(), where.shape);
    on.check<gf::verb::lattice_sum, T>(gf::defaults::size_of_sum(where.shape, some), [&](const recorder& by) {
      gf::lattice_sum(by, some, where, out, gf::coulomb<>{});
    });
  }
  CHECK(on.wrong == 0);
  CHECK(on.all.size() > 1);
}

TEST_CASE_TEMPLATE("point_sum", T, float, double)
{
  checker on;
  const std::vector<gf::source<T>> sources(7);
  for (int n = 0; n < draws; ++n) {
    const auto count = static_cast<std::size_t>(on.extent(22));
    const cuda::std::span<const T> axis(unread<const T>(), count);
    const cuda::std::span<T> out(unwritten<T>(), count);
    on.check<gf::verb::point_sum, T>(static_cast<std::int64_t>(count), [&](const recorder& by) {
      gf::point_sum(by, sources, gf::positions(axis, axis, axis), out, gf::coulomb<>{});
    });
  }
  CHECK(on.wrong == 0);
  CHECK(on.all.size() > 1);
}

TEST_CASE_TEMPLATE("transpose", T, element<1>, element<2>, element<3>, element<4>, element<8>, element<16>, element<24>)
{
  checker on;
  for (int n = 0; n < draws; ++n) {
    const std::int64_t batches = n % 2 == 0 ? 1 : on.extent(16), rows = on.extent(17), columns = on.extent(14);
    const batch<const T> in(unread<const T>(), batches, rows, columns);
    const batch<T> out(unwritten<T>(), batches, columns, rows);
    on.check<gf::verb::transpose, T>(gf::defaults::transpose_size{batches, rows, columns},
                                     [&](const recorder& by) { gf::transpose(by, in, out); });
  }
  CHECK(on.wrong == 0);
  CHECK((on.all.size() > 1 || sizeof(T) > 16));
}

TEST_CASE_TEMPLATE("histogram", T, std::uint8_t, std::uint16_t, std::int32_t, std::int64_t)
{
  checker on;
  for (int n = 0; n < draws; ++n) {
    const std::int64_t size = on.extent(32);
    on.check<gf::verb::histogram, T>(size, [&](const recorder& by) {
      gf::histogram(by, vector<const T>(unread<const T>(), size), vector<int>(unwritten<int>(), 16),
                    gf::value_bins<16>{});
    });
  }
  CHECK(on.wrong == 0);
  CHECK((on.all.size() > 1 || sizeof(T) > 4));
}

TEST_CASE_TEMPLATE("reduce, transform and copy", T, std::uint8_t, float, double)
{
  checker on;
  for (int n = 0; n < draws; ++n) {
    const std::int64_t size = on.extent(30);
    const vector<const T> in(unread<const T>(), size);
    const vector<T> out(unwritten<T>(), size);
    on.check<gf::verb::reduce, T>(size, [&](const recorder& by) {
      auto scratch = gf::make_reduce_scratch<T>(by);
      gf::reduce(by, in, cuda::std::span<T>(unwritten<T>(), 1), gf::sum{}, scratch);
    });
    on.check<gf::verb::copy, T>(size, [&](const recorder& by) { gf::copy(by, in, out); });
    on.check<gf::verb::transform, T>(
        size, [&](const recorder& by) { gf::transform(by, cuda::std::tuple(in), out, [](T x) { return x; }); });
  }
  CHECK(on.wrong == 0);
}

TEST_CASE_TEMPLATE("multiply", T, float, double)
{
  checker on;
  const auto check = [&]<class Layout, class A, class B, class C>() {
    // Whole vectors: others are not transposed through registers.
    const std::int64_t m = 16 * on.extent(9), k = 16 * on.extent(9), n = 16 * on.extent(9);
    on.check<gf::verb::multiply, T, Layout>(m * n, [&](const recorder& by) {
      gf::multiply(by, matrix<const T, A>(unread<const T>(), m, k), matrix<const T, B>(unread<const T>(), k, n),
                   matrix<T, C>(unwritten<T>(), m, n));
    });
  };
  using right = cuda::std::layout_right;
  using left = cuda::std::layout_left;
  for (int n = 0; n < 20; ++n) {
    check.template operator()<gf::defaults::by_rows, right, right, right>();
    check.template operator()<gf::defaults::by_rows, right, left, right>();
    check.template operator()<gf::defaults::by_columns, left, left, right>();
    check.template operator()<gf::defaults::by_columns, right, right, left>();
    check.template operator()<gf::defaults::by_rows, left, left, left>();
  }
  CHECK(on.wrong == 0);
}

TEST_CASE_TEMPLATE("neighbors of all pairs", T, float, double)
{
  checker on;
  for (int n = 0; n < draws; ++n) {
    const auto count = static_cast<std::size_t>(on.extent(20));
    const cuda::std::span<const T> axis(unread<const T>(), count);
    on.check<gf::verb::neighbors, T>(static_cast<std::int64_t>(count), [&](const recorder& by) {
      gf::neighbors(by, gf::positions(axis, axis), 1.5,
                    gf::neighbor_list<>(unwritten<int>(), unwritten<int>(), axis.size(), 4));
    });
  }
  CHECK(on.wrong == 0);
}

}  // namespace test_recorded_variants
