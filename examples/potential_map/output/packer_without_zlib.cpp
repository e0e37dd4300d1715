// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/error.hpp>

#include "output/packer.hpp"

namespace potential_map
{

struct packer::state {};

packer::packer()
{
  throw gridfold::error(
      "an output ends in .gz (this program was built without zlib): leave out .gz, and compress the file with gzip");
}

packer::~packer() = default;

std::string packer::pack(std::string_view, bool) { return ""; }

}  // namespace potential_map
