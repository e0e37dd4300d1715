// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The rounding error of a file's coordinates, from their digits or their type.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace potential_map
{

/// The digits of a decimal number, at most 32767 of each kind. Small, because there are three for each atom.
struct decimal_digits {
  std::int16_t places = 0;       ///< after the point: the last digit counts 10^-places
  std::int16_t significant = 0;  ///< from the first digit that is not 0
  bool has_power = false;        ///< whether it is written with a power of ten, such as 1.25e-3
};

/// The digits of a text that is a decimal number.
inline decimal_digits digits_of(std::string_view number)
{
  std::int64_t places = 0, significant = 0;
  const std::size_t mark = std::min(number.find_first_of("eE"), number.size());
  bool behind_point = false;
  for (const char c : number.substr(0, mark)) {
    behind_point = behind_point || c == '.';
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) continue;
    places += behind_point;
    significant += significant > 0 || c != '0';
  }
  const bool has_power = mark < number.size();
  if (has_power) {
    std::string_view exponent = number.substr(mark + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    int value = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
    places -= std::clamp(value, -1000, 1000);
  }
  const auto in_range = [](std::int64_t n) {
    return static_cast<std::int16_t>(std::min<std::int64_t>(n, std::numeric_limits<std::int16_t>::max()));
  };
  return {in_range(places), in_range(significant), has_power};
}

/// The rounding of numbers that were stored in one format. Programs may omit zeros at the end, so texts have the digits
/// of the number with most digits: after the point, or all digits if they are written with powers of ten.
class stored_precision {
 public:
  void add(const decimal_digits& text, double value)
  {
    if (text.has_power) {
      power_digits_ = std::max<int>(power_digits_, text.significant);
      largest_power_ = std::max(largest_power_, std::abs(value));
    } else {
      places_ = std::max<int>(places_, text.places);
    }
    significant_ = std::max<int>(significant_, text.significant);
    largest_ = std::max(largest_, std::abs(value));
  }
  /// Adds numbers that another one has.
  void add(const stored_precision& more)
  {
    places_ = std::max(places_, more.places_);
    significant_ = std::max(significant_, more.significant_);
    power_digits_ = std::max(power_digits_, more.power_digits_);
    largest_ = std::max(largest_, more.largest_);
    largest_power_ = std::max(largest_power_, more.largest_power_);
    largest_single_ = std::max(largest_single_, more.largest_single_);
  }
  void add_text(std::string_view number, double value) { add(digits_of(number), value); }
  void add_single(double value) { largest_single_ = std::max(largest_single_, std::abs(value)); }

  /// The largest difference from the stored value: half of the last digit, plus the rounding of single precision,
  /// because most programs write single precision with 6 to 9 digits. Numbers with fewer than two places are taken as
  /// exact.
  [[nodiscard]] double rounding() const
  {
    const double of_text = std::max(half_digit(places_), half_digit(places_of_powers()));
    const bool from_single = of_text > 0 && significant_ >= 6 && significant_ <= 9;
    return of_text + of_single(std::max(largest_single_, from_single ? largest_ : 0));
  }

  /// Half a unit in the last place of a number in single precision.
  static double of_single(double value) { return std::abs(value) * 0x1p-24; }

 private:
  static double half_digit(int places) { return places < 2 ? 0 : 0.5 * std::pow(10.0, -places); }

  /// The number of places of the largest number with a power of ten.
  [[nodiscard]] int places_of_powers() const
  {
    if (!(largest_power_ > 0)) return 0;
    return power_digits_ - 1 - static_cast<int>(std::floor(std::log10(largest_power_)));
  }

  int places_ = 0, significant_ = 0, power_digits_ = 0;
  double largest_ = 0, largest_power_ = 0, largest_single_ = 0;
};

}  // namespace potential_map
