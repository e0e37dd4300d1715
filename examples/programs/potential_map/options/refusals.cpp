// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options/refusals.hpp"

#include <optional>
#include <string>

#include "points/value_file.hpp"

namespace potential_map
{

namespace
{

class refusals {
 public:
  refusals(const given_options& given, const options& asked) : given_(given), asked_(asked), what_(asked.what) {}

  void values() const
  {
    const bool density = what_.pair == interaction::gaussian;
    refuse_if(what_.pair != interaction::yukawa, "--kappa", "only yukawa is screened", "add --interaction yukawa");
    refuse_if(!density, "--width", "only gaussian has a width", "add --interaction gaussian");
    refuse_if(density, "--units", "a charge density is in e/A^3", "leave it out");
    refuse_if(density, "--dielectric", "a charge density knows no medium", "leave it out");
    refuse_if(density, "--singularity", "a Gaussian is finite everywhere", "leave it out");
    refuse_if(density || asked_.units != "kT/e", "--temperature", "only kT/e depends on it", "leave it out");
    refuse_if(what_.at_atoms != singularity::softened, "--softening", "nothing is softened",
              "add --singularity soften");
    if (what_.pair == interaction::yukawa && given_.count("--kappa") == 0)
      throw usage_error("--interaction yukawa lacks the screening (the Debye length in water with 150 mM salt is 7.9 " +
                        std::string("A): add --kappa, such as --kappa 0.127"));
  }

  void energy() const
  {
    refuse_if(what_.pair == interaction::gaussian, "--energy", "a charge density is no potential", "leave it out");
    refuse_if(what_.at_atoms == singularity::softened, "--energy", "softened charges act on themselves",
              "leave out --singularity soften");
    refuse_if(asked_.periodic, "--energy", "it is that of the atoms alone", "leave out --periodic");
    refuse_if(what_.cutoff > 0, "--energy", "it is of all pairs", "leave out --cutoff");
    for (const char* option : {"--field", "--energy"})
      refuse_if(!asked_.trajectory.empty(), option, "it is of one structure, not of frames", "leave it out");
  }

  void charges() const
  {
    for (const char* option : {"--force-field", "--ph", "--ligand", "--keep-water", "--pqr"})
      refuse_if(!is_structure(asked_.atoms), option, "the atoms' file has charges",
                "leave it out, or name a structure");
  }

  void points() const
  {
    const char* why = "values at points have no lattice";
    for (const char* option : {"--spacing", "--padding", "--origin", "--shape", "--like", "--picture", "--plane",
                               "--script", "--trajectory", "--cutoff", "--variant"})
      refuse_if(!asked_.at.empty(), option, why, "leave it out");
    refuse_if(!asked_.at.empty() && what_.how != method::mesh && asked_.field.empty(), "--accuracy",
              "values at points are summed directly", "add --method mesh");
  }

  void machine() const
  {
    refuse_if(what_.cutoff > 0, "--variant", "sums with a cutoff have one variant", "leave it out");
    refuse_if(what_.cutoff > 0, "--list-variants", "sums with a cutoff have one variant", "leave out --cutoff");
    for (const char* option : {"--variant", "--list-variants"})
      refuse_if(what_.pair != interaction::coulomb || what_.at_atoms != singularity::leave_out, option,
                "only Coulomb's sums that leave atoms on points out have several variants", "leave it out");
    refuse_if(what_.on == processor::cuda, "--threads", "they are the host's", "add --device host");
    refuse_if(what_.on == processor::host, "--device-memory", "it is the GPU's", "leave it out");
    refuse_if(what_.on == processor::host, "--gpus", "the host computes", "leave out --device host, or use --ranks");
    refuse_if(what_.on == processor::cuda, "--ranks", "they are the host's", "use --gpus");
    refuse_if(given_.count("--gpus") > 0, "--threads", "they are the host's", "leave it out");
    refuse_if(given_.count("--ranks") > 0, "--device-memory", "it is the GPU's", "leave it out");
  }

