// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <limits>
#include <sstream>
#include <utility>

#include "formats/field_file.hpp"
#include "formats/map_file.hpp"
#include "options/document.hpp"
#include "options/names.hpp"
#include "options/numbers.hpp"
#include "options/refusals.hpp"
#include "points/value_file.hpp"
#include "text/suffix.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

constexpr const char* footer =
    "Exit codes: 0 done, 1 failed, 2 the command line cannot be followed.\n\n"
    "Example: potential-map 1hpv.pqr -o 1hpv.dx --spacing 0.5 --picture 1hpv.png";

/// Accepts one of some names.
CLI::Validator one_of(const std::vector<std::string>& names)
{
  const std::string all = "{" + CLI::detail::join(names, ",") + "}";
  const auto check = [=](const std::string& text) {
    const bool known = std::find(names.begin(), names.end(), text) != names.end();
    return known ? "" : quoted(text) + " is not in " + all;
  };
  return {check, all};
}

/// The command line's grammar, and the values that it reads.
class command_line {
 public:
  command_line()
  {
    app_.set_version_flag("--version", "potential-map " POTENTIAL_MAP_VERSION);
    app_.footer(footer);
    app_.allow_extras();
    add_files();
    add_pictures();
    add_fields();
    add_trajectory();
    add_selection();
    add_charges();
    add_points();
    add_lattice();
    add_values();
    add_machine();
    add_talk();
  }

  options read(const std::vector<std::string>& arguments)
  {
    std::vector<std::string> backwards = join_numbers(arguments);
    std::reverse(backwards.begin(), backwards.end());
    try {
      app_.parse(std::move(backwards));
    } catch (const CLI::CallForHelp&) {
      asked_.answer = app_.help();
      return asked_;
    } catch (const CLI::CallForVersion& version) {
      asked_.answer = version.what() + std::string("\n");
      return asked_;
    } catch (const CLI::ParseError& wrong) {
      throw usage_error(printable(wrong.what(), 200) + " (see potential-map --help)");
    }
    if (!document_.empty()) {
      asked_.answer = document(document_, described(), footer);
      return asked_;
    }
    refuse_unknown();
    check_files();
    refuse_misunderstandings({[this](const std::string& option) { return app_.count(option); }}, asked_);
    fill_defaults();
    return asked_;
  }

 private:
  void add_files()
  {
    app_.add_option("ATOMS", asked_.atoms,
                    "PQR file, lines \"x y z charge\" [A, e], or a structure (.pdb, .cif) that pdb2pqr assigns charges "
                    "to; gzip is "
                    "unpacked; - reads a PQR file from the standard input")
        ->type_name("FILE");
    app_.add_option("-o,--output", asked_.map,
                    "map to write: .dx (OpenDX), .mrc (MRC2014), .ccp4 (CCP4), .cube (Gaussian) or .npy (NumPy); .gz "
                    "behind it compresses")
        ->type_name("FILE");
  }

  void add_pictures()
  {
    const std::string group = "Pictures";
    app_.add_option("--picture", asked_.picture,
                    "picture to write: a slice in colours with the molecule's outline; without -o, only its plane is "
                    "computed")
        ->type_name("FILE.png")
        ->group(group);
    add_text("--plane", "AXIS=VALUE", "where the slice is [A]: x, y or z=VALUE, or an axis for its middle (default: z)",
             group, [this](const std::string& text) { asked_.view.where = plane_in("--plane", text); });
    add_text("--range", "VALUE",
             "where the colours end, in the map's unit (default: where 98 % of the slice lie within)", group,
             [this](const std::string& text) { asked_.view.range = real_number("--range", text, sign::positive); });
    add_text("--script", "VIEWER:{pymol,chimerax,vmd}", "script to write beside the map that shows it", group,
             [this](const std::string& text) { take_viewer(text); });
  }

