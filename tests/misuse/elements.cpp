// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

#ifdef CONST_ELEMENT
// gridfold: this is no element to be changed (it is const, or a copy that a view gives for it): pass an element of
// memory that may be written, or of an atomic view
void wrong() { gf::atomically(constants[0]) += 1; }
#endif

#ifdef COPIED_ELEMENT
// gridfold: this is no element to be changed (it is const, or a copy that a view gives for it): pass an element of
// memory that may be written, or of an atomic view
void wrong(const gf::repeated<float>& view) { gf::atomically(view(0)) += 1; }
#endif
