// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Maps by a particle mesh: their error against the program's direct sum, and when a mesh is chosen.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "../support/seed.hpp"
#include "atoms.hpp"
#include "engine/forecast.hpp"
#include "program.hpp"

namespace
{

using namespace potential_map;

/// Atoms in (15 Å)^3, and a fifth of them far outside of it, with a net charge.
std::vector<atom> random_atoms(std::mt19937& generator)
{
  std::uniform_real_distribution<double> near(0, 15), far(-60, 60), charge(-0.7, 1);
  std::vector<atom> atoms(40 + generator() % 60);
  for (std::size_t n = 0; n < atoms.size(); ++n) {
    auto& place = n % 5 == 0 ? far : near;
    atoms[n] = {place(generator), place(generator), place(generator), charge(generator)};
  }
  return atoms;
}

template <class T>
std::vector<T> map_of(const scratch& folder, const half_lattice& points, const std::string& options)
{
  const std::string shape =
      std::to_string(points.nx) + " " + std::to_string(points.ny) + " " + std::to_string(points.nz);
  const result done = run_program(folder,
                                  "atoms.txt -o map.npy --origin 0 --spacing 0.5 --device host --quiet --shape " +
                                      shape + (sizeof(T) == 8 ? " --precision double " : " ") + options,
                                  "CUDA_VISIBLE_DEVICES=");
  INFO(done.err);
  REQUIRE(done.code == 0);
  return values_of<T>(folder.read("map.npy"), points.size());
}

/// The root mean square of the 99% of values with the smallest magnitude.
double size_of(std::vector<double> values)
{
  for (double& v : values) v = std::abs(v);
  std::sort(values.begin(), values.end());
  const std::size_t most = values.size() - values.size() / 100;
  double squares = 0;
  for (std::size_t n = 0; n < most; ++n) squares += values[n] * values[n];
  return std::sqrt(squares / static_cast<double>(most));
}

/// Checks a map against an exact one. In float, 1e-5 leaves room for rounding: sums of 100 terms have errors of about
/// sqrt(100) epsilon / 2 = 6e-7 of their terms.
template <class T>
void check_accuracy(const std::vector<T>& map, const std::vector<double>& exact, double accuracy)
{
  REQUIRE(map.size() == exact.size());
  const double size = size_of(exact);
  double squares = 0, worst = 0;
  for (std::size_t n = 0; n < map.size(); ++n) {
    const double error = std::abs(static_cast<double>(map[n]) - exact[n]);
    squares += error * error;
    worst = std::max(worst, error);
  }
  CHECK(std::sqrt(squares / static_cast<double>(map.size())) <= accuracy * size);
  CHECK(worst <= 20 * accuracy * size);
}

/// A job of so many atoms in a cube of a density of 0.1 / Å^3, with a lattice of so many points per axis over it.
job cube(int atoms, std::int64_t points)
{
  job what;
  const double length = std::cbrt(10.0 * atoms);
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> place(0, length);
  for (int n = 0; n < atoms; ++n) what.atoms.push_back({place(generator), place(generator), place(generator), 1});
  what.where = {{0, 0, 0}, length / static_cast<double>(points), {points, points, points}};
  return what;
}

/// Of about two cores of a CPU.
const abilities some_processor{20e9, 10e9, 1.2e9, 1e11, ""};

}  // namespace

TEST_CASE("a job of less than a second is summed directly, a long one by a mesh")
{
  const forecast small = foresee(cube(500, 60), some_processor), large = foresee(cube(20000, 200), some_processor);
  CHECK((small.how == method::direct && small.why == "takes at most a second"));
  CHECK(small.pairs == 500 * 60.0 * 60 * 60);
  CHECK((large.how == method::mesh && large.why == "a direct sum would take 8 s"));
  CHECK((large.seconds < 8 && large.pairs < 20000 * 8e6));
  CHECK(large.bytes > 8e6 * sizeof(float));
  job screened = cube(20000, 200);
  screened.pair = interaction::yukawa;
  screened.kappa = 0.1;
  CHECK(foresee(screened, some_processor).how == method::mesh);
  job exact = cube(20000, 200);
  exact.how = method::direct;
  CHECK((foresee(exact, some_processor).how == method::direct && foresee(exact, some_processor).seconds == 8));
}

