// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "studies.hpp"

namespace study
{

bool has_device() { return gridfold::device_present(); }

gridfold::table study_on_device(const request& what) { return study_here(what); }

}  // namespace study
