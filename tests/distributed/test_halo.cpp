// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/halo.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"
#include "halo_on_ranks.hpp"
#include "on_each_rank.hpp"

namespace ranks_tests
{

/// local_ranks that count the bytes which a rank gets from others.
struct counting_transport {
  gf::local_ranks::member by;
  std::int64_t* received;

  [[nodiscard]] int rank() const { return by.rank(); }
  [[nodiscard]] int size() const { return by.size(); }
  void agree(const std::string& failure, std::int64_t arguments = 0) const { by.agree(failure, arguments); }
  void count(cuda::std::span<const std::int64_t> counts) const
  {
    for (int r = 0; r < size(); ++r) *received += r == rank() ? 0 : counts[static_cast<std::size_t>(r)];
  }
  void all_gather(const test::executor& on, const std::byte* part, cuda::std::span<const std::int64_t> counts,
                  std::byte* whole) const
  {
    count(counts);
    by.all_gather(on, part, counts, whole);
  }
  void exchange(const test::executor& on, cuda::std::span<const gf::const_bytes> parts,
                cuda::std::span<const std::int64_t> counts, std::byte* whole) const
  {
    count(counts);
    by.exchange(on, parts, counts, whole);
  }
};

namespace
{

/// How many of some sources lie in layers of cells within a distance of a rank's slab.
std::int64_t sources_near(const std::vector<gf::atom>& atoms, const gf::cell_box<>& box, const gf::partition& slabs,
                          int rank, double distance)
{
  if (slabs.is_empty(rank)) return 0;
  const auto layer = [&](double z) {
    return std::clamp(std::floor((z - box.origin.z) / box.edge.z), 0.0, static_cast<double>(box.shape.z - 1));
  };
  const auto plane = [&](std::int64_t k) { return tall.origin.z + tall.spacing.z * static_cast<double>(k); };
  const double low = layer(plane(slabs.begin(rank)) - distance), high = layer(plane(slabs.end(rank) - 1) + distance);
  return std::count_if(atoms.begin(), atoms.end(), [&](const gf::atom& atom) {
    const double at = layer(static_cast<double>(atom.z));
    return low <= at && at <= high;
  });
}

}  // namespace

TEST_CASE("maps of distributed sources have the bits of one rank's, however they are distributed")
{
  const unsigned random = test::seed();
  for (int count = 1; count <= (test::small_tests() ? 3 : 5); ++count)
    for (unsigned times = 0; times < (test::small_tests() ? 1u : 4u); ++times) {
      CAPTURE(count);
      CAPTURE(times);
      const auto right =
          on_each_rank(count, [&](const auto& on) { return int{halo_sums_are_right(on, random + times)}; });
      CHECK(right == std::vector<int>(right.size(), 1));
    }
}

TEST_CASE("parts that overlap, some of them empty, are exchanged")
{
  for (int count = 1; count <= 5; ++count) {
    const auto right = on_each_rank(count, [&](const auto& on) { return int{exchanges_are_right(on)}; });
    CHECK(right == std::vector<int>(right.size(), 1));
  }
}

TEST_CASE("a rank gets the sources of the layers of cells within its reach, and no others")
{
  constexpr int ranks = 5, each = 97;
  constexpr double cutoff = 1.7;
  // Each other rank says how many sources it has for this one.
  constexpr std::int64_t bytes_of_counts = (ranks - 1) * std::int64_t{sizeof(std::int64_t)};
  const unsigned random = test::seed();
  const std::vector<double> weights = {1, 2, 0, 1, 3};
  const gf::partition slabs(tall.shape, weights);
  const auto box = gf::cells_around(tall, cutoff, ranks * each);
  const auto pair = gf::cut(gf::coulomb<>{}, static_cast<float>(cutoff));
  const auto sources_of = [&](int rank) {
    auto atoms = reference::random_sources<float>(each, tall, random + static_cast<unsigned>(rank));
    atoms[0].z = 1e6f;  // in the last layer
    return atoms;
  };
  std::vector<std::int64_t> received(ranks, 0), gathered(ranks, 0);
  gf::local_ranks(ranks).run([&](const gf::local_ranks::member& by) {
    use_device_of(by.rank());
    const auto rank = static_cast<std::size_t>(by.rank());
    const gf::ranks on{test::executor{}, counting_transport{by, &received[rank]}};
    const gf::buffer mine(on.local(), sources_of(by.rank()));
    gathered[rank] = static_cast<std::int64_t>(gf::gather_halo(on, mine, box, tall, slabs, pair).size());
  });
  std::int64_t all = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    // Layers within a little less and a little more than the cutoff: single precision rounds coordinates.
    std::int64_t least = 0, most = 0, least_bytes = bytes_of_counts, most_bytes = bytes_of_counts;
    for (int from = 0; from < ranks; ++from) {
      const auto atoms = sources_of(from);
      const std::int64_t fewer = sources_near(atoms, box, slabs, rank, cutoff - 1e-3),
                         more = sources_near(atoms, box, slabs, rank, cutoff + 1e-3);
      least += fewer;
      most += more;
      if (from == rank) continue;
      least_bytes += fewer * std::int64_t{sizeof(gf::atom)};
      most_bytes += more * std::int64_t{sizeof(gf::atom)};
    }
    CAPTURE(rank);
    CHECK(least <= gathered[static_cast<std::size_t>(rank)]);
    CHECK(gathered[static_cast<std::size_t>(rank)] <= most);
    CHECK(least_bytes <= received[static_cast<std::size_t>(rank)]);
    CHECK(received[static_cast<std::size_t>(rank)] <= most_bytes);
    all += gathered[static_cast<std::size_t>(rank)];
  }
  CHECK(gathered[2] == 0);
  CHECK(all < 3 * each * ranks);  // all sources on four ranks would be 4 * each * ranks
}

