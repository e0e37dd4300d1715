// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The degree of coalescing of copies by five access patterns (Fan, CUDA Programming, ch. 7), of triples and of
/// vectors.
#include <doctest/doctest.h>

#include <gridfold/copy.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <gridfold/view/streaming.hpp>
#include <gridfold/view/triples.hpp>

#include "../../examples/support/figures.hpp"
#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

using fold = figures::add_blocks;

/// 128 blocks of 32 threads, one float each.
template <class Pattern, class Trace = gf::trace, class V = fold>
gf::trace_report copied()
{
  test::pair<float> data(128 * 32);
  const Trace on;
  gf::copy<V, Pattern>(on, data.in(), data.out());
  if constexpr (!std::is_same_v<Pattern, gf::broadcast>) CHECK(data.to == data.from);
  CHECK(on.report().faults().empty());
  return on.report();
}

template <class V, class T>
gf::trace_report copied_words()
{
  test::pair<T> data(1 << 14);
  const gf::trace on;
  gf::copy<V>(on, data.in(), data.out());
  CHECK(data.to == data.from);
  return on.report();
}

}  // namespace

TEST_CASE("five access patterns have the published degrees of coalescing")
{
  const auto degrees = []<class Pattern>(Pattern, double in, double out) {
    const gf::trace_report seen = copied<Pattern>();
    CHECK(seen.site("in").degree() == in);
    CHECK(seen.site("out").degree() == out);
    CHECK(seen.site("in").requests == 128);
    CHECK(seen.site("out").accesses == 128 * 32);
  };
  degrees(gf::sequential{}, 1, 1);
  degrees(gf::permuted{}, 1, 1);
  degrees(gf::offset{}, 0.8, 0.8);
  degrees(gf::strided{}, 0.125, 0.125);
  degrees(gf::broadcast{}, 0.125, 1);
}

TEST_CASE("sectors a request are 4, 4, 5, 32 and 1")
{
  CHECK(copied<gf::sequential>().site("in").transactions_per_request() == 4);
  CHECK(copied<gf::permuted>().site("in").transactions_per_request() == 4);
  CHECK(copied<gf::offset>().site("in").transactions_per_request() == 5);
  CHECK(copied<gf::strided>().site("in").transactions_per_request() == 32);
  CHECK(copied<gf::broadcast>().site("in").transactions_per_request() == 1);
}

TEST_CASE("compute capability 1.0 needs lanes in order, 1.2 does not")
{
  using first = gf::trace_for<gf::compute_1_0, gf::banks<16, 16>>;
  using second = gf::trace_for<gf::compute_1_2, gf::banks<16, 16>>;
  // A half warp's 64 bytes in one transaction, or sixteen of 32 bytes.
  CHECK(copied<gf::sequential, first>().site("in").transactions_per_request() == 2);
  CHECK(copied<gf::permuted, first>().site("in").transactions_per_request() == 32);
  CHECK(copied<gf::permuted, first>().site("in").degree() == 0.125);
  CHECK(copied<gf::permuted, second>().site("in").transactions_per_request() == 2);
  CHECK(copied<gf::permuted, second>().site("in").degree() == 1);
  CHECK(copied<gf::strided, second>().site("in").transactions_per_request() == 32);
}

TEST_CASE("bursts of 64 bytes are used whole or to a sixteenth")
{
  using bursts = gf::trace_for<gf::bursts>;
  CHECK(copied<gf::sequential, bursts>().site("in").degree() == 1);
  CHECK(copied<gf::strided, bursts>().site("in").degree() == 4.0 / 64);
  CHECK(copied<gf::offset, bursts>().site("in").degree() == doctest::Approx(128.0 / (3 * 64)).epsilon(0.01));
}

TEST_CASE("words of 8 and 16 bytes ask for 8 and 16 sectors")
{
  using pairs = gf::variant<gf::gather, gf::vectors<2>, gf::coarsen<4>, gf::global, gf::block<64>>;
  using quads = gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<4>, gf::read_only, gf::block<64>>;
  const auto by_pairs = copied_words<pairs, float>(), by_quads = copied_words<quads, float>();
  CHECK(by_pairs.site("in").bytes == 8);
  CHECK(by_pairs.site("out").transactions_per_request() == 8);
  CHECK(by_quads.site("in").bytes == 16);
  CHECK(by_quads.site("in").transactions_per_request() == 16);
  CHECK(by_quads.site("out").degree() == 1);
  CHECK(by_quads.site("out").requests * 4 == copied_words<fold, float>().site("out").requests);
}

