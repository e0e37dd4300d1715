// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/part.hpp"

#include <dlfcn.h>

#include <gridfold/core/error.hpp>

#include "program/subprocess.hpp"

namespace study
{

void build(const std::vector<std::string>& parts)
{
  std::vector<std::string> ninja = {VARIANT_STUDY_NINJA, "-C", VARIANT_STUDY_BUILD};
  for (const std::string& name : parts) ninja.push_back("examples/programs/variant_study/" + name + ".so");
  if (!succeeds(ninja))
    throw gridfold::error("the study cannot be built (ninja says why above): mend that, or set up by ./examples/run");
}

decltype(&part) load(const std::string& name)
{
  // Stays loaded until the program ends, because tables refer to its code.
  const std::string path = VARIANT_STUDY_BUILD "/examples/programs/variant_study/" + name + ".so";
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = library != nullptr ? dlsym(library, "part") : nullptr;
  if (found == nullptr)
    throw gridfold::error(std::string("a part of this program cannot be loaded (") + dlerror() + "): build it again");
  return reinterpret_cast<decltype(&part)>(found);
}

}  // namespace study
