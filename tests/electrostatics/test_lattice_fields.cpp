// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fields of the particle-mesh map: errors against sums in float64, differences of the potential, and outputs.
#include <gridfold/electrostatics/lattice_fields.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/math/finite.hpp>
#include <gridfold/view/triples.hpp>
#include <random>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "check_mesh_at_points.hpp"

namespace lattice_fields_tests
{

namespace
{

using namespace test;
using gf::boundary::periodic;

/// The points of a lattice as a plan rounds them to T.
template <class T>
point_list<T> points_of(const gf::lattice& where)
{
  point_list<T> points;
  for (std::int64_t n = 0; n < where.shape.count(); ++n) {
    const gf::index3 at = gf::index_in(where.shape, n);
    points.add({where.origin.x + where.spacing.x * static_cast<double>(at.x),
                where.origin.y + where.spacing.y * static_cast<double>(at.y),
                where.origin.z + where.spacing.z * static_cast<double>(at.z)});
  }
  return points;
}

template <class Plan, class T, class Singularity = gf::singularity::skip>
sums_at<T> on_lattice(Plan& plan, const std::vector<gf::source<T>>& atoms, gf::shape3 shape,
                      const Singularity& at_sources = {})
{
  const memory<gf::source<T>> in(atoms);
  return filled<T>(static_cast<std::size_t>(shape.count()), [&](const auto& potential, const auto& field) {
    plan(in, gf::view_of(potential.data(), shape), gf::view_of(field.data(), shape), at_sources);
  });
}

template <class T, class Boundary = gf::boundary::open, class Interaction = gf::coulomb<>>
auto plan_on(const gf::lattice& where, const gf::atom_box& box, double accuracy, const Interaction& pair = {})
{
  return gf::make_particle_mesh<T, gf::gather, Boundary>(executor{}, where, box,
                                                         {.accuracy = accuracy, .with_fields = true}, pair);
}

/// A lattice of about `points` points that begins and ends somewhere around (0, 0, 0) and `most`.
gf::lattice random_lattice(std::mt19937& generator, double most, int points)
{
  std::uniform_real_distribution<double> share(0, 1);
  gf::lattice where;
  for (auto* origin : {&where.origin.x, &where.origin.y, &where.origin.z}) *origin = most * (share(generator) - 0.3);
  for (auto* count : {&where.shape.x, &where.shape.y, &where.shape.z})
    *count = 1 + static_cast<std::int64_t>(2 * std::cbrt(points) * share(generator));
  where.spacing = {0.1 + share(generator), 0.1 + share(generator), 0.1 + share(generator)};
  return where;
}

template <class T>
std::vector<gf::source<T>> atoms_in(std::mt19937& generator, int count = 211)
{
  return random_atoms<T>(count, {0, 0, 0}, {15, 14, 17}, generator);
}

constexpr gf::lattice usual{.origin = {-1, 0.3, 0.2}, .spacing = {1.3, 1.2, 1.4}, .shape = {13, 11, 12}};

template <class T>
T largest_in(const sums_at<T>& sums)
{
  T most = 0;
  for (std::size_t n = 0; n < sums.potential.size(); ++n)
    most = std::max({most, std::abs(sums.potential[n]), std::abs(sums.field[n].x), std::abs(sums.field[n].y),
                     std::abs(sums.field[n].z)});
  return most;
}

/// Whether sums are those of another instance of the kernels, up to rounding of some hundred terms.
template <class T>
bool are_alike(const sums_at<T>& a, const sums_at<T>& b)
{
  const T most = 300 * std::numeric_limits<T>::epsilon() * (1 + largest_in(a));
  for (std::size_t n = 0; n < a.potential.size(); ++n)
    for (const T d : {a.potential[n] - b.potential[n], a.field[n].x - b.field[n].x, a.field[n].y - b.field[n].y,
                      a.field[n].z - b.field[n].z})
      if (!(std::abs(d) <= most)) return false;
  return a.potential.size() == b.potential.size();
}

}  // namespace

TEST_CASE_TEMPLATE("random atoms and lattices: potentials and fields are within the accuracy", T, float, double)
{
  std::mt19937 generator(seed());
  for (const double accuracy : {1e-2, 1e-3, 1e-5, 1e-8}) {
    if (sizeof(T) == 4 && accuracy < 1e-5) continue;
    CAPTURE(accuracy);
    const auto atoms = atoms_in<T>(generator, 60 + static_cast<int>(generator() % 200));
    const gf::lattice where = random_lattice(generator, 15, 300);
    auto plan = plan_on<T>(where, box_of(atoms), accuracy);
    check_sums(on_lattice(plan, atoms, where.shape),
               exact_sums(atoms, points_of<T>(where), spacing_of(plan.parameters())), plan.parameters());
  }
}

TEST_CASE_TEMPLATE("random periods: fields are those of Ewald's sums", T, float, double)
{
  std::mt19937 generator(seed());
  for (const double accuracy : {1e-3, sizeof(T) == 4 ? 1e-5 : 1e-8}) {
    CAPTURE(accuracy);
    const auto of = random_crystal<T>(static_cast<unsigned>(generator()), 41, accuracy == 1e-3 ? 2 : 0);
    const gf::lattice where = random_lattice(generator, 10, 40);
    auto plan = plan_on<T, periodic>(where, of.box, accuracy);
    check_sums(on_lattice(plan, of.atoms, where.shape),
               exact_sums(of, points_of<T>(where), spacing_of(plan.parameters())), plan.parameters());
  }
}

TEST_CASE("fields of screened charges")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_in<double>(generator, 120);
  for (const double kappa : {0.1, 0.7}) {
    const gf::lattice where = random_lattice(generator, 15, 200);
    auto plan = plan_on<double>(where, box_of(atoms), 1e-6, gf::yukawa<>{.kappa = kappa});
    check_sums(on_lattice(plan, atoms, where.shape),
               exact_sums(atoms, points_of<double>(where), spacing_of(plan.parameters()), false, kappa),
               plan.parameters());
  }
}

