// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cmath>
#include <fstream>
#include <gridfold/error.hpp>
#include <optional>
#include <string>
#include <vector>

#include "map_file.hpp"
#include "text.hpp"

namespace potential_map
{

namespace
{

/// Collects the lattice from an OpenDX header, line by line, until the third delta.
class dx_header {
 public:
  explicit dx_header(const std::filesystem::path& path) : path_(path) {}

  gridfold::lattice read()
  {
    std::ifstream file(path_);
    if (!file)
      throw gridfold::error("cannot open " + path_.string() + " (" + std::generic_category().message(errno) +
                            "): name an OpenDX file that can be read");
    for (std::string line; deltas_ < 3 && std::getline(file, line);) {
      ++line_;
      if (!take(words_of(line))) break;
    }
    if (!shape_ || !origin_ || deltas_ < 3)
      throw gridfold::error(path_.string() + " has no OpenDX header (it lacks " + missing() +
                            "): name an OpenDX file with a regular lattice");
    return checked();
  }

 private:
  using words = std::vector<std::string_view>;

  /// Takes a line of the header; false at its end.
  bool take(const words& line)
  {
    if (line.empty() || line[0].starts_with('#')) return true;
    if (line[0] == "origin") {
      const auto [x, y, z] = numbers<double>(line, 1);
      origin_ = {x, y, z};
    } else if (line[0] == "delta") {
      take_delta(numbers<double>(line, 1));
    } else if (line[0] == "object") {
      return take_object(line);
    }
    return true;
  }

  bool take_object(const words& line)
  {
    for (std::size_t i = 1; i < line.size(); ++i) {
      if (line[i] == "follows") return false;
      if (line[i] != "counts" || line[i - 1] != "gridpositions") continue;
      const auto [x, y, z] = numbers<std::int64_t>(line, i + 1);
      shape_ = {x, y, z};
    }
    return true;
  }

  /// The steps along x, y and z come in this order; what lies off an axis may only be rounding.
  void take_delta(const std::array<double, 3>& step)
  {
    const auto axis = static_cast<std::size_t>(deltas_++);
    for (std::size_t i = 0; i < 3; ++i)
      if (i != axis && !(std::abs(step[i]) <= 1e-6 * std::abs(step[axis])))
        fail("delta " + std::to_string(axis + 1) + " does not lie along " + "xyz"[axis] +
                 " (the lattice is rotated or sheared)",
             "name a map whose axes are x, y and z");
    step_[axis] = step[axis];
  }

  template <class T>
  std::array<T, 3> numbers(const words& line, std::size_t first) const
  {
    std::array<T, 3> found{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto number = first + i < line.size() ? number_in<T>(line[first + i]) : std::nullopt;
      if (!number)
        fail("three numbers belong after \"" + std::string(line[first - 1]) + "\" (the header of an OpenDX file)",
             "name a whole OpenDX file");
      found[i] = *number;
    }
    return found;
  }

  gridfold::lattice checked() const
  {
    const gridfold::lattice found{*origin_, {step_[0], step_[1], step_[2]}, *shape_};
    try {
      found.check();
    } catch (const gridfold::error& wrong) {
      throw gridfold::error(path_.string() + ": " + wrong.what());
    }
    return found;
  }

  [[nodiscard]] std::string missing() const
  {
    if (!shape_) return "the line \"object 1 class gridpositions counts\"";
    return origin_ ? "three lines \"delta\"" : "the line \"origin\"";
  }

  [[noreturn]] void fail(const std::string& wrong, const std::string& remedy) const
  {
    throw gridfold::error(path_.string() + ":" + std::to_string(line_) + ": " + wrong + ": " + remedy);
  }

  const std::filesystem::path& path_;
  std::optional<gridfold::shape3> shape_;
  std::optional<gridfold::vec3> origin_;
  std::array<double, 3> step_{};
  int deltas_ = 0;
  int line_ = 0;
};

}  // namespace

gridfold::lattice read_dx_lattice(const std::filesystem::path& path) { return dx_header(path).read(); }

}  // namespace potential_map
