// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/field_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "formats/writers.hpp"

namespace potential_map
{

namespace
{

/// A map of value(vector) for each vector.
template <class T, class Value>
gridfold::field<T> map_of(const std::vector<gridfold::packed3<T>>& vectors, const gridfold::lattice& where,
                          const Value& value)
{
  gridfold::field<T> map(where);
  std::transform(vectors.begin(), vectors.end(), map.values.begin(), value);
  return map;
}

template <class T>
T magnitude(const gridfold::packed3<T>& e)
{
  return static_cast<T>(std::hypot(static_cast<double>(e.x), static_cast<double>(e.y), static_cast<double>(e.z)));
}

template <class T>
void write_components(std::deque<output_file>& files, const std::vector<gridfold::packed3<T>>& field,
                      const gridfold::lattice& where, const std::string& title,
                      const std::vector<gridfold::source<double>>& atoms)
{
  using vector = gridfold::packed3<T>;
  constexpr T vector::*axes[] = {&vector::x, &vector::y, &vector::z};
  for (std::size_t n = 0; n < 3; ++n)
    write_map(files[n], format_of(files[n].path()), map_of(field, where, [&](const vector& e) { return e.*axes[n]; }),
              std::string("component ") + "xyz"[n] + " of the " + title, atoms);
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
        write_map(out, format_of(out.path()), map_of(all, where, [](const auto& e) { return magnitude(e); }),
                  "magnitude of the " + title, atoms);
      },
      field);
}

magnitudes measure(const any_vectors& field)
{
  return std::visit(
      [](const auto& all) {
        magnitudes found;
        for (const auto& e : all) {
          const double x = e.x, y = e.y, z = e.z, length = std::hypot(x, y, z);
          found.rms += length * length;
          if (!(length <= found.most)) found.most = length;
        }
        found.rms = std::sqrt(found.rms / static_cast<double>(std::max<std::size_t>(all.size(), 1)));
        return found;
      },
      field);
}

}  // namespace potential_map
