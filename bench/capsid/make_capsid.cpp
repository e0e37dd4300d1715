// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Makes a large structure: randomly rotated copies of a protein on a sphere, neutral by ions around each copy.
/// Usage: make_capsid PROTEIN.pqr ATOMS SEED OUTPUT.pqr|.cif …
/// Prints the number of atoms and the half width [Å] of the cube around the origin that holds them.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <numbers>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using gridfold::vec3;

struct atom {
  std::string record, name, residue, chain, number;
  vec3 at;  ///< relative to the middle of its copy [Å]
  double charge, radius;
};

double length_of(const vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

/// The atoms of a PQR file with chains, whose words are separated by blanks.
std::vector<atom> read_protein(const std::string& path)
{
  std::ifstream file(path);
  std::vector<atom> protein;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("ATOM") && !line.starts_with("HETATM")) continue;
    std::istringstream words(line);
    atom a;
    std::string serial;
    words >> a.record >> serial >> a.name >> a.residue >> a.chain >> a.number >> a.at.x >> a.at.y >> a.at.z >>
        a.charge >> a.radius;
    if (!words)
      throw gridfold::error(path + " has the line \"" + line +
                            "\" (an atom with chain, charge and radius belongs there): name a PQR file with chains");
    protein.push_back(a);
  }
  if (protein.empty()) throw gridfold::error("no atoms are read from " + path + ": name a PQR file");
  return protein;
}

/// Moves the middle of the atoms to the origin, and returns the radius of the sphere around them.
double centre(std::vector<atom>& protein)
{
  vec3 middle{};
  const auto count = static_cast<double>(protein.size());
  for (const atom& a : protein)
    middle = {middle.x + a.at.x / count, middle.y + a.at.y / count, middle.z + a.at.z / count};
  double radius = 0;
  for (atom& a : protein) {
    a.at = {a.at.x - middle.x, a.at.y - middle.y, a.at.z - middle.z};
    radius = std::max(radius, length_of(a.at));
  }
  return radius;
}

/// A rotation as a unit quaternion, drawn uniformly; its last three numbers, normalised, are a uniform direction, too.
struct rotation {
  explicit rotation(std::mt19937_64& random)
  {
    std::normal_distribution<double> normal;
    double squares = 0;
    for (double& x : q) {
      x = normal(random);
      squares += x * x;
    }
    for (double& x : q) x /= std::sqrt(squares);
  }

  [[nodiscard]] vec3 operator()(const vec3& v) const
  {
    const auto [w, x, y, z] = q;
    const vec3 t{2 * (y * v.z - z * v.y), 2 * (z * v.x - x * v.z), 2 * (x * v.y - y * v.x)};
    return {v.x + w * t.x + y * t.z - z * t.y, v.y + w * t.y + z * t.x - x * t.z, v.z + w * t.z + x * t.y - y * t.x};
  }

  std::array<double, 4> q{};
};

/// Copies of a protein on a sphere, none of which overlap.
class capsid {
 public:
  capsid(std::vector<atom> protein, std::int64_t atoms, std::uint64_t seed) : protein_(std::move(protein)), seed_(seed)
  {
    constexpr double to_ions = 3, between = 4;  // Å
    double charge = 0;
    for (const atom& a : protein_) charge += a.charge;
    ion_ = charge > 0 ? atom{"HETATM", "CL", "CL", "I", "", {}, -1, 2.47}
                      : atom{"HETATM", "NA", "NA", "I", "", {}, 1, 1.37};
    ions_ = static_cast<int>(std::lround(std::abs(charge)));
    ion_distance_ = centre(protein_) + to_ions;
    copies_ = std::max<std::int64_t>(1, gridfold::ceil_div(atoms, atoms_of_copy()));
    // Neighbours on the spiral are at least 3.09 / sqrt(copies) apart on a unit sphere.
    radius_ = (2 * ion_distance_ + between) * std::sqrt(static_cast<double>(copies_)) / 3;
  }

  [[nodiscard]] std::int64_t copies() const { return copies_; }
  [[nodiscard]] std::int64_t atoms_of_copy() const { return std::ssize(protein_) + ions_; }
  [[nodiscard]] double half_width() const { return radius_ + ion_distance_; }

