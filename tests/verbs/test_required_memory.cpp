// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A verb asks its executor for all memory that it is given, and for none of what it does not touch: so a GPU's
/// executor refuses memory that it cannot access before a kernel runs.
#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/copy.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/histogram.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/point_sum.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transpose.hpp>
#include <set>
#include <vector>

namespace test_required_memory
{

namespace
{

namespace gf = gridfold;

using pointers = std::set<const void*>;

/// An executor that runs nothing and notes the memory that it is asked for.
struct asked : gf::plain_arguments, gf::host_memory {
  static constexpr bool launches_overlap = false, runs_on_host = false;
  pointers* of;

  explicit asked(pointers& all) : of(&all) {}
  void require_access(const void* pointer, const char* /*what*/) const { of->insert(pointer); }
  template <gf::kernel_type Kernel>
  void run(const Kernel& /*kernel*/, gf::shape3 /*grid*/) const
  {
  }
};

template <class Call>
pointers asked_by(Call call)
{
  pointers all;
  call(asked(all));
  return all;
}

template <class T>
auto matrix(T* data, int rows, int columns)
{
  return cuda::std::mdspan<T, cuda::std::dextents<int, 2>>(data, rows, columns);
}

template <class T>
auto line(T* data, int size)
{
  return cuda::std::mdspan<T, cuda::std::dextents<int, 1>>(data, size);
}

}  // namespace

TEST_CASE("copies, transposes and reductions ask for their input and their output")
{
  std::vector<float> in(12), out(12);
  const pointers both = {in.data(), out.data()};
  CHECK(asked_by([&](const asked& on) { gf::copy<gf::variant<>>(on, line(in.data(), 12), line(out.data(), 12)); }) ==
        both);
  CHECK(asked_by([&](const asked& on) {
          gf::transpose<gf::variant<>>(on, matrix(in.data(), 3, 4), matrix(out.data(), 4, 3));
        }) == both);
  const auto reduced = [&](int size) {
    return asked_by([&](const asked& on) {
      using V = gf::variant<gf::block<32>>;
      auto scratch = gf::make_reduce_scratch<V, float>(on);
      gf::reduce<V>(on, line(in.data(), size), line(out.data(), 1), gf::sum{}, scratch);
    });
  };
  CHECK(reduced(12) == both);
  CHECK(reduced(0) == pointers{out.data()});
}

TEST_CASE("a histogram asks for its counts, and for elements that there are")
{
  std::vector<unsigned> counts(8);
  std::vector<std::uint8_t> in(5);
  using V = gf::variant<gf::scatter, gf::exchange_global>;
  const auto by = [&](int size) {
    return asked_by([&](const asked& on) {
      gf::histogram<V>(on, line(in.data(), size), line(counts.data(), 8), gf::value_bins<8>{});
    });
  };
  CHECK(by(5) == pointers{counts.data(), in.data()});
  CHECK(by(0) == pointers{counts.data()});
}

TEST_CASE("a product asks for its operands unless they are empty")
{
  std::vector<float> a(6), b(8), c(12);
  const auto by = [&](int rows, int inner, int columns) {
    return asked_by([&](const asked& on) {
      gf::multiply<gf::variant<>>(on, matrix(a.data(), rows, inner), matrix(b.data(), inner, columns),
                                  matrix(c.data(), rows, columns));
    });
  };
  CHECK(by(3, 2, 4) == pointers{a.data(), b.data(), c.data()});
  CHECK(by(3, 1, 1) == pointers{a.data(), b.data(), c.data()});
  CHECK(by(3, 0, 4) == pointers{c.data()});
  CHECK(by(0, 2, 4).empty());
  CHECK(by(3, 2, 0).empty());
}

TEST_CASE("sums ask for sources, points and output")
{
  const std::vector<gf::source<float>> sources(3);
  std::vector<float> x(4), y(4), z(4), out(12), at_points(4);
  const gf::coulomb<gf::rsqrt::ieee> pair;
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {2, 2, 3}};
  CHECK(asked_by([&](const asked& on) {
          gf::lattice_sum<gf::variant<gf::global>>(on, sources, where, gf::view_of(out.data(), where.shape), pair);
        }) == pointers{sources.data(), out.data()});
  CHECK(asked_by([&](const asked& on) {
          gf::point_sum<gf::variant<gf::global, gf::block<32>>>(on, sources, gf::positions(x, y, z), at_points, pair);
        }) == pointers{sources.data(), x.data(), y.data(), z.data(), at_points.data()});
}

TEST_CASE("neighbours ask for positions, counts and room that there is")
{
  std::vector<float> x(4), y(4);
  std::vector<int> counts(4), indices(8);
  const auto by = [&](int capacity) {
    return asked_by([&](const asked& on) {
      gf::neighbors<gf::variant<>>(on, gf::positions(x, y), 1,
                                   gf::neighbor_list<>(counts.data(), indices.data(), 4, capacity));
    });
  };
  CHECK(by(2) == pointers{x.data(), y.data(), counts.data(), indices.data()});
  CHECK(by(0) == pointers{x.data(), y.data(), counts.data()});
}

}  // namespace test_required_memory
