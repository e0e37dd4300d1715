// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Pairwise testing: selects few combinations of variants and other choices, so that each pair of choices occurs in one
/// of them. Faults that need three choices at once are left to tests/random and to `tests/run --all`, which defines
/// ALL_VARIANTS and so tests every combination.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <gridfold/policy/list.hpp>
#include <gridfold/policy/variant.hpp>
#include <tuple>
#include <utility>

namespace test
{

namespace detail
{

/// The policies that an element of a list contributes: those of a variant, the elements of a list, or the type itself.
template <class T>
struct choices_of {
  using type = gridfold::list<T>;
};
template <class... P>
struct choices_of<gridfold::policy::full_variant<P...>> {
  using type = gridfold::list<P...>;
};
template <class... T>
struct choices_of<gridfold::list<T...>> {
  using type = gridfold::list<T...>;
};

/// A number that identifies a type: a hash of its name (64-bit FNV-1a). Comparing addresses is not a constant
/// expression under sanitizers.
template <class T>
constexpr std::uint64_t number_of()
{
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : __PRETTY_FUNCTION__) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}
template <class T>
inline constexpr std::uint64_t type_number = number_of<T>();

/// Combinations as numbers: one per row; column c has the index of its choice there.
template <std::size_t Rows, std::size_t Columns>
struct table {
  std::size_t row[Rows][Columns] = {}, choices[Columns] = {};
};

template <class... T>
constexpr std::array<std::uint64_t, sizeof...(T)> type_numbers(gridfold::list<T...>)
{
  return {type_number<T>...};
}

template <class First, class... More>
constexpr auto table_of(gridfold::list<First, More...>)
{
  constexpr std::size_t rows = 1 + sizeof...(More), columns = choices_of<First>::type::size;
  const std::array<std::uint64_t, columns> types[rows] = {type_numbers(typename choices_of<First>::type{}),
                                                          type_numbers(typename choices_of<More>::type{})...};
  table<rows, columns> numbers;
  for (std::size_t c = 0; c < columns; ++c) {
    std::uint64_t known[rows] = {};
    std::size_t& count = numbers.choices[c];
    for (std::size_t r = 0; r < rows; ++r) {
      std::size_t n = 0;
      while (n < count && known[n] != types[r][c]) ++n;
      if (n == count) known[count++] = types[r][c];
      numbers.row[r][c] = n;
    }
  }
  return numbers;
}

/// Every row of one table combined with every row of another, the second changing fastest.
template <std::size_t RowsA, std::size_t ColumnsA, std::size_t RowsB, std::size_t ColumnsB>
constexpr auto crossed(const table<RowsA, ColumnsA>& a, const table<RowsB, ColumnsB>& b)
{
  table<RowsA * RowsB, ColumnsA + ColumnsB> both;
  for (std::size_t c = 0; c < ColumnsA + ColumnsB; ++c) {
    const bool first = c < ColumnsA;
    both.choices[c] = first ? a.choices[c] : b.choices[c - ColumnsA];
    for (std::size_t r = 0; r < RowsA * RowsB; ++r)
      both.row[r][c] = first ? a.row[r / RowsB][c] : b.row[r % RowsB][c - ColumnsA];
  }
  return both;
}
constexpr auto all_crossed(const auto& only) { return only; }
constexpr auto all_crossed(const auto& first, const auto& second, const auto&... more)
{
  return all_crossed(crossed(first, second), more...);
}

template <std::size_t Rows>
struct selection {
  std::size_t row[Rows] = {};
  std::size_t count = 0;
};

/// Two columns, and the number of their first pair of choices.
struct two_columns {
  std::size_t first, second, begin;
};

/// Takes the rows with most pairs of choices that no earlier row has, until no pair is missing. A row's number of new
/// pairs only decreases, so a row is examined again only if it may have the most. One function with plain arrays,
/// because compilers limit the calls in a constant expression.
template <std::size_t Rows, std::size_t Columns>
constexpr selection<Rows> select_pairwise(const table<Rows, Columns>& all)
{
  two_columns columns[Columns * Columns] = {};
  std::size_t count = 0, pairs = 0;
  for (std::size_t a = 0; a < Columns; ++a)
    for (std::size_t b = a; b < Columns; ++b) {  // also a column by itself, in case only one varies
      if (all.choices[a] == 1 || all.choices[b] == 1) continue;
      columns[count++] = {a, b, pairs};
      pairs += all.choices[a] * all.choices[b];
    }
  bool taken[8192] = {};
  std::size_t at_most[Rows] = {};
  for (std::size_t& most : at_most) most = count;
  selection<Rows> selected;
  for (std::size_t wanted = count; wanted > 0; --wanted)
    for (std::size_t r = 0; r < Rows; ++r) {
      if (at_most[r] < wanted) continue;
      at_most[r] = 0;
      for (std::size_t p = 0; p < count; ++p) {
        const auto [a, b, begin] = columns[p];
        at_most[r] += !taken[begin + all.row[r][a] * all.choices[b] + all.row[r][b]];
      }
      if (at_most[r] < wanted) continue;
      selected.row[selected.count++] = r;
      for (std::size_t p = 0; p < count; ++p) {
        const auto [a, b, begin] = columns[p];
        taken[begin + all.row[r][a] * all.choices[b] + all.row[r][b]] = true;
      }
    }
  if (count == 0) selected.count = 1;  // row 0 is the only one
  return selected;
}

template <std::size_t Rows, std::size_t Columns>
constexpr selection<Rows> select_all(const table<Rows, Columns>&)
{
  selection<Rows> selected;
  for (; selected.count < Rows; ++selected.count) selected.row[selected.count] = selected.count;
  return selected;
}

/// Element N of the combinations of the lists, the last list changing fastest.
template <std::size_t N, class Chosen, class... Lists>
struct combination {
  using type = Chosen;
};
template <std::size_t N, class... Chosen, class... T, class... More>
struct combination<N, gridfold::list<Chosen...>, gridfold::list<T...>, More...> {
  static constexpr std::size_t of_more = (std::size_t{1} * ... * More::size);
  using first = std::tuple_element_t<N / of_more, std::tuple<T...>>;
  using type = typename combination<N % of_more, gridfold::list<Chosen..., first>, More...>::type;
};

template <class... Lists>
struct selected {
  static constexpr auto combinations = all_crossed(table_of(Lists{})...);
#ifdef ALL_VARIANTS
  static constexpr auto numbers = select_all(combinations);
#else
  static constexpr auto numbers = select_pairwise(combinations);
#endif

  template <std::size_t... N>
  static auto rows(std::index_sequence<N...>)
      -> gridfold::list<typename combination<numbers.row[N], gridfold::list<>, Lists...>::type...>;
  using type = decltype(rows(std::make_index_sequence<numbers.count>{}));
};

}  // namespace detail

/// Combinations of one element of each list, as a list of lists: enough that any two choices that occur together in
/// some combination, of policies of two axes or of elements of two lists, occur together in the result.
template <class... Lists>
using pairwise = typename detail::selected<Lists...>::type;

/// Calls `f.template operator()<T...>()` for every combination of a list of them, in order.
template <class... Combinations, class F>
void for_each_combination(gridfold::list<Combinations...>, F&& f)
{
  const auto call = [&f]<class... T>(gridfold::list<T...>) { f.template operator()<T...>(); };
  (call(Combinations{}), ...);
}

}  // namespace test
