// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What sorting into cells and cut sums ask of memory: no faults, rows of cells read as neighbours, a tile in shared
/// memory without bank conflicts.
#include <doctest/doctest.h>

#include <gridfold/cutoff_sum.hpp>
#include <gridfold/distributed/halo.hpp>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/trace/executor.hpp>
#include <random>
#include <vector>

namespace gf = gridfold;

namespace
{

const gf::lattice where{.spacing = 0.5, .shape = {19, 17, 11}};
constexpr double cutoff = 2;

gf::aligned_vector<gf::source<float>> atoms()
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, 9);
  gf::aligned_vector<gf::source<float>> all(900);
  for (auto& a : all) a = {place(generator), place(generator), place(generator), place(generator)};
  all[17] = {1, 1, 1, 5};  // on a point
  return all;
}

/// The map by executor `on`, from atoms that `sort_on` has sorted into cells.
template <class V, class Executor, class SortExecutor>
gf::aligned_vector<float> summed(const Executor& on, const SortExecutor& sort_on)
{
  const auto sources = atoms();
  auto list = gf::make_cells<gf::source<float>>(sort_on, gf::cells_around(where, cutoff, 900), 900);
  gf::sort_into_cells(sort_on, sources, list);
  gf::aligned_vector<float> out(static_cast<std::size_t>(where.shape.count()));
  gf::cutoff_sum<V>(on, list.cells(), where, gf::view_of(out.data(), where.shape),
                    gf::cut(gf::coulomb<gf::rsqrt::ieee>{}, cutoff));
  return out;
}
template <class V, class Executor>
gf::aligned_vector<float> summed(const Executor& on)
{
  return summed<V>(on, on);
}

using gf::block, gf::coarsen, gf::planes, gf::shared_tile, gf::variant;
using one_warp = variant<coarsen<4, 4>, shared_tile<64>, planes<8>, block<2, 16>>;
using three_warps = variant<coarsen<2, 1>, shared_tile<100>, planes<5>, block<5, 15>>;
using by_warps = variant<coarsen<2, 2>, shared_tile<128>, planes<8>, gf::cull_by_warp, block<4, 16>>;
using binned = variant<coarsen<1, 4>, gf::source_bins<8>, planes<8>, block<8, 16>>;
using straight = variant<coarsen<2, 2>, gf::read_only, planes<4>, block<4, 8>>;
using scattered = variant<gf::scatter, coarsen<2>, block<8, 6>>;

}  // namespace

TEST_CASE_TEMPLATE("a traced cut sum has no faults and the host's result", V, one_warp, three_warps, by_warps, binned,
                   straight, scattered)
{
  const gf::trace on;
  const auto traced = summed<V>(on), expected = summed<V>(gf::host{});
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
  int wrong = 0;
  for (std::size_t n = 0; n < traced.size(); ++n) wrong += !(std::abs(traced[n] - expected[n]) <= 1e-3f);
  CHECK(wrong == 0);
}

TEST_CASE("neighbours are read and written together, and the tile in shared memory without conflicts")
{
  const gf::trace on;
  (void)summed<one_warp>(on);
  const auto report = on.report();
  CHECK(report.site("out").degree() > 1.0 / 8);      // what lanes would have that share no sector
  CHECK(report.site("sources").degree() > 1.0 / 2);  // likewise, for sources of 16 bytes
  std::int64_t conflicts = 0;
  for (const auto& site : report.sites())
    if (site.view == "tile") conflicts += site.conflicts;
  CHECK(conflicts == 0);
}

TEST_CASE("bins are loaded by neighbouring threads, and read from shared memory without conflicts")
{
  const gf::trace on;
  (void)summed<binned>(on);
  const auto report = on.report();
  CHECK(report.site("sources").degree() > 1.0 / 2);  // groups of 8 threads read neighbours
  std::int64_t conflicts = 0, reads = 0;
  for (const auto& site : report.sites())
    if (site.view == "tile" && site.does == gf::access_kind::load) {
      conflicts += site.conflicts;
      reads += site.accesses;
    }
  CHECK(reads > 0);
  CHECK(conflicts == 0);
}

