// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/plot.hpp"

#include <gridfold/core/error.hpp>

#include "program/subprocess.hpp"

namespace study
{

void plot(const std::string& csv, const std::string& picture)
{
  const std::string script = VARIANT_STUDY_PLOT;
  if (!succeeds({"python3", script, csv, picture}))
    throw gridfold::error("the picture " + picture + " is not drawn (python3 " + script +
                          " failed): install matplotlib, or write a table by --csv and draw it elsewhere");
}

}  // namespace study
