// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_parameters.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numbers>
#include <random>
#include <string>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

constexpr gf::lattice where{.origin = {-1, 0, 2}, .spacing = 0.5, .shape = {57, 53, 41}};
constexpr gf::atom_box box{{0, 1, 3}, {25, 24, 19}, 900};

template <class T = float>
gf::mesh_parameters chosen(const gf::mesh_request& asked)
{
  return gf::choose_mesh<T>(where, box, asked);
}

}  // namespace

TEST_CASE("bandwidth, width and degree follow from the accuracy, spacing and cutoff are proportional")
{
  double bandwidth = 0;
  int width = 0, degree = 0;
  for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const auto p = chosen({.accuracy = accuracy});
    CHECK(p.bandwidth > bandwidth);
    CHECK(p.width == width + (width == 0 ? 4 : 1));
    CHECK(p.degree >= degree);
    CHECK(p.bandwidth * p.spacing.x / (std::numbers::pi * p.cutoff) == doctest::Approx(0.8));
    bandwidth = p.bandwidth;
    width = p.width;
    degree = p.degree;
  }
  CHECK(chosen<double>({.accuracy = 1e-10}).width == 12);
  CHECK(chosen<double>({.accuracy = 1e-10}).degree == 17);
}

TEST_CASE("bandwidth, width and degree of some accuracies, by hand")
{
  struct known {
    double accuracy, bandwidth;  // 1 + ln(1 / accuracy)
    int width, degree;           // 2 + lg(1 / accuracy), rounded up
  };
  for (const known& k : {known{1e-2, 5.605170186, 4, 6}, known{1e-4, 10.210340372, 6, 8},
                         known{3e-4, 9.111728083, 6, 6}, known{1e-6, 14.815510558, 8, 10}}) {
    CAPTURE(k.accuracy);
    const auto p = chosen({.accuracy = k.accuracy});
    CHECK(std::abs(p.bandwidth - k.bandwidth) < 1e-8);
    CHECK(p.width == k.width);
    CHECK(p.degree == k.degree);
    CHECK(p.cutoff / p.spacing.x == doctest::Approx(k.bandwidth / (0.8 * 3.14159265358979)).epsilon(1e-8));
  }
  const auto fine = chosen<double>({.accuracy = 1e-10});
  CHECK(std::abs(fine.bandwidth - 24.025850930) < 1e-8);
}

TEST_CASE("a period of a whole number of spacings gets that number of nodes, however their product is rounded")
{
  const auto nodes = [](double period, double spacing, int width) {
    const gf::atom_box atoms{{0, 0, 0}, {period, period, period}, 10};
    return gf::choose_mesh<double, gf::boundary::periodic>(where, atoms, {.width = width, .spacing = spacing}).nodes;
  };
  CHECK(nodes(4.2, 0.7, 4) == gf::shape3{6, 6, 6});
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(0.1, 3);
  for (int n = 0; n < 400; ++n) {
    const std::int64_t sizes[] = {4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 30, 36, 48, 50, 54, 56, 60, 64, 70, 72, 90, 96};
    const std::int64_t size = sizes[generator() % std::size(sizes)];
    const double spacing = std::round(1000 * share(generator)) / 1000;
    const double period = std::round(1000 * spacing * static_cast<double>(size)) / 1000;  // as one writes it
    CHECK(nodes(period, spacing, 2) == gf::shape3{size, size, size});
  }
}

TEST_CASE("a request that names nothing has everything chosen, for an accuracy of 1e-5")
{
  const gf::mesh_request asked;
  CHECK((asked.accuracy == 1e-5 && asked.width == 0 && asked.bandwidth == 0));
  CHECK((asked.spacing == 0 && asked.cutoff == 0 && asked.degree == 0));
}

TEST_CASE("parameters that a request names are taken")
{
  const auto p = chosen({.width = 9, .bandwidth = 11, .spacing = 0.7, .cutoff = 3.5, .degree = 7});
  CHECK((p.width == 9 && p.bandwidth == 11 && p.spacing.x == 0.7 && p.cutoff == 3.5 && p.degree == 8));
  CHECK(chosen({.cutoff = 4}).cutoff == 4);
  CHECK(chosen({.spacing = 1.25}).spacing.z == 1.25);
  CHECK(chosen({.degree = 30}).degree == 10);
}

