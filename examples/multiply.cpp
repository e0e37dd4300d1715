// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program multiply: the matrix product without tiles, with tiles, and with corner turning, for a row-major and a
/// column-major second operand. See Kirk, Hwu and El Hajj, 4th ed., ch. 6.
#include <cstdint>
#include <cstdio>
#include <cuda/std/mdspan>
#include <exception>
#include <gridfold/multiply.hpp>
#include <gridfold/policy/variants.hpp>
#include <vector>

#include "support/processor.hpp"
#include "support/size_argument.hpp"

namespace
{

namespace gf = gridfold;

template <class T, class Layout = cuda::std::layout_right>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>, Layout>;

template <class Space, class Coarsening = gf::coarsen<1>>
using by = gf::variant<gf::gather, gf::interleaved, Coarsening, Space, gf::block<16, 16>>;
/// row_by_row loads tiles as if both operands were row-major; shared_tile alone loads along the contiguous dimension.
using shown = gf::list<by<gf::global>, by<gf::list<gf::shared_tile<16>, gf::row_by_row>>, by<gf::shared_tile<16>>,
                       by<gf::shared_tile<16>, gf::coarsen<4, 4>>>;

/// Small integers, so that sums of products are exact.
std::vector<float> operand(std::int64_t elements, int seed)
{
  std::vector<float> values(static_cast<std::size_t>(elements));
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<float>((n * 7 + n / 13 + seed) % 9) - 4;
  return values;
}

template <class Layout>
bool is_product(std::vector<float>& a, std::vector<float>& b, std::vector<float>& c, std::int64_t side)
{
  const matrix<float> left(a.data(), side, side), product(c.data(), side, side);
  const matrix<float, Layout> right(b.data(), side, side);
  for (std::int64_t i = 0; i < side; i += 37)
    for (std::int64_t j = 0; j < side; ++j) {
      double sum = 0;
      for (std::int64_t k = 0; k < side; ++k) sum += double{left(i, k)} * right(k, j);
      if (product(i, j) != sum) return false;
    }
  return true;
}

template <class Layout, class Processor>
void show_all(const Processor& at, const char* name, std::int64_t side)
{
  std::printf("b is %s\n", name);
  std::vector<float> a = operand(side * side, 1), b = operand(side * side, 5);
  typename Processor::template array<float> left(a), right(b);
  gf::for_each(shown{}, [&]<class V>() {
    typename Processor::template array<float> product(std::vector<float>(a.size(), -1e30f));
    const double seconds = example::seconds_of(at, [&] {
      gf::multiply<V>(at.on, matrix<const float>(left.data(), side, side),
                      matrix<const float, Layout>(right.data(), side, side), matrix<float>(product.data(), side, side));
    });
    std::vector<float> c = product.values();
    std::printf("%10.1f Gflop/s  %s%s\n", 2e-9 * static_cast<double>(side * side * side) / seconds, V::name().c_str(),
                is_product<Layout>(a, b, c, side) ? "" : "  WRONG");
  });
}

template <class Processor>
void show_all(const Processor& at, std::int64_t side)
{
  std::printf("%lld x %lld floats on %s\n", static_cast<long long>(side), static_cast<long long>(side),
              Processor::name);
  show_all<cuda::std::layout_right>(at, "row-major", side);
  show_all<cuda::std::layout_left>(at, "column-major", side);
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    example::on_processor([&](const auto& at) {
      const bool on_cpu = std::is_same_v<std::remove_cvref_t<decltype(at)>, example::cpu>;
      show_all(at, example::size_argument(argc, argv, "SIDE", on_cpu ? 256 : 2048, 1 << 15));
    });
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "multiply: %s\n", wrong.what());
    return 1;
  }
}
