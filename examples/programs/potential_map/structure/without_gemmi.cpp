// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Structures in a build without gemmi: they cannot be read.
#include <gridfold/core/error.hpp>

#include "structure/structure.hpp"
#include "text/text.hpp"

namespace potential_map
{

structure parse_structure(std::string_view, const std::filesystem::path& path, const selection&, bool)
{
  throw gridfold::error(shown(path) +
                        " is a structure without charges (this program was built without gemmi, which reads it): "
                        "install gemmi-dev and tao-pegtl-dev and build it again, or make a PQR file with pdb2pqr");
}

}  // namespace potential_map