  void add_fields()
  {
    const std::string group = "Fields and energy";
    app_.add_option("--field", asked_.field,
                    "field to write, minus the gradient of the potential, by a mesh: .npy has three components, other "
                    "formats of maps magnitudes; with {axis} in the name, each component is a map. With --at, a .csv")
        ->type_name("FILE")
        ->group(group);
    app_.add_flag("--energy", asked_.energy,
                  "print half of the sum of charge times potential of the other atoms over all atoms; needs no output")
        ->group(group);
  }

  void add_trajectory()
  {
    const std::string group = "Trajectories";
    app_.add_option("--trajectory", asked_.trajectory,
                    "positions to take in place of those of ATOMS: .dcd, .xtc or .nc, read by chemfiles. The output is "
                    "the average over frames, or one for each if its name has {frame} in it")
        ->type_name("FILE")
        ->group(group);
    const auto add_count = [&](const std::string& name, std::int64_t& target, const std::string& meaning) {
      add_text(name, "N", meaning, group, [=, &target](const std::string& text) {
        target = count(name, text, std::numeric_limits<std::int64_t>::max());
      });
    };
    add_count("--first", asked_.frames.first, "first frame, counted from 1 (default: 1)");
    add_count("--last", asked_.frames.last, "last frame (default: the trajectory's)");
    add_count("--stride", asked_.frames.stride, "take every N-th frame (default: 1)");
    app_.add_option("--deviation", asked_.deviation, "map to write: the standard deviation over frames")
        ->type_name("FILE")
        ->group(group);
  }

  void add_selection()
  {
    const std::string group = "Atoms";
    add_text("--model", "N", "model to take of several (default: the first)", group, [this](const std::string& text) {
      asked_.of_atoms.model = count("--model", text, std::numeric_limits<std::int64_t>::max());
    });
    add_text("--altloc", "LETTER", "alternate locations to take (default: the first of each residue)", group,
             [this](const std::string& text) { take_altloc(text); });
  }

  void add_charges()
  {
    const std::string group = "Charges of a structure, by pdb2pqr";
    charging& how = asked_.charges;
    app_.add_option("--force-field", how.force_field, "force field of charges")
        ->check(one_of({force_fields.begin(), force_fields.end()}))
        ->capture_default_str()
        ->group(group);
    add_text("--ph", "PH", "protonation by PROPKA at this pH (default: that of isolated residues at pH 7)", group,
             [this](const std::string& text) { take_ph(text); });
    app_.add_option("--ligand", how.ligand, "parameters of a ligand")->type_name("FILE.mol2")->group(group);
    app_.add_flag("--keep-water", how.keep_water, "keep the structure's waters")->group(group);
    app_.add_option("--pqr", how.pqr, "keep the atoms and charges in this PQR file")->type_name("FILE")->group(group);
  }

  void add_points()
  {
    app_.add_option(
            "--at", asked_.at,
            "compute values at points in place of a map, and write a table (-o .csv): a file of points (.xyz, or "
            "lines \"x y z\"), a surface (.obj, .ply, .vert), which -o .ply colours, or the word atoms")
        ->type_name("FILE | atoms")
        ->group("Points");
  }

  void add_lattice()
  {
    const std::string group = "Lattice";
    auto* spacing = add_text("--spacing", "H | HX HY HZ", "distance between points [A] (default: 0.5)", group,
                             [this](const std::string& text) { take_spacing(text); });
    auto* padding = add_number("--padding", asked_.padding, sign::not_negative,
                               "from the outermost atoms to the faces of the lattice [A]", group);
    auto* origin = add_text("--origin", "X Y Z", "first point [A] (default with --shape: centred on the atoms)", group,
                            [this](const std::string& text) { take_origin(text); });
    auto* shape = add_text("--shape", "NX NY NZ", "points along each axis", group,
                           [this](const std::string& text) { take_shape(text); });
    auto* like = app_.add_option("--like", asked_.like, "take the lattice of this OpenDX file");
    like->type_name("FILE.dx")->group(group)->excludes(spacing, padding, origin, shape);
    origin->needs(shape)->excludes(padding);
    shape->excludes(padding);
  }

