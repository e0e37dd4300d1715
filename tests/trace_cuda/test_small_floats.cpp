// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of 16 bits against float64, rounded independently of their bits, and what is traced of them.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <random>

#include "../support/seed.hpp"
#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

__extension__ typedef __float128 exact;

/// A format: digits of the mantissa, and the exponent of the last one of the smallest numbers.
struct format {
  int digits, least;
  double largest;
};
constexpr format half_format{11, -24, 65504}, bfloat_format{8, -133, 0x1.fep127};

/// x rounded by the mode of <cfenv>: in units of the last digit, which are small integers. Decides ties and signs by
/// comparing, not by bits.
double rounded(exact x, format f, int mode)
{
  if (x == 0 || !std::isfinite(static_cast<double>(x))) return static_cast<double>(x);
  int exponent = 0;
  exact m = x < 0 ? -x : x;
  for (; m >= 2; m /= 2) ++exponent;
  for (; m < 1; m *= 2) --exponent;
  const int unit = std::max(exponent - f.digits + 1, f.least);
  exact scaled = x;
  for (int n = 0; n < unit; ++n) scaled /= 2;
  for (int n = 0; n > unit; --n) scaled *= 2;
  const auto floor = static_cast<double>(static_cast<std::int64_t>(scaled) -
                                         (scaled < static_cast<exact>(static_cast<std::int64_t>(scaled)) ? 1 : 0));
  const exact above = scaled - static_cast<exact>(floor);
  double chosen = floor;
  if (mode == FE_TONEAREST) {
    chosen += above > exact(0.5) || (above == exact(0.5) && std::fmod(floor, 2) != 0);
  } else if (mode == FE_UPWARD) {
    chosen += above > 0;
  } else if (mode == FE_TOWARDZERO) {
    chosen += above > 0 && x < 0;
  }
  const double result = std::copysign(std::ldexp(chosen, unit), static_cast<double>(x));
  if (std::abs(result) <= f.largest) return result;
  const bool finite = mode == FE_TOWARDZERO || mode == (x < 0 ? FE_UPWARD : FE_DOWNWARD);
  return std::copysign(finite ? f.largest : HUGE_VAL, result);
}

/// Random numbers: of all magnitudes, at ties, and next to them.
class numbers {
 public:
  explicit numbers(unsigned seed) : random_(seed) {}
  double any(format f)
  {
    const int exponent =
        std::uniform_int_distribution(f.least - 3, static_cast<int>(std::log2(f.largest)) + 2)(random_);
    const double digits = std::uniform_int_distribution(1, 1 << (f.digits + 1))(random_);
    double x = std::ldexp(digits, exponent - f.digits);
    const int next = std::uniform_int_distribution(-1, 1)(random_);
    if (next != 0) x = std::nextafter(x, next * HUGE_VAL);
    return random_() % 2 == 0 ? x : -x;
  }
  template <class T>
  T integer()
  {
    const int bits = std::uniform_int_distribution(1, static_cast<int>(8 * sizeof(T)))(random_);
    std::uint64_t x = (std::uint64_t{random_()} << 32 | random_()) >> (64 - bits);
    if (random_() % 2 == 0) x &= ~std::uint64_t{0} << bits / 2;
    return static_cast<T>(x);
  }
  std::uint16_t bits() { return static_cast<std::uint16_t>(random_()); }

 private:
  std::mt19937 random_;
};

template <class T>
bool same(T a, double b)
{
  const auto x = static_cast<double>(static_cast<float>(a));
  return std::isnan(x) ? std::isnan(b) : x == b && std::signbit(x) == std::signbit(b);
}
double wide(__half x) { return static_cast<double>(__half2float(x)); }
double wide(__nv_bfloat16 x) { return static_cast<double>(__bfloat162float(x)); }
__half of_bits(std::uint16_t bits, __half) { return __ushort_as_half(bits); }
__nv_bfloat16 of_bits(std::uint16_t bits, __nv_bfloat16) { return __ushort_as_bfloat16(bits); }

/// Operations on random bits: the exact result, rounded.
template <class T>
void check_arithmetic(numbers& random, format f)
{
  const T a = of_bits(random.bits(), T{}), b = of_bits(random.bits(), T{}), c = of_bits(random.bits(), T{});
  const double x = wide(a), y = wide(b), z = wide(c);
  CAPTURE(x);
  CAPTURE(y);
  CAPTURE(z);
  CHECK((a < b) == (x < y));
  CHECK(__hne(a, b) == (x < y || x > y));
  CHECK(__hgeu(a, b) == !(x < y));
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) return;
  CHECK(same(a + b, rounded(exact(x) + exact(y), f, FE_TONEAREST)));
  CHECK(same(__hsub(a, b), rounded(exact(x) - exact(y), f, FE_TONEAREST)));
  const double product = rounded(exact(x) * exact(y), f, FE_TONEAREST);
  CHECK(same(a * b, product == 0 ? std::copysign(0.0, x) * std::copysign(1.0, y) : product));
  if (y != 0 && x != 0) CHECK(same(__hdiv(a, b), rounded(exact(x) / exact(y), f, FE_TONEAREST)));
  // Within the range in which the exact sum has the digits of `exact`.
  if (std::abs(std::log2(std::abs(x * y)) - std::log2(std::abs(z))) < 80)
    CHECK(same(__hfma(a, b, c), rounded(exact(x) * exact(y) + exact(z), f, FE_TONEAREST)));
  if (x > 0) CHECK(same(hsqrt(a), rounded(std::sqrt(x), f, FE_TONEAREST)));
}

