// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What several threads read or measure does not depend on their number, nor on the pieces of a file.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <limits>
#include <random>
#include <sstream>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "formats/field_file.hpp"
#include "molecule/choice.hpp"
#include "molecule/lines.hpp"

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
