// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms on the device by cuFFT (link with -lcufft).
#pragma once

#include <gridfold/core/config.hpp>

#include <cufft.h>

#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/exec/device.cuh>
#include <limits>
#include <type_traits>
#include <utility>

namespace gridfold
{

/// A fourier_transform of float or double on the executor's stream. It owns its handles and cuFFT's workspace, which
/// are allocated once; forward and backward can be captured into a graph.
template <class T>
class cufft {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "gridfold: cuFFT transforms float and double: give one of them");
  static constexpr bool is_double = std::is_same_v<T, double>;
  using complex = std::conditional_t<is_double, cufftDoubleComplex, cufftComplex>;

 public:
  cufft(const device& on, shape3 nodes)
      : forward_(on, nodes, is_double ? CUFFT_D2Z : CUFFT_R2C), backward_(on, nodes, is_double ? CUFFT_Z2D : CUFFT_C2R)
  {
  }

  void forward(T* mesh)
  {
    const auto spectrum = reinterpret_cast<complex*>(mesh);
    if constexpr (is_double)
      check(cufftExecD2Z(forward_.get, mesh, spectrum), "transforming a mesh");
    else
      check(cufftExecR2C(forward_.get, mesh, spectrum), "transforming a mesh");
  }
  void backward(T* mesh)
  {
    const auto spectrum = reinterpret_cast<complex*>(mesh);
    if constexpr (is_double)
      check(cufftExecZ2D(backward_.get, spectrum, mesh), "transforming a spectrum");
    else
      check(cufftExecC2R(backward_.get, spectrum, mesh), "transforming a spectrum");
  }

 private:
  struct handle {
    cufftHandle get = 0;
    bool owns = false;

    handle(const device& on, shape3 nodes, cufftType type)
    {
      for (const std::int64_t n : {nodes.x, nodes.y, nodes.z})
        if (n < 1 || n > std::numeric_limits<int>::max()) check(CUFFT_INVALID_SIZE, "planning a transform");
      check(cufftPlan3d(&get, static_cast<int>(nodes.z), static_cast<int>(nodes.y), static_cast<int>(nodes.x), type),
            "planning a transform");
      owns = true;
      check(cufftSetStream(get, on.stream), "planning a transform");
    }
    handle(handle&& other) noexcept : get(other.get), owns(std::exchange(other.owns, false)) {}
    handle& operator=(handle&&) = delete;
    ~handle()
    {
      if (owns) (void)cufftDestroy(get);
    }
  };

  static void check(cufftResult result, const char* doing)
  {
    if (result != CUFFT_SUCCESS)
      throw error(
          {"cuFFT failed while ", doing, " (cufftResult ", static_cast<int>(result),
           "): see cufft.h for this code; with 2 (no memory) or 8 (size) ask for a coarser mesh or a lower accuracy"});
  }

  handle forward_, backward_;
};

template <class T>
struct default_fourier<device, T> {
  using type = cufft<T>;
};

}  // namespace gridfold
