// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels beside listings of what nvcc makes of them: sm_90 by nvcc 13.0, shortened.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "../support/seed.hpp"
#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

constexpr int side = 16, row_line = __LINE__ + 10, list_line = __LINE__ + 17;

}  // namespace

extern "C" __global__ void product_of_rows(float* out)
{
  __shared__ float a[side][side], b[side][side];
  a[threadIdx.y][threadIdx.x] = b[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  out[threadIdx.y * side + threadIdx.x] = sum;
}

extern "C" __global__ void sums_of_lists(const int* starts, const int* values, int* out)
{
  int sum = 0;
  for (int k = starts[threadIdx.x]; k < starts[threadIdx.x + 1]; ++k) sum += values[k];
  out[threadIdx.x] = sum;
}

constexpr int found_line = __LINE__ + 6;

extern "C" __global__ void search_in_lists(const int* starts, const int* values, int* out)
{
  for (int k = starts[threadIdx.x]; k < starts[threadIdx.x + 1]; ++k)
    if (values[k] == 0) {
      out[threadIdx.x] = k;
      break;
    }
}

struct moving {
  float x, mass, y, kind;
};

constexpr int moved_line = __LINE__ + 4;

extern "C" __global__ void moves(moving* all)
{
  moving m = all[threadIdx.x];
  m.x += 1;
  m.y += m.x;
  all[threadIdx.x] = m;
}

constexpr int reused_line = __LINE__ + 4;

extern "C" __global__ void adds_again(const float* x, float* out)
{
  out[threadIdx.x] = x[threadIdx.x];
  if (x[threadIdx.x] > 0) out[threadIdx.x] = 2 * x[threadIdx.x];
}

constexpr int scaled_line = __LINE__ + 8;

extern "C" __global__ void scales(float* out, int n)
{
  __shared__ float scale, shift;
  if (threadIdx.x == 0) scale = 2;
  if (threadIdx.x == 0) shift = 1;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 32) out[i] = scale * static_cast<float>(i) + shift;
}

constexpr int counted_line = __LINE__ + 4;

extern "C" __global__ void counts_positive(const int* x, int* n)
{
  if (x[threadIdx.x] > 0) atomicAdd(n, 1);
}

constexpr int swapped_line = __LINE__ + 8;

extern "C" __global__ void swaps(int* x)
{
  __shared__ int s[66];
  s[2 * threadIdx.x] = x[2 * threadIdx.x];
  s[2 * threadIdx.x + 1] = x[2 * threadIdx.x + 1];
  const int first = s[2 * threadIdx.x], second = s[2 * threadIdx.x + 1];
  s[2 * threadIdx.x] = second;
  s[2 * threadIdx.x + 1] = first;
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x];
}

constexpr int signs_line = __LINE__ + 4;

extern "C" __global__ void signs(const int* x, const int* which, int* out)
{
  if (which[threadIdx.x] > 0) {
    out[threadIdx.x] = x[threadIdx.x];
  } else {
    out[32 + threadIdx.x] = -x[threadIdx.x];
  }
}

constexpr int length_line = __LINE__ + 6;

extern "C" __global__ void lengths(const int* values, int* out)
{
  int k = 0;
  while (values[k * blockDim.x + threadIdx.x] != 0) ++k;
  out[threadIdx.x] = k;
}

constexpr int member_line = __LINE__ + 4;

extern "C" __global__ void changes_members(int4* x)
{
  x[threadIdx.x].x ^= 1;
  x[threadIdx.x].y ^= 2;
  x[threadIdx.x].z ^= 3;
  x[threadIdx.x].w ^= 4;
}

constexpr int guarded_line = __LINE__ + 6;

