// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Colours of values below and above 0.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace example
{

/// A colour from white at 0 to `full` at 1, in distinguishable steps.
inline std::string shade(double share, const int (&full)[3])
{
  const double part = std::round(20 * std::clamp(share, 0.0, 1.0)) / 20;
  char text[8];
  int c[3];
  for (int i = 0; i < 3; ++i) c[i] = static_cast<int>(std::lround(255 + part * (full[i] - 255)));
  std::snprintf(text, sizeof text, "#%02x%02x%02x", c[0], c[1], c[2]);
  return text;
}

/// Red below 0, blue above, white at 0; full at -1 and 1.
inline std::string red_or_blue(double value)
{
  return value < 0 ? shade(-value, {178, 24, 43}) : shade(value, {33, 102, 172});
}

}  // namespace example
