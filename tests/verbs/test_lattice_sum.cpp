// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Errors that every executor reports before it runs anything.
#include <gridfold/lattice_sum.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/core/field.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <limits>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"

namespace test_lattice_sum
{

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The error of an empty sum over a lattice, for an output of this shape.
std::string refusal(const gf::lattice& where, gf::shape3 output)
{
  test::memory<float> values(std::vector<float>(1));
  const test::memory<gf::source<float>> none(std::vector<gf::source<float>>{});
  return message_of([&] {
    gf::lattice_sum<gf::variant<>>(test::executor{}, none, where, gf::view_of(values.data(), output), gf::coulomb<>{});
  });
}
std::string refusal(const gf::lattice& where) { return refusal(where, {1, 1, 1}); }

}  // namespace

TEST_CASE("a valid lattice is accepted") { CHECK(refusal({.origin = {-1e30, 0, 0}, .spacing = 1e-30}) == ""); }

TEST_CASE("a spacing that is not positive and finite is refused along every axis")
{
  CHECK(explains(refusal({.spacing = {0, 1, 1}}), "spacing is 0"));
  CHECK(explains(refusal({.spacing = {1, -0.5, 1}}), "spacing is -0.5"));
  CHECK(explains(refusal({.spacing = {1, 1, not_a_number}}), "spacing is nan"));
  CHECK(explains(refusal({.spacing = infinity}), "spacing is inf"));
}

TEST_CASE("an origin that is not finite is refused along every axis")
{
  CHECK(explains(refusal({.origin = {not_a_number, 0, 0}}), "coordinate nan"));
  CHECK(explains(refusal({.origin = {0, infinity, 0}}), "coordinate inf"));
  CHECK(explains(refusal({.origin = {0, 0, -infinity}}), "coordinate -inf"));
}

TEST_CASE("a shape without points is refused along every axis")
{
  CHECK(explains(refusal({.shape = {0, 1, 1}}), "extent of 0"));
  CHECK(explains(refusal({.shape = {1, -7, 1}}), "extent of -7"));
  CHECK(explains(refusal({.shape = {1, 1, 0}}), "extent of 0"));
}

TEST_CASE("a shape of 2^63 points or more is refused")
{
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(explains(refusal({.shape = {std::int64_t{1} << 31, std::int64_t{1} << 31, 2}}), "2147483648 x 2147483648 x 2"));
  CHECK(explains(refusal({.shape = {most, most, most}}), "2^63"));
}

TEST_CASE("a lattice whose last point overflows double is refused")
{
  CHECK(explains(refusal({.origin = {0, 0, 1e308}, .spacing = 1e308, .shape = {1, 1, 2}}),
                 "last point has a coordinate inf"));
  CHECK(explains(refusal({.spacing = {1, 1e300, 1}, .shape = {1, 1000000000, 1}}), "last point has a coordinate inf"));
}

TEST_CASE("an output of another shape than the lattice is refused, naming both")
{
  const gf::lattice where{.shape = {2, 3, 4}};
  for (const gf::shape3 output : {gf::shape3{4, 3, 2}, gf::shape3{2, 3, 5}, gf::shape3{2, 4, 4}, gf::shape3{1, 3, 4}}) {
    const std::string message = refusal(where, output);
    CHECK(explains(message, "lattice's 4 x 3 x 2 ("));
    CHECK(explains(message,
                   std::to_string(output.z) + " x " + std::to_string(output.y) + " x " + std::to_string(output.x)));
  }
}

TEST_CASE("a field of an invalid lattice is refused")
{
  CHECK(explains(message_of([] { gf::field<float>({.spacing = -1}); }), "spacing is -1"));
}

#ifndef __SANITIZE_ADDRESS__  // which ends a program that asks for so much
TEST_CASE("a field beyond the memory is refused, naming its size")
{
  const gf::lattice enormous{.shape = {std::int64_t{1} << 20, std::int64_t{1} << 20, std::int64_t{1} << 10}};
  CHECK(explains(message_of([&] { gf::field<float>{enormous}; }), "1125899906842624 values of 4 bytes"));
}
#endif

}  // namespace test_lattice_sum
