// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/program_image.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace tracing = gridfold::tracing;

int a_variable_of_this_test[3] = {1, 2, 3};
thread_local int a_thread_local_of_this_test[5];

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