extern "C" __global__ void copies_guarded(const int* x, int* out, int n)
{
  __shared__ int s[32];
  if (static_cast<int>(threadIdx.x) < n)
    s[threadIdx.x] = x[threadIdx.x];
  else
    s[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

constexpr int edge_line = __LINE__ + 5;

extern "C" __global__ void label_pairs(const int2* edges, const int* label, int* out)
{
  const int e = threadIdx.x;
  out[e] = label[edges[e].x] + label[edges[e].y];
}

constexpr int bone_line = __LINE__ + 9;

struct vertex {
  float4 weight;
  float3 p, q;
};
extern "C" __global__ void moves_vertices(const vertex* all, float* out)
{
  const vertex* v = all + threadIdx.x;
  float sum = v->p.x;
  sum += v->p.y * v->p.z + v->q.x;
  sum += v->q.y;
  sum += v->q.z;
  out[threadIdx.x] = sum;
}

constexpr int streamed_line = __LINE__ + 4;

extern "C" __global__ void loads_streamed(const int4* x, int* out)
{
  const int4 v = __ldcs(x + threadIdx.x);
  out[threadIdx.x] = v.x - v.w;
}

struct [[gnu::packed]] packed_record {
  unsigned char tag;
  unsigned id;
  short level;
};
extern "C" __global__ void copies_packed(const packed_record* in, packed_record* out)
{
  packed_record r = in[threadIdx.x];
  if (r.tag > 100) r.id += 7;
  out[threadIdx.x] = r;
}

constexpr int sums_line = __LINE__ + 6;

extern "C" __global__ void sets_sums(long long* out)
{
  __shared__ long long sum, most;
  if (threadIdx.x == 0) {
    sum = 0;
    most = -1;
  }
  __syncthreads();
  out[threadIdx.x] = threadIdx.x % 2 == 0 ? sum : most;
}

constexpr int walk_line = __LINE__ + 5;

extern "C" __global__ void walks(const int* next, int* out)
{
  int at = threadIdx.x;
  for (int n = 0; n < 3; ++n) at = next[at];
  out[threadIdx.x] = at;
}

namespace
{

std::string instructions(int line, int count, const std::string& text)
{
  std::string all = "\t//## File \"/somewhere/test_as_compiled.cpp\", line " + std::to_string(line) + "\n";
  for (int n = 0; n < count; ++n) all += "        /*0100*/   " + text + " ;\n";
  return all;
}
std::string loop(const std::string& label, const std::string& body)
{
  return label + ":\n" + body + "        /*0200*/   @!P0 BRA `(" + label + ") ;\n";
}

}  // namespace

TEST_CASE("words that nvcc loads as vectors are counted so")
{
  const test::array<float> out(side * side, 0);
  const auto loads = [&](const std::string& listing) {
    const gf::trace_cuda on;
    out.name(on, "out");
    std::istringstream text(listing);
    if (!listing.empty()) on.as_compiled(text);
    on.launch(dim3(1), dim3(side, side), 0, product_of_rows, out.data());
    const gf::trace_report report = on.report();
    return test::counts(report, gf::memory_kind::in_shared, gf::access_kind::load);
  };
  const std::string lines = ".text.product_of_rows:\n" + instructions(row_line, side, "LDS R4, [R5]") +
                            instructions(row_line, side / 4, "LDS.128 R8, [R6]");
  constexpr int warps = side * side / 32;
  CHECK(loads("").requests == 2 * warps * side);
  // As an H200 counts them: 4 vectors and 16 words, and two wavefronts a vector.
  CHECK(loads(lines).requests == warps * (side / 4 + side));
  CHECK(loads(lines).wavefronts == warps * (2 * side / 4 + side));
  CHECK(loads(".text.another:\n" + lines.substr(lines.find('\n') + 1)).requests == 2 * warps * side);
}

TEST_CASE("lanes of different loops act together in the copies that nvcc makes of a loop")
{
  std::mt19937 random(test::seed());
  std::vector<int> lengths(32);
  for (int& n : lengths) n = static_cast<int>(random() % 50);
  const test::array<int> starts(33, 0), values(32 * 50, 1), out(32, 0);
  for (int i = 0; i < 32; ++i) starts.data()[i + 1] = starts.data()[i] + lengths[static_cast<std::size_t>(i)];
  const std::string load = "LDG.E R2, desc[UR4][R4.64]";
  const std::string listing = ".text.sums_of_lists:\n" + instructions(list_line, 2, load) +
                              "        /*0080*/   @P0 EXIT ;\n" + loop(".L_x_1", instructions(list_line, 1, load)) +
                              loop(".L_x_2", instructions(list_line, 4, load));
  const gf::trace_cuda on;
  starts.name(on, "starts");
  values.name(on, "values");
  out.name(on, "out");
  std::istringstream text(listing);
  on.as_compiled(text);
  on.launch(dim3(1), dim3(32), 0, sums_of_lists, starts.data(), values.data(), out.data());
  for (int i = 0; i < 32; ++i) CHECK(out.data()[i] == lengths[static_cast<std::size_t>(i)]);
  int rest = 0, whole = 0;
  for (const int n : lengths) {
    rest = std::max(rest, n % 4);
    whole = std::max(whole, n / 4 * 4);
  }
  CHECK(on.report().site("values").requests == rest + whole);
}

TEST_CASE("lanes that leave a loop by a break store together if nvcc places the store behind the loop")
{
  std::mt19937 random(test::seed());
  constexpr int threads = 64, most = 20;
  const test::array<int> starts(threads + 1, 0), values(threads * most, 1), out(threads, -1);
  int warps_with[2] = {0, 0};
  for (int i = 0; i < threads; ++i) {
    const int begin = starts.data()[i], length = static_cast<int>(random() % most);
    starts.data()[i + 1] = begin + length;
    if (length == 0 || random() % 4 == 0) continue;
    values.data()[begin + static_cast<int>(random() % static_cast<unsigned>(length))] = 0;
    warps_with[i / 32] = 1;
  }
  const std::string loads = instructions(found_line - 1, 1, "LDG.E R2, desc[UR4][R4.64]"),
                    store = instructions(found_line, 1, "STG.E desc[UR4][R4.64], R2");
  const std::string breaks = ".text.search_in_lists:\n        /*0010*/   BSSY B0, `(.L_x_3) ;\n.L_x_1:\n" + loads +
                             "        /*0030*/   @!P0 BRA `(.L_x_2) ;\n        /*0040*/   @!P1 BRA `(.L_x_1) ;\n"
                             "        /*0050*/   EXIT ;\n.L_x_2:\n";
  const auto stores = [&](const std::string& listing) {
    const gf::trace_cuda on;
    starts.name(on, "starts");
    values.name(on, "values");
    out.name(on, "out");
    std::istringstream text(listing);
    on.as_compiled(text);
    on.launch(dim3(1), dim3(threads), 0, search_in_lists, starts.data(), values.data(), out.data());
    return on.report().site("out").requests;
  };
  const std::string meet = "        /*0060*/   BSYNC B0 ;\n.L_x_3:\n", ends = "        /*0080*/   EXIT ;\n";
  const auto apart = stores(breaks + store + ends);
  CHECK(apart > warps_with[0] + warps_with[1]);
  CHECK(stores(breaks + meet + store + ends) == warps_with[0] + warps_with[1]);
  CHECK(stores(breaks + meet + store + "        /*0080*/   @P0 BRA `(.L_x_1) ;\n" + ends) == apart);
}

TEST_CASE("lanes that leave a loop for code without a convergence barrier go on one after another")
{
  std::mt19937 random(test::seed());
  constexpr int threads = 64, most = 20;
  const test::array<int> values(threads * most, 1), out(threads, -1);
  std::set<std::pair<int, int>> rounds;  // a warp, and the round in which lanes leave
  for (int i = 0; i < threads; ++i) {
    const int length = static_cast<int>(random() % most);
    values.data()[length * threads + i] = 0;
    rounds.insert({i / 32, length});
  }
  const auto stores = [&](const std::string& barrier, gf::running_order order = gf::running_order::ascending) {
    const gf::trace_cuda on;
    on.in_order(order);
    values.name(on, "values");
    out.name(on, "out");
    std::istringstream text(".text.lengths:\n        /*0010*/   BSSY B0, `(.L_x_3) ;\n.L_x_1:\n" +
                            instructions(length_line - 1, 1, "LDG.E R2, desc[UR4][R4.64]") +
                            "        /*0030*/   @!P0 BRA `(.L_x_2) ;\n        /*0040*/   BRA `(.L_x_1) ;\n.L_x_2:\n" +
                            barrier + instructions(length_line, 1, "STG.E desc[UR4][R4.64], R2") +
                            "        /*0080*/   EXIT ;\n");
    on.as_compiled(text);
    on.launch(dim3(1), dim3(threads), 0, lengths, values.data(), out.data());
    CHECK(on.report().site("out").may_differ.words() == (barrier.empty() ? "apart" : ""));
    return on.report().site("out").requests;
  };
  CHECK(stores("") == static_cast<long>(rounds.size()));
  CHECK(stores("", gf::running_order::scattered) == threads / 32);
  CHECK(stores("        /*0060*/   BSYNC B0 ;\n") == threads / 32);
}

TEST_CASE("members that nvcc does not copy with a struct are not counted")
{
  const test::array<moving> all(32, {1, 2, 3, 4});
  const std::string word = " desc[UR4][R2.64", listing = ".text.moves:\n" +
                                                         instructions(moved_line, 1, "LDG.E R4," + word + "]") +
                                                         instructions(moved_line, 1, "LDG.E R5," + word + "+0x8]") +
                                                         instructions(moved_line + 3, 1, "STG.E" + word + "], R4") +
                                                         instructions(moved_line + 3, 1, "STG.E" + word + "+0x8], R5");
  for (const bool compiled : {false, true}) {
    const gf::trace_cuda on;
    all.name(on, "all");
    std::istringstream text(listing);
    if (compiled) on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, moves, all.data());
    const gf::trace_report report = on.report();
    for (const gf::access_kind does : {gf::access_kind::load, gf::access_kind::store})
      CHECK(test::counts(report, gf::memory_kind::in_global, does).requests == (compiled ? 2 : 4));
    CHECK(report.faults().empty());
  }
  CHECK(all.data()[5].mass == 2);
}

TEST_CASE("loads that nvcc leaves out because a register holds the word are not counted")
{
  const test::array<float> x(32, 1), out(32, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  out.name(on, "out");
  std::istringstream text(".text.adds_again:\n" + instructions(reused_line, 1, "LDG.E R4, desc[UR4][R2.64]") +
                          instructions(reused_line, 1, "STG.E desc[UR4][R2.64], R4") +
                          instructions(reused_line + 1, 1, "STG.E desc[UR4][R2.64], R4"));
  on.as_compiled(text);
  on.launch(dim3(1), dim3(32), 0, adds_again, static_cast<const float*>(x.data()), out.data());
  CHECK(on.report().site("x").requests == 1);
  CHECK(out.data()[7] == 2);
}

TEST_CASE("variables of shared memory that nvcc loads together before a loop count once")
{
  std::mt19937 random(test::seed());
  const int n = 64 + static_cast<int>(random() % 500);
  const test::array<float> out(static_cast<std::size_t>(n), 0);
  const auto loads = [&](const std::string& listing) {
    const gf::trace_cuda on;
    out.name(on, "out");
    std::istringstream text(listing);
    if (!listing.empty()) on.as_compiled(text);
    on.launch(dim3(2), dim3(32), 0, scales, out.data(), n);
    return test::counts(on.report(), gf::memory_kind::in_shared, gf::access_kind::load).requests;
  };
  CHECK(loads("") >= 4);
  CHECK(loads(".text.scales:\n" + instructions(scaled_line, 1, "LDS.64 R4, [UR4]") +
              loop(".L_x_1", instructions(scaled_line, 1, "STG.E desc[UR4][R2.64], R4"))) == 2);
}

TEST_CASE("loads of both branches that nvcc moves in front of an if count once")
{
  std::mt19937 random(test::seed());
  const test::array<int> x(32, 7), which(32, 0), out(64, 0);
  for (int i = 0; i < 32; ++i) which.data()[i] = i == 3 ? 1 : i == 4 ? 0 : static_cast<int>(random() % 2);
  const gf::trace_cuda on;
  x.name(on, "x");
  which.name(on, "which");
  out.name(on, "out");
  const std::string load = "LDG.E R4, desc[UR4][R2.64]", store = "STG.E desc[UR4][R2.64], R4";
  std::istringstream text(".text.signs:\n" + instructions(signs_line, 2, load) +
                          instructions(signs_line + 1, 1, store) + instructions(signs_line + 3, 1, store));
  on.as_compiled(text);
  on.launch(dim3(1), dim3(32), 0, signs, static_cast<const int*>(x.data()), static_cast<const int*>(which.data()),
            out.data());
  const gf::trace_report report = on.report();
  CHECK(report.site("which").requests == 1);
  CHECK(report.view("x").requests == 1);
  CHECK(report.view("out").requests == 2);
}

TEST_CASE("an atomic operation on one address that nvcc combines is one lane's")
{
  const test::array<int> x(32, 1), n(1, 0);
  const auto sectors = [&](const std::string& vote) {
    const gf::trace_cuda on;
    x.name(on, "x");
    n.name(on, "n");
    std::istringstream text(".text.counts_positive:\n" + instructions(counted_line, 1, "LDG.E R4, desc[UR4][R2.64]") +
                            instructions(counted_line, 1, vote) +
                            instructions(counted_line, 1, "@P0 REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R5"));
    on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, counts_positive, static_cast<const int*>(x.data()), n.data());
    CHECK(on.report().site("n").requests == 1);
    return on.report().site("n").transactions;
  };
  CHECK(sectors("VOTEU.ANY UR6, UPT, PT") == 1);
  CHECK(sectors("NOP") == 32);
  CHECK(n.data()[0] == 64);
}

TEST_CASE("an atomic operation in a function of the toolkit counts for the line that calls it")
{
  const test::array<int> x(32, 1), n(1, 0);
  const auto sectors = [&](const std::string& caller) {
    const gf::trace_cuda on;
    x.name(on, "x");
    n.name(on, "n");
    const std::string header = "\t//## File \"/cuda/include/device_atomic_functions.hpp\", line 107" + caller + "\n",
                      add = "REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R5";
    // The kernel's other atomic operation is each lane's own.
    std::istringstream text(".text.counts_positive:\n" + header +
                            instructions(counted_line, 1, "VOTEU.ANY UR6, UPT, PT") + header +
                            (caller.empty() ? "" : instructions(counted_line, 0, "")) + "        /*0100*/   @P0 " +
                            add + " ;\n" + (caller.empty() ? "" : instructions(1, 1, add)));
    on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, counts_positive, static_cast<const int*>(x.data()), n.data());
    return on.report().site("n").transactions;
  };
  CHECK(sectors("") == 1);
  CHECK(sectors(" inlined at \"/somewhere/test_as_compiled.cpp\", line " + std::to_string(counted_line)) == 1);
}

