// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fuzzes the reader of molecules.
#include "molecule/molecule.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace
{

/// The result of reading a text: a molecule or a message.
struct reading {
  potential_map::molecule whole;
  std::string refusal;
};

reading read(const std::string& text)
{
  reading result;
  result.refusal = test::message_of([&] { result.whole = potential_map::parse_molecule(text, "input.pqr"); });
  return result;
}

/// Reads a molecule from a file of these bytes, which may be packed by gzip.
reading read_file(const std::string& bytes)
{
  static const scratch folder;
  reading result;
  result.refusal =
      test::message_of([&] { result.whole = potential_map::read_molecule(folder.file("input.pqr", bytes)); });
  return result;
}

bool same(const reading& a, const reading& b)
{
  const auto& left = a.whole.atoms;
  const auto& right = b.whole.atoms;
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& p, const auto& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z && p.charge == q.charge;
  });
}

void require_finite(const reading& read)
{
  fuzz::require(!read.whole.atoms.empty(), "a molecule has an atom");
  for (const auto& atom : read.whole.atoms)
    fuzz::require(std::isfinite(atom.x) && std::isfinite(atom.y) && std::isfinite(atom.z) && std::isfinite(atom.charge),
                  "every number of an atom is finite");
}

std::vector<std::string> lines_of(const std::string& text)
{
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n' || c == '\r')
      lines.emplace_back();
    else
      lines.back() += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return lines;
}

/// Requires one atom for each record, or for each line of numbers, unless a note explains a choice.
void require_every_atom(const std::string& text, const reading& read)
{
  std::size_t records = 0, filled = 0;
  for (std::string line : lines_of(text)) {
    if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    line.erase(0, line.find_first_not_of(" \t\v\f"));
    records += line.starts_with("ATOM") || line.starts_with("HETATM");
    filled += !line.empty() && line[0] != '#';
  }
  const std::size_t atoms = read.whole.atoms.size(), expected = records > 0 ? records : filled;
  fuzz::require(read.whole.notes.empty() && read.whole.left_out.empty() ? atoms == expected : atoms <= expected,
                std::to_string(expected) + " lines are as many atoms, not " + std::to_string(atoms));
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

/// A number with a point or an exponent.
std::string real(double number)
{
  const std::string text = fuzz::text_of(number);
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

/// The four numbers of an atom.
std::string fields(const gridfold::source<double>& atom)
{
  return real(atom.x) + " " + real(atom.y) + " " + real(atom.z) + " " + real(atom.charge);
}

std::string as_pqr(const reading& read)
{
  std::string text, number = "1";
  for (const auto& atom : read.whole.atoms) {
    text += "ATOM " + number + " C LIG A " + number + " " + fields(atom) + " 1.5000\n";
    number = std::to_string(std::stoi(number) + 1);
  }
  return text + "END\n";
}

std::string as_plain(const reading& read)
{
  std::string text;
  for (const auto& atom : read.whole.atoms) text += fields(atom) + "\n";
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text = fuzz::text_of(data, size);
  const bool packed = text.starts_with("\x1F\x8B");
  const reading first = packed ? read_file(text) : read(text);
  for (const auto* sentences : {&first.whole.warnings, &first.whole.notes})
    std::for_each(sentences->begin(), sentences->end(), fuzz::require_readable);
  if (!packed) {
    fuzz::require(same(first, read(text + "\n")), "a line end at the end of the file changes no atom");
    if (text.find('\r') == text.npos)
      fuzz::require(same(first, read(replaced(text, "\n", "\r\n"))), "line ends of Windows change no atom");
  }
  if (!first.refusal.empty()) {
    fuzz::require_message(first.refusal, "input.pqr");
    return 0;
  }
  require_finite(first);
  if (!packed) require_every_atom(text, first);
  fuzz::require(same(first, read(as_pqr(first))), "atoms written as PQR are read as the same atoms");
  fuzz::require(same(first, read(as_plain(first))), "atoms written as numbers are read as the same atoms");
  return 0;
}
