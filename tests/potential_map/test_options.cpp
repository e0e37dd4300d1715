// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cmath>

#include "../support/scratch.hpp"
#include "engine/memory.hpp"
#include "options/lattice.hpp"
#include "options/options.hpp"

using namespace potential_map;

namespace
{

/// The options of a command line that is otherwise complete; words are separated by single spaces.
options read(const std::string& line)
{
  std::vector<std::string> arguments{"atoms.pqr"};
  if (!line.starts_with("-o ")) arguments.insert(arguments.end(), {"-o", "map.dx"});
  std::istringstream words(line);
  for (std::string word; words >> word;) arguments.push_back(word);
  return read_options(arguments);
}

std::string complaint(const std::string& line)
{
  try {
    read(line);
  } catch (const usage_error& wrong) {
    return wrong.what();
  }
  return "";
}

molecule two_atoms() { return {"two", {{1, 2, 3, 1}, {5, 2, 2, -1}}, {}, {}}; }

}  // namespace

TEST_CASE("the defaults")
{
  const options asked = read("");
  CHECK(asked.atoms == "atoms.pqr");
  CHECK(asked.map == "map.dx");
  CHECK((asked.picture.empty() && asked.like.empty() && !asked.origin && !asked.shape));
  CHECK((asked.spacing.x == 0.5 && asked.spacing.y == 0.5 && asked.spacing.z == 0.5 && asked.padding == 10));
  CHECK(asked.what.pair == interaction::coulomb);
  CHECK(asked.what.digits == precision::single);
  CHECK((asked.what.how == method::automatic && asked.what.accuracy == 1e-5));
  CHECK(asked.what.at_atoms == singularity::leave_out);
  CHECK(asked.what.on == processor::automatic);
  CHECK((asked.what.dielectric == 1 && asked.what.threads == 0 && asked.what.device_memory == 0));
  CHECK(asked.what.variant.empty());
  CHECK(asked.shown_in.name == "kT/e");
  CHECK(asked.what.unit == doctest::Approx(560.46).epsilon(1e-4));
  CHECK((!asked.quiet && !asked.force && !asked.list_variants && asked.answer.empty()));
}

TEST_CASE("every option is read")
{
  const options asked = read(
      "--picture p.png --origin -1 -2.5 -.5 --shape 3 4 5 --spacing 0.5 1 2 --interaction yukawa --kappa 0.125 "
      "--dielectric 80 --units kJ/mol/e --precision double --singularity soften --softening 0.25 --device host "
      "--threads 3 --quiet");
  CHECK(asked.picture == "p.png");
  CHECK((asked.origin->x == -1 && asked.origin->y == -2.5 && asked.origin->z == -0.5));
  CHECK(*asked.shape == gridfold::shape3{3, 4, 5});
  CHECK((asked.spacing.x == 0.5 && asked.spacing.y == 1 && asked.spacing.z == 2));
  CHECK(asked.what.pair == interaction::yukawa);
  CHECK((asked.what.kappa == 0.125 && asked.what.dielectric == 80 && asked.what.softening == 0.25));
  CHECK(asked.what.unit == doctest::Approx(1389.35).epsilon(1e-5));
  CHECK(asked.what.digits == precision::twice);
  CHECK(asked.what.at_atoms == singularity::softened);
  CHECK(asked.what.on == processor::host);
  CHECK((asked.what.threads == 3 && asked.quiet));
  CHECK(read("--variant fold --singularity leave-out").what.variant == "fold");
  CHECK(read("--device cuda --device-memory 64").what.device_memory == 64 * 1024 * 1024);
}

TEST_CASE("a model and an alternate location are chosen")
{
  CHECK((!read("").of_atoms.model && !read("").of_atoms.altloc));
  CHECK(read("--model 12").of_atoms.model == 12);
  CHECK(read("--altloc B").of_atoms.altloc == 'B');
  CHECK(!read("--altloc first").of_atoms.altloc);
  CHECK(contains(complaint("--altloc AB"), "--altloc got 'AB' (not one letter, nor first)"));
  for (const char* number : {"0", "-1", "1.5", "first"})
    CHECK(contains(complaint(std::string("--model=") + number), "--model got"));
}

TEST_CASE("numbers of an option may be separate or joined, and the file name is not taken for one")
{
  CHECK(*read("--shape 7 --origin -1,-2,-3").shape == gridfold::shape3{7, 7, 7});
  CHECK(read("--shape 7 --origin -1,-2,-3").origin->y == -2);
  CHECK(read("--spacing=0.25,0.5,1").spacing.z == 1);
  const options asked = read_options({"-o", "m.npy", "--spacing", "0.25", "atoms.pqr"});
  CHECK((asked.atoms == "atoms.pqr" && asked.spacing.z == 0.25));
}

