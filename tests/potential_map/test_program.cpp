// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests of the whole program: exit codes, messages, files.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "../support/seed.hpp"
#include "atoms.hpp"
#include "program.hpp"

namespace
{

using names = std::vector<std::string>;

/// The program where no GPU is visible.
result run(const scratch& folder, const std::string& arguments, const std::string& before = "")
{
  return run_program(folder, arguments, before + " CUDA_VISIBLE_DEVICES= ");
}

/// Atoms in "atoms.pqr", and a lattice for them that takes no time.
constexpr const char* small_lattice = " --origin 0 --shape 3 --spacing 1";
std::string good_atoms() { return "ATOM 1 N PRO A 1 0.25 0.5 0.5 -0.5 1.8\nATOM 2 C PRO A 1 1.5 1.5 1.5 1 1.8\n"; }

/// Checks that a run fails with this code and words and leaves nothing but the atoms in its folder.
void check_failure(const std::string& atoms, const std::string& arguments, int code, const std::string& words,
                   const std::string& before = "")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.pqr", atoms);
  const result done = run(folder, arguments, before);
  INFO(arguments << " said " << done.err);
  CHECK(done.code == code);
  CHECK(done.err.starts_with("potential-map: "));
  CHECK(contains(done.err, words));
  CHECK(folder.names() == names{"atoms.pqr"});
}

}  // namespace

TEST_CASE("a map is made in every format, with a summary")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.pqr", good_atoms());
  for (const std::string name : {"map.dx", "map.mrc", "map.npy"}) {
    const result done = run(folder, "atoms.pqr --device host -o " + name + small_lattice);
    CHECK(done.code == 0);
    CHECK(done.err.empty());
    for (const char* words : {"atoms: 2 atoms, total charge +0.5 e", "3 x 3 x 3 points, 1 Å apart", "ran on", "variant",
                              "pairs/s", "left out  0 pairs", "kT/e"})
      CHECK(contains(done.out, words));
    CHECK(contains(done.out, "wrote     " + name));
  }
  CHECK(folder.names() == names{"atoms.pqr", "map.dx", "map.mrc", "map.npy"});
}

TEST_CASE("--quiet prints nothing, and an older file is replaced")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  [[maybe_unused]] const auto older = folder.file("map.dx", "older");
  const result done = run(folder, std::string("atoms.pqr -o map.dx --quiet") + small_lattice);
  CHECK(done.code == 0);
  CHECK((done.out.empty() && done.err.empty()));
  CHECK(folder.read("map.dx").starts_with("# electrostatic potential of atoms in kT/e\nobject 1"));
  CHECK(folder.names() == names{"atoms.pqr", "map.dx"});
}

TEST_CASE("the manual page and the completions name every option")
{
  const scratch folder;
  const std::string help = run(folder, "--help").out;
  const std::string man = run(folder, "--document man").out;
  CHECK((man.starts_with(".TH POTENTIAL") && contains(man, ".SS Lattice\n") && contains(man, "Exit codes")));
  int options = 0;
  for (std::size_t at = help.find("\n  -"); at != help.npos; at = help.find("\n  -", at + 1)) {
    std::string name = help.substr(at + 3, help.find_first_of(" \n", at + 3) - at - 3);
    name = name.substr(name.find(",") + 1);
    CAPTURE(name);
    CHECK(contains(run(folder, "--document bash").out, " " + name));
    CHECK(contains(run(folder, "--document zsh").out, "'" + name + "["));
    CHECK(contains(run(folder, "--document fish").out, " -l " + name.substr(2) + " "));
    std::string in_roff;
    for (const char c : name) in_roff += c == '-' ? std::string("\\-") : std::string(1, c);
    CHECK(contains(man, in_roff + "\\fR"));
    ++options;
  }
  CHECK(options > 20);
  CHECK(!contains(help, "--document"));
  CHECK(run(folder, "--document other").code == 2);
}

