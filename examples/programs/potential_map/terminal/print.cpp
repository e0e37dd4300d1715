// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "terminal/print.hpp"

#include <cerrno>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <system_error>

namespace potential_map
{

void print(const std::string& text)
{
  if ((std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) || errno == EBADF) return;
  throw gridfold::error("cannot print to the standard output (" + std::generic_category().message(errno) +
                        "): direct it elsewhere, or add --quiet");
}

}  // namespace potential_map
