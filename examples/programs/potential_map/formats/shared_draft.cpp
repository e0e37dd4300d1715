// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/shared_draft.hpp"

#include <gridfold/core/error.hpp>

#include "output/file_part.hpp"

namespace potential_map
{

std::optional<shared_draft> share_draft(output_file* to, const processes& by)
{
  shared_draft shared;
  by.together([&] {
    if (to == nullptr) return;
    shared.draft = to->share();
    shared.path = to->path();
  });
  by.share(shared.draft);
  by.share(shared.path);
  unsigned long long failures = 0;
  try {
    const file_part trial(shared.draft, shared.path, 0);
  } catch (const gridfold::error&) {
    failures = 1;
  }
  failures = by.sum(failures);
  by.share(failures);
  if (failures > 0) return {};
  return shared;
}

}  // namespace potential_map
