// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "viewer/viewer.hpp"

#include <array>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <string_view>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// A file's path relative to the script's folder; its absolute path if the two have no common root.
std::string from_script(const std::filesystem::path& file, const std::filesystem::path& script)
{
  const auto whole = std::filesystem::absolute(file).lexically_normal();
  const auto relative = whole.lexically_relative(std::filesystem::absolute(script).lexically_normal().parent_path());
  return relative.empty() ? whole.string() : relative.string();
}

/// A text in quotes, with special characters escaped.
std::string in_quotes(const std::string& text, char quote, std::string_view special)
{
  std::string written(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\' || special.find(c) != special.npos) written += '\\';
    written += c;
  }
  return written + quote;
}

std::string number(double value)
{
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

/// The molecule's path relative to the script, if viewers read files with its suffix.
std::string molecule_in(const scene& what, const std::filesystem::path& script)
{
  const std::string suffix = what.molecule.extension().string();
  const bool readable = suffix == ".pqr" || suffix == ".pdb" || suffix == ".ent" || suffix == ".cif";
  return readable ? from_script(what.molecule, script) : "";
}

std::string comment(const scene& what)
{
  const std::string level = number(what.level) + " " + what.unit;
  return "# " + printable(what.words, 200) + "\n# Colours end at -" + level + " (red) and +" + level +
         " (blue), and the surfaces of equal values are there.\n";
}

/// PyMOL normalises the values of MRC maps when it reads them, unless a setting forbids it.
std::string for_pymol(const scene& what, const std::filesystem::path& script)
{
  const auto path = [](const std::string& file) { return "os.path.join(folder, " + in_quotes(file, '"', "") + ")"; };
  const std::string molecule = molecule_in(what, script);
  const std::string level = number(what.level);
  std::string text = comment(what) +
                     "# PyMOL would normalise the values of an MRC file.\nset normalize_ccp4_maps, "
                     "off\npython\nimport os\n" +
                     "folder = os.path.dirname(os.path.abspath(__script__))\n" + "cmd.load(" +
                     path(from_script(what.map, script)) + ", \"map\")\n";
  if (!molecule.empty()) text += "cmd.load(" + path(molecule) + ", \"molecule\")\n";
  text += "python end\nbg_color white\n";
  if (!molecule.empty())
    text += "as sticks, molecule\nramp_new scale, map, [-" + level + ", 0, " + level +
            "], [red, white, blue]\nshow surface, molecule\nset surface_color, scale, molecule\n";
  return text + "isosurface negative, map, -" + level + "\nisosurface positive, map, " + level +
         "\ncolor red, negative\ncolor blue, positive\nset transparency, 0.5, negative\n" +
         "set transparency, 0.5, positive\nset two_sided_lighting, on\n" +
         (molecule.empty() ? "orient map\n" : "orient molecule\n");
}

std::string for_chimerax(const scene& what, const std::filesystem::path& script)
{
  const std::string molecule = molecule_in(what, script), level = number(what.level);
  std::string text = comment(what) + "set bgColor white\nopen " + in_quotes(from_script(what.map, script), '"', "") +
                     " id 1\nvolume #1 style surface level -" + level + " color #ff000080 level " + level +
                     " color #0000ff80\n";
  if (!molecule.empty())
    text += "open " + in_quotes(molecule, '"', "") + " id 2\nsurface #2\ncolor electrostatic #2 map #1 palette -" +
            level + ",red:0,white:" + level + ",blue\n";
  return text + "view\n";
}

std::string for_vmd(const scene& what, const std::filesystem::path& script)
{
  const auto path = [](const std::string& file) { return "[file join $folder " + in_quotes(file, '"', "[]$") + "]"; };
  const std::string molecule = molecule_in(what, script), level = number(what.level);
  const auto surface = [](const std::string& value, const char* colour) {
    return "mol representation Isosurface " + value + " 0 0 0 1 1\nmol color ColorID " + colour +
           "\nmol selection all\nmol material Transparent\nmol addrep top\n";
  };
  std::string text =
      comment(what) + "set folder [file dirname [file normalize [info script]]]\n" + "color Display Background white\n";
  if (molecule.empty())
    return text + "mol new " + path(from_script(what.map, script)) + "\nmol delrep 0 top\n" +
           surface("-" + level, "1") + surface(level, "0");
  return text + "mol new " + path(molecule) + "\nmol addfile " + path(from_script(what.map, script)) +
         " waitfor all\nmol delrep 0 top\nmol representation QuickSurf\nmol color Volume 0\nmol material Opaque\n" +
         "mol addrep top\nmol scaleminmax top 0 -" + level + " " + level + "\ncolor scale method RWB\n" +
         surface("-" + level, "1") + surface(level, "0");
}

}  // namespace

std::filesystem::path script_name(viewer with, const std::filesystem::path& map)
{
  constexpr std::array suffixes{".pml", ".cxc", ".tcl"};
  return std::filesystem::path(map).replace_extension(suffixes[static_cast<std::size_t>(with)]);
}

void check_viewable(const std::filesystem::path& map)
{
  const std::string suffix = map.extension().string();
  if (suffix != ".dx" && suffix != ".mrc")
    throw gridfold::error("--script cannot show " + shown(map) +
                          " (viewers read OpenDX and MRC files): end the map's name in .dx or .mrc");
}

std::string script_for(viewer with, const scene& what, const std::filesystem::path& script)
{
  switch (with) {
    case viewer::pymol:
      return for_pymol(what, script);
    case viewer::chimerax:
      return for_chimerax(what, script);
    case viewer::vmd:
      return for_vmd(what, script);
  }
  return "";
}

}  // namespace potential_map
