// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// User-defined interactions.
#include "check_interaction.hpp"

namespace test_lattice_sum_own_interactions
{

namespace gf = gridfold;
using test::sums::usual_gather, test::sums::usual_scatter;

namespace
{

/// A charge with a core of radius 1, computed in double for all sources.
struct cored {
  GRIDFOLD_HD double operator()(double charge, double r2) const { return charge / (1 + r2); }
};

/// Its only error is the rounding to the sources' type; steepness is r2 / (1 + r2).
const reference::rounded_radial exactly_cored{
    {[](double r2) { return 1 / (1 + r2); }, [](double r2) { return r2 / ((1 + r2) * (1 + r2)); }}, 1, 1};

/// The x component of the electric field: it needs the vector from source to point.
struct field_x {
  template <class Source, class T>
  GRIDFOLD_HD T operator()(const Source& from, T dx, T dy, T dz) const
  {
    const T r2 = dx * dx + dy * dy + dz * dz;
    return from.charge * dx / (r2 * std::sqrt(r2));
  }
};

/// q dx / r^3 in float64. Its magnitude and place error are those of q / r^2: it is no larger, and a source moved by d
/// changes it by at most 2 d q / r^3.
std::vector<reference::point> field_x_sums(const std::vector<gf::source<float>>& sources, const gf::lattice& where)
{
  constexpr auto inverse_square = [](double r2) { return 1 / r2; };
  std::vector<reference::point> all = reference::sums(sources, where, {inverse_square, inverse_square});
  std::size_t at = 0;
  for (std::int64_t k = 0; k < where.shape.z; ++k)
    for (std::int64_t j = 0; j < where.shape.y; ++j)
      for (std::int64_t i = 0; i < where.shape.x; ++i, ++at) {
        reference::accurate_sum sum;
        for (const auto& s : sources) {
          const double dx = where.origin.x + static_cast<double>(i) * where.spacing.x - s.x;
          const double dy = where.origin.y + static_cast<double>(j) * where.spacing.y - s.y;
          const double dz = where.origin.z + static_cast<double>(k) * where.spacing.z - s.z;
          const double r2 = dx * dx + dy * dy + dz * dz;
          if (r2 > 0) sum.add(s.charge * dx / (r2 * std::sqrt(r2)));
        }
        all[at].value = sum.value();
      }
  return all;
}

template <class V>
void check_field_x()
{
  const auto sources = reference::random_sources<float>(500, test::sums::around_origin, 4);
  const auto expected = field_x_sums(sources, test::sums::around_origin);
  const auto map =
      test::sum<V, float>(sources, test::sums::around_origin, [](unsigned long long*) { return field_x{}; }).map;
  int wrong = 0;
  // Beyond r2's rounding, counted by the steepness 3/2 of r^-3: dx, its product, root, product and quotient.
  for (std::size_t i = 0; i < expected.size(); ++i)
    wrong += !(std::abs(map.values[i] - expected[i].value) <=
               reference::tolerance<float>(expected[i], 5, static_cast<double>(sources.size()), 1.5));
  CAPTURE(V::name());
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("a user-defined radial interaction in double is summed by gather and by scatter")
{
  test::sums::check_interaction<usual_gather, float>(cored{}, exactly_cored, 96);
  test::sums::check_interaction<usual_scatter, float>(cored{}, exactly_cored, 96);
}

TEST_CASE("a user-defined interaction of the distance vector is summed by gather and by scatter")
{
  check_field_x<usual_gather>();
  check_field_x<usual_scatter>();
}

}  // namespace test_lattice_sum_own_interactions
