// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Compares a map and its field, in e/Å and e/Å², with direct sums in double precision at random points of the lattice.
/// Usage: check_capsid ATOMS.pqr MAP.npy FIELD.npy SPACING POINTS SEED ACCURACY
/// The lattice is a cube around the origin. Exits with 1 if a root mean square error is larger than ACCURACY and the
/// rounding of positions to the map's precision explain.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "molecule/molecule.hpp"

namespace
{

/// Potential and field at a point, and the squares of what each changes by if atoms move by a unit of length,
/// independently.
using sample = std::array<double, 6>;

/// An npy file, read point by point.
class npy_file {
 public:
  npy_file(const std::string& path, std::size_t numbers) : path_(path), file_(path, std::ios::binary), numbers_(numbers)
  {
    std::string header(10, '\0');
    file_.read(header.data(), std::ssize(header));
    const auto byte = [&](std::size_t n) { return static_cast<std::size_t>(static_cast<unsigned char>(header[n])); };
    first_ = 10 + byte(8) + 256 * byte(9);
    header.resize(first_);
    file_.read(header.data() + 10, std::ssize(header) - 10);
    const std::string shape = "'shape': (";
    const std::size_t at = header.find(shape);
    const bool single = header.find("'<f4'") != header.npos;
    if (!file_ || at == header.npos || !(single || header.find("'<f8'") != header.npos))
      throw gridfold::error(path + " is no npy file of floats (a map is read): name one that potential-map wrote");
    bytes_ = single ? sizeof(float) : sizeof(double);
    side_ = std::stoull(header.substr(at + shape.size()));
  }

  [[nodiscard]] std::uint64_t side() const { return side_; }

  /// Whether values are in single precision.
  [[nodiscard]] bool is_single() const { return bytes_ == sizeof(float); }

  void read(std::uint64_t point, double* to)
  {
    file_.seekg(static_cast<std::streamoff>(first_ + point * numbers_ * bytes_));
    is_single() ? read_as<float>(to) : read_as<double>(to);
    if (!file_)
      throw gridfold::error(path_ + " ends too early (it has fewer points than its header says): make it anew");
  }

 private:
  template <class T>
  void read_as(double* to)
  {
    std::array<T, 3> values{};
    file_.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(numbers_ * sizeof(T)));
    std::copy_n(values.begin(), numbers_, to);
  }

  std::string path_;
  std::ifstream file_;
  std::size_t numbers_, first_ = 0, bytes_ = 0;
  std::uint64_t side_ = 0;
};

/// Atoms as arrays, for SIMD.
struct atom_arrays {
  explicit atom_arrays(const std::vector<gridfold::source<double>>& atoms)
  {
    for (const auto& a : atoms) {
      x.push_back(a.x);
      y.push_back(a.y);
      z.push_back(a.z);
      charge.push_back(a.charge);
    }
  }
  std::vector<double> x, y, z, charge;
};

/// Adds what some atoms contribute at a point.
void add(const atom_arrays& from, std::size_t begin, std::size_t end, const gridfold::vec3& at, sample& to)
{
  double potential = 0, ex = 0, ey = 0, ez = 0, slopes = 0, bends = 0;
#pragma omp simd reduction(+ : potential, ex, ey, ez, slopes, bends)
  for (std::size_t n = begin; n < end; ++n) {
    const double x = at.x - from.x[n], y = at.y - from.y[n], z = at.z - from.z[n];
    const double r2 = x * x + y * y + z * z, of_pair = from.charge[n] / std::sqrt(r2), of_field = of_pair / r2;
    potential += of_pair;
    ex += of_field * x;
    ey += of_field * y;
    ez += of_field * z;
    slopes += of_field * of_field * r2;
    bends += 4 * of_field * of_field;
  }
  to = {to[0] + potential, to[1] + ex, to[2] + ey, to[3] + ez, to[4] + slopes, to[5] + bends};
}

std::vector<sample> direct_sums(const atom_arrays& from, const std::vector<gridfold::vec3>& points)
{
  constexpr std::int64_t together = 16;  // points, which share a piece of the atoms in a core's cache
  constexpr std::size_t piece = 512;
  std::vector<sample> sums(points.size());
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t first = 0; first < std::ssize(points); first += together)
    for (std::size_t begin = 0; begin < from.x.size(); begin += piece)
      for (std::int64_t n = first; n < std::min(first + together, std::ssize(points)); ++n) {
        const auto point = static_cast<std::size_t>(n);
        add(from, begin, std::min(begin + piece, from.x.size()), points[point], sums[point]);
      }
  return sums;
}

