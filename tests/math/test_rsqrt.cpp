// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/math/rsqrt.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/math/finite.hpp>
#include <limits>
#include <vector>

#include "pack_types.hpp"
#include "rsqrt_samples.hpp"

namespace gf = gridfold;

namespace
{

/// Applies f to every x, P's number of lanes at a time.
template <class P, class T, class F>
std::vector<T> in_lanes(const std::vector<T>& x, F f)
{
  std::vector<T> results(x.size());
  constexpr std::size_t lanes = gf::lane_count<P>;
  for (std::size_t i = 0; i < x.size(); i += lanes) {
    P values;
    for (std::size_t l = 0; l < lanes; ++l) gf::set_lane(values, static_cast<int>(l), x[i + l]);
    const P mapped = f(values);
    for (std::size_t l = 0; l < lanes; ++l) results[i + l] = gf::get_lane(mapped, static_cast<int>(l));
  }
  return results;
}

template <class Rsqrt, class P, class T>
std::vector<T> over_sqrt(T charge, const std::vector<T>& x)
{
  return in_lanes<P>(x, [charge](const P& values) { return Rsqrt::over_sqrt(charge, values); });
}

/// A charge whose products are rounded.
template <class P>
inline constexpr auto third = typename gf::lane_type<P>::type(-1) / 3;

template <class P>
auto fast_of(typename gf::lane_type<P>::type x)
{
  return gf::get_lane(gf::rsqrt::approx::over_sqrt(typename gf::lane_type<P>::type(1), P(x)), 0);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("exact is the IEEE quotient of the charge and the IEEE root, bit for bit", P, exact_bits)
{
  using T = typename gf::lane_type<P>::type;
  const std::vector<T> x = test::every_magnitude<T>();
  const std::vector<T> quotients = over_sqrt<gf::rsqrt::ieee, P>(third<P>, x);
  int different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) different += quotients[i] != third<P> / std::sqrt(x[i]);
  CHECK(different == 0);
}
TEST_CASE_TEMPLATE_APPLY(exact_bits, test::widths);

TEST_CASE_TEMPLATE_DEFINE("square_root is IEEE's, bit for bit", P, root_bits)
{
  using T = typename gf::lane_type<P>::type;
  const std::vector<T> x = test::every_magnitude<T>();
  const std::vector<T> roots = in_lanes<P>(x, [](const P& values) { return gf::math::square_root(values); });
  int different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) different += roots[i] != std::sqrt(x[i]);
  CHECK(different == 0);
}
TEST_CASE_TEMPLATE_APPLY(root_bits, test::widths);

TEST_CASE_TEMPLATE_DEFINE("fast is within its bound for every float of two octaves, and as many doubles", P,
                          fast_octaves)
{
  using T = typename gf::lane_type<P>::type;
  static const std::vector<T> x = test::two_octaves<T>();
  CHECK(test::relative_error(over_sqrt<gf::rsqrt::approx, P>(T(1), x), x, T(1)) <= test::fast_bound<T>);
}
TEST_CASE_TEMPLATE_APPLY(fast_octaves, test::widths);

TEST_CASE_TEMPLATE_DEFINE("fast is within its bound, and a rounding by the charge, at every magnitude", P,
                          fast_anywhere)
{
  using T = typename gf::lane_type<P>::type;
  const std::vector<T> x = test::every_magnitude<T>();
  CHECK(test::relative_error(over_sqrt<gf::rsqrt::approx, P>(third<P>, x), x, third<P>) <=
        test::fast_bound<T> + std::numeric_limits<T>::epsilon() / 2.0);
}
TEST_CASE_TEMPLATE_APPLY(fast_anywhere, test::widths);

TEST_CASE_TEMPLATE_DEFINE("fast of zero is not finite", P, fast_zero) { CHECK_FALSE(gf::is_finite(fast_of<P>(0))); }
TEST_CASE_TEMPLATE_APPLY(fast_zero, test::widths);

