// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "../../examples/programs/trace_cuda/rewrite.hpp"

using trace_cuda::rewrite;

namespace
{

std::string of(const std::string& kernel, const std::string& name, const std::string& configuration)
{
  return "::gridfold_cuda::launch_words(" + configuration + ")(\"" + name + "\", GRIDFOLD_KERNEL(" + kernel + "))";
}

}  // namespace

TEST_CASE("launches become calls")
{
  CHECK(rewrite("k<<<1, 2>>>(a, b);").text == of("k", "k", "1, 2") + "(a, b);");
  CHECK(rewrite("f(); n::k<T, 3><<<g(1, 2), dim3(4), 0, s>>>(a);").text ==
        "f(); " + of("n::k<T, 3>", "n::k<T,3>", "g(1, 2), dim3(4), 0, s") + "(a);");
  CHECK(rewrite("if (x) k<<<g<<1, b>>>(a);").text == "if (x) " + of("k", "k", "g<<1, b") + "(a);");
  CHECK(rewrite("(*f)<<<g, b>>>();").text == of("(*f)", "(*f)", "g, b") + "();");
  CHECK(rewrite("x = y; table[i + 1][j]<<<g, b>>>(a);").text ==
        "x = y; " + of("table[i + 1][j]", "table[i+1][j]", "g, b") + "(a);");
  CHECK(rewrite("k<A<B<int>>><<<1, 1>>>();").text == of("k<A<B<int>>>", "k<A<B<int>>>", "1, 1") + "();");
  CHECK(rewrite("k << <g, b >> > (a);").text == of("k ", "k", "g, b ") + " (a);");
  CHECK(rewrite("k<< <g, b, 0>>>(a);").text == of("k", "k", "g, b, 0") + "(a);");
  CHECK(rewrite("else k<<<1, 1>>>();").text == "else " + of("k", "k", "1, 1") + "();");
}

TEST_CASE("what is no launch stays, and so do lines")
{
  for (const std::string text :
       {"// k<<<1, 1>>>(a)\n", "/* k<<<1, 1>>>(a) */", "\"k<<<1, 1>>>(a)\"", "R\"x(k<<<1,1>>>(a))x\"",
        "char c = '\"'; x = a << b;", "vector<vector<vector<int>>> v(3);",
        "out& operator<< <int>(out& o, vector<vector<int>> > x);"})
    CHECK(rewrite(text).text == text);
  const std::string source = "int a;\nk<int,\n  2><<<1,\n 2>>>(a,\n b);\nint c;\n";
  const std::string text = rewrite(source).text;
  CHECK(std::count(text.begin(), text.end(), '\n') == std::count(source.begin(), source.end(), '\n'));
  CHECK(text.ends_with("(a,\n b);\nint c;\n"));
}

TEST_CASE("what a source has, and what is refused with its line")
{
  CHECK(rewrite("int main() {}").has_main);
  CHECK_FALSE(rewrite("// main()\nvoid mains();").has_main);
  CHECK(rewrite("__global__ void k() {}").has_kernels);
  const auto refused = [](const char* text) {
    const auto refusals = rewrite(text).refusals;
    return refusals.empty() ? 0 : refusals[0].line;
  };
  CHECK(refused("\nasm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(x));") == 2);
  CHECK(refused("asm volatile(\"\" ::: \"memory\");") == 0);
  CHECK(refused("\n\nfloat v = tex2D<float>(t, x, y);") == 3);
  CHECK(refused("__global__ void k() {\n child<<<1, 1>>>(); }") == 2);
  CHECK(refused("__global__ void k() {}\nvoid f() { k<<<1, 1>>>(); }") == 0);
}

TEST_CASE("kernels of programs that launch by address are made known behind their bodies")
{
  CHECK(rewrite("cudaLaunchKernel((void*)k, 1, 1, a);").launches_by_address);
  CHECK_FALSE(rewrite("k<<<1, 1>>>(a);").launches_by_address);
  const std::string plain = "namespace a::b { static __global__ void __launch_bounds__(64) k(int* x)\n{ if (x) {} }\n}";
  CHECK(rewrite(plain).text == plain);
  const std::string known = rewrite(plain, true).text;
  const auto at = known.find(" static const ::gridfold_cuda::known_kernel ");
  CHECK(known.substr(0, at) == plain.substr(0, plain.size() - 2));
  CHECK(known.find("gridfold_of(k)", at) != std::string::npos);
  CHECK(known.ends_with("\n}"));
  CHECK(rewrite("extern \"C\" { __global__ void k() {} }", true).text.find("(&k);") != std::string::npos);
  for (const std::string unknown :
       {"template <class T> __global__ void k(T* x) {}", "__global__ void k();",
        "struct s { friend __global__ void k() {} };", "__global__ void NAME(k)(int* x) {}"})
    CHECK(rewrite(unknown, true).text == unknown);
}

TEST_CASE("inclusions by quotes")
{
  const auto found = trace_cuda::inclusions("#include <a.h>\n#include \"b.cuh\"\n// #include \"c.h\"\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].name == "b.cuh");
  CHECK(found[0].line == 2);
}
