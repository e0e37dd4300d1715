// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Prints include/gridfold/defaults/speeds.hpp: the speeds with which default_rule's estimated times are closest, as
/// factors, to measured ones. Usage: fit_speeds defaults_device.csv histogram_device.csv
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <gridfold/defaults/histogram.hpp>
#include <gridfold/defaults/sums.hpp>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace
{

namespace gf = gridfold;

constexpr int multiprocessors = 132;  ///< of the measured GPU
constexpr double call = 6000;         ///< nanoseconds: the launch of an empty kernel, and the events around it

struct row {
  std::string workload, what;
  double nanoseconds, per_second;
};

std::vector<row> table(const char* path)
{
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  if (line.rfind("workload,what,median_ms,spread,per_second", 0) != 0)
    throw gf::error(std::string(path) + " is no table of a benchmark (its first line has other names): give one");
  std::vector<row> rows;
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream of(line);
    for (std::string field; std::getline(of, field, ',');) fields.push_back(field);
    rows.push_back({fields.at(0), fields.at(1), std::stod(fields.at(2)) * 1e6, std::stod(fields.at(4))});
  }
  return rows;
}

/// The size of a workload "64x64x64 x 1000", "64x64x64 x 1000 double" or "1000 points x 2000".
gf::defaults::sum_size size_of(const std::string& workload)
{
  long long x = 0, y = 1, z = 1, sources = 0;
  if (std::sscanf(workload.c_str(), "%lldx%lldx%lld x %lld", &x, &y, &z, &sources) != 4 &&
      std::sscanf(workload.c_str(), "%lld points x %lld", &x, &sources) != 2)
    throw gf::error("there is no size in the workload '" + workload + "' (it begins with extents): mend the table");
  return {{x, y, z}, sources};
}

/// Speeds of a variant that count only one part of its estimated time.
struct latency_alone {
  static constexpr double latency = 1, pair_of_multiprocessor = 0;
};
struct pairs_alone {
  static constexpr double latency = 0, pair_of_multiprocessor = 1;
};

/// A measured sum: its time is about `call` + hypot(latency * steps, pairs / rate).
struct sum {
  double steps, pairs, nanoseconds;
};

template <class Timed>
struct fit;
template <class Policies, class Speed, class Rsqrt>
struct fit<gf::defaults::timed<Policies, Speed, Rsqrt>> {
  using variant = typename gf::defaults::timed<Policies, Speed, Rsqrt>::type;

  template <class T>
  static std::vector<sum> sums(const std::vector<row>& rows)
  {
    std::vector<sum> found;
    const std::string name = std::string(variant::name()) + "/" + std::string(Rsqrt::name());
    for (const row& of : rows)
      if (of.what == name && (of.workload.find("double") != std::string::npos) == (sizeof(T) == 8)) {
        const gf::defaults::sum_size size = size_of(of.workload);
        found.push_back(
            {gf::defaults::timed<Policies, latency_alone, Rsqrt>::nanoseconds(size, multiprocessors),
             gf::defaults::timed<Policies, pairs_alone, Rsqrt>::nanoseconds(size, multiprocessors) * multiprocessors,
             of.nanoseconds});
      }
    if (found.empty()) throw gf::error("no row of the table is of " + name + " (it was not timed): time it");
    return found;
  }

  /// The latency in nanoseconds and the rate in pairs per nanosecond with the smallest factors of error.
  static std::pair<double, double> speed(const std::vector<sum>& sums)
  {
    double least = INFINITY, most = 0, best = INFINITY;
    for (const sum& of : sums) {
      least = std::fmin(least, (of.nanoseconds - call) / of.steps);
      most = std::fmax(most, of.pairs / of.nanoseconds);
    }
    std::pair<double, double> found;
    for (int step = 10; step < 90; ++step)
      for (int part = 20; part < 110; ++part) {
        const double latency = least * step / 50, rate = most * part / 100;
        double off = 0;
        for (const sum& of : sums)
          off += std::abs(std::log((call + std::hypot(latency * of.steps, of.pairs / rate)) / of.nanoseconds));
        if (off < best) best = off, found = {latency, rate};
      }
    return found;
  }

