// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trajectory/trajectory.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <utility>

#include "text/text.hpp"
#include "trajectory/chemfiles.hpp"
#include "trajectory/dcd.hpp"

namespace potential_map
{

namespace
{

/// Two atoms this close are bonded [Å]: no bond is shorter, and among the first four periods hardly one is longer.
constexpr double shortest_bond = 0.5, longest_bond = 1.6;

/// Even strained bonds are shorter than this [Å].
constexpr double broken_bond = 5;

std::string rounded(double value)
{
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

std::vector<bond> bonds_of(const std::vector<gridfold::source<double>>& atoms)
{
  std::vector<bond> found;
  for (std::size_t i = 0; i + 1 < atoms.size(); ++i) {
    const auto &a = atoms[i], &b = atoms[i + 1];
    const double length = std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
    if (length >= shortest_bond && length <= longest_bond) found.push_back({i, length});
  }
  return found;
}

}  // namespace

std::unique_ptr<frame_file> open_frames(const std::filesystem::path& path)
{
  const std::string suffix = path.extension().string();
  if (suffix == ".dcd") return std::make_unique<dcd_file>(path);
  if (suffix == ".xtc" || suffix == ".nc") return std::make_unique<chemfiles_trajectory>(path);
  throw gridfold::error("the trajectory " + shown(path) + " has " +
                        (suffix.empty() ? "no suffix" : "the suffix " + quoted(suffix)) +
                        " (it says which format to read): name a .dcd, .xtc or .nc file");
}

trajectory::trajectory(const std::filesystem::path& path, const frame_range& wanted, const molecule& charges,
                       bool is_periodic)
    : path_(path),
      charges_(charges.atoms),
      bonds_(bonds_of(charges.atoms)),
      file_(open_frames(path)),
      first_(wanted.first),
      last_(wanted.last),
      stride_(wanted.stride),
      is_periodic_(is_periodic)
{
  const std::int64_t frames = file_->frames();
  if (frames == 0) throw gridfold::error(shown(path) + " has no whole frame (nothing can be read): name another file");
  if (file_->is_cut() && last_ == 0)
    throw gridfold::error(shown(path) + " ends within frame " + std::to_string(frames + 1) +
                          " (the file is cut short): copy it again, or add --last " + std::to_string(frames));
  if (last_ == 0) last_ = frames;
  for (const auto& [option, value] : {std::pair{"--first", first_}, {"--last", last_}})
    if (value > frames)
      throw gridfold::error(std::string(option) + " got " + std::to_string(value) + " (" + shown(path) + " has " +
                            std::to_string(frames) + " whole frames): give a number up to that");
}

frame trajectory::read(std::int64_t n)
{
  frame found{number(n), charges_, 0};
  const raw_frame raw = file_->read(found.number - 1);
  check(raw, found.number);
  for (std::size_t i = 0; i < found.atoms.size(); ++i) {
    found.atoms[i].x = raw.positions[i].x;
    found.atoms[i].y = raw.positions[i].y;
    found.atoms[i].z = raw.positions[i].z;
  }
  found.rounding = raw.rounding;
  found.box = raw.box;
  if (raw.box.period && box_note_.empty())
    box_note_ = "periodic (frame " + std::to_string(found.number) + ": " + described(*raw.box.period) +
                "); its images are " + (is_periodic_ ? "summed" : "not summed (--periodic sums them)");
  return found;
}

void trajectory::check(const raw_frame& read, std::int64_t number)
{
  const auto refuse = [&](const std::string& wrong, const std::string& remedy) {
    throw gridfold::error("frame " + std::to_string(number) + " of " + shown(path_) + " " + wrong + ": " + remedy);
  };
  const auto& at = read.positions;
  if (at.size() != charges_.size())
    refuse("has " + std::to_string(at.size()) + " atoms (the molecule has " + std::to_string(charges_.size()) + ")",
           "name a trajectory of the same atoms, such as one without water");
  for (std::size_t i = 0; i < at.size(); ++i)
    if (!std::isfinite(at[i].x) || !std::isfinite(at[i].y) || !std::isfinite(at[i].z))
      refuse("has a coordinate of atom " + std::to_string(i + 1) + " that is not finite (the simulation failed there)",
             number > first_ ? "end before it with --last " + std::to_string(number - 1) : "give a later --first");
  if (is_periodic_) return;  // the box may cut bonds
  for (const bond& pair : bonds_) {
    const auto &a = at[pair.first], &b = at[pair.first + 1];
    const double distance = std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
    if (distance <= broken_bond) continue;
    const std::string atoms = std::to_string(pair.first + 1) + " and " + std::to_string(pair.first + 2);
    refuse("has atoms " + atoms + " " + rounded(distance) + " A apart (they are bonded: " + rounded(pair.length) +
               " A in the molecule)",
           read.box.is_stated() ? "add --periodic, or make molecules whole, such as by gmx trjconv -pbc whole or "
                                  "cpptraj's autoimage, and check the "
                                  "order of atoms"
                                : "name a trajectory with the molecule's order of atoms");
  }
}

std::string trajectory::name() const
{
  const std::string taken = size() == 1 ? "frame " + std::to_string(first_) : std::to_string(size()) + " frames";
  return taken + " of " + file();
}

std::string trajectory::file() const { return printable(path_.filename().string(), 100); }

}  // namespace potential_map
