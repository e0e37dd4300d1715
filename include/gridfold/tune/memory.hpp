// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory of winners: a small text file that many processes may share.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdlib>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/memory_file.hpp>
#include <gridfold/tune/winner.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridfold
{

/// Where winners are remembered unless a path is given: what the environment variable GRIDFOLD_TUNING says (`off`:
/// nowhere), else gridfold/tuning.txt in XDG_CACHE_HOME, else in ~/.cache. Empty for nowhere.
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

/// Winners by key and machine. Reads its file when it is made; what other processes write later it does not see. Has no
/// state beside its members and the file. The file's damaged lines are left out, with a warning. One of another
/// version, or with no whole line, counts as empty, with a warning; it is kept beside the new one, with `.bad` after
/// its name, when the next winner is remembered. What is not a tuning file is not touched.
class tuning_memory {
 public:
  using warning = tuning_warning;

  /// \param path the file, which need not exist; empty for none: then it is remembered as long as this object lives
  /// \param warn told what is wrong with the file, in a sentence
  explicit tuning_memory(std::string path = default_tuning_path(), warning warn = warn_on_standard_error)
      : path_(std::move(path)), warn_(std::move(warn)), known_(read())
  {
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  /// The variant remembered for a key: on this machine by its exact name, else the one last remembered on a machine of
  /// its capability; nothing if there is none.
  [[nodiscard]] std::optional<std::string> find(const tuning_key& key, const machine& on) const
  {
    if (auto exact = find_exactly(key, on)) return exact;
    return last([&](const winner& w) { return w.key == key && w.on.capability == on.capability; });
  }

  /// The variant remembered for a key on the machine of this very name.
  [[nodiscard]] std::optional<std::string> find_exactly(const tuning_key& key, const machine& on) const
  {
    return last([&](const winner& w) { return w.key == key && w.on.name == on.name; });
  }

  /// Remembers a variant and its seconds in place of what was known for this key and machine, here and in the file,
  /// whatever other processes have added to that. A file that cannot be written is a warning. Throws `error` for a
  /// variant without a name and for seconds that are not positive and finite.
  void remember(const tuning_key& key, const machine& on, const std::string& variant, double seconds)
  {
    const winner won{key, on, variant, seconds};
    detail::check_winner(won);
    replace(known_, won);
    write({won});
  }

  /// Knows the winners of another file too; what is known already stays. Throws `error` if it cannot be read.
  void preload(const std::string& path)
  {
    const std::vector<winner> others = read_winners(path, warn_).value_or(std::vector<winner>{});
    known_.insert(known_.begin(), others.begin(), others.end());  // the last one counts
  }

  /// Remembers in another file from now on, and adds to it what is known; empty: in none.
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
      const file_lock alone(path_);
      std::vector<winner> there = read();
      for (const winner& w : won) replace(there, w);
      write_winners(path_, there);
    } catch (const error& e) {
      warn_(e.what());
    }
  }

  [[nodiscard]] std::vector<winner> read() const
  {
    try {
      if (!path_.empty())
        if (auto winners = read_winners(path_, warn_)) return *winners;
    } catch (const error& e) {
      warn_(e.what());
    }
    return {};
  }

  std::string path_;
  warning warn_;
  std::vector<winner> known_;
};

}  // namespace gridfold
