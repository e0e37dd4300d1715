// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structured kernel of which each lane takes random branches, against an interpreter that runs the same statements for
// a warp with a mask, as a GPU does that reconverges right after each branch, loop and call.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "../support/seed.hpp"
#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

/// A bit of a lane's random word decides each branch.
__device__ bool bit(unsigned word, int n) { return (word >> n & 1) != 0; }

/// Nested calls: one returns early, one from within a loop.
__device__ __attribute__((noinline)) int early(const int* in, unsigned word)
{
  if (bit(word, 0)) return in[32 + threadIdx.x % 7];
  int v = in[64 + 2 * threadIdx.x];
  if (bit(word, 1)) v += in[128 + threadIdx.x];
  return v;
}
__device__ __attribute__((noinline)) int from_loop(const int* in, unsigned word)
{
  for (int n = 0; n < 4; ++n) {
    if (bit(word, 2 + n)) return 3;
    if (bit(word, 6 + n)) continue;
    if (bit(word, 10 + n) && n > 1) break;
    if (in[256 + n] == 12345) return 7;
  }
  return early(in, word >> 3) + in[288 + threadIdx.x];
}
__global__ void structured(const int* in, const unsigned* words, int* out)
{
  const unsigned word = words[threadIdx.x];
  int v = from_loop(in, word);
  switch (word >> 14 & 3) {
    case 0:
      v += in[320 + threadIdx.x];
      break;
    case 1:
      v += in[352 + 5 * threadIdx.x];
      [[fallthrough]];
    case 2:
      v += in[512 + threadIdx.x];
      break;
    default:
      v ^= in[544];
  }
  for (int n = 0; n < static_cast<int>(word >> 16 & 7); ++n) {
    if (bit(word, 20 + n % 4)) continue;
    v += in[576 + 8 * n + threadIdx.x / 4];
    for (int m = 0; m < static_cast<int>(word >> 24 & 3); ++m) {
      if (bit(word, 26 + m)) break;
      v += in[640 + 40 * m + threadIdx.x];
    }
    v -= in[800 + threadIdx.x];
  }
  out[threadIdx.x] = v;
}

/// Counts loads of a warp whose lanes are together wherever the source says that they can be.
class masked_warp {
 public:
  explicit masked_warp(const std::vector<unsigned>& words) : words_(words) {}

  std::int64_t requests = 0, sectors = 0;

  void structured()
  {
    std::uint32_t all = where(~0u, [](unsigned, int) { return true; });
    from_loop(all);
    const auto kind = [&](unsigned k) { return where(all, [=](unsigned w, int) { return (w >> 14 & 3) == k; }); };
    load(kind(0), [](int t) { return 320 + t; });
    load(kind(1), [](int t) { return 352 + 5 * t; });
    load(kind(1) | kind(2), [](int t) { return 512 + t; });
    load(kind(3), [](int) { return 544; });
    for (int n = 0; n < 7; ++n) {
      const std::uint32_t runs =
          where(all, [=](unsigned w, int) { return n < static_cast<int>(w >> 16 & 7) && !on(w, 20 + n % 4); });
      load(runs, [=](int t) { return 576 + 8 * n + t / 4; });
      std::uint32_t inner = runs;
      for (int m = 0; m < 3; ++m) {
        inner = where(inner, [=](unsigned w, int) { return m < static_cast<int>(w >> 24 & 3) && !on(w, 26 + m); });
        load(inner, [=](int t) { return 640 + 40 * m + t; });
      }
      load(runs, [](int t) { return 800 + t; });
    }
  }

 private:
  static bool on(unsigned word, int n) { return (word >> n & 1) != 0; }
  template <class F>
  [[nodiscard]] std::uint32_t where(std::uint32_t mask, F f) const
  {
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < words_.size(); ++lane)
      if ((mask >> lane & 1) != 0 && f(words_[lane], static_cast<int>(lane))) lanes |= 1u << lane;
    return lanes;
  }
  template <class F>
  void load(std::uint32_t mask, F index)
  {
    std::set<int> moved;
    for (int lane = 0; lane < 32; ++lane)
      if ((mask >> lane & 1) != 0) moved.insert(index(lane) / 8);
    requests += !moved.empty();
    sectors += static_cast<std::int64_t>(moved.size());
  }
  void early(std::uint32_t mask)
  {
    const std::uint32_t first = where(mask, [](unsigned w, int) { return on(w, 3); });
    load(first, [](int t) { return 32 + t % 7; });
    load(mask & ~first, [](int t) { return 64 + 2 * t; });
    load(where(mask & ~first, [](unsigned w, int) { return on(w, 4); }), [](int t) { return 128 + t; });
  }
  void from_loop(std::uint32_t mask)
  {
    std::uint32_t loops = mask, returned = 0;
    for (int n = 0; n < 4; ++n) {
      const std::uint32_t leave = where(loops, [=](unsigned w, int) { return on(w, 2 + n); });
      returned |= leave;
      loops &= ~leave;
      const std::uint32_t body = where(loops, [=](unsigned w, int) { return !on(w, 6 + n); });
      const std::uint32_t broken = where(body, [=](unsigned w, int) { return on(w, 10 + n) && n > 1; });
      load(body & ~broken, [=](int) { return 256 + n; });
      loops &= ~broken;
    }
    const std::uint32_t rest = mask & ~returned;
    early(rest);
    load(rest, [](int t) { return 288 + t; });
  }

  const std::vector<unsigned>& words_;
};

}  // namespace

TEST_CASE("lanes reconverge right after branches, loops, switches, breaks, early returns and calls")
{
  std::mt19937 random(test::seed());
  for (int round = 0; round < 200; ++round) {
    const std::size_t size = round % 4 == 0 ? 1 + random() % 31 : 32;
    // Of few set bits, of many, and of lanes that are alike.
    std::vector<unsigned> words(size);
    const auto first = static_cast<unsigned>(random());
    for (unsigned& w : words) {
      w = static_cast<unsigned>(random());
      if (round % 3 == 0) w &= static_cast<unsigned>(random() & random());
      if (round % 5 == 0 && random() % 4 != 0) w = first;
    }
    const test::array<int> in(1024, 1), out(32, 0);
    const test::array<unsigned> choices(32, 0);
    for (std::size_t n = 0; n < size; ++n) choices.data()[n] = words[n];
    const gf::trace_cuda on;
    in.name(on, "in");
    out.name(on, "out");
    choices.name(on, "choices");
    on.launch(1, static_cast<unsigned>(size), 0, structured, static_cast<const int*>(in.data()),
              static_cast<const unsigned*>(choices.data()), out.data());
    masked_warp expected(words);
    expected.structured();
    std::int64_t requests = 0, sectors = 0;
    for (const gf::access_site& s : on.report().sites())
      if (s.view == "in") {
        requests += s.requests;
        sectors += s.transactions;
      }
    INFO("round ", round);
    CHECK(requests == expected.requests);
    CHECK(sectors == expected.sectors);
  }
}
