// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fuzzes the reader of tuning files, and the file after a winner is stored.
#include <algorithm>
#include <cmath>
#include <gridfold/tune/memory.hpp>
#include <string>
#include <vector>

#include "fuzz.hpp"

namespace
{

namespace gf = gridfold;

const gf::tuning_key key{"fuzz", "f32", 20};
const gf::machine here{"GPU A", "cuda 9.0"};

void require_usable(const gf::winner& w)
{
  fuzz::require(std::isfinite(w.seconds) && w.seconds > 0, "a winner's time is positive and finite");
  fuzz::require(!w.variant.empty(), "a winner has a name");
}

bool same(const gf::winner& a, const gf::winner& b)
{
  return a.key == b.key && a.on.name == b.on.name && a.on.capability == b.on.capability && a.variant == b.variant &&
         a.seconds == b.seconds;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  static const scratch folder;
  const std::string text = fuzz::text_of(data, size);
  const std::string path = folder.file("tuning.txt", text);
  const auto warn = [](const std::string& warning) { fuzz::require_message(warning, "tuning.txt"); };
  const auto read = [&] {
    std::vector<gf::winner> winners;
    const std::string refusal =
        test::message_of([&] { winners = gf::tuning::read_winners(path, warn).value_or(std::vector<gf::winner>{}); });
    if (!refusal.empty()) warn(refusal);
    return winners;
  };
  const std::vector<gf::winner> before = read();
  std::for_each(before.begin(), before.end(), require_usable);

  gf::tuning_memory(path, warn).remember(key, here, "gather", 0.25);
  const bool remembered = gf::tuning_memory(path, warn).find(key, here) == "gather";
  const bool ours = text.empty() || text.starts_with("gridfold tuning 1\n");
  fuzz::require(!ours || remembered, "a winner is read after it is remembered");
  const bool foreign = !text.empty() && !text.starts_with("gridfold tuning ");
  fuzz::require(!foreign || folder.read("tuning.txt") == text, "a file that is not a tuning file is left as it is");
  const std::vector<gf::winner> after = read();
  for (const gf::winner& w : before)
    fuzz::require((w.key == key && w.on.name == here.name) ||
                      std::any_of(after.begin(), after.end(), [&](const gf::winner& other) { return same(w, other); }),
                  "a winner that could be read is kept");
  return 0;
}