TEST_CASE("as many GPUs are taken as shorten a run")
{
  for (const method how : {method::direct, method::mesh}) {
    CHECK(gpus_that_pay(how, 0.04, 4) == 1);  // shorter than one more GPU takes to get ready
    CHECK(gpus_that_pay(how, 1e4, 4) == 4);
    CHECK(gpus_that_pay(how, 1e4, 1) == 1);
    int before = 1;
    for (double seconds = 1e-3; seconds < 1e4; seconds *= 1.1) {
      const int found = gpus_that_pay(how, seconds, 8);
      CHECK((found >= before && found <= 8));
      before = found;
    }
    CHECK(before == 8);
  }
  // Two take half of the time and 0.1 s.
  CHECK((gpus_that_pay(method::direct, 0.19, 8) == 1 && gpus_that_pay(method::direct, 0.21, 8) == 2));
}

TEST_CASE("maps that are held at the same time count in the host's memory")
{
  job of_frames = cube(500, 60);
  of_frames.on = processor::host;
  CHECK(foresee(of_frames, 1, 5).bytes - foresee(of_frames).bytes == 4 * 60.0 * 60 * 60 * sizeof(float));
}

TEST_CASE("a long job is summed directly if a mesh takes longer, does not fit or cannot be had")
{
  abilities slow = some_processor, tight = some_processor, without = some_processor;
  slow.mesh_cost = 1e7;
  tight.memory = 1e7;
  without.lacks_mesh = "no mesh (not built): build it";
  const job large = cube(20000, 200);
  CHECK(foresee(large, slow).why == "a mesh would take longer");
  CHECK(foresee(large, tight).why == "a mesh does not fit the memory");
  CHECK(foresee(large, without).why == without.lacks_mesh);
  CHECK(foresee(large, without).how == method::direct);
  job meshed = large;
  meshed.how = method::mesh;
  CHECK(message_of([&] { foresee(meshed, without); }) == without.lacks_mesh);
  CHECK(contains(message_of([&] { foresee(meshed, tight); }), "B (10 MB of memory is available): use --method direct"));
  for (auto change :
       {+[](job& what) { what.pair = interaction::distance_dielectric; }, +[](job& what) { what.cutoff = 30; },
        +[](job& what) { what.at_atoms = singularity::softened; }, +[](job& what) { what.variant = "fold"; }}) {
    job other = large;
    change(other);
    CHECK(foresee(other, some_processor).how == method::direct);
  }
}

#ifdef HAVE_FFTW
TEST_CASE_TEMPLATE("a map by a mesh is within its accuracy", T, float, double)
{
  std::mt19937 generator(test::seed());
  const half_lattice lattices[] = {{29, 23, 31}, {33, 27, 1}, {1, 1, 41}, {1, 37, 1}};
  for (const half_lattice& points : lattices) {
    const scratch folder;
    [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(random_atoms(generator)));
    const auto exact = map_of<double>(folder, points, "--method direct --units e/A --dielectric 4");
    for (const double accuracy : {1e-3, sizeof(T) == 4 ? 1e-5 : 1e-9}) {
      CAPTURE(accuracy);
      CAPTURE(points.nx);
      check_accuracy(
          map_of<T>(folder, points,
                    "--units e/A --dielectric 4 --method mesh --accuracy " + std::to_string(accuracy * 1e9) + "e-9"),
          exact, accuracy);
    }
  }
}

