// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/scoped_names.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace gridfold::tracing;

TEST_CASE("the last part of a name, whatever its scopes have in brackets")
{
  CHECK(short_name("s") == "s");
  CHECK(short_name("n::s") == "s");
  CHECK(short_name("f(int)::s") == "s");
  CHECK(short_name("void n::f<n::t>(n::u)::s") == "s");
  CHECK(short_name("(anonymous namespace)::s") == "s");
  CHECK(short_name("n::f<n::t>") == "f<n::t>");
  CHECK(short_name("").empty());
}

TEST_CASE("a function's name without arguments of its template")
{
  CHECK(plain_name("n::f<3>") == "f");
  CHECK(plain_name("f") == "f");
}

TEST_CASE("names without unnamed namespaces, and names that are not the program's")
{
  CHECK(without_unnamed("(anonymous namespace)::f<(anonymous namespace)::t>") == "f<t>");
  CHECK(without_unnamed("n::f") == "n::f");
  for (const char* const name : {"threadIdx", "gridDim", "vtable for t", "guard variable for f()::s"})
    CHECK(is_builtin(name));
  CHECK_FALSE(is_builtin("threads"));
}

TEST_CASE("the kernel of a shared variable")
{
  CHECK(function_of("void n::f<3>(float*)::s") == "f<3>");
  CHECK(function_of("f(int)::s") == "f");
  CHECK(function_of("s").empty());
}