TEST_CASE("bash completes options and their values")
{
  const scratch folder;
  [[maybe_unused]] const auto script = folder.file("complete", run(folder, "--document bash").out);
  const auto completed = [&](const std::string& words, int count) {
    const std::string line = "cd '" + folder.path() + "' && bash -c '. ./complete; COMP_WORDS=(potential-map " + words +
                             "); COMP_CWORD=" + std::to_string(count) + "; _potential_map; echo ${COMPREPLY[*]}' >out";
    REQUIRE(std::system(line.c_str()) == 0);
    return folder.read("out");
  };
  CHECK(completed("--method d", 2) == "direct\n");
  CHECK(completed("--script p", 2) == "pymol\n");
  CHECK(completed("--force-f", 1) == "--force-field\n");
  CHECK(completed("-o comp", 2) == "complete\n");
  CHECK(completed("comp", 1) == "complete\n");
}

TEST_CASE("--like uses the lattice of another map")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  CHECK(run(folder, "atoms.pqr -o one.dx --spacing 5 6 7 --quiet").code == 0);
  CHECK(run(folder, "atoms.pqr -o two.dx --like one.dx --quiet").code == 0);
  CHECK(folder.read("one.dx") == folder.read("two.dx"));
}

TEST_CASE("a pair of an atom and the point it lies on is left out, and counted")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.txt", "1 1 1 2\n");
  const result done = run(folder, std::string("atoms.txt -o map.npy") + small_lattice);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "left out  1 pairs"));
}

TEST_CASE("infinite values are written if requested")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.txt", "1 1 1 2\n");
  const result done = run(folder, std::string("atoms.txt -o map.dx --singularity infinite") + small_lattice);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "infinite  1 points"));
  CHECK(contains(folder.read("map.dx"), " inf "));
}

namespace
{

constexpr half_lattice points{29, 23, 31};
constexpr const char* on_half_lattice = " --origin 0 --shape 29 23 31 --spacing 0.5 --device host --quiet";

/// The bytes of a gzip file, by the command gzip.
[[maybe_unused]] std::string unpacked(const scratch& folder, const std::string& name)
{
  const scratch other;
  const std::string target = (other / "bytes").string();
  REQUIRE(std::system(("gzip -cd '" + (folder / name).string() + "' >'" + target + "'").c_str()) == 0);
  return other.read("bytes");
}

/// The map of atoms with these options, in T and e/A (or e/A^3); empty if the run failed.
template <class T>
std::vector<T> map_of(const std::vector<atom>& atoms, const std::string& options)
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(atoms));
  const std::string unit = contains(options, "gaussian") ? "" : " --units e/A";
  const std::string precision = sizeof(T) == 8 ? " --precision double" : "";
  const result done = run(folder, "atoms.txt -o map.npy " + options + unit + precision + on_half_lattice);
  INFO(done.err);
  CHECK(done.code == 0);
  return values_of<T>(folder.read("map.npy"), points.size());
}

}  // namespace

#ifdef HAVE_ZLIB

TEST_CASE("an output whose name ends in .gz is compressed, and equal runs make equal files")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", text_of(some_atoms(test::seed())));
  for (const std::string name : {"map.dx", "map.mrc", "map.npy"}) {
    for (const std::string& output : {name, name + ".gz", "again_" + name + ".gz"})
      CHECK(run(folder, "atoms.txt -o " + output + on_half_lattice).code == 0);
    CHECK(unpacked(folder, name + ".gz") == folder.read(name));
    CHECK(folder.read(name + ".gz") == folder.read("again_" + name + ".gz"));
    CHECK(folder.read(name + ".gz").size() < folder.read(name).size());
  }
  CHECK(run(folder, "atoms.txt -o like.dx --quiet --like map.dx.gz").code == 0);
  CHECK(folder.read("like.dx") == folder.read("map.dx"));
}

