// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/period_vectors.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/triclinic.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

double dot(const gf::vec3& a, const gf::vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

}  // namespace

TEST_CASE("vectors of a box have its edges and angles")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> edge(1, 9), angle(65, 115);
  for (int n = 0; n < 200; ++n) {
    const gf::vec3 edges{edge(generator), edge(generator), edge(generator)},
        angles{angle(generator), angle(generator), angle(generator)};
    const gf::period_vectors box = gf::period_vectors_of(edges, angles);
    const gf::vec3 a = test::shifted({}, box, 1, 0, 0), b = test::shifted({}, box, 0, 1, 0),
                   c = test::shifted({}, box, 0, 0, 1);
    const auto degrees = [](const gf::vec3& u, const gf::vec3& v) {
      return std::acos(dot(u, v) / std::sqrt(dot(u, u) * dot(v, v))) * 180 / 3.14159265358979323846;
    };
    CHECK(degrees(b, c) == doctest::Approx(angles.x));
    CHECK(degrees(a, c) == doctest::Approx(angles.y));
    CHECK(degrees(a, b) == doctest::Approx(angles.z));
    CHECK(std::sqrt(dot(a, a)) == doctest::Approx(box.edges().x));
    CHECK(box.edges().y == doctest::Approx(edges.y));
    CHECK(box.edges().z == doctest::Approx(edges.z));
    // A height is the volume over the area of the face that two vectors span.
    const auto area = [](const gf::vec3& u, const gf::vec3& v) {
      return std::sqrt(dot(u, u) * dot(v, v) - dot(u, v) * dot(u, v));
    };
    CHECK(box.heights().x == doctest::Approx(box.volume() / area(b, c)));
    CHECK(box.heights().y == doctest::Approx(box.volume() / area(a, c)));
    CHECK(box.heights().z == doctest::Approx(box.volume() / area(a, b)));
  }
  CHECK(gf::period_vectors_of({2, 3, 4}, {90, 90, 90}).tilt == gf::box_tilt{});
}

TEST_CASE("the usual boxes have the volumes of their polyhedra")
{
  CHECK(test::usual_period(0, 1).volume() == doctest::Approx(4 / std::sqrt(27.0)));  // truncated octahedron
  CHECK(test::usual_period(1, 1).volume() == doctest::Approx(std::sqrt(0.5)));       // rhombic dodecahedron
  CHECK(test::usual_period(2, 1).volume() == doctest::Approx(std::sqrt(0.75)));      // hexagonal prism
}

TEST_CASE("reduced vectors span the same crystal and are tilted by at most half of the lengths")
{
  std::mt19937 generator(test::seed());
  for (int n = 0; n < 200; ++n) {
    const gf::period_vectors box = test::random_period(generator, 1), reduced = box.reduced();
    CHECK(std::abs(reduced.tilt.xy) <= 0.5001 * box.lengths.x);
    CHECK(std::abs(reduced.tilt.xz) <= 0.5001 * box.lengths.x);
    CHECK(std::abs(reduced.tilt.yz) <= 0.5001 * box.lengths.y);
    CHECK(test::square_of(test::nearest(test::shifted({}, reduced, 0, 1, 0), box)) < 1e-20);
    CHECK(test::square_of(test::nearest(test::shifted({}, reduced, 0, 0, 1), box)) < 1e-20);
  }
}

TEST_CASE("boxes without a volume are refused")
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto said = [](const gf::vec3& edges, const gf::vec3& angles) {
    return message_of([&] { (void)gf::period_vectors_of(edges, angles); });
  };
  CHECK(said({1, 2, 3}, {60, 60, 90}) == "");
  for (const gf::vec3& flat :
       {gf::vec3{0, 90, 90}, {90, 180, 90}, {30, 30, 60}, {90, 90, NAN}, {20, 90, 90.0001}, {90, 150, 30}})
    if (!(flat.x == 20)) CHECK(explains(said({1, 2, 3}, flat), "no such box has a volume"));
  CHECK(explains(said({1, 0, 3}, {90, 90, 90}), "length of 0"));
  CHECK(explains(message_of([&] { gf::period_vectors{{1, 1, 1}, {0, infinity, 0}}.check(); }), "tilted by inf"));
}
