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

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// FFTW's functions for a number type.
template <class T>
struct fftw_functions;
template <>
struct fftw_functions<float> {
  using plan = std::remove_pointer_t<fftwf_plan>;
  using complex_number = fftwf_complex;
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
  using complex_number = fftw_complex;
  static constexpr auto plan_to_spectrum = fftw_plan_many_dft_r2c;
  static constexpr auto plan_to_nodes = fftw_plan_many_dft_c2r;
  static constexpr auto plan_complex = fftw_plan_many_dft;
  static constexpr auto to_spectrum = fftw_execute_dft_r2c;
  static constexpr auto to_nodes = fftw_execute_dft_c2r;
  static constexpr auto complex_in_place = fftw_execute_dft;
  static constexpr auto destroy = fftw_destroy_plan;
};

/// The mutex of FFTW's planner, which is not thread-safe.
inline std::mutex& fftw_planner()
{
  static std::mutex planner;
  return planner;
}

/// Owns an FFTW plan.
template <class T>
class fftw_plan_of {
 public:
  using functions = fftw_functions<T>;
  using plan = typename functions::plan;

  fftw_plan_of() = default;
  /// \param make calls FFTW's planner. Throws `error` if FFTW has no plan.
  template <class Make>
  fftw_plan_of(shape3 nodes, const Make& make)
  {
    const std::lock_guard lock(fftw_planner());
    plan_.reset(make());
    if (!plan_) refuse(nodes);
  }

  [[nodiscard]] plan* get() const { return plan_.get(); }

  [[noreturn]] static void refuse(shape3 nodes)
  {
    throw error({"FFTW has no plan for ", nodes.x, " x ", nodes.y, " x ", nodes.z,
                 " nodes (out of memory, or more than it counts): take a smaller mesh"});
  }
  /// Throws `error` unless the nodes along each axis and of a plane fit FFTW's int.
  static void check(shape3 nodes)
  {
    for (const std::int64_t n : {nodes.x, nodes.y, nodes.z, row_of(nodes) * nodes.y})
      if (n < 1 || n > std::numeric_limits<int>::max()) refuse(nodes);
  }

 private:
  struct destroy {
    void operator()(plan* of) const
    {
      const std::lock_guard lock(fftw_planner());
      functions::destroy(of);
    }
  };
  std::unique_ptr<plan, destroy> plan_;
};

/// FFTW_UNALIGNED: the executor's memory may have any alignment. FFTW_ESTIMATE: planning does not overwrite the mesh.
inline constexpr unsigned fftw_flags = FFTW_ESTIMATE | FFTW_UNALIGNED;

}  // namespace detail

namespace electrostatics
{

/// Divides transforms among the threads of `host`; other executors use one thread. One thread computes each transform,
/// so results have equal bits for any number of threads.
/// \tparam OpenMP as in host_for
template <bool OpenMP>
class fftw_team {
 public:
  template <class Executor>
  explicit fftw_team(const Executor& /*on*/)
  {
  }
  template <int SimdBytes>
  explicit fftw_team(const host_for<SimdBytes, OpenMP>& on) : threads_(on.threads)
  {
  }

  /// Calls f(n) for 0 <= n < count.
  template <class F>
  void share(std::int64_t count, F f) const
  {
    exec::share_among_threads<OpenMP>(threads_, count, f);
  }

 private:
  int threads_ = 1;
};

/// The OpenMP parameter of host_for, for fftw_team.
template <class Executor>
inline constexpr bool openmp_of = false;
template <int SimdBytes, bool OpenMP>
inline constexpr bool openmp_of<host_for<SimdBytes, OpenMP>> = OpenMP;

/// Real transforms of planes of (y, x), in place.
template <class T>
class fftw_planes {
  using functions = detail::fftw_functions<T>;
  using complex_number = typename functions::complex_number;

 public:
  /// \param planes their number
  fftw_planes(shape3 nodes, std::int64_t planes) : planes_(planes), plane_(row_of(nodes) * nodes.y)
  {
    detail::fftw_plan_of<T>::check(nodes);
    const int sizes[] = {static_cast<int>(nodes.y), static_cast<int>(nodes.x)};
    const int row = static_cast<int>(row_of(nodes)), columns = sizes[0] * row / 2;
    const int of_nodes[] = {sizes[0], row}, of_waves[] = {sizes[0], row / 2};
    T any[2] = {};
    const auto spectrum = reinterpret_cast<complex_number*>(any);
    to_spectrum_ = {nodes, [&] {
                      return functions::plan_to_spectrum(2, sizes, 1, any, of_nodes, 1, 2 * columns, spectrum, of_waves,
                                                         1, columns, detail::fftw_flags);
                    }};
    to_nodes_ = {nodes, [&] {
                   return functions::plan_to_nodes(2, sizes, 1, spectrum, of_waves, 1, columns, any, of_nodes, 1,
                                                   2 * columns, detail::fftw_flags);
                 }};
  }

