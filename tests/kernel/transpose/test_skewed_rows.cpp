// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/skewed_rows.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>

namespace gf = gridfold;

namespace
{

/// How many banks the threads of a warp read that each take the first of `Word` rows at one column of the part.
template <int Columns, int Vector, int Word, int Bytes>
std::size_t banks(std::int64_t pitch)
{
  const gf::kernel::skewed_rows<Columns, Vector, Word> rows(pitch);
  std::set<int> seen;
  for (int t = 0; t < 32; ++t) {
    const int i = t * Word;
    seen.insert((rows.row(i) + rows.shift(i, 0)) * Bytes / 4 % 32);
  }
  return seen.size();
}

}  // namespace

TEST_CASE("rows do not overlap and end within their span, for any pitch")
{
  using placing = gf::kernel::skewed_rows<24, 8, 2>;
  for (const std::int64_t pitch : {0, 1, 2, 3, 4, 6, 8, 12, 4097}) {
    const placing rows(pitch);
    for (int i = 0; i + 1 < 77; ++i) CHECK(rows.row(i) + 24 <= rows.row(i + 1));
    CHECK(rows.row(76) + 24 <= placing::span(77));
    CHECK(rows.row(5) % 8 == 0);
  }
}

TEST_CASE("a part's shift is that of its row in memory")
{
  const gf::kernel::skewed_rows<32, 4, 1> rows(4099);
  for (int i = -9; i < 100; ++i) CHECK(rows.shift(i, 1) == ((1 + i * std::int64_t{4099}) % 4 + 4) % 4);
}

TEST_CASE("a warp that reads down a column accesses all banks if the shifts of rows differ, else eight at least")
{
  CHECK(banks<64, 4, 1, 4>(8191) == 32);
  CHECK(banks<64, 4, 1, 4>(8190) == 16);
  CHECK(banks<64, 4, 1, 4>(8188) == 8);
  CHECK(banks<128, 8, 2, 2>(32749) == 32);
  CHECK(banks<128, 8, 2, 2>(32752) == 8);
  CHECK(banks<32, 2, 1, 8>(8191) == 16);
}
