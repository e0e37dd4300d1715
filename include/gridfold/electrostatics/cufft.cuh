// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms on the device by cuFFT (link with -lcufft).
#pragma once

#include <gridfold/core/config.hpp>

#include <cufft.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/exec/device.cuh>
#include <type_traits>
#include <utility>

namespace gridfold
{

/// A fourier_transform of float or double on the executor's stream: real transforms of planes of (y, x), complex ones
/// along z. It owns its handles and cuFFT's workspace, which are allocated once; forward and backward can be captured
/// into a graph.
template <class T>
class cufft {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "gridfold: cuFFT transforms float and double: give one of them");
  static constexpr bool is_double = std::is_same_v<T, double>;
  using complex = std::conditional_t<is_double, cufftDoubleComplex, cufftComplex>;
  static constexpr cufftType real_to_complex = is_double ? CUFFT_D2Z : CUFFT_R2C,
                             complex_to_real = is_double ? CUFFT_Z2D : CUFFT_C2R,
                             complex_to_complex = is_double ? CUFFT_Z2Z : CUFFT_C2C;

  /// Where the numbers of many transforms lie.
  struct layout {
    long long pitch, stride, apart;  ///< numbers from row to row, along a row, from transform to transform
  };

 public:
  /// Throws `error` if cuFFT has no plan for the shape.
  cufft(const device& on, shape3 nodes, std::int64_t planes)
  {
    for (const std::int64_t n : {nodes.x, nodes.y, nodes.z, planes})
      if (n < 1) check(CUFFT_INVALID_SIZE, "planning a transform");
    const long long row = row_of(nodes), waves = row / 2, columns = waves * nodes.y;
    const layout real{row, 1, row * nodes.y}, spectrum{waves, 1, columns}, along_z{nodes.z, columns, 1};
    to_spectrum_.plan(on, {nodes.y, nodes.x}, 2, real, spectrum, real_to_complex, planes);
    to_nodes_.plan(on, {nodes.y, nodes.x}, 2, spectrum, real, complex_to_real, planes);
    along_z_.plan(on, {nodes.z}, 1, along_z, along_z, complex_to_complex, columns);
  }

  void forward(T* mesh)
  {
    const auto spectrum = reinterpret_cast<complex*>(mesh);
    if constexpr (is_double)
      check(cufftExecD2Z(to_spectrum_.get, mesh, spectrum), "transforming a mesh");
    else
      check(cufftExecR2C(to_spectrum_.get, mesh, spectrum), "transforming a mesh");
    transform_z(spectrum, CUFFT_FORWARD);
  }
  void backward(T* mesh)
  {
    const auto spectrum = reinterpret_cast<complex*>(mesh);
    transform_z(spectrum, CUFFT_INVERSE);
    if constexpr (is_double)
      check(cufftExecZ2D(to_nodes_.get, spectrum, mesh), "transforming a spectrum");
    else
      check(cufftExecC2R(to_nodes_.get, spectrum, mesh), "transforming a spectrum");
  }

 private:
  struct handle {
    cufftHandle get = 0;
    bool owns = false;

    handle() = default;
    handle(handle&& other) noexcept : get(other.get), owns(std::exchange(other.owns, false)) {}
    handle& operator=(handle&&) = delete;
    ~handle()
    {
      if (owns) (void)cufftDestroy(get);
    }

    void plan(const device& on, std::array<long long, 2> sizes, int rank, layout from, layout to, cufftType type,
              long long count)
    {
      constexpr const char* doing = "planning a transform";
      check(cufftCreate(&get), doing);
      owns = true;
      long long from_sizes[] = {sizes[0], from.pitch}, to_sizes[] = {sizes[0], to.pitch};
      std::size_t workspace = 0;
      check(cufftMakePlanMany64(get, rank, sizes.data(), from_sizes, from.stride, from.apart, to_sizes, to.stride,
                                to.apart, type, count, &workspace),
            doing);
      check(cufftSetStream(get, on.stream), doing);
    }
  };

  void transform_z(complex* spectrum, int direction)
  {
    if constexpr (is_double)
      check(cufftExecZ2Z(along_z_.get, spectrum, spectrum, direction), "transforming a spectrum");
    else
      check(cufftExecC2C(along_z_.get, spectrum, spectrum, direction), "transforming a spectrum");
  }

  static void check(cufftResult result, const char* doing)
  {
    if (result != CUFFT_SUCCESS)
      throw error(
          {"cuFFT failed while ", doing, " (cufftResult ", static_cast<int>(result),
           "): see cufft.h for this code; with 2 (no memory) or 8 (size) ask for a coarser mesh or a lower accuracy"});
  }

  handle to_spectrum_, to_nodes_, along_z_;
};

template <class T>
struct default_fourier<device, T> {
  using type = cufft<T>;
};

}  // namespace gridfold
