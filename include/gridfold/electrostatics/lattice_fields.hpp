// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The outputs of a call for potentials and fields on a lattice, as an argument of kernels.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/add_to.hpp>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/launch/sum_arguments.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// The output of fields on a lattice: a view or add_to of one. Distinguishes it from a singularity policy.
template <class Out>
concept lattice_output = core::is_mdspan<core::target<Out>>;

/// Whether the potentials of a call are asked for.
template <class Potentials>
inline constexpr bool gives_potentials = !std::is_same_v<Potentials, kernel::no_potentials>;

/// Checks the types of a call's outputs.
template <class Potentials, class Fields>
struct lattice_outputs {
  using fields = core::target<Fields>;
  static_assert(
      requires(typename fields::value_type e) { e.x + e.y + e.z; },
      "gridfold: the fields' elements are no triples (a field has three components): pass a view of (z, y, x) of "
      "packed3 or aligned3, or components(pointer, shape)");
  static_assert(core::has_three_extents<fields>,
                "gridfold: the fields are no view of (z, y, x) (they have no three extents): pass an mdspan of rank 3, "
                "such as view_of(pointer, shape) or components(pointer, shape)");
  static constexpr bool adds = core::adds<Fields>;
  static constexpr bool check()
  {
    if constexpr (gives_potentials<Potentials>) {
      using potentials = core::target<Potentials>;
      static_assert(core::has_three_extents<potentials> && std::is_floating_point_v<typename potentials::value_type>,
                    "gridfold: the potentials are no view of (z, y, x) of float or double: pass an mdspan of rank 3, "
                    "such as view_of(pointer, shape)");
      static_assert(core::adds<Potentials> == adds,
                    "gridfold: of potentials and fields one is set and the other added to: pass both by add_to, or "
                    "none");
      core::output_element<typename potentials::element_type>::check();
    }
    core::output_element<typename fields::element_type>::check();
    return true;
  }
};

/// Throws `error` for an output that does not have the lattice's shape, or that the executor cannot access.
template <class Executor, class Out>
void check_lattice_output(const Executor& on, const Out& out, shape3 points, const char* what)
{
  launch::check_output(out.extent(2), out.extent(1), out.extent(0), points);
  core::check_extents(out, what);
  on.require_access(out.data_handle(), what);
}

/// The outputs as a field_output whose sums are of T.
template <class T, class Executor, class Potentials, class Fields>
auto field_output_of(const Executor& on, Potentials& potentials, Fields& fields, shape3 points, role as)
{
  static_assert(lattice_outputs<Potentials, Fields>::check());
  electrostatics::check_lattice_output(on, core::target_of(fields), points, "fields");
  auto vectors = on.argument(core::target_of(fields), "fields", as);
  if constexpr (gives_potentials<Potentials>) {
    electrostatics::check_lattice_output(on, core::target_of(potentials), points, "potentials");
    auto numbers = on.argument(core::target_of(potentials), "potentials", as);
    return kernel::field_output<T, decltype(numbers), decltype(vectors)>{numbers, vectors};
  } else {
    return kernel::field_output<T, kernel::no_potentials, decltype(vectors)>{potentials, vectors};
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
