// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fan's reductions (CUDA Programming, ch. 8 and 9).
#include <cmath>
#include <gridfold/reduce.hpp>

#include "../../examples/support/figures.hpp"
#include "line.hpp"

namespace notes
{

namespace
{

/// 40 blocks of 128 threads, the last one with 8 elements.
constexpr int elements_summed = 39 * 128 + 8, blocks = 40;

template <class V>
float sum_of(const gf::executor auto& on, const gf::aligned_vector<float>& in)
{
  float sum = 0;
  auto scratch = gf::make_reduce_scratch<V, float>(on);
  gf::reduce<V>(on, in, cuda::std::span(&sum, 1), gf::sum{}, scratch);
  return sum;
}

/// As many ones as there are pairs of large terms that cancel, and some zeros.
constexpr int ones = elements_summed / 3;
gf::aligned_vector<float> cancelling()
{
  gf::aligned_vector<float> all(elements_summed);
  for (int n = 0; n < 3 * ones; ++n) all[n] = n % 3 == 0 ? 0x1.23p25f : n % 3 == 1 ? 1 : -0x1.23p25f;
  return all;
}

/// The sum of what cancels, on the host, and the traced sum of 1.23s.
template <class V>
observation reduced()
{
  return observe([](const auto& on) {
    return std::vector<double>{sum_of<V>(gf::host{1}, cancelling()),
                               sum_of<V>(on, gf::aligned_vector<float>(elements_summed, 1.23f))};
  });
}

/// A tree of halves: 64, 32, 16, 8, 4, 2 and 1 threads act in 2, 1, 1, 1, 1, 1 and 1 warps; each loads one number.
/// `times` is how often a block combines its threads.
void check_halves(const observation& by, claims& all, const char* name, gf::memory_kind memory, int times)
{
  const auto loads = by.seen.site(name, gf::access_kind::load), stores = by.seen.site(name, gf::access_kind::store);
  all.expect("where halves are added", loads.memory == memory);
  all.equal("loads of the halves", loads.accesses, times * 127);
  all.equal("in so many requests", loads.requests, times * 8);
  all.equal("stores, 128 before the halves", stores.accesses, times * (128 + 127));
  all.equal("in so many requests", stores.requests, times * (4 + 8));
}

void check_sum(const observation& by, claims& all)
{
  const double exact = elements_summed * static_cast<double>(1.23f);
  all.equal("results", by.values.size(), 2);
  // An element passes up to 7 additions in its block, one of 40 and 7 more, or 40 atomic ones.
  all.expect("the sum is right", by.values.size() == 2 && std::abs(by.values[1] - exact) <= 48 * exact * 0x1p-24);
  all.equal("blocks", by.last().blocks, blocks);
  all.equal("threads", by.last().threads, 128);
  all.equal("degree of coalescing of loads", by.seen.site("in").degree(), 1);
  all.equal("loads of elements", by.seen.site("in").accesses, elements_summed);
}
/// A sum that rounds large terms has lost the ones.
void check_plain(const observation& by, claims& all)
{
  check_sum(by, all);
  all.expect("ones are lost beside large terms", std::abs(by.values.at(0) - ones) > 1);
}
/// The last block combines the results of all, so that one block combines twice.
void check_gathered(const observation& by, claims& all)
{
  all.equal("blocks that arrive", by.seen.site("arrived").accesses, blocks);
  all.equal("stores of the sum", by.seen.site("out", gf::access_kind::store).accesses, 1);
}

void check_reduce_global(const observation& by, claims& all)
{
  check_plain(by, all);
  check_gathered(by, all);
  check_halves(by, all, "partials of threads", gf::memory_kind::in_global, blocks + 1);
}
void check_reduce_shared(const observation& by, claims& all)
{
  check_plain(by, all);
  check_gathered(by, all);
  check_halves(by, all, "partials", gf::memory_kind::in_shared, blocks + 1);
  all.equal("bytes of dynamic shared memory", by.last().dynamic_shared, 0);
}
void check_reduce_dynamic(const observation& by, claims& all)
{
  check_plain(by, all);
  check_gathered(by, all);
  check_halves(by, all, "partials", gf::memory_kind::in_shared, blocks + 1);
  all.expect("dynamic shared memory for the block", by.last().dynamic_shared >= 128 * sizeof(float));
}
void check_reduce_atomic(const observation& by, claims& all)
{
  check_plain(by, all);
  all.equal("bytes of dynamic shared memory", by.last().dynamic_shared, 0);
  const auto adds = by.seen.site("out", gf::access_kind::atomic);
  all.equal("atomic additions, one a block", adds.accesses, blocks);
  all.equal("requests of one lane", adds.requests, blocks);
  check_halves(by, all, "partials", gf::memory_kind::in_shared, blocks);
}
/// Kahan's sum is within a few roundings of the result, however large the terms are: their magnitudes add up to 1.3e11,
/// and the bound's second term is about 16 * 1.3e11 * 2^-48.
void check_reduce_kahan(const observation& by, claims& all)
{
  check_sum(by, all);
  check_gathered(by, all);
  const auto stores = by.seen.site("partials", gf::access_kind::store);
  all.equal("stores to shared memory, one a warp", stores.accesses, (blocks + 1) * 4);
  all.expect("ones are kept beside large terms", std::abs(by.values.at(0) - ones) < 0.1);
}

}  // namespace

std::vector<line> reductions()
{
  using registers = figures::reduction<gf::gather, gf::exchange_registers>;
  using kahan_shared = figures::reduction<gf::gather, gf::exchange_shared, gf::compensated>;
  using atomic_global = figures::reduction<gf::scatter, gf::exchange_global>;
  using atomic_dynamic = figures::reduction<gf::scatter, gf::exchange_dynamic_shared>;
  using blocks_of_256 = gf::variant<gf::gather, gf::exchange_shared, gf::block<256>>;
  using two_elements = gf::variant<gf::gather, gf::contiguous, gf::coarsen<2>, gf::exchange_shared, gf::block<128>>;
  return {
      {"reduce_global", reduced<figures::reduce_global>, check_reduce_global},
      {"reduce_shared", reduced<figures::reduce_shared>, check_reduce_shared},
      {"reduce_dynamic", reduced<figures::reduce_dynamic>, check_reduce_dynamic},
      {"reduce_atomic", reduced<figures::reduce_atomic>, check_reduce_atomic},
      {"reduce_kahan", reduced<figures::reduce_kahan>, check_reduce_kahan},
      {"reduce_shared, by registers", reduced<registers>},
      {"reduce_shared, Kahan", reduced<kahan_shared>},
      {"reduce_atomic, global", reduced<atomic_global>},
      {"reduce_atomic, dynamic", reduced<atomic_dynamic>},
      {"reduce_shared, blocks of 256", reduced<blocks_of_256>},
      {"reduce_shared, two elements a thread", reduced<two_elements>},
  };
}

}  // namespace notes