TEST_CASE("the spacing is the one of the least estimated time")
{
  const auto best = chosen({});
  const double least = gf::detail::mesh_cost(best, where, box);
  for (const double factor : {0.5, 0.8, 1.25, 2.0})
    CHECK(gf::detail::mesh_cost(chosen({.spacing = best.spacing.x * factor}), where, box) > 0.97 * least);
  // More atoms make pairs dearer.
  CHECK(gf::choose_mesh<float>(where, {box.low, box.high, 90000}, {}).cutoff < best.cutoff);
}

TEST_CASE("the mesh holds all windows and tells all distances apart")
{
  for (const gf::atom_box& atoms :
       {box, gf::atom_box{{100, -50, 3}, {100, -40, 3}, 3}, gf::atom_box{{5, 5, 5}, {5, 5, 5}, 1}}) {
    const auto p = gf::choose_mesh<double>(where, atoms, {});
    const double reach = 0.5 * p.width;
    const auto check = [&](double origin, double low, double high, std::int64_t reached, std::int64_t distance,
                           std::int64_t nodes, double other_low, double other_high) {
      const auto node = [&](double x) { return (x - origin) / p.spacing.x; };
      for (const double x : {low, high, other_low, other_high}) {
        CHECK(node(x) - reach > -1);
        CHECK(node(x) + reach < static_cast<double>(reached));
      }
      const double farthest = std::max(std::abs(high - other_low), std::abs(other_high - low)) / p.spacing.x;
      CHECK(static_cast<double>(distance) >= farthest + p.width);
      CHECK(nodes >= 2 * distance + 1);
      CHECK(nodes >= reached);
      CHECK(nodes % 2 == 0);
    };
    check(p.origin.x, atoms.low.x, atoms.high.x, p.atom_nodes.x, p.distance_nodes.x, p.nodes.x, -1, 27);
    check(p.origin.y, atoms.low.y, atoms.high.y, p.atom_nodes.y, p.distance_nodes.y, p.nodes.y, 0, 26);
    check(p.origin.z, atoms.low.z, atoms.high.z, p.atom_nodes.z, p.distance_nodes.z, p.nodes.z, 2, 22);
  }
}

TEST_CASE("an open mesh by hand: where it begins, which nodes windows reach, how far they are apart")
{
  // Windows of 4 nodes half a unit apart: the mesh begins 1.625 before points and atoms. Along x points are at -1 to 27
  // and atoms at 0 to 25: 56 spacings from end to end, 54 from an atom to a point.
  const auto p = chosen({.width = 4, .spacing = 0.5});
  CHECK((p.origin.x == -2.625 && p.origin.y == -1.625 && p.origin.z == 0.375));
  CHECK(p.atom_nodes == gf::shape3{56 + 7, 52 + 7, 40 + 7});
  CHECK(p.distance_nodes == gf::shape3{54 + 5, 50 + 5, 38 + 5});
  CHECK(p.nodes == gf::shape3{128, 120, 96});  // from 2 * 59 + 9, 2 * 55 + 9, 2 * 43 + 9
  CHECK((p.spacing.x == 0.5 && p.spacing.y == 0.5 && p.spacing.z == 0.5));
  const gf::lattice point{.origin = {5, 5, 5}, .spacing = 1, .shape = {1, 1, 1}};
  const auto q = gf::choose_mesh<double>(point, {{5, 105, -95}, {5, 105, -95}, 1}, {.width = 4, .spacing = 1});
  CHECK(q.distance_nodes == gf::shape3{5, 105, 105});
  CHECK(q.atom_nodes == gf::shape3{7, 107, 107});
  CHECK((q.origin.x == 1.75 && q.origin.y == 1.75 && q.origin.z == -98.25));
}

