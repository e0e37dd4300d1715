// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/error.hpp>

#include "output/packer.hpp"

namespace potential_map
{

packer::packer()
{
  throw gridfold::error(
      "an output ends in .gz (this program was built without zlib): leave out .gz, and compress the file with gzip");
}

packer::piece packer::pack(std::string_view) { return {}; }
std::string packer::header() { return ""; }
void packer::add(const piece&) {}
std::string packer::end() const { return ""; }

}  // namespace potential_map
