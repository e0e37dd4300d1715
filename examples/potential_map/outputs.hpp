// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The files that a run writes together: map, standard deviation, picture and script.
#pragma once

#include <optional>
#include <string>

#include "engine/engine.hpp"
#include "engine/processes.hpp"
#include "formats/map_file.hpp"
#include "options/options.hpp"
#include "output/output_file.hpp"

namespace potential_map
{

/// What the files of a run show.
struct result {
  const any_field& map;
  const molecule& whole;                 ///< as the picture shows it
  std::string name;                      ///< what the map is of
  std::string atoms = "the molecule";    ///< what the picture shows of it
  const any_field* deviation = nullptr;  ///< of the frames that the map is the average of
};

/// The output files. They are opened before the computation and put in place together when all are complete.
class outputs {
 public:
  /// \param frame the text in place of {frame} in their names
  explicit outputs(const options& asked, const std::string& frame = "");

  void write(const result& made);

  /// The only output of a map that stays in slabs, on process 0; the other processes call help_to_write.
  /// \param whole what the map is of
  void write_in_slabs(const outcome& mine, const gridfold::lattice& where, const statistics& values,
                      const molecule& whole, const processes& by);

  /// Whether one of them takes the standard output, so that nothing else may be printed there.
  [[nodiscard]] bool take_standard_output() const;

  [[nodiscard]] std::string summary() const;

 private:
  [[nodiscard]] std::string note() const;
  [[nodiscard]] std::string title_of(const std::string& name) const;
  void write_maps(const result& made);
  void write_script(const result& made, const std::string& title);

  const options& asked_;
  std::optional<output_file> map_, deviation_, picture_, script_;
  double seconds_ = 0;  ///< that writing took
};

/// Whether a map stays in slabs, which its processes write. Process 0 collects one that is drawn or sampled for a
/// script.
bool stays_in_slabs(const options& asked, const processes& by);

/// What processes other than the first do after they have computed their slabs of a map.
/// \param threads as in job
void help_to_write(const outcome& mine, const processes& by, int threads);

/// Throws gridfold::error if an output file is also an input, or is written twice. `frame` as in outputs.
void check_distinct(const options& asked, const std::string& frame = "");

}  // namespace potential_map