TEST_CASE("the estimated time by hand: tested pairs, nodes, and nodes that atoms are spread over")
{
  gf::mesh_parameters p{};
  p.cutoff = 2;
  p.width = 3;
  p.nodes = {10, 12, 14};
  const gf::lattice points{.origin = {0, 0, 0}, .spacing = {0.5, 0.25, 1}, .shape = {3, 4, 5}};  // tiles of 4
  constexpr double pi = std::numbers::pi;
  const double reach = 64 + 6 * 16 * 2 + 3 * pi * 4 * 4 + 4 * pi / 3 * 8, nodes = 48 * 10 * 12 * 14,
               spread = 10 * 50 * 27;
  const auto cost = [&](bool is_periodic, const gf::vec3& high) {
    p.is_periodic = is_periodic;
    return gf::detail::mesh_cost(p, points, {{-1, -2, -3}, {high.x - 1, high.y - 2, high.z - 3}, 50});
  };
  CHECK(cost(false, {10, 20, 8}) == doctest::Approx(60 * 50 * reach / 1600 + nodes + spread));
  CHECK(cost(false, {10, 20, 1}) == doctest::Approx(60 * 50 + nodes + spread));  // all pairs
  CHECK(cost(false, {1, 20, 40}) == doctest::Approx(60 * 50 * reach / 1600 + nodes + spread));
  CHECK(cost(false, {20, 1, 40}) == doctest::Approx(60 * 50 * reach / 1600 + nodes + spread));
  CHECK(cost(true, {10, 20, 1}) == doctest::Approx(60 * 50 * reach / 200 + 66.0 / 48 * nodes + spread));
  p.has_fields = true;
  CHECK(cost(false, {10, 20, 8}) == doctest::Approx(2.5 * 60 * 50 * reach / 1600 + nodes + spread));
}

TEST_CASE("errors of the total charge grow in a short screened period, and widen the window")
{
  const gf::atom_box period{{1, 2, 3}, {3, 6, 4}, 1};  // 2 x 4 x 1
  CHECK(gf::detail::magnified_mean(period, 0) == 1);
  CHECK(gf::detail::magnified_mean(period, 0.5) == doctest::Approx(4 * std::numbers::pi));
  CHECK(gf::detail::magnified_mean(period, 10) == 1);
  CHECK(gf::detail::width_for(1e-4, 1, 0) == 6);
  CHECK(gf::detail::width_for(1e-4, 10, 0) == 7);
  CHECK(gf::detail::width_for(1e-4, 11, 0) == 8);
  CHECK(gf::detail::width_for(1e-10, 1e4, 0) == 16);
  CHECK(explains(message_of([] { (void)gf::detail::width_for(1e-10, 1.1e4, 0); }), "a period is short"));
  CHECK(gf::detail::width_for(1.01e-4, 11, 1e-6) == 8);
  CHECK(explains(message_of([] { (void)gf::detail::width_for(0.99e-4, 11, 1e-6); }), "a period is short"));
}

TEST_CASE("the nodes of a period divide it, and a window has no more")
{
  const gf::atom_box period{{1, 2, 3}, {22, 14.5, 3.9}, 500};
  for (const gf::mesh_request& asked : {gf::mesh_request{}, gf::mesh_request{.width = 11, .spacing = 0.37}}) {
    const auto p = gf::choose_mesh<double, gf::boundary::periodic>(where, period, asked);
    const auto check = [&](double low, double high, double origin, double spacing, std::int64_t nodes) {
      CHECK(origin == low);
      CHECK(spacing * static_cast<double>(nodes) == doctest::Approx(high - low).epsilon(1e-14));
      CHECK(nodes >= p.width);
      if (asked.spacing != 0) CHECK(spacing <= asked.spacing);
    };
    check(1, 22, p.origin.x, p.spacing.x, p.nodes.x);
    check(2, 14.5, p.origin.y, p.spacing.y, p.nodes.y);
    check(3, 3.9, p.origin.z, p.spacing.z, p.nodes.z);
    CHECK(p.bandwidth * p.spacing.x / (std::numbers::pi * p.cutoff) <= doctest::Approx(0.8));
    CHECK(gf::description_of(p).find("fill the period") != std::string::npos);
  }
}

