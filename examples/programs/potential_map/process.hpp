// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The process: its standard descriptors, and how it ends.
#pragma once

namespace potential_map
{

/// Call it first. From then on
/// - no file is opened as a standard descriptor, even if the program was started without them;
/// - no draft of an output and no temporary file stays behind, and no started program continues, for any end of this
///   program except SIGKILL;
/// - a broken pipe and a limit on the size of files are errors of the writing call;
/// - signals that end a process also end the first process of a container, which the kernel protects from them.
void prepare_process();

}  // namespace potential_map
