// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 9: your own verb, the seven-point stencil of tutorial 8, traced, drawn, swept and tuned, and called without
/// a variant. The table of times goes to standard error, because it depends on the machine.
// [verb]
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <gridfold/draw.hpp>
#include <gridfold/gridfold.hpp>
#include <gridfold/trace.hpp>
#include <gridfold/tune.hpp>
#include <iostream>
#include <limits>
#include <string>

#include "seven_point.hpp"

/// The verb's name in the memory of winners.
struct stencil : seven_point_verb {
  static constexpr gf::fixed_text name() { return "seven_point"; }
};
/// The variant without a remembered winner.
template <class Executor, class... T>
struct gf::default_rule<Executor, stencil, T...> : gf::shipped<gf::coarsen<512>, gf::block<1, 64>> {
};

/// The verb without a variant.
template <class Executor, class In, class Out>
void apply_stencil(const Executor& on, const In& in, const Out& out)
{
  const std::int64_t points = in.extent(0) * in.extent(1) * in.extent(2);
  gf::with_default_variant<stencil, float>(on, points,
                                           [&]<class V>(const auto& by) { apply_seven_point<V>(by, in, out); });
}
// [verb]

namespace
{

// [data]
constexpr std::int64_t nx = 160, ny = 64, nz = 32;
using in_view = cuda::std::mdspan<const float, cuda::std::dextents<std::int64_t, 3>>;
using out_view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;

/// x² + 2y² + 3z² has second differences of 2 + 4 + 6 everywhere.
gf::aligned_vector<float> some_field()
{
  gf::aligned_vector<float> values;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) values.push_back(static_cast<float>(x * x + 2 * y * y + 3 * z * z));
  return values;
}

/// 12 inside; the border keeps its NaN, and is not compared.
double error_inside(const out_view& out)
{
  double largest = 0;
  for (std::int64_t z = 1; z < nz - 1; ++z)
    for (std::int64_t y = 1; y < ny - 1; ++y)
      for (std::int64_t x = 1; x < nx - 1; ++x) {
        const double error = std::abs(out(z, y, x) - 12.0);
        if (!(error <= largest)) largest = error;
      }
  return largest;
}
// [data]

}  // namespace

int main()
{
  // [trace]
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "gridfold_tutorial_9";
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "winners.txt");
  const gf::aligned_vector<float> field = some_field();
  gf::aligned_vector<float> result(field.size());
  const in_view in(field.data(), nz, ny, nx);
  const out_view out(result.data(), nz, ny, nx);

  const gf::trace traced;
  apply_seven_point<gf::variant<gf::block<32, 8>>>(traced, in, out);
  std::printf("loads  %.0f%% coalesced, %d faults\n", 100 * traced.report().site("in").degree(),
              static_cast<int>(traced.report().faults().size()));
  gf::draw(traced.report()).write((folder / "stencil.svg").string());
  // [trace]

  // [sweep]
  using folds =
      gf::supported<stencil, gf::cross<gf::coarsenings<1, 16, 512>, gf::list<gf::block<32, 8>, gf::block<1, 64>>>>;
  const gf::host on{1};
  const auto work = [&]<class V>(const auto& by) { apply_seven_point<V>(by, in, out); };
  const gf::sweep_options options{
      .work = static_cast<double>(field.size()),
      .unit = "points/s",
      .error = [&] { return error_inside(out); },
      .poison = [&] { result.assign(result.size(), std::numeric_limits<float>::quiet_NaN()); },
      .seconds = 0.05};
  const gf::table table = gf::sweep(on, folds{}, work, options);
  gf::print(std::cerr, table);
  // [sweep]

  // [tune]
  gf::tuning_memory memory((folder / "winners.txt").string());
  const auto key = gf::key_of<stencil, float>(static_cast<std::int64_t>(field.size()));
  const auto tuned = gf::tune(on, folds{}, key, work, options, memory);
  apply_stencil(gf::tuned_executor(on, folds{}, memory), in, out);  // takes the winner
  // [tune]

  int right = 0;
  for (const gf::row& row : table.rows) right += row.error == 0;
  std::printf("swept  %d variants, %d right\n", static_cast<int>(table.rows.size()), right);
  const bool known = memory.find_exactly(key, machine_of(on)) == tuned.winner.name();
  std::printf("tuned  %s\n", known ? "remembered" : "not remembered");
  const auto bytes = std::filesystem::file_size(folder / "stencil.svg");
  std::printf("drawn  %s\n", bytes > 1000 ? "stencil.svg" : "nothing");
  apply_stencil(gf::host{}, in, out);  // the default
  return error_inside(out) == 0 ? 0 : 1;
}