  template <class Team>
  void forward(const Team& team, T* mesh) const
  {
    team.share(planes_, [&](std::int64_t k) {
      T* const plane = mesh + k * plane_;
      functions::to_spectrum(to_spectrum_.get(), plane, reinterpret_cast<complex_number*>(plane));
    });
  }
  template <class Team>
  void backward(const Team& team, T* mesh) const
  {
    team.share(planes_, [&](std::int64_t k) {
      T* const plane = mesh + k * plane_;
      functions::to_nodes(to_nodes_.get(), reinterpret_cast<complex_number*>(plane), plane);
    });
  }

 private:
  std::int64_t planes_, plane_;
  detail::fftw_plan_of<T> to_spectrum_, to_nodes_;
};

/// Complex transforms along z, in place; neighbouring rows of waves lie side by side.
template <class T>
class fftw_along_z {
  using functions = detail::fftw_functions<T>;
  using complex_number = typename functions::complex_number;

 public:
  /// \param rows in each plane
  fftw_along_z(shape3 nodes, std::int64_t rows) : rows_(rows), row_(row_of(nodes))
  {
    detail::fftw_plan_of<T>::check(nodes);
    const int length[] = {static_cast<int>(nodes.z)}, row = static_cast<int>(row_ / 2);
    const int columns = static_cast<int>(rows) * row;
    T any[2] = {};
    const auto spectrum = reinterpret_cast<complex_number*>(any);
    const auto plan = [&](int sign) {
      return detail::fftw_plan_of<T>(nodes, [&] {
        return functions::plan_complex(1, length, row, spectrum, length, columns, 1, spectrum, length, columns, 1, sign,
                                       detail::fftw_flags);
      });
    };
    if (rows == 0) return;
    forward_ = plan(FFTW_FORWARD);
    backward_ = plan(FFTW_BACKWARD);
  }

  template <class Team>
  void forward(const Team& team, T* waves) const
  {
    execute(team, forward_, waves);
  }
  template <class Team>
  void backward(const Team& team, T* waves) const
  {
    execute(team, backward_, waves);
  }

 private:
  template <class Team>
  void execute(const Team& team, const detail::fftw_plan_of<T>& plan, T* waves) const
  {
    team.share(rows_, [&](std::int64_t j) {
      const auto row = reinterpret_cast<complex_number*>(waves + j * row_);
      functions::complex_in_place(plan.get(), row, row);
    });
  }

  std::int64_t rows_, row_;
  detail::fftw_plan_of<T> forward_, backward_;
};

}  // namespace electrostatics

/// A fourier_transform for executors whose kernels run on the host: real transforms of planes of (y, x), complex ones
/// along z. The threads of `host` share the planes, and the rows of columns along z; results have equal bits for any
/// number of threads. Threads may make, run and destroy transforms at the same time if this class makes all FFTW plans
/// of the program.
///
/// \tparam OpenMP as in host_for
template <class T, bool OpenMP = exec::openmp_of_unit>
class fftw {
 public:
  /// Throws `error` if FFTW has no plan for the shape.
  template <class Executor>
  fftw(const Executor& on, shape3 nodes, std::int64_t planes)
      : team_(on), in_planes_(nodes, planes), along_z_(nodes, nodes.y)
  {
  }

  void forward(T* mesh)
  {
    in_planes_.forward(team_, mesh);
    along_z_.forward(team_, mesh);
  }
  void backward(T* mesh)
  {
    along_z_.backward(team_, mesh);
    in_planes_.backward(team_, mesh);
  }

 private:
  electrostatics::fftw_team<OpenMP> team_;
  electrostatics::fftw_planes<T> in_planes_;
  electrostatics::fftw_along_z<T> along_z_;
};

template <int SimdBytes, bool OpenMP, class T>
struct default_fourier<host_for<SimdBytes, OpenMP>, T> {
  using type = fftw<T, OpenMP>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
