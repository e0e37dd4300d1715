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

#ifdef ATOMIC_OF_12_BYTES
// gridfold: this element has no atomic operations (it is no trivially copyable type of 4 or 8 bytes with that
// alignment): give int, unsigned, float, double or the like
struct three {
  int of[3];
};
void wrong(three* at) { gf::atomically(*at) += three{}; }
#endif

#ifdef NO_DEFAULT_CONSTRUCTOR
// gridfold: the elements have no default constructor (threads keep them in arrays, which exist before the elements are
// read): give their type one
struct whole_number {
  explicit whole_number(int of) : value(of) {}
  int value;
};
void wrong(const whole_number* in, whole_number* out)
{
  gf::transpose(on, matrix<const whole_number>(in, 3, 4), matrix<whole_number>(out, 4, 3));
}
#endif

#ifdef NO_DEFAULT_CONSTRUCTOR_OF_LEAST
// gridfold: the elements have no default constructor (threads keep them in arrays, which exist before the elements are
// read): give their type one
struct positive {
  explicit positive(int of) : value(of) {}
  bool operator<(positive other) const { return value < other.value; }
  int value;
};
void wrong(const std::vector<positive>& all) { gf::minimum_of(all); }
#endif

#ifdef MOVE_ONLY
// gridfold: the elements cannot be copied (a verb leaves its input as it is): pass elements that can
struct owner {
  owner() = default;
  owner(owner&&) = default;
  owner& operator=(owner&&) = default;
};
void wrong(const owner* in, owner* out) { gf::copy(on, vector<const owner>(in, 3), vector<owner>(out, 3)); }
#endif

#ifdef VOLATILE_INPUT
// gridfold: the elements are volatile (they are moved several at a time): pass a view, span or container of elements
// that are not
void wrong(const volatile int* in) { gf::sum_of(cuda::std::span<const volatile int>(in, 3)); }
#endif

#ifdef VOLATILE_SECOND_INPUT
// gridfold: the elements are volatile (they are moved several at a time): pass a view, span or container of elements
// that are not
void wrong(const volatile float* in, float* out)
{
  gf::multiply(on, matrix<const float>(constants.data(), 1, 1), matrix<const volatile float>(in, 1, 1),
               matrix<float>(out, 1, 1));
}
#endif

#ifdef VOLATILE_OUTPUT
// gridfold: the output's elements are volatile (they are moved several at a time): pass a view, span or container of
// elements that are not
void wrong(volatile float* out)
{
  gf::copy(on, vector<const float>(constants.data(), 1), vector<volatile float>(out, 1));
}
#endif

#ifdef PACKED_BITS
// gridfold: this is no container whose elements lie side by side in memory (a vector<bool> packs bits, a deque has many
// pieces): copy them to a vector, and pass that, after an executor if you like
void wrong() { gf::sum_of(std::vector<bool>(3)); }
#endif

#ifdef PIECES
// gridfold: this is no container whose elements lie side by side in memory (a vector<bool> packs bits, a deque has many
// pieces): copy them to a vector, and pass that, after an executor if you like
void wrong() { gf::maximum_of(on, std::deque<int>(3)); }
#endif

#ifdef DEVICE_MEMORY_ON_HOST
// gridfold: the container's elements lie in device memory, which this executor cannot read: pass device, or a container
// in host memory
struct pointer_to_device {
  const int* address;
  const int* get() const { return address; }
  const int& operator*() const { return *address; }
};
struct device_numbers {
  pointer_to_device data() const { return {}; }
  std::size_t size() const { return 3; }
};
void wrong(const device_numbers& all) { gf::sum_of(on, all); }
#endif
