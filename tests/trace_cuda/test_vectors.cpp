// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs and vectors: counted as the accesses that nvcc makes of them. Copies and changes of float4 and of aligned,
// half aligned and plain structs were compared with the PTX of nvcc 13.0; the other cases follow the same rule.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

struct __align__(16) aligned { float x, y, z, w; };
struct plain {
  float x, y, z, w;
};
struct __align__(8) halves
{
  float x, y;
  int a, b;
};
struct numbers {
  double x, y;
};
struct with_vectors {
  float4 at, speed;
};
struct pointers {
  const aligned* in;
  int n;
};
// Of the sizes of `aligned`, and of a part of it.
struct extents {
  int x, y, z;
  float side;
};
struct triple {
  float x, y, z;
};
struct __align__(16) padded { float x, y, z; };
struct __align__(16) padded_within
{
  float x;
  double y;
};
struct __align__(16) longer { float x, y, values[3]; };

/// Too large for g++ -O1 to place it in its callers.
__device__ plain product(const plain& a, const plain& b)
{
  return {a.x * b.x - a.y * b.y - a.z * b.z - a.w * b.w, a.x * b.y + a.y * b.x + a.z * b.w - a.w * b.z,
          a.x * b.z - a.y * b.w + a.z * b.x + a.w * b.y, a.x * b.w + a.y * b.z - a.z * b.y + a.w * b.x};
}
__device__ float3 pull(float4 from, float4 at, float3 sum)
{
  const float x = at.x - from.x, y = at.y - from.y, z = at.z - from.z, f = at.w / (x * x + y * y + z * z + 1.0f);
  return {sum.x + f * x, sum.y + f * y, sum.z + f * z};
}
__device__ float3 pull_of_all(float4 from, const float4* all, int n, float3 sum)
{
  for (int i = 0; i < n; ++i) sum = pull(from, all[i], sum);
  return sum;
}
__global__ void products(const plain* in, plain* out, plain by) { out[threadIdx.x] = product(by, in[threadIdx.x]); }
__global__ void pulls(const float4* in, float3* out)
{
  __shared__ float4 tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = pull_of_all(in[0], tile, blockDim.x, {0, 0, 0});
}

template <class T>
__global__ void copied(const T* in, T* out)
{
  out[threadIdx.x] = in[threadIdx.x];
}
template <class T>
__global__ void changed(const T* in, T* out)
{
  T v = in[threadIdx.x];
  v.x += 1;
  v.y *= 2;
  out[threadIdx.x] = v;
}
__global__ void three_of_four(const float4* in, float* out)
{
  const float4 v = in[threadIdx.x];
  out[threadIdx.x] = v.x + v.y * v.z;
}
__global__ void one_of_four(const float4* in, float* out)
{
  const float4 v = in[threadIdx.x];
  out[threadIdx.x] = v.y;
}
__global__ void as_vectors(const float* in, float* out)
{
  const float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];
  reinterpret_cast<float4*>(out)[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}
__global__ void gathered(const float* in, float4* out)
{
  const unsigned i = 4 * threadIdx.x;
  out[threadIdx.x] = make_float4(in[i], in[i + 1], in[i + 2], in[i + 3]);
}
__global__ void moved(const with_vectors* in, with_vectors* out)
{
  with_vectors v = in[threadIdx.x];
  v.at.x += v.speed.x;
  v.at.y += v.speed.y;
  v.at.z += v.speed.z;
  v.at.w += v.speed.w;
  out[threadIdx.x] = v;
}
__global__ void through_struct(pointers p, float* out)
{
  const aligned v = p.in[threadIdx.x];
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
template <class T>
__global__ void kept(const T* in, T* out)
{
  const T v = in[threadIdx.x];
  out[threadIdx.x] = v;
}
template <class T>
__global__ void within(const T* in, T* out, extents grid)
{
  const T v = in[threadIdx.x];
  if (v.x + v.y + v.z + v.w > grid.side) out[threadIdx.x] = v;
}
// Only the lanes from `first` on use all members.
template <class T>
__global__ void within_after_one(const T* in, T* out, int first)
{
  const T v = in[threadIdx.x];
  if (v.x + float(threadIdx.x) >= float(first)) out[threadIdx.x] = v;
}
template <class T>
__global__ void within_after_three(const T* in, float* out, int first)
{
  const T v = in[threadIdx.x];
  if (v.x + v.y + v.z + float(threadIdx.x) >= float(first)) out[threadIdx.x] = v.w;
}
__global__ void next_scalar(const float* in, float4* out)
{
  unsigned i = threadIdx.x;
  while (in[i] < 8) ++i;
  out[threadIdx.x] = make_float4(float(i), 0, 0, 0);
}
__global__ void as_triples(const float4* in, float* out, triple origin)
{
  const float4 v = in[threadIdx.x];
  const triple d = {v.x - origin.x, v.y - origin.y, v.z - origin.z};
  out[threadIdx.x] = d.x * d.x + d.y * d.y + d.z * d.z;
}
__global__ void by_bytes(const float4* in, float* out)
{
  float v[4];
  memcpy(v, in + threadIdx.x, sizeof(v));
  out[threadIdx.x] = v[0] + v[3];
}

/// Requests of loads and stores, by bytes.
using counted = std::map<std::pair<std::string, int>, std::int64_t>;

template <class In, class Out, class... Parameters, class... Arguments>
counted count_launch(const test::array<In>& in, const test::array<Out>& out, void (*kernel)(Parameters...),
                     Arguments... arguments)
{
  const gf::trace_cuda on;
  in.name(on, "in");
  out.name(on, "out");
  on.launch(1, 32, 0, kernel, arguments...);
  for (const gf::fault& f : on.report().faults()) CHECK(f.text() == "");
  counted requests;
  for (const gf::access_site& s : on.report().sites()) requests[{s.view, s.bytes}] += s.requests;
  return requests;
}
template <class In, class Out, class... Parameters, class Argument>
counted count(void (*kernel)(Parameters...), const test::array<In>& in, const test::array<Out>& out, Argument argument)
{
  return count_launch(in, out, kernel, argument, out.data());
}
template <class In, class Out>
counted count(void (*kernel)(const In*, Out*))
{
  const test::array<In> in(160, In{});
  const test::array<Out> out(32 * sizeof(float4) / sizeof(Out) + 32, Out{});
  return count(kernel, in, out, static_cast<const In*>(in.data()));
}
/// Of arrays of one struct's value, with what the kernel has besides them.
template <class T, class... More>
counted count(void (*kernel)(const T*, T*, More...), T value, More... more)
{
  const test::array<T> in(32, value), out(32, T{});
  return count_launch(in, out, kernel, static_cast<const T*>(in.data()), out.data(), more...);
}

}  // namespace