  /// Calls use(atom, position) for the atoms of a copy.
  template <class Use>
  void each_atom(std::int64_t copy, const Use& use) const
  {
    std::seed_seq numbers{seed_, seed_ >> 32U, static_cast<std::uint64_t>(copy)};
    std::mt19937_64 random(numbers);
    const vec3 middle = middle_of(copy);
    const auto add = [&](const vec3& v) { return vec3{middle.x + v.x, middle.y + v.y, middle.z + v.z}; };
    const rotation turned(random);
    for (const atom& a : protein_) use(a, add(turned(a.at)));
    for (int n = 0; n < ions_; ++n) {
      atom ion = ion_;
      ion.number = std::to_string(n + 1);
      use(ion, add(rotation(random)({0, 0, ion_distance_})));
    }
  }

 private:
  /// A point of a spiral by the golden angle, which covers a sphere evenly.
  [[nodiscard]] vec3 middle_of(std::int64_t copy) const
  {
    const double height = 1 - static_cast<double>(2 * copy + 1) / static_cast<double>(copies_);
    const double angle = static_cast<double>(copy) * std::numbers::pi * (3 - std::sqrt(5.0));
    const double across = radius_ * std::sqrt(1 - height * height);
    return {across * std::cos(angle), across * std::sin(angle), radius_ * height};
  }

  std::vector<atom> protein_;
  atom ion_;
  int ions_;
  std::uint64_t seed_;
  double ion_distance_, radius_;
  std::int64_t copies_;
};

/// Each copy has chains of its own. Words are separated by blanks, as no columns of a PDB file have room for them.
std::string text_of_copy(const capsid& whole, std::int64_t copy, bool pqr)
{
  std::string text;
  std::int64_t serial = copy * whole.atoms_of_copy();
  whole.each_atom(copy, [&](const atom& a, const vec3& at) {
    std::array<char, 160> line;
    const std::string chain = a.chain + std::to_string(copy);
    const auto number = static_cast<long long>(++serial);
    const int size =
        pqr ? std::snprintf(line.data(), line.size(), "%-6s%-8lld %-4s %-3s %-6s %4s %9.3f %9.3f %9.3f %7.4f %6.4f\n",
                            a.record.c_str(), number, a.name.c_str(), a.residue.c_str(), chain.c_str(),
                            a.number.c_str(), at.x, at.y, at.z, a.charge, a.radius)
            : std::snprintf(line.data(), line.size(), "%s %lld %c %s . %s %s %s ? %.3f %.3f %.3f 1.00 0.00 %s %s 1\n",
                            a.record.c_str(), number, a.name[0], a.name.c_str(), a.residue.c_str(), chain.c_str(),
                            a.number.c_str(), at.x, at.y, at.z, a.number.c_str(), chain.c_str());
    text.append(line.data(), static_cast<std::size_t>(size));
  });
  return text;
}

std::string cif_header()
{
  std::string header = "data_capsid\nloop_\n";
  for (const char* item : {"group_PDB", "id", "type_symbol", "label_atom_id", "label_alt_id", "label_comp_id",
                           "label_asym_id", "label_seq_id", "pdbx_PDB_ins_code", "Cartn_x", "Cartn_y", "Cartn_z",
                           "occupancy", "B_iso_or_equiv", "auth_seq_id", "auth_asym_id", "pdbx_PDB_model_num"})
    header += std::string("_atom_site.") + item + "\n";
  return header;
}

void write(const capsid& whole, const std::string& path)
{
  const bool pqr = path.ends_with(".pqr");
  if (!pqr && !path.ends_with(".cif"))
    throw gridfold::error(path + " ends in neither .pqr nor .cif (the formats that are written): give another name");
  std::ofstream file(path, std::ios::binary);
  if (!pqr) file << cif_header();
#pragma omp parallel for ordered schedule(dynamic)
  for (std::int64_t copy = 0; copy < whole.copies(); ++copy) {
    const std::string text = text_of_copy(whole, copy, pqr);
#pragma omp ordered
    file << text;
  }
  file << (pqr ? "END\n" : "#\n") << std::flush;
  if (!file) throw gridfold::error("cannot write " + path + " (is the disk full?): name another file");
}

}  // namespace

int main(int argc, char** argv)
try {
  if (argc < 5)
    throw gridfold::error(
        "a protein, the number of atoms, a seed and outputs belong here: make_capsid PROTEIN.pqr ATOMS SEED "
        "OUTPUT.pqr|.cif ...");
  const capsid whole(read_protein(argv[1]), std::stoll(argv[2]), std::stoull(argv[3]));
  for (int n = 4; n < argc; ++n) write(whole, argv[n]);
  std::printf("%lld atoms, half width %.3f\n", static_cast<long long>(whole.copies() * whole.atoms_of_copy()),
              whole.half_width());
  return 0;
} catch (const std::exception& wrong) {
  std::fprintf(stderr, "make_capsid: %s\n", wrong.what());
  return 1;
}
