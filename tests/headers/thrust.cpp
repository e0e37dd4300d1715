// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Thrust calls its algorithms without qualification, so that argument-dependent lookup finds verbs of their names
/// where elements or operations are this library's. Compiled by nvcc, and by g++ for Thrust's sequential backend; not
/// run.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <gridfold/gridfold.hpp>

namespace
{

template <class Atom>
struct stronger {
  GRIDFOLD_HD Atom operator()(const Atom& a, const Atom& b) const { return a.charge < b.charge ? b : a; }
};

template <class Atom>
struct charge_of {
  GRIDFOLD_HD auto operator()(const Atom& atom) const { return atom.charge; }
};

template <class Atom>
struct is_weaker {
  GRIDFOLD_HD bool operator()(const Atom& a, const Atom& b) const { return a.charge < b.charge; }
};

template <class Atom>
struct turned {
  GRIDFOLD_HD Atom operator()(Atom atom) const
  {
    atom.charge = -atom.charge;
    return atom;
  }
};

/// Every algorithm of a verb's name, and others that call these.
template <template <class, class...> class Vector, class Atom>
[[maybe_unused]] void call_thrust(Vector<Atom>& atoms)
{
  Vector<Atom> copied(atoms.size());
  thrust::copy(atoms.begin(), atoms.end(), copied.begin());
  thrust::transform(atoms.begin(), atoms.end(), copied.begin(), turned<Atom>{});
  thrust::transform(atoms.begin(), atoms.end(), copied.begin(), copied.begin(), stronger<Atom>{});
  thrust::inclusive_scan(atoms.begin(), atoms.end(), copied.begin(), stronger<Atom>{});
  thrust::sort(copied.begin(), copied.end(), is_weaker<Atom>{});
  (void)thrust::reduce(atoms.begin(), atoms.end(), Atom{}, stronger<Atom>{});
  using number = decltype(Atom{}.charge);
  Vector<number> charges(atoms.size());
  thrust::transform(atoms.begin(), atoms.end(), charges.begin(), charge_of<Atom>{});
  (void)thrust::reduce(charges.begin(), charges.end(), number{}, gridfold::maximum{});
  (void)thrust::reduce(charges.begin(), charges.end(), number{}, gridfold::sum{});
  thrust::inclusive_scan(charges.begin(), charges.end(), charges.begin(), gridfold::minimum{});
  (void)thrust::transform_reduce(atoms.begin(), atoms.end(), charge_of<Atom>{}, number{}, gridfold::maximum{});
  (void)thrust::inner_product(charges.begin(), charges.end(), charges.begin(), number{}, gridfold::sum{},
                              gridfold::minimum{});
  (void)thrust::reduce_by_key(charges.begin(), charges.end(), atoms.begin(), charges.begin(), copied.begin(),
                              thrust::equal_to<number>{}, stronger<Atom>{});
}

}  // namespace

[[maybe_unused]] const auto on_device = &call_thrust<thrust::device_vector, gridfold::atom>;
[[maybe_unused]] const auto on_host = &call_thrust<thrust::host_vector, gridfold::source<double>>;
