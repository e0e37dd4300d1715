// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests of values at points: files of points and surfaces, tables and coloured surfaces.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

#include "../support/seed.hpp"
#include "atoms.hpp"
#include "points/points.hpp"
#include "points/value_file.hpp"
#include "program.hpp"

using namespace potential_map;

namespace
{

using triangle = std::array<std::int64_t, 3>;

bool same(const gridfold::vec3& a, const gridfold::vec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// A number's bytes in one of both orders.
template <class T>
std::string bytes_of(T value, std::endian order)
{
  std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
  if (order != std::endian::native) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

std::string binary_ply(std::endian order)
{
  std::string text = "ply\nformat binary_" + std::string(order == std::endian::little ? "little" : "big") +
                     "_endian 1.0\ncomment made here\nelement vertex 4\nproperty uchar quality\nproperty float x\n"
                     "property double y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\n"
                     "end_header\n";
  for (int i = 0; i < 4; ++i)
    text += bytes_of<std::uint8_t>(7, order) + bytes_of(0.5F * static_cast<float>(i), order) + bytes_of(-1e100, order) +
            bytes_of(3.0F, order);
  text += bytes_of<std::uint8_t>(4, order);
  for (const int corner : {0, 1, 2, 3}) text += bytes_of(corner, order);
  return text;
}

}  // namespace

TEST_CASE("points are read from XYZ files and lists")
{
  const point_set xyz = parse_xyz("2\na comment 1 2 3\nC 1 -2.5 3e1\nH 4 5 6 0.25\n\n", "p.xyz");
  REQUIRE(xyz.at.size() == 2);
  CHECK((same(xyz.at[0], {1, -2.5, 30}) && same(xyz.at[1], {4, 5, 6}) && xyz.faces.empty()));
  const point_set list = parse_list("x,y,z\n1,2,3\r\n# no point\n\n 4 ; 5 ; 6", "p.csv");
  REQUIRE(list.at.size() == 2);
  CHECK((same(list.at[0], {1, 2, 3}) && same(list.at[1], {4, 5, 6})));
}

TEST_CASE("surfaces are read from OBJ, PLY and MSMS files")
{
  const std::string obj =
      "# made here\nmtllib a.mtl\nv 0 0 0 0.1 0.2 0.3\nvn 0 0 1\nv 1 0 0\nv 1 1 0\nv 0 1 0.5\n"
      "f 1//1 2//1 3//1 4//1\nf -4/1 -3/1 -2/1\n";
  const point_set from_obj = parse_obj(obj, "s.obj");
  CHECK((from_obj.at.size() == 4 && same(from_obj.at[3], {0, 1, 0.5})));
  CHECK(from_obj.faces == std::vector<triangle>{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}});

  const point_set from_text = parse_ply(
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
      "property list uchar int vertex_indices\nelement edge 1\nproperty int vertex1\nend_header\n"
      "0 0 0\n1 2 3\n4 5 6.5\n3 0 2 1\n7\n",
      "s.ply");
  CHECK((from_text.at.size() == 3 && same(from_text.at[2], {4, 5, 6.5})));
  CHECK(from_text.faces == std::vector<triangle>{{0, 2, 1}});
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const point_set binary = parse_ply(binary_ply(order), "s.ply");
    CHECK((binary.at.size() == 4 && same(binary.at[3], {1.5, -1e100, 3})));
    CHECK(binary.faces == std::vector<triangle>{{0, 1, 2}, {0, 2, 3}});
  }
  const point_set msms = parse_msms(
      "# MSMS\n#vertex #sphere density probe_r\n 3 2 1.00 1.50\n"
      " 1.0 2.0 3.0 0 0 1 0 1 2\n 4 5 6 0 0 1 0 1 2\n 7 8 9 0 0 1 0 1 2\n",
      "# MSMS\n 1 2 1.00 1.50\n 1 3 2 1 1\n", "s.vert");
  CHECK((msms.at.size() == 3 && same(msms.at[1], {4, 5, 6})));
  CHECK(msms.faces == std::vector<triangle>{{0, 2, 1}});
}