/// Components of samples that are compared, and that of the squares of what they change by.
struct quantity {
  const char* name;
  std::size_t begin, end, changes;
};

/// Compares a quantity. An atom and a point may each be rounded by half of `digit` along each axis [Å]. Returns whether
/// the error is at most the accuracy and what this rounding explains.
bool compare(const quantity& of, const std::vector<sample>& found, const std::vector<sample>& exact, double digit,
             double accuracy)
{
  const auto count = static_cast<double>(exact.size());
  const auto squares = [&](std::size_t n, double share) {  // of a sample, or of its difference from what was found
    double sum = 0;
    for (std::size_t c = of.begin; c < of.end; ++c) sum += std::pow(exact[n][c] - share * found[n][c], 2);
    return sum;
  };
  double values = 0, errors = 0, rounding = 0;
  for (std::size_t n = 0; n < exact.size(); ++n) {
    values += squares(n, 0);
    errors += squares(n, 1);
    rounding += 3 * digit * digit * exact[n][of.changes];
  }
  const double rms = std::sqrt(values / count), error = std::sqrt(errors / values);
  double far_errors = 0;
  int far = 0;
  for (std::size_t n = 0; n < exact.size(); ++n) {
    if (std::sqrt(3 * exact[n][of.changes]) * digit > accuracy * rms) continue;
    far_errors += squares(n, 1);
    ++far;
  }
  std::printf("%s: rms %.6g, rms error relative to it %.3g, of which rounding of positions may be %.3g; ", of.name, rms,
              error, std::sqrt(rounding / values));
  std::printf("%.3g at the %d points where that is below %g\n", std::sqrt(far_errors / std::max(far, 1)) / rms, far,
              accuracy);
  return errors <= accuracy * accuracy * values + rounding;
}

int check(char** arguments)
{
  using clock = std::chrono::steady_clock;
  npy_file map(arguments[2], 1), field(arguments[3], 3);
  const double spacing = std::stod(arguments[4]), first = -0.5 * spacing * static_cast<double>(map.side() - 1);
  std::mt19937_64 random(std::stoull(arguments[6]));
  std::uniform_int_distribution<std::uint64_t> index(0, map.side() - 1);
  std::vector<gridfold::vec3> points(std::stoull(arguments[5]));
  std::vector<sample> found(points.size());
  const auto at = [=](std::uint64_t n) { return first + spacing * static_cast<double>(n); };
  for (std::size_t n = 0; n < points.size(); ++n) {
    const std::uint64_t x = index(random), y = index(random), z = index(random);
    const std::uint64_t point = (z * map.side() + y) * map.side() + x;
    points[n] = {at(x), at(y), at(z)};
    map.read(point, found[n].data());
    field.read(point, found[n].data() + 1);
  }
  const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const auto before_reading = clock::now();
  const potential_map::molecule whole = potential_map::read_molecule(arguments[1], {}, threads);
  const auto before_sums = clock::now();
  const std::vector<sample> exact = direct_sums(atom_arrays(whole.atoms), points);
  const auto seconds = [](auto duration) { return std::chrono::duration<double>(duration).count(); };
  std::printf("read %zu atoms in %.3g s, summed %zu points in %.3g s\n", whole.atoms.size(),
              seconds(before_sums - before_reading), points.size(), seconds(clock::now() - before_sums));
  const double accuracy = std::stod(arguments[7]);
  const double digit =
      std::exp2(std::floor(std::log2(-first)) - (map.is_single() ? 23 : 52));  // the last of the largest coordinate
  const bool potential = compare({"potential", 0, 1, 4}, found, exact, digit, accuracy);
  const bool field_too = compare({"field", 1, 4, 5}, found, exact, digit, accuracy);
  return potential && field_too ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
try {
  if (argc != 8)
    throw gridfold::error(
        "seven arguments belong here: check_capsid ATOMS.pqr MAP.npy FIELD.npy SPACING POINTS SEED ACCURACY");
  return check(argv);
} catch (const std::exception& wrong) {
  std::fprintf(stderr, "check_capsid: %s\n", wrong.what());
  return 2;
}
