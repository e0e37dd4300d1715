// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Copies on the device by access patterns and layouts, beside cudaMemcpyAsync. Every copy is checked before it is
/// timed. See Fan, CUDA Programming, ch. 7.
/// Usage: copy_device [Google Benchmark's options]
#include <cstdint>
#include <gridfold/copy.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/variants.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/view/triples.hpp>
#include <memory>
#include <string>
#include <vector>

#include "device_timing.hpp"

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

/// Times work that moves this many of the numbers, after checking that it moves exactly these.
template <class Work>
void time_copy(const shared_work& on, const std::string& name, std::int64_t moved, Work work)
{
  gf::cuda_check(cudaMemset(on->out.data(), 0xff, on->out.size() * sizeof(float)), "poisoning a copy");
  work();
  const std::vector<float> copied = on->copied();
  for (std::int64_t n = 0; n < floats; ++n) {
    const auto i = static_cast<std::size_t>(n);
    if (n < moved ? copied[i] != on->host[i] : copied[i] == copied[i])
      throw gf::error(name + " is wrong at number " + std::to_string(n) + ": find the error before timing it");
  }
  bench::time_on_device(name, "B/s", 2.0 * sizeof(float) * static_cast<double>(moved), work);
}

template <class V, class Pattern>
void time_pattern(const shared_work& on)
{
  time_copy(on, "768 MiB/" + Pattern::name() + "/" + V::name(), floats, [on] {
    gf::copy<V, Pattern>(gf::device{}, vector_view<const float>(on->in.data(), floats),
                         vector_view<float>(on->out.data(), floats));
  });
}

/// Times copies of the numbers as elements of a layout: an array of structs, or one array per component.
template <class V, class Record>
void time_records(const shared_work& on, const std::string& name)
{
  constexpr std::int64_t numbers = sizeof(Record) / sizeof(float), count = floats / numbers;
  time_copy(on, "768 MiB/" + name + "/" + V::name(), floats, [on] {
    gf::copy<V>(gf::device{}, vector_view<const Record>(reinterpret_cast<const Record*>(on->in.data()), count),
                vector_view<Record>(reinterpret_cast<Record*>(on->out.data()), count));
  });
}

template <class V>
void time_components(const shared_work& on)
{
  time_copy(on, "768 MiB/three arrays/" + V::name(), floats, [on] {
    const float* in = on->in.data();
    gf::copy<V>(gf::device{}, gf::components(in, floats / 3), gf::components(on->out.data(), floats / 3));
  });
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
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
