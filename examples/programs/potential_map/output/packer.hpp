// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compresses an output by gzip.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace potential_map
{

/// A gzip file of pieces that several threads compress: its header, the pieces, its end. It has neither a name nor a
/// time, so equal pieces give equal files.
class packer {
 public:
  /// A compressed piece.
  struct piece {
    std::string packed;
    std::uint32_t checksum;
    std::uint64_t bytes;  ///< bytes of the piece before compression
  };

  /// Throws gridfold::error if the program was built without zlib.
  packer();

  /// Compresses fewer than 4 GiB; any number of threads may call it.
  static piece pack(std::string_view bytes);

  static std::string header();
  /// Counts the next piece of the file.
  void add(const piece& next);
  /// The bytes that end a file with the counted pieces.
  [[nodiscard]] std::string end() const;

 private:
  std::uint32_t checksum_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace potential_map
