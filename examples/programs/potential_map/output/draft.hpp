// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A new file that atomically replaces another one.
#pragma once

#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <string>

namespace potential_map
{

/// A new file in the folder of its target, with the target's owner and mode if it exists. A draft that does not replace
/// the target leaves nothing behind. Otherwise a draft has a random name, which remove_drafts() removes.
class draft {
 public:
  /// Check descriptor(): it is negative if the draft could not be created; errno has the reason.
  /// \param target the file to replace or create; must not be a symbolic link, which would itself be replaced
  explicit draft(const std::filesystem::path& target);
  ~draft();
  draft(const draft&) = delete;
  draft& operator=(const draft&) = delete;

  /// The descriptor to write the file through.
  [[nodiscard]] int descriptor() const { return file_; }

  /// The draft's name, by which other processes can open it; names it first if necessary. Empty on failure; errno has
  /// the reason.
  [[nodiscard]] std::filesystem::path name_for_others();

  /// Moves the file to the target's place. Returns whether that succeeded; if not, errno has the reason.
  [[nodiscard]] bool take_place();

  /// A name in a folder, in a form that a signal handler can read.
  struct entry {
    int folder = -1;
    std::array<char, 40> text{};
  };

 private:
  void open_named(mode_t mode);
  [[nodiscard]] bool take_rights(const struct stat& old) const;
  [[nodiscard]] bool link_as(const char* name) const;
  template <class F>
  bool with_new_name(F create);
  void forget_name();

  std::filesystem::path folder_;
  std::string target_;
  entry name_;
  int file_ = -1;
};

/// Removes the named drafts, when a process ends without unwinding. Async-signal-safe.
void remove_drafts() noexcept;

}  // namespace potential_map
