// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/line_table.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace_cuda/program_image.hpp>

namespace tracing = gridfold::tracing;

namespace
{

[[gnu::noinline]] const void* here() { return __builtin_return_address(0); }

}  // namespace

TEST_CASE("the line of a call in this file")
{
  const tracing::program_image image;
  const tracing::line_table lines(image.section(".debug_line"), image.section(".debug_str"),
                                  image.section(".debug_line_str"));
  const void* const code = here();
  const int line = __LINE__ - 1;
  const tracing::line_entry found = lines.in_program(reinterpret_cast<std::uint64_t>(code) - image.base() - 1);
  CHECK(found.line == line);
  CHECK(lines.file(found.file).ends_with("tests/trace_cuda/test_line_table.cpp"));
}

TEST_CASE("a table that ends early, or is none, has no lines")
{
  CHECK(tracing::line_table({}, {}, {}).at(1).line == 0);
  const char garbage[] = "\x30\0\0\0\5\0\10\0\377\377\377\377 garbage garbage garbage garbage garbage";
  CHECK(tracing::line_table({garbage, sizeof(garbage)}, {}, {}).at(1).line == 0);
  CHECK(tracing::line_table({}, {}, {}).file(7) == "?");
}
