// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The values of OpenDX and cube, which have z fastest, from a map in slabs along z.
#pragma once

#include <cstdint>

#include "engine/engine.hpp"
#include "engine/processes.hpp"
#include "formats/map_file.hpp"
#include "output/output_file.hpp"

namespace potential_map
{

/// Writes the values and the footer. In each round every process receives a range of the file's values from the planes
/// of all processes and makes their text. Process 0 writes all text, or each process its own. All processes make equal
/// calls; an error of one is thrown on all.
/// \param to process 0's output, none on the others
/// \param in_parts whether each process may write its own
/// \param first offset of the first value in the file
/// \param threads that make text
void write_text_slabs(const outcome& mine, const processes& by, map_format format, output_file* to, bool in_parts,
                      std::uint64_t first, int threads);

}  // namespace potential_map