  void mesh() const
  {
    const auto beyond = beyond_mesh();
    if (asked_.periodic && beyond)
      throw usage_error("--periodic does not compute " + beyond->what + " (" + beyond->why + "): leave it out");
    refuse_if(what_.how == method::direct, "--periodic", "images are summed by a mesh", "leave out --method direct");
    refuse_if(!asked_.at.empty(), "--periodic", "values at points are those of the atoms alone", "leave it out");
    if (what_.how == method::mesh && beyond)
      throw usage_error("--method mesh does not compute " + beyond->what + " (" + beyond->why +
                        "): use --method direct");
    if (!asked_.field.empty() && beyond)
      throw usage_error("--field does not give the field of " + beyond->what + " (" + beyond->why + "): leave it out");
    refuse_if(what_.how == method::direct, "--field", "a field is computed by a mesh", "leave out --method direct");
    refuse_if(what_.how == method::direct, "--accuracy", "a direct sum has no error but rounding", "leave it out");
    refuse_if(beyond.has_value(), "--accuracy", "it is a mesh's, which is not for " + (beyond ? beyond->what : ""),
              "leave it out");
    const bool single = what_.digits == precision::single;
    const double least = single ? 1e-6 : 1e-10;
    if (what_.accuracy > 1e-2 || what_.accuracy < least)
      throw usage_error("--accuracy got " + gridfold::core::text_of(what_.accuracy) + " (not from 1e-2 to " +
                        gridfold::core::text_of(least) + ", which a mesh reaches in this precision): give another" +
                        (single ? ", or add --precision double" : ""));
  }

  void pictures() const
  {
    refuse_if(asked_.picture.empty(), "--plane", "there is no picture", "add --picture FILE.png");
    const bool surface = !asked_.at.empty() && !asked_.map.empty() && value_format_of(asked_.map) == value_format::ply;
    refuse_if(asked_.picture.empty() && !asked_.script && !surface, "--range", "there is no picture",
              "add --picture FILE.png or --script VIEWER");
    refuse_if(asked_.map.empty(), "--script", "there is no map", "add -o MAP.dx");
  }

  void frames() const
  {
    const bool trajectory = !asked_.trajectory.empty();
    for (const char* option : {"--first", "--last", "--stride", "--deviation"})
      refuse_if(!trajectory, option, "there are no frames", "add --trajectory FILE");
    const bool each = has_frame_mark(asked_.map) || has_frame_mark(asked_.picture);
    const auto refuse = [](bool wrong, const std::string& text) {
      if (wrong) throw usage_error(text);
    };
    refuse(each && !trajectory, "an output has {frame} in its name (there are no frames): add --trajectory FILE");
    refuse_if(each, "--deviation", "each frame has outputs of its own", "take {frame} out of their names");
    refuse_if(each, "--script", "each frame has a map of its own", "take {frame} out of the map's name");
    for (const std::string& name : {asked_.map, asked_.picture})
      refuse(each && !name.empty() && !has_frame_mark(name),
             "one output has {frame} in its name and another has not (are they of a frame, or of the average?): write "
             "{frame} in both or in neither");
    refuse(trajectory && !each && what_.at_atoms == singularity::infinite,
           "an average cannot have infinite points (their standard deviation is undefined): leave out --singularity "
           "infinite");
    refuse(asked_.frames.last > 0 && asked_.frames.last < asked_.frames.first,
           "--last is before --first (no frame is left): give a later one");
  }

 private:
  /// A request that a mesh cannot compute, and the reason.
  struct request {
    std::string what, why;
  };
  [[nodiscard]] std::optional<request> beyond_mesh() const
  {
    if (what_.pair != interaction::coulomb && what_.pair != interaction::yukawa)
      return request{"this interaction", "only Coulomb's and Yukawa's are split into a near and a smooth part"};
    if (what_.cutoff > 0) return request{"a sum with a cutoff", "it sums at full range"};
    if (what_.at_atoms == singularity::softened)
      return request{"softened charges", "they differ from point charges at every distance"};
    if (!what_.variant.empty()) return request{"by a variant", "variants are of direct sums"};
    return std::nullopt;
  }

  void refuse_if(bool idle, const std::string& option, const std::string& why, const std::string& remedy) const
  {
    if (idle && given_.count(option) > 0) throw usage_error(option + " has no effect here (" + why + "): " + remedy);
  }

  const given_options& given_;
  const options& asked_;
  const job& what_;
};

}  // namespace

void refuse_misunderstandings(const given_options& given, const options& asked)
{
  const refusals check(given, asked);
  check.values();
  check.energy();
  check.charges();
  check.points();
  check.machine();
  check.mesh();
  check.pictures();
  check.frames();
}

}  // namespace potential_map
