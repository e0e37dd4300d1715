// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compresses an output by gzip.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace potential_map
{

/// One gzip file, piece by piece. Its header holds neither a name nor a time: equal bytes are equal files.
class packer {
 public:
  /// Throws gridfold::error if the program was built without zlib.
  packer();
  ~packer();
  packer(const packer&) = delete;
  packer& operator=(const packer&) = delete;

  /// Compresses more bytes, and returns what is ready; with `last` all of it, and the file's end.
  std::string pack(std::string_view bytes, bool last);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace potential_map
