// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/multiply_spectrum.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/trace/executor.hpp>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

/// A spectrum of 18 x 10 x 6 nodes times a function of |k|, on an executor; or rows of one, each of which has factors
/// of its own.
template <class Executor>
void check_product(const Executor& on, bool each_row)
{
  constexpr gf::shape3 rows{10, 10, 6};
  const std::int64_t of_green = each_row ? 10 : 6;
  const gf::shape3 waves{10, of_green, 4};
  std::vector<gf::kernel::wave<float>> spectrum(static_cast<std::size_t>(rows.count()));
  std::vector<float> green(static_cast<std::size_t>(waves.count()));
  for (std::size_t n = 0; n < spectrum.size(); ++n)
    spectrum[n] = {static_cast<float>(2 * n + 1), static_cast<float>(2 * n + 2)};
  for (std::size_t n = 0; n < green.size(); ++n) green[n] = static_cast<float>(3 * n + 2);
  const auto before = spectrum;
  auto of = on.argument(gf::view_of(spectrum.data(), rows), "spectrum", gf::role::update);
  auto by = on.argument(gf::view_of<const float>(green.data(), waves), "green", gf::role::input);
  using kernel =
      gf::kernel::multiply_spectrum<gf::variant<gf::block<32, 2>, gf::coarsen<1, 3>>, decltype(of), decltype(by)>;
  on.run(kernel{of, by}, kernel::grid({waves.x, rows.y, rows.z}));
  const std::size_t half[] = {0, 1, 2, 3, 4, 5, 4, 3, 2, 1}, z_wave[] = {0, 1, 2, 3, 2, 1};
  const auto waves_along_y = static_cast<std::size_t>(of_green);
  int wrong = 0;
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t j = 0; j < 10; ++j)
      for (std::size_t i = 0; i < 10; ++i) {
        const std::size_t at = (k * 10 + j) * 10 + i;
        const std::size_t row = each_row ? j : half[j];
        const float factor = green[(z_wave[k] * waves_along_y + row) * 10 + i];
        wrong += spectrum[at].real != before[at].real * factor;
        wrong += spectrum[at].imag != before[at].imag * factor;
      }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("wave numbers and their negatives have one factor") { check_product(gf::host{}, false); }

TEST_CASE("some rows have the factors of their own wave numbers") { check_product(gf::host{}, true); }

TEST_CASE("the traced kernel has no faults")
{
  const gf::trace on;
  check_product(on, false);
  check_product(on, true);
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}
