// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies and additions on the device by access patterns and layouts, beside kernels by hand and cudaMemcpyAsync. Every
/// result is checked before it is timed. See Fan, CUDA Programming, ch. 7.
/// Usage: copy_device [Google Benchmark's options]
#include <cstdint>
#include <gridfold/copy.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/math/operation.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transform.hpp>
#include <gridfold/view/triples.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../../examples/support/figures.hpp"
#include "../../examples/textbook/add.cuh"
#include "../../examples/textbook/triples.cuh"
#include "../support/device_timing.hpp"

namespace
{

namespace gf = gridfold;

constexpr std::int64_t floats = std::int64_t{3} << 26;

template <class T>
using vector_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

/// Numbers on the device, and memory for their copy.
struct workload {
  std::vector<float> host;
  gf::device_buffer<float> in, out;

  workload() : host(static_cast<std::size_t>(floats)), in(host.size()), out(host.size())
  {
    for (std::size_t n = 0; n < host.size(); ++n) host[n] = static_cast<float>(n % 16777213);
    in.copy_from(host.data());
  }

  [[nodiscard]] std::vector<float> copied() const
  {
    std::vector<float> values(host.size());
    out.copy_to(values.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a copy");
    return values;
  }
};
using shared_work = std::shared_ptr<workload>;

/// Times work that moves all numbers, after checking them. With `padded`, every fourth number may stay unchanged.
template <class Work>
void time_copy(const shared_work& on, const std::string& name, Work work, bool padded = false)
{
  gf::cuda_check(cudaMemset(on->out.data(), 0xff, on->out.size() * sizeof(float)), "poisoning a copy");
  work();
  const std::vector<float> copied = on->copied();
  for (std::int64_t n = 0; n < floats; ++n) {
    const auto i = static_cast<std::size_t>(n);
    if (copied[i] != on->host[i] && !(padded && n % 4 == 3))
      throw gf::error(name + " is wrong at number " + std::to_string(n) + ": find the error before timing it");
  }
  bench::time_on_device(name, "B/s", 2.0 * sizeof(float) * static_cast<double>(floats), work);
}

template <class V, class Pattern>
void time_pattern(const shared_work& on)
{
  time_copy(on, "768 MiB/" + Pattern::name() + "/" + V::name(), [on] {
    gf::copy<V, Pattern>(gf::device{}, vector_view<const float>(on->in.data(), floats),
                         vector_view<float>(on->out.data(), floats));
  });
}

/// Times copies of the numbers as elements of a layout: an array of structs, or one array per component.
template <class V, class Record>
void time_records(const shared_work& on, const std::string& name)
{
  constexpr std::int64_t numbers = sizeof(Record) / sizeof(float), count = floats / numbers;
  time_copy(on, "768 MiB/" + name + "/" + V::name(), [on] {
    gf::copy<V>(gf::device{}, vector_view<const Record>(reinterpret_cast<const Record*>(on->in.data()), count),
                vector_view<Record>(reinterpret_cast<Record*>(on->out.data()), count));
  });
}

template <class V>
void time_components(const shared_work& on)
{
  time_copy(on, "768 MiB/three arrays/" + V::name(), [on] {
    const float* in = on->in.data();
    gf::copy<V>(gf::device{}, gf::components(in, floats / 3), gf::components(on->out.data(), floats / 3));
  });
}

constexpr int by_hand_threads = 128;  // the number of threads in figures::by_element

/// Times a copy by hand of the numbers as an array of structures.
template <class Record>
void time_records_by_hand(const shared_work& on, const std::string& name, void (*kernel)(const Record*, Record*))
{
  constexpr int numbers = sizeof(Record) / sizeof(float);
  time_copy(
      on, "768 MiB/" + name + "/by hand",
      [on, kernel] {
        kernel<<<floats / numbers / by_hand_threads, by_hand_threads>>>(reinterpret_cast<const Record*>(on->in.data()),
                                                                        reinterpret_cast<Record*>(on->out.data()));
        gf::cuda_check(cudaGetLastError(), "launching a copy by hand");
      },
      std::is_same_v<Record, aligned_vec3>);
}

/// Times the copies of triples of docs/learn/textbook.md, and of floats by vectors, and the same copies by hand.
void time_triples(const shared_work& on)
{
  time_records<figures::by_element, figures::vec3>(on, "packed triples");
  time_records_by_hand(on, "packed triples", copy_structures);
  time_records<figures::by_element, figures::aligned_vec3>(on, "aligned triples");
  time_records_by_hand(on, "aligned triples", copy_aligned);
  time_components<figures::by_element>(on);
  time_copy(on, "768 MiB/three arrays/by hand", [on] {
    constexpr std::int64_t size = floats / 3;
    const float* in = on->in.data();
    float* out = on->out.data();
    copy_arrays<<<size / by_hand_threads, by_hand_threads>>>(in, in + size, in + 2 * size, out, out + size,
                                                             out + 2 * size);
    gf::cuda_check(cudaGetLastError(), "launching a copy by hand");
  });
  time_pattern<figures::by_words, gf::sequential>(on);
  time_records_by_hand(on, "sequential float4", copy_vectors);
}

/// Two vectors on the device, and memory for their sum. All have one more element than are added, because add_offset by
/// hand begins with element 1.
struct addition {
  static constexpr int size = 1 << 26, warp = 32;
  std::vector<float> host_x, host_y;
  gf::device_buffer<float> x, y, z;

