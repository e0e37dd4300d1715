// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Parts of trajectories that need no chemfiles: files cut short, averages, and items that pass from thread to thread.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <thread>

#include "../support/scratch.hpp"
#include "../support/seed.hpp"
#include "trajectory/average.hpp"
#include "trajectory/channel.hpp"
#include "trajectory/frame_range.hpp"
#include "trajectory/whole_frames.hpp"

using namespace potential_map;

namespace
{

std::string number(std::uint32_t value, bool lowest_first)
{
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> 8 * (lowest_first ? i : 3 - i));
  return bytes;
}

/// A record of Fortran.
std::string record(std::uint32_t bytes, bool lowest_first)
{
  return number(bytes, lowest_first) + std::string(bytes, 'x') + number(bytes, lowest_first);
}

std::string dcd_header(bool lowest_first)
{
  return record(84, lowest_first) + record(164, lowest_first) + record(4, lowest_first);
}

std::string dcd_frame(std::uint32_t atoms, bool box, bool lowest_first)
{
  const std::string axis = record(4 * atoms, lowest_first);
  return (box ? record(48, lowest_first) : "") + axis + axis + axis;
}

/// A frame of more than nine atoms, packed into so many bytes.
std::string xtc_frame(std::uint32_t packed)
{
  return number(1995, false) + number(12, false) + std::string(80, 'x') + number(packed, false) +
         std::string((packed + 3) / 4 * 4, 'x');
}

std::string small_xtc_frame(std::uint32_t atoms)
{
  return number(1995, false) + number(atoms, false) + std::string(48 + 12 * atoms, 'x');
}

std::optional<std::int64_t> before_cut(const std::string& name, const std::string& bytes)
{
  const scratch folder;
  return frames_before_cut(folder.file(name, bytes));
}

