// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program copy: the throughput of a copy by access pattern and by layout. See Fan, CUDA Programming, ch. 7.
#include <cstdint>
#include <cstdio>
#include <cuda/std/mdspan>
#include <exception>
#include <gridfold/copy.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/view/triples.hpp>
#include <string>
#include <vector>

#include "support/processor.hpp"
#include "support/size_argument.hpp"

namespace
{

namespace gf = gridfold;

template <class T>
using vector_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

template <class Assignment, class Coarsening, class Space>
using by = gf::variant<gf::gather, Assignment, Coarsening, Space, gf::block<256>>;
using element_a_thread = by<gf::interleaved, gf::coarsen<1>, gf::global>;

void print(const std::string& name, double seconds, double bytes, bool right)
{
  std::printf("%8.1f GB/s  %s%s\n", bytes / seconds / 1e9, name.c_str(), right ? "" : "  WRONG");
}

template <class View>
bool equal(const View& in, const View& out, bool broadcast)
{
  for (std::int64_t n = 0; n < static_cast<std::int64_t>(in.size()); ++n) {
    const typename View::value_type expected = in(broadcast ? 0 : n), got = out(n);
    if (got.x != expected.x || got.y != expected.y || got.z != expected.z) return false;
  }
  return true;
}
bool equal(const vector_view<float>& in, const vector_view<float>& out, bool broadcast)
{
  for (std::int64_t n = 0; n < static_cast<std::int64_t>(in.size()); ++n)
    if (out(n) != in(broadcast ? 0 : n)) return false;
  return true;
}

/// Times and checks a copy between two arrays of `numbers` numbers, viewed through view_of.
template <class V, class Pattern, class Processor, class ViewOf>
void show(const Processor& at, const std::string& name, std::int64_t numbers, ViewOf view_of)
{
  std::vector<float> values(static_cast<std::size_t>(numbers));
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<float>(n % 16777213);
  typename Processor::template array<float> from(values), to(std::vector<float>(values.size(), -1.0f));
  const auto in = view_of(from.data()), out = view_of(to.data());
  const double seconds = example::seconds_of(at, [&] { gf::copy<V, Pattern>(at.on, in, out); });
  std::vector<float> copied = to.values();
  print(name, seconds, 2.0 * sizeof(float) * static_cast<double>(values.size()),
        equal(view_of(values.data()), view_of(copied.data()), std::is_same_v<Pattern, gf::broadcast>));
}

template <class Processor>
void show_all(const Processor& at, std::int64_t count)
{
  const auto floats = [=](float* data) { return vector_view<float>(data, count); };
  std::printf("patterns of %lld floats on %s\n", static_cast<long long>(count), Processor::name);
  gf::for_each(gf::list<gf::sequential, gf::permuted, gf::offset, gf::strided, gf::broadcast>{},
               [&]<class Pattern>() { show<element_a_thread, Pattern>(at, Pattern::name(), count, floats); });
  gf::for_each(gf::list<by<gf::contiguous, gf::coarsen<8>, gf::global>, by<gf::interleaved, gf::coarsen<8>, gf::global>,
                        by<gf::list<gf::interleaved, gf::vectors<4>>, gf::coarsen<8>, gf::global>,
                        by<gf::list<gf::interleaved, gf::vectors<4>>, gf::coarsen<8>, gf::read_only>>{},
               [&]<class V>() { show<V, gf::sequential>(at, V::name(), count, floats); });

  std::printf("layouts of as many triples\n");
  show<element_a_thread, gf::sequential>(at, "packed, 12 bytes", 3 * count, [=](float* data) {
    return vector_view<gf::packed3<float>>(reinterpret_cast<gf::packed3<float>*>(data), count);
  });
  show<element_a_thread, gf::sequential>(at, "aligned to 16 bytes, with 4 of padding", 4 * count, [=](float* data) {
    return vector_view<gf::aligned3<float>>(reinterpret_cast<gf::aligned3<float>*>(data), count);
  });
  show<element_a_thread, gf::sequential>(at, "four numbers, 16 bytes", 4 * count, [=](float* data) {
    return vector_view<gf::source<float>>(reinterpret_cast<gf::source<float>*>(data), count);
  });
  show<element_a_thread, gf::sequential>(at, "three arrays", 3 * count,
                                         [=](float* data) { return gf::components(data, count); });
}

}  // namespace

int main(int argc, char** argv)
{
  const std::int64_t count = example::size_argument(argc, argv, "ELEMENTS", 1 << 24, 1 << 28);
  try {
    example::on_processor([&](const auto& at) { show_all(at, count); });
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "copy: %s\n", wrong.what());
    return 1;
  }
}
