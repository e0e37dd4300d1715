// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Maps whose planes are shared out among processes: statistics and files. All processes make the same calls.
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

/// The statistics of the whole map, on process 0, bitwise equal to those of measure.
/// \param threads of each process
statistics measure_slabs(const outcome& mine, const processes& by, int threads);

/// The output to which process 0 writes the map.
struct slab_target {
  output_file& file;
  map_format format;
  gridfold::lattice where;
  statistics values;
  std::string title;
  const std::vector<gridfold::source<double>>& atoms;  ///< which cube names
};

/// Writes the map, not yet to its final place. Each process writes its planes into the file; for text with z fastest,
/// the processes first exchange values and then write equal shares. Processes of one machine write concurrently;
/// machines take turns, because file systems need not order concurrent writes of several machines. Process 0 alone
/// writes a stream, a compressed file, or a file whose folder some machine does not see; it receives the others' planes
/// in pieces. An error of any process is thrown on all. \param threads that make text, on each process \param to the
/// output on process 0; null on other processes
void write_slabs(const outcome& mine, const processes& by, int threads, const slab_target* to = nullptr);

}  // namespace potential_map
