// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's mathematical functions against wider arithmetic, against what they invert, and byte by byte.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "../support/seed.hpp"

namespace
{

/// Whether `down` and `up` are the numbers on both sides of an exact result, and `zero` the one that is nearer to zero.
bool enclose(float down, float up, float zero, long double exact)
{
  const bool is_exact = down == up;
  return (is_exact ? down == exact : down < exact && exact < up && std::nextafter(down, HUGE_VALF) == up) &&
         zero == (exact < 0 ? up : down);
}
std::uint32_t byte(std::uint32_t x, int n) { return x >> (8 * n) & 0xff; }
int signed_byte(std::uint32_t x, int n) { return static_cast<std::int8_t>(byte(x, n)); }

}  // namespace

TEST_CASE("arithmetic is rounded as its name says")
{
  std::mt19937 random(test::seed());
  std::uniform_real_distribution<float> any(-8, 8);
  for (int n = 0; n < 2000; ++n) {
    const float x = any(random), y = any(random), z = any(random);
    const long double a = x, b = y, c = z;
    CAPTURE(x);
    CAPTURE(y);
    CHECK(enclose(__fadd_rd(x, y), __fadd_ru(x, y), __fadd_rz(x, y), a + b));
    CHECK(enclose(__fmul_rd(x, y), __fmul_ru(x, y), __fmul_rz(x, y), a * b));
    CHECK(enclose(__fdiv_rd(x, y), __fdiv_ru(x, y), __fdiv_rz(x, y), a / b));
    CHECK(enclose(__fmaf_rd(x, y, z), __fmaf_ru(x, y, z), __fmaf_rz(x, y, z), a * b + c));
    const double d = static_cast<double>(x) / 3;
    CHECK(enclose(__double2float_rd(d), __double2float_ru(d), __double2float_rz(d), d));
    const auto i = static_cast<int>(random());
    CHECK(enclose(__int2float_rd(i), __int2float_ru(i), __int2float_rz(i), i));
    CHECK(__fadd_rn(x, y) == x + y);
    CHECK(__dsqrt_rn(std::abs(d)) == std::sqrt(std::abs(d)));
    CHECK(static_cast<long double>(__dadd_rd(d, 1e-9)) <= static_cast<long double>(d) + 1e-9L);
  }
  CHECK(__float2int_rn(NAN) == 0);
  CHECK(__double2int_rn(NAN) == INT_MIN);
  CHECK(__float2ll_rz(NAN) == LLONG_MIN);
  CHECK(__float2uint_rz(-1.5f) == 0);
}

TEST_CASE("fast intrinsics agree with the C++ library, which may declare their names")
{
  std::mt19937 random(test::seed());
  std::uniform_real_distribution<float> any(0.1f, 1.5f);
  for (int n = 0; n < 200; ++n) {
    const float x = any(random), y = any(random);
    const auto agree = [](float found, double expected) {
      return std::abs(found - expected) <= 4e-6 * std::abs(expected);
    };
    CAPTURE(x);
    CAPTURE(y);
    const double a = x, b = y;
    CHECK(agree(__expf(x), std::exp(a)));
    CHECK(agree(__exp10f(x), std::pow(10, a)));
    CHECK(agree(__expf(__logf(x)), a));
    CHECK(agree(std::exp2(__log2f(x)), a));
    CHECK(agree(__exp10f(__log10f(x)), a));
    CHECK(agree(__sinf(x), std::sin(a)));
    CHECK(agree(__cosf(x), std::cos(a)));
    CHECK(agree(__tanf(x), std::tan(a)));
    CHECK(agree(__tanhf(x), std::tanh(a)));
    CHECK(agree(__powf(x, y), std::pow(a, b)));
    CHECK(agree(__fdividef(x, y), a / b));
    CHECK(agree(fdividef(x, y), a / b));
    CHECK(__saturatef(x) == std::min(x, 1.0f));
    float s = 0, c = 0;
    __sincosf(x, &s, &c);
    CHECK(s == __sinf(x));
    CHECK(c == __cosf(x));
  }
}