__global__ void elements(__half* x, __half2* y, const __nv_bfloat16* z, float* f)
{
  __shared__ __half s[32];
  const unsigned i = threadIdx.x;
  s[i] = x[i];
  __syncthreads();
  x[i] += s[31 - i];
  f[i] = x[i];
  f[i] += __bfloat162float(z[i]);
  y[i] = __hmul2(y[i], __float2half2_rn(2));
  atomicAdd(&y[0], __floats2half2_rn(1, 2));
}

}  // namespace

TEST_CASE("numbers of 16 bits are rounded once, in each mode")
{
  numbers random(test::seed());
  for (int n = 0; n < 5000; ++n) {
    const double x = random.any(half_format), y = random.any(bfloat_format);
    const auto xf = static_cast<float>(x), yf = static_cast<float>(y);
    const auto i = random.integer<int>();
    const auto l = random.integer<long long>();
    const auto u = random.integer<unsigned long long>();
    CAPTURE(x);
    CAPTURE(y);
    CAPTURE(l);
    CHECK(same(__double2half(x), rounded(x, half_format, FE_TONEAREST)));
    CHECK(same(__float2half_rz(xf), rounded(xf, half_format, FE_TOWARDZERO)));
    CHECK(same(__float2half_ru(xf), rounded(xf, half_format, FE_UPWARD)));
    CHECK(same(__float2half_rd(xf), rounded(xf, half_format, FE_DOWNWARD)));
    CHECK(same(__double2bfloat16(y), rounded(y, bfloat_format, FE_TONEAREST)));
    CHECK(same(__float2bfloat16_rn(yf), rounded(yf, bfloat_format, FE_TONEAREST)));
    CHECK(same(__float2bfloat16_rz(yf), rounded(yf, bfloat_format, FE_TOWARDZERO)));
    CHECK(same(__float2bfloat16_ru(yf), rounded(yf, bfloat_format, FE_UPWARD)));
    CHECK(same(__float2bfloat16_rd(yf), rounded(yf, bfloat_format, FE_DOWNWARD)));
    CHECK(same(__int2half_rn(i), rounded(i, half_format, FE_TONEAREST)));
    CHECK(same(__ll2bfloat16_rn(l), rounded(l, bfloat_format, FE_TONEAREST)));
    CHECK(same(__ull2bfloat16_ru(u), rounded(u, bfloat_format, FE_UPWARD)));
    CHECK(same(__ll2half_rd(l), rounded(l, half_format, FE_DOWNWARD)));
    const __half back = __double2half(x);
    const double limited = std::fmin(std::fmax(std::nearbyint(wide(back)), -32768), 32767);
    CHECK(__half2short_rn(back) == static_cast<short>(limited));
  }
}

TEST_CASE("arithmetic of numbers of 16 bits is that of exact results")
{
  numbers random(test::seed());
  for (int n = 0; n < 5000; ++n) {
    check_arithmetic<__half>(random, half_format);
    check_arithmetic<__nv_bfloat16>(random, bfloat_format);
  }
}

TEST_CASE("each number of 16 bits comes back from float, and NaN is one")
{
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const __half h = __ushort_as_half(static_cast<std::uint16_t>(bits));
    const __nv_bfloat16 b = __ushort_as_bfloat16(static_cast<std::uint16_t>(bits));
    CHECK(__half_as_ushort(__float2half(__half2float(h))) == (__hisnan(h) ? 0x7fffu : bits));
    CHECK(__bfloat16_as_ushort(__float2bfloat16(__bfloat162float(b))) == (__hisnan(b) ? 0x7fffu : bits));
  }
  CHECK(__hisinf(__float2half(-65520.0f)) == -1);
  CHECK(wide(__hmax(CUDART_NAN_FP16, CUDART_ONE_FP16)) == 1);
  CHECK(__hisnan(__hmax_nan(CUDART_NAN_FP16, CUDART_ONE_FP16)));
  CHECK(__half_as_ushort(__hmin(CUDART_ZERO_FP16, CUDART_NEG_ZERO_FP16)) == 0x8000);
  CHECK(__half2int_rn(CUDART_NAN_FP16) == 0);
  CHECK(__hbgt2(__floats2half2_rn(1, 2), __floats2half2_rn(0, 2)) == false);
  CHECK(wide(__hadd_sat(CUDART_ONE_FP16, CUDART_ONE_FP16)) == 1);
}

TEST_CASE("elements of 16 bits are traced at the lines that name them, pairs as words")
{
  test::array<__half> x(32, __float2half(1));
  test::array<__half2> y(32, __floats2half2_rn(1, 2));
  test::array<__nv_bfloat16> z(32, __float2bfloat16(3));
  test::array<float> f(32, 0);
  const gf::trace_cuda on;
  x.name(on, "x");
  y.name(on, "y");
  z.name(on, "z", gf::role::input);
  f.name(on, "f");
  on.launch(dim3(1), dim3(32), 0, elements, x.data(), y.data(), z.data(), f.data());
  CHECK(f.data()[5] == 5);
  CHECK(wide(y.data()[0].x) == 34);
  CHECK(wide(y.data()[0].y) == 68);
  CHECK(on.report().site("z").bytes == 2);
  const auto shared = test::counts(on.report(), gf::memory_kind::in_shared, gf::access_kind::load);
  CHECK(shared.requests == 1);
  std::int64_t pairs = 0;
  for (const gf::access_site& s : on.report().sites()) {
    CHECK(s.at.file.find("test_small_floats.cpp") != std::string::npos);
    if (s.view == "y") {
      CHECK(s.bytes == 4);
      pairs += s.requests;
    }
    if (s.view == "x") CHECK(s.bytes == 2);
  }
  CHECK(pairs == 3);
}