TEST_CASE("a compressed lattice that is cut off or damaged is refused")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  REQUIRE(run(folder, std::string("atoms.pqr -o map.dx.gz") + small_lattice).code == 0);
  const std::string whole = folder.read("map.dx.gz");
  std::string damaged = whole;
  damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x10);
  for (const std::string& wrong : {whole.substr(0, whole.size() - 1), whole.substr(0, whole.size() / 2), damaged}) {
    [[maybe_unused]] const auto file = folder.file("wrong.dx.gz", wrong);
    const result done = run(folder, "atoms.pqr -o two.dx --like wrong.dx.gz");
    CHECK(done.code == 1);
    CHECK(contains(done.err, "wrong.dx.gz is damaged or cut off (gzip cannot unpack it)"));
  }
}

#else

TEST_CASE("an output whose name ends in .gz is refused without zlib")
{
  check_failure(good_atoms(), std::string("atoms.pqr -o map.dx.gz") + small_lattice, 1, "built without zlib");
}

#endif

TEST_CASE("one layer of points across any axis has the sums at its points, in the map's order")
{
  const std::vector<atom> atoms = some_atoms(test::seed());
  const scratch folder;
  const auto file = folder.file("atoms.txt", text_of(atoms));
  for (const half_lattice& layer : {half_lattice{1, 23, 31}, {23, 1, 31}, {23, 31, 1}, {1, 1, 31}}) {
    CAPTURE(layer.nx);
    CAPTURE(layer.ny);
    const std::string shape =
        std::to_string(layer.nx) + " " + std::to_string(layer.ny) + " " + std::to_string(layer.nz);
    REQUIRE(run_program(folder, "atoms.txt -o map.npy --units e/A --origin 0 --spacing 0.5 --quiet --shape " + shape)
                .code == 0);
    const auto inverse = [](double r) { return 1 / r; };
    CHECK(wrong_points(layer, atoms, values_of<float>(folder.read("map.npy"), layer.size()), 24, inverse, inverse) ==
          0);
  }
}

TEST_CASE_TEMPLATE("a cutoff beyond the system is the direct sum less the shift", T, float, double)
{
  const std::vector<atom> atoms = some_atoms(test::seed());
  const std::vector<T> direct = map_of<T>(atoms, ""), cut = map_of<T>(atoms, "--cutoff 90");
  double charge = 0;
  for (const atom& a : atoms) charge += a.charge;
  REQUIRE((direct.size() == points.size() && cut.size() == points.size()));
  // Each of 60 terms of at most 1 / 0.37 has an error of up to 24 units, and each of 60 additions one more.
  const double bound = 2 * (60 + 24) * 60 / 0.37 * std::numeric_limits<T>::epsilon() / 2;
  int wrong = 0;
  for (std::size_t n = 0; n < cut.size(); ++n)
    wrong += !(std::abs(static_cast<double>(direct[n]) - charge / 90 - static_cast<double>(cut[n])) <= bound);
  CHECK(wrong == 0);
  // Both are the sum in float64, more closely.
  CHECK(wrong_points(
            points, atoms, cut, 24, [](double r) { return 1 / r - 1.0 / 90; },
            [](double r) { return 1 / r + 1.0 / 90; }) == 0);
}

TEST_CASE_TEMPLATE("a small cutoff takes the atoms within it", T, float, double)
{
  const std::vector<atom> atoms = some_atoms(test::seed());
  for (const double cutoff : {0.4, 1.9, 8.1}) {
    CAPTURE(cutoff);
    const auto map = map_of<T>(atoms, "--cutoff " + std::to_string(cutoff));
    CHECK(wrong_points(
              points, atoms, map, 24, [=](double r) { return r < cutoff ? 1 / r - 1 / cutoff : 0; },
              [=](double r) { return r < 1.01 * cutoff ? 1 / r + 1 / cutoff : 0; }) == 0);
    CHECK(std::count(map.begin(), map.end(), T(0)) > (cutoff < 1 ? 20000 : 0));
  }
}

TEST_CASE("atoms out of reach of every point change neither the map nor the time, however many")
{
  std::vector<atom> atoms = some_atoms(test::seed());
  const auto near = map_of<float>(atoms, "--cutoff 3");
  for (int n = 0; n < 100000; ++n) atoms.push_back({0.25 * (n % 100), 20000, 0.5, 1});
  CHECK(map_of<float>(atoms, "--cutoff 3") == near);  // sorted, they would share a cell: 10^10 comparisons
  const std::vector<atom> far(atoms.begin() + 60, atoms.end());
  CHECK(map_of<float>(far, "--cutoff 3") == std::vector<float>(points.size()));
}

