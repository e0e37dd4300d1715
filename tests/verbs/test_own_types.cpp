// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verbs of users' structs, against plain loops: any number of members of any type, some of them next to others in one
/// register of the processor. Compiled by -O3, since vectorisers are what gets such types wrong.
#include <gridfold/copy.hpp>
#include <gridfold/histogram.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transform.hpp>
#include <gridfold/transpose.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/tuple>
#include <gridfold/kernel/reduce/reduce_pieces.hpp>
#include <gridfold/policy/variants.hpp>
#include <random>
#include <string>
#include <vector>

#include "../support/executor_memory.hpp"
#include "../support/pairwise.hpp"
#include "../support/seed.hpp"

namespace test_own_types
{

namespace gf = gridfold;
using test::executor;
using test::memory;

namespace
{

template <class T, int N>
struct several {
  T member[N];
  friend bool operator==(const several&, const several&) = default;
};

/// Members of several sizes, with padding between them.
struct mixed {
  double a;
  short b;
  float c;
  std::int64_t d;
  friend bool operator==(const mixed&, const mixed&) = default;
};

/// Calls f(member of a, member of b, ...) for each member.
template <class F, class T, int N, class... More>
GRIDFOLD_HD void for_each_member(F&& f, several<T, N>& a, const More&... more)
{
  for (int i = 0; i < N; ++i) f(a.member[i], more.member[i]...);
}
template <class F, class... More>
GRIDFOLD_HD void for_each_member(F&& f, mixed& a, const More&... more)
{
  f(a.a, more.a...);
  f(a.b, more.b...);
  f(a.c, more.c...);
  f(a.d, more.d...);
}

/// What is done with each member, as functions of host and device: nvcc has no such lambdas in functions of the host.
struct add_member {
  template <class M>
  GRIDFOLD_HD void operator()(M& to, const M& a, const M& b) const
  {
    to = static_cast<M>(a + b);
  }
};
struct double_if_even {
  template <class M>
  GRIDFOLD_HD void operator()(M& member) const
  {
    if (static_cast<int>(member) % 2 == 0) member = static_cast<M>(member + member);
  }
};
struct sum_of_members {
  int sum = 0;
  template <class M>
  GRIDFOLD_HD void operator()(const M& member)
  {
    sum += static_cast<int>(member);
  }
};
struct next_number {
  const unsigned char* next;
  template <class M>
  GRIDFOLD_HD void operator()(M& member)
  {
    member = static_cast<M>(*next++);
  }
};

/// Member by member. Exact: members of what tests add are small integers.
struct add {
  template <class T>
  GRIDFOLD_HD T operator()(const T& a, const T& b) const
  {
    T sum;
    for_each_member(add_member{}, sum, a, b);
    return sum;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return {};
  }
};

template <class T>
std::vector<T> random_elements(std::size_t size, std::mt19937& generator)
{
  std::vector<T> elements(size);
  for (T& e : elements) {
    unsigned char numbers[16];
    for (unsigned char& n : numbers) n = static_cast<unsigned char>(generator() % 13);
    e = T{};
    for_each_member(next_number{numbers}, e);
  }
  return elements;
}

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;
template <class T>
vector<const T> input(const memory<T>& of, std::size_t past)
{
  return vector<const T>(of.data() + past, static_cast<std::int64_t>(of.size() - past));
}
template <class T>
vector<T> output(const memory<T>& of, std::size_t past)
{
  return vector<T>(of.data() + past, static_cast<std::int64_t>(of.size() - past));
}

/// Reports a result. Not a template, since doctest's macros compile slowly.
void check(bool right, const std::string& variant, const std::string& types, std::size_t size)
{
  CAPTURE(variant);
  CAPTURE(types);
  CAPTURE(size);
  CHECK(right);
}

/// Calls f<V, T>(elements, past) for each of some pairs of a variant and a type, with random elements of sizes of every
/// magnitude up to 2^most_bits, which begin `past` elements into their memory.
template <class Pairs, class F>
void for_random_elements(unsigned most_bits, F f)
{
  std::mt19937 generator(test::seed());
  test::for_each_combination(Pairs{}, [&]<class V, class T>() {
    for (unsigned bits = 0; bits < most_bits; ++bits) {
      const std::size_t size = generator() % (2u << bits), past = size == 0 ? 0 : generator() % 2;
      f.template operator()<V>(random_elements<T>(size, generator), past);
    }
  });
}

using gf::block, gf::coarsen, gf::contiguous, gf::vectors, gf::variant, gf::list;
using five_ints = several<int, 5>;
using four_floats = several<float, 4>;
using four_doubles = several<double, 4>;
using eight_shorts = several<short, 8>;
using three_bytes = several<unsigned char, 3>;

template <class V, class... T>
using with = list<list<V, T>...>;

template <class V, class T>
void check_sum(const std::vector<T>& elements, std::size_t past)
{
  const executor on{};
  const memory<T> in(elements), out(std::vector<T>(1));
  auto scratch = gf::make_reduce_scratch<V, T, add>(on, 1 + static_cast<int>(elements.size() % 300));
  gf::reduce<V>(on, input(in, past), output(out, 0), add{}, scratch);
  T expected{};
  for (std::size_t n = past; n < elements.size(); ++n) expected = add{}(expected, elements[n]);
  check(out.values().front() == expected, V::name(), __PRETTY_FUNCTION__, elements.size());
}

/// The sum of all elements as one piece, which is what each of several ranks computes.
template <class V, class T>
void check_piece(const std::vector<T>& elements, std::size_t past)
{
  using in_type = vector<const T>;
  const auto size = static_cast<std::int64_t>(elements.size() - past);
  const memory<T> in(elements), out(std::vector<T>(1));
  const gf::kernel::reduce_pieces<V, in_type, add, T*> pieces{
      input(in, past), out.data(), nullptr, {}, {.step = size, .length = size, .per_step = 1}};
  executor{}.run(pieces, gf::shape3{1, 1, 1});
  T expected{};
  for (std::size_t n = past; n < elements.size(); ++n) expected = add{}(expected, elements[n]);
  check(out.values().front() == expected, V::name(), __PRETTY_FUNCTION__, elements.size());
}

struct double_even_members {
  template <class T>
  GRIDFOLD_HD T operator()(T value) const
  {
    for_each_member(double_if_even{}, value);
    return value;
  }
};

template <class V, class T>
void check_transform(const std::vector<T>& elements, std::size_t past)
{
  const memory<T> in(elements), out(elements);
  std::vector<T> expected = elements;
  gf::transform<V>(executor{}, cuda::std::tuple(input(in, past)), output(out, past), double_even_members{});
  for (std::size_t n = past; n < expected.size(); ++n) expected[n] = double_even_members{}(elements[n]);
  check(out.values() == expected, V::name(), __PRETTY_FUNCTION__, elements.size());
}

template <class V, class T>
void check_copy(const std::vector<T>& elements, std::size_t past)
{
  const memory<T> in(elements), out(std::vector<T>(elements.size()));
  gf::copy<V>(executor{}, input(in, past), output(out, past));
  std::vector<T> expected = elements;
  if (past == 1) expected.front() = T{};
  check(out.values() == expected, V::name(), __PRETTY_FUNCTION__, elements.size());
}

/// Of a matrix of 17 columns, and one that begins in its second row and column.
template <class V, class T>
void check_transpose(const std::vector<T>& elements, std::size_t past)
{
  constexpr std::size_t pitch = 17;
  const std::size_t first = past * (pitch + 1), rows = elements.size() / pitch;
  if (rows <= past) return;
  using shape = cuda::std::dextents<std::int64_t, 2>;
  const auto height = static_cast<std::int64_t>(rows - past), width = static_cast<std::int64_t>(pitch - past);
  const memory<T> in(elements), out(std::vector<T>(elements.size()));
  using strided = cuda::std::layout_stride::mapping<shape>;
  const cuda::std::mdspan<const T, shape, cuda::std::layout_stride> from(
      in.data() + first, strided(shape(height, width), cuda::std::array<std::int64_t, 2>{pitch, 1}));
  const cuda::std::mdspan<T, shape> to(out.data(), width, height);
  gf::transpose<V>(executor{}, from, to);
  std::vector<T> expected(elements.size());
  for (std::size_t i = past; i < rows; ++i)
    for (std::size_t j = past; j < pitch; ++j)
      expected[(j - past) * (rows - past) + i - past] = elements[i * pitch + j];
  check(out.values() == expected, V::name(), __PRETTY_FUNCTION__, elements.size());
}

/// The sum of all members, which is at most 12 for each, or no bin if it is odd.
struct bin_of_sum {
  static constexpr int count = 50;
  template <class T>
  GRIDFOLD_HD int operator()(T value) const
  {
    sum_of_members all;
    for_each_member(all, value);
    return all.sum % 2 == 0 ? all.sum / 2 : -1;
  }
};

template <class V, class T>
void check_histogram(const std::vector<T>& elements, std::size_t past)
{
  const memory<T> in(elements);
  const memory<unsigned> counts(std::vector<unsigned>(bin_of_sum::count, 99));
  gf::histogram<V>(executor{}, input(in, past), output(counts, 0), bin_of_sum{});
  std::vector<unsigned> expected(bin_of_sum::count);
  for (std::size_t n = past; n < elements.size(); ++n)
    if (const int bin = bin_of_sum{}(elements[n]); bin >= 0) ++expected[static_cast<std::size_t>(bin)];
  check(counts.values() == expected, V::name(), __PRETTY_FUNCTION__, elements.size());
}

}  // namespace

TEST_CASE("structs are reduced member by member, whatever the members, the variant and the size")
{
  using pairs = gf::join<with<variant<block<32>>, five_ints, four_floats, mixed>,
                         with<variant<contiguous, coarsen<8>, block<1>>, eight_shorts, four_doubles, five_ints>,
                         with<variant<coarsen<16>, gf::exchange_global, block<3>>, four_floats, three_bytes>,
                         with<variant<coarsen<4>, vectors<4>, gf::exchange_registers, block<64>>, four_doubles, mixed>>;
  for_random_elements<pairs>(15, [&]<class V>(const auto&... of) { check_sum<V>(of...); });
  using of_pieces = with<variant<contiguous, coarsen<8>, block<4>>, five_ints, four_floats, mixed>;
  for_random_elements<of_pieces>(10, [&]<class V>(const auto&... of) { check_piece<V>(of...); });
}

TEST_CASE("structs are transformed by a function that looks at members")
{
  using pairs = gf::join<with<variant<coarsen<8>, block<3>>, five_ints, four_floats>,
                         with<variant<contiguous, coarsen<4>, vectors<2>, block<32>>, mixed, eight_shorts>>;
  for_random_elements<pairs>(12, [&]<class V>(const auto&... of) { check_transform<V>(of...); });
}

TEST_CASE("structs are copied, transposed and counted")
{
  using copies = gf::join<with<variant<coarsen<8>, block<3>>, five_ints, four_doubles>,
                          with<variant<contiguous, coarsen<4>, vectors<2>, block<32>>, mixed, three_bytes>>;
  for_random_elements<copies>(12, [&]<class V>(const auto&... of) { check_copy<V>(of...); });
  using transposes = gf::join<with<variant<coarsen<4, 2>, vectors<2>, block<4, 8>>, four_floats, five_ints>,
                              with<variant<coarsen<2, 2>, gf::tile<gf::padded<1>>, block<8, 4>>, eight_shorts, mixed>>;
  for_random_elements<transposes>(12, [&]<class V>(const auto&... of) { check_transpose<V>(of...); });
  using counters = gf::join<
      with<variant<gf::scatter, coarsen<8>, gf::exchange_shared, block<3>>, five_ints, mixed>,
      with<variant<gf::scatter, coarsen<4>, vectors<4>, gf::exchange_global, block<32>>, four_floats, three_bytes>>;
  for_random_elements<counters>(12, [&]<class V>(const auto&... of) { check_histogram<V>(of...); });
}

}  // namespace test_own_types
