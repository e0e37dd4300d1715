// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The points of a particle-mesh sum as arguments of kernels, and the kernels at points as calls on an executor.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/near_part.hpp>
#include <gridfold/electrostatics/split_field.hpp>
#include <gridfold/electrostatics/split_polynomial.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/mesh/balance_fields.hpp>
#include <gridfold/kernel/mesh/place_sums.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <gridfold/kernel/mesh/sum_near_points.hpp>
#include <gridfold/kernel/sum/on_point.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/launch/group_particles.hpp>
#include <gridfold/launch/spans.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/math/rsqrt.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/view/point_view.hpp>
#include <gridfold/view/triples.hpp>
#include <iterator>
#include <limits>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// Optional arguments of a call at points after the potentials: the output of fields, or a singularity policy.
template <class Out>
concept fields_output = std::is_same_v<std::remove_cvref_t<Out>, kernel::no_fields> ||
    core::is_contiguous<std::remove_reference_t<Out>> || core::is_mdspan<std::remove_reference_t<Out>>;
template <class Policy>
concept says_what_holds_at_sources = requires
{
  Policy::may_be_infinite;
};

/// An output of a list as a one-dimensional view: a view, a container or a span.
template <class Out>
auto list_view(Out& out)
{
  if constexpr (core::is_mdspan<Out>) {
    static_assert(Out::rank() == 1,
                  "gridfold: an output at points is no list (its view has other than one extent): pass an mdspan of "
                  "rank 1, a span or a container of an element per point");
    return out;
  } else {
    static_assert(core::is_contiguous<Out>,
                  "gridfold: an output at points is no list (it is neither a container nor a span nor an mdspan): pass "
                  "one of an element per point");
    return cuda::std::mdspan<core::element_in<Out>, cuda::std::dextents<std::int64_t, 1>>(
        core::pointer_to(out), static_cast<std::int64_t>(std::size(out)));
  }
}

/// Checks the elements of fields.
template <class Element>
struct field_element {
  static_assert(
      requires(Element e) { e.x + e.y + e.z; },
      "gridfold: the fields' elements are no triples (a field has three components): pass a container, span "
      "or view of packed3 or aligned3, or components(pointer, size)");
  static constexpr void check() {}
};

/// The outputs of a call at points, as arguments of kernels.
template <class Executor, class Potentials, class Fields>
class point_outputs {
 public:
  /// Throws `error` for outputs whose size is not `points`, and for memory that the executor cannot access.
  point_outputs(const Executor& on, const Potentials& potentials, const Fields& fields, std::int64_t points)
      : on_(on), potentials_(potentials), fields_(fields)
  {
    check(potentials_, "potentials", points);
    if constexpr (has_fields) check(fields_, "fields", points);
  }

  static constexpr bool has_fields = !std::is_same_v<Fields, kernel::no_fields>;

  [[nodiscard]] auto potentials(role as) const { return on_.argument(potentials_, "potentials", as); }
  [[nodiscard]] auto fields(role as) const
  {
    if constexpr (has_fields)
      return on_.argument(fields_, "fields", as);
    else
      return fields_;
  }

 private:
  template <class Out>
  void check(const Out& out, const char* what, std::int64_t points) const
  {
    core::output_element<typename Out::element_type>::check();
    if (static_cast<std::int64_t>(out.extent(0)) != points)
      throw error({"there are ", out.extent(0), " elements for the ", what, " at ", points,
                   " points (each has one): pass an output of their number"});
    if (points > 0) on_.require_access(out.data_handle(), what);
  }

  Executor on_;
  Potentials potentials_;
  Fields fields_;
};

/// The outputs of a call.
template <class Executor, class Potentials, class Fields>
auto outputs_at(const Executor& on, Potentials& potentials, Fields& fields, std::int64_t points)
{
  auto values = electrostatics::list_view(potentials);
  static_assert(std::is_floating_point_v<typename decltype(values)::value_type>,
                "gridfold: the potentials are no numbers of float or double: pass an output of one of them");
  if constexpr (std::is_same_v<std::remove_cv_t<Fields>, kernel::no_fields>) {
    return point_outputs<Executor, decltype(values), kernel::no_fields>(on, values, {}, points);
  } else {
    auto triples = electrostatics::list_view(fields);
    field_element<typename decltype(triples)::value_type>::check();
    return point_outputs<Executor, decltype(values), decltype(triples)>(on, values, triples, points);
  }
}

/// Owns the order of a plan's points, and the scratch for summing forces.
template <class Executor, class T, class Boundary>
class sums_at_points {
 public:
  sums_at_points(const Executor& on, const cell_box<Boundary>& box, std::int64_t points, std::int64_t atoms)
      : on_(on),
        order_(make_cells<T, 3>(on, box, points)),
        forces_(on, static_cast<std::size_t>(kernel::forces_of_block::grid(atoms).x))
  {
  }