TEST_CASE("units")
{
  CHECK(read("--units e/A").what.unit == 1);
  CHECK(read("--units V").what.unit == doctest::Approx(14.39965).epsilon(1e-6));
  CHECK(read("--units kcal/mol/e").what.unit == doctest::Approx(332.0637).epsilon(1e-6));
  CHECK(read("--temperature 596.3").what.unit == doctest::Approx(560.46 / 2).epsilon(1e-4));
  CHECK(read("--interaction gaussian --width 2").shown_in.name == "e/A^3");
  CHECK(read("--interaction gaussian").what.unit == 1);
}

TEST_CASE("the slope of the distance-dependent dielectric is 4 unless it is given")
{
  CHECK(read("--interaction distance-dielectric").what.dielectric == 4);
  CHECK(read("--interaction distance-dielectric --dielectric 1").what.dielectric == 1);
}

TEST_CASE("a cutoff is a positive distance, and there is none by default")
{
  CHECK(read("").what.cutoff == 0);
  CHECK(read("--cutoff 12.5").what.cutoff == 12.5);
  for (const char* number : {"0", "-1", "nan", "inf", "half", "1,2,3"})
    CHECK(contains(complaint(std::string("--cutoff=") + number), "--cutoff got"));
  CHECK(contains(complaint("--cutoff -8"), "--cutoff got '-8' (not a finite number above 0)"));
}

TEST_CASE("a method and its accuracy")
{
  CHECK(read("--method mesh").what.how == method::mesh);
  CHECK(read("--method direct").what.how == method::direct);
  CHECK(read("--precision double").what.accuracy == 1e-8);
  CHECK(read("--precision double --accuracy 1e-10").what.accuracy == 1e-10);
  CHECK(read("--accuracy 1e-6").what.accuracy == 1e-6);
  CHECK(complaint("--accuracy 1e-7") ==
        "--accuracy got 1e-07 (not from 1e-2 to 1e-06, which a mesh reaches in this precision): give another, or add "
        "--precision double");
  for (const char* number : {"0.02", "1e-11"})
    CHECK(contains(complaint(std::string("--precision double --accuracy ") + number), "which a mesh reaches"));
  for (const char* number : {"0", "-1", "nan", "high"})
    CHECK(contains(complaint(std::string("--accuracy=") + number), "--accuracy got"));
  CHECK(contains(complaint("--method magic"), "magic"));
  CHECK(contains(complaint("--method direct --accuracy 1e-3"), "--accuracy has no effect here (a direct sum has no"));
  CHECK(read("--method mesh --accuracy 1e-3 --interaction yukawa --kappa 0.1").what.how == method::mesh);
  for (const char* other : {"--interaction distance-dielectric", "--interaction gaussian", "--cutoff 8",
                            "--singularity soften", "--variant fold"}) {
    CHECK(contains(complaint(std::string("--method mesh ") + other), "--method mesh does not compute "));
    CHECK(
        contains(complaint(std::string("--accuracy 1e-3 ") + other), "--accuracy has no effect here (it is a mesh's"));
    CHECK(read(std::string("--method auto ") + other).what.how == method::automatic);
  }
}

TEST_CASE("what a picture shows")
{
  CHECK((read("").view.where.axis == 2 && !read("").view.where.at && !read("").view.range && !read("").script));
  const options asked = read("--picture p.png --plane y=-3.5 --range 12");
  CHECK((asked.view.where.axis == 1 && asked.view.where.at == -3.5 && asked.view.range == 12));
  CHECK((read("--picture p.png --plane x").view.where.axis == 0 && !read("--picture p.png --plane x").view.where.at));
  for (const char* wrong : {"w=1", "z1", "1", "z=", "z=nan", "z=1,2", "=1"})
    CHECK(contains(complaint(std::string("--picture p.png --plane=") + wrong), "--plane got '"));
  for (const char* wrong : {"0", "-1", "nan", "wide"})
    CHECK(contains(complaint(std::string("--picture p.png --range=") + wrong), "--range got"));
  CHECK(read("--script vmd").script == viewer::vmd);
  CHECK(read("--script vmd --range 12").view.range == 12);
}

