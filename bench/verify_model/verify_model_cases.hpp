// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The cases of verify_model: the committed ones, or with RANDOM_VARIANTS random ones.
#pragma once

#ifdef RANDOM_VARIANTS
#include "verify_model_random.hpp"
#else
#include "verify_model_committed.hpp"
#endif
