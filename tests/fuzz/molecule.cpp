// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The reader of molecules on any bytes.
#include "molecule.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace
{

/// What a file's text is read as: atoms, or a message.
struct reading {
  std::vector<gridfold::source<double>> atoms;
  std::string refusal;
};

reading read(const std::string& text)
{
  static const scratch folder;
  reading result;
  result.refusal =
      test::message_of([&] { result.atoms = potential_map::read_molecule(folder.file("input.pqr", text)).atoms; });
  return result;
}

bool same(const reading& a, const reading& b)
{
  return std::equal(a.atoms.begin(), a.atoms.end(), b.atoms.begin(), b.atoms.end(), [](const auto& p, const auto& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z && p.charge == q.charge;
  });
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

/// The four numbers of an atom.
std::string fields(const gridfold::source<double>& atom)
{
  return fuzz::text_of(atom.x) + " " + fuzz::text_of(atom.y) + " " + fuzz::text_of(atom.z) + " " +
         fuzz::text_of(atom.charge);
}

std::string as_pqr(const reading& whole)
{
  std::string text;
  for (const auto& atom : whole.atoms) text += "ATOM 1 C LIG A 1 " + fields(atom) + " 1.5\n";
  return text + "END\n";
}

std::string as_plain(const reading& whole)
{
  std::string text;
  for (const auto& atom : whole.atoms) text += fields(atom) + "\n";
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text = fuzz::text_of(data, size);
  const reading first = read(text);
  fuzz::require(same(first, read(text + "\n")), "a line end at the end of the file changes no atom");
  if (text.find('\r') == text.npos)
    fuzz::require(same(first, read(replaced(text, "\n", "\r\n"))), "line ends of Windows change no atom");
  if (!first.refusal.empty()) {
    fuzz::require_message(first.refusal, "input.pqr");
    return 0;
  }
  fuzz::require(!first.atoms.empty(), "a molecule has an atom");
  for (const auto& atom : first.atoms)
    fuzz::require(std::isfinite(atom.x) && std::isfinite(atom.y) && std::isfinite(atom.z) && std::isfinite(atom.charge),
                  "every number of an atom is finite");
  fuzz::require(same(first, read(as_pqr(first))), "atoms written as PQR are read as the same atoms");
  fuzz::require(same(first, read(as_plain(first))), "atoms written as numbers are read as the same atoms");
  return 0;
}