TEST_CASE("every source within the cutoff of a slab's points is in its layers, also where rounding decides")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(0, 1);
  const auto check = [&]<class Boundary>(Boundary) {
    int lost = 0, found = 0;
    for (int n = 0; n < 1000; ++n) {
      // Coordinates whose roundings are a part of a layer; a layer ends within one of them from the reach of a slab.
      const double far = 1e6 * (share(generator) < 0.5 ? -1 : 1), spacing = 0.5 + share(generator);
      const double cutoff = 1 + 3 * share(generator);
      const gf::lattice where{.origin = {0, 0, far}, .spacing = {1, 1, spacing}, .shape = {2, 2, 13}};
      const gf::partition slabs(where.shape, 3);
      const double begin = far + spacing * static_cast<double>(slabs.begin(1)) - cutoff;
      const double end = far + spacing * static_cast<double>(slabs.end(1) - 1) + cutoff,
                   edge = (end - begin) / (3 + n % 3);
      const double first = Boundary::is_periodic ? static_cast<double>(generator() % 12) : 3.0;
      const gf::cell_box<Boundary> box{{-5, -5, begin - first * edge}, {4, 4, edge}, {3, 3, 12}};
      const auto layers =
          gf::detail::layers_in_reach<float>(slabs.part(where, 1), box, gf::cut(gf::coulomb<>{}, cutoff));
      const gf::kernel::cell_axis<float, Boundary> axis(box.origin.z, box.edge.z, box.shape.z);
      const auto limit = static_cast<float>(cutoff * cutoff);
      for (std::int64_t k = slabs.begin(1); k < slabs.end(1); ++k)
        for (const double side : {-cutoff, cutoff}) {
          const float at = std::fma(static_cast<float>(k), static_cast<float>(spacing), static_cast<float>(far));
          float z = static_cast<float>(static_cast<double>(at) + side);
          for (int away = 0; away < 3; ++away) z = std::nextafter(z, -3e38f);
          for (int away = -3; away <= 3; ++away, z = std::nextafter(z, 3e38f)) {
            // The source as it is sorted, and the distance of the point to its nearest image.
            const float sorted = axis.wrapped(z);
            const float image =
                sorted + (Boundary::is_periodic ? std::round((at - sorted) / axis.length) * axis.length : 0);
            if (!((image - at) * (image - at) < limit)) continue;
            const std::int64_t cell = axis.bounded(sorted) * box.shape.x * box.shape.y;
            ++found;
            lost += std::none_of(layers.begin(), layers.end(),
                                 [&](const auto& range) { return range.begin <= cell && cell < range.end; });
          }
        }
    }
    CHECK(found > 10000);
    CHECK(lost == 0);
  };
  check(gf::boundary::open{});
  check(gf::boundary::periodic{});
}

TEST_CASE("halos along x, numbers that are missing and boxes that differ are errors on all ranks")
{
  const auto messages = [](gf::along axis, std::size_t missing, double more_edge) {
    return on_each_rank(3, [=](const auto& on) {
      const gf::buffer mine(on.local(), reference::random_sources<float>(9, tall, 1));
      const gf::buffer numbers(on.local(), std::vector<std::int64_t>(on.rank() == 1 ? 9 - missing : 9, on.rank()));
      const gf::partition slabs(tall.shape, 3, axis);
      auto box = gf::cells_around(tall, 2, 9);
      box.edge.z += on.rank() * more_edge;
      return test::message_of(
          [&] { gf::gather_halo(on, mine, numbers, box, tall, slabs, gf::cut(gf::coulomb<>{}, 2.0f)); });
    });
  };
  CHECK(messages(gf::along::z, 0, 0) == std::vector<std::string>(3, ""));
  for (const auto& text : messages(gf::along::x, 0, 0)) CHECK(test::explains(text, "rank 0: the slabs for halos are"));
  for (const auto& text : messages(gf::along::z, 2, 0))
    CHECK(test::explains(text, "rank 1: there are 7 numbers of 9 particles"));
  for (const auto& text : messages(gf::along::z, 0, 0.25)) CHECK(test::explains(text, "ranks disagree about a call"));
}

TEST_CASE("ranks that gather halos for another lattice, other slabs, another box or cutoff disagree")
{
  for (int differs = 0; differs < 5; ++differs) {
    CAPTURE(differs);
    const auto messages = on_each_rank(3, [=](const auto& on) {
      const int other = on.rank() == 1 ? differs : 0;
      const gf::buffer mine(on.local(), reference::random_sources<float>(9, tall, 1));
      gf::lattice where = tall;
      if (other == 1) where.spacing.y *= 1 + 1e-12;
      const gf::partition slabs(tall.shape, std::vector<double>{1, 1, other == 2 ? 3. : 1.});
      auto box = gf::cells_around(tall, 2, 9);
      if (other == 3) box.origin.x -= 1e-9;
      const auto pair = gf::cut(gf::coulomb<>{}, other == 4 ? 1.5f : 2.0f);
      return test::message_of([&] { gf::gather_halo(on, mine, box, where, slabs, pair); });
    });
    for (const auto& text : messages)
      CHECK((differs == 0 ? text.empty() : test::explains(text, "ranks disagree about a call")));
  }
}

}  // namespace ranks_tests
