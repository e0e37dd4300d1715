// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compiled twice: with the flags of all tests, and with -ffast-math, which must not matter.
#include <gridfold/math/finite.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace gf = gridfold;

namespace
{

// From their bits, volatile: else the compiler may take it that there are no such numbers.
bool finite_float(std::uint32_t bits)
{
  volatile float x = std::bit_cast<float>(bits);
  return gf::is_finite(x);
}
bool finite_double(std::uint64_t bits)
{
  volatile double x = std::bit_cast<double>(bits);
  return gf::is_finite(x);
}

/// Packs of ones and one other value, in each lane: how many are finite.
template <class T, int Lanes>
int finite_packs(T other)
{
  int count = 0;
  for (int l = 0; l < Lanes; ++l) {
    volatile T values[Lanes];
    gf::pack<T, Lanes> all;
    for (int i = 0; i < Lanes; ++i) {
      values[i] = i == l ? other : T(1);
      gf::set_lane(all, i, static_cast<T>(values[i]));
    }
    count += gf::is_finite(all) ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("zeros, denormals and the largest numbers are finite")
{
  for (const std::uint32_t bits : {0x00000000u, 0x00000001u, 0x007fffffu, 0x3f800000u, 0x7f7fffffu}) {
    CHECK(finite_float(bits));
    CHECK(finite_float(bits | 0x80000000u));
  }
  for (const std::uint64_t bits : std::initializer_list<std::uint64_t>{
           0x0000000000000000u, 0x0000000000000001u, 0x000fffffffffffffu, 0x3ff0000000000000u, 0x7fefffffffffffffu}) {
    CHECK(finite_double(bits));
    CHECK(finite_double(bits | 0x8000000000000000u));
  }
}

TEST_CASE("infinities and NaNs are not finite")
{
  for (const std::uint32_t bits : {0x7f800000u, 0x7f800001u, 0x7fc00000u, 0x7fffffffu}) {
    CHECK_FALSE(finite_float(bits));
    CHECK_FALSE(finite_float(bits | 0x80000000u));
  }
  for (const std::uint64_t bits :
       {0x7ff0000000000000u, 0x7ff0000000000001u, 0x7ff8000000000000u, 0x7fffffffffffffffu}) {
    CHECK_FALSE(finite_double(bits));
    CHECK_FALSE(finite_double(bits | 0x8000000000000000u));
  }
}

TEST_CASE("a pack is finite if all of its lanes are")
{
  CHECK(finite_packs<float, 16>(-0.0f) == 16);
  CHECK(finite_packs<float, 4>(std::bit_cast<float>(0x7f7fffffu)) == 4);
  CHECK(finite_packs<double, 2>(std::bit_cast<double>(std::uint64_t{0x7fefffffffffffff})) == 2);
  for (const std::uint32_t bits : {0x7f800000u, 0xff800000u, 0x7f800001u, 0xffc00000u}) {
    CHECK(finite_packs<float, 16>(std::bit_cast<float>(bits)) == 0);
    CHECK(finite_packs<float, 2>(std::bit_cast<float>(bits)) == 0);
  }
  for (const std::uint64_t bits : {0x7ff0000000000000u, 0xfff0000000000000u, 0x7ff0000000000001u}) {
    CHECK(finite_packs<double, 8>(std::bit_cast<double>(bits)) == 0);
    CHECK(finite_packs<double, 2>(std::bit_cast<double>(bits)) == 0);
  }
}
