// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The map as a file: OpenDX, MRC, CCP4, Gaussian's cube or NumPy's npy, by the suffix of its name, before ".gz".
#pragma once

#include <cstdint>
#include <filesystem>
#include <gridfold/core/field.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <string>
#include <variant>
#include <vector>

#include "output/output_file.hpp"

namespace potential_map
{

/// A map in either precision.
using any_field = std::variant<gridfold::field<float>, gridfold::field<double>>;

/// CCP4 is MRC with the origin given in whole points.
enum class map_format { dx, mrc, ccp4, cube, npy };

/// The format of a name's suffix. A stream (is_stream) without a known suffix is OpenDX; for other names throws
/// gridfold::error.
map_format format_of(const std::filesystem::path& path);

/// Throws gridfold::error for a lattice that the format's header cannot hold.
void check_format(map_format format, const gridfold::lattice& where);

/// Writes a map; `title` is a comment in the file, except in npy, and cube names the atoms [Å, e]. MRC is single
/// precision, cube has six digits of each value. Throws gridfold::error if a value does not fit the format or writing
/// fails.
void write_map(output_file& out, map_format format, const any_field& map, const std::string& title,
               const std::vector<gridfold::source<double>>& atoms);

/// A lattice, and the largest rounding of a point's coordinate by the digits in which the lattice was stored [Å].
struct stored_lattice : gridfold::lattice {
  double rounding = 0;
};

/// The lattice of an OpenDX file [Å]. Throws gridfold::error, with the line, if there is no lattice, its axes are not
/// x, y and z, or the file contradicts itself: a second lattice, additional numbers, or counts that differ. The header
/// may stand alone; if values follow, their number must be the header's.
stored_lattice read_dx_lattice(const std::filesystem::path& path);

/// Statistics of a map's finite values.
struct statistics {
  double low = 0, high = 0, mean = 0;
  double deviation = 0;         ///< root mean square deviation from the mean
  std::int64_t not_finite = 0;  ///< number of points with an infinite value or NaN
};

/// \param threads that measure planes; the result does not depend on their number
statistics measure(const any_field& map, int threads);

/// The contribution of a plane's finite values to a map's statistics. A map is measured plane by plane, so that
/// processes with some planes each obtain the statistics of the whole map.
struct plane_statistics {
  double low, high, sum;
  std::int64_t not_finite;
};
/// Measures a map's first planes.
std::vector<plane_statistics> measure_planes(const any_field& map, std::int64_t planes, int threads);
/// The sums of squares of the differences from a mean.
std::vector<double> squares_of_planes(const any_field& map, std::int64_t planes, double mean, int threads);

/// All but the deviation.
/// \param points of all planes
statistics statistics_of(const std::vector<plane_statistics>& planes, std::int64_t points);
/// The deviation, from the sums of squares of all planes.
/// \param points of all planes
double deviation_of(const std::vector<double>& squares, const statistics& found, std::int64_t points);

/// Values in either precision.
using any_values = std::variant<std::vector<float>, std::vector<double>>;

statistics measure(const any_values& values);

}  // namespace potential_map
