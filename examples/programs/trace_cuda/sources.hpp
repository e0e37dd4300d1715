// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The files of a CUDA program, and copies of them for the host's compiler.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "options.hpp"
#include "rewrite.hpp"

namespace trace_cuda
{

namespace fs = std::filesystem;

inline std::string contents(const fs::path& file)
{
  std::ifstream in(file, std::ios::binary);
  if (!in || fs::is_directory(file))
    fail("cannot read " + file.string() + " (no such file, or no right to): name another one");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Rewrites sources, and the files that they include from their folder or from include folders.
class sources {
 public:
  sources(const fs::path& folder, const options& o, bool registers = false) : folder_(folder), registers_(registers)
  {
    for (const std::string& flag : o.flags)
      if (flag.starts_with("-I")) include_.push_back(flag.substr(2));
  }
  /// The rewritten copy of a source.
  fs::path copy(const fs::path& file)
  {
    const fs::path whole = fs::weakly_canonical(file);
    if (const auto known = copies_.find(whole); known != copies_.end()) return known->second;
    const fs::path to = folder_ / (std::to_string(copies_.size()) + "_" + whole.stem().string() + ".cpp");
    copies_[whole] = to;
    const std::string source = contents(whole);
    std::string text;
    std::size_t copied = source.starts_with("\xef\xbb\xbf") ? 3 : 0;  // UTF-8's byte order mark, which words precede
    for (const inclusion& i : inclusions(source)) {
      const fs::path included = find(i.name, whole.parent_path());
      if (included.empty()) continue;
      text += source.substr(copied, i.begin - copied) + "\"" + copy(included).string() + "\"";
      copied = i.end;
    }
    text += source.substr(copied);
    const rewritten out = rewrite(text, registers_);
    launches_by_address = launches_by_address || out.launches_by_address;
    has_main = has_main || out.has_main;
    has_kernels = has_kernels || out.has_kernels;
    for (const refusal& r : out.refusals)
      refusals.push_back(file.string() + ":" + std::to_string(r.line) + ": " + r.text);
    std::ofstream(to) << "#line 1 \"" << whole.string() << "\"\n" << out.text;
    folders.insert(whole.parent_path().string());
    return to;
  }

  bool has_main = false, has_kernels = false, launches_by_address = false;
  std::vector<std::string> refusals;
  std::set<std::string> folders;

 private:
  [[nodiscard]] fs::path find(const std::string& name, const fs::path& beside) const
  {
    if (fs::is_regular_file(beside / name)) return beside / name;
    for (const std::string& folder : include_)
      if (fs::is_regular_file(fs::path(folder) / name)) return fs::path(folder) / name;
    return find_above(name, beside);
  }
  /// Searches include folders of the parent folders, which a project's build files name by -I.
  [[nodiscard]] static fs::path find_above(const std::string& name, const fs::path& beside)
  {
    constexpr int levels = 5;
    fs::path folder = beside;
    for (int level = 0; level < levels && folder.has_relative_path(); ++level, folder = folder.parent_path())
      for (const char* const headers : {"include", "inc", "common", "Common", "utils", "util"})
        if (fs::is_regular_file(folder / headers / name)) return folder / headers / name;
    return {};
  }
  fs::path folder_;
  bool registers_;
  std::vector<std::string> include_;
  std::map<fs::path, fs::path> copies_;
};

}  // namespace trace_cuda
