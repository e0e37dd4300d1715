// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fuzzes the reader of an OpenDX file's lattice.
#include <array>
#include <gridfold/core/lattice.hpp>
#include <optional>
#include <string>

#include "formats/map_file.hpp"
#include "fuzz.hpp"

namespace
{

/// The result of reading a file: a lattice or a message.
struct reading {
  std::optional<gridfold::lattice> where;
  std::string refusal;
};

reading read(const std::string& text)
{
  static const scratch folder;
  reading result;
  result.refusal =
      test::message_of([&] { result.where = potential_map::read_dx_lattice(folder.file("input.dx", text)); });
  return result;
}

bool same(const gridfold::lattice& a, const gridfold::lattice& b)
{
  return a.origin.x == b.origin.x && a.origin.y == b.origin.y && a.origin.z == b.origin.z &&
         a.spacing.x == b.spacing.x && a.spacing.y == b.spacing.y && a.spacing.z == b.spacing.z && a.shape == b.shape;
}

template <class... Number>
std::string line(const std::string& begin, Number... numbers)
{
  return begin + ((" " + fuzz::text_of(static_cast<double>(numbers))) + ...) + "\n";
}

std::string as_dx(const gridfold::lattice& where)
{
  const auto& [x, y, z] = where.shape;
  const std::string counts = std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + "\n";
  return "object 1 class gridpositions counts " + counts +
         line("origin", where.origin.x, where.origin.y, where.origin.z) + line("delta", where.spacing.x, 0, 0) +
         line("delta", 0, where.spacing.y, 0) + line("delta", 0, 0, where.spacing.z) +
         "object 2 class gridconnections counts " + counts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text = fuzz::text_of(data, size);
  const reading first = read(text);
  if (!first.where) {
    fuzz::require_message(first.refusal, "input.dx");
    return 0;
  }
  fuzz::require(test::message_of([&] { first.where->check(); }).empty(), "a lattice that is read can be used");
  const reading again = read(as_dx(*first.where));
  fuzz::require(again.where && same(*first.where, *again.where),
                "a lattice written is read as the same: " + again.refusal);
  return 0;
}