TEST_CASE("the field is minus the gradient of the map, by differences")
{
  std::mt19937 generator(seed());
  const auto atoms = random_atoms<double>(80, {0, 0, 0}, {6, 6, 6}, generator);
  // Fifth derivatives of 1/r are at most 120/r^6; differences of fourth order are off by step^4 / 30 of them.
  const double step = 0.05, accuracy = 1e-9;
  const gf::lattice where{.origin = {7.5, 7.7, 8}, .spacing = step, .shape = {7, 6, 5}};
  auto plan = plan_on<double>(where, box_of(atoms), accuracy);
  const auto sums = on_lattice(plan, atoms, where.shape);
  const exact_sums exact(atoms, points_of<double>(where), spacing_of(plan.parameters()));
  const auto at = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    return static_cast<std::size_t>((k * where.shape.y + j) * where.shape.x + i);
  };
  const std::size_t middle = at(3, 3, 2);
  const auto slope = [&](auto potential) {
    return (8 * (potential(1) - potential(-1)) - (potential(2) - potential(-2))) / (12 * step);
  };
  const double most = 20 * accuracy * (exact.size() / step + exact.field_size()) +
                      80 * 0.8 * 120 / std::pow(1.5, 6) * std::pow(step, 4) / 30;
  CHECK(std::abs(slope([&](int n) { return sums.potential[at(3 + n, 3, 2)]; }) + sums.field[middle].x) <= most);
  CHECK(std::abs(slope([&](int n) { return sums.potential[at(3, 3 + n, 2)]; }) + sums.field[middle].y) <= most);
  CHECK(std::abs(slope([&](int n) { return sums.potential[at(3, 3, 2 + n)]; }) + sums.field[middle].z) <= most);
}

TEST_CASE_TEMPLATE("a map with fields is linear in the charges", T, float, double)
{
  std::mt19937 generator(seed());
  auto atoms = atoms_in<T>(generator);
  auto plan = plan_on<T>(usual, box_of(atoms), 1e-5);
  const auto one = on_lattice(plan, atoms, usual.shape);
  for (auto& a : atoms) a.charge *= T(-4);
  const auto other = on_lattice(plan, atoms, usual.shape);
  for (std::size_t n = 0; n < one.potential.size(); ++n) {  // powers of two are exact
    REQUIRE(other.potential[n] == T(-4) * one.potential[n]);
    REQUIRE(other.field[n] == gf::packed3<T>{T(-4) * one.field[n].x, T(-4) * one.field[n].y, T(-4) * one.field[n].z});
  }
}