TEST_CASE("a malformed file of points is refused, with its line")
{
  const auto xyz = [](const std::string& text) { return message_of([&] { parse_xyz(text, "p.xyz"); }); };
  CHECK(contains(xyz("1 2 3\n"), "p.xyz:1: the line begins no XYZ file"));
  CHECK(contains(xyz("2\n\nC 1 2 3\n"), "p.xyz has 1 point (its first line says 2)"));
  CHECK(contains(xyz("1\n\nC 1 2\n"), "p.xyz:3: the line has nothing as word 4 (a finite number belongs there)"));
  CHECK(contains(xyz("1\n\nC 1 2 nan\n"), "has 'nan' as word 4"));
  CHECK(contains(xyz("1\n\nC 1 2 3\n1\n\nC 1 2 3\n"), "p.xyz:4: the line follows the last point"));
  const auto list = [](const std::string& text) { return message_of([&] { parse_list(text, "p.txt"); }); };
  CHECK(contains(list("1 2 3\n1 2\n"), "p.txt:2: the line has 2 words"));
  CHECK(contains(list("1 2 3\na b c\n"), "p.txt:2: the line has 'a' as word 1"));
  CHECK(contains(list("1 2 3 4\n"), "has 4 words"));
  const auto obj = [](const std::string& text) { return message_of([&] { parse_obj(text, "s.obj"); }); };
  CHECK(contains(obj("v 1 2\n"), "s.obj:1"));
  CHECK(contains(obj("v 1 2 3\nf 1 1\n"), "fewer than three points"));
  CHECK(contains(obj("v 1 2 3\nf 1 1 0\n"), "has '0' as the corner of a face"));
  const auto ply = [](const std::string& text) { return message_of([&] { parse_ply(text, "s.ply"); }); };
  const std::string whole = binary_ply(std::endian::little);
  for (std::size_t size = whole.find("end_header") + 11; size < whole.size(); ++size)
    CHECK(contains(ply(whole.substr(0, size)), "s.ply is cut off"));
  CHECK(contains(ply(whole.substr(0, 40)), "no end_header"));
  CHECK(contains(ply("solid\n"), "s.ply:1: the line does not begin a PLY file"));
  CHECK(contains(ply("ply\nformat ascii 1.0\nelement vertex 9000000000\nend_header\n"), "without properties"));
  CHECK(contains(ply("ply\nelement vertex 1\nproperty float x\nend_header\n1\n"), "without x, y and z"));

  const scratch folder;
  const auto read = [&](const std::string& name, const std::string& text) {
    return message_of([&] { read_points(folder.file(name, text)); });
  };
  CHECK(contains(read("a.obj", "v 1 2 3\nf 1 1 2\n"), "has a face with point 2 (it has 1 point)"));
  CHECK(contains(read("b.obj", "v 1 2 3\nf 1 1 -3\n"), "has a face with point"));
  CHECK(contains(read("a.txt", "x y z\n"), "holds no points"));
  CHECK(contains(read("a.xyz", "0\n\n"), "holds no points"));
}

TEST_CASE("the range of colours leaves out the largest two of a hundred")
{
  std::vector<float> values(201);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (i % 2 == 0 ? 1.0F : -1.0F) * static_cast<float>(i);
  CHECK(value_range(values) == 196);
  CHECK(value_range(std::vector<double>{0, 0}) == 1);
  CHECK(value_range(std::vector<double>{std::numeric_limits<double>::infinity(), -3}) == 3);
}

