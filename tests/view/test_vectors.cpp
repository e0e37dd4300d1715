// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/vectors.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <type_traits>
#include <vector>

namespace gf = gridfold;
namespace view = gf::view;

TEST_CASE("what is stored as a vector is loaded as one, and its neighbours are left alone")
{
  alignas(16) float numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  view::store_array(numbers + 4, view::array<float, 4>{{10, 11, 12, 13}});
  CHECK(numbers[3] == 3);
  const auto both = view::load_array<8>(cuda::std::default_accessor<float>(), numbers);
  for (int e = 0; e < 8; ++e) CHECK(both.element[e] == static_cast<float>(e < 4 ? e : e + 6));
  const auto three = view::load_neighbours<float, 3>(&numbers[2]);
  CHECK(three.element[2] == 10);
}

namespace
{

struct three_bytes {
  unsigned char of[3];
  friend bool operator==(const three_bytes&, const three_bytes&) = default;
};
struct alignas(16) two_vectors {
  double of[4];
  friend bool operator==(const two_vectors&, const two_vectors&) = default;
};

/// Of the size of a vector, as structs of two floats are.
struct alignas(8) one_vector {
  int of[2];
  friend bool operator==(const one_vector&, const one_vector&) = default;
};

template <class T>
T numbered(std::size_t n)
{
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(n + 1);
  } else {
    T value{};
    value.of[0] = static_cast<unsigned char>(n + 1);
    value.of[1] = static_cast<unsigned char>(n + 7);
    return value;
  }
}

/// Each way to move N neighbours, from and to every place of an array: what was there before and behind stays.
template <class T, int N>
void check_moves()
{
  constexpr auto count = static_cast<std::size_t>(N), size = count + 5;
  std::vector<T> from(size);
  for (std::size_t n = 0; n < size; ++n) from[n] = numbered<T>(n);
  using view_of_all = cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>;
  const view_of_all all(from.data(), static_cast<int>(size));
  for (std::size_t at = 0; at + count <= size; ++at) {
    const auto check_loaded = [&](const view::array<T, N>& got, bool valid = true) {
      for (std::size_t e = 0; e < count; ++e) CHECK((got.element[e] == (valid ? numbered<T>(at + e) : T{})));
    };
    check_loaded(view::load_array<N>(from.data() + at));
    check_loaded(view::load_array<N>(cuda::std::default_accessor<const T>(), all.data_handle() + at));
    check_loaded(view::load_neighbours<T, N>(from.data() + at));
    check_loaded(view::load_neighbours<N>(all, static_cast<int>(at)));
    check_loaded(view::load_in_place<N>(from.data() + at));
    check_loaded(view::load_valid<N>(all, static_cast<std::int64_t>(at), true));
    check_loaded(view::load_valid<N>(all, static_cast<std::int64_t>(at), false), false);
    view::array<T, N> values;
    for (std::size_t e = 0; e < count; ++e) values.element[e] = numbered<T>(50 + e);
    const auto check_stored = [&](auto store, auto expected) {
      std::vector<T> to = from;
      store(to.data() + at);
      for (std::size_t n = 0; n < size; ++n)
        CHECK((to[n] == (n < at || n >= at + count ? numbered<T>(n) : expected(n - at))));
    };
    const auto given = [](std::size_t e) { return numbered<T>(50 + e); };
    check_stored([&](T* to) { view::store_array(to, values); }, given);
    check_stored([&](T* to) { view::store_array(cuda::std::default_accessor<T>(), to, values); }, given);
    check_stored([&](T* to) { view::store_neighbours(to, values); }, given);
    check_stored([&](T* to) { view::copy_neighbours<N>(to, all, 0, true); },
                 [](std::size_t e) { return numbered<T>(e); });
    check_stored([&](T* to) { view::copy_neighbours<N>(to, all, 0, false); }, [](std::size_t) { return T{}; });
    if constexpr (N == 1) check_stored([&](T* to) { view::store_element(to, values.element[0]); }, given);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("neighbours of every type and number are moved, and nothing beside them", T, unsigned char, short,
                   float, double, three_bytes, one_vector, two_vectors)
{
  check_moves<T, 1>();
  check_moves<T, 2>();
  check_moves<T, 3>();
  check_moves<T, 4>();
  check_moves<T, 8>();
  check_moves<T, 16>();
}