TEST_CASE("a cutoff holds for every interaction")
{
  const std::vector<atom> atoms = some_atoms(test::seed());
  const auto check = [&](const std::string& options, auto f, double steepness) {
    CAPTURE(options);
    const auto map = map_of<double>(atoms, options + " --cutoff 6.1");
    // An exponential has an error of up to 4 units more for each unit of its exponent, which is at most 20.
    CHECK(wrong_points(
              points, atoms, map, 24 + steepness, [&](double r) { return r < 6.1 ? f(r) - f(6.1) : 0; },
              [&](double r) { return r < 6.2 ? f(r) + f(6.1) : 0; }) == 0);
  };
  check(
      "--interaction yukawa --kappa 0.25", [](double r) { return std::exp(-0.25 * r) / r; }, 80);
  check(
      "--interaction distance-dielectric", [](double r) { return 1 / (4 * r * r); }, 0);
  check(
      "--interaction gaussian --width 1",
      [](double r) { return std::exp(-r * r / 2) / std::pow(2 * std::acos(-1.0), 1.5); }, 80);
  check(
      "--singularity soften --softening 0.5", [](double r) { return 1 / std::sqrt(r * r + 0.25); }, 0);
}

TEST_CASE("the summary of a map with a cutoff says what it knows, and so do its files")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.txt", "1 1 1 2\n");
  const result done = run(folder, std::string("atoms.txt -o map.dx --cutoff 1.5") + small_lattice);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "points/s (pairs within the cutoff are not counted)"));
  CHECK(!contains(done.out, "pairs/s"));
  CHECK(contains(done.out, "cutoff    1.5 Å; each atom adds its value less that at the cutoff"));
  CHECK(contains(done.out, "left out  1 pairs"));
  CHECK(
      folder.read("map.dx").starts_with("# electrostatic potential of atoms in kT/e, shifted to a cutoff of 1.5 A\n"));
  const result infinite =
      run(folder, std::string("atoms.txt -o map.dx --cutoff 1.5 --singularity infinite") + small_lattice);
  CHECK(contains(infinite.out, "infinite  1 points"));
}

TEST_CASE("a cutoff beyond the precision")
{
  check_failure(
      good_atoms(), std::string("atoms.pqr -o map.dx --cutoff 1e-30") + small_lattice, 1,
      "the square of a cutoff of 1e-30 A is beyond the precision's range (distances are compared with it): use "
      "--precision double, or give another --cutoff");
  check_failure(good_atoms(), std::string("atoms.pqr -o map.dx --cutoff 1e200 --precision double") + small_lattice, 1,
                "beyond the precision's range");
}

TEST_CASE("help, version and variants are exit code 0")
{
  const scratch folder;
  CHECK(run(folder, "--help").code == 0);
  CHECK(contains(run(folder, "--help").out, "Usage: potential-map"));
  CHECK(run(folder, "--version").out.starts_with("potential-map "));
  const result variants = run(folder, "--list-variants --device host");
  CHECK(variants.code == 0);
  CHECK(contains(variants.out, "\n"));
}

TEST_CASE("a picture is written beside the map")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  const result done = run(folder, std::string("atoms.pqr -o map.npy --picture slice.png") + small_lattice);
#ifdef HAVE_CAIRO
  CHECK(done.code == 0);
  CHECK(folder.names() == names{"atoms.pqr", "map.npy", "slice.png"});
  CHECK(folder.read("slice.png").substr(1, 3) == "PNG");
#else
  CHECK(done.code == 1);
  CHECK(contains(done.err, "built without Cairo"));
  CHECK(folder.names() == names{"atoms.pqr"});
#endif
}

