// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/program_image.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace tracing = gridfold::tracing;

int a_variable_of_this_test[3] = {1, 2, 3};
thread_local int a_thread_local_of_this_test[5];
thread_local double another_thread_local_of_this_test = 1;
[[gnu::section("gridfold_constant_of_a_test"), gnu::used]] int a_constant_of_this_test[11] = {1};
extern "C" int a_function_of_this_test(int n);
int a_function_of_this_test(int n) { return n * n + a_constant_of_this_test[n % 11]; }

namespace
{

const tracing::program_symbol* symbol(const tracing::program_image& image, const char* name)
{
  for (const tracing::program_symbol& s : image.symbols())
    if (s.mangled == name) return &s;
  return nullptr;
}

}  // namespace

TEST_CASE("variables and functions of the running program")
{
  const tracing::program_image image;
  const tracing::program_symbol* const variable = symbol(image, "a_variable_of_this_test");
  REQUIRE(variable != nullptr);
  CHECK(variable->of == tracing::program_symbol::kind::variable);
  CHECK(variable->begin == reinterpret_cast<std::uint64_t>(&a_variable_of_this_test[0]));
  CHECK(variable->bytes == sizeof(a_variable_of_this_test));
  const tracing::program_symbol* const local = symbol(image, "a_thread_local_of_this_test");
  REQUIRE(local != nullptr);
  CHECK(local->of == tracing::program_symbol::kind::thread_local_variable);
  a_thread_local_of_this_test[0] = a_variable_of_this_test[0];
  const tracing::program_symbol* const function = image.function_at(reinterpret_cast<const void*>(&tracing::demangled));
  REQUIRE(function != nullptr);
  const std::string name = tracing::demangled(function->mangled);
  CHECK(name.find("::tracing::demangled") != std::string::npos);
  CHECK(image.function_at(nullptr) == nullptr);
  CHECK(!image.section(".symtab").empty());
  CHECK(image.section(".there is none").empty());
}

TEST_CASE("kinds, sizes and places of what the program has")
{
  const tracing::program_image image;
  const tracing::program_symbol* const constant = symbol(image, "a_constant_of_this_test");
  REQUIRE(constant != nullptr);
  CHECK(constant->of == tracing::program_symbol::kind::constant);
  CHECK(constant->bytes == sizeof(a_constant_of_this_test));
  const tracing::program_symbol *const local = symbol(image, "a_thread_local_of_this_test"),
                                       *const other = symbol(image, "another_thread_local_of_this_test");
  REQUIRE((local != nullptr && other != nullptr));
  CHECK(local->bytes == sizeof(a_thread_local_of_this_test));
  CHECK(other->begin - local->begin == reinterpret_cast<std::uint64_t>(&another_thread_local_of_this_test) -
                                           reinterpret_cast<std::uint64_t>(&a_thread_local_of_this_test[0]));
  const tracing::program_symbol* const function = symbol(image, "a_function_of_this_test");
  REQUIRE(function != nullptr);
  CHECK(function->of == tracing::program_symbol::kind::function);
  CHECK(function->begin == reinterpret_cast<std::uint64_t>(&a_function_of_this_test));
  const auto at = [&](std::uint64_t address) { return image.function_at(reinterpret_cast<const void*>(address)); };
  CHECK(at(function->begin) == function);
  CHECK(at(function->begin + function->bytes - 1) == function);
  CHECK(at(function->begin + function->bytes) != function);
  CHECK(at(function->begin - 1) != function);
  for (std::size_t n = 1; n < image.symbols().size(); ++n)
    REQUIRE(image.symbols()[n - 1].begin <= image.symbols()[n].begin);
}

TEST_CASE("names as in the source")
{
  CHECK(tracing::demangled("_Z1fIiEvT_") == "void f<int>(int)");
  CHECK(tracing::demangled("_Z is no name") == "_Z is no name");
  CHECK(tracing::demangled("f") == "f");
}
