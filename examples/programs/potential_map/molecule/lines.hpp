// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lines of a PQR file, or of a plain one, as atoms in parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "molecule/record.hpp"

namespace potential_map
{

/// What separates a part of a file from the part before it.
enum class separator { none, end, endmdl, model };

/// Atoms of a file between two separators.
struct part {
  std::size_t first = 0;  ///< its first atom
  separator before = separator::none;
  std::int64_t number = 0;  ///< from MODEL, or counted from 1
};

struct file_lines {
  std::vector<atom_record> atoms;
  std::vector<part> parts;  ///< none of them empty
  std::string_view box;     ///< the first line of a periodic box, in the text; empty if there is none
  bool plain = false;       ///< lines "x y z charge"
};

/// Throws a gridfold::error that names a file and a line of it.
[[noreturn]] void refuse_line(const std::string& file, std::size_t line, const fault& why);

/// Reads a file's text. Throws gridfold::error for its first fault.
/// \param threads that read pieces of the text; the result does not depend on their number
/// \param piece_size bytes of a piece, about
file_lines read_lines(std::string_view text, const std::string& file, int threads = 1,
                      std::size_t piece_size = std::size_t{1} << 20);

}  // namespace potential_map
