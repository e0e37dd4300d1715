// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/error.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace gf = gridfold;

TEST_CASE("an error is a runtime_error with its message, and the code of CUDA if there is one")
{
  CHECK(gf::error("no room").cuda_code() == 0);
  CHECK(gf::error("no room", 2).cuda_code() == 2);
  try {
    throw gf::error("the list is short (its capacity is 3): give 4");
  } catch (const std::runtime_error& e) {
    CHECK(std::string(e.what()) == "the list is short (its capacity is 3): give 4");
  }
}

TEST_CASE("numbers in messages are short, and small ones are no zeros")
{
  CHECK(gf::core::text_of(0.5) == "0.5");
  CHECK(gf::core::text_of(-3) == "-3");
  CHECK(gf::core::text_of(1e-18) == "1e-18");
}

TEST_CASE("a message is joined from text and numbers")
{
  const std::string name = "list";
  const gf::error wrong({"the ", name, " has ", 3, " of ", ~std::uint64_t{0}, ", ", std::int64_t{-1}, " and ", 1e-18});
  CHECK(std::string(wrong.what()) == "the list has 3 of 18446744073709551615, -1 and 1e-18");
  CHECK(wrong.cuda_code() == 0);
}
