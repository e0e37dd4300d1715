// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../examples/programs/trace_cuda/local_arrays.hpp"

#include <doctest/doctest.h>

#include <string>

#include "../../examples/programs/trace_cuda/rewrite.hpp"

namespace
{

/// The names of the local arrays of a kernel with this body.
std::string of(const std::string& body)
{
  const std::string source = "__global__ void __launch_bounds__(64) k(const int* in, int n)\n{ " + body + " }";
  std::string names;
  for (const trace_cuda::local_array& a : trace_cuda::local_arrays(trace_cuda::token_list(source)))
    names += a.name + " ";
  return names;
}

}  // namespace

TEST_CASE("arrays with indices that are no constants lie in local memory")
{
  CHECK(of("int a[64]; for (int i = 0; i < n; ++i) a[i] = in[i];") == "a ");
  CHECK(of("float a[4], b[4][2]; a[threadIdx.x % 4] = b[1][n];") == "a b ");
  CHECK(of("int a[4]; int j = in[0]; a[j] = 1;") == "a ");
  CHECK(of("int a[4]; int j = 0; if (n > 2) a[j++] = 1;") == "a ");
  CHECK(of("#pragma unroll 1\nfor (int i = 0; i < 4; ++i) { unsigned int a[4] = {0}; a[i] = 1; }") == "a ");
  CHECK(of("n::t<int, 3> a[2]; a[n].x = 1;") == "a ");
  CHECK(of("int a[1024]; for (int i = 0; i < 1024; ++i) a[i] = in[i];") == "a ");
}

TEST_CASE("arrays whose indices are constants once loops are unrolled lie in registers")
{
  CHECK(of("int a[4]; for (int i = 0; i < 4; ++i) a[i] = in[i]; for (int i = 0; i < n; ++i) a[1] += in[i];").empty());
  CHECK(of("int a[N][M]; for (int i = 0; i < N; ++i) for (int j = i; j < M; ++j) a[i][j] = in[i * M + j];").empty());
  CHECK(of("int a[8]; for (int i = 0; i < 4; i++) { const int j = 2 * i; a[j + 1] = in[n]; }").empty());
  CHECK(of("#pragma unroll\nfor (int i = 0; i < 1024; ++i) { int a[1024]; a[i] = 1; }").empty());
}

TEST_CASE("no local arrays are those of others, and what is no declaration")
{
  CHECK(of("__shared__ int s[4]; s[n] = 1; extern __shared__ int e[]; e[n] = 2; static const int c[2] = {1, 2}; return "
           "c[n];")
            .empty());
  CHECK(of("in[n]; x = in[n]; s.a[n] = 1; if (n) return in[n];").empty());
  const auto on_host =
      trace_cuda::token_list("void f(int n) { int a[4]; a[n] = 1; } __device__ int table[4] = {1, 2, 3, 4};");
  CHECK(trace_cuda::local_arrays(on_host).empty());
}

TEST_CASE("such an array is followed by what reports it, on its line")
{
  const std::string before = "__device__ int f(int n) { int a[3] = {1, 2, 3};", after = "\n return a[n]; }";
  CHECK(trace_cuda::rewrite(before + after).text ==
        before + " const ::gridfold_cuda::local_array gridfold_local_a(a, \"a\");" + after);
}
