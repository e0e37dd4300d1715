// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or operator()(source, dx, dy, dz)
// const, for the host and the device): write one of the two
#include "interaction_of_distance.cpp"
