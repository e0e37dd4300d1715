// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/error.hpp>

#include "picture/picture.hpp"

namespace potential_map
{

void require_pictures()
{
  throw gridfold::error(
      "--picture cannot be drawn (the program was built without Cairo): install Cairo and build again");
}

void draw_picture(output_file& /*out*/, const any_field& /*map*/, const picture_view& /*view*/,
                  const molecule& /*whole*/, const caption& /*words*/)
{
  require_pictures();
}

}  // namespace potential_map
