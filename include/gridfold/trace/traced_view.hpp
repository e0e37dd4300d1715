// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Traced views: mdspan accessors and pointers that report accesses to a recorder.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/trace/recorder.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/chunk.hpp>
#include <gridfold/view/point_view.hpp>
#include <gridfold/view/vectorized_view.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Bytes of the words in which an element is accessed: up to 16, as its alignment allows.
template <class T>
inline constexpr int element_word_bytes = static_cast<int>(std::min<std::size_t>(16, alignof(T)));

/// The bytes of an element that are moved: nvcc omits the padding after a point's last vector.
template <class T>
inline constexpr std::size_t travelling_bytes = sizeof(T);
template <class T, int Dimensions>
inline constexpr std::size_t travelling_bytes<view::point<T, Dimensions>> = sizeof(T[Dimensions]) > 16
                                                                                ? sizeof(T[Dimensions])
                                                                                : sizeof(view::point<T, Dimensions>);

/// Records an access to an element, word by word. Returns false if a part of it is outside of its view or misaligned.
template <class T>
bool note_element(watched_memory& memory, access_kind does, const T* at, bool block_scope)
{
  bool inside = true;
  constexpr std::size_t bytes = travelling_bytes<std::remove_const_t<T>>;
  const int most = memory.word_bytes(at, element_word_bytes<T>, sizeof(T));
  for (std::size_t first = 0; first < bytes; first += static_cast<std::size_t>(most)) {
    const int word = std::min(most, static_cast<int>(bytes - first)), number = static_cast<int>(first) / most;
    inside = memory.note(does, reinterpret_cast<const unsigned char*>(at) + first, word, block_scope, number) && inside;
  }
  return inside;
}

/// An accessor that does not store element i at index i. for_each_place(p, i, f) calls f with a pointer to each of an
/// element's numbers. span_bytes(size) returns the bytes from the first number to the last of `size` elements.
template <class Accessor>
concept places_elements = requires(const Accessor& of, typename Accessor::data_handle_type p, void (*f)(const void*))
{
  of.for_each_place(p, std::size_t{}, f);
  of.span_bytes(std::size_t{});
};

/// An mdspan accessor policy that wraps another accessor and records its accesses.
template <class Accessor>
class traced_accessor;

/// A reference to a writable element of a traced view.
template <class Accessor>
class traced_element {
  using value = std::remove_cv_t<typename Accessor::element_type>;

 public:
  traced_element(const traced_accessor<Accessor>& by, typename Accessor::data_handle_type p, std::size_t i)
      : by_(by), p_(p), i_(i)
  {
  }
  traced_element(const traced_element&) = default;

  operator value() const { return by_.read(p_, i_); }
  void operator=(const value& v) const { by_.write(p_, i_, v); }
  void operator=(const traced_element& other) const { *this = static_cast<value>(other); }
  void operator+=(const value& v) const { *this = static_cast<value>(static_cast<value>(*this) + v); }
  void operator-=(const value& v) const { *this = static_cast<value>(static_cast<value>(*this) - v); }
  void operator*=(const value& v) const { *this = static_cast<value>(static_cast<value>(*this) * v); }
  void operator/=(const value& v) const { *this = static_cast<value>(static_cast<value>(*this) / v); }

  /// An atomic_element for this element.
  [[nodiscard]] atomic_element<value> atomic() const { return by_.template change<atomic_element<value>>(p_, i_); }

 private:
  traced_accessor<Accessor> by_;
  typename Accessor::data_handle_type p_;
  std::size_t i_;
};

template <class Accessor>
inline constexpr bool is_atomic_accessor = false;
template <class T, thread_scope Scope, aggregation Aggregation>
inline constexpr bool is_atomic_accessor<atomic_accessor<T, Scope, Aggregation>> = true;
template <class Atomic>
inline constexpr bool is_block_scope = false;
template <class T, aggregation Aggregation>
inline constexpr bool is_block_scope<atomic_element<T, thread_scope::block, Aggregation>> = true;

template <class Accessor>
class traced_accessor {
  static constexpr bool reads_only = std::is_const_v<typename Accessor::element_type>;
  static constexpr bool is_atomic = is_atomic_accessor<Accessor>;

 public:
  using offset_policy = traced_accessor;
  using element_type = typename Accessor::element_type;
  using value_type = std::remove_cv_t<element_type>;
  using reference =
      std::conditional_t<reads_only, value_type,
                         std::conditional_t<is_atomic, typename Accessor::reference, traced_element<Accessor>>>;
  using data_handle_type = typename Accessor::data_handle_type;

  traced_accessor(const Accessor& of, watched_memory& memory) : of_(of), memory_(&memory) {}

  [[nodiscard]] reference access(data_handle_type p, std::size_t i) const
  {
    if constexpr (reads_only)
      return read(p, i);
    else if constexpr (is_atomic)
      return change<reference>(p, i);
    else
      return reference(*this, p, i);
  }
  [[nodiscard]] data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }

  [[nodiscard]] const Accessor& watched() const { return of_; }
  [[nodiscard]] watched_memory& memory() const { return *memory_; }

  [[nodiscard]] value_type read(data_handle_type p, std::size_t i) const
  {
    return note(access_kind::load, p, i) ? static_cast<value_type>(of_.access(p, i)) : value_type{};
  }
  void write(data_handle_type p, std::size_t i, const value_type& v) const
  {
    if (note(access_kind::store, p, i)) of_.access(p, i) = v;
  }
  template <class Atomic>
  [[nodiscard]] Atomic change(data_handle_type p, std::size_t i) const
  {
    static value_type nowhere;
    return Atomic(note(access_kind::atomic, p, i, is_block_scope<Atomic>) ? p[i] : nowhere);
  }

 private:
  bool note(access_kind does, data_handle_type p, std::size_t i, bool block_scope = false) const
  {
    bool inside = true;
    const auto place = [&](const auto* at) { inside = note_element(*memory_, does, at, block_scope) && inside; };
    if constexpr (places_elements<Accessor>)
      of_.for_each_place(p, i, place);
    else
      place(p + i);
    return inside;
  }

  Accessor of_;
  watched_memory* memory_;
};

