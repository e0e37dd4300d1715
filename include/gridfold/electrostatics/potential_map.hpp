// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb potential_map: the electrostatic potential of point charges on a lattice.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/core/field.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/potential_map_default.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/launch/sum_arguments.hpp>
#include <type_traits>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

/// An atom: its position [Å] and partial charge [e].
using atom = source<float>;

/// Sets out(k, j, i) to the sum over all atoms of charge / distance at lattice point (i, j, k), in e/Å
/// (electrostatics/units.hpp has factors for other units), or adds the sum to it (add_to). It is lattice_sum with
/// Coulomb's interaction and the hardware's reciprocal square root; an atom that lies on a point is omitted at that
/// point. Arguments, asynchrony and errors are lattice_sum's.
template <class V, core::any_executor Executor, class Atoms, class Out, core::lattice_or_part Where = lattice>
void potential_map(const Executor& on, const Atoms& atoms, const Where& where, Out out)
{
  gridfold::lattice_sum<V>(on, atoms, where, out, coulomb<>{});
}

/// potential_map by the executor's default variant.
template <core::any_executor Executor, class Atoms, class Out, core::lattice_or_part Where = lattice>
void potential_map(const Executor& on, const Atoms& atoms, const Where& where, Out out)
{
  gridfold::lattice_sum(on, atoms, where, out, coulomb<>{});
}

/// Returns the potential map of atoms in host memory, computed on the CPU. Throws `error` like lattice_sum and field.
template <class Atoms>
auto potential_map(const host& on, const Atoms& atoms, const lattice& where)
{
  field<launch::source_number<Atoms>> map(where);
  gridfold::potential_map(on, atoms, where, map.view());
  return map;
}

#ifdef __CUDACC__
namespace detail
{

template <class Container>
inline constexpr bool is_host_vector = false;
template <class T>
inline constexpr bool is_host_vector<std::vector<T>> = true;

}  // namespace detail

/// potential_map on the GPU by the variant with the least estimated time for this lattice (docs/use/defaults.md). Some
/// of these variants use `rsqrt::mixed`, as accurate as `rsqrt::approx`: values at one point may differ by rounding
/// between lattices. The host reads atoms in a std::vector before the call returns; the GPU reads others.
template <class Atoms, class Out, core::lattice_or_part Where = lattice>
void potential_map(const device& on, const Atoms& atoms, const Where& where, Out out)
{
  using T = launch::source_number<Atoms>;
  using reader = std::conditional_t<detail::is_host_vector<Atoms>, defaults::by_host, defaults::by_device>;
  defaults::with_choice<device, verb::potential_map, T, reader>(
      on, defaults::size_of_sum(lattice_part(where).whole.shape, atoms),
      [&]<class C>() { gridfold::lattice_sum<typename C::type>(on, atoms, where, out, coulomb<typename C::rsqrt>{}); });
}

/// Returns the potential map of atoms in host memory, computed on the GPU: allocates device memory, copies, and
/// synchronises the stream. Throws `error` if device memory runs out.
template <class Atoms>
auto potential_map(const device& on, const Atoms& atoms, const lattice& where)
{
  using T = launch::source_number<Atoms>;
  field<T> map(where);
  device_buffer<T> values(map.values.size(), on.stream);
  const auto out = gridfold::view_of(values.data(), where.shape);
  defaults::with_choice<device, verb::potential_map, T, defaults::by_both>(
      on, defaults::size_of_sum(where.shape, atoms), [&]<class C>() {
        using V = typename C::type;
        if constexpr (V::input::read_by_host) {
          gridfold::lattice_sum<V>(on, atoms, where, out, coulomb<typename C::rsqrt>{});
        } else {
          device_buffer<source<T>> inputs(std::size(atoms), on.stream);
          inputs.copy_from(std::data(atoms));
          gridfold::lattice_sum<V>(on, inputs.span(), where, out, coulomb<typename C::rsqrt>{});
        }
      });
  values.copy_to(map.values.data());
  cuda_check(cudaStreamSynchronize(on.stream), "computing a potential map");
  return map;
}

namespace detail
{

/// Selects the GPU if there is one, else the CPU.
struct device_or_host {};

/// Warns once, on standard error, if the CPU computes because there is no GPU and nvcc compiled slow code for the CPU.
inline void say_if_host_is_slow()
{
#if !defined(_OPENMP) || (defined(__x86_64__) && !defined(__AVX2__))
  static const int said = std::fprintf(stderr,
                                       "gridfold: there is no GPU, and this program's code for the CPU was compiled "
                                       "for one thread or for narrow registers (it is slow): compile with nvcc "
                                       "-Xcompiler=-march=native,-fopenmp\n");
  static_cast<void>(said);
#endif
}

}  // namespace detail

/// Returns the potential map of atoms in host memory, computed on the GPU if there is one, else on the CPU.
template <class Atoms>
auto potential_map(const detail::device_or_host&, const Atoms& atoms, const lattice& where)
{
  if (device_present()) return gridfold::potential_map(device{pointer_checks::on}, atoms, where);
  detail::say_if_host_is_slow();
  return gridfold::potential_map(host{}, atoms, where);
}

#endif

namespace detail
{

/// The executor of calls that name none: in files compiled by nvcc the GPU if there is one, else the CPU.
#ifdef __CUDACC__
using default_executor = device_or_host;
#else
using default_executor = host;
#endif

}  // namespace detail

/// Returns the potential map of atoms in host memory, computed on the GPU if nvcc compiles the call and there is a GPU,
/// else on the CPU. Synchronous. The executor is a template parameter, so that files compiled by nvcc and by g++ can be
/// linked together.
template <class Executor = detail::default_executor, class Atoms>
auto potential_map(const Atoms& atoms, const lattice& where)
{
  return gridfold::potential_map(Executor{}, atoms, where);
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto potential_map(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of potential_map (executor, atoms, lattice, output): pass these "
                "four in this order, or an executor, atoms and a lattice, or atoms and a lattice");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
