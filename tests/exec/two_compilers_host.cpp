// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "two_compilers.hpp"

namespace test
{

gridfold::field<float> map_from_host_compiler(const std::vector<gridfold::atom>& atoms, const gridfold::lattice& where)
{
  return gridfold::potential_map(atoms, where);
}

}  // namespace test
