// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The copy of size floats.
#include <gridfold/copy.hpp>

#include "measure/processor.hpp"

namespace study
{

namespace
{

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

}  // namespace

void part(const request& what, results& of)
{
  const std::int64_t count = size_of(what, std::int64_t{1} << 26, std::int64_t{1} << 24);
  std::vector<float> from(static_cast<std::size_t>(count));
  for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<float>(n % 16777213);
  memory<float> in(from), out(from.size());

  gf::sweep_options options = options_of(what);
  options.work = 2.0 * sizeof(float) * static_cast<double>(count);
  options.unit = "B/s";
  options.poison = [&] { out.poison(); };
  options.error = [&] { return out.values() == from ? 0.0 : 1.0; };
  of.table = run<copy_variants>(
      what, std::to_string(count) + " floats",
      [&]<class V>(const auto& on) {
        gf::copy<V>(on, vector<const float>(in.data(), count), vector<float>(out.data(), count));
      },
      options);
}

}  // namespace study
