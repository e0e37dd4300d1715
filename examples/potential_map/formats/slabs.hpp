// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Maps of which each process has some planes: their statistics and their files. All processes make the same calls.
#pragma once

#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/processes.hpp"
#include "formats/map_file.hpp"

namespace potential_map
{

/// The statistics of the whole map, on process 0: those that measure finds, to the last bit.
/// \param threads of each process
statistics measure_slabs(const outcome& mine, const processes& by, int threads);

/// What process 0 writes the map to.
struct slab_target {
  output_file& file;
  map_format format;
  gridfold::lattice where;
  statistics values;
  std::string title;
  const std::vector<gridfold::source<double>>& atoms;  ///< which cube names
};

/// Writes the map, not yet to its place. Each process writes its planes into the file, or of a text with z fastest as
/// many values, which the processes exchange; those of one machine write at the same time: file systems of several
/// machines need not order what they write beside each other. A stream, a compressed file, and one whose folder some
/// machine does not see are written by process 0, which gets the others' planes in pieces. An error of any process is
/// thrown on all. \param threads that make text, on each process \param to process 0's; none on the others
void write_slabs(const outcome& mine, const processes& by, int threads, const slab_target* to = nullptr);

}  // namespace potential_map