TEST_CASE("vectors and aligned structs are counted whole")
{
  const counted one_vector = {{{"in", 16}, 1}, {{"out", 16}, 1}};
  CHECK((count(copied<float4>) == one_vector));
  CHECK((count(copied<aligned>) == one_vector));
  CHECK((count(changed<float4>) == one_vector));
  CHECK((count(changed<aligned>) == one_vector));
  CHECK((count(changed<int4>) == one_vector));
  CHECK((count(changed<double2>) == one_vector));
  CHECK((count(changed<float2>) == counted{{{"in", 8}, 1}, {{"out", 8}, 1}}));
  CHECK((count(as_vectors) == one_vector));
  CHECK((count(changed<halves>) == counted{{{"in", 8}, 2}, {{"out", 8}, 2}}));
  CHECK((count(copied<halves>) == counted{{{"in", 8}, 2}, {{"out", 8}, 2}}));
  CHECK((count(moved) == counted{{{"in", 16}, 2}, {{"out", 16}, 2}}));
  const test::array<aligned> in(32, {1, 2, 3, 4});
  const test::array<float> out(32, 0);
  CHECK((count(through_struct, in, out, pointers{in.data(), 32}) == counted{{{"in", 16}, 1}, {{"out", 4}, 1}}));
}

TEST_CASE("a struct without alignment of its own is counted by its members")
{
  CHECK((count(copied<plain>) == counted{{{"in", 4}, 4}, {{"out", 4}, 4}}));
  CHECK((count(changed<plain>) == counted{{{"in", 4}, 4}, {{"out", 4}, 4}}));
  CHECK((count(changed<numbers>) == counted{{{"in", 8}, 2}, {{"out", 8}, 2}}));
  CHECK((count(copied<numbers>) == counted{{{"in", 8}, 2}, {{"out", 8}, 2}}));
  CHECK((count(copied<float3>) == counted{{{"in", 4}, 3}, {{"out", 4}, 3}}));
  CHECK((count(changed<float3>) == counted{{{"in", 4}, 3}, {{"out", 4}, 3}}));
}

TEST_CASE("a struct that is passed by value does not tell what structs memory has")
{
  const counted one_vector = {{{"in", 16}, 1}, {{"out", 16}, 1}};
  CHECK((count(within<float4>, float4{1, 2, 3, 4}, extents{2, 2, 2, 1}) == one_vector));
  CHECK((count(within<aligned>, aligned{1, 2, 3, 4}, extents{2, 2, 2, 1}) == one_vector));
  CHECK((count(within<plain>, plain{1, 2, 3, 4}, extents{2, 2, 2, 1}) == counted{{{"in", 4}, 4}, {{"out", 4}, 4}}));
  const test::array<float4> in(32, {1, 2, 3, 4});
  const test::array<float> out(32, 0);
  const counted requests =
      count_launch(in, out, as_triples, static_cast<const float4*>(in.data()), out.data(), triple{1, 2, 3});
  CHECK((requests == counted{{{"in", 16}, 1}, {{"out", 4}, 1}}));
}

