// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory of winners: a text file that processes may share.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdlib>
#include <gridfold/core/moved.hpp>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/memory_file.hpp>
#include <gridfold/tune/winner.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The default path of the file: the environment variable GRIDFOLD_TUNING (`off`: no file), else gridfold/tuning.txt in
/// XDG_CACHE_HOME, else in ~/.cache. Empty for no file.
inline std::string default_tuning_path()
{
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  const std::string asked = variable("GRIDFOLD_TUNING"), cache = variable("XDG_CACHE_HOME"), home = variable("HOME");
  if (!asked.empty()) return asked == "off" ? "" : asked;
  if (!cache.empty()) return cache + "/gridfold/tuning.txt";
  return home.empty() ? "" : home + "/.cache/gridfold/tuning.txt";
}

/// Winners by key and machine, read from a file at construction; later changes by other processes are not seen. All
/// state is in the object and the file. Damaged lines are skipped with a warning. A file of another version, or without
/// a valid line, counts as empty, with a warning; it is kept as NAME.bad when the next winner is stored. Files that are
/// not tuning files are not changed.
class tuning_memory {
 public:
  using warning = tuning::tuning_warning;

  /// \param path the file, which need not exist; empty to keep winners in memory only
  /// \param warn called with a sentence for each problem of the file
  explicit tuning_memory(std::string path = default_tuning_path(), warning warn = tuning::warn_on_standard_error)
      : path_(gridfold::core::moved(path)), warn_(gridfold::core::moved(warn)), known_(read())
  {
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  /// The variant stored for a key on this machine: by the machine's exact name, else the last one stored on a machine
  /// with its capability; nothing if there is none.
  [[nodiscard]] std::optional<std::string> find(const tuning_key& key, const machine& on) const
  {
    if (auto exact = find_exactly(key, on)) return exact;
    return last([&](const winner& w) { return w.key == key && w.on.capability == on.capability; });
  }

  /// The variant stored for a key on the machine of exactly this name.
  [[nodiscard]] std::optional<std::string> find_exactly(const tuning_key& key, const machine& on) const
  {
    return last([&](const winner& w) { return w.key == key && w.on.name == on.name; });
  }

  /// Stores a variant and its seconds for this key and machine, in the object and in the file; entries that other
  /// processes have added stay. Failure to write is a warning. Throws `error` for a variant without a name and for
  /// seconds that are not positive and finite.
  void remember(const tuning_key& key, const machine& on, const std::string& variant, double seconds)
  {
    const winner won{key, on, variant, seconds};
    tuning::check_winner(won);
    replace(known_, won);
    write({won});
  }

  /// Adds the winners of another file; known winners take precedence. Throws `error` if the file cannot be read.
  void preload(const std::string& path)
  {
    const std::vector<winner> others = tuning::read_winners(path, warn_).value_or(std::vector<winner>{});
    known_.insert(known_.begin(), others.begin(), others.end());  // later entries take precedence
  }

  /// Uses another file from now on, and adds all known winners to it; empty for no file.
  void move_to(const std::string& path)
  {
    path_ = path;
    write(known_);
  }

 private:
  template <class Fits>
  [[nodiscard]] std::optional<std::string> last(Fits fits) const
  {
    for (auto w = known_.rbegin(); w != known_.rend(); ++w)
      if (fits(*w)) return w->variant;
    return {};
  }

  static void replace(std::vector<winner>& among, const winner& by)
  {
    std::erase_if(among, [&](const winner& w) { return w.key == by.key && w.on.name == by.on.name; });
    among.push_back(by);
  }

  /// Adds winners to those in the file.
  void write(const std::vector<winner>& won) const
  {
    if (path_.empty()) return;
    try {
      const tuning::file_lock alone(path_);
      std::vector<winner> there = read();
      for (const winner& w : won) replace(there, w);
      tuning::write_winners(path_, there);
    } catch (const error& e) {
      warn_(e.what());
    }
  }

  [[nodiscard]] std::vector<winner> read() const
  {
    try {
      if (!path_.empty())
        if (auto winners = tuning::read_winners(path_, warn_)) return *winners;
    } catch (const error& e) {
      warn_(e.what());
    }
    return {};
  }

  std::string path_;
  warning warn_;
  std::vector<winner> known_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