  void add_values()
  {
    const std::string group = "Values";
    add_choice("--interaction", asked_.what.pair, interactions, "what an atom adds to a point", group);
    app_.add_option("--units", asked_.units, "unit of the potential")
        ->check(one_of({unit_names.begin(), unit_names.end()}))
        ->capture_default_str()
        ->group(group);
    add_number("--temperature", temperature_, sign::positive, "for kT/e [K]", group);
    add_number("--dielectric", asked_.what.dielectric, sign::positive,
               "relative permittivity; for distance-dielectric its increase per A, by default 4", group);
    add_number("--kappa", asked_.what.kappa, sign::positive, "yukawa: inverse screening length [1/A]", group, "");
    add_number("--width", asked_.what.width, sign::positive, "gaussian: standard deviation [A]", group);
    add_number("--cutoff", asked_.what.cutoff, sign::positive,
               "distance beyond which an atom adds nothing [A]; within it, each atom adds its value less that at the "
               "cutoff (default: none)",
               group, "");
    add_choice("--singularity", asked_.what.at_atoms, singularities, "what an atom adds to a point it lies on", group);
    add_number("--softening", asked_.what.softening, sign::positive, "soften: the length that is added in squares [A]",
               group);
    add_choice("--precision", asked_.what.digits, precisions, "precision of the sums and the map", group);
    add_choice(
        "--method", asked_.what.how, methods,
        "direct adds up all pairs; mesh is a particle mesh, whose time is proportional to atoms and points; auto "
        "takes the mesh if the direct sum would take more than a second and the mesh less",
        group);
    app_.add_flag("--periodic", asked_.periodic,
                  "sum all images of the atoms too, in the periodic box of their file (CRYST1 of PQR and PDB, the cell "
                  "of mmCIF) or of each frame; by a mesh")
        ->group(group);
    add_number("--accuracy", asked_.what.accuracy, sign::positive,
               "mesh: root mean square error, relative to the potential's, from 1e-2 to 1e-6 (double: 1e-10; default: "
               "1e-8)",
               group);
  }

  void add_machine()
  {
    const std::string group = "Machine";
    add_choice("--device", asked_.what.on, processors, "where to compute; auto takes a GPU if there is one", group);
    add_text(
        "--threads", "N", "threads on the host (default: as many as OpenMP takes)", group,
        [this](const std::string& text) { asked_.what.threads = static_cast<int>(count("--threads", text, 1 << 20)); });
    add_text("--device-memory", "MIB", "memory of the GPU to use at most (default: what is free)", group,
             [this](const std::string& text) {
               constexpr std::int64_t mib = std::int64_t{1} << 20;
               asked_.what.device_memory = mib * count("--device-memory", text, mib * mib);
             });
    auto* gpus = add_text("--gpus", "N | all", "GPUs to compute on, each a slab of the map (default: 1)", group,
                          [this](const std::string& text) { take_gpus(text); });
    add_text("--ranks", "N",
             "parts of the map that the host computes at the same time, each by a share of the threads (default: 1)",
             group,
             [this](const std::string& text) { asked_.what.ranks = static_cast<int>(count("--ranks", text, 1 << 10)); })
        ->excludes(gpus);
    app_.add_option("--variant", asked_.what.variant,
                    "variant of Coulomb's sums (default: what is fastest for the lattice)")
        ->type_name("NAME")
        ->group(group);
    app_.add_flag("--list-variants", asked_.list_variants,
                  "print the names of the variants for --device that this program was built with, and stop")
        ->group(group);
  }

  void add_talk()
  {
    app_.add_option("--document", document_)
        ->check(one_of({"man", "bash", "zsh", "fish"}))
        ->group("");  // not in --help
    app_.add_flag("--quiet", asked_.quiet, "print neither summary nor progress");
    app_.add_flag("--force", asked_.force, "go on even if the estimate is days, or more bytes than the disk has free");
  }

