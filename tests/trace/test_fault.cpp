// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/fault.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace gf = gridfold;

TEST_CASE("a fault says where it is, how often, and what to do")
{
  gf::fault found{gf::fault_kind::race, "sums", 3, 17, {1, 2, 0}, 5, 9};
  CHECK(
      found.text() ==
      "sums: 3 races (first at element 17, block (1, 2, 0), thread 5 and thread 9; nothing orders them): put a barrier "
      "between, or make both atomic in a scope with both threads");
  found.kind = gf::fault_kind::outside;
  CHECK(found.text() ==
        "sums: 3 accesses outside (first at element 17, block (1, 2, 0), thread 5): guard the edge of the grid");
  found.kind = gf::fault_kind::misaligned;
  CHECK(
      found.text() ==
      "sums: 3 misaligned accesses (first at element 17, block (1, 2, 0), thread 5; its address is no multiple of its "
      "width): align the memory, or access smaller words");
  found.kind = gf::fault_kind::in_flight;
  CHECK(found.text().find("3 accesses while a copy is in flight") != std::string::npos);
  found.kind = gf::fault_kind::read_unwritten;
  CHECK(found.text().find("3 elements are read before they are written") != std::string::npos);
  found.kind = gf::fault_kind::never_written;
  CHECK(found.text() == "sums: 3 words of the output are never written: cover it with blocks");
}

TEST_CASE("kinds of faults have names of their own")
{
  std::set<std::string> names;
  for (int kind = 0; kind <= static_cast<int>(gf::fault_kind::assertion); ++kind)
    names.insert(name_of(static_cast<gf::fault_kind>(kind)));
  CHECK(names.size() == static_cast<std::size_t>(gf::fault_kind::assertion) + 1);
}
