// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The loops of Kirk, Hwu and El Hajj, 4th ed., Figs. 18.6 and 18.8, for one atom, in any number type, to count their
/// operations.
#pragma once

namespace test
{

/// An iteration of Fig. 18.6's loop: one thread, one point.
template <class T>
T gather_one(T x, T y, T z, const T (&atom)[4], T energy)
{
  const T dx = x - atom[0], dy = y - atom[1], dz = z - atom[2];
  return energy + atom[3] / sqrt(dx * dx + dy * dy + dz * dz);
}

/// An iteration of Fig. 18.8's loop: one thread, four points. The multiples of the spacing are constant in the loop.
template <class T>
void gather_four(T x, T y, T z, T spacing, T twice, T thrice, const T (&atom)[4], T (&energy)[4])
{
  const T dx0 = x - atom[0], dx1 = dx0 + spacing, dx2 = dx0 + twice, dx3 = dx0 + thrice;
  const T dy = y - atom[1], dz = z - atom[2];
  const T dysqdzsq = dy * dy + dz * dz, charge = atom[3];
  energy[0] = energy[0] + charge / sqrt(dx0 * dx0 + dysqdzsq);
  energy[1] = energy[1] + charge / sqrt(dx1 * dx1 + dysqdzsq);
  energy[2] = energy[2] + charge / sqrt(dx2 * dx2 + dysqdzsq);
  energy[3] = energy[3] + charge / sqrt(dx3 * dx3 + dysqdzsq);
}

}  // namespace test
