// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Direct Coulomb summation (Kirk, Hwu and El Hajj, 4th ed., Figs. 18.5, 18.6, 18.8 and 18.10).
#include <cmath>
#include <gridfold/lattice_sum.hpp>

#include "../../examples/support/figures.hpp"
#include "line.hpp"

namespace notes
{

namespace
{

/// Rows of the lattice are whole sectors: 25 of them.
constexpr int points_x = 200, points_y = 3, planes = 5, points = points_x * points_y * planes;
constexpr int atom_count = 150;
const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {points_x, points_y, planes}};

/// Coordinates are multiples of 1/64, so that differences of coordinates are exact; none is that of a plane of points.
gf::aligned_vector<gf::source<float>> some_atoms()
{
  gf::aligned_vector<gf::source<float>> all(atom_count);
  for (int n = 0; n < atom_count; ++n)
    all[n] = {float(n * 37 % 6400) / 64, float(n * 11 % 160) / 64, -2 + float(n % 7) / 64, n % 2 == 0 ? 1.0f : -0.5f};
  return all;
}

template <class V>
observation summed()
{
  return observe([](const auto& on) {
    const auto from = some_atoms();
    gf::aligned_vector<float> map(points);
    gf::lattice_sum<V>(on, from, where, gf::view_of(map.data(), where.shape), figures::charge_over_sqrtf{});
    return std::vector<double>(map.begin(), map.end());
  });
}

/// A term has r2 (three roundings, halved by the root), the root, the quotient; then there are up to `atom_count`
/// additions.
void check_potential(const observation& by, claims& all)
{
  const auto from = some_atoms();
  all.equal("points", by.values.size(), points);
  bool right = by.values.size() == points;
  for (int n = 0; n < points && right; ++n) {
    const double x = 0.5 * (n % points_x), y = 0.5 * (n / points_x % points_y), z = 0.5 * (n / (points_x * points_y));
    double sum = 0, magnitude = 0;
    for (const gf::source<float>& a : from) {
      const double term = a.charge / std::hypot(x - a.x, y - a.y, z - a.z);
      sum += term;
      magnitude += std::abs(term);
    }
    right = std::abs(by.values[n] - sum) <= (atom_count + 4) * magnitude * 0x1p-24;
  }
  all.expect("the potential is right at every point", right);
}

/// What the gathers share: constant memory, one address at a time; and stores without atomics. `threads` run, each of
/// which reads four numbers of every atom.
void check_gather(const observation& by, claims& all, std::int64_t threads)
{
  check_potential(by, all);
  const auto reads = by.seen.site("sources"), stores = by.seen.site("out");
  all.expect("atoms are in constant memory", reads.memory == gf::memory_kind::in_constant);
  all.equal("addresses of a read", reads.addresses_per_request(), 1);
  all.expect("no atomics", !by.adds_atomically());
  all.equal("launches", by.record.launches.size(), 1);
  all.equal("threads", by.last().blocks * by.last().threads, threads);
  all.equal("numbers read", reads.accesses, threads * atom_count * 4);
  all.equal("stores of points", stores.accesses, points);
}

/// Blocks of 32 x 4 threads cover 4 rows, in 5 planes, and of each row 7 * 32 points: one per thread. So four points
/// take 16 reads of constant memory for an atom.
constexpr std::int64_t threads_18_6 = 7 * 32 * 4 * planes;
/// 2 * 128 points of each row: four per thread, and four reads for an atom.
constexpr std::int64_t threads_18_8 = 2 * 32 * 4 * planes;

/// Two blocks of 128 threads for each plane. Threads beyond the last atom add zeros.
void check_figure_18_5(const observation& by, claims& all)
{
  check_potential(by, all);
  const auto adds = by.seen.site("out", gf::access_kind::atomic), reads = by.seen.site("sources");
  all.expect("atoms are in constant memory", reads.memory == gf::memory_kind::in_constant);
  all.equal("numbers read, four of each atom", reads.accesses, planes * atom_count * 4);
  all.equal("addresses of reads, one a lane", reads.addresses, reads.accesses);
  all.equal("threads", by.last().blocks * by.last().threads, planes * 256);
  all.equal("atomic additions, one of a thread to each point", adds.accesses, points * 256);
  all.equal("addresses of an addition: all lanes collide", adds.addresses_per_request(), 1);
}
void check_figure_18_6(const observation& by, claims& all)
{
  check_gather(by, all, threads_18_6);
  all.equal("degree of coalescing of the write-back", by.seen.site("out").degree(), 1);
}
void check_figure_18_8(const observation& by, claims& all)
{
  check_gather(by, all, threads_18_8);
  all.equal("degree of coalescing of the write-back, floats 4 apart", by.seen.site("out").degree(), 0.25);
}
void check_figure_18_10(const observation& by, claims& all)
{
  check_gather(by, all, threads_18_8);
  all.equal("degree of coalescing of the write-back", by.seen.site("out").degree(), 1);
}

}  // namespace

std::vector<line> sums()
{
  using two_points = figures::cenergy<gf::gather, gf::contiguous, 2>;
  using eight_points = figures::cenergy<gf::gather, gf::interleaved, 8>;
  using two_atoms = figures::cenergy<gf::scatter, gf::interleaved, 2>;
  using from_global = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::global>;
  using from_shared = gf::variant<gf::gather, gf::contiguous, gf::coarsen<4>, gf::shared>;
  using of_two_rows = gf::variant<gf::gather, gf::interleaved, gf::coarsen<2, 2>, gf::constant>;
  using scatter_from_global = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global>;
  return {
      {"figure_18_5", summed<figures::figure_18_5>, check_figure_18_5},
      {"figure_18_6", summed<figures::figure_18_6>, check_figure_18_6},
      {"figure_18_8", summed<figures::figure_18_8>, check_figure_18_8},
      {"figure_18_10", summed<figures::figure_18_10>, check_figure_18_10},
      {"figure_18_8, two points", summed<two_points>},
      {"figure_18_10, eight points", summed<eight_points>},
      {"figure_18_5, two atoms", summed<two_atoms>},
      {"figure_18_10, global", summed<from_global>},
      {"figure_18_8, shared", summed<from_shared>},
      {"figure_18_10, 2 x 2 points", summed<of_two_rows>},
      {"figure_18_5, global", summed<scatter_from_global>},
  };
}

}  // namespace notes
