// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plot.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gridfold/error.hpp>

namespace study
{

void plot(const std::string& csv, const std::string& picture)
{
  std::string python = "python3", script = VARIANT_STUDY_PLOT, from = csv, to = picture;
  char* arguments[] = {python.data(), script.data(), from.data(), to.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  const bool ran = posix_spawnp(&child, python.c_str(), nullptr, nullptr, arguments, environ) == 0 &&
                   waitpid(child, &status, 0) == child;
  if (!ran || status != 0)
    throw gridfold::error("the picture " + picture + " is not drawn (python3 " + script +
                          " failed): install matplotlib, or write a table by --csv and draw it elsewhere");
}

}  // namespace study
