// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_choice.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>

#include "../support/error_message.hpp"

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
  CHECK(explains(refusal({.cutoff = -1}), "is -1"));
  CHECK(explains(refusal({.spacing = nan}), "is nan"));
  CHECK(explains(refusal({.spacing = 1e-3}), "more than 8192"));
  CHECK(explains(refusal({}, {{0, 0, 0}, {1, -1, 1}, 5}), "-1 long"));
  CHECK(explains(refusal({}, {{0, 0, 0}, {1, 1, 1}, -5}), "-5 atoms"));
  CHECK(message_of([&] { (void)gf::choose_mesh<double>(where, box, {.accuracy = 1e-10}); }) == "");
}
