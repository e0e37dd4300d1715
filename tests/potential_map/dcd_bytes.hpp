// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// DCD files of random positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// A DCD file and what is in it.
struct dcd_bytes {
  using position = std::array<float, 3>;

  std::string bytes;
  std::vector<std::size_t> ends;                 ///< the sizes at which the header and the frames end
  std::vector<std::vector<position>> positions;  ///< of each frame
  bool is_periodic = false;
  std::string description;
};

/// What is not drawn at random.
struct dcd_wishes {
  std::optional<int> atoms{}, frames{};
  std::optional<bool> box{};
  std::optional<int> fixed{};
  std::vector<std::vector<dcd_bytes::position>> positions{};  ///< of all frames; empty for random ones
};

/// Writes records of Fortran.
class dcd_writer {
 public:
  dcd_writer(bool lowest_first, bool wide_marks) : lowest_first_(lowest_first), wide_(wide_marks) {}

  template <class T>
  [[nodiscard]] std::string of(T value) const
  {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    const auto all = std::bit_cast<bits>(value);
    std::string bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes += static_cast<char>(all >> 8 * (lowest_first_ ? i : sizeof(T) - 1 - i));
    return bytes;
  }

  [[nodiscard]] std::string record(const std::string& bytes) const
  {
    const std::string mark =
        wide_ ? of(static_cast<std::int64_t>(bytes.size())) : of(static_cast<std::int32_t>(bytes.size()));
    return mark + bytes + mark;
  }

 private:
  bool lowest_first_, wide_;
};

/// A file in a random byte order, with or without periodic boxes, fixed atoms, a fourth dimension, and a box that
/// stands for none.
inline dcd_bytes random_dcd(std::mt19937& random, const dcd_wishes& wanted)
{
  const auto draw = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  const auto flip = [&] { return draw(0, 1) == 1; };
  const bool given = !wanted.positions.empty();
  const int atoms = given ? static_cast<int>(wanted.positions[0].size()) : wanted.atoms.value_or(draw(1, 14));
  const int frames = given ? static_cast<int>(wanted.positions.size()) : wanted.frames.value_or(draw(1, 4));
  const int fixed = given ? 0 : wanted.fixed.value_or(flip() ? 0 : draw(0, atoms));
  const bool box = wanted.box.value_or(flip()), fourth = flip(), lowest_first = flip(), wide = draw(0, 3) == 0;
  const bool placeholder = draw(0, 2) == 0;
  const dcd_writer by(lowest_first, wide);
  dcd_bytes made;
  made.is_periodic = box && !placeholder;
  made.description = std::to_string(atoms) + " atoms, " + std::to_string(fixed) + " fixed, box " + std::to_string(box) +
                     " fourth " + std::to_string(fourth) + " lowest first " + std::to_string(lowest_first) + " wide " +
                     std::to_string(wide);

  std::array<std::int32_t, 20> header{frames, 1, 1};
  header[8] = fixed;
  header[10] = box;
  header[11] = fourth;
  header[19] = box || fourth || flip() ? 24 : 0;
  std::string words = "CORD";
  for (const std::int32_t word : header) words += by.of(word);
  made.bytes = by.record(words) + by.record(by.of(std::int32_t{2}) + std::string(160, ' ')) +
               by.record(by.of(static_cast<std::int32_t>(atoms)));
  std::vector<std::size_t> free;
  for (int i = 0; i < atoms; ++i) free.push_back(static_cast<std::size_t>(i));
  std::shuffle(free.begin(), free.end(), random);
  free.resize(static_cast<std::size_t>(atoms - fixed));
  std::sort(free.begin(), free.end());
  std::string list;
  for (const std::size_t i : free) list += by.of(static_cast<std::int32_t>(i) + 1);
  if (fixed > 0) made.bytes += by.record(list);
  made.ends.push_back(made.bytes.size());

  std::uniform_real_distribution<float> place(-50, 50);
  std::vector<dcd_bytes::position> now(static_cast<std::size_t>(atoms));
  for (int n = 0; n < frames; ++n) {
    if (given) now = wanted.positions[static_cast<std::size_t>(n)];
    for (std::size_t i = 0; !given && i < now.size(); ++i)
      if (n == 0 || std::find(free.begin(), free.end(), i) != free.end())
        now[i] = {place(random), place(random), place(random)};
    made.positions.push_back(now);
    std::string cell;
    for (const double x : {30.0, 90.0, 31.0, 90.0, 90.0, 32.0}) cell += by.of(placeholder ? (flip() ? 0.0 : 1.0) : x);
    if (box) made.bytes += by.record(cell);
    for (std::size_t axis = 0; axis < (fourth ? 4 : 3); ++axis) {
      std::string column;
      for (std::size_t i = 0; i < now.size(); ++i)
        if (n == 0 || fixed == 0 || std::find(free.begin(), free.end(), i) != free.end())
          column += by.of(axis < 3 ? now[i][axis] : 0.0F);
      made.bytes += by.record(column);
    }
    made.ends.push_back(made.bytes.size());
  }
  return made;
}