  addition() : host_x(size + 1), host_y(size + 1), x(size + 1), y(size + 1), z(size + 1)
  {
    for (std::size_t n = 0; n <= size; ++n) {
      host_x[n] = static_cast<float>(n % 4093);
      host_y[n] = static_cast<float>(3 * (n % 1021));
    }
    x.copy_from(host_x.data());
    y.copy_from(host_y.data());
  }
};
using shared_addition = std::shared_ptr<addition>;

/// Times work after checking that each element n from `first` on is the sum of elements n of x and y, or for a
/// broadcast x's first element.
template <class Work>
void time_sums(const shared_addition& on, const std::string& name, int first, bool broadcast, Work work)
{
  gf::cuda_check(cudaMemset(on->z.data(), 0xff, on->z.size() * sizeof(float)), "poisoning sums");
  work();
  std::vector<float> sums(on->z.size());
  on->z.copy_to(sums.data());
  gf::cuda_check(cudaDeviceSynchronize(), "copying sums");
  for (int i = first; i < first + addition::size; ++i) {
    const auto n = static_cast<std::size_t>(i);
    // Sums of these integers are exact.
    if (double{sums[n]} != double{on->host_x[broadcast ? 0 : n]} + double{on->host_y[n]})
      throw gf::error(name + " is wrong at element " + std::to_string(n) + ": find the error before timing it");
  }
  bench::time_on_device(name, "B/s", 3.0 * sizeof(float) * addition::size, work);
}

/// Times an addition of docs/learn/textbook.md by the library and by hand.
template <class Pattern>
void time_addition(const shared_addition& on, const std::string& name, void (*kernel)(float*, float*, float*))
{
  constexpr bool broadcast = std::is_same_v<Pattern, figures::add_broadcast>;
  constexpr int first = std::is_same_v<Pattern, figures::add_offset>;
  const std::string label = "64 Mi sums/" + name + "/";
  time_sums(on, label + figures::add_blocks::name(), 0, broadcast, [on] {
    const vector_view<const float> x(on->x.data(), addition::size), y(on->y.data(), addition::size);
    gf::transform<figures::add_blocks, Pattern>(gf::device{}, cuda::std::tuple(x, y),
                                                vector_view<float>(on->z.data(), addition::size), gf::sum{});
  });
  time_sums(on, label + "by hand", first, broadcast, [on, kernel] {
    kernel<<<addition::size / addition::warp, addition::warp>>>(on->x.data(), on->y.data(), on->z.data());
    gf::cuda_check(cudaGetLastError(), "launching an addition by hand");
  });
}

void time_additions()
{
  const auto on = std::make_shared<addition>();
  time_addition<figures::add>(on, "add", add);
  time_addition<figures::add_permuted>(on, "add_permuted", add_permuted);
  time_addition<figures::add_offset>(on, "add_offset", add_offset);
  time_addition<figures::add_stride>(on, "add_stride", add_stride);
  time_addition<figures::add_broadcast>(on, "add_broadcast", add_broadcast);
}

using patterns = gf::list<gf::sequential, gf::permuted, gf::offset, gf::strided>;
template <class Assignment, class Coarsening, class Space>
using by = gf::variant<gf::gather, Assignment, Coarsening, Space, gf::block<256>>;
using element_a_thread = by<gf::interleaved, gf::coarsen<1>, gf::global>;
using variants =
    gf::list<element_a_thread, by<gf::interleaved, gf::coarsen<1>, gf::read_only>,
             by<gf::contiguous, gf::coarsen<8>, gf::global>, by<gf::interleaved, gf::coarsen<8>, gf::global>,
             by<gf::list<gf::interleaved, gf::vectors<4>>, gf::coarsen<4>, gf::global>,
             by<gf::list<gf::interleaved, gf::vectors<4>>, gf::coarsen<16>, gf::global>,
             by<gf::list<gf::interleaved, gf::vectors<4>>, gf::coarsen<16>, gf::read_only>>;

void register_all()
{
  const auto on = std::make_shared<workload>();
  bench::time_on_device("768 MiB/cudaMemcpyAsync", "B/s", 2.0 * sizeof(float) * static_cast<double>(floats), [on] {
    gf::cuda_check(
        cudaMemcpyAsync(on->out.data(), on->in.data(), on->in.size() * sizeof(float), cudaMemcpyDeviceToDevice),
        "copying numbers");
  });
  gf::for_each(patterns{}, [&]<class Pattern>() { time_pattern<element_a_thread, Pattern>(on); });
  gf::for_each(variants{}, [&]<class V>() {
    if constexpr (!std::is_same_v<V, element_a_thread>) time_pattern<V, gf::sequential>(on);
  });
  time_records<element_a_thread, gf::packed3<float>>(on, "packed triples");
  time_records<element_a_thread, gf::source<float>>(on, "four numbers");
  time_components<element_a_thread>(on);
  time_triples(on);
  time_additions();
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
