// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums over parts of a lattice have the bits of the sum over the whole.
#include <gridfold/lattice_sum.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/lattice_sum_reference.hpp"
#include "../support/seed.hpp"

namespace test_lattice_parts
{

namespace gf = gridfold;

namespace
{

// Neither the origin nor the spacing is a binary fraction: moving the origin by whole steps would round differently.
constexpr gf::lattice uneven{.origin = {-3.7, 10.1, 0.73}, .spacing = {0.37, 0.21, 0.53}, .shape = {35, 13, 9}};

/// Calls sum(part, view) for a part of `ragged`, and returns the part's values.
template <class Sum>
std::vector<float> values(const gf::lattice_part& part, const Sum& sum)
{
  const test::memory<float> out(std::vector<float>(static_cast<std::size_t>(part.shape.count()), -1e30f));
  sum(part, gf::view_of(out.data(), part.shape));
  return out.values();
}

/// Whether a part's values are those of the whole lattice, bit for bit.
bool agree(const std::vector<float>& of_part, const std::vector<float>& of_whole, const gf::lattice_part& part)
{
  for (std::size_t n = 0; n < of_part.size(); ++n) {
    const gf::index3 at = gf::index_in(part.shape, static_cast<std::int64_t>(n));
    const gf::shape3& all = part.whole.shape;
    const std::int64_t there = ((part.first.z + at.z) * all.y + part.first.y + at.y) * all.x + part.first.x + at.x;
    if (std::memcmp(&of_part[n], &of_whole[static_cast<std::size_t>(there)], sizeof(float)) != 0) return false;
  }
  return true;
}

/// A random part, and every tenth time the last point alone.
gf::lattice_part random_part(std::mt19937& generator)
{
  const auto& [x, y, z] = uneven.shape;
  if (generator() % 10 == 0) return {uneven, {x - 1, y - 1, z - 1}, {1, 1, 1}};
  const auto below = [&](std::int64_t end) {
    return static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(end));
  };
  const gf::index3 first{below(x), below(y), below(z)};
  return {uneven, first, {1 + below(x - first.x), 1 + below(y - first.y), 1 + below(z - first.z)}};
}

/// Random sources, some of which lie on points.
std::vector<gf::atom> sources(unsigned random)
{
  auto atoms = reference::random_sources<float>(101, uneven, random);
  for (std::size_t s = 0; s < atoms.size(); s += 20) {
    const auto n = static_cast<double>(s % 9);
    atoms[s] = {static_cast<float>(-3.7 + 0.37 * (n + 20)), static_cast<float>(10.1 + 0.21 * n),
                static_cast<float>(0.73 + 0.53 * n), 0.5f};
  }
  return atoms;
}

template <class V, class Pair>
void check_parts(const Pair& pair, unsigned random)
{
  std::mt19937 generator(random);
  const test::memory<gf::atom> atoms(sources(random));
  const auto sum = [&](const gf::lattice_part& where, auto out) {
    gf::lattice_sum<V>(test::executor{}, atoms, where, out, pair);
  };
  const std::vector<float> whole = values(uneven, sum);
  for (int times = 0; times < 40; ++times) {
    const gf::lattice_part part = random_part(generator);
    CAPTURE(V::name());
    CHECK(agree(values(part, sum), whole, part));
  }
}

}  // namespace

TEST_CASE("a sum over a part of a lattice has the bits of the whole")
{
  const unsigned random = test::seed();
  using tiled = gf::variant<gf::coarsen<8, 2>, gf::block<4, 2>>;
  using staged = gf::variant<gf::interleaved, gf::coarsen<4>, gf::shared_tile<16>, gf::block<8, 4>>;
  check_parts<tiled>(gf::coulomb<>{}, random);
  check_parts<staged>(gf::coulomb<gf::rsqrt::ieee>{}, random);
  check_parts<staged>(gf::coulomb<gf::rsqrt::approx, gf::singularity::infinite>{}, random);
}

TEST_CASE("a cut sum over planes from a multiple of its block's on has the bits of the whole")
{
  const unsigned random = test::seed();
  const std::vector<gf::atom> atoms = sources(random);
  const auto count = static_cast<std::int64_t>(atoms.size());
  auto list = gf::make_cells<gf::atom>(test::executor{}, gf::cells_around(uneven, 2.3, count), count);
  gf::sort_into_cells(test::executor{}, test::memory<gf::atom>(atoms), list);
  using V = gf::variant<gf::coarsen<4, 2>, gf::shared_tile<64>, gf::planes<4>, gf::block<2, 8>>;
  const auto sum = [&](const gf::lattice_part& where, auto out) {
    gf::cutoff_sum<V>(test::executor{}, list.cells(), where, out, gf::cut(gf::coulomb<>{}, 2.3f));
  };
  const std::vector<float> whole = values(uneven, sum);
  for (const std::int64_t first : {0, 4, 8})
    for (const std::int64_t end : {4, 8, 9})
      if (first < end) {
        const gf::lattice_part part(uneven, {0, 0, first}, {35, 13, end - first});
        CHECK(agree(values(part, sum), whole, part));
      }
}

TEST_CASE("a part must have points, and lie in its lattice")
{
  using test::explains, test::message_of;
  for (const auto& part :
       {gf::lattice_part(uneven, {0, 0, 0}, {35, 13, 0}), gf::lattice_part(uneven, {-1, 0, 0}, {1, 1, 1}),
        gf::lattice_part(uneven, {35, 0, 0}, {1, 1, 1}), gf::lattice_part(uneven, {0, 3, 0}, {35, 11, 9})})
    CHECK(explains(message_of([&] { part.check(); }), "the part of a lattice has "));
  CHECK(message_of([&] { gf::lattice_part(uneven, {34, 12, 8}, {1, 1, 1}).check(); }).empty());
}

}  // namespace test_lattice_parts