#ifdef HAVE_CAIRO
TEST_CASE("a picture alone, across any axis, between the lattice's planes")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  const result done = run(folder, std::string("atoms.pqr --picture slice.png --plane y=0.7 --range 3") + small_lattice);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "3 x 1 x 3 points, 1 Å apart, first at (0, 0.7, 0) Å"));
  CHECK(folder.names() == names{"atoms.pqr", "slice.png"});
  check_failure(good_atoms(), std::string("atoms.pqr --picture slice.png --plane y=2.7") + small_lattice, 1,
                "the plane y = 2.7 A is outside the lattice (which reaches from 0 to 2 A)");
}
#endif

TEST_CASE("a script appears with its map, and replaces no input")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  const result done = run(folder, std::string("atoms.pqr -o map.dx --script pymol") + small_lattice);
  CHECK(done.code == 0);
  CHECK(contains(done.out, "wrote     map.pml"));
  CHECK(contains(folder.read("map.pml"), "\"atoms.pqr\""));
  CHECK(folder.names() == names{"atoms.pqr", "map.dx", "map.pml"});
  check_failure(good_atoms(), std::string("atoms.pqr -o map.npy --script vmd") + small_lattice, 2,
                "viewers read OpenDX and MRC files");
  const scratch other;
  [[maybe_unused]] const auto named_as_script = other.file("map.tcl", good_atoms());
  CHECK(contains(run(other, std::string("map.tcl -o map.dx --script vmd") + small_lattice).err,
                 "the output would replace the input"));
}

TEST_CASE("what leaves atoms out unasked is said with --quiet, too")
{
  const scratch folder;
  const std::string two = "ATOM 1 N APRO A 1 0.25 0.5 0.5 -0.5 1.8\nATOM 1 N BPRO A 1 0.5 0.5 0.5 -0.25 1.8\n";
  [[maybe_unused]] const auto one = folder.file("altloc.pqr", two),
                              other = folder.file("models.pqr", "MODEL 1\n" + good_atoms() + "ENDMDL\nMODEL 2\n" +
                                                                    good_atoms() + "ENDMDL\n");
  const auto said = [&](const std::string& arguments) {
    return run(folder, arguments + " -o map.npy --quiet" + small_lattice).err;
  };
  CHECK(said("altloc.pqr") ==
        "potential-map: altloc.pqr: took alternate location A, without 1 atom at others (--altloc X takes another)\n");
  CHECK(said("models.pqr") == "potential-map: models.pqr: took model 1, one of 2 (--model N takes another)\n");
  CHECK((said("altloc.pqr --altloc A").empty() && said("models.pqr --model 2").empty()));
}

TEST_CASE("a summary of infinite values alone says that none is finite")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.txt", "0 0 0 1\n5 0 0 -1\n");
  for (const std::string points : {" --at atoms -o v.csv", " --origin 0 --shape 2 1 1 --spacing 5 -o v.npy"}) {
    const result done = run(folder, "atoms.txt --singularity infinite" + points);
    CHECK(contains(done.out, "infinite  2 points\n"));
    CHECK(contains(done.out, "values    none that is finite, "));
  }
}

TEST_CASE("without chemfiles a trajectory in XTC is refused")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --trajectory md.xtc", 1, "the library chemfiles is not found",
                "CHEMFILES_LIBRARY=/nowhere/libchemfiles.so");
}

TEST_CASE("no such file")
{
  check_failure(good_atoms(), "none.pqr -o map.dx", 1, "none.pqr (No such file or directory)");
}

TEST_CASE("an empty file") { check_failure("", "atoms.pqr -o map.dx", 1, "atoms.pqr is empty"); }

TEST_CASE("a directory") { check_failure(good_atoms(), ". -o map.dx", 1, "is a directory"); }

TEST_CASE("no PQR file") { check_failure("%PDF-1.5\nx\n", "atoms.pqr -o map.dx", 1, "no record of a PQR file"); }

