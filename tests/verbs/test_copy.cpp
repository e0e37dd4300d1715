// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/copy.hpp>

#include <cstdint>
#include <gridfold/core/source.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/view/streaming.hpp>
#include <string>

#include "../support/elements.hpp"
#include "../support/pairwise.hpp"

namespace test_copy
{

namespace
{

namespace gf = gridfold;

template <class T>
using vector_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

using patterns = gf::list<gf::sequential, gf::permuted, gf::offset, gf::strided, gf::broadcast>;
template <class Assignment, class Coarsening, class... Spaces>
using odd_copies = gf::cross<gf::list<gf::gather>, gf::list<Assignment>, gf::list<Coarsening>, gf::list<Spaces...>,
                             gf::list<gf::block<7, 3>>>;
using every_copy =
    gf::join<odd_copies<gf::interleaved, gf::coarsen<1>, gf::global, gf::read_only>,
             odd_copies<gf::interleaved, gf::coarsen<3>, gf::global, gf::read_only>,
             odd_copies<gf::contiguous, gf::coarsen<3>, gf::global, gf::read_only>,
             odd_copies<gf::list<gf::interleaved, gf::vectors<2>>, gf::coarsen<4>, gf::global, gf::read_only>,
             odd_copies<gf::list<gf::interleaved, gf::vectors<4>>, gf::coarsen<8>, gf::global, gf::read_only>>;

constexpr std::size_t sizes[] = {1, 2, 31, 32, 251, 1024, 10007};

/// Checks the copied elements and the memory around them. Not a template of the variant, since doctest's macros compile
/// slowly.
template <class T>
void check_copy(const std::vector<T>& out, const std::vector<T>& expected, std::size_t shift,
                const std::string& variant, const std::string& pattern)
{
  CAPTURE(variant);
  CAPTURE(pattern);
  CAPTURE(out.size());
  CAPTURE(shift);
  CHECK(std::memcmp(out.data(), expected.data(), out.size() * sizeof(T)) == 0);
}

/// Copies `size` elements that begin `shift` elements into their memory, and checks these and what lies around.
template <class V, class Pattern, class T>
void check(std::size_t size, std::size_t shift)
{
  constexpr std::size_t after = 5;
  const std::vector<T> in = test::elements<T>(shift + size + after);
  std::vector<T> out = test::poison<T>(shift + size + after), expected = out;
  for (std::size_t n = 0; n < size; ++n)
    expected[shift + n] = in[shift + (std::is_same_v<Pattern, gf::broadcast> ? 0 : n)];
  test::on_executor(in, out, [&](auto on, const T* from, T* to) {
    gf::copy<V, Pattern>(on, vector_view<const T>(from + shift, size), vector_view<T>(to + shift, size));
  });
  check_copy(out, expected, shift, V::name(), Pattern::name());
}

template <class V, class Pattern, class T>
void check_sizes()
{
  for (std::size_t size : sizes)
    for (std::size_t shift : {0u, 1u}) check<V, Pattern, T>(size, shift);
}

/// Copies the triples of the view that view_of(pointer, size) makes of 4 * size numbers, and checks each.
template <class ViewOf>
void check_layout(ViewOf view_of)
{
  constexpr std::size_t size = 1003;
  const std::vector<float> in = test::elements<float>(4 * size);
  std::vector<float> out = test::poison<float>(4 * size);
  using direct = gf::variant<gf::gather, gf::interleaved, gf::coarsen<2>, gf::global, gf::block<32>>;
  test::on_executor(in, out, [&](auto on, const float* from, float* to) {
    gf::copy<direct, gf::permuted>(on, view_of(from, size), view_of(to, size));
  });
  const auto from = view_of(in.data(), size);
  const auto to = view_of(static_cast<const float*>(out.data()), size);
  int wrong = 0;
  for (std::int64_t n = 0; n < static_cast<std::int64_t>(size); ++n) {
    using triple = typename decltype(from)::value_type;
    const triple a = from(n), b = to(n);
    if (a.x != b.x || a.y != b.y || a.z != b.z) ++wrong;
  }
  CHECK(wrong == 0);
}

/// The array of Records in the memory of these numbers.
template <class Record>
auto array_of(const float* data, std::size_t size)
{
  return vector_view<const Record>(reinterpret_cast<const Record*>(data), size);
}
template <class Record>
auto array_of(float* data, std::size_t size)
{
  return vector_view<Record>(reinterpret_cast<Record*>(data), size);
}

}  // namespace

TEST_CASE("every variant copies elements of every size in every pattern")
{
  using combinations =
      test::pairwise<every_copy, patterns, gf::list<float, std::uint8_t, std::uint16_t, double, test::quad>>;
  test::for_each_combination(combinations{}, [&]<class V, class Pattern, class T>() { check_sizes<V, Pattern, T>(); });
}

TEST_CASE("triples are copied in every layout")
{
  check_layout([](auto* data, std::size_t size) { return array_of<gf::packed3<float>>(data, size); });
  check_layout([](auto* data, std::size_t size) { return array_of<gf::aligned3<float>>(data, size); });
  check_layout([](auto* data, std::size_t size) { return array_of<gf::source<float>>(data, size); });
  check_layout([](auto* data, std::size_t size) { return gf::components(data, static_cast<std::int64_t>(size)); });
}

TEST_CASE("an array of triples becomes three arrays")
{
  constexpr std::size_t size = 129;
  const std::vector<float> in = test::elements<float>(3 * size);
  std::vector<float> out = test::poison<float>(3 * size);
  using words = gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<4>, gf::global, gf::block<32>>;
  test::on_executor(in, out, [&](auto on, const float* from, float* to) {
    gf::copy<words>(on, array_of<gf::packed3<float>>(from, size), gf::components(to, static_cast<std::int64_t>(size)));
  });
  int wrong = 0;
  for (std::size_t n = 0; n < size; ++n)
    for (std::size_t c = 0; c < 3; ++c)
      if (out[c * size + n] != in[3 * n + c]) ++wrong;
  CHECK(wrong == 0);
}

TEST_CASE("a copy says what is wrong with its output")
{
  std::vector<float> memory(8);
  std::string message;
  try {
    gf::copy<gf::variant<>>(test::executor{}, vector_view<float>(memory.data(), 3),
                            vector_view<float>(memory.data(), 4));
  } catch (const gf::error& e) {
    message = e.what();
  }
  CHECK(message ==
        "the output has 4 elements, the input has 3 (each is computed from one of every input): pass vectors of one "
        "size");
}

}  // namespace test_copy
