// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory accesses of a lattice sum: write-back (Kirk, Hwu and El Hajj, 4th ed., Figs. 18.8 and 18.10), constant
/// reads, atomics.
#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/trace/executor.hpp>
#include <vector>

#include "../../examples/support/figures.hpp"
#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

template <class V, class Trace = gf::trace>
gf::trace_report summed(int sources = 8, gf::shape3 shape = {512, 4, 1})
{
  const gf::aligned_vector<gf::source<float>> atoms(static_cast<std::size_t>(sources), {1, 2, -3, 1});
  gf::aligned_vector<float> map(static_cast<std::size_t>(shape.count()));
  const gf::lattice where{{}, {1}, shape};
  const Trace on;
  gf::lattice_sum<V>(on, atoms, where, gf::view_of(map.data(), shape), gf::coulomb<>{});
  std::vector<float> expected(map.size());
  gf::lattice_sum<gf::variant<>>(gf::host{}, atoms, where, gf::view_of(expected.data(), shape), gf::coulomb<>{});
  double off = 0;
  for (std::size_t i = 0; i < map.size(); ++i) off = std::max<double>(off, std::abs(map[i] / expected[i] - 1));
  CHECK(off < 1e-6 + 1.2e-7 * sources);  // the order of additions is another on the host
  CHECK(on.report().faults().empty());
  return on.report();
}

template <class A, int Factor, class S>
using gather = gf::variant<gf::gather, A, gf::coarsen<Factor>, S, gf::block<32, 4>>;

/// Lanes of a contiguous write-back lie Factor floats apart.
constexpr int sectors(int factor) { return factor < 8 ? 4 * factor : 32; }

template <int Factor>
void check_write_back()
{
  CAPTURE(Factor);
  const auto contiguous = summed<figures::cenergy<gf::gather, gf::contiguous, Factor>>().site("out");
  CHECK(contiguous.transactions_per_request() == sectors(Factor));
  CHECK(contiguous.degree() == 4.0 / sectors(Factor));
  const auto interleaved = summed<figures::cenergy<gf::gather, gf::interleaved, Factor>>().site("out");
  CHECK(interleaved.transactions_per_request() == 4);
  CHECK(interleaved.degree() == 1);
  CHECK(interleaved.requests == contiguous.requests);
}

}  // namespace

TEST_CASE("contiguous items are written back to a sector a lane, interleaved ones coalesced, for every factor")
{
  check_write_back<1>();
  check_write_back<2>();
  check_write_back<4>();
  check_write_back<8>();
  check_write_back<16>();
}

TEST_CASE("four points take 16 constant reads an atom, or 4 if one thread owns them")
{
  constexpr gf::shape3 four{4, 1, 1};
  using one = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::constant, gf::block<4>>;
  using all = gf::variant<gf::gather, gf::contiguous, gf::coarsen<4>, gf::constant, gf::block<1>>;
  CHECK(summed<one>(1, four).site("sources").accesses == 16);
  CHECK(summed<all>(1, four).site("sources").accesses == 4);
}

TEST_CASE("a warp reads one constant address at a time")
{
  const auto sources = summed<figures::figure_18_10>(2000).site("sources");
  CHECK(sources.memory == gf::memory_kind::in_constant);
  CHECK(sources.addresses_per_request() == 1);
  CHECK(sources.requests == 512 / 128 * 4 * 2000 * 4);  // warps, atoms, words
}

TEST_CASE("global reads of a source are one sector for 32 lanes; through a tile they are coalesced")
{
  const auto direct = summed<gather<gf::interleaved, 4, gf::global>>(64).site("sources");
  CHECK(direct.bytes == 16);
  // of each block 4 warps by 64 sources, and the search for sources on points: 2 warps, 16 sectors each
  CHECK(direct.transactions_per_request() == doctest::Approx((4 * 64 + 2 * 16) / (4 * 64 + 2.0)));
  const auto tiled = summed<gather<gf::interleaved, 4, gf::shared>>(256);
  CHECK(tiled.site("sources").degree() == 1);
  CHECK(tiled.site("sources").transactions_per_request() == 16);
  CHECK(tiled.view("tile").conflicts == 0);
}

TEST_CASE("a ring of tiles is filled coalesced, and no stage of it is read before it has arrived")
{
  using ring = gf::list<gf::coarsen<4>, gf::shared_tile<64>, gf::stages<3>, gf::block<32, 4>>;
  const auto seen = summed<gf::variant<ring>>(1000);  // finds no faults
  CHECK(seen.site("sources", gf::access_kind::load).degree() == 1);
  CHECK(seen.view("tile").conflicts == 0);
}

TEST_CASE("the threads of a scatter collide in every element")
{
  using scatter = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;
  const auto seen = summed<scatter>(64, {16, 4, 2});
  const auto out = seen.site("out", gf::access_kind::atomic);
  CHECK(out.requests == 16 * 4 * 2 * 2);
  CHECK(out.collisions == 31 * out.requests);
  CHECK(seen.site("out", gf::access_kind::store).degree() == 1);
}

TEST_CASE("a scatter's collisions cost a sector each")
{
  using scatter = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;
  CHECK(summed<scatter>(64, {16, 4, 2}).site("out", gf::access_kind::atomic).transactions_per_request() == 32);
}

TEST_CASE("lattices of any shape and sources beyond a chunk are added to what is there")
{
  const auto seen = summed<gather<gf::contiguous, 4, gf::constant_chunk<5>>>(12, {37, 3, 2});
  CHECK(seen.site("out", gf::access_kind::store).accesses == 3 * 37 * 3 * 2);
  CHECK(seen.site("out", gf::access_kind::load).accesses == 2 * 37 * 3 * 2);
}

namespace
{

/// A sum over ions, one of which lies on the point -0.2 + 3*0.1 except for rounding, and one in a plane of points.
template <class Space>
gf::trace_report with_ion_on_point()
{
  const gf::aligned_vector<gf::source<double>> ions = {{5, 5, 5, 1}, {0.1, 0.1, 0.1, 1e-9}, {0.15, 0.1, 0.1, 0}};
  const gf::lattice where{.origin = {-0.2, -0.2, -0.2}, .spacing = 0.1, .shape = {40, 5, 4}};
  gf::aligned_vector<double> map(800);
  unsigned long long left_out = 0;
  const gf::trace on;
  gf::lattice_sum<gather<gf::interleaved, 2, Space>>(on, ions, where, gf::view_of(map.data(), where.shape),
                                                     gf::coulomb<>{{&left_out}});
  CHECK(left_out == 1);
  for (const double value : map) CHECK(value < 0.5);
  CHECK(on.report().faults().empty());
  return on.report();
}

}  // namespace

TEST_CASE("a block sets its flag once per source on its points, unless the host has searched before")
{
  const auto said = with_ion_on_point<gf::global>().site("seen", gf::access_kind::atomic);
  CHECK(said.accesses == 2);  // one block has both ions in its box
  CHECK(with_ion_on_point<gf::read_only>().site("seen", gf::access_kind::atomic).accesses == said.accesses);
  CHECK(with_ion_on_point<gf::shared>().site("seen", gf::access_kind::atomic).accesses == said.accesses);
  CHECK_THROWS(with_ion_on_point<gf::constant>().site("seen"));
}