TEST_CASE("words that two lines store are one vector if nvcc stores it on one of them")
{
  const test::array<int> x(64, 1);
  const auto stores = [&](const std::string& listing) {
    const gf::trace_cuda on;
    x.name(on, "x");
    std::istringstream text(listing);
    if (!listing.empty()) on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, swaps, x.data());
    return test::counts(on.report(), gf::memory_kind::in_shared, gf::access_kind::store).requests;
  };
  CHECK(stores("") == 4);
  const std::string own = ".text.swaps:\n" + instructions(swapped_line - 3, 1, "STS [R2], R4") +
                          instructions(swapped_line - 2, 1, "STS [R2+0x4], R4");
  CHECK(stores(own + instructions(swapped_line, 1, "STS [R2], R4") +
               instructions(swapped_line + 1, 1, "STS [R2+0x4], R4")) == 4);
  CHECK(stores(own + instructions(swapped_line + 1, 1, "STS.64 [R2], R4")) == 3);
}

TEST_CASE("members of a vector that several lines store are one store if nvcc stores it on one of them")
{
  std::mt19937 random(test::seed());
  const test::array<int4> x(32, int4{1, 2, 3, 4});
  const auto counted = [&](const std::string& stores) {
    const gf::trace_cuda on;
    x.name(on, "x");
    std::istringstream text(".text.changes_members:\n" +
                            instructions(member_line, 1, "LDG.E.128 R4, desc[UR4][R2.64]") + stores);
    on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, changes_members, x.data());
    return test::counts(on.report(), gf::memory_kind::in_global, gf::access_kind::store);
  };
  const int at = static_cast<int>(random() % 4);
  const gf::access_counts whole = counted(instructions(member_line + at, 1, "STG.E.128 desc[UR4][R2.64], R4"));
  CHECK(whole.requests == 1);
  CHECK(whole.transactions == 16);
  const gf::access_counts halves = counted(instructions(member_line + at / 2, 1, "STG.E.64 desc[UR4][R2.64], R4") +
                                           instructions(member_line + 2, 1, "STG.E desc[UR4][R2.64+0x8], R6") +
                                           instructions(member_line + 3, 1, "STG.E desc[UR4][R2.64+0xc], R7"));
  CHECK(halves.requests == 3);
  CHECK(halves.transactions == 48);
}