TEST_CASE("special functions invert each other, and agree with the C++ library's")
{
  std::mt19937 random(test::seed());
  std::uniform_real_distribution<double> any(-0.999, 0.999), large(0, 20);
  for (int n = 0; n < 500; ++n) {
    const double x = any(random), y = large(random);
    CAPTURE(x);
    CAPTURE(y);
    // Steps of Newton's method end within a few roundings of the inverted function.
    CHECK(std::abs(std::erf(erfinv(x)) - x) < 4e-16);
    CHECK(std::abs(std::erfc(erfcinv(1 + x)) - (1 + x)) < 1e-15);
    CHECK(std::abs(normcdf(normcdfinv((1 + x) / 2)) - (1 + x) / 2) < 1e-15);
    CHECK(cyl_bessel_i0(y) == doctest::Approx(std::cyl_bessel_i(0.0, y)).epsilon(1e-13));
    CHECK(cyl_bessel_i1(y) == doctest::Approx(std::cyl_bessel_i(1.0, y)).epsilon(1e-13));
    CHECK(norm4d(x, y, x, 1) == doctest::Approx(std::sqrt(2 * x * x + y * y + 1)).epsilon(1e-15));
  }
  CHECK(erfcx(9.999) == doctest::Approx(erfcx(10.0)).epsilon(2e-4));
  CHECK(erfcx(30.0) == doctest::Approx(1 / (30 * std::sqrt(M_PI)) * (1 - 1 / 1800.0)).epsilon(1e-6));
  CHECK(std::isinf(erfinv(1.0)));
  CHECK(std::isnan(erfinv(1.5)));
}

TEST_CASE("words of bytes and bits")
{
  std::mt19937 random(test::seed());
  for (int n = 0; n < 500; ++n) {
    const std::uint32_t a = static_cast<std::uint32_t>(random()), b = static_cast<std::uint32_t>(random());
    std::uint32_t sum = 0, saturated = 0, least = 0, differences = 0, equal = 0;
    int product = 7;
    for (int i = 0; i < 4; ++i) {
      sum |= ((byte(a, i) + byte(b, i)) & 0xff) << (8 * i);
      saturated |= std::min(255u, byte(a, i) + byte(b, i)) << (8 * i);
      least |= byte(static_cast<std::uint32_t>(std::min(signed_byte(a, i), signed_byte(b, i))), 0) << (8 * i);
      differences += std::max(byte(a, i), byte(b, i)) - std::min(byte(a, i), byte(b, i));
      equal |= (byte(a, i) <= byte(b, i) ? 0xffu : 0u) << (8 * i);
      product += signed_byte(a, i) * signed_byte(b, i);
    }
    CHECK(__vadd4(a, b) == sum);
    CHECK(__vaddus4(a, b) == saturated);
    CHECK(__vmins4(a, b) == least);
    CHECK(__vsadu4(a, b) == differences);
    CHECK(__vcmpleu4(a, b) == equal);
    CHECK(__dp4a(static_cast<int>(a), static_cast<int>(b), 7) == product);
    CHECK(__vsub2(a, b) == ((a - b) & 0xffff) + ((((a >> 16) - (b >> 16)) & 0xffff) << 16));
    CHECK(__funnelshift_rc(a, b, 40) == b);
    CHECK(__funnelshift_l(a, b, 4) == ((b << 4) | (a >> 28)));
    CHECK(__umul24(a, b) == (a & 0xffffff) * (b & 0xffffff));
  }
  CHECK(__fns(0xf0, 0, 2) == 5);
  CHECK(__fns(0xf0, 31, -1) == 7);
  CHECK(__fns(0xf0, 0, 5) == ~0u);
  CHECK(__clz(0) == 32);
}
