// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/fingerprint.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace gf = gridfold;
using gf::detail::fingerprint;

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
  CHECK(fingerprint("").of(std::int64_t{1}).of(std::int64_t{2}).value() !=
        fingerprint("").of(std::int64_t{2}).of(std::int64_t{1}).value());
}