TEST_CASE_TEMPLATE("at a lattice point on atoms the singularity policy decides, and the field omits them", T, float,
                   double)
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = {1, 1.25, 0.75}, .shape = {9, 8, 7}};
  const std::vector<gf::source<T>> atoms = {
      {1, T(2.5), T(0.75), 2}, {1, T(2.5), T(0.75), -1}, {3, 0, T(1.5), 1}, {3, 0, T(1.5), -1}, {5, 5, T(2.2), 1}};
  auto plan = plan_on<T>(where, box_of(atoms), 1e-5);
  const auto sums = on_lattice(plan, atoms, where.shape);
  check_sums(sums, exact_sums(atoms, points_of<T>(where), spacing_of(plan.parameters())), plan.parameters());
  const auto infinite = on_lattice(plan, atoms, where.shape, gf::singularity::infinite{});
  const auto number = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    return static_cast<std::size_t>((k * where.shape.y + j) * where.shape.x + i);
  };
  CHECK(infinite.potential[number(1, 2, 1)] == std::numeric_limits<T>::infinity());
  CHECK(gf::is_finite(infinite.potential[number(3, 0, 2)]));  // charges that cancel
  sums_at<T> without = infinite;
  without.potential = sums.potential;
  CHECK(are_alike(without, sums));
}

TEST_CASE("fields alone, in components, in aligned triples, in part of a lattice, and added to an output")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_in<float>(generator, 90);
  const gf::shape3 shape = usual.shape;
  const auto points = static_cast<std::size_t>(shape.count());
  auto plan = plan_on<float>(usual, box_of(atoms), 1e-3);
  const auto sums = on_lattice(plan, atoms, shape);
  const memory<gf::source<float>> in(atoms);
  const auto with = [&](auto field_at) {
    sums_at<float> same{sums.potential, {}};
    for (std::size_t n = 0; n < points; ++n) same.field.push_back(field_at(n));
    return same;
  };

  const memory<float> all(std::vector<float>(3 * points));
  plan.fields(in, gf::components(all.data(), shape));
  const auto numbers = all.values();
  CHECK(are_alike(with([&](std::size_t n) {
                    return gf::packed3<float>{numbers[n], numbers[points + n], numbers[2 * points + n]};
                  }),
                  sums));

  const memory<gf::aligned3<float>> aligned(std::vector<gf::aligned3<float>>(points, {1, 2, 3}));
  plan.fields(in, gf::add_to(gf::view_of(aligned.data(), shape)));
  const auto triples = aligned.values();
  CHECK(are_alike(with([&](std::size_t n) {
                    return gf::packed3<float>{triples[n].x - 1, triples[n].y - 2, triples[n].z - 3};
                  }),
                  sums));

  const gf::lattice_part part(usual, {2, 3, 8}, {5, 4, 4});
  auto plan_of_part = gf::make_particle_mesh(executor{}, part, box_of(atoms), {.accuracy = 1e-3, .with_fields = true});
  const auto some = on_lattice(plan_of_part, atoms, part.shape);
  sums_at<float> cut;
  for (std::int64_t n = 0; n < part.shape.count(); ++n) {
    const gf::index3 at = gf::index_in(part.shape, n);
    const auto whole = static_cast<std::size_t>(((at.z + 8) * shape.y + at.y + 3) * shape.x + at.x + 2);
    cut.potential.push_back(sums.potential[whole]);
    cut.field.push_back(sums.field[whole]);
  }
  CHECK(are_alike(some, cut));
}

TEST_CASE("a plan for potentials alone has no fields; outputs have the lattice's shape")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_in<double>(generator, 20);
  auto plain = gf::make_particle_mesh<double>(executor{}, usual, box_of(atoms), {.accuracy = 1e-3});
  CHECK(explains(message_of([&] { (void)on_lattice(plain, atoms, usual.shape); }), "set with_fields"));
  auto plan = plan_on<double>(usual, box_of(atoms), 1e-3);
  CHECK(explains(message_of([&] { (void)on_lattice(plan, atoms, {13, 11, 11}); }), "the lattice's 12"));
  const auto nothing = on_lattice(plan, std::vector<gf::source<double>>{}, usual.shape);
  CHECK(largest_in(nothing) == 0);
}

TEST_CASE("an atom far outside of the plan's box, or with a NaN coordinate, makes all potentials and fields NaN")
{
  std::vector<gf::source<float>> atoms = {{1, 1, 1, 1}, {2, 2, 2, 1}};
  auto plan = plan_on<float>(usual, {{0, 0, 0}, {15, 14, 17}, 2}, 1e-3);
  CHECK(gf::is_finite(on_lattice(plan, atoms, usual.shape).field[100].x));
  for (const float strange : {500.0F, std::numeric_limits<float>::quiet_NaN()}) {
    atoms[1].y = strange;
    const auto sums = on_lattice(plan, atoms, usual.shape);
    for (std::size_t n = 0; n < sums.potential.size(); ++n)
      for (const float v : {sums.potential[n], sums.field[n].x, sums.field[n].y, sums.field[n].z})
        REQUIRE(gf::math::is_nan(v));
  }
}

