// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/fingerprint.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace gf = gridfold;
using gf::distributed::fingerprint;

TEST_CASE("arguments that differ in anything have other fingerprints, equal ones the same")
{
  const gf::lattice where{.origin = {1, 2, 3}, .spacing = {0.1, 0.2, 0.3}, .shape = {4, 5, 6}};
  std::vector<gf::lattice> lattices(4, where);
  lattices[1].origin.z += 1e-15;
  lattices[2].spacing.x = 0.2;
  lattices[3].shape = {5, 4, 6};
  const std::vector<double> weights = {1, 2};
  const std::vector<gf::partition> partitions = {{where.shape, 2},
                                                 {where.shape, 3},
                                                 {where.shape, 2, gf::along::y},
                                                 {where.shape, 2, gf::along::z, 2},
                                                 {where.shape, weights}};
  std::set<std::int64_t> values;
  for (const char* verb : {"lattice_sum", "cutoff_sum"})
    for (const gf::lattice& lattice : lattices)
      for (const gf::partition& slabs : partitions) {
        const auto one = fingerprint(verb).of(lattice).of(slabs);
        CHECK(one.value() >= 0);
        CHECK(one.value() == fingerprint(verb).of(lattice).of(slabs).value());
        values.insert(one.value());
      }
  CHECK(values.size() == 2 * 4 * 5);
  // A lattice in each of its numbers, and a number in each of its bits.
  std::set<std::int64_t> of_lattices{fingerprint("").of(where).value()};
  for (int n = 0; n < 9; ++n) {
    gf::lattice other = where;
    double* const numbers[] = {&other.origin.x,  &other.origin.y,  &other.origin.z,
                               &other.spacing.x, &other.spacing.y, &other.spacing.z};
    std::int64_t* const extents[] = {&other.shape.x, &other.shape.y, &other.shape.z};
    if (n < 6)
      *numbers[n] += 1e-12;
    else
      *extents[n - 6] += 1;
    of_lattices.insert(fingerprint("").of(other).value());
  }
  CHECK(of_lattices.size() == 1 + 9);
  std::set<std::int64_t> of_bits{fingerprint("").of(std::int64_t{0}).value()};
  for (int bit = 0; bit < 64; ++bit)
    of_bits.insert(fingerprint("").of(static_cast<std::int64_t>(std::uint64_t{1} << bit)).value());
  CHECK(of_bits.size() == 1 + 64);
  CHECK(fingerprint("").of(std::int64_t{1}).of(std::int64_t{2}).value() !=
        fingerprint("").of(std::int64_t{2}).of(std::int64_t{1}).value());
}