TEST_CASE_TEMPLATE("a map of screened charges by a mesh is within its accuracy", T, float, double)
{
  std::mt19937 generator(test::seed());
  const half_lattice points{29, 23, 31};
  for (const char* screening : {"0.02", "0.127", "0.7"}) {
    const scratch folder;
    [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(random_atoms(generator)));
    const std::string yukawa = std::string("--interaction yukawa --kappa ") + screening + " --method ";
    CAPTURE(yukawa);
    // In T too: at a point that is by chance close to an atom, its rounding moves both.
    const auto direct = map_of<T>(folder, points, yukawa + "direct");
    check_accuracy(map_of<T>(folder, points, yukawa + "mesh --accuracy 1e-4"),
                   std::vector<double>(direct.begin(), direct.end()), 1e-4);
  }
}

TEST_CASE_TEMPLATE("atoms on points are left out and counted, or infinite, as in a direct sum", T, float, double)
{
  const scratch folder;
  const half_lattice points{21, 23, 19};
  [[maybe_unused]] const auto file =
      folder.file("atoms.txt", "1 2 3.5 1\n4.5 4.5 4.5 -2\n4.5 4.5 4.5 1\n3.3 8.1 2.2 1\n");
  check_accuracy(map_of<T>(folder, points, "--method mesh --accuracy 1e-4"),
                 map_of<double>(folder, points, "--method direct"), 1e-4);
  const auto direct = map_of<double>(folder, points, "--method direct --singularity infinite");
  const auto mesh = map_of<T>(folder, points, "--method mesh --singularity infinite");
  for (std::size_t n = 0; n < mesh.size(); ++n)
    if (std::isinf(direct[n])) CHECK(static_cast<double>(mesh[n]) == direct[n]);
  CHECK(std::count_if(mesh.begin(), mesh.end(), [](T v) { return std::isinf(v); }) == 2);
  const std::string digits = sizeof(T) == 8 ? " --precision double" : "";
  const std::string same =
      "atoms.txt -o map.dx --device host --origin 0 --shape 21 --spacing 0.5 --method mesh" + digits;
  const result left_out = run_program(folder, same), infinite = run_program(folder, same + " --singularity infinite");
  CHECK(contains(left_out.out, "left out  3 pairs"));
  CHECK(
      contains(left_out.out, sizeof(T) == 8 ? "method    mesh, accuracy 1e-08\n" : "method    mesh, accuracy 1e-05\n"));
  for (const char* words : {"mesh      ", "nodes, ", "around an atom along each axis; near part within ", "degree "})
    CHECK(contains(left_out.out, words));
  CHECK(contains(infinite.out, "infinite  2 points"));
  long long nodes = 0;
  double spacing = 0;
  int around_an_atom = 0;
  const std::size_t line = left_out.out.find("mesh      ");
  REQUIRE(line != std::string::npos);
  REQUIRE(std::sscanf(left_out.out.c_str() + line, "mesh %lld x %*d x %*d nodes, %lf Å apart, %d around", &nodes,
                      &spacing, &around_an_atom) == 3);
  CHECK(spacing * static_cast<double>(nodes) > 10);  // the lattice's length
  CHECK(around_an_atom >= 2);
  CHECK(around_an_atom <= 16);
}

TEST_CASE("the default is direct for a small map, and the summary says so")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", "1 2 3.5 1\n");
  const result done = run_program(folder, "atoms.txt -o map.dx --device host --spacing 2");
  CHECK(contains(done.out, "method    direct sum (takes at most a second)\n"));
  CHECK(!contains(run_program(folder, "atoms.txt -o map.dx --device host --spacing 2 --cutoff 5").out, "method"));
}
#else
TEST_CASE("a mesh without FFTW")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", "1 2 3.5 1\n");
  const result done = run_program(folder, "atoms.txt -o map.dx --device host --spacing 2 --method mesh");
  CHECK(done.code == 1);
  CHECK(contains(done.err, "this program has no particle mesh for the CPU (it is built without FFTW"));
}
#endif
