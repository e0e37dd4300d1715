// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trajectory/chemfiles.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gridfold/core/error.hpp>

#include "text/stored_precision.hpp"
#include "text/text.hpp"
#include "trajectory/whole_frames.hpp"

namespace potential_map
{

namespace
{

/// The largest rounding of coordinates that is used to find atoms on points [Å].
constexpr double largest_rounding = 0.05;

/// The folder of python3's package chemfiles, empty if there is none.
std::string package_folder()
{
  constexpr const char* ask =
      "python3 -c 'import importlib.util as u; s = u.find_spec(\"chemfiles\"); "
      "print(s.submodule_search_locations[0] if s else \"\", end=\"\")' 2>/dev/null";
  std::string said;
  if (std::FILE* const answer = ::popen(ask, "re")) {
    for (int c = std::getc(answer); c != EOF; c = std::getc(answer)) said += static_cast<char>(c);
    ::pclose(answer);
  }
  return said;
}

/// The library's handle, null if it is not installed.
void* load()
{
  if (const char* named = std::getenv("CHEMFILES_LIBRARY")) return ::dlopen(named, RTLD_NOW | RTLD_LOCAL);
  if (void* const installed = ::dlopen("libchemfiles.so", RTLD_NOW | RTLD_LOCAL)) return installed;
  const std::string folder = package_folder();
  return folder.empty() ? nullptr : ::dlopen((folder + "/libchemfiles.so").c_str(), RTLD_NOW | RTLD_LOCAL);
}

void print_warning(const char* words)
{
  std::fprintf(stderr, "potential-map: warning: %s\n", printable(words, 500).c_str());
}

}  // namespace

/// The called functions of chemfiles 0.10, by https://chemfiles.org/chemfiles/latest/capi.
struct chemfiles_trajectory::library {
  using positions = double (*)[3];

  library() : handle(load())
  {
    if (handle == nullptr)
      throw gridfold::error(
          "trajectories cannot be read (the library chemfiles is not found): pip install 'chemfiles>=0.10,<0.11', or "
          "set "
          "CHEMFILES_LIBRARY to the path of libchemfiles.so");
    find(version, "chfl_version");
    if (!std::string(version()).starts_with("0.10."))
      throw gridfold::error("trajectories cannot be read (chemfiles has version " + printable(version(), 20) +
                            ", whose interface may differ): pip install 'chemfiles>=0.10,<0.11'");
    find(last_error, "chfl_last_error");
    find(set_warning_callback, "chfl_set_warning_callback");
    find(open, "chfl_trajectory_open");
    find(close, "chfl_trajectory_close");
    find(count, "chfl_trajectory_nsteps");
    find(read, "chfl_trajectory_read_step");
    find(new_frame, "chfl_frame");
    find(positions_of, "chfl_frame_positions");
    find(cell_of, "chfl_cell_from_frame");
    find(shape_of, "chfl_cell_shape");
    find(lengths_of, "chfl_cell_lengths");
    find(angles_of, "chfl_cell_angles");
    find(free, "chfl_free");
    set_warning_callback(print_warning);
  }

  template <class F>
  void find(F*& function, const char* name) const
  {
    function = reinterpret_cast<F*>(::dlsym(handle, name));
    if (function == nullptr)
      throw gridfold::error(std::string("trajectories cannot be read (chemfiles lacks the function ") + name +
                            "): pip install 'chemfiles>=0.10,<0.11'");
  }

  void* handle;  ///< never closed; the process ends with it
  const char* (*version)();
  const char* (*last_error)();
  int (*set_warning_callback)(void (*)(const char*));
  void* (*open)(const char*, char);
  void (*close)(const void*);
  int (*count)(void*, std::uint64_t*);
  int (*read)(void*, std::uint64_t, void*);
  void* (*new_frame)();
  int (*positions_of)(void*, positions*, std::uint64_t*);
  const void* (*cell_of)(void*);
  int (*shape_of)(const void*, int*);
  int (*lengths_of)(const void*, double*);
  int (*angles_of)(const void*, double*);
  void (*free)(const void*);
};

chemfiles_trajectory::chemfiles_trajectory(const std::filesystem::path& path)
    : path_(path), with_(std::make_unique<library>()), trajectory_(with_->open(path.c_str(), 'r'))
{
  std::uint64_t frames = 0;
  if (trajectory_ == nullptr || with_->count(trajectory_, &frames) != 0) {
    const std::string reason = last_error();
    if (trajectory_ != nullptr) with_->close(trajectory_);
    throw gridfold::error("cannot read " + shown(path) + " (" + reason + "): name a whole trajectory");
  }
  const stored_frames stored = scan_frames(path);
  is_cut_ = stored.before_cut.has_value();
  frames_ = stored.before_cut.value_or(static_cast<std::int64_t>(frames));
  step_ = stored.step;
  frame_ = with_->new_frame();
}

chemfiles_trajectory::~chemfiles_trajectory()
{
  with_->free(frame_);
  with_->close(trajectory_);
}

raw_frame chemfiles_trajectory::read(std::int64_t frame)
{
  library::positions first = nullptr;
  std::uint64_t atoms = 0;
  if (with_->read(trajectory_, static_cast<std::uint64_t>(frame), frame_) != 0 ||
      with_->positions_of(frame_, &first, &atoms) != 0)
    throw gridfold::error("cannot read frame " + std::to_string(frame + 1) + " of " + shown(path_) + " (" +
                          last_error() + "): the file is cut short or damaged; copy it again" +
                          (frame > 0 ? ", or add --last " + std::to_string(frame) : ""));
  raw_frame found;
  found.positions.reserve(atoms);
  double largest = 0;
  for (std::uint64_t i = 0; i < atoms; ++i) {
    found.positions.push_back({first[i][0], first[i][1], first[i][2]});
    for (const double x : first[i]) largest = std::max(largest, std::abs(x));
  }
  // XTC is in nm, so there are two conversions in single precision besides the one that stored a number.
  found.rounding = std::min(step_ / 2, largest_rounding) + 3 * stored_precision::of_single(largest);
  constexpr int infinite = 2;  // CHFL_CELL_INFINITE
  const void* const cell = with_->cell_of(frame_);
  int shape = infinite;
  std::array<double, 3> lengths{}, angles{};
  const bool known = with_->shape_of(cell, &shape) == 0 && with_->lengths_of(cell, lengths.data()) == 0 &&
                     with_->angles_of(cell, angles.data()) == 0;
  if (known && shape != infinite)
    found.box = unit_cell_of({lengths[0], lengths[1], lengths[2]}, {angles[0], angles[1], angles[2]});
  with_->free(cell);
  return found;
}

std::string chemfiles_trajectory::last_error() const { return printable(with_->last_error(), 300); }

}  // namespace potential_map
