// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The source line that a listing of machine code names.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Reads the source lines in a listing. For inlined functions, `nvdisasm -gi` names the function's line, the line that
/// calls it, and so on. An access in one of the toolkit's functions, such as atomicAdd or __ldg, belongs to the line
/// that calls it, since these functions are words of CUDA to a trace.
class listing_place {
 public:
  using place = std::pair<std::string, int>;  ///< a file's name without its folder, and the line

  /// Whether a line of the listing names a source line.
  static bool is_named(const std::string& line) { return line.find(mark) != std::string::npos; }
  void read(const std::string& line)
  {
    const std::size_t file = line.find(mark), end = line.find("\", line ", file);
    if (file == std::string::npos || end == std::string::npos) return;
    const bool is_caller = is_inlined_;
    is_inlined_ = line.find("inlined at", end) != std::string::npos;
    if (is_caller && !is_word_) return;
    const std::string path = line.substr(file + mark.size(), end - file - mark.size());
    is_word_ = is_of_toolkit(path);
    place_ = {path.substr(path.rfind('/') + 1), std::atoi(line.c_str() + end + 8)};
  }
  [[nodiscard]] const place& operator*() const { return place_; }

 private:
  static inline const std::string mark = "//## File \"";

  /// Whether a file is one of the toolkit's headers with device functions.
  static bool is_of_toolkit(const std::string& path)
  {
    const std::string name = path.substr(path.rfind('/') + 1);
    for (const char* folder : {"/crt/", "/cooperative_groups/"})
      if (path.find(folder) != std::string::npos) return true;
    for (const char* header : {"device_atomic_functions.", "cooperative_groups.", "cuda_fp16.", "cuda_bf16."})
      if (name.starts_with(header)) return true;
    return name.starts_with("sm_") && (name.ends_with("_intrinsics.hpp") || name.ends_with("_atomic_functions.hpp"));
  }

  place place_;
  bool is_inlined_ = false;  ///< whether the next name is that of the caller
  bool is_word_ = false;     ///< whether the place is in a function of the toolkit
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
