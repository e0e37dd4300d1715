// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/source_place.hpp>

#include <doctest/doctest.h>

TEST_CASE("a source place is named by the file without its folder")
{
  CHECK(gridfold::source_place{"k", "/a/b.cu", 7}.text() == "b.cu:7: ");
  CHECK(gridfold::source_place{}.text().empty());
  CHECK(gridfold::source_place{"k", "b.cu", 7} != gridfold::source_place{"j", "b.cu", 7});
}