  template <class F>
  CLI::Option* add_text(const std::string& name, const std::string& type, const std::string& meaning,
                        const std::string& group, F take)
  {
    return app_.add_option_function<std::string>(name, take, meaning)->type_name(type)->group(group);
  }

  /// An option with one number; `shown` is its default as --help shows it.
  CLI::Option* add_number(const std::string& name, double& target, sign wanted, const std::string& meaning,
                          const std::string& group, const char* shown = nullptr)
  {
    auto* option = add_text(name, "NUMBER", meaning, group,
                            [=, &target](const std::string& text) { target = real_number(name, text, wanted); });
    std::ostringstream value;
    value << target;
    return option->default_str(shown != nullptr ? shown : value.str());
  }

  template <class E, std::size_t N>
  void add_choice(const std::string& name, E& target, const std::array<named<E>, N>& table, const std::string& meaning,
                  const std::string& group)
  {
    std::vector<std::string> names;
    for (const auto& entry : table) names.emplace_back(entry.name);
    app_.add_option_function<std::string>(
            name,
            [&target, &table](const std::string& text) {
              for (const auto& entry : table)
                if (text == entry.name) target = entry.value;
            },
            meaning)
        ->check(one_of(names))
        ->default_str(names[0])
        ->group(group);
  }

  void take_spacing(const std::string& text)
  {
    const auto [x, y, z] = real_numbers("--spacing", text, sign::positive);
    asked_.spacing = {x, y, z};
  }

  void take_origin(const std::string& text)
  {
    const auto [x, y, z] = real_numbers("--origin", text, sign::any);
    asked_.origin = gridfold::vec3{x, y, z};
  }

  void take_shape(const std::string& text)
  {
    const auto [x, y, z] = counts("--shape", text);
    asked_.shape = gridfold::shape3{x, y, z};
  }

  void take_gpus(const std::string& text)
  {
    asked_.what.ranks = text == "all" ? 0 : static_cast<int>(count("--gpus", text, 1 << 10));
  }

  void take_ph(const std::string& text)
  {
    asked_.charges.ph = real_number("--ph", text, sign::not_negative);
    if (*asked_.charges.ph > 14)
      throw usage_error("--ph got " + quoted(text) + " (not from 0 to 14): give a pH such as 7.4");
  }

  void take_altloc(const std::string& text)
  {
    if (text.size() != 1 && text != "first")
      throw usage_error("--altloc got " + quoted(text) + " (not one letter, nor first): give the location's letter");
    if (text.size() == 1) asked_.of_atoms.altloc = text[0];
  }

