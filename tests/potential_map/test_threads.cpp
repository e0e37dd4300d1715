// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What several threads read or measure does not depend on their number, nor on the pieces of a file.
#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <limits>
#include <random>
#include <sstream>

#include "../support/error_message.hpp"
#include "../support/scratch.hpp"
#include "../support/seed.hpp"
#include "engine/atom_box.hpp"
#include "engine/on_points.hpp"
#include "formats/field_file.hpp"
#include "molecule/bytes.hpp"
#include "molecule/choice.hpp"
#include "molecule/lines.hpp"
#include "molecule/molecule.hpp"

using namespace potential_map;

namespace
{

using engine = std::mt19937_64;

std::size_t below(engine& random, std::size_t count)
{
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

/// A text of atoms and other records, in which faults are rare.
std::string random_pqr(engine& random, bool models)
{
  constexpr std::array<const char*, 9> others{"TER",           "END", "REMARK 1", "# a comment", "",
                                              "\xEF\xBB\xBF#", "  ",  "ENDMDL",   "MODEL"};
  constexpr std::array<const char*, 5> faults{"ATOM 1 N ALA", "end 1 x", "REMARK ATOM 1 N ALA A 1 0 0 0 0 1", "NONE",
                                              "MODEL x"};
  constexpr std::array<const char*, 3> ends{"\n", "\r\n", "\r"};
  std::ostringstream text;
  const std::size_t lines = 1 + below(random, 60);
  for (std::size_t n = 0; n < lines; ++n) {
    const std::size_t kind = below(random, 400);
    if (kind < 2)
      text << faults[below(random, faults.size())];
    else if (kind < 60)
      text << others[below(random, others.size() - (models ? 0 : 2))];
    else
      text << "ATOM " << n << " CA ALA A " << n << " " << below(random, 1000) << " 2.5 -3.125 0."
           << below(random, 10000) << " 1.5";
    text << ends[below(random, 100) < 96 ? 0 : below(random, ends.size())];
  }
  return text.str();
}

/// Whatever is read from a text, or the message of its fault.
std::string described(const std::string& text, int threads, std::size_t piece)
try {
  std::ostringstream found;
  const file_lines read = read_lines(text, "atoms.pqr", threads, piece);
  for (const atom_record& a : read.atoms)
    found << a.line << ' ' << a.site << ' ' << a.atom.x << ' ' << a.atom.charge << ' ' << a.residue_name << '\n';
  for (const part& p : read.parts) found << p.first << ' ' << static_cast<int>(p.before) << ' ' << p.number << '\n';
  return found.str() + (read.plain ? "plain" : "");
} catch (const gridfold::error& wrong) {
  return wrong.what();
}

}  // namespace

TEST_CASE("a file is read in pieces as it is read at once, with the line of its first fault")
{
  engine random(test::seed());
  for (int n = 0; n < 400; ++n) {
    const std::string text = random_pqr(random, n % 2 == 0);
    CAPTURE(text);
    const std::string whole = described(text, 1, text.size() + 1);
    REQUIRE(described(text, 1, 1 + below(random, 200)) == whole);
    REQUIRE(described(text, 3, 1 + below(random, 200)) == whole);
  }
}

TEST_CASE("the first repeated atom is found by any number of threads")
{
  engine random(test::seed());
  std::vector<atom_record> atoms(200'000);
  for (std::size_t n = 0; n < atoms.size(); ++n) {
    atoms[n].site = std::hash<std::size_t>{}(n)*0x9E3779B97F4A7C15;
    atoms[n].atom.x = static_cast<double>(n);
    atoms[n].line = n + 1;
  }
  const auto message = [&](int threads) {
    return test::message_of([&] { refuse_doubles(atoms, "atoms.pqr", threads); });
  };
  CHECK((message(1).empty() && message(3).empty()));
  std::vector<std::size_t> again;
  for (int n = 0; n < 20; ++n) {
    const std::size_t first = below(random, 100'000), copy = 100'000 + below(random, 100'000);
    atoms[copy].site = atoms[first].site;
    atoms[copy].atom = atoms[first].atom;
    again.push_back(copy + 1);
  }
  const std::string first = std::to_string(*std::min_element(again.begin(), again.end()));
  CHECK(message(1).starts_with("atoms.pqr:" + first + ":"));
  CHECK(message(3) == message(1));
  CHECK(message(16) == message(1));
  for (std::size_t n = 0; n < atoms.size(); ++n) atoms[n].site = 64 * 48 * n;  // all in one thread's share
  CHECK((message(1).empty() && message(3).empty()));
  atoms.back().site = atoms[0].site;
  atoms.back().atom = atoms[0].atom;
  CHECK(message(1).starts_with("atoms.pqr:200000:"));
  CHECK(message(3) == message(1));
}

TEST_CASE("parts of a file that several threads read are its bytes, in order")
{
  engine random(test::seed());
  const scratch folder;
  std::string text((std::size_t{8} << 20) * (1 + below(random, 3)) + below(random, 3), ' ');
  for (char& c : text) c = static_cast<char>('a' + random() % 26);
  const std::filesystem::path path = folder.file("text", text);
  CHECK(read_bytes(path, 1) == text);
  CHECK(read_bytes(path, 3) == text);
}

TEST_CASE("a pipe is read to its end")
{
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  REQUIRE(::write(ends[1], "0 0 0 1\n", 8) == 8);
  ::close(ends[1]);
  CHECK(read_bytes("/dev/fd/" + std::to_string(ends[0]), 3) == "0 0 0 1\n");
  ::close(ends[0]);
}

TEST_CASE("a molecule does not depend on the number of threads that read it")
{
  engine random(test::seed());
  const std::size_t count = (std::size_t{1} << 20) + 1000 + below(random, 1000), most = count - 1;
  const std::size_t late = (std::size_t{1} << 20) + below(random, 900);  // beyond the first thread's atoms
  std::string text;
  const auto add = [&](const std::string& residue, const std::string& numbers) {
    text += "ATOM 1 C ALA " + residue + " " + numbers + " 1.5\n";
  };
  for (std::size_t n = 0; n < most; ++n)
    add("A " + std::to_string(n), n == late ? "0.1234 1.5 2.5 2000" : std::to_string(n % 1000) + ".5 1.5 2.5 0.1250");
  text += "CRYST1   30.000   40.000   50.000  90.00  90.00  90.00 P 1\n";
  const molecule one = parse_molecule(text, "atoms.pqr"), three = parse_molecule(text, "atoms.pqr", {}, 3);
  REQUIRE(one.atoms.size() == most);
  CHECK(one.rounding == doctest::Approx(0.5e-4));
  CHECK((one.warnings.size() == 1 && one.cell.period && one.cell.period->edges().z == 50));
  const auto same = [](const auto& a, const auto& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.charge == b.charge;
  };
  CHECK(std::equal(one.atoms.begin(), one.atoms.end(), three.atoms.begin(), three.atoms.end(), same));
  CHECK((three.radii == one.radii && three.rounding == one.rounding && three.warnings == one.warnings));
  CHECK((three.cell.period && three.cell.period->edges().z == 50));
  const auto message = [&](int threads) {
    return test::message_of([&] { parse_molecule(text, "atoms.pqr", {}, threads); });
  };
  text.insert(0, "ATOM 1 C ALA 1 7 -9.5 1.5 2.5 0.1250 1.5\n");  // a chain that is a number
  add("8", "-8.5 1.5 2.5 0.1250");
  CHECK(message(1).find("has no chain, but line 1 has a number for one") != std::string::npos);
  CHECK(message(3) == message(1));
  text[text.size() - 10] = '\0';
  CHECK(message(1).starts_with("atoms.pqr:" + std::to_string(count + 2) + ": the line holds a NUL byte"));
  CHECK(message(3) == message(1));
}

TEST_CASE("the box of atoms and the atoms on points do not depend on the number of threads that look for them")
{
  engine random(test::seed());
  prepared<float> from{{{-2.5F, 0.25F, 0.25F, 1}}, {{0, 0, 0}, {1, 1, 1}, {64, 64, 64}}, 1e-6};
  std::size_t on_points = 0;
  for (std::size_t n = 0; n < (std::size_t{1} << 20) + 1000; ++n) {
    const bool on_point = below(random, 1000) == 0;
    on_points += on_point;
    const auto place = [&] { return static_cast<float>(below(random, 64)) + (on_point ? 0 : 0.25F); };
    from.atoms.push_back({place(), place(), place(), 1});
  }
  from.atoms.push_back({0.25F, 0.25F, 99.5F, 1});
  for (const int threads : {1, 3}) {
    const gridfold::atom_box box = box_of(from.atoms, threads);
    CHECK((box.low.x == -2.5 && box.high.z == 99.5 && box.low.y == 0 && box.high.y == 63.25));
    CHECK(box.capacity == std::ssize(from.atoms));
    CHECK(pairs_on_points(from, {}, threads) == on_points);
  }
}

TEST_CASE("the magnitudes of a field are measured by any number of threads, and a NaN is found anywhere")
{
  engine random(test::seed());
  std::normal_distribution<float> normal;
  std::vector<gridfold::packed3<float>> field((std::size_t{5} << 19) + below(random, 1000));
  double squares = 0, most = 0;
  for (auto& e : field) {
    e = {normal(random), normal(random), normal(random)};
    const double x = e.x, y = e.y, z = e.z, square = x * x + y * y + z * z;
    squares += square;
    most = std::max(most, std::sqrt(square));
  }
  const magnitudes one = measure(any_vectors(field), 1), three = measure(any_vectors(field), 3);
  CHECK(one.rms == doctest::Approx(std::sqrt(squares / static_cast<double>(field.size()))).epsilon(1e-9));
  CHECK(one.most == doctest::Approx(most).epsilon(1e-14));
  CHECK((three.rms == one.rms && three.most == one.most));
  field[below(random, field.size())].y = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(measure(any_vectors(field), 3).most));
}
