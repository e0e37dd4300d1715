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
#include <gridfold/core/moved.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/exec/device.cuh>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// cuFFT's calls and plans for a number type.
template <class T>
struct cufft_functions;
template <>
struct cufft_functions<float> {
  using complex_number = cufftComplex;
  static constexpr cufftType real_to_complex = CUFFT_R2C, complex_to_real = CUFFT_C2R, complex_to_complex = CUFFT_C2C;
  static constexpr auto to_spectrum = cufftExecR2C;
  static constexpr auto to_nodes = cufftExecC2R;
  static constexpr auto complex_in_place = cufftExecC2C;
};
template <>
struct cufft_functions<double> {
  using complex_number = cufftDoubleComplex;
  static constexpr cufftType real_to_complex = CUFFT_D2Z, complex_to_real = CUFFT_Z2D, complex_to_complex = CUFFT_Z2Z;
  static constexpr auto to_spectrum = cufftExecD2Z;
  static constexpr auto to_nodes = cufftExecZ2D;
  static constexpr auto complex_in_place = cufftExecZ2Z;
};

inline void cufft_check(cufftResult result, const char* doing)
{
  if (result != CUFFT_SUCCESS)
    throw error(
        {"cuFFT failed while ", doing, " (cufftResult ", static_cast<int>(result),
         "): see cufft.h for this code; with 2 (no memory) or 8 (size) ask for a coarser mesh or a lower accuracy"});
}

/// Owns a cuFFT plan and its workspace. Empty until plan() is called.
class cufft_plan {
 public:
  /// The memory layout of a batch of transforms.
  struct layout {
    long long pitch, stride, apart;  ///< distances in numbers of rows, of neighbours in a row, and of transforms
  };

  cufft_plan() = default;
  cufft_plan(cufft_plan&& other) noexcept : handle_(other.handle_), owns_(std::exchange(other.owns_, false)) {}
  cufft_plan& operator=(cufft_plan&& other) noexcept
  {
    cufft_plan moved(gridfold::core::moved(other));
    std::swap(handle_, moved.handle_);
    std::swap(owns_, moved.owns_);
    return *this;
  }
  ~cufft_plan()
  {
    if (owns_) (void)cufftDestroy(handle_);
  }

  [[nodiscard]] cufftHandle get() const { return handle_; }

  /// \param sizes of `rank` axes, the slowest first
  void plan(const device& on, std::array<long long, 2> sizes, int rank, layout from, layout to, cufftType type,
            long long count)
  {
    constexpr const char* doing = "planning a transform";
    cufft_check(cufftCreate(&handle_), doing);
    owns_ = true;
    long long from_sizes[] = {sizes[0], from.pitch}, to_sizes[] = {sizes[0], to.pitch};
    std::size_t workspace = 0;
    cufft_check(cufftMakePlanMany64(handle_, rank, sizes.data(), from_sizes, from.stride, from.apart, to_sizes,
                                    to.stride, to.apart, type, count, &workspace),
                doing);
    cufft_check(cufftSetStream(handle_, on.stream), doing);
  }

 private:
  cufftHandle handle_ = 0;
  bool owns_ = false;
};

/// Throws `error` unless there are nodes along each axis.
inline void check_nodes(shape3 nodes)
{
  for (const std::int64_t n : {nodes.x, nodes.y, nodes.z})
    if (n < 1) cufft_check(CUFFT_INVALID_SIZE, "planning a transform");
}

}  // namespace detail

namespace electrostatics
{

/// Real transforms of planes of (y, x), in place.
template <class T>
class cufft_planes {
  using functions = detail::cufft_functions<T>;
  using complex_number = typename functions::complex_number;

 public:
  /// \param planes the number of planes; 0 makes no plan
  cufft_planes(const device& on, shape3 nodes, std::int64_t planes) : planes_(planes)
  {
    detail::check_nodes(nodes);
    if (planes == 0) return;
    const long long row = row_of(nodes), waves = row / 2;
    const detail::cufft_plan::layout real{row, 1, row * nodes.y}, spectrum{waves, 1, waves * nodes.y};
    to_spectrum_.plan(on, {nodes.y, nodes.x}, 2, real, spectrum, functions::real_to_complex, planes);
    to_nodes_.plan(on, {nodes.y, nodes.x}, 2, spectrum, real, functions::complex_to_real, planes);
  }

  void forward(T* mesh) const
  {
    if (planes_ > 0)
      detail::cufft_check(functions::to_spectrum(to_spectrum_.get(), mesh, reinterpret_cast<complex_number*>(mesh)),
                          "transforming a mesh");
  }
  void backward(T* mesh) const
  {
    if (planes_ > 0)
      detail::cufft_check(functions::to_nodes(to_nodes_.get(), reinterpret_cast<complex_number*>(mesh), mesh),
                          "transforming a spectrum");
  }

 private:
  std::int64_t planes_;
  detail::cufft_plan to_spectrum_, to_nodes_;
};

/// Complex transforms along z, in place; neighbouring rows of waves lie side by side.
template <class T>
class cufft_along_z {
  using functions = detail::cufft_functions<T>;

 public:
  /// \param rows in each plane; 0 makes no plan
  cufft_along_z(const device& on, shape3 nodes, std::int64_t rows) : rows_(rows)
  {
    detail::check_nodes(nodes);
    if (rows == 0) return;
    const long long columns = row_of(nodes) / 2 * rows;
    const detail::cufft_plan::layout along_z{nodes.z, columns, 1};
    plan_.plan(on, {nodes.z}, 1, along_z, along_z, functions::complex_to_complex, columns);
  }

  void forward(T* waves) const { execute(waves, CUFFT_FORWARD); }
  void backward(T* waves) const { execute(waves, CUFFT_INVERSE); }

 private:
  void execute(T* waves, int direction) const
  {
    const auto spectrum = reinterpret_cast<typename functions::complex_number*>(waves);
    if (rows_ > 0)
      detail::cufft_check(functions::complex_in_place(plan_.get(), spectrum, spectrum, direction),
                          "transforming a spectrum");
  }

  std::int64_t rows_;
  detail::cufft_plan plan_;
};

}  // namespace electrostatics

/// A fourier_transform of float or double on the executor's stream: real transforms of planes of (y, x), complex ones
/// along z. It owns its handles and cuFFT's workspace, which are allocated once; forward and backward can be captured
/// into a graph.
template <class T>
class cufft {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "gridfold: cuFFT transforms float and double: give one of them");

 public:
  using planes = electrostatics::cufft_planes<T>;

  /// Throws `error` if cuFFT has no plan for the shape.
  cufft(const device& on, shape3 nodes, std::int64_t count) : in_planes_(on, nodes, count), along_z_(on, nodes, nodes.y)
  {
  }

  void forward(T* mesh)
  {
    in_planes_.forward(mesh);
    along_z_.forward(mesh);
  }
  void backward(T* mesh)
  {
    along_z_.backward(mesh);
    in_planes_.backward(mesh);
  }

 private:
  planes in_planes_;
  electrostatics::cufft_along_z<T> along_z_;
};

template <class T>
struct default_fourier<device, T> {
  using type = cufft<T>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
