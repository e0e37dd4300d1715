// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/site_statistics.hpp>

#include <doctest/doctest.h>

#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>

namespace gf = gridfold;

namespace
{

gf::tracing::site_statistics statistics()
{
  return gf::tracing::site_statistics(gf::tracing::rules_of<gf::sectors, gf::banks<32>>());
}

/// A request of all lanes at multiples of `step` bytes.
gf::kept_request stepping(int step)
{
  gf::kept_request r;
  for (int lane = 0; lane < 32; ++lane) r.add(lane, static_cast<std::uint64_t>(lane * step));
  return r;
}

}  // namespace

TEST_CASE("a site is a view, a kind of access, a memory and a width")
{
  auto all = statistics();
  const int loads = all.number_of("x", gf::access_kind::load, gf::memory_kind::in_global, 4);
  CHECK(all.number_of("x", gf::access_kind::store, gf::memory_kind::in_global, 4) != loads);
  CHECK(all.number_of("x", gf::access_kind::load, gf::memory_kind::in_global, 8) != loads);
  CHECK(all.number_of("x", gf::access_kind::load, gf::memory_kind::in_global, 4) == loads);
  CHECK(all.sites().size() == 3);
}

TEST_CASE("requests to global memory are counted by sectors, to shared memory by banks")
{
  auto all = statistics();
  all.count(all.number_of("x", gf::access_kind::load, gf::memory_kind::in_global, 4), stepping(8));
  all.count(all.number_of("tile", gf::access_kind::load, gf::memory_kind::in_shared, 4), stepping(8));
  const gf::access_site &global = all.sites()[0], &shared = all.sites()[1];
  CHECK((global.requests == 1 && global.accesses == 32 && global.bytes_asked == 128));
  CHECK((global.transactions == 8 && global.bytes_moved == 256 && global.wavefronts == 0));
  CHECK((shared.wavefronts == 2 && shared.conflicts == 1 && shared.transactions == 0));
}

TEST_CASE("a request is kept with its costs and, by rules that say so, how many lanes are served at once")
{
  struct unnamed {
    static gf::bank_cost cost(const gf::request&) { return {3, 2}; }
  };
  const auto kept = [](const gf::tracing::rule_set& rules) {
    gf::tracing::site_statistics all(rules);
    all.count(all.number_of("tile", gf::access_kind::load, gf::memory_kind::in_shared, 4), stepping(8));
    return all.kept().at(0).at(0);
  };
  const gf::kept_request whole = kept(gf::tracing::rules_of<gf::sectors, gf::banks<32>>()),
                         half_warps = kept(gf::tracing::rules_of<gf::sectors, gf::banks<16, 16>>()),
                         silent = kept(gf::tracing::rules_of<gf::sectors, unnamed>());
  CHECK(whole.lanes_at_once == 32);
  CHECK((whole.banks.wavefronts == 2 && whole.banks.conflicts == 1));
  CHECK(half_warps.lanes_at_once == 16);
  CHECK(silent.lanes_at_once == gf::kept_request{}.lanes_at_once);
  CHECK((silent.banks.wavefronts == 3 && silent.banks.conflicts == 2 && silent.moved.bytes == 0));
}

TEST_CASE("atomic accesses to one address collide, and are moved one by one")
{
  auto all = statistics();
  all.count(all.number_of("sum", gf::access_kind::atomic, gf::memory_kind::in_global, 4), stepping(0));
  const gf::access_site& site = all.sites()[0];
  CHECK((site.requests == 1 && site.addresses == 1 && site.collisions == 31 && site.transactions == 32));
}