TEST_CASE("frames of a trajectory")
{
  const options asked = read("--trajectory md.xtc --first 2 --last 30 --stride 3 --deviation sd.mrc");
  CHECK((asked.trajectory == "md.xtc" && asked.deviation == "sd.mrc"));
  CHECK((asked.frames.first == 2 && asked.frames.last == 30 && asked.frames.stride == 3));
  CHECK((read("").frames.first == 1 && read("").frames.last == 0 && read("").frames.stride == 1));
  for (const char* option : {"--first", "--last", "--stride"})
    CHECK(contains(complaint(std::string("--trajectory md.xtc ") + option + " 0"), std::string(option) + " got '0'"));
  CHECK(contains(complaint("--trajectory md.xtc --first 3 --last 2"), "--last is before --first"));
  CHECK(contains(complaint("--trajectory md.xtc --deviation sd.map"), "the suffix '.map'"));
  CHECK(contains(complaint("--trajectory md.xtc --singularity infinite"), "an average cannot have infinite points"));
}

TEST_CASE("an output of each frame has {frame} in its name")
{
  const auto wrong = [](std::vector<std::string> more) {
    more.insert(more.begin(), "a.pqr");
    return message_of([&] { read_options(more); });
  };
  CHECK(wrong({"-o", "m{frame}.dx", "--trajectory", "md.nc", "--picture", "p{frame}.png"}).empty());
  CHECK(contains(wrong({"-o", "m{frame}.dx"}), "an output has {frame} in its name (there are no frames)"));
  CHECK(contains(wrong({"-o", "m{frame}.dx", "--trajectory", "md.nc", "--picture", "p.png"}), "in both or in neither"));
  CHECK(contains(wrong({"-o", "m{frame}.dx", "--trajectory", "md.nc", "--deviation", "d.dx"}), "--deviation has no"));
  CHECK(contains(wrong({"-o", "m{frame}.dx", "--trajectory", "md.nc", "--script", "vmd"}), "--script has no effect"));
}

TEST_CASE("without an output the message names one that the call can have")
{
  const auto complaint_of = [](const std::vector<std::string>& call) {
    return message_of([&] { read_options(call); });
  };
  CHECK(contains(complaint_of({"a.pqr"}), "add -o MAP.dx or --picture SLICE.png"));
  CHECK(contains(complaint_of({"a.pqr", "--at", "atoms"}), "add -o VALUES.csv"));
}

TEST_CASE("a picture needs no map")
{
  const options asked = read_options({"a.pqr", "--picture", "p.png"});
  CHECK((asked.map.empty() && asked.picture == "p.png"));
  CHECK(contains(message_of([] {
                   read_options({"a.pqr", "--picture", "p.png", "--script", "pymol"});
                 }),
                 "--script has no effect here (there is no map)"));
}

TEST_CASE("a picture without a map computes one layer of points; with a map, the plane has to be in it")
{
  const molecule whole = two_atoms();
  const gridfold::lattice map = choose_lattice(read("--picture p.png --plane x=2"), whole);
  const gridfold::lattice layer =
      choose_lattice(read_options({"a.pqr", "--picture", "p.png", "--plane", "x=2"}), whole);
  CHECK(layer.shape == gridfold::shape3{1, map.shape.y, map.shape.z});
  CHECK((layer.origin.x == 2 && layer.origin.y == map.origin.y && layer.origin.z == map.origin.z));
  CHECK(contains(message_of([&] { choose_lattice(read("--picture p.png --plane z=99"), whole); }),
                 "the plane z = 99 A is outside the lattice"));
}

TEST_CASE("--help and --version are answers that need nothing else")
{
  CHECK(contains(read_options({"--help"}).answer, "--spacing"));
  CHECK(contains(read_options({"--version"}).answer, "potential-map 0."));
  CHECK(read_options({"--list-variants"}).list_variants);
}

TEST_CASE("an invalid number is refused")
{
  for (const char* number : {"0", "-1", "nan", "inf", "1e999", "half", "1,2", "1,,2"})
    CHECK(contains(complaint(std::string("--spacing=") + number), "--spacing got"));
  CHECK(contains(complaint("--spacing -1"), "--spacing got '-1'"));
  CHECK(contains(complaint("--shape 1,2 --origin 0"), "--shape got 2 numbers (a lattice has three axes)"));
  CHECK(contains(complaint("--padding -1"), "a finite number of 0 or more"));
  CHECK(contains(complaint("--padding 1,2,3"), "--padding got '1,2,3' (not a finite number"));
  CHECK(contains(complaint("--origin nan 0 0 --shape 1"), "--origin got 'nan'"));
  for (const char* count : {"0", "-1", "2.5", "1e3", "99999999999999999999"})
    CHECK(contains(complaint(std::string("--origin 0 --shape ") + count), "--shape got"));
  CHECK(contains(complaint("--threads 0"), "--threads got"));
  CHECK(contains(complaint("--threads 3000000000"), "--threads got '3000000000' (not a whole number from 1 to"));
  CHECK(contains(complaint("--threads 2,3"), "--threads got '2,3' (not a whole number"));
  CHECK(contains(complaint("--device-memory 0"), "--device-memory got"));
  for (const char* option : {"--temperature", "--dielectric"})
    CHECK(contains(complaint(std::string(option) + " 0"), std::string(option) + " got '0'"));
}

