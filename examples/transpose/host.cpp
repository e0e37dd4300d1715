// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/host.hpp>
#include <limits>

#include "processors.hpp"
#include "table.hpp"

namespace example
{

bool show_host(std::int64_t rows, std::int64_t columns)
{
  const std::vector<float> in = elements(rows * columns);
  const std::vector<float> poison(in.size(), std::numeric_limits<float>::quiet_NaN());
  std::vector<float> out = poison;
  return print_table(
      gf::host{}, matrix<const float>(in.data(), rows, columns), matrix<float>(out.data(), columns, rows), [] {},
      [&] {
        std::vector<float> values = out;
        out = poison;
        return values;
      });
}

}  // namespace example
