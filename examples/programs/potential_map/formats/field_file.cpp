// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/field_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <future>

#include "engine/empty_map.hpp"
#include "formats/writers.hpp"
#include "output/in_order.hpp"

namespace potential_map
{

namespace
{

/// A map of value(vector) for each vector.
template <class T, class Value>
gridfold::field<T> map_of(const std::vector<gridfold::packed3<T>>& vectors, const gridfold::lattice& where, int threads,
                          const Value& value)
{
  gridfold::field<T> map = empty_map<T>(where, threads);
  each_range(std::ssize(vectors), threads, [&](std::int64_t begin, std::int64_t end) {
    std::transform(vectors.begin() + begin, vectors.begin() + end, map.values.begin() + begin, value);
  });
  return map;
}

template <class T>
T magnitude(const gridfold::packed3<T>& e)
{
  return static_cast<T>(std::hypot(static_cast<double>(e.x), static_cast<double>(e.y), static_cast<double>(e.z)));
}

/// The larger of two numbers; NaN if one is.
double larger(double a, double b) { return a < b || std::isnan(b) ? b : a; }

template <class T>
void write_components(std::deque<output_file>& files, const std::vector<gridfold::packed3<T>>& field,
                      const gridfold::lattice& where, const std::string& title,
                      const std::vector<gridfold::source<double>>& atoms)
{
  using vector = gridfold::packed3<T>;
  constexpr T vector::*axes[] = {&vector::x, &vector::y, &vector::z};
  const auto write = [&](std::size_t n) {
    write_map(files[n], format_of(files[n].path()),
              map_of(field, where, files[n].threads(), [&](const vector& e) { return e.*axes[n]; }),
              std::string("component ") + "xyz"[n] + " of the " + title, atoms);
  };
  // One thread writes a file, so files are written side by side.
  std::array<std::future<void>, 3> written;
  for (std::size_t n = 0; n < 3; ++n)
    written[n] = files[n].threads() > 1 ? std::async(write, n) : std::async(std::launch::deferred, write, n);
  for (std::future<void>& each : written) each.get();
}

}  // namespace

std::vector<std::string> names_of_field(const std::string& name)
{
  if (name.empty()) return {};
  const std::size_t at = name.find(axis_mark);
  if (at == name.npos) return {name};
  std::vector<std::string> names;
  for (const char* axis : {"x", "y", "z"}) names.push_back(std::string(name).replace(at, axis_mark.size(), axis));
  return names;
}

int numbers_of_field(const std::string& name)
{
  return names_of_field(name).size() == 1 && format_of(name) == map_format::npy ? 3 : 1;
}

int maps_to_write(const std::string& name)
{
  return numbers_of_field(name) == 3 ? 0 : static_cast<int>(names_of_field(name).size());
}

void write_field(std::deque<output_file>& files, const any_vectors& field, const gridfold::lattice& where,
                 const std::string& title, const std::vector<gridfold::source<double>>& atoms)
{
  std::visit(
      [&](const auto& all) {
        if (files.size() == 3) return write_components(files, all, where, title, atoms);
        output_file& out = files.front();
        if (format_of(out.path()) == map_format::npy) {
          out.write(npy_header(where.shape, sizeof(all[0].x), 3));
          return out.write(bytes_of(all.data(), all.size()));
        }
        write_map(out, format_of(out.path()),
                  map_of(all, where, out.threads(), [](const auto& e) { return magnitude(e); }),
                  "magnitude of the " + title, atoms);
      },
      field);
}

magnitudes measure(const any_vectors& field, int threads)
{
  return std::visit(
      [=](const auto& all) {
        magnitudes found;
        const auto measure_some = [&](std::int64_t begin, std::int64_t end) {
          magnitudes some;
          for (std::int64_t n = begin; n < end; ++n) {
            const auto& e = all[static_cast<std::size_t>(n)];
            const double x = e.x, y = e.y, z = e.z, length = std::hypot(x, y, z);
            some.rms += length * length;
            some.most = larger(some.most, length);
          }
          return some;
        };
        in_ranges(std::ssize(all), threads, measure_some, [&](const magnitudes& some) {
          found.rms += some.rms;
          found.most = larger(found.most, some.most);
        });
        found.rms = std::sqrt(found.rms / static_cast<double>(std::max<std::size_t>(all.size(), 1)));
        return found;
      },
      field);
}

}  // namespace potential_map