namespace
{

/// Random points near atoms, as a list: multiples of 1/8 + 1/16, which lie on no atom.
std::vector<gridfold::vec3> some_points(unsigned seed, std::size_t count)
{
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> place(-100, 300);
  const auto coordinate = [&] { return place(generator) / 8.0 + 0.0625; };
  std::vector<gridfold::vec3> points(count);
  for (auto& p : points) p = {coordinate(), coordinate(), coordinate()};
  return points;
}

std::string list_of(const std::vector<gridfold::vec3>& points)
{
  std::ostringstream text;
  text.precision(17);
  for (const auto& p : points) text << p.x << ' ' << p.y << ' ' << p.z << '\n';
  return text.str();
}

/// The last column of a table.
std::vector<double> values_in(const std::string& csv)
{
  std::vector<double> values;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) values.push_back(std::stod(line.substr(line.rfind(',') + 1)));
  return values;
}

/// The number of values that differ from the sum of f(r) over all atoms but those at r = 0 by more than rounding: each
/// term by 24 units, and each of as many additions as atoms by one.
template <class F>
int wrong_values(const std::vector<gridfold::vec3>& points, const std::vector<atom>& atoms,
                 const std::vector<double>& values, double epsilon, F f)
{
  const double unit = (static_cast<double>(atoms.size()) + 24) * epsilon / 2;
  int wrong = values.size() != points.size();
  for (std::size_t n = 0; n < std::min(values.size(), points.size()); ++n) {
    double sum = 0, magnitude = 0;
    for (const atom& a : atoms) {
      const double r = std::hypot(a.x - points[n].x, a.y - points[n].y, a.z - points[n].z);
      if (r == 0) continue;
      sum += a.charge * f(r);
      magnitude += std::abs(a.charge * f(r));
    }
    wrong += !(std::abs(values[n] - sum) <= unit * magnitude);
  }
  return wrong;
}

const std::string on_host = " --device host --units e/A --quiet";

}  // namespace

TEST_CASE("values at points are the direct sum, in both precisions and for every interaction")
{
  const scratch folder;
  const auto atoms = some_atoms(test::seed());
  const auto points = some_points(test::seed(), 157);
  [[maybe_unused]] const auto molecule = folder.file("atoms.txt", text_of(atoms));
  [[maybe_unused]] const auto list = folder.file("points.txt", list_of(points));
  const auto values = [&](const std::string& options) {
    const result done = run_program(folder, "atoms.txt --at points.txt -o values.csv" + on_host + options);
    INFO(done.err);
    CHECK(done.code == 0);
    CHECK(folder.read("values.csv").starts_with("x [A],y [A],z [A],electrostatic potential [e/A]\n"));
    return values_in(folder.read("values.csv"));
  };
  const double single = std::numeric_limits<float>::epsilon(), twice = std::numeric_limits<double>::epsilon();
  const auto coulomb = [](double r) { return 1 / r; };
  CHECK(wrong_values(points, atoms, values(""), single, coulomb) == 0);
  CHECK(wrong_values(points, atoms, values(" --precision double"), twice, coulomb) == 0);
  // The exponential of a rounded argument of up to 0.25 * 90 has an error of as many units.
  CHECK(wrong_values(points, atoms, values(" --interaction yukawa --kappa 0.25 --dielectric 80"), 2 * single,
                     [](double r) { return std::exp(-0.25 * r) / (80 * r); }) == 0);
  CHECK(wrong_values(points, atoms, values(" --interaction distance-dielectric"), single,
                     [](double r) { return 1 / (4 * r * r); }) == 0);
}

TEST_CASE("at an atom, the others are summed")
{
  const scratch folder;
  const auto atoms = some_atoms(test::seed());
  std::vector<gridfold::vec3> points;
  for (const atom& a : atoms) points.push_back({a.x, a.y, a.z});
  [[maybe_unused]] const auto molecule = folder.file("atoms.txt", text_of(atoms));
  const result done = run_program(folder, "atoms.txt --at atoms -o v.csv --units e/A --precision double --device host");
  CHECK(done.code == 0);
  CHECK(contains(done.out, "points    60 points"));
  CHECK(wrong_values(points, atoms, values_in(folder.read("v.csv")), std::numeric_limits<double>::epsilon(),
                     [](double r) { return 1 / r; }) == 0);
  CHECK(run_program(folder, "atoms.txt --at atoms -o v.csv --singularity infinite" + on_host).code == 0);
  CHECK(contains(folder.read("v.csv"), "inf"));
  // A file of this name is a file.
  [[maybe_unused]] const auto file = folder.file("atoms", "1 2 3\n");
  CHECK(run_program(folder, "atoms.txt --at ./atoms -o v.csv" + on_host).code == 0);
  CHECK(values_in(folder.read("v.csv")).size() == 1);
}

