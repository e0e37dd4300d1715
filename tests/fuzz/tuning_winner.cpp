// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A winner whose names are any texts. The input is five of them with a NUL between two: kernel, types, the machine's
/// name and capability, and the variant.
#include <array>
#include <filesystem>
#include <gridfold/tune/memory.hpp>
#include <sstream>
#include <string>

#include "fuzz.hpp"

namespace gf = gridfold;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  std::istringstream rest(fuzz::text_of(data, size));
  std::array<std::string, 5> name;
  for (std::string& text : name) std::getline(rest, text, '\0');
  const gf::winner w{{name[0], name[1], 20}, {name[2], name[3]}, name[4], 0.25};
  const gf::winner neighbor{{"fuzz", "f32", 20}, {"GPU A", "cuda 9.0"}, "gather", 0.5};

  static const scratch folder;
  const std::string path = folder / "tuning.txt";
  const auto warn = [](const std::string& warning) { fuzz::require(false, "winners are kept in silence: " + warning); };
  gf::tuning_memory memory(path, warn);
  memory.remember(neighbor.key, neighbor.on, neighbor.variant, neighbor.seconds);
  const std::string refusal = test::message_of([&] { memory.remember(w.key, w.on, w.variant, w.seconds); });
  if (!refusal.empty()) fuzz::require_message(refusal, "variant");

  const gf::tuning_memory later(path, warn);
  fuzz::require(!refusal.empty() || later.find_exactly(w.key, w.on) == w.variant, "a winner is found by its own names");
  fuzz::require(later.find_exactly(neighbor.key, neighbor.on).has_value(), "a winner stays beside another");
  std::filesystem::remove(path);
  return 0;
}
