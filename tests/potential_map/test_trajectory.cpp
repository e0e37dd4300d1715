// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Parts of trajectories that need no chemfiles: DCD files, files cut short, averages, and items that pass from thread
/// to thread.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <thread>
#include <utility>

#include "../support/scratch.hpp"
#include "../support/seed.hpp"
#include "dcd_bytes.hpp"
#include "trajectory/average.hpp"
#include "trajectory/channel.hpp"
#include "trajectory/dcd.hpp"
#include "trajectory/frame_range.hpp"
#include "trajectory/whole_frames.hpp"

using namespace potential_map;

namespace
{

/// The bytes of a number, the highest first.
std::string number(std::uint32_t value)
{
  std::string bytes;
  for (int i = 3; i >= 0; --i) bytes += static_cast<char>(value >> 8 * i);
  return bytes;
}

/// A frame of more than nine atoms, packed into so many bytes.
std::string xtc_frame(std::uint32_t packed, float precision = 1000)
{
  return number(1995) + number(12) + std::string(48, 'x') + number(std::bit_cast<std::uint32_t>(precision)) +
         std::string(28, 'x') + number(packed) + std::string((packed + 3) / 4 * 4, 'x');
}

std::string small_xtc_frame(std::uint32_t atoms)
{
  return number(1995) + number(atoms) + std::string(48 + 12 * atoms, 'x');
}

stored_frames scanned(const std::string& name, const std::string& bytes)
{
  const scratch folder;
  return scan_frames(folder.file(name, bytes));
}

/// Checks every length of a file whose frames end at these sizes. whole_frames_of(file) is how many are found, and
/// whether the file ends within a frame.
template <class F>
void check_every_cut(const std::string& name, const std::string& bytes, const std::vector<std::size_t>& ends,
                     F whole_frames_of)
{
  const scratch folder;
  const auto file = folder.file(name, bytes);
  int wrong = 0;
  for (std::size_t size = bytes.size() + 1; size-- > ends.front();) {
    std::filesystem::resize_file(file, size);
    const auto whole = std::upper_bound(ends.begin(), ends.end(), size) - ends.begin() - 1;
    const bool at_end = ends[static_cast<std::size_t>(whole)] == size;
    wrong += whole_frames_of(file) != std::pair<std::int64_t, bool>(whole, !at_end);
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("random DCD files have their frames, in either byte order, with boxes, fixed atoms and a fourth dimension")
{
  std::mt19937 random(test::seed());
  for (int round = 0; round < 60; ++round) {
    const dcd_bytes made = random_dcd(random, {});
    CAPTURE(made.description);
    const scratch folder;
    dcd_file file(folder.file("md.dcd", made.bytes));
    REQUIRE(file.frames() == static_cast<std::int64_t>(made.positions.size()));
    CHECK(!file.is_cut());
    for (std::size_t n = made.positions.size(); n-- > 0;) {
      const raw_frame found = file.read(static_cast<std::int64_t>(n));
      float largest = 0;
      int wrong = found.positions.size() != made.positions[n].size();
      for (std::size_t i = 0; i < made.positions[n].size() && wrong == 0; ++i) {
        const auto& [x, y, z] = made.positions[n][i];
        const auto& at = found.positions[i];
        wrong += at.x != x || at.y != y || at.z != z;
        largest = std::max({largest, std::abs(x), std::abs(y), std::abs(z)});
      }
      CHECK(wrong == 0);
      CHECK(found.box.is_stated() == made.is_periodic);
      if (found.box.period) {
        const auto& [lengths, tilt] = *found.box.period;
        CHECK((lengths.x == 30 && lengths.y == 31 && lengths.z == 32 && tilt == gridfold::box_tilt{}));
      }
      CHECK(found.rounding == static_cast<double>(largest) / (1 << 24));
    }
    check_every_cut("md.dcd", made.bytes, made.ends, [](const std::filesystem::path& path) {
      const dcd_file cut(path);
      return std::pair(cut.frames(), cut.is_cut());
    });
  }
}

TEST_CASE("a DCD file with 12 atoms, whose coordinates have the size of a box, is read by its header")
{
  std::mt19937 random(test::seed());
  for (const bool box : {false, true}) {
    const dcd_bytes made = random_dcd(random, {.atoms = 12, .frames = 3, .box = box});
    const scratch folder;
    const dcd_file file(folder.file("md.dcd", made.bytes));
    CHECK((file.frames() == 3 && !file.is_cut()));
  }
}

TEST_CASE("a damaged DCD file is an error that says what is wrong")
{
  std::mt19937 random(test::seed());
  const auto complaint = [](const std::string& bytes) {
    const scratch folder;
    const auto path = folder.file("md.dcd", bytes);
    return message_of([&] {
      dcd_file file(path);
      for (std::int64_t n = 0; n < file.frames(); ++n) (void)file.read(n);
    });
  };
  const dcd_bytes made = random_dcd(random, {.atoms = 5, .frames = 2, .fixed = 0});
  std::string good = made.bytes;
  CHECK(complaint(good).empty());
  CHECK(contains(complaint("no trajectory at all, but long enough to have a header" + std::string(99, '.')),
                 "has no header of a DCD file"));
  CHECK(contains(complaint(good.substr(0, 120)), "(it is cut short): copy it again"));
  std::string velocities = good;
  velocities.replace(velocities.find("CORD"), 4, "VELD");
  CHECK(contains(complaint(velocities), "begins with 'VELD', not with 'CORD'"));
  good[made.ends[0] - 1] = static_cast<char>(good[made.ends[0] - 1] ^ 1);  // the size behind the number of atoms
  CHECK(contains(complaint(good), "sizes in front and behind differ"));
  CHECK(contains(message_of([] { dcd_file("missing.dcd"); }), "cannot open missing.dcd (No such file"));
}

TEST_CASE("an XTC file that ends within a frame has fewer whole ones")
{
  const auto whole_frames_of = [&](std::int64_t all) {
    return [=](const std::filesystem::path& path) {
      const auto found = scan_frames(path).before_cut;
      // A file that ends with a whole frame has as many as chemfiles finds.
      const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
      return std::pair(found.value_or(bytes == 0 ? 0 : all), found.has_value());
    };
  };
  std::string bytes;
  std::vector<std::size_t> ends{0};
  for (const std::uint32_t packed : {37U, 40U, 41U}) {
    bytes += xtc_frame(packed);
    ends.push_back(bytes.size());
    std::vector<std::size_t> last(ends.end() - 2, ends.end());
    for (std::size_t size = last[0] + 1; size < last[1]; ++size)
      CHECK(scanned("md.xtc", bytes.substr(0, size)).before_cut == static_cast<std::int64_t>(ends.size()) - 2);
    CHECK(!scanned("md.xtc", bytes).before_cut);
  }
  const std::string small = small_xtc_frame(9);
  check_every_cut("small.xtc", small, {0, small.size()}, whole_frames_of(1));
}

TEST_CASE("an XTC file's coordinates have the coarsest step of its frames")
{
  CHECK(scanned("md.xtc", xtc_frame(40, 1000)).step == doctest::Approx(0.01));
  CHECK(scanned("md.xtc", xtc_frame(40, 1000) + xtc_frame(37, 100) + xtc_frame(37, 1e4F)).step == doctest::Approx(0.1));
  CHECK(scanned("md.xtc", small_xtc_frame(9)).step == 0);
  CHECK(scanned("md.xtc", xtc_frame(40, 0)).step == 0);
}

TEST_CASE("other files are left to chemfiles, and a missing one is an error")
{
  CHECK(!scanned("md.nc", "CDF").before_cut);
  CHECK(!scanned("md.xtc", "no trajectory at all").before_cut);
  CHECK(contains(message_of([] { scan_frames("missing.xtc"); }), "cannot open missing.xtc (No such file"));
}

TEST_CASE("lengths of 0 or 1, which stand for no box, are none")
{
  CHECK(unit_cell_of({30, 31, 32}, {90, 90, 90}).period->lengths.y == 31);
  for (const double placeholder : {0.0, 1.0, -1.0, std::nan("")}) {
    CHECK(!unit_cell_of({placeholder, placeholder, placeholder}, {90, 90, 90}).is_stated());
    CHECK(!unit_cell_of({30, placeholder, 32}, {90, 90, 90}).is_stated());
  }
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
