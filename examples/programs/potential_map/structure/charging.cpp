// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure/charging.hpp"

#include <cmath>
#include <csignal>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <iterator>
#include <vector>

#include "molecule/bytes.hpp"
#include "output/output_file.hpp"
#include "output/scratch_folder.hpp"
#include "structure/comparison.hpp"
#include "structure/pdb2pqr_failure.hpp"
#include "structure/subprocess.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// Since version 3 the program has two names.
std::filesystem::path pdb2pqr(const std::filesystem::path& path)
{
  for (const char* name : {"pdb2pqr30", "pdb2pqr"})
    if (const auto found = find_program(name); !found.empty()) return found;
  throw gridfold::error(shown(path) +
                        " is a structure without charges (pdb2pqr, which assigns them, is not on the PATH): install it "
                        "by 'apt install pdb2pqr' or 'pip install pdb2pqr', or name a PQR file");
}

std::vector<std::string> arguments(const charging& how, const std::filesystem::path& folder)
{
  std::vector<std::string> words{"--ff=" + how.force_field, "--keep-chain"};
  if (how.ph) {
    words.insert(words.end(), {"--titration-state-method=propka", "--with-ph=" + gridfold::core::text_of(*how.ph)});
  }
  if (!how.ligand.empty()) words.push_back("--ligand=" + (folder / "ligand.mol2").string());
  words.push_back((folder / "structure.pdb").string());
  words.push_back((folder / "charged.pqr").string());
  return words;
}

std::string text_in(const std::filesystem::path& path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& text)
{
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) throw io_error("cannot write", path, "set TMPDIR to a folder with more room");
}

/// The parameters of a ligand, decompressed. pdb2pqr would silently ignore another format.
std::string read_ligand(const std::string& path)
{
  const std::string text = read_bytes(path);
  if (text.find("@<TRIPOS>ATOM") != text.npos) return text;
  throw gridfold::error(shown(path) +
                        " is no MOL2 file (it has no line \"@<TRIPOS>ATOM\"): name the ligand's MOL2 file");
}

/// Moves a complete file to its place.
void keep(const std::string& path, const std::string& text)
{
  if (path.empty()) return;
  output_file file(path);
  file.write(text);
  file.finish();
  file.publish();
}

std::size_t warnings_in(const std::string& said)
{
  std::size_t count = 0;
  for (const std::string& line : lines_of(said)) count += line.starts_with("WARNING:") || line.starts_with("ERROR:");
  return count;
}

/// The program's name and version from its output, or only its name.
std::string version_in(const std::string& said)
{
  constexpr std::string_view before = "PDB2PQR v";
  const std::size_t at = said.find(before);
  if (at == said.npos) return "pdb2pqr";
  const std::size_t begin = at + before.size();
  return "pdb2pqr " + printable(said.substr(begin, said.find_first_of(": \n", begin) - begin), 20);
}

std::string where(const charging& how) { return how.log.empty() ? "" : "; all it said is in " + shown(how.log); }

void check_end(const ending& end, const std::string& said, const std::filesystem::path& path, const charging& how)
{
  if (end.code == 0 && end.signal == 0) return;
  const pdb2pqr_failure why =
      end.signal == 0 ? failure_of_pdb2pqr(said)
                      : pdb2pqr_failure{"ended by signal " + std::to_string(end.signal), "correct the structure"};
  throw gridfold::error("pdb2pqr assigned no charges to " + shown(path) + " (" + why.reason + where(how) +
                        "): " + why.remedy + ", or name a PQR file");
}

void report(const comparison& done, const std::string& said, const charging& how, const std::filesystem::path& path,
            molecule& whole)
{
  if (!done.broken.empty())
    throw gridfold::error("pdb2pqr lost residues of " + shown(path) + ", or atoms of them (" + listed(done.broken) +
                          "; their charges would be missing" + where(how) +
                          "): repair or replace them, or try another --force-field");
  if (!done.left_out.empty())
    whole.warnings.push_back(
        shown(path) + ": " + listed(done.left_out) + (done.left_out.size() > 1 ? " have" : " has") +
        " no charges, and no part in the map (the force field lacks parameters): give parameters by "
        "--ligand FILE.mol2, or name a PQR file");
  whole.notes.push_back("charges by " + version_in(said) + ", force field " + how.force_field + ", " +
                        (how.ph ? "protonation by PROPKA at pH " + gridfold::core::text_of(*how.ph)
                                : "usual protonation at pH 7 (--ph N asks PROPKA)"));
  whole.notes.push_back(std::to_string(done.hydrogens) + " hydrogens and " + std::to_string(done.heavy_atoms) +
                        " heavy atoms that pdb2pqr added" +
                        (done.protonation.empty() ? "" : "; " + listed(done.protonation)));
  if (const std::size_t warned = warnings_in(said); warned > 0)
    whole.notes.push_back(counted(warned, "warning") + " of pdb2pqr" + where(how));
}

/// A fractional charge shows that parameters of some atoms are missing.
void warn_of_fraction(const std::filesystem::path& path, molecule& whole)
{
  const double charge = total_charge(whole);
  if (std::abs(charge - std::round(charge)) > 0.02)
    whole.warnings.push_back(shown(path) + ": the total charge is " + gridfold::core::text_of(charge) +
                             " e (a whole number is expected): check the PQR file, which --pqr FILE keeps");
}

}  // namespace

molecule read_charged(const std::filesystem::path& path, const selection& wanted, const charging& how)
{
  const structure from = parse_structure(read_bytes(path), path, wanted, how.keep_water);
  const std::filesystem::path program = pdb2pqr(path);
  const scratch_folder folder;
  const auto said_file = folder.path() / "said", made = folder.path() / "charged.pqr";
  write(folder.path() / "structure.pdb", from.pdb);
  if (!how.ligand.empty()) write(folder.path() / "ligand.mol2", read_ligand(how.ligand));
  const ending end = run_program(program, arguments(how, folder.path()), folder.path(), said_file);
  const std::string said = text_in(said_file);
  keep(how.log, said);
  check_end(end, said, path, how);
  const std::string pqr = text_in(made);
  if (pqr.empty()) {
    const pdb2pqr_failure why = failure_of_pdb2pqr(said);
    throw gridfold::error("pdb2pqr made no PQR file of " + shown(path) + " (" + why.reason + where(how) +
                          "): " + why.remedy + ", or name a PQR file");
  }
  molecule whole = parse_molecule(pqr, "the PQR file that pdb2pqr made of " + shown(path));
  whole.name = printable(without_gz(path).stem().string(), 200);
  whole.notes = from.notes;
  whole.left_out = from.left_out;
  whole.cell = from.cell;
  report(compare(from, pqr), said, how, path, whole);
  warn_of_fraction(path, whole);
  keep(how.pqr, pqr);
  return whole;
}

}  // namespace potential_map