TEST_CASE("stores of both branches to one place are one if the listing has none for the else")
{
  const test::array<int> x(32, 7), out(32, 0);
  const auto stores = [&](const std::string& listing) {
    const gf::trace_cuda on;
    x.name(on, "x");
    out.name(on, "out");
    std::istringstream text(".text.copies_guarded:\n" + listing);
    on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, copies_guarded, static_cast<const int*>(x.data()), out.data(), 20);
    return test::counts(on.report(), gf::memory_kind::in_shared, gf::access_kind::store).requests;
  };
  CHECK(stores(instructions(guarded_line, 2, "STS [R2], R4")) == 1);
  CHECK(stores(instructions(guarded_line, 1, "STS [R2], R4") + instructions(guarded_line + 2, 1, "STS [R2], RZ")) == 2);
}

TEST_CASE("members that several expressions load are one vector if nvcc loads it on one of their lines")
{
  std::mt19937 random(test::seed());
  const test::array<int2> edges(32, int2{0, 0});
  const test::array<int> label(64, 5), out(32, 0);
  for (int i = 0; i < 32; ++i) edges.data()[i] = {static_cast<int>(random() % 64), static_cast<int>(random() % 64)};
  const auto requests = [&](int pairs) {
    const gf::trace_cuda on;
    edges.name(on, "edges");
    label.name(on, "label");
    out.name(on, "out");
    std::istringstream text(".text.label_pairs:\n" + instructions(edge_line, pairs, "LDG.E.64 R4, desc[UR4][R2.64]") +
                            instructions(edge_line, 4 - 2 * pairs, "LDG.E R5, desc[UR4][R2.64]") +
                            instructions(edge_line, 2 * pairs, "LDG.E R6, desc[UR4][R4.64]"));
    on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, label_pairs, static_cast<const int2*>(edges.data()),
              static_cast<const int*>(label.data()), out.data());
    CHECK(on.report().faults().empty());
    return on.report().view("edges").requests + on.report().view("label").requests;
  };
  CHECK(requests(0) == 4);
  CHECK(requests(1) == 3);
}