TEST_CASE("the summary names the model and locations used")
{
  const scratch folder;
  const std::string alternate = "ATOM 1 N APRO A 1 0.25 0.5 0.5 -0.5 1.8\nATOM 1 N BPRO A 1 0.5 0.5 0.5 -0.25 1.8\n";
  [[maybe_unused]] const auto file =
      folder.file("atoms.pqr", "MODEL 1\n" + good_atoms() + "ENDMDL\nMODEL 2\n" + alternate + "ENDMDL\n");
  const result first = run(folder, std::string("atoms.pqr -o map.npy") + small_lattice);
  CHECK(first.code == 0);
  CHECK(contains(first.out, "atoms: 2 atoms, total charge +0.5 e\ntook      model 1, one of 2"));
  const result second = run(folder, std::string("atoms.pqr -o map.npy --model 2 --altloc B") + small_lattice);
  CHECK(second.code == 0);
  CHECK(contains(second.out, "atoms: 1 atom, total charge -0.25 e\ntook      model 2, one of 2"));
  CHECK(contains(second.out, "\ntook      alternate location B, without 1 atom at others"));
}

TEST_CASE("no atoms") { check_failure("REMARK\nEND\n", "atoms.pqr -o map.dx", 1, "holds no atoms"); }

TEST_CASE("too few fields")
{
  check_failure(good_atoms() + "ATOM 3 C PRO 1 1 2\n", "atoms.pqr -o map.dx", 1, "atoms.pqr:3: the line has 7 fields");
}

TEST_CASE("a word where a number belongs")
{
  check_failure("ATOM 1 N PRO A 1 0 zero 0 1 1\n", "atoms.pqr -o map.dx", 1, "atoms.pqr:1: the line has 'zero'");
}

TEST_CASE("not a number") { check_failure("0 0 nan 1\n", "atoms.pqr -o map.dx", 1, "atoms.pqr:1: the line has 'nan'"); }

TEST_CASE("an infinite charge")
{
  check_failure("1 2 3 4\n0 0 0 -inf\n", "atoms.pqr -o map.dx", 1, "atoms.pqr:2: the line has '-inf'");
}

TEST_CASE("a charge of 1e30 is a warning where the map stays finite")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.txt", "0.5 0.5 0.5 1e30\n");
  const result done = run(folder, std::string("atoms.txt -o map.dx") + small_lattice);
  CHECK(done.code == 0);
  CHECK(contains(done.err, "potential-map: warning: atoms.txt:1: a charge is beyond 1000 e"));
  CHECK(folder.names() == names{"atoms.txt", "map.dx"});
}

TEST_CASE("a map beyond single precision")
{
  check_failure("0.5 0.5 0.5 1e38\n", std::string("atoms.pqr -o map.dx") + small_lattice, 1, "precision");
}

TEST_CASE("a spacing of 0") { check_failure(good_atoms(), "atoms.pqr -o map.dx --spacing 0", 2, "--spacing got '0'"); }

TEST_CASE("a negative spacing")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --spacing -0.5", 2, "--spacing got '-0.5'");
}

TEST_CASE("a spacing of NaN")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --spacing nan", 2, "--spacing got 'nan'");
}

TEST_CASE("a shape of 0")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --origin 0 --shape 3 0 3", 2, "--shape got '0'");
}

TEST_CASE("a shape beyond memory")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --origin 0 --shape 100000", 1, "of memory is available");
}

TEST_CASE("a shape beyond counting")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --origin 0 --shape 9000000000000000000", 1, "2^63 points");
}

TEST_CASE("a spacing so small that the lattice is beyond memory")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --spacing 1e-4", 1, "of memory is available");
}

TEST_CASE("an output in no folder")
{
  check_failure(good_atoms(), "atoms.pqr -o none/map.dx", 1, "cannot create none/map.dx (No such file or directory)");
}

TEST_CASE("an unwritable picture is an error before the computation, and no map is written")
{
  check_failure(good_atoms(), std::string("atoms.pqr -o map.dx --picture none/slice.png --quiet") + small_lattice, 1,
#ifdef HAVE_CAIRO
                "cannot create none/slice.png");
#else
                "built without Cairo");
#endif
}

TEST_CASE("an output that is a folder")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  std::filesystem::create_directory(folder / "map.dx");
  const result done = run(folder, "atoms.pqr -o map.dx");
  CHECK(done.code == 1);
  CHECK(contains(done.err, "map.dx is a directory"));
  CHECK(folder.names() == names{"atoms.pqr", "map.dx"});
}