  /// The options that --help shows.
  [[nodiscard]] std::vector<described_option> described() const
  {
    std::vector<described_option> all;
    for (const CLI::Option* option : app_.get_options()) {
      if (option->get_group().empty()) continue;
      const std::string type = option->get_type_size() == 0 ? "" : option->get_type_name();
      const std::size_t brace = type.find(":{");
      described_option found{{}, option->get_group(),      option->get_description(), type.substr(0, brace),
                             {}, option->get_default_str()};
      for (const std::string& name : option->get_snames()) found.names.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) found.names.push_back("--" + name);
      if (brace != type.npos) found.choices = CLI::detail::split(type.substr(brace + 2, type.size() - brace - 3), ',');
      all.push_back(found);
    }
    const auto is_general = [](const described_option& o) { return o.names.empty() || o.group == "Options"; };
    std::stable_partition(all.begin(), all.end(), is_general);
    return all;
  }

  void take_viewer(const std::string& text)
  {
    for (const auto& entry : viewers)
      if (text == entry.name) asked_.script = entry.value;
    if (!asked_.script) throw usage_error("--script got " + quoted(text) + " (not pymol, chimerax or vmd): give one");
  }

  void refuse_unknown() const
  {
    const std::vector<std::string> unknown = app_.remaining();
    if (!unknown.empty())
      throw usage_error(quoted(unknown[0]) + " is not understood (no option has this name, and one file is read): " +
                        "see potential-map --help");
  }

  void check_files() const
  {
    if (asked_.list_variants) return;
    for (const char* option :
         {"--output", "--field", "--picture", "--like", "--at", "--trajectory", "--deviation", "--ligand", "--pqr"})
      if (app_.count(option) > 0 && app_.get_option(option)->as<std::string>().empty())
        throw usage_error(option +
                          std::string(" got no name (an empty one names no file): name a file, or leave it out"));
    if (asked_.atoms.empty()) throw usage_error("no atoms are given (there is nothing to map): name a PQR file");
    if (asked_.map.empty() && asked_.field.empty() && !asked_.at.empty())
      throw usage_error("no output is given (the values must go somewhere): add -o VALUES.csv, or .ply for a surface");
    if (asked_.map.empty() && asked_.field.empty() && asked_.picture.empty() && !asked_.energy)
      throw usage_error("no output is given (the map must go somewhere): add -o MAP.dx or --picture SLICE.png");
    try {
      if (!asked_.at.empty()) check_values();
      for (const std::string& map : {asked_.map, asked_.deviation})
        if (!map.empty() && asked_.at.empty()) format_of(map);
      if (!asked_.field.empty() && asked_.at.empty()) (void)numbers_of_field(asked_.field);
      if (asked_.script && !asked_.map.empty()) check_viewable(asked_.map);
    } catch (const gridfold::error& wrong) {
      throw usage_error(wrong.what());
    }
    if (!asked_.picture.empty() && !asked_.picture.ends_with(".png") && !is_stream(asked_.picture))
      throw usage_error("the picture " + shown(asked_.picture) +
                        " does not end in .png (the only format): name a .png file");
  }

  /// Checks the output of values at points.
  void check_values() const
  {
    if (!asked_.field.empty() && value_format_of(asked_.field) != value_format::csv)
      throw usage_error("the output " + shown(asked_.field) +
                        " is a surface (a field at points is a table): name an output that ends in .csv");
    if (!asked_.map.empty() && value_format_of(asked_.map) == value_format::ply && !is_surface(asked_.at))
      throw usage_error("the output " + shown(asked_.map) + " is a surface (" + shown(asked_.at) +
                        " is none): name an output that ends in .csv, or a surface of .obj, .ply or .vert");
  }

  void fill_defaults()
  {
    std::filesystem::path output = asked_.atoms;
    for (const std::string& name : {asked_.field, asked_.picture, asked_.map})
      if (!name.empty()) output = name;
    if (is_structure(asked_.atoms) && !is_stream(output))
      asked_.charges.log = (output.parent_path() / without_gz(output).stem()).string() + ".pdb2pqr.log";
    const bool density = asked_.what.pair == interaction::gaussian;
    try {
      asked_.shown_in = density ? density_unit() : potential_unit(asked_.units, temperature_);
    } catch (const gridfold::error& wrong) {
      throw usage_error(wrong.what());
    }
    asked_.what.unit = asked_.shown_in.factor;
    if (asked_.periodic && asked_.what.how == method::automatic) asked_.what.how = method::mesh;
    asked_.what.with_field = !asked_.field.empty();
    if (asked_.what.with_field) asked_.what.how = method::mesh;
    if (app_.count("--gpus") > 0) asked_.what.on = processor::cuda;
    if (app_.count("--ranks") > 0) asked_.what.on = processor::host;
    if (asked_.what.pair == interaction::distance_dielectric && app_.count("--dielectric") == 0)
      asked_.what.dielectric = 4;
    if (app_.count("--accuracy") == 0 && asked_.what.digits == precision::twice) asked_.what.accuracy = 1e-8;
  }

  CLI::App app_{
      "Computes the electrostatic potential of a molecule on a lattice, by direct summation over all atoms, by a "
      "particle mesh, or over the atoms within a cutoff.",
      "potential-map"};
  options asked_;
  double temperature_ = 298.15;
  std::string document_;  ///< kind of a document about the program itself, for its installation; empty for none
};

}  // namespace

options read_options(const std::vector<std::string>& arguments) { return command_line().read(arguments); }

}  // namespace potential_map