TEST_CASE("members on lines without loads of their own are in the vectors that nvcc loads before")
{
  const test::array<vertex> all(32, vertex{});
  const test::array<float> out(32, 0);
  const gf::trace_cuda on;
  all.name(on, "all");
  out.name(on, "out");
  std::istringstream text(".text.moves_vertices:\n" +
                          instructions(bone_line, 1, "LDG.E.128 R4, desc[UR4][R2.64+0x10]") +
                          instructions(bone_line + 2, 1, "LDG.E.64 R8, desc[UR4][R2.64+0x20]"));
  on.as_compiled(text);
  on.launch(dim3(1), dim3(32), 0, moves_vertices, static_cast<const vertex*>(all.data()), out.data());
  CHECK(on.report().view("all").requests == 2);
  CHECK(on.report().faults().empty());
}

TEST_CASE("a vector whose members nvcc loads one by one counts as those that it loads")
{
  const test::array<int4> x(32, int4{1, 2, 3, 4});
  const test::array<int> out(32, 0);
  const auto loads = [&](const std::string& listing) {
    const gf::trace_cuda on;
    x.name(on, "x");
    out.name(on, "out");
    std::istringstream text(listing);
    if (!listing.empty()) on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, loads_streamed, static_cast<const int4*>(x.data()), out.data());
    return test::counts(on.report(), gf::memory_kind::in_global, gf::access_kind::load);
  };
  CHECK(loads("").requests == 1);
  const gf::access_counts parts =
      loads(".text.loads_streamed:\n" + instructions(streamed_line, 1, "LDG.E.EF R0, desc[UR4][R4.64]") +
            instructions(streamed_line, 1, "LDG.E.EF R8, desc[UR4][R4.64+0xc]"));
  CHECK(parts.requests == 2);
  CHECK(parts.transactions == 32);
}

