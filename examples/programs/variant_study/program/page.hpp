// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A page of HTML with the tables of studies and a picture of each variant.
#pragma once

#include <string>
#include <vector>

#include "program/results.hpp"

namespace study
{

/// The page: program/page.html with its data filled in. It needs no other file and no network. `on_gpu` says where the
/// tables were measured. Throws gridfold::error if page.html cannot be read.
std::string page_of(const std::vector<results>& studies, bool on_gpu);

}  // namespace study