TEST_CASE("padding is stored with a struct that is copied, and without one that was changed")
{
  const counted one_vector = {{{"in", 16}, 1}, {{"out", 16}, 1}};
  CHECK((count(copied<padded>, padded{1, 2, 3}) == one_vector));
  CHECK((count(kept<padded>, padded{1, 2, 3}) == one_vector));
  CHECK((count(copied<padded_within>, padded_within{1, 2}) == one_vector));
  CHECK((count(kept<padded_within>, padded_within{1, 2}) == one_vector));
  CHECK((count(copied<longer>, longer{1, 2, {3, 4, 5}})[{"out", 16}] == 2));
  CHECK((count(kept<longer>, longer{1, 2, {3, 4, 5}})[{"out", 16}] == 2));
#if !defined(__clang__)  // It stores the last member with the padding, as members that fill the struct.
  CHECK((count(changed<padded>, padded{1, 2, 3}) == counted{{{"in", 16}, 1}, {{"out", 4}, 3}}));
#endif
}

TEST_CASE("members of which one is used are a scalar, of which several are used a vector")
{
  CHECK((count(one_of_four) == counted{{{"in", 4}, 1}, {{"out", 4}, 1}}));
  CHECK((count(three_of_four) == counted{{{"in", 16}, 1}, {{"out", 4}, 1}}));
}

TEST_CASE("members that only a branch uses are of the vector that was loaded before it")
{
  const test::array<float> out(32, 0);
  const auto after_three = [&]<class T>(T value) {
    const test::array<T> in(32, value);
    return count_launch(in, out, within_after_three<T>, static_cast<const T*>(in.data()), out.data(), 5);
  };
#if !defined(__clang__)  // It reports a member, and a copy of the others' bytes.
  CHECK((count(within_after_one<float4>, float4{0, 2, 3, 4}, 5) == counted{{{"in", 16}, 1}, {{"out", 16}, 1}}));
#endif
  CHECK((count(within_after_one<plain>, plain{0, 2, 3, 4}, 5) == counted{{{"in", 4}, 4}, {{"out", 4}, 4}}));
  CHECK((after_three(float4{0, 0, 0, 4}) == counted{{{"in", 16}, 1}, {{"out", 4}, 1}}));
  CHECK((after_three(aligned{0, 0, 0, 4}) == counted{{{"in", 16}, 1}, {{"out", 4}, 1}}));
  CHECK((after_three(plain{0, 0, 0, 4}) == counted{{{"in", 4}, 4}, {{"out", 4}, 1}}));
}

TEST_CASE("scalars that lie side by side remain scalars")
{
  const test::array<float> rising(160, 0);
  for (int n = 0; n < 160; ++n) rising.data()[n] = float(n);
  const test::array<float4> out(32, float4{});
  counted rows = count_launch(rising, out, next_scalar, static_cast<const float*>(rising.data()), out.data());
  CHECK((rows[{"in", 4}] == 9));
  CHECK((count(gathered) == counted{{{"in", 4}, 4}, {{"out", 16}, 1}}));
}

TEST_CASE("bytes that are copied are accesses")
{
  const counted requests = count(by_bytes);
  CHECK(requests.count({"in", 16}) + requests.count({"in", 4}) == 1);
}

TEST_CASE("a vector at an address that is not a multiple of its bytes is a fault")
{
  const test::array<float> in(200, 1), out(200, 0);
  const gf::trace_cuda on;
  in.name(on, "in");
  out.name(on, "out");
  on.launch(1, 8, 0, as_vectors, static_cast<const float*>(in.data() + 1), out.data());
  on.launch(1, 8, 0, changed<float2>, reinterpret_cast<const float2*>(in.data() + 1),
            reinterpret_cast<float2*>(out.data() + 3));
  int misaligned = 0;
  for (const gf::fault& f : on.report().faults()) {
    CHECK(f.kind == gf::fault_kind::misaligned);
    misaligned += static_cast<int>(f.count);
  }
  CHECK(misaligned == 24);
}

TEST_CASE("structs that a function takes from memory or returns to it are counted")
{
  const test::array<plain> in(32, {1, 2, 3, 4}), out(32, {});
  const test::array<float4> points(32, {1, 2, 3, 4});
  const test::array<float3> sums(32, {});
  const gf::trace_cuda on;
  in.name(on, "in");
  out.name(on, "out");
  points.name(on, "points");
  sums.name(on, "sums");
  on.launch(dim3(1), dim3(32), 0, products, static_cast<const plain*>(in.data()), out.data(), plain{1, 0, 0, 0});
  on.launch(dim3(1), dim3(32), 0, pulls, static_cast<const float4*>(points.data()), sums.data());
  const gf::trace_report report = on.report();
  CHECK(report.site("in").requests == 4);
  CHECK(report.site("out").requests == 4);
  CHECK(report.site("sums").requests == 3);
  CHECK(test::counts(report, gf::memory_kind::in_shared, gf::access_kind::load).requests == 32);
  CHECK(report.faults().empty());
}
