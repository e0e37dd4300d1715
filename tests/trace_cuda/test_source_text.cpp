// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/source_text.hpp>

#include <doctest/doctest.h>

#include <string>

using gridfold::tracing::accessed_name;

namespace
{

/// The name at the first occurrence of a character in a line.
std::string name_at(const std::string& line, char c, bool stores = true)
{
  return accessed_name(line, static_cast<int>(line.find(c)) + 1, stores);
}

}  // namespace

TEST_CASE("the array that a line accesses at a column")
{
  CHECK(name_at("  s[i] = x[j];", '=') == "s");
  CHECK(name_at("  s[i] += x[j];", '+') == "s");
  CHECK(name_at("  s[i] = x[j];", ']') == "s");
  CHECK(name_at("  s[a[i]][j] = 0;", '=') == "s");
  CHECK(name_at("  r = tile[i][j];", 't') == "tile");
  CHECK(accessed_name("  r = tile[i][j];", 16, false) == "tile");
  CHECK(name_at("  s[i] <<= x;", '<') == "s");
  CHECK(name_at("  s[i]++;", '+') == "s");
  CHECK(name_at("  s[i] = shared;", '=', false).empty());
  CHECK(name_at("  s[i] += shared;", '+', false).empty());
  CHECK(name_at("  x = s[i] + shared;", '+').empty());
  CHECK(name_at("  x[s[i] < shared] = 1;", '<').empty());
  CHECK(name_at("  if (s[i] == shared) {", '=').empty());
  CHECK(name_at("  *p = 1;", '=').empty());
  CHECK(name_at("  r = f(i);", 'f').empty());
  CHECK(name_at("]", ']').empty());
  CHECK(accessed_name("", 3, true).empty());
  CHECK(accessed_name("x[1]", 0, true).empty());
}

TEST_CASE("lines of a file")
{
  gridfold::tracing::source_text text;
  CHECK(text.line(__FILE__, 2) == "#include <gridfold/trace_cuda/source_text.hpp>");
  CHECK(text.line(__FILE__, 0).empty());
  CHECK(text.line("there is no such file", 1).empty());
}