TEST_CASE("a packed struct is copied byte by byte")
{
  const test::array<packed_record> in(32, packed_record{101, 1, 2}), out(32, packed_record{});
  const gf::trace_cuda on;
  in.name(on, "in");
  out.name(on, "out");
  on.launch(dim3(1), dim3(32), 0, copies_packed, static_cast<const packed_record*>(in.data()), out.data());
  for (const char* const name : {"in", "out"}) {
    CHECK(on.report().view(name).requests == 7);
    CHECK(on.report().view(name).transactions == 7 * 7);
  }
  const unsigned id = out.data()[3].id;
  CHECK(id == 8);
}

TEST_CASE("shared variables that neighbouring lines set are one store if nvcc makes one on one of the lines")
{
  const test::array<long long> out(32, 0);
  for (const int line : {sums_line, sums_line + 1}) {
    const gf::trace_cuda on;
    out.name(on, "out");
    std::istringstream text(".text.sets_sums:\n" + instructions(line, 1, "@!P1 STS.128 [R3], R4"));
    on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, sets_sums, out.data());
    CHECK(test::counts(on.report(), gf::memory_kind::in_shared, gf::access_kind::store).requests == 1);
  }
}

TEST_CASE("loads of a line that nvcc has in no loop count as often as it has them")
{
  const test::array<int> next(32, 3), out(32, 0);
  const auto loads = [&](const std::string& made) {
    const gf::trace_cuda on;
    next.name(on, "next");
    out.name(on, "out");
    std::istringstream text(".text.walks:\n" + made);
    on.as_compiled(text);
    on.launch(dim3(1), dim3(32), 0, walks, static_cast<const int*>(next.data()), out.data());
    return on.report().view("next").requests;
  };
  const std::string load = "LDG.E R0, desc[UR4][R4.64]";
  CHECK(loads(instructions(walk_line, 2, load)) == 2);
  CHECK(loads(instructions(walk_line, 3, load)) == 3);
  CHECK(loads(loop(".L_x_1", instructions(walk_line, 1, load))) == 3);
}
