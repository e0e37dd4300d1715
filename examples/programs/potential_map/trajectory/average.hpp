// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The average over maps and their standard deviation.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "formats/map_file.hpp"

namespace potential_map
{

/// The running average of maps of one lattice and precision, in double precision by Welford's method (Technometrics 4,
/// 419, 1962), which keeps the deviation's digits if the average is large.
class map_average {
 public:
  /// \param with_deviation whether deviation() will be asked for
  explicit map_average(bool with_deviation) : with_deviation_(with_deviation) {}

  void add(const any_field& map)
  {
    std::visit([&](const auto& field) { add_field(field); }, map);
  }

  /// The average, in the precision of the maps, at least one of which was added.
  [[nodiscard]] any_field mean() const
  {
    return filled([&](std::size_t i) { return means_[i]; });
  }

  /// The root mean square deviation of all frames from the average.
  [[nodiscard]] any_field deviation() const
  {
    return filled([&](std::size_t i) { return std::sqrt(squares_[i] / static_cast<double>(count_)); });
  }

 private:
  template <class T>
  void add_field(const gridfold::field<T>& map)
  {
    const std::vector<T>& values = map.values;
    if (count_++ == 0) {
      like_ = gridfold::field<T>(gridfold::lattice{});
      where_ = map.where;
      means_.resize(values.size());
      if (with_deviation_) squares_.resize(values.size());
    }
    const double share = 1 / static_cast<double>(count_);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double step = static_cast<double>(values[i]) - means_[i];
      means_[i] += step * share;
      if (with_deviation_) squares_[i] += step * (static_cast<double>(values[i]) - means_[i]);
    }
  }

  template <class Value>
  any_field filled(Value value) const
  {
    return std::visit(
        [&](const auto& like) -> any_field {
          std::remove_cvref_t<decltype(like)> map(where_);
          using number = typename decltype(map.values)::value_type;
          for (std::size_t i = 0; i < map.values.size(); ++i) map.values[i] = static_cast<number>(value(i));
          return map;
        },
        *like_);
  }

  bool with_deviation_;
  std::int64_t count_ = 0;
  gridfold::lattice where_;
  std::optional<any_field> like_;  ///< of the maps' type
  std::vector<double> means_, squares_;
};

}  // namespace potential_map