TEST_CASE("contiguous items are uncoalesced, interleaved ones coalesced")
{
  using contiguous = gf::variant<gf::gather, gf::contiguous, gf::coarsen<4>, gf::global, gf::block<64>>;
  using interleaved = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::global, gf::block<64>>;
  CHECK(copied_words<contiguous, float>().site("out").transactions_per_request() == 16);
  CHECK(copied_words<interleaved, float>().site("out").transactions_per_request() == 4);
  CHECK(copied_words<contiguous, double>().site("out").transactions_per_request() == 32);
}

TEST_CASE("packed triples take three accesses, aligned ones move an unused quarter, components are coalesced")
{
  constexpr std::int64_t size = 1 << 12;
  const gf::trace on;
  gf::aligned_vector<gf::packed3<float>> from(size), to(size);
  gf::copy<fold>(on, test::view<const gf::packed3<float>, 1>(from.data(), size),
                 test::view<gf::packed3<float>, 1>(to.data(), size));
  const auto in_three = on.report();
  CHECK(in_three.site("in").bytes == 4);
  CHECK(in_three.site("in").requests == 3 * size / 32);
  CHECK(in_three.site("in").transactions_per_request() == 12);
  CHECK(in_three.site("in").degree() == doctest::Approx(1.0 / 3));

  const gf::trace on_aligned;
  gf::aligned_vector<gf::aligned3<float>> aligned_from(size), aligned_to(size);
  gf::copy<fold>(on_aligned, test::view<const gf::aligned3<float>, 1>(aligned_from.data(), size),
                 test::view<gf::aligned3<float>, 1>(aligned_to.data(), size));
  CHECK(on_aligned.report().site("in").requests == size / 32);
  CHECK(on_aligned.report().site("in").transactions_per_request() == 16);

  const gf::trace on_components;
  gf::aligned_vector<float> apart_from(3 * size), apart_to(3 * size);
  gf::copy<fold>(on_components, gf::components<const float>(apart_from.data(), size),
                 gf::components(apart_to.data(), size));
  CHECK(on_components.report().site("in").requests == 3 * size / 32);
  CHECK(on_components.report().site("in").degree() == 1);
  CHECK(on_components.report().site("out").degree() == 1);
  CHECK(on_components.report().faults().empty());
}

TEST_CASE("numbers of mixed types: an array of structures, and a structure of arrays, on compute capability 1.0")
{
  struct structure {
    float a, b;
    unsigned c;
  };
  constexpr int size = 1008, half_warps = size / 16;
  const gf::aligned_vector<structure> all(size, {1, 2, 3});
  const gf::aligned_vector<float> a(size, 1), b(size, 2);
  const gf::aligned_vector<unsigned> c(size, 3);
  gf::aligned_vector<float> sums(size), same(size);
  const gf::trace_for<gf::compute_1_0> on;
  const auto structures = on.argument(all.data(), size, "structures");
  const auto to = on.argument(sums.data(), size, "sums"), again = on.argument(same.data(), size, "sums again");
  const auto in_a = on.argument(a.data(), size, "arrays"), in_b = on.argument(b.data(), size, "arrays");
  const auto in_c = on.argument(c.data(), size, "arrays");
  on.for_each_thread<gf::block<48>>({size / 48, 1, 1}, [&](gf::index3 block, gf::thread t) {
    const int n = static_cast<int>(block.x) * 48 + t.rank;
    const structure one = structures[n];
    to[n] = one.a + one.b + static_cast<float>(one.c);
    again[n] = in_a[n] + in_b[n] + static_cast<float>(static_cast<unsigned>(in_c[n]));
  });
  CHECK(sums == gf::aligned_vector<float>(size, 6));
  CHECK(same == sums);
  CHECK(on.report().site("structures").transactions == half_warps * 3 * 16);  // 16 for each of three words
  CHECK(on.report().site("arrays").transactions == half_warps * 3);
}

TEST_CASE("views with user-defined accessors are traced")
{
  test::pair<float> data(1000);
  const gf::trace on;
  gf::copy<fold>(on, gf::streaming(data.in()), gf::streaming(data.out()));
  CHECK(data.to == data.from);
  CHECK(on.report().site("out").accesses == 1000);
  CHECK(on.report().site("out").requests == 32);
}