TEST_CASE("a surface is coloured, and read back")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.txt", "0.5 0.5 0.25 1\n");
  [[maybe_unused]] const auto obj = folder.file("s.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0.125\nf 1 2 3\n");
  const result done = run_program(folder, "atoms.txt --at s.obj -o s.ply --units e/A --device host");
  INFO(done.err);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "3 points, 1 triangle\n"));
  CHECK(contains(done.out, "colours   red at -"));
  const point_set back = read_points(folder / "s.ply");
  REQUIRE(back.at.size() == 3);
  CHECK(same(back.at[2], {1, 1, 0.125}));
  CHECK(back.faces == std::vector<triangle>{{0, 1, 2}});
  CHECK(contains(folder.read("s.ply"), "property float potential"));
  // The largest value is positive: blue.
  const std::string text = folder.read("s.ply");
  std::istringstream last(text.substr(text.find("\n1 1 0.125 ") + 11));
  int red = 0, green = 0, blue = 0;
  last >> red >> green >> blue;
  CHECK((blue > red && blue > green));
  CHECK(run_program(folder, "atoms.txt --at s.ply -o again.csv --quiet").code == 0);
  CHECK(values_in(folder.read("again.csv")).size() == 3);

  [[maybe_unused]] const auto far = folder.file("far.obj", "v 90 0 0\nv 91 0 0\nv 91 1 0\nf 1 2 3\n");
  CHECK(contains(run_program(folder, "atoms.txt --at far.obj -o far.ply").err, "lies far from all atoms"));
  CHECK(run_program(folder, "atoms.txt --at far.obj -o far.ply --force --quiet").code == 0);
}

TEST_CASE("what makes no sense with points is an error, and leaves nothing")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.txt", "1 2 3 1\n");
  [[maybe_unused]] const auto points = folder.file("p.txt", "1 2 3\n");
  struct wrong {
    std::string arguments;
    int code;
    std::string words;
  };
  const std::vector<wrong> all{
      {"--at p.txt -o v.dx", 2, "ends in neither .csv nor .ply"},
      {"--at p.txt -o v.ply", 2, "the output v.ply is a surface (p.txt is none)"},
      {"--at '' -o v.csv", 2, "--at got no name"},
      {"--at p.txt -o v.csv --spacing 1", 2, "--spacing has no effect here (values at points have no lattice"},
      {"--at p.txt -o v.csv --cutoff 5", 2, "--cutoff has no effect here"},
      {"--at p.txt -o v.csv --accuracy 1e-4", 2, "--accuracy has no effect here"},
      {"--at p.txt --field v.npy", 2, "ends in neither"},
      {"--at p.txt --field v.ply", 2, "a field at points is a table"},
      {"--at none.txt -o v.csv", 1, "cannot open none.txt"},
      {"--at p.txt -o ./p.txt", 2, "ends in neither"},
      {"--at atoms.txt -o v.csv", 1, "atoms.txt:1: the line has 4 words"},
      {"--at p.txt -o none/v.csv", 1, "cannot create none/v.csv"},
  };
  for (const auto& [arguments, code, words] : all) {
    const result done = run_program(folder, "atoms.txt " + arguments, "CUDA_VISIBLE_DEVICES=");
    INFO(arguments << " said " << done.err);
    CHECK(done.code == code);
    CHECK(contains(done.err, words));
    CHECK(folder.names() == std::vector<std::string>{"atoms.txt", "p.txt"});
  }
  CHECK(run_program(folder, "atoms.txt --at p.txt -o /dev/stdout --device host").out.starts_with("x [A],"));
}
