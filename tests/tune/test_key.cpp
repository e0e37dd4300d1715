// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/key.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/verb.hpp>
#include <sstream>
#include <string>

namespace gf = gridfold;

TEST_CASE("sizes share a bucket up to a factor of two")
{
  static_assert(gf::tuning::size_bucket(0) == 0 && gf::tuning::size_bucket(1) == 0 && gf::tuning::size_bucket(2) == 1);
  static_assert(gf::tuning::size_bucket(1023) == 9 && gf::tuning::size_bucket(1024) == 10 &&
                gf::tuning::size_bucket(2047) == 10);
  static_assert(gf::tuning::size_bucket(std::int64_t{1} << 40) == 40);
}

TEST_CASE("types are named by kind and bits")
{
  CHECK(gf::tuning::type_name<float>() == "f32");
  CHECK(gf::tuning::type_name<double>() == "f64");
  CHECK(gf::tuning::type_name<std::int16_t>() == "i16");
  CHECK(gf::tuning::type_name<unsigned char>() == "u8");
  struct triple {
    float x, y, z;
  };
  CHECK(gf::tuning::type_name<triple>() == "12B");
}

TEST_CASE("the processor's name is read if there is one")
{
  const auto name = [](const std::string& text) {
    std::istringstream lines(text);
    return gf::detail::model_name(lines);
  };
  CHECK(name("vendor_id\t: x\nmodel\t\t: 6\nmodel name\t: A CPU @ 3 GHz\nmodel name\t: B\n") == "A CPU @ 3 GHz");
  for (const std::string none : {"", "model name", "model name\t:", "model name\t: \n", "processor\t: 0\n"}) {
    CAPTURE(none);
    CHECK(name(none).empty());
  }
}

TEST_CASE("a verb's key has its name, type and bucket")
{
  CHECK(gf::key_of<gf::verb::reduce, double>(1000) == gf::tuning_key{"reduce", "f64", 9});
  CHECK_FALSE(gf::machine_of(gf::host{}).name.empty());
}
