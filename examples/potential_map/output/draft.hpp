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

/// A new file in the folder of its target, with the target's owner and mode if it exists. A draft that does not take
/// the target's place leaves nothing behind.
///
/// If the file system has files without a name (O_TMPFILE), a draft is one until it is complete: the kernel removes it
/// with the process. Otherwise a draft has a random name, which remove_drafts() removes.
class draft {
 public:
  /// Check descriptor(): a draft that could not be made has a negative one, and the reason is in errno.
  /// \param target the file to replace or to make; no symbolic link, which would be replaced itself
  explicit draft(const std::filesystem::path& target);
  ~draft();
  draft(const draft&) = delete;
  draft& operator=(const draft&) = delete;

  /// The descriptor to write the file through.
  [[nodiscard]] int descriptor() const { return file_; }

  /// The draft's name, by which other processes can open it; it gets one if it has none. Empty if that failed: the
  /// reason is in errno.
  [[nodiscard]] std::filesystem::path name_for_others();

  /// Puts the file in the target's place. Returns whether that succeeded; if not, the reason is in errno.
  [[nodiscard]] bool take_place();

  /// A name in a folder, as a signal handler can read it.
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

/// Removes the drafts that have a name: for the end of a process that does not unwind. Async-signal-safe.
void remove_drafts() noexcept;

}  // namespace potential_map
