// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program transpose: many ways to transpose a matrix of floats, from the textbook's to the fastest, beside a copy
/// of equal size. Runs on the GPU if nvcc compiled it and there is one, else on the CPU.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda/std/mdspan>
#include <exception>
#include <gridfold/copy.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transpose.hpp>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

#include "support/processor.hpp"

namespace
{

namespace gf = gridfold;

constexpr const char* usage =
    "Usage: transpose [ROWS COLUMNS]\n\n"
    "Transposes a matrix of floats (default: 4096 4096) by many variants and prints the bytes read and written per\n"
    "second.\n";

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;
template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

/// From the first transposes of Fan, CUDA Programming, ch. 7, to vectors in tiles; each line changes one policy.
using variants =
    gf::list<gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::read_only, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::unpadded>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::swizzled>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<2, 8>, gf::tile<gf::padded<1>>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 2>, gf::tile<gf::padded<1>>, gf::block<8, 32>>,
             gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 2>, gf::prefetching, gf::aligned_tile,
                         gf::raster_by_columns, gf::block<8, 32>>>;

/// Element n of the input: exact in float and different from its neighbours.
float element(std::int64_t n) { return static_cast<float>(n % 16777213); }

std::vector<float> elements(std::int64_t count)
{
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::int64_t n = 0; n < count; ++n) values[static_cast<std::size_t>(n)] = element(n);
  return values;
}

bool is_transpose(matrix<const float> out)
{
  for (std::int64_t j = 0; j < out.extent(0); ++j)
    for (std::int64_t i = 0; i < out.extent(1); ++i)
      if (out(j, i) != element(i * out.extent(0) + j)) return false;
  return true;
}

/// The matrix and its transpose on a processor.
template <class Processor>
class problem {
 public:
  using array = typename Processor::template array<float>;

  problem(const Processor& at, std::int64_t rows, std::int64_t columns)
      : at_(at), rows_(rows), columns_(columns), in_(elements(rows * columns))
  {
  }

  void show_copy()
  {
    array out = poisoned();
    const vector<const float> from(in_.data(), rows_ * columns_);
    const vector<float> to(out.data(), rows_ * columns_);
    print("copy, the limit", example::seconds_of(at_, [&] { gf::copy(at_.on, from, to); }));
  }

  /// Returns whether the variant was right.
  template <class V>
  bool show()
  {
    array out = poisoned();
    const matrix<const float> from(in_.data(), rows_, columns_);
    const matrix<float> to(out.data(), columns_, rows_);
    const double seconds = example::seconds_of(at_, [&] { gf::transpose<V>(at_.on, from, to); });
    const std::vector<float> result = out.values();
    const bool right = is_transpose(matrix<const float>(result.data(), columns_, rows_));
    print(V::name() + std::string(right ? "" : "  WRONG"), seconds);
    return right;
  }

 private:
  [[nodiscard]] array poisoned() const
  {
    const auto count = static_cast<std::size_t>(rows_ * columns_);
    return array(std::vector<float>(count, std::numeric_limits<float>::quiet_NaN()));
  }

  void print(const std::string& what, double seconds) const
  {
    const double bytes = 2.0 * sizeof(float) * static_cast<double>(rows_ * columns_);
    std::printf("%8.1f GB/s  %s\n", bytes / seconds / 1e9, what.c_str());
  }

  const Processor& at_;
  std::int64_t rows_, columns_;
  array in_;
};

/// Returns whether every variant was right.
template <class Processor>
bool show_all(const Processor& at, std::int64_t rows, std::int64_t columns)
{
  std::printf("%lld x %lld floats on %s\n", static_cast<long long>(rows), static_cast<long long>(columns),
              Processor::name);
  problem<Processor> all(at, rows, columns);
  all.show_copy();
  bool right = true;
  gf::for_each(variants{}, [&]<class V>() { right = all.template show<V>() && right; });
  return right;
}

bool read_number(const char* text, std::int64_t& number)
{
  const char* end = text + std::strlen(text);
  const auto [stop, code] = std::from_chars(text, end, number);
  return code == std::errc{} && stop == end && number >= 1 && number <= 1'000'000;
}

}  // namespace

int main(int argc, char** argv)
{
  const bool help = argc == 2 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
  std::int64_t rows = 4096, columns = 4096;
  const bool sizes = argc == 3 && read_number(argv[1], rows) && read_number(argv[2], columns);
  if (help || (argc != 1 && !sizes)) {
    std::fputs(usage, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  try {
    bool right = false;
    example::on_processor([&](const auto& at) { right = show_all(at, rows, columns); });
    return right ? 0 : 1;
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "transpose: %s\n", wrong.what());
    return 1;
  }
}
