// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fan's additions of vectors by access pattern (CUDA Programming, ch. 7), and arrays of triples (the CUDA C
/// Programming Guide's rules for compute capability 1.x).
#include <gridfold/copy.hpp>
#include <gridfold/math/operation.hpp>
#include <gridfold/transform.hpp>
#include <numeric>

#include "../../examples/support/figures.hpp"
#include "line.hpp"

namespace notes
{

namespace
{

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

// --- Additions by access pattern: 128 blocks of 32 threads, as in the book.

constexpr int elements = 128 * 32;

double x_of(int n) { return n + 1; }
double y_of(int n) { return 3.0 * (elements - n); }

template <class Pattern, class V = figures::add_blocks>
observation added()
{
  return observe([](const auto& on) {
    gf::aligned_vector<float> x(elements), y(elements), z(elements, -1.0f);
    for (int n = 0; n < elements; ++n) x[n] = static_cast<float>(x_of(n)), y[n] = static_cast<float>(y_of(n));
    gf::transform<V, Pattern>(
        on, cuda::std::tuple(vector<const float>(x.data(), elements), vector<const float>(y.data(), elements)),
        vector<float>(z.data(), elements), gf::sum{});
    return std::vector<double>(z.begin(), z.end());
  });
}

/// Sectors of a warp's loads of x and y and of its store, transactions of a load of x on compute capability 1.0, and
/// the element of x that is added to y[n].
template <class Source>
void check_pattern(const observation& by, claims& all, int x, int y, int store, int first_x, Source source)
{
  std::vector<double> expected;
  for (int n = 0; n < elements; ++n) expected.push_back(x_of(source(n)) + y_of(n));
  all.expect("every sum is in its place", by.values == expected);
  all.equal("blocks", by.last().blocks, 128);
  all.equal("threads", by.last().threads, 32);
  all.expect("inputs are not loaded by __ldg", !by.loads_by_ldg());
  for (const char* input : {"in 0", "in 1"}) {
    all.equal("loads", by.seen.site(input).requests, 128);
    all.equal("lanes of a load", by.seen.site(input).lanes_per_request(), 32);
    all.equal("bytes of a load", by.seen.site(input).bytes, 4);
  }
  all.equal("sectors of a load of x", by.seen.site("in 0").transactions, 128 * x);
  all.equal("sectors of a load of y", by.seen.site("in 1").transactions, 128 * y);
  all.equal("sectors of a store", by.seen.site("out").transactions, 128 * store);
  all.equal("transactions of a load of x, 1.0", by.half_warps.site("in 0").transactions, 128 * first_x);
}

const auto its_own = [](int n) { return n; };

void check_add(const observation& by, claims& all) { check_pattern(by, all, 4, 4, 4, 2, its_own); }
void check_add_permuted(const observation& by, claims& all) { check_pattern(by, all, 4, 4, 4, 32, its_own); }
void check_add_offset(const observation& by, claims& all) { check_pattern(by, all, 5, 5, 5, 32, its_own); }
void check_add_stride(const observation& by, claims& all) { check_pattern(by, all, 32, 32, 32, 32, its_own); }
void check_add_broadcast(const observation& by, claims& all)
{
  check_pattern(by, all, 1, 4, 4, 32, [](int) { return 0; });
}

// --- Triples: 1,008 of them are 63 half warps, and each of three arrays of them begins at a multiple of 64 bytes.

constexpr int triples = 1008, warps = 32, half_warps = 63;

template <class Triple>
observation copied_structures()
{
  return observe([](const auto& on) {
    gf::aligned_vector<Triple> in(triples), out(triples);
    for (int n = 0; n < triples; ++n) in[n] = {float(3 * n), float(3 * n + 1), float(3 * n + 2)};
    gf::copy<figures::by_element>(on, vector<const Triple>(in.data(), triples), vector<Triple>(out.data(), triples));
    std::vector<double> values;
    for (const Triple& t : out) values.insert(values.end(), {t.x, t.y, t.z});
    return values;
  });
}

observation copied_components()
{
  return observe([](const auto& on) {
    gf::aligned_vector<float> in(3 * triples), out(3 * triples);
    for (int n = 0; n < 3 * triples; ++n) in[n % 3 * triples + n / 3] = float(n);
    gf::copy<figures::by_element>(on, gf::components<const float>(in.data(), triples),
                                  gf::components(out.data(), triples));
    std::vector<double> values;
    for (int n = 0; n < 3 * triples; ++n) values.push_back(out[n % 3 * triples + n / 3]);
    return values;
  });
}

template <class V>
observation copied_floats()
{
  return observe([](const auto& on) {
    gf::aligned_vector<float> in(3 * triples), out(3 * triples);
    std::iota(in.begin(), in.end(), 0.0f);
    gf::copy<V>(on, vector<const float>(in.data(), 3 * triples), vector<float>(out.data(), 3 * triples));
    return std::vector<double>(out.begin(), out.end());
  });
}

void check_numbers(const observation& by, claims& all)
{
  std::vector<double> expected(3 * triples);
  std::iota(expected.begin(), expected.end(), 0.0);
  all.expect("all numbers are copied", by.values == expected);
}

/// Bytes of a load, loads, sectors of all of them, and their transactions for each half warp of compute capability 1.0.
void check_triples(const observation& by, claims& all, int bytes, int loads, int sectors, int first)
{
  check_numbers(by, all);
  const gf::access_site in = by.seen.site("in");
  all.equal("bytes of a load", in.bytes, bytes);
  all.equal("loads", in.requests, loads);
  all.equal("sectors", in.transactions, sectors);
  all.equal("transactions, 1.0", by.half_warps.site("in").transactions, half_warps * first);
}

/// Each of three loads of 4 bytes touches all sectors of the triples. On 1.0 each of its lanes has a transaction.
void check_vec3(const observation& by, claims& all)
{
  check_triples(by, all, 4, 3 * warps, 3 * triples * 12 / 32, 3 * 16);
}
/// One load of 16 bytes. On 1.0 two transactions of 128 bytes.
void check_aligned_vec3(const observation& by, claims& all) { check_triples(by, all, 16, warps, triples * 16 / 32, 2); }
/// Three loads of neighbouring floats. On 1.0 each is one transaction of 64 bytes.
void check_components(const observation& by, claims& all)
{
  check_triples(by, all, 4, 3 * warps, triples * 12 / 32, 3);
}
/// Five whole blocks of 128 threads load vectors of 16 bytes, the sixth elements.
void check_by_words(const observation& by, claims& all)
{
  check_numbers(by, all);
  const auto vectors = by.seen.site("in", gf::access_kind::load, 16),
             rest = by.seen.site("in", gf::access_kind::load, 4);
  all.equal("loads of vectors", vectors.requests, 5 * 4);
  all.equal("their lanes", vectors.lanes_per_request(), 32);
  all.equal("their sectors", vectors.transactions_per_request(), 16);
  all.equal("elements beside vectors", rest.accesses, 3 * triples - 5 * 128 * 4);
}

}  // namespace

std::vector<line> copies()
{
  using contiguous_pairs = gf::variant<gf::gather, gf::contiguous, gf::coarsen<2>, gf::block<16>>;
  using blocks_of_64 = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::block<64>>;
  using vectors_of_2 = gf::variant<gf::gather, gf::vectors<2>, gf::coarsen<4>>;
  using by_four_elements = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>>;
  using by_ldg = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::read_only, gf::block<32>>;
  return {
      {"add", added<figures::add>, check_add},
      {"add_permuted", added<figures::add_permuted>, check_add_permuted},
      {"add_offset", added<figures::add_offset>, check_add_offset},
      {"add_stride", added<figures::add_stride>, check_add_stride},
      {"add_broadcast", added<figures::add_broadcast>, check_add_broadcast},
      {"vec3", copied_structures<figures::vec3>, check_vec3},
      {"aligned_vec3", copied_structures<figures::aligned_vec3>, check_aligned_vec3},
      {"components", copied_components, check_components},
      {"by_words", copied_floats<figures::by_words>, check_by_words},
      {"add, contiguous pairs", added<figures::add, contiguous_pairs>},
      {"add, blocks of 64", added<figures::add, blocks_of_64>},
      {"add_offset, blocks of 64", added<figures::add_offset, blocks_of_64>},
      {"add, by __ldg", added<figures::add, by_ldg>},
      {"by_words, vectors of 2", copied_floats<vectors_of_2>},
      {"by_words, elements", copied_floats<by_four_elements>},
  };
}

}  // namespace notes