/// Records an access to N elements, word by word. Returns false if a part of it is outside of its view or misaligned.
template <int N, class T>
bool note_array(watched_memory& memory, access_kind does, T* p)
{
  constexpr int word = view::array_word_bytes<T, N>;
  bool inside = true;
  for (std::size_t first = 0; first < N * sizeof(T); first += word)
    inside = memory.note(does, reinterpret_cast<const unsigned char*>(p) + first, word, false,
                         static_cast<int>(first) / word) &&
             inside;
  return inside;
}

template <int N, class Accessor, class T>
view::array<std::remove_const_t<T>, N> load_array(const traced_accessor<Accessor>& by, T* p)
{
  return note_array<N>(by.memory(), access_kind::load, p) ? view::load_array<N>(by.watched(), p)
                                                          : view::array<std::remove_const_t<T>, N>{};
}
template <class Accessor, class T, int N>
void store_array(const traced_accessor<Accessor>& by, T* p, const view::array<T, N>& values)
{
  if (note_array<N>(by.memory(), access_kind::store, p)) store_array(by.watched(), p, values);
}

/// A traced pointer: elements are read and written by `*p` and `p[i]`. An element that is an array is itself a traced
/// pointer.
template <class T>
class traced_pointer {
  using accessor = cuda::std::default_accessor<T>;

 public:
  traced_pointer(T* at, watched_memory& memory) : at_(at), memory_(&memory) {}
  /// Converts to a pointer to const.
  operator traced_pointer<const T>() const requires(!std::is_const_v<T>) { return {at_, *memory_}; }

  [[nodiscard]] auto operator[](std::ptrdiff_t i) const
  {
    if constexpr (std::is_array_v<T>)
      return traced_pointer<std::remove_extent_t<T>>(at_[i], *memory_);
    else
      return traced_accessor<accessor>(accessor{}, *memory_).access(at_ + i, 0);
  }
  [[nodiscard]] auto operator*() const { return (*this)[0]; }

  /// Vectors from here on.
  template <int N>
  friend view::array<std::remove_const_t<T>, N> load_array(const traced_pointer& p)
  {
    return load_array<N>(traced_accessor<accessor>(accessor{}, *p.memory_), p.at_);
  }
  template <int N>
  friend view::array<std::remove_const_t<T>, N> load_in_place(const traced_pointer& p)
  {
    constexpr std::size_t bytes = N * sizeof(T);
    for (std::size_t first = 0; first < bytes; first += view::widest_vector(bytes - first))
      p.memory_->note(access_kind::load, reinterpret_cast<const unsigned char*>(p.at_) + first,
                      view::widest_vector(bytes - first));
    return view::load_in_place<N>(p.at_);
  }
  template <int N>
  friend void store_array(const traced_pointer& p, const view::array<T, N>& values)
  {
    store_array(traced_accessor<accessor>(accessor{}, *p.memory_), p.at_, values);
  }

  friend traced_pointer operator+(traced_pointer p, std::ptrdiff_t n) { return {p.at_ + n, *p.memory_}; }
  friend traced_pointer operator-(traced_pointer p, std::ptrdiff_t n) { return {p.at_ - n, *p.memory_}; }
  friend std::ptrdiff_t operator-(traced_pointer a, traced_pointer b) { return a.at_ - b.at_; }
  friend bool operator==(traced_pointer a, traced_pointer b) { return a.at_ == b.at_; }
  traced_pointer& operator+=(std::ptrdiff_t n) { return *this = *this + n; }
  traced_pointer& operator++() { return *this += 1; }

  /// A view of `size` elements to read.
  [[nodiscard]] auto view(int size) const
  {
    using read = cuda::std::default_accessor<const T>;
    using extents = cuda::std::dextents<int, 1>;
    return cuda::std::mdspan<const T, extents, cuda::std::layout_right, traced_accessor<read>>(
        at_, cuda::std::layout_right::mapping<extents>(extents(size)), traced_accessor<read>({}, *memory_));
  }

 private:
  T* at_;
  watched_memory* memory_;
};

/// A chunk whose reads are recorded in words of four bytes, because constant memory serves one address after another.
template <class T, int Items>
struct traced_chunk {
  view::chunk<T, Items> of;
  watched_memory* memory;

  T operator()(int i) const
  {
    constexpr int word = std::min(4, element_word_bytes<T>);
    memory->moves_to(of.element, of.element);
    const auto* first = reinterpret_cast<const unsigned char*>(of.element + i);
    for (std::size_t w = 0; w < sizeof(T); w += word) memory->note(access_kind::load, first + w, word);
    return of(i);
  }
  [[nodiscard]] int extent(int rank) const { return of.extent(rank); }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing

namespace gridfold::inline GRIDFOLD_ABI
{

/// Vector accesses of a traced view.
template <class Accessor>
struct word_access<tracing::traced_accessor<Accessor>> : word_access<Accessor> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
