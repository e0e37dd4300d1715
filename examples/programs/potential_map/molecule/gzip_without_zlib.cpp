// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/error.hpp>

#include "molecule/bytes.hpp"

namespace potential_map
{

std::string unpack_gzip(std::string_view, const std::string& file)
{
  throw gridfold::error(file + " is compressed by gzip (this program was built without zlib): unpack it with gunzip");
}

}  // namespace potential_map