TEST_CASE("options that contradict each other are refused")
{
  CHECK(contains(complaint("--origin 0"), "--origin requires --shape"));
  CHECK(contains(complaint("--padding 3 --origin 0 --shape 3"), "--padding"));
  for (const char* other : {"--spacing 1", "--padding 1", "--origin 0 --shape 1"}) {
    const std::string wrong = complaint(std::string("--like other.dx ") + other);
    CHECK(contains(wrong, "excludes"));
  }
}

TEST_CASE("an option without effect is refused")
{
  CHECK(contains(complaint("--kappa 1"), "--kappa has no effect"));
  CHECK(contains(complaint("--width 1"), "--width has no effect"));
  CHECK(contains(complaint("--softening 1"), "--softening has no effect"));
  CHECK(contains(complaint("--units V --temperature 300"), "--temperature has no effect"));
  CHECK(contains(complaint("--interaction gaussian --units V"), "--units has no effect"));
  CHECK(contains(complaint("--interaction gaussian --dielectric 2"), "--dielectric has no effect"));
  CHECK(contains(complaint("--interaction gaussian --singularity infinite"), "--singularity has no effect"));
  CHECK(contains(complaint("--cutoff 8 --variant fold"), "--variant has no effect here (sums with a cutoff have one"));
  CHECK(contains(complaint("--cutoff 8 --list-variants"), "--list-variants has no effect"));
  for (const char* other : {"--interaction gaussian", "--interaction yukawa --kappa 1",
                            "--interaction distance-dielectric", "--singularity soften", "--singularity infinite"}) {
    const std::string of = std::string(other) + " ";
    CHECK(contains(complaint(of + "--variant fold"), "--variant has no effect here (only Coulomb's sums that leave"));
    CHECK(contains(complaint(of + "--list-variants"), "--list-variants has no effect here"));
  }
  CHECK(contains(complaint("--device cuda --threads 2"), "--threads has no effect"));
  CHECK(contains(complaint("--device host --device-memory 2"), "--device-memory has no effect"));
  CHECK(contains(complaint("--interaction yukawa"), "lacks the screening"));
  for (const char* option : {"--plane z=1", "--range 2"})
    CHECK(contains(complaint(option), "has no effect here (there is no picture)"));
  for (const char* option : {"--first 2", "--last 3", "--stride 2", "--deviation sd.dx"})
    CHECK(contains(complaint(option), "has no effect here (there are no frames)"));
}

TEST_CASE("unknown names are refused")
{
  CHECK(contains(complaint("--interaction magnetic"), "magnetic"));
  CHECK(contains(complaint("--units eV"), "eV"));
  CHECK(contains(complaint("--frobnicate"), "--frobnicate"));
  CHECK(contains(complaint("more.pqr"), "more.pqr"));
  CHECK(contains(complaint("--picture p.jpg"), "does not end in .png"));
  CHECK(contains(message_of([] { read_options({"a.pqr", "-o", "b.dx", "--like", ""}); }), "--like got no name"));
  CHECK(contains(message_of([] { read_options({"a.pqr", "-o", "b.map"}); }), "the suffix '.map'"));
  CHECK(contains(message_of([] { read_options({"a.pqr"}); }), "no output is given"));
  CHECK(contains(complaint("--script rasmol"), "--script got 'rasmol' (not pymol, chimerax or vmd)"));
  CHECK(contains(message_of([] { read_options({}); }), "no atoms are given"));
}

TEST_CASE("a long word is not repeated as a whole")
{
  const std::string word = std::string("\x1b[2J") + std::string(100000, 'x');
  for (const char* option :
       {"", "--", "--spacing=", "--threads=", "--interaction=", "--units=", "--quiet=", "--picture="}) {
    const std::string wrong = complaint(option + word);
    INFO(option);
    CHECK(!wrong.empty());
    CHECK(wrong.size() < 1500);
    CHECK(!contains(wrong, "\x1b"));
  }
}