#ifdef __CUDACC__
TEST_CASE("a call for fields is captured into a graph and replayed with other atoms")
{
  std::mt19937 generator(seed());
  cudaStream_t stream = nullptr;
  gf::cuda_check(cudaStreamCreate(&stream), "creating a stream");
  {
    const gf::device on{stream};
    const gf::atom_box box{{0, 0, 0}, {15, 14, 17}, 211};
    auto plan = gf::make_particle_mesh(on, usual, box, {.with_fields = true});
    const auto points = static_cast<std::size_t>(usual.shape.count());
    const memory<gf::source<float>> in(std::vector<gf::source<float>>(211));
    const memory<float> potential(std::vector<float>(points, 0.0F));
    const memory<gf::packed3<float>> field(std::vector<gf::packed3<float>>(points, {0, 0, 0}));
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    gf::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "capturing");
    plan(in, gf::view_of(potential.data(), usual.shape), gf::view_of(field.data(), usual.shape));
    gf::cuda_check(cudaStreamEndCapture(stream, &graph), "capturing");
    gf::cuda_check(cudaGraphInstantiate(&ready, graph, 0), "instantiating a graph");
    for (int n = 0; n < 2; ++n) {
      const auto atoms = atoms_in<float>(generator);
      gf::device{}.copy(atoms.data(), in.data(), atoms.size());
      wait_for_all_streams();
      gf::cuda_check(cudaGraphLaunch(ready, stream), "launching a graph");
      check_sums(sums_at<float>{potential.values(), field.values()},
                 exact_sums(atoms, points_of<float>(usual), spacing_of(plan.parameters())), plan.parameters());
    }
    gf::cuda_check(cudaGraphExecDestroy(ready), "destroying a graph");
    gf::cuda_check(cudaGraphDestroy(graph), "destroying a graph");
  }
  gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
}
#else
TEST_CASE("the traced plan of a map with fields has no faults and the host's values")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_in<float>(generator, 50);
  const gf::lattice small{.origin = {1, 2, 3}, .spacing = 1.1, .shape = {11, 9, 7}};
  const gf::trace on;
  const auto check = [&]<class Boundary>(Boundary) {
    const gf::atom_box box{{0, 0, 0}, {15, 14, 17}, 50};
    const auto chosen = gf::choose_mesh<float, Boundary>(small, box, {.accuracy = 1e-3, .with_fields = true});
    using near = gf::variant<gf::coarsen<4, 4>, gf::shared_tile<64>, gf::planes<8>, gf::block<2, 16>>;
    gf::particle_mesh<gf::trace, float, gf::gather, gf::fftw<float>, near, Boundary> plan(on, small, box, chosen);
    gf::particle_mesh<gf::host, float, gf::gather, gf::fftw<float>, near, Boundary> same(gf::host{}, small, box,
                                                                                         chosen);
    const auto points = static_cast<std::size_t>(small.shape.count());
    const gf::buffer<gf::source<float>, gf::trace> in(on, atoms);
    const gf::buffer<float, gf::trace> potential(on, points);
    const gf::buffer<gf::packed3<float>, gf::trace> field(on, points);
    plan(in, gf::view_of(potential.data(), small.shape), gf::view_of(field.data(), small.shape));
    CHECK(are_alike(sums_at<float>{potential.values(), field.values()}, on_lattice(same, atoms, small.shape)));
  };
  check(gf::boundary::open{});
  check(periodic{});
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

TEST_CASE("a map with fields has equal bits with any number of threads; an observer is called after each step")
{
  std::mt19937 generator(seed());
  const auto atoms = atoms_in<float>(generator);
  const auto map = [&](int threads) {
    auto plan = gf::make_particle_mesh(gf::host{threads}, usual, box_of(atoms), {.with_fields = true});
    std::vector<float> potential(static_cast<std::size_t>(usual.shape.count()));
    std::vector<gf::packed3<float>> field(potential.size());
    std::vector<gf::mesh_step> steps;
    plan(atoms, gf::view_of(potential.data(), usual.shape), gf::view_of(field.data(), usual.shape),
         gf::singularity::skip{}, [&](gf::mesh_step step) { steps.push_back(step); });
    CHECK(steps == std::vector<gf::mesh_step>(gf::mesh_steps.begin(), gf::mesh_steps.end()));
    return sums_at<float>{potential, field};
  };
  CHECK(map(1) == map(3));
}
#endif

}  // namespace lattice_fields_tests