  template <class T>
  static void print(const char* name, const std::vector<row>& rows)
  {
    const auto [latency, rate] = speed(sums<T>(rows));
    std::printf("  using %s = measured<%.0f, %.0f>;\n", name, 1000 * latency, rate);
  }
};

template <class T>
void print_sums(const char* type, const std::vector<row>& rows)
{
  using of = gf::defaults::sums<T>;
  std::printf("template <>\nstruct sum_speeds<%s> {\n", type);
  fit<typename of::one>::template print<T>("one", rows);
  fit<typename of::two>::template print<T>("two", rows);
  fit<typename of::divided>::template print<T>("divided", rows);
  fit<typename of::row>::template print<T>("row", rows);
  fit<typename of::large_tile>::template print<T>("large_tile", rows);
  fit<typename of::small_tile>::template print<T>("small_tile", rows);
  fit<typename of::few_points>::template print<T>("few_points", rows);
  fit<typename of::many_points>::template print<T>("many_points", rows);
  fit<typename of::one_by_host>::template print<T>("one_by_host", rows);
  fit<typename of::row_by_host>::template print<T>("row_by_host", rows);
  fit<typename of::flat_tile_by_host>::template print<T>("flat_tile_by_host", rows);
  fit<typename of::tile_by_host>::template print<T>("tile_by_host", rows);
  fit<typename of::steep_tile_by_host>::template print<T>("steep_tile_by_host", rows);
  std::puts("};");
}

/// The rates of the choices of a rule for histograms, named as in the rule.
template <int Bytes, class... Counting>
void print_counts(gf::list<Counting...>, const std::vector<row>& rows)
{
  const std::map<std::string, double> rates = [&] {
    std::map<std::string, double> of;
    for (const row& one : rows)
      if (one.workload == (Bytes == 1 ? "bytes" : "floats")) of[one.what] = one.per_second / Bytes / 1e9;
    return of;
  }();
  const char* const names[] = {"few", "some", "many"};
  int n = 0;
  std::printf("template <>\nstruct count_rates<%d> {\n  static constexpr int", Bytes);
  ((std::printf("%s %s = %.0f", n == 0 ? "" : ",", names[n],
                rates.at("uniform/" + std::string(Counting::type::name()))),
    ++n),
   ...);
  std::puts(";\n};");
}

void print(const char* sums, const char* counts)
{
  std::printf(R"(// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The speeds of the variants that may become defaults, measured on an H200. bench/defaults/fit_speeds.cpp prints this
/// file.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/defaults/estimated_time.hpp>

namespace gridfold::inline GRIDFOLD_ABI::defaults
{

/// Number of multiprocessors of the GPU that the speeds were measured on.
inline constexpr int measured_multiprocessors = %d;

template <int Latency, int Rate>
using measured = speed<Latency, Rate, measured_multiprocessors>;

/// Speeds of sums of type T, by the names of defaults/sums.hpp: least picoseconds per source, most pairs per
/// nanosecond.
template <class T>
struct sum_speeds;
)",
              multiprocessors);
  const std::vector<row> rows = table(sums);
  print_sums<float>("float", rows);
  print_sums<double>("double", rows);
  std::fputs(R"(
/// Speeds of histograms by element size in bytes, in the order of defaults/histogram.hpp: uniformly distributed
/// elements per nanosecond.
template <int Bytes>
struct count_rates;
)",
             stdout);
  const std::vector<row> counted = table(counts);
  print_counts<1>(gf::defaults::counts<1>::rule::choices{}, counted);
  print_counts<4>(gf::defaults::counts<4>::rule::choices{}, counted);
  std::puts("\n}  // namespace gridfold::inline GRIDFOLD_ABI::defaults");
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc != 3) return std::fputs("Usage: fit_speeds defaults_device.csv histogram_device.csv\n", stderr), 2;
  try {
    print(argv[1], argv[2]);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fit_speeds: %s\n", e.what());
    return 1;
  }
  return 0;
}