TEST_CASE("the default lattice covers the molecule and its padding, centred")
{
  const auto where = choose_lattice(read("--padding 2 --spacing 0.75 0.5 1"), two_atoms());
  CHECK(where.shape == gridfold::shape3{12, 9, 6});  // 8 / 0.75 -> 11 steps, 4 / 0.5 = 8, 5 / 1 = 5
  CHECK(where.origin.x == doctest::Approx(3 - 11 * 0.75 / 2));
  CHECK(where.origin.y == doctest::Approx(0));
  CHECK(where.origin.z == doctest::Approx(0));
  CHECK((where.spacing.x == 0.75 && where.spacing.y == 0.5 && where.spacing.z == 1));
}

TEST_CASE("the default lattice of a CCP4 map begins at multiples of its spacing, and covers as much")
{
  const auto where = choose_lattice(read("-o map.ccp4 --padding 2 --spacing 0.75 0.5 1"), two_atoms());
  CHECK((where.origin.x == -1.5 && where.origin.y == 0 && where.origin.z == 0));  // x from -1.125 to 7.125
  CHECK(where.shape == gridfold::shape3{13, 9, 6});
  const auto fixed = choose_lattice(read("-o map.ccp4.gz --shape 5 4 3 --spacing 0.5 1 2"), two_atoms());
  CHECK(fixed.shape == gridfold::shape3{5, 4, 3});
  CHECK((fixed.origin.x == 2 && std::fmod(fixed.origin.y, 1) == 0 && std::fmod(fixed.origin.z, 2) == 0));
  // Of a fixed shape to the nearest ones: y from 0.65, z from 0.5.
  const auto nearest = choose_lattice(read("-o map.ccp4 --shape 5 4 3 --spacing 0.5 0.9 2"), two_atoms());
  CHECK((nearest.origin.x == 2 && nearest.origin.y == 0.9 && nearest.origin.z == 0));
  CHECK(nearest.shape == gridfold::shape3{5, 4, 3});
  // Also if the deviation alone is in CCP4; not an origin that is given, nor a lattice for other formats.
  const std::string shape = " --shape 5 4 3 --spacing 0.5 0.9 2";
  const auto deviation = choose_lattice(read("--trajectory md.nc --deviation sd.ccp4" + shape), two_atoms());
  CHECK(deviation.origin.y == 0.9);
  CHECK(choose_lattice(read("-o map.mrc" + shape), two_atoms()).origin.y == doctest::Approx(0.65));
  CHECK(choose_lattice(read("-o map.ccp4 --origin 0.25" + shape), two_atoms()).origin.y == 0.25);
}

TEST_CASE("a shape without an origin is centred on the atoms")
{
  const auto where = choose_lattice(read("--shape 5 4 3 --spacing 0.5 1 2"), two_atoms());
  CHECK(where.shape == gridfold::shape3{5, 4, 3});
  CHECK(where.origin.x == doctest::Approx(2));  // atoms from 1 to 5, at 2, and from 2 to 3
  CHECK(where.origin.y == doctest::Approx(0.5));
  CHECK(where.origin.z == doctest::Approx(0.5));
}

TEST_CASE("a given lattice is used as it is")
{
  const auto where = choose_lattice(read("--origin -1 -2 -3 --shape 3 4 5 --spacing 2"), two_atoms());
  CHECK(where.shape == gridfold::shape3{3, 4, 5});
  CHECK((where.origin.x == -1 && where.origin.z == -3 && where.spacing.y == 2));

  const scratch folder;
  const auto other = folder.file("other.dx",
                                 "object 1 class gridpositions counts 2 3 4\norigin 5 6 7\n"
                                 "delta 0.1 0 0\ndelta 0 0.2 0\ndelta 0 0 0.3\n");
  const auto same = choose_lattice(read("--like " + other.string()), two_atoms());
  CHECK(same.shape == gridfold::shape3{2, 3, 4});
  CHECK((same.origin.y == 6 && same.spacing.z == 0.3));
}

TEST_CASE("a lattice with too many points, or too large for memory, is refused")
{
  CHECK(contains(message_of([] { choose_lattice(read("--spacing 1e-300"), two_atoms()); }), "more than 2^62 points"));
  CHECK(
      contains(message_of([] { choose_lattice(read("--origin 0 --shape 3000000000"), two_atoms()); }), "2^63 points"));
  const gridfold::lattice huge{{0, 0, 0}, 1, {100000, 100000, 100000}};
  CHECK(contains(message_of([&] { check_memory(huge, precision::single); }),
                 "100000 x 100000 x 100000 values takes 4e+06 GB"));
  CHECK_NOTHROW(check_memory({{0, 0, 0}, 1, {100, 100, 100}}, precision::twice));
  CHECK(map_bytes({{0, 0, 0}, 1, {2, 3, 4}}, precision::twice) == 192);
  CHECK(available_memory() > 1 << 20);
}
