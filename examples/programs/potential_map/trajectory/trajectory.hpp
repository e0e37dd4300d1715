// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The frames of a trajectory, as atoms with the molecule's charges.
#pragma once

#include <cstdint>
#include <filesystem>
#include <gridfold/core/source.hpp>
#include <memory>
#include <string>
#include <vector>

#include "molecule/molecule.hpp"
#include "trajectory/frame_file.hpp"
#include "trajectory/frame_range.hpp"

namespace potential_map
{

/// One frame.
struct frame {
  std::int64_t number;  ///< counted from 1
  std::vector<gridfold::source<double>> atoms;
  double rounding = 0;  ///< largest rounding of a stored coordinate [Å]
  unit_cell box{};      ///< the periodic box
};

/// A bond between consecutive atoms of the molecule, found by their distance.
struct bond {
  std::size_t first;  ///< the first atom; the other one is the next
  double length;      ///< [Å]
};

/// The chosen frames of a trajectory. Throws gridfold::error, with the frame's number, for frames that would give a
/// wrong map: another number of atoms, coordinates that are not finite, a truncated frame, and bonded atoms so far
/// apart that a periodic box cuts the molecule or the file has another order of atoms.
class trajectory {
 public:
  /// \param charges the molecule whose charges the atoms have
  /// \param is_periodic whether images are summed: then a box may cut molecules
  trajectory(const std::filesystem::path& path, const frame_range& wanted, const molecule& charges,
             bool is_periodic = false);

  /// The number of chosen frames, and the frame number of the n-th, both from 0.
  [[nodiscard]] std::int64_t size() const { return (last_ - first_) / stride_ + 1; }
  [[nodiscard]] std::int64_t number(std::int64_t n) const { return first_ + n * stride_; }

  /// Reads the n-th chosen frame.
  [[nodiscard]] frame read(std::int64_t n);

  /// Names for titles and the summary: "100 frames of md.dcd" and "md.dcd".
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string file() const;

  /// A sentence about the periodic box of the frames read so far; empty if there was none.
  [[nodiscard]] const std::string& box_note() const { return box_note_; }

 private:
  void check(const raw_frame& read, std::int64_t number);

  std::filesystem::path path_;
  std::vector<gridfold::source<double>> charges_;
  std::vector<bond> bonds_;
  std::unique_ptr<frame_file> file_;
  std::int64_t first_, last_, stride_;
  std::string box_note_;
  bool is_periodic_;
};

}  // namespace potential_map
