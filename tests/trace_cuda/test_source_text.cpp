// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/source_text.hpp>

#include <doctest/doctest.h>

#include <string>

namespace tracing = gridfold::tracing;
using tracing::accessed_name;

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

TEST_CASE("the element of an assignment, and whether its value is computed")
{
  const auto found = [](const std::string& line) {
    return tracing::assignment_in(line, static_cast<int>(line.find(" = ")) + 2);
  };
  const auto check = [&](const std::string& line, const std::string& element, bool is_computed) {
    CAPTURE(line);
    CHECK(found(line).element == element);
    CHECK(found(line).is_computed == is_computed);
  };
  check("  if (a) s[i + 1][j] = x[i];", "s[i + 1][j]", true);
  check("  else *p = 0.0f;", "*p", false);
  check("  at->x.y = T(0);", "at->x.y", false);
  check("    C[k++] = -1;", "C[k++]", false);
  check("    C[f(k)] = make_float2(0, 1.5e3f);", "C[f(k)]", false);
  check("    c = true;", "c", false);
  check("    c = n;", "c", true);
  check("    c = n + 1;", "c", true);
  check("    c = a1(b);", "c", true);
  check("    c =", "", false);
  CHECK(tracing::assignment_in("a == b", 3).element.empty());
  CHECK(tracing::assignment_in("a = b", 99).element.empty());
}

TEST_CASE("the text between two places, and the words in it")
{
  CHECK(tracing::is_else_branch("= 1; } else { s[i] "));
  CHECK_FALSE(tracing::is_else_branch("= 1; } elsewhere { s[i] "));
  CHECK_FALSE(tracing::is_else_branch("= 1; } else { while (a) s[i] "));
  CHECK(tracing::has_word("while(a)", "while"));
  CHECK_FALSE(tracing::has_word("meanwhile(a)", "while"));
}
