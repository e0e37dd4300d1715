// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The process: its standard descriptors, and how it ends.
#pragma once

namespace potential_map
{

/// To be called first. From then on
/// - no file is opened as a standard descriptor, even if the program was started without them;
/// - however the program ends, but by SIGKILL, no draft of an output stays behind;
/// - a broken pipe and a limit on the size of files are errors of the writing call;
/// - a signal that ends a process also ends the first one of a container, which the kernel protects from them.
void prepare_process();

}  // namespace potential_map