TEST_CASE_TEMPLATE_DEFINE("fast of a denormal is within its bound or not finite, never a wrong number", P,
                          fast_denormal)
{
  using T = typename gf::lane_type<P>::type;
  for (const T x : {std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min() / 2}) {
    const T root = fast_of<P>(x);
    CHECK((!gf::is_finite(root) || test::relative_error<T>({root}, {x}, 1) <= test::fast_bound<T>));
  }
}
TEST_CASE_TEMPLATE_APPLY(fast_denormal, test::widths);

TEST_CASE_TEMPLATE_DEFINE("fast of infinity is zero or no number, never a wrong one", P, fast_infinity)
{
  using T = typename gf::lane_type<P>::type;
  const T root = fast_of<P>(std::numeric_limits<T>::infinity());
  CHECK((root == 0 || !gf::is_finite(root)));
}
TEST_CASE_TEMPLATE_APPLY(fast_infinity, test::widths);

TEST_CASE_TEMPLATE_DEFINE("exact of zero is infinite, of infinity zero", P, exact_limits)
{
  using T = typename gf::lane_type<P>::type;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  CHECK(gf::get_lane(gf::rsqrt::ieee::over_sqrt(T(1), P(T(0))), 0) == infinity);
  CHECK(gf::get_lane(gf::rsqrt::ieee::over_sqrt(T(1), P(infinity)), 0) == 0);
}
TEST_CASE_TEMPLATE_APPLY(exact_limits, test::widths);

TEST_CASE("rsqrt in software is within its bound for every float of two octaves and at every magnitude from 2^-124 on")
{
  std::vector<float> x = test::two_octaves<float>();
  const auto roots = [](const std::vector<float>& of) {
    std::vector<float> all;
    for (const float v : of) all.push_back(gf::detail::software_over_sqrt(1, v));
    return all;
  };
  CHECK(test::relative_error(roots(x), x, 1.0f) <= test::software_bound);
  x = test::every_magnitude<float>();
  std::erase_if(x, [](float v) { return v < 0x1p-124f; });
  CHECK(test::relative_error(roots(x), x, 1.0f) <= test::software_bound);
}

TEST_CASE("rsqrt in software is not finite for too small and infinite numbers")
{
  constexpr float least = std::numeric_limits<float>::min();
  for (const float x :
       {0.0f, std::numeric_limits<float>::denorm_min(), least / 2, least, std::numeric_limits<float>::infinity()})
    CHECK_FALSE(gf::is_finite(gf::detail::software_over_sqrt(1, x)));
}

TEST_CASE("rsqrt::mixed takes its share of any number of items, evenly spaced, and none on the host")
{
  const auto taken = []<int Software, int Of>(gf::rsqrt::mixed<Software, Of> policy) {
    int count = 0;
    for (int item = 0; item < 8 * Of; ++item) count += policy.in_software(item);
    return count;
  };
  CHECK(taken(gf::rsqrt::mixed<1, 4>{}) == 8);
  CHECK(taken(gf::rsqrt::mixed<5, 16>{}) == 40);
  CHECK(taken(gf::rsqrt::mixed<2, 2>{}) == 16);
  for (int k = 0; k < 5; ++k) CHECK(gf::rsqrt::mixed<5, 16>::in_software(k * 16 / 5));
  for (int first = 0; first < 32; ++first) {
    int count = 0;
    for (int items = 1; items <= 32; ++items) {
      count += gf::rsqrt::mixed<9, 32>::in_software(first + items - 1);
      CHECK(std::abs(count - items * 9 / 32.0) < 1);
    }
  }
  for (int item = 0; item < 4; ++item)
    CHECK(gf::rsqrt::mixed<1, 1>::over_sqrt(3.0f, 7.0f, item) == gf::rsqrt::approx::over_sqrt(3.0f, 7.0f));
}
