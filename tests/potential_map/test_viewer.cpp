// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include "../support/scratch.hpp"
#include "viewer/viewer.hpp"

using namespace potential_map;

namespace
{

std::string script(viewer with, const std::string& map, const std::string& molecule)
{
  return script_for(with, {map, molecule, "electrostatic potential of it in kT/e", "kT/e", 25.5}, "out/show.script");
}

}  // namespace

TEST_CASE("a script lies beside its map, with the viewer's suffix")
{
  CHECK(script_name(viewer::pymol, "out/map.dx") == "out/map.pml");
  CHECK(script_name(viewer::chimerax, "map.mrc") == "map.cxc");
  CHECK(script_name(viewer::vmd, "map.dx") == "map.tcl");
}

TEST_CASE("scripts name map and molecule from their own folder, and both levels")
{
  for (const viewer with : {viewer::pymol, viewer::chimerax, viewer::vmd}) {
    const std::string text = script(with, "out/map.dx", "in/atoms.pqr");
    CHECK(text.starts_with("# electrostatic potential of it in kT/e\n# Colours end at -25.5 kT/e (red)"));
    for (const char* words : {"\"map.dx\"", "\"../in/atoms.pqr\"", "-25.5", " 25.5"}) CHECK(contains(text, words));
  }
}

TEST_CASE("a script shows the molecule of every suffix that viewers read")
{
  for (const viewer with : {viewer::pymol, viewer::chimerax, viewer::vmd})
    for (const char* atoms : {"in/a.pqr", "in/a.pdb", "in/a.ent", "in/a.cif"})
      CHECK(contains(script(with, "out/map.mrc", atoms), "\"../" + std::string(atoms)));
}

TEST_CASE("atoms that no viewer reads are left out")
{
  for (const viewer with : {viewer::pymol, viewer::chimerax, viewer::vmd})
    for (const char* atoms : {"-", "atoms.txt", "atoms.pqr.gz"}) {
      const std::string text = script(with, "out/map.mrc", atoms);
      CHECK(!contains(text, "atoms"));
      CHECK(contains(text, "\"map.mrc\""));
    }
}

TEST_CASE("a file's name cannot end its quotes")
{
  const std::string name = "out/a\"b\\c.dx";
  CHECK(contains(script(viewer::pymol, name, "-"), R"("a\"b\\c.dx")"));
  CHECK(contains(script(viewer::vmd, "out/a[b$c.dx", "-"), R"("a\[b\$c.dx")"));
}

TEST_CASE("the script for PyMOL turns off the normalisation of MRC files before it reads one")
{
  const std::string text = script(viewer::pymol, "out/map.mrc", "in/atoms.pqr");
  CHECK(text.find("set normalize_ccp4_maps, off") < text.find("cmd.load"));
}

TEST_CASE("only maps that viewers read can have a script")
{
  CHECK(message_of([] { check_viewable("map.dx"); }).empty());
  CHECK(message_of([] { check_viewable("map.mrc"); }).empty());
  CHECK(contains(message_of([] { check_viewable("map.npy"); }), "end the map's name in .dx or .mrc"));
}
