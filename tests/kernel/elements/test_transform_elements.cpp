// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/elements/transform_elements.hpp>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <cstdint>
#include <cuda/std/functional>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/math/operation.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

namespace
{

template <class T>
using row = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;
using view = row<float>;
alignas(64) float from[64], other[64], to[64];

template <class... Policies>
using copy = gf::kernel::transform_elements<gf::variant<Policies...>, gf::sequential, cuda::std::identity, view, view>;
template <class... Policies>
using add = gf::kernel::transform_elements<gf::variant<Policies...>, gf::sequential, gf::sum, view, view, view>;

template <class Kernel, class... In>
Kernel into(const view& out, const In&... in)
{
  return Kernel({}, out, in...);
}

/// Memory of which only the touched pages are allocated.
class sparse_memory {
 public:
  explicit sparse_memory(std::int64_t bytes)
      : bytes_(static_cast<std::size_t>(bytes)),
        data_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
  {
    REQUIRE(data_ != MAP_FAILED);
  }
  sparse_memory(const sparse_memory&) = delete;
  ~sparse_memory() { munmap(data_, bytes_); }

  [[nodiscard]] std::uint8_t* data() const { return static_cast<std::uint8_t*>(data_); }

 private:
  std::size_t bytes_;
  void* data_;
};

}  // namespace

TEST_CASE("elements are computed up to the last one, and no further")
{
  using kernel = add<gf::coarsen<3>, gf::block<4>>;
  for (int size = 1; size <= 40; ++size) {
    for (int n = 0; n < 64; ++n) from[n] = static_cast<float>(n + 1), other[n] = static_cast<float>(3 * n), to[n] = -1;
    const auto adds = into<kernel>(view(to, size), view(from, size), view(other, size));
    CHECK(adds.grid().x == (size + 11) / 12);
    gf::host{1}.run(adds, adds.grid());
    int wrong = 0;
    for (int n = 0; n < 64; ++n) wrong += to[n] != (n < size ? from[n] + other[n] : -1);
    CHECK(wrong == 0);
  }
}

TEST_CASE("sums of vectors or of elements, wherever arrays begin and end, and nothing beside them")
{
  const auto check = []<class Kernel>() {
    for (const int skip : {0, 1, 4})
      for (int size = 0; size <= 50; ++size) {
        for (int n = 0; n < 64; ++n)
          from[n] = static_cast<float>(n + 1), other[n] = static_cast<float>(3 * n), to[n] = -1;
        const auto adds = into<Kernel>(view(to + skip, size), view(from + 4, size), view(other + 8, size));
        gf::host{1}.run(adds, adds.grid());
        int wrong = 0;
        for (int n = 0; n < 64; ++n) {
          const int e = n - skip;
          wrong += to[n] != (e >= 0 && e < size ? static_cast<float>(e + 5 + 3 * (e + 8)) : -1);
        }
        CHECK(wrong == 0);
      }
  };
  check.operator()<add<gf::coarsen<8>, gf::vectors<4>, gf::block<2>>>();
  check.operator()<add<gf::contiguous, gf::coarsen<4>, gf::vectors<2>, gf::block<3>>>();
}

TEST_CASE("vectors are moved where all arrays are aligned")
{
  using kernel = copy<gf::coarsen<8>, gf::vectors<4>, gf::block<2>>;
  static_assert(kernel::word == 4);
  CHECK(into<kernel>(view(to, 32), view(from, 32)).words);
  CHECK_FALSE(into<kernel>(view(to, 32), view(from + 1, 32)).words);
  CHECK_FALSE(into<kernel>(view(to + 2, 32), view(from, 32)).words);
  static_assert(copy<gf::coarsen<3>, gf::vectors<2>, gf::block<2>>::word == 1);

  using sum = add<gf::coarsen<8>, gf::vectors<4>, gf::block<2>>;
  static_assert(sum::word == 4);
  CHECK(into<sum>(view(to, 32), view(from, 32), view(other, 32)).words);
  CHECK_FALSE(into<sum>(view(to, 32), view(from, 32), view(other + 1, 32)).words);
}

TEST_CASE("vectors of 16 bytes at most: not of four doubles, also if the other input has bytes")
{
  using mixed = gf::kernel::transform_elements<gf::variant<gf::coarsen<4>, gf::vectors<4>>, gf::sequential, gf::sum,
                                               row<float>, row<std::uint8_t>, row<double>>;
  static_assert(mixed::word == 1);
}

TEST_CASE("the last block of more elements than 32 bits count")
{
  constexpr std::int64_t size = (std::int64_t{1} << 32) + 77;
  using bytes = row<std::uint8_t>;
  using kernel = gf::kernel::transform_elements<gf::variant<gf::coarsen<2>, gf::block<32>>, gf::sequential, gf::sum,
                                                bytes, bytes, bytes>;
  const sparse_memory a(size), b(size), c(size);
  for (std::int64_t n = size - 77; n < size; ++n) {
    a.data()[n] = static_cast<std::uint8_t>(n % 100);
    b.data()[n] = static_cast<std::uint8_t>(n % 7 + 1);
  }
  const kernel adds({}, bytes(c.data(), size), bytes(a.data(), size), bytes(b.data(), size));
  CHECK(adds.grid().x == (size + 63) / 64);
  gf::exec::host_block<kernel, gf::math::simd_bytes> last({adds.grid().x - 1, 0, 0});
  adds(last);
  int wrong = 0;
  for (std::int64_t n = size - 13; n < size; ++n) wrong += c.data()[n] != n % 100 + n % 7 + 1;
  CHECK(wrong == 0);
  CHECK(c.data()[size - 14] == 0);
}
