// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The files that a run writes together: map, standard deviation, picture and script.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "engine/engine.hpp"
#include "engine/processes.hpp"
#include "formats/map_file.hpp"
#include "options/options.hpp"
#include "output/output_file.hpp"

namespace potential_map
{

/// The contents of a run's files.
struct result {
  const any_field& map;
  const molecule& whole;                 ///< atoms in the picture
  std::string name;                      ///< the subject of the map
  std::string atoms = "the molecule";    ///< description of these atoms
  const any_field* deviation = nullptr;  ///< standard deviation, if the map is an average of frames
  const any_vectors* field = nullptr;    ///< the field, if it is asked for
};

/// The output files. They are opened before the computation and put in place together when all are complete.
class outputs {
 public:
  /// \param frame the text in place of {frame} in their names
  explicit outputs(const options& asked, const std::string& frame = "");

  void write(const result& made);

  /// Writes the map that stays in slabs, the only output, on process 0; other processes call help_to_write.
  /// \param whole the molecule of the map
  void write_in_slabs(const outcome& mine, const gridfold::lattice& where, const statistics& values,
                      const molecule& whole, const processes& by);

  /// Whether an output is the standard output, so that nothing else may be printed there.
  [[nodiscard]] bool take_standard_output() const;

  [[nodiscard]] std::string summary() const;

 private:
  [[nodiscard]] std::string note() const;
  [[nodiscard]] std::string title_of(const std::string& name) const;
  void write_maps(const result& made);
  void write_script(const result& made, const std::string& title);

  const options& asked_;
  /// Calls f with each output that is asked for.
  template <class Outputs, class F>
  static void each(Outputs& all, const F& f)
  {
    for (auto* file : {&all.map_, &all.deviation_, &all.picture_, &all.script_})
      if (*file) f(**file);
    for (auto& file : all.field_) f(file);
  }

  std::optional<output_file> map_, deviation_, picture_, script_;
  std::deque<output_file> field_;  ///< one, or one for each component
  double seconds_ = 0;             ///< that writing took
};

/// Whether a map stays in slabs, which its processes write. Process 0 collects a map that is drawn or sampled for a
/// script.
bool stays_in_slabs(const options& asked, const processes& by);

/// The work of processes other than the first after they have computed their slabs of a map.
/// \param threads as in job
void help_to_write(const outcome& mine, const processes& by, int threads);

/// Throws gridfold::error if an output file is also an input, or is written twice. `frame` as in outputs.
void check_distinct(const options& asked, const std::string& frame = "");

}  // namespace potential_map