TEST_CASE("transforms are of sizes with small factors")
{
  CHECK(gf::detail::fast_transform_size(1) == 2);
  CHECK(gf::detail::fast_transform_size(11) == 12);
  CHECK(gf::detail::fast_transform_size(127) == 128);
  CHECK(gf::detail::fast_transform_size(541) == 560);
  for (std::int64_t n = 1; n <= 600; ++n) {
    std::int64_t least = 1 << 20;
    for (std::int64_t a = 2; a < 2 * n + 2; a *= 2)
      for (std::int64_t b = a; b < 2 * n + 2; b *= 3)
        for (std::int64_t c = b; c < 2 * n + 2; c *= 5)
          for (std::int64_t d = c; d < 2 * n + 2; d *= 7)
            if (d >= n) least = std::min(least, d);
    CHECK(gf::detail::fast_transform_size(n) == least);
  }
}

TEST_CASE("a request that cannot be met is refused")
{
  const auto refusal = [](const gf::mesh_request& asked, const gf::atom_box& atoms = box) {
    return message_of([&] { (void)gf::choose_mesh<float>(where, atoms, asked); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(refusal({}) == "");
  CHECK(explains(refusal({.accuracy = 1e-7}), "accuracy of a particle-mesh sum is 1e-07"));
  CHECK(explains(refusal({.accuracy = nan}), "accuracy"));
  CHECK(explains(refusal({.width = 17}), "17 nodes wide"));
  CHECK(explains(refusal({.width = 1}), "1 nodes wide"));
  CHECK(refusal({.accuracy = 1e-2}) == "");
  CHECK(explains(refusal({.accuracy = 1.01e-2}), "accuracy"));
  CHECK(refusal({.width = 16}) == "");
  CHECK(refusal({.width = 2}) == "");
  CHECK(explains(refusal({.bandwidth = -1}), "is -1"));
  CHECK(explains(refusal({.spacing = std::numeric_limits<double>::infinity()}), "is inf"));
  CHECK(refusal({}, {{0, 0, 0}, {0, 1, 2}, 0}) == "");
  CHECK(explains(refusal({}, {{0, 0, 0}, {-1, 1, 1}, 5}), "-1 long"));
  CHECK(explains(refusal({}, {{0, 0, 0}, {1, 1, -2}, 5}), "-2 long"));
  const auto of_period = [](const gf::vec3& high) {
    return message_of([&] { (void)gf::choose_mesh<float, gf::boundary::periodic>(where, {{0, 0, 0}, high, 5}, {}); });
  };
  CHECK(of_period({30, 30, 30}) == "");
  CHECK(explains(of_period({0, 30, 30}), "0 long"));
  CHECK(explains(of_period({30, 0, 30}), "0 long"));
  CHECK(explains(of_period({30, 30, 0}), "0 long"));
  gf::mesh_parameters mesh{};
  mesh.nodes = {8192, 8192, 8192};
  CHECK(message_of([&] { gf::detail::check_mesh(mesh); }) == "");
  for (std::int64_t gf::shape3::*const axis : {&gf::shape3::x, &gf::shape3::y, &gf::shape3::z}) {
    mesh.nodes = {1, 1, 1};
    mesh.nodes.*axis = 8193;
    CHECK(explains(message_of([&] { gf::detail::check_mesh(mesh); }), "more than 8192"));
  }
  CHECK(explains(refusal({.cutoff = -1}), "is -1"));
  CHECK(explains(refusal({.spacing = nan}), "is nan"));
  CHECK(explains(refusal({.spacing = 1e-3}), "more than 8192"));
  CHECK(explains(refusal({}, {{0, 0, 0}, {1, -1, 1}, 5}), "-1 long"));
  CHECK(explains(refusal({}, {{0, 0, 0}, {1, 1, 1}, -5}), "-5 atoms"));
  CHECK(message_of([&] { (void)gf::choose_mesh<double>(where, box, {.accuracy = 1e-10}); }) == "");
}

TEST_CASE("the description says what was chosen")
{
  const auto text = gf::description_of(chosen({.accuracy = 1e-4, .width = 7}));
  CHECK(text.find("0.0001") != std::string::npos);
  CHECK(text.find("7 nodes along") != std::string::npos);
}
