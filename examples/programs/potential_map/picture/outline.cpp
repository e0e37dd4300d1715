// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture/outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace potential_map
{

namespace
{

/// Blinn's blobbiness: a larger value blends spheres less.
constexpr double sharpness = 4;

/// Contributions below exp(-7) do not move the line visibly.
constexpr double least_exponent = -7;

/// An atom relative to a slice's plane [Å].
struct seen_atom {
  plane_point at;
  double distance, radius;
};

std::vector<seen_atom> seen(const molecule& whole, const slice& shown)
{
  const auto [right, up] = axes_in({shown.axis, {}});
  std::vector<seen_atom> found;
  for (std::size_t i = 0; i < whole.atoms.size(); ++i) {
    const auto at = by_axis(gridfold::vec3{whole.atoms[i].x, whole.atoms[i].y, whole.atoms[i].z});
    found.push_back({{at[right], at[up]}, at[shown.axis] - shown.at, whole.radii[i]});
  }
  return found;
}

/// Corners of squares that cover a slice's picture, with the sum of the atoms' exponentials at each.
class density {
 public:
  density(const slice& shown, double step)
      : low_{shown.x - shown.spacing_x / 2, shown.y - shown.spacing_y / 2},
        nx_(squares(static_cast<double>(shown.nx) * shown.spacing_x, step)),
        ny_(squares(static_cast<double>(shown.ny) * shown.spacing_y, step)),
        side_x_(static_cast<double>(shown.nx) * shown.spacing_x / static_cast<double>(nx_)),
        side_y_(static_cast<double>(shown.ny) * shown.spacing_y / static_cast<double>(ny_)),
        sums_(static_cast<std::size_t>((nx_ + 1) * (ny_ + 1)))
  {
  }

  void add(const seen_atom& atom)
  {
    const double size = sharpness / (atom.radius * atom.radius);
    const double reach2 = (sharpness - least_exponent) / size - atom.distance * atom.distance;
    if (!(atom.radius > 0 && reach2 > 0)) return;
    const double reach = std::sqrt(reach2);
    const auto corner = [](double place, double low, double side, std::int64_t most) {
      return static_cast<std::int64_t>(std::clamp(std::ceil((place - low) / side), 0.0, static_cast<double>(most + 1)));
    };
    const std::int64_t first = corner(atom.at.x - reach, low_.x, side_x_, nx_);
    const std::int64_t last = corner(atom.at.x + reach, low_.x, side_x_, nx_);
    const std::int64_t top = corner(atom.at.y + reach, low_.y, side_y_, ny_);
    for (std::int64_t j = corner(atom.at.y - reach, low_.y, side_y_, ny_); j < top; ++j)
      for (std::int64_t i = first; i < last; ++i) {
        const double x = corner_at(i, j).x - atom.at.x, y = corner_at(i, j).y - atom.at.y;
        sum(i, j) += std::exp(sharpness - size * (x * x + y * y + atom.distance * atom.distance));
      }
  }

  /// The line where the sum is 1, through both triangles of each square.
  [[nodiscard]] std::vector<segment> line() const
  {
    std::vector<segment> found;
    for (std::int64_t j = 0; j < ny_; ++j)
      for (std::int64_t i = 0; i < nx_; ++i) {
        const corner_value low = corner_of(i, j), high = corner_of(i + 1, j + 1);
        cut({low, corner_of(i + 1, j), high}, found);
        cut({low, corner_of(i, j + 1), high}, found);
      }
    return found;
  }

 private:
  struct corner_value {
    plane_point at;
    double above;  ///< the sum less 1
  };

  static std::int64_t squares(double length, double step)
  {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(length / step)));
  }

  static void cut(const std::array<corner_value, 3>& triangle, std::vector<segment>& found)
  {
    std::array<plane_point, 3> crossings{};
    std::size_t crossed = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const corner_value &a = triangle[k], &b = triangle[(k + 1) % 3];
      if ((a.above < 0) == (b.above < 0)) continue;
      const double share = a.above / (a.above - b.above);
      crossings[crossed++] = {a.at.x + share * (b.at.x - a.at.x), a.at.y + share * (b.at.y - a.at.y)};
    }
    if (crossed == 2) found.push_back({crossings[0], crossings[1]});
  }

  [[nodiscard]] plane_point corner_at(std::int64_t i, std::int64_t j) const
  {
    return {low_.x + static_cast<double>(i) * side_x_, low_.y + static_cast<double>(j) * side_y_};
  }
  [[nodiscard]] std::size_t index(std::int64_t i, std::int64_t j) const
  {
    return static_cast<std::size_t>(j * (nx_ + 1) + i);
  }
  double& sum(std::int64_t i, std::int64_t j) { return sums_[index(i, j)]; }
  [[nodiscard]] corner_value corner_of(std::int64_t i, std::int64_t j) const
  {
    return {corner_at(i, j), sums_[index(i, j)] - 1};
  }

  plane_point low_;
  std::int64_t nx_, ny_;
  double side_x_, side_y_;
  std::vector<double> sums_;
};

}  // namespace

std::vector<segment> outline_of(const molecule& whole, const slice& shown, double step)
{
  density blend(shown, step);
  for (const seen_atom& atom : seen(whole, shown)) blend.add(atom);
  return blend.line();
}

std::vector<plane_point> atoms_near(const molecule& whole, const slice& shown, double distance)
{
  const auto inside = [](double place, double first, double spacing, std::int64_t points) {
    const double steps = (place - first) / spacing;
    return steps >= -0.5 && steps <= static_cast<double>(points) - 0.5;
  };
  std::vector<plane_point> found;
  for (const seen_atom& atom : seen(whole, shown))
    if (std::abs(atom.distance) <= distance && inside(atom.at.x, shown.x, shown.spacing_x, shown.nx) &&
        inside(atom.at.y, shown.y, shown.spacing_y, shown.ny))
      found.push_back(atom.at);
  return found;
}

}  // namespace potential_map
