// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms on the host by FFTW 3 (libfftw3f for float, libfftw3 for double; link with -lfftw3f -lfftw3), or
/// by a library with its interface, such as MKL.
#pragma once

#include <gridfold/core/config.hpp>

#include <fftw3.h>

#include <gridfold/core/error.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/exec/host.hpp>
#include <limits>
#include <memory>
#include <type_traits>

namespace gridfold
{

namespace detail
{

/// FFTW's functions for a number type.
template <class T>
struct fftw_functions;
template <>
struct fftw_functions<float> {
  using plan = std::remove_pointer_t<fftwf_plan>;
  using complex = fftwf_complex;
  static constexpr auto forward = fftwf_plan_dft_r2c_3d;
  static constexpr auto backward = fftwf_plan_dft_c2r_3d;
  static constexpr auto execute_forward = fftwf_execute_dft_r2c;
  static constexpr auto execute_backward = fftwf_execute_dft_c2r;
  static constexpr auto destroy = fftwf_destroy_plan;
};
template <>
struct fftw_functions<double> {
  using plan = std::remove_pointer_t<fftw_plan>;
  using complex = fftw_complex;
  static constexpr auto forward = fftw_plan_dft_r2c_3d;
  static constexpr auto backward = fftw_plan_dft_c2r_3d;
  static constexpr auto execute_forward = fftw_execute_dft_r2c;
  static constexpr auto execute_backward = fftw_execute_dft_c2r;
  static constexpr auto destroy = fftw_destroy_plan;
};

}  // namespace detail

/// A fourier_transform for executors whose kernels run on the host. It uses one thread; making one is not safe while
/// another is made (FFTW's planner), running several is.
template <class T>
class fftw {
  using functions = detail::fftw_functions<T>;
  using complex = typename functions::complex;
  struct destroy {
    void operator()(typename functions::plan* plan) const { functions::destroy(plan); }
  };
  using owned = std::unique_ptr<typename functions::plan, destroy>;

 public:
  /// Throws `error` if FFTW has no plan for the shape.
  template <class Executor>
  fftw(const Executor& /*on*/, shape3 nodes)
  {
    for (std::int64_t n : {nodes.x, nodes.y, nodes.z})
      if (n < 1 || n > std::numeric_limits<int>::max()) refuse(nodes);
    const int x = static_cast<int>(nodes.x), y = static_cast<int>(nodes.y), z = static_cast<int>(nodes.z);
    // FFTW_UNALIGNED: the mesh is the executor's memory. FFTW_ESTIMATE: planning leaves the mesh alone, so any will do.
    T any[2] = {};
    const auto spectrum = reinterpret_cast<complex*>(any);
    forward_.reset(functions::forward(z, y, x, any, spectrum, FFTW_ESTIMATE | FFTW_UNALIGNED));
    backward_.reset(functions::backward(z, y, x, spectrum, any, FFTW_ESTIMATE | FFTW_UNALIGNED));
    if (!forward_ || !backward_) refuse(nodes);
  }

  void forward(T* mesh) { functions::execute_forward(forward_.get(), mesh, reinterpret_cast<complex*>(mesh)); }
  void backward(T* mesh) { functions::execute_backward(backward_.get(), reinterpret_cast<complex*>(mesh), mesh); }

 private:
  [[noreturn]] static void refuse(shape3 nodes)
  {
    throw error({"FFTW has no plan for ", nodes.x, " x ", nodes.y, " x ", nodes.z,
                 " nodes (out of memory, or more than it counts): take a smaller mesh"});
  }

  owned forward_, backward_;
};

template <int SimdBytes, bool OpenMP, class T>
struct default_fourier<host_for<SimdBytes, OpenMP>, T> {
  using type = fftw<T>;
};

}  // namespace gridfold