  /// The points of a list in the order of cells, as an argument of kernels.
  auto of_list(const positions<T, 3>& points)
  {
    for (const auto& axis : points.along)
      if (points.size() > 0) on_.require_access(axis.data(), "positions");
    const auto room = order_.room_for(points.size());
    auto seen = kernel::points_at<global, int>(on_, points);
    launch::group_particles<T>(on_, seen, room, (order_.box)());
    auto order =
        on_.argument(launch::int_counted<const int>(room.member.data_handle(), static_cast<int>(points.size())),
                     "order of points", role::input);
    return kernel::listed_points<T, decltype(seen), decltype(order)>{seen, order};
  }

  /// The sorted atoms themselves.
  auto of(const cells<source<T>, Boundary>& atoms) const { return of_share(atoms, 0, atoms.index); }
  /// Sorted atoms from the first one of a share on.
  /// \param numbers of these atoms in the outputs
  auto of_share(const cells<source<T>, Boundary>& atoms, int first, cuda::std::span<const int> numbers) const
  {
    auto sources = launch::input_span(on_, atoms.sorted, "sources");
    auto order = launch::input_span(on_, numbers, "indices");
    return kernel::points_of_sources<T, decltype(sources), decltype(order)>{sources, order, first};
  }

  /// Sets the outputs to the near part of sorted atoms at points.
  template <class Atoms, class Points, class Outputs, class Singularity>
  void sum_near(const Atoms& atoms, const Points& points, const Outputs& to, const Singularity& at_sources,
                double margin) const
  {
    const cells<source<T>, Boundary> from = atoms.cells();
    auto sources = launch::input_span(on_, from.sorted, "sources");
    auto begin = launch::input_span(on_, from.begin, "begins");
    auto potentials = to.potentials(role::output);
    auto fields = to.fields(role::output);
    constexpr double epsilon = std::numeric_limits<T>::epsilon();
    // A source that is moved by periods has been rounded to the box's coordinates.
    const double radius = std::max(math::radius_of(at_sources),
                                   Boundary::is_periodic ? 4 * epsilon * core::largest_coordinate(from.box) : 0);
    atoms.with_degree([&](const auto& smooth) {
      using near_term = near_field<T, std::remove_cvref_t<decltype(smooth)>, typename Atoms::roots, Singularity>;
      const double reach = std::max(smooth.cutoff, radius) * (1 + epsilon);
      using text = kernel::sum_near_points<T, Boundary, decltype(sources), decltype(begin), Points, near_term,
                                           Singularity, decltype(potentials), decltype(fields)>;
      on_.run(text{{},
                   sources,
                   begin,
                   kernel::cell_axes<T, Boundary>(from.box),
                   {static_cast<T>(reach), static_cast<T>(margin + radius)},
                   points,
                   near_term{smooth},
                   at_sources,
                   radius,
                   potentials,
                   fields},
              text::grid(points.count()));
    });
  }

  /// Sets the outputs at the atoms to those at the sorted atoms.
  template <class Sorted, class Outputs>
  void place(const cells<source<T>, Boundary>& atoms, const Sorted& from, const Outputs& to) const
  {
    auto order = launch::input_span(on_, atoms.index, "indices");
    auto sorted_potentials = from.potentials(role::input);
    auto sorted_fields = from.fields(role::input);
    auto potentials = to.potentials(role::output);
    auto fields = to.fields(role::output);
    using text = kernel::place_sums<decltype(order), decltype(sorted_potentials), decltype(sorted_fields),
                                    decltype(potentials), decltype(fields)>;
    on_.run(text{{}, order, sorted_potentials, sorted_fields, potentials, fields},
            text::grid(static_cast<std::int64_t>(atoms.index.size())));
  }

  /// Changes the fields at sorted atoms so that the forces on the atoms add up to zero.
  template <class Outputs>
  void balance(const cells<source<T>, Boundary>& atoms, const Outputs& to) const
  {
    auto points = of(atoms);
    const shape3 grid = kernel::forces_of_block::grid(points.count());
    const launch::int_counted<kernel::force_sum> room(forces_.data(), static_cast<int>(grid.x));
    auto sums = on_.argument(room, "forces", role::output);
    auto fields = to.fields(role::update);
    on_.run(kernel::add_up_forces<decltype(points), decltype(fields), decltype(sums)>{{}, points, fields, sums}, grid);
    auto forces = on_.argument(room, "forces", role::input);
    on_.run(kernel::balance_fields<decltype(points), decltype(fields), decltype(forces)>{{}, points, fields, forces},
            grid);
  }

 private:
  Executor on_;
  cell_list<Executor, view::point<T, 3>, Boundary> order_;
  buffer<kernel::force_sum, Executor> forces_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