/// Checks every length of a file whose frames end at these sizes.
void check_every_cut(const std::string& name, const std::string& bytes, const std::vector<std::size_t>& ends)
{
  const scratch folder;
  const auto file = folder.file(name, bytes);
  int wrong = 0;
  for (std::size_t size = bytes.size() + 1; size-- > ends.front();) {
    std::filesystem::resize_file(file, size);
    const auto whole = std::upper_bound(ends.begin(), ends.end(), size) - ends.begin() - 1;
    const auto found = frames_before_cut(file);
    const bool at_end = ends[static_cast<std::size_t>(whole)] == size;
    wrong += at_end ? found.has_value() : found != whole;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("a DCD file that ends within a frame has fewer whole ones, in either byte order, with and without boxes")
{
  for (const bool lowest_first : {true, false})
    for (const bool box : {true, false})
      for (const std::uint32_t atoms : {5U, 12U, 13U}) {  // 12 atoms: a coordinate's record is as long as a box's
        if (box && atoms == 12) continue;
        std::string bytes = dcd_header(lowest_first);
        std::vector<std::size_t> ends{bytes.size()};
        for (int frame = 0; frame < 3; ++frame) {
          bytes += dcd_frame(atoms, box, lowest_first);
          ends.push_back(bytes.size());
        }
        INFO(lowest_first << " " << box << " " << atoms);
        check_every_cut("md.dcd", bytes, ends);
      }
}

TEST_CASE("an XTC file that ends within a frame has fewer whole ones")
{
  std::string bytes;
  std::vector<std::size_t> ends{0};
  for (const std::uint32_t packed : {37U, 40U, 41U}) {
    bytes += xtc_frame(packed);
    ends.push_back(bytes.size());
  }
  check_every_cut("md.xtc", bytes, ends);
  const std::string small = small_xtc_frame(9) + small_xtc_frame(9);
  check_every_cut("small.xtc", small, {0, small.size() / 2, small.size()});
}

TEST_CASE("other files are left to chemfiles, and a missing one is an error")
{
  CHECK(!before_cut("md.nc", "CDF"));
  CHECK(!before_cut("md.dcd", "no trajectory at all, but long enough to have a header"));
  CHECK(!before_cut("md.xtc", "no trajectory at all"));
  CHECK(contains(message_of([] { frames_before_cut("missing.dcd"); }), "cannot open missing.dcd (No such file"));
}

TEST_CASE("a frame's number takes the mark's place")
{
  CHECK(with_frame("out/map-{frame}.dx", "007") == "out/map-007.dx");
  CHECK(with_frame("map.dx", "007") == "map.dx");
  CHECK((has_frame_mark("{frame}.dx") && !has_frame_mark("frame.dx")));
}

TEST_CASE_TEMPLATE("the average and the deviation are those of float64", T, float, double)
{
  std::mt19937 generator(test::seed());
  std::normal_distribution<double> value(1000, 0.5);  // the deviation is lost in sums of squares of float
  const gridfold::lattice where{{1, 2, 3}, 0.5, {5, 3, 7}};
  constexpr int maps = 37;
  map_average average(true), mean_alone(false);
  std::vector<std::vector<double>> all;
  for (int n = 0; n < maps; ++n) {
    gridfold::field<T> map(where);
    for (T& v : map.values) v = static_cast<T>(value(generator));
    all.emplace_back(map.values.begin(), map.values.end());
    average.add(map);
    mean_alone.add(map);
  }
  const auto mean = std::get<gridfold::field<T>>(average.mean());
  const auto deviation = std::get<gridfold::field<T>>(average.deviation());
  CHECK(std::get<gridfold::field<T>>(mean_alone.mean()).values == mean.values);
  CHECK((mean.where.shape == where.shape && mean.where.origin.y == 2 && deviation.where.spacing.z == 0.5));
  // One rounding to T, and in float64 a few roundings for each map: of the mean relative to 1000, of the mean square
  // deviation relative to 1000 times the deviation, hence 2000 times relative to itself.
  constexpr double last = std::numeric_limits<T>::epsilon() / 2, unit = std::numeric_limits<double>::epsilon() / 2;
  int wrong = 0;
  for (std::size_t i = 0; i < mean.values.size(); ++i) {
    double sum = 0, squares = 0;
    for (const auto& map : all) sum += map[i];
    for (const auto& map : all) squares += (map[i] - sum / maps) * (map[i] - sum / maps);
    const double expected = std::sqrt(squares / maps);
    wrong += !(std::abs(mean.values[i] - sum / maps) <= (last + 4 * maps * unit) * 1000 * 1.01);
    wrong += !(std::abs(deviation.values[i] - expected) <= (last + 4 * maps * 2000 * unit) * expected);
  }
  CHECK(wrong == 0);
}

TEST_CASE("the deviation of one map is zero")
{
  map_average average(true);
  gridfold::field<float> map({{0, 0, 0}, 1, {2, 1, 1}});
  map.values = {3.5F, -2};
  average.add(map);
  CHECK(std::get<gridfold::field<float>>(average.mean()).values == map.values);
  CHECK(std::get<gridfold::field<float>>(average.deviation()).values == std::vector<float>{0, 0});
}

TEST_CASE("items pass from thread to thread in order, and end with a failure")
{
  channel<int> numbers;
  std::jthread maker([&] {
    for (int n = 0; n < 1000; ++n) CHECK(numbers.put(n));
    numbers.end(std::make_exception_ptr(std::runtime_error("failed")));
  });
  for (int n = 0; n < 1000; ++n) CHECK(numbers.take() == n);
  CHECK(message_of([&] { numbers.take(); }) == "failed");
}

TEST_CASE("items end without a failure, and a maker learns that none is wanted")
{
  channel<int> numbers;
  numbers.end();
  CHECK(!numbers.take());
  channel<int> unwanted;
  bool wanted = true;
  std::jthread maker([&] {
    while (wanted) wanted = unwanted.put(1);
  });
  CHECK(unwanted.take() == 1);
  unwanted.refuse();
  maker.join();
  CHECK(!wanted);
}