TEST_CASE("an output that is an input is refused, under any name")
{
  for (const char* link : {"ln -s atoms.pqr map.dx", "ln atoms.pqr map.dx"}) {
    const scratch folder;
    [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
    const result done = run(folder, std::string("atoms.pqr -o map.dx") + small_lattice, std::string(link) + ";");
    CHECK(done.code == 1);
    CHECK(contains(done.err, "map.dx and atoms.pqr are one file (the output would replace the input)"));
    CHECK(folder.read("atoms.pqr") == good_atoms());
  }
}

TEST_CASE("the lattice's file is an input too")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  CHECK(run(folder, std::string("atoms.pqr -o map.dx") + small_lattice).code == 0);
  CHECK(contains(run(folder, "atoms.pqr -o map.dx --like ./map.dx").err, "are one file"));
}

TEST_CASE("a map on the standard output is the only output there")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  CHECK(run(folder, std::string("atoms.pqr -o map.dx") + small_lattice).code == 0);
  const std::string map = folder.read("map.dx");
  const result printed = run(folder, std::string("atoms.pqr -o /dev/stdout") + small_lattice);
  CHECK(printed.out == map);
  CHECK(printed.err.empty());
  CHECK(run(folder, std::string("atoms.pqr -o /dev/stdout") + small_lattice + " | cat").out == map);
  CHECK(run(folder, std::string("atoms.pqr -o new.dx") + small_lattice + " >>new.dx #").code == 0);
  CHECK(folder.read("new.dx") == map);
}

TEST_CASE("an unknown suffix") { check_failure(good_atoms(), "atoms.pqr -o map.cub", 2, "the suffix '.cub'"); }

TEST_CASE("a full disk")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --origin 0 --shape 20 --spacing 1 --quiet", 1,
                "cannot write map.dx (File too large)", "ulimit -f 8;");
}

TEST_CASE("a GPU where there is none") { check_failure(good_atoms(), "atoms.pqr -o map.dx --device cuda", 1, "GPU"); }

TEST_CASE("an unknown variant")
{
  check_failure(good_atoms(), std::string("atoms.pqr -o map.dx --variant none-such") + small_lattice, 1, "none-such");
}

TEST_CASE("--like with another lattice")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --like atoms.pqr --spacing 1", 2, "excludes");
}

TEST_CASE("--like something else")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --like atoms.pqr", 1, "no OpenDX header");
}

TEST_CASE("--origin alone")
{
  check_failure(good_atoms(), "atoms.pqr -o map.dx --origin 0", 2, "--origin requires --shape");
}

TEST_CASE("no arguments") { check_failure(good_atoms(), "", 2, "no atoms are given"); }

TEST_CASE("the output full: nothing can be printed")
{
  const scratch folder;
  [[maybe_unused]] const auto atoms = folder.file("atoms.pqr", good_atoms());
  const std::string line =
      "cd '" + folder.path() + "' && '" + PROGRAM + "' atoms.pqr -o map.dx --origin 0 --shape 3 " + ">/dev/full 2>err";
  CHECK(WEXITSTATUS(std::system(line.c_str())) == 1);
  CHECK(contains(folder.read("err"), "cannot print to the standard output (No space left on device)"));
  CHECK(folder.names() == names{"atoms.pqr", "err"});
}

TEST_CASE("an interrupted program leaves nothing behind")
{
  const scratch folder;
  std::string atoms;
  for (int i = 0; i < 20000; ++i) atoms += std::to_string(i % 7) + ".5 0.5 " + std::to_string(i) + " 1\n";
  [[maybe_unused]] const auto file = folder.file("atoms.txt", atoms);
  const result done =
      run(folder, "atoms.txt -o map.npy --origin 0 --shape 400 --device host --threads 1", "timeout -s TERM 1 env");
  CHECK(done.code == 124);
  CHECK(folder.names() == names{"atoms.txt"});
}
