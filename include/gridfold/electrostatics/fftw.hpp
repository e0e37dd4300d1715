// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms on the host by FFTW 3 (libfftw3f for float, libfftw3 for double; link with -lfftw3f -lfftw3), or
/// by a library with its interface, such as MKL.
#pragma once

#include <gridfold/core/config.hpp>

#include <fftw3.h>

#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/exec/host.hpp>
#include <limits>
#include <memory>
#include <mutex>
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
  static constexpr auto plan_to_spectrum = fftwf_plan_many_dft_r2c;
  static constexpr auto plan_to_nodes = fftwf_plan_many_dft_c2r;
  static constexpr auto plan_complex = fftwf_plan_many_dft;
  static constexpr auto to_spectrum = fftwf_execute_dft_r2c;
  static constexpr auto to_nodes = fftwf_execute_dft_c2r;
  static constexpr auto complex_in_place = fftwf_execute_dft;
  static constexpr auto destroy = fftwf_destroy_plan;
};
template <>
struct fftw_functions<double> {
  using plan = std::remove_pointer_t<fftw_plan>;
  using complex = fftw_complex;
  static constexpr auto plan_to_spectrum = fftw_plan_many_dft_r2c;
  static constexpr auto plan_to_nodes = fftw_plan_many_dft_c2r;
  static constexpr auto plan_complex = fftw_plan_many_dft;
  static constexpr auto to_spectrum = fftw_execute_dft_r2c;
  static constexpr auto to_nodes = fftw_execute_dft_c2r;
  static constexpr auto complex_in_place = fftw_execute_dft;
  static constexpr auto destroy = fftw_destroy_plan;
};

/// FFTW's planner has tables of its own that all threads share: it serves one at a time.
inline std::mutex& fftw_planner()
{
  static std::mutex planner;
  return planner;
}

}  // namespace detail

/// A fourier_transform for executors whose kernels run on the host: real transforms of planes of (y, x), complex ones
/// along z. It uses one thread. Threads may make, run and destroy transforms at the same time; one of them waits if
/// another is in FFTW's planner, but only if all plans of the program are made by this class.
template <class T>
class fftw {
  using functions = detail::fftw_functions<T>;
  using complex = typename functions::complex;
  struct destroy {
    void operator()(typename functions::plan* plan) const
    {
      const std::lock_guard lock(detail::fftw_planner());
      functions::destroy(plan);
    }
  };
  using owned = std::unique_ptr<typename functions::plan, destroy>;

 public:
  /// Throws `error` if FFTW has no plan for the shape.
  template <class Executor>
  fftw(const Executor& /*on*/, shape3 nodes, std::int64_t planes)
  {
    for (const std::int64_t n : {nodes.x, nodes.y, nodes.z, row_of(nodes) * nodes.y})
      if (n < 1 || n > std::numeric_limits<int>::max()) refuse(nodes);
    const int along_plane[] = {static_cast<int>(nodes.y), static_cast<int>(nodes.x)};
    const int row = static_cast<int>(row_of(nodes)), count = static_cast<int>(planes);
    const int of_nodes[] = {along_plane[0], row}, of_waves[] = {along_plane[0], row / 2};
    const int along_z[] = {static_cast<int>(nodes.z)}, columns = along_plane[0] * row / 2;
    // FFTW_UNALIGNED: the mesh is the executor's memory. FFTW_ESTIMATE: planning leaves the mesh alone, so any will do.
    constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
    T any[2] = {};
    const auto spectrum = reinterpret_cast<complex*>(any);
    {
      const std::lock_guard lock(detail::fftw_planner());
      to_spectrum_.reset(functions::plan_to_spectrum(2, along_plane, count, any, of_nodes, 1, 2 * columns, spectrum,
                                                     of_waves, 1, columns, flags));
      to_nodes_.reset(functions::plan_to_nodes(2, along_plane, count, spectrum, of_waves, 1, columns, any, of_nodes, 1,
                                               2 * columns, flags));
      const auto plan_along_z = [&](int sign) {
        return functions::plan_complex(1, along_z, columns, spectrum, along_z, columns, 1, spectrum, along_z, columns,
                                       1, sign, flags);
      };
      forward_z_.reset(plan_along_z(FFTW_FORWARD));
      backward_z_.reset(plan_along_z(FFTW_BACKWARD));
    }
    if (!to_spectrum_ || !to_nodes_ || !forward_z_ || !backward_z_) refuse(nodes);
  }

  void forward(T* mesh)
  {
    const auto spectrum = reinterpret_cast<complex*>(mesh);
    functions::to_spectrum(to_spectrum_.get(), mesh, spectrum);
    functions::complex_in_place(forward_z_.get(), spectrum, spectrum);
  }
  void backward(T* mesh)
  {
    const auto spectrum = reinterpret_cast<complex*>(mesh);
    functions::complex_in_place(backward_z_.get(), spectrum, spectrum);
    functions::to_nodes(to_nodes_.get(), spectrum, mesh);
  }

 private:
  [[noreturn]] static void refuse(shape3 nodes)
  {
    throw error({"FFTW has no plan for ", nodes.x, " x ", nodes.y, " x ", nodes.z,
                 " nodes (out of memory, or more than it counts): take a smaller mesh"});
  }

  owned to_spectrum_, to_nodes_, forward_z_, backward_z_;
};

template <int SimdBytes, bool OpenMP, class T>
struct default_fourier<host_for<SimdBytes, OpenMP>, T> {
  using type = fftw<T>;
};

}  // namespace gridfold
