// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// DCD files of CHARMM, NAMD, OpenMM, X-PLOR and MDAnalysis: records of Fortran in single precision.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "trajectory/frame_file.hpp"

namespace potential_map
{

/// The box of a frame: its edges, and its angles, which are stored in degrees or as cosines.
unit_cell box_in_dcd(const gridfold::vec3& edges, const gridfold::vec3& angles);

/// A DCD file in either byte order, with record marks of 4 or 8 bytes. May have periodic boxes, fixed atoms, whose
/// positions only the first frame has, and a fourth dimension, which is skipped.
class dcd_file : public frame_file {
 public:
  /// Throws gridfold::error if the file cannot be read, or has no header of positions.
  explicit dcd_file(const std::filesystem::path& path);

  [[nodiscard]] std::int64_t frames() const override { return frames_; }
  [[nodiscard]] bool is_cut() const override { return is_cut_; }
  [[nodiscard]] raw_frame read(std::int64_t frame) override;

 private:
  [[noreturn]] void refuse(const std::string& wrong, const std::string& remedy) const;
  [[nodiscard]] std::vector<std::byte> bytes_at(std::int64_t at, std::int64_t size);
  [[nodiscard]] std::int64_t mark_at(std::int64_t at);
  template <class T>
  [[nodiscard]] T number_in(const std::vector<std::byte>& record, std::int64_t index) const;
  [[nodiscard]] std::vector<std::byte> next_record(std::int64_t& at);
  void find_marks();
  void read_header();
  void find_box();
  void count_frames();
  void read_axis(std::int64_t& at, bool all, double gridfold::vec3::*axis, raw_frame& into);
  [[nodiscard]] std::int64_t bytes_of_frame(std::int64_t atoms) const;
  [[nodiscard]] std::int64_t bytes_of_later_frame() const;

  std::filesystem::path path_;
  std::ifstream file_;
  std::int64_t size_ = 0;
  std::endian order_ = std::endian::little;
  std::int64_t mark_ = 4;  ///< bytes of the size before and after a record
  bool has_box_ = false, has_fourth_ = false;
  std::int64_t atoms_ = 0;
  bool has_fixed_ = false;
  std::vector<std::int64_t> free_;       ///< the atoms in later frames, if some are fixed
  std::vector<gridfold::vec3> first_;    ///< the positions of the first frame, if some atoms are fixed
  std::int64_t begin_ = 0, frames_ = 0;  ///< the place of the first frame, and the number of complete frames
  bool is_cut_ = false;
};

}  // namespace potential_map