TEST_CASE("a scatter adds to neighbouring points together, and to one point from several sources at once")
{
  const auto added = []<class V>() {
    const gf::trace on;
    (void)summed<V>(on);
    for (const auto& site : on.report().sites())
      if (site.view == "out" && site.does == gf::access_kind::atomic) return site;
    return gf::access_site{};
  };
  const auto source_a_warp = added.operator()<variant<gf::scatter, block<32, 2>>>();
  const auto source_a_thread = added.operator()<variant<gf::scatter, block<1, 64>>>();
  CHECK(source_a_warp.accesses > 0);
  CHECK(source_a_warp.accesses == source_a_thread.accesses);  // one addition for each pair within the cutoff
  CHECK(source_a_warp.degree() > 2 * source_a_thread.degree());
  CHECK(source_a_warp.collisions == 0);
  CHECK(source_a_thread.collisions > 0);
}

TEST_CASE("a warp that scatters reads each of its sources once, however many points its lanes add to")
{
  const gf::trace on;
  (void)summed<variant<gf::scatter, coarsen<3>, block<32, 2>>>(on, gf::host{});
  CHECK(on.report().site("sources").requests == 900);
}

TEST_CASE("ranges in shared memory are one access, and warps that compact sources exchange their numbers")
{
  const gf::trace one, three;
  (void)summed<one_warp>(one);
  (void)summed<three_warps>(three);
  CHECK(one.report().site("ranges", gf::access_kind::load).bytes == 8);
  CHECK(one.report().site("ranges", gf::access_kind::store).bytes == 8);
  const auto written = three.report().site("offers", gf::access_kind::store);
  CHECK(written.requests > 0);
  std::int64_t read = 0;  // the three numbers, as one load of two and one of the third
  for (const auto& site : three.report().sites())
    if (site.view == "offers" && site.does == gf::access_kind::load) {
      CHECK(site.requests == written.requests);
      read += site.bytes;
    }
  CHECK(read == 3 * written.bytes);
}

TEST_CASE("a traced sort by numbers has no faults and the host's order")
{
  const auto sources = atoms();
  gf::aligned_vector<int> numbers(sources.size());
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = static_cast<int>(n * 7919 % 901);
  const auto order_of = [&](const auto& on) {
    auto list = gf::make_cells<gf::source<float>>(on, gf::cells_around(where, cutoff, 900), 900);
    gf::sort_into_cells(on, sources, numbers, list);
    const auto index = list.cells().index;
    return std::vector<int>(index.begin(), index.end());
  };
  const gf::trace on;
  CHECK(order_of(on) == order_of(gf::host{}));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

TEST_CASE("halos that traced ranks exchange have no faults and the host's sources")
{
  const gf::partition slabs(where.shape, 2);
  const auto pair = gf::cut(gf::coulomb<gf::rsqrt::ieee>{}, static_cast<float>(cutoff));
  const auto sources = atoms();
  const auto near = [&](const auto& executor, int rank) {
    std::vector<float> charges;
    gf::local_ranks(2).run([&](const gf::local_ranks::member& by) {
      const gf::ranks on{executor(by.rank()), by};
      const auto middle = sources.begin() + 450;
      const gf::aligned_vector<gf::source<float>> own(by.rank() == 0 ? sources.begin() : middle,
                                                      by.rank() == 0 ? middle : sources.end());
      const auto found = gf::gather_halo(on, own, gf::cells_around(where, cutoff, 900), where, slabs, pair);
      if (by.rank() == rank)
        for (std::size_t n = 0; n < found.size(); ++n) charges.push_back(found.data()[n].charge);
    });
    return charges;
  };
  for (int rank = 0; rank < 2; ++rank) {
    const gf::trace first, second;
    CHECK(near([&](int r) { return r == 0 ? first : second; }, rank) == near([](int) { return gf::host{1}; }, rank));
    for (const gf::trace* on : {&first, &second}) CHECK(on->report().faults().empty());
  }
}
