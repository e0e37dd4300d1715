// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/draft.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>

namespace potential_map
{

namespace
{

/// The named drafts at present: at most a map, a deviation, a picture, a script and three components of a field.
std::array<std::atomic<const draft::entry*>, 7> named_drafts{};

void exchange_named(const draft::entry* from, const draft::entry* to)
{
  for (auto& slot : named_drafts) {
    const draft::entry* expected = from;
    if (slot.compare_exchange_strong(expected, to)) return;
  }
}

std::array<char, 40> random_name()
{
  std::array<unsigned, 2> random{};
  if (::getentropy(random.data(), sizeof random) != 0) random[0] = static_cast<unsigned>(::getpid());
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), ".potential-map-%08x%08x.part", random[0], random[1]);
  return text;
}

/// Opens a file without a name. Returns -1 if the file system does not support it, or if /proc, which later names such
/// a file, is missing.
int open_unnamed(int folder, mode_t mode)
{
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

}  // namespace

draft::draft(const std::filesystem::path& target) : folder_(target.parent_path() / "."), target_(target.filename())
{
  name_.folder = ::open(folder_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (name_.folder < 0) return;
  struct stat old {};
  const bool replaces = ::fstatat(name_.folder, target_.c_str(), &old, 0) == 0;
  const mode_t mode = replaces ? 0600 : 0666;
  file_ = open_unnamed(name_.folder, mode);
  if (file_ < 0) open_named(mode);
  if (file_ < 0 || !replaces || take_rights(old)) return;
  const int reason = errno;
  ::close(file_);
  file_ = -1;
  errno = reason;
}

draft::~draft()
{
  if (name_.text[0] != '\0') {
    ::unlinkat(name_.folder, name_.text.data(), 0);
    forget_name();
  }
  if (file_ >= 0) ::close(file_);
  if (name_.folder >= 0) ::close(name_.folder);
}

/// Registers the name before the file can have it, so that a signal handler can always remove it.
template <class F>
bool draft::with_new_name(F create)
{
  bool created = false;
  do {
    name_.text = random_name();
    exchange_named(nullptr, &name_);
    created = create(name_.text.data());
    if (!created) forget_name();
  } while (!created && errno == EEXIST);
  return created;
}

void draft::forget_name()
{
  exchange_named(&name_, nullptr);
  name_.text[0] = '\0';
}

void draft::open_named(mode_t mode)
{
  with_new_name([&](const char* name) {
    file_ = ::openat(name_.folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    return file_ >= 0;
  });
}

/// Copies owner and mode. If the process may not change the owner, only the mode is copied, without set-user-ID bits.
bool draft::take_rights(const struct stat& old) const
{
  const bool owned = ::fchown(file_, old.st_uid, old.st_gid) == 0;
  struct stat made {};
  if (::fstat(file_, &made) != 0) return false;
  const mode_t wanted = old.st_mode & (owned ? 07777 : 0777);
  return (made.st_mode & 07777) == wanted || ::fchmod(file_, wanted) == 0;
}

bool draft::link_as(const char* name) const
{
  const std::string self = "/proc/self/fd/" + std::to_string(file_);
  return ::linkat(AT_FDCWD, self.c_str(), name_.folder, name, AT_SYMLINK_FOLLOW) == 0;
}

std::filesystem::path draft::name_for_others()
{
  const auto link = [&](const char* name) { return link_as(name); };
  if (name_.text[0] == '\0' && !with_new_name(link)) return {};
  return std::filesystem::absolute(folder_) / name_.text.data();
}

/// Moves the file to its place. link() cannot replace an existing file, but rename() can, so an unnamed file with an
/// existing target first gets a temporary name.
bool draft::take_place()
{
  if (name_.text[0] == '\0') {
    if (link_as(target_.c_str())) return true;
    if (errno != EEXIST || !with_new_name([&](const char* name) { return link_as(name); })) return false;
  }
  if (::renameat(name_.folder, name_.text.data(), name_.folder, target_.c_str()) != 0) return false;
  forget_name();
  return true;
}

void remove_drafts() noexcept
{
  for (auto& slot : named_drafts)
    if (const draft::entry* old = slot.load()) ::unlinkat(old->folder, old->text.data(), 0);
}

}  // namespace potential_map
