// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fan's transposes (CUDA Programming, ch. 7 and 8).
#include <gridfold/transpose.hpp>
#include <numeric>

#include "../../examples/support/figures.hpp"
#include "line.hpp"

namespace notes
{

namespace
{

/// Rows and columns are whole sectors, and no whole tiles.
constexpr int rows = 40, columns = 72;

template <class V>
observation transposed()
{
  return observe([](const auto& on) {
    gf::aligned_vector<float> in(rows * columns), out(rows * columns);
    std::iota(in.begin(), in.end(), 0.0f);
    gf::transpose<V>(on, cuda::std::mdspan(in.data(), rows, columns), cuda::std::mdspan(out.data(), columns, rows));
    return std::vector<double>(out.begin(), out.end());
  });
}

/// The degree of coalescing of loads and of stores: 1, or an eighth if each lane is alone in a sector.
void check_sides(const observation& by, claims& all, double in, double out)
{
  std::vector<double> expected;
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) expected.push_back(i * columns + j);
  all.expect("the result is the transpose", by.values == expected);
  all.equal("blocks", by.last().blocks, 2 * 3);
  all.equal("threads", by.last().threads, 32 * 32);
  all.equal("bytes of a load", by.seen.site("in").bytes, 4);
  all.equal("degree of coalescing of loads", by.seen.site("in").degree(), in);
  all.equal("degree of coalescing of stores", by.seen.site("out").degree(), out);
}

void check_direct(const observation& by, claims& all, double in, double out, bool ldg)
{
  check_sides(by, all, in, out);
  all.equal("loads by __ldg", by.loads_by_ldg(), ldg);
  all.expect("no shared memory", !by.shares());
}
void check_coalesced_read(const observation& by, claims& all) { check_direct(by, all, 1, 0.125, false); }
void check_coalesced_write(const observation& by, claims& all) { check_direct(by, all, 0.125, 1, false); }
void check_coalesced_write_ldg(const observation& by, claims& all) { check_direct(by, all, 0.125, 1, true); }

void check_bank_conflicts(const observation& by, claims& all)
{
  check_sides(by, all, 1, 1);
  const auto stores = by.seen.site("tile", gf::access_kind::store), loads = by.seen.site("tile", gf::access_kind::load);
  all.equal("conflicts of S[threadIdx.y][threadIdx.x]", stores.conflicts, 0);
  all.equal("wavefronts of S[threadIdx.x][threadIdx.y], one a lane", loads.wavefronts, loads.accesses);
}
void check_no_bank_conflicts(const observation& by, claims& all)
{
  check_sides(by, all, 1, 1);
  const auto stores = by.seen.site("tile", gf::access_kind::store), loads = by.seen.site("tile", gf::access_kind::load);
  all.equal("conflicts", stores.conflicts + loads.conflicts, 0);
  all.equal("accesses of the tile", stores.accesses + loads.accesses, 2 * rows * columns);
}

}  // namespace

std::vector<line> transposes()
{
  using read_ldg = figures::transpose<gf::scatter, gf::read_only>;
  using blocks_of_16 = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::block<16, 16>>;
  using four_items =
      gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>;
  using padded_by_2 = figures::transpose<gf::gather, gf::tile<gf::padded<2>>>;
  return {
      {"coalesced_read", transposed<figures::coalesced_read>, check_coalesced_read},
      {"coalesced_write", transposed<figures::coalesced_write>, check_coalesced_write},
      {"coalesced_write_ldg", transposed<figures::coalesced_write_ldg>, check_coalesced_write_ldg},
      {"bank_conflicts", transposed<figures::bank_conflicts>, check_bank_conflicts},
      {"no_bank_conflicts", transposed<figures::no_bank_conflicts>, check_no_bank_conflicts},
      {"coalesced_read, by __ldg", transposed<read_ldg>},
      {"coalesced_write, blocks of 16 x 16", transposed<blocks_of_16>},
      {"no_bank_conflicts, four elements a thread", transposed<four_items>},
      {"no_bank_conflicts, padded by two", transposed<padded_by_2>},
  };
}

}  // namespace notes
