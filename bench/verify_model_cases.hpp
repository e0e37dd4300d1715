// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every kernel of the library in its variants, each launched once on a small problem: what verify_model.cu runs on the
/// GPU and verify_model_predicted.cpp traces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/copy.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/view/triples.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace verify
{

namespace gf = gridfold;

template <class T, std::size_t Rank, class Layout = cuda::std::layout_right>
using view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, Rank>, Layout>;

template <class... P>
using gathers = gf::variant<gf::gather, P...>;
template <class... P>
using scatters = gf::variant<gf::scatter, P...>;

template <class T>
std::vector<T> numbers(std::int64_t size)
{
  std::vector<T> result(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<T>(static_cast<int>(i % 97));
  return result;
}

/// The problems. A Place has an executor `on`, `memory(elements)`, whose result has `data()` where the executor can
/// reach it, and `begin(name)`, which says that the launches to come are a case of that name.
template <class Place>
class cases {
 public:
  explicit cases(Place& place) : place_(place) {}

  void run_all()
  {
    copies();
    transposes();
    sums();
    reductions();
    products();
    neighbours();
  }

 private:
  template <class V, class Pattern, class T>
  void copy(std::int64_t size)
  {
    place_.begin("copy " + Pattern::name() + " " + std::to_string(sizeof(T)) + "-byte " + std::to_string(size) + " " +
                 V::name());
    auto from = place_.memory(std::vector<T>(static_cast<std::size_t>(size)));
    auto to = place_.memory(std::vector<T>(static_cast<std::size_t>(size)));
    gf::copy<V, Pattern>(place_.on, view<const T, 1>(from.data(), size), view<T, 1>(to.data(), size));
  }

  template <class V>
  void copy_components(std::int64_t size)
  {
    place_.begin("copy components " + std::to_string(size) + " " + V::name());
    auto from = place_.memory(numbers<float>(3 * size)), to = place_.memory(numbers<float>(3 * size));
    gf::copy<V>(place_.on, gf::components(static_cast<const float*>(from.data()), size),
                gf::components(to.data(), size));
  }

  void copies()
  {
    using one = gathers<gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;
    copy<one, gf::sequential, float>(4096);
    copy<one, gf::permuted, float>(4096);
    copy<one, gf::offset, float>(4096);
    copy<one, gf::strided, float>(4096);
    copy<one, gf::broadcast, float>(4096);
    copy<one, gf::sequential, double>(4096);
    copy<one, gf::sequential, gf::packed3<float>>(4096);
    copy<one, gf::sequential, gf::aligned3<float>>(4096);
    copy_components<one>(4096);
    using all = gf::cross<gf::list<gf::gather>,
                          gf::list<gf::contiguous, gf::interleaved, gf::list<gf::interleaved, gf::vectors<2>>,
                                   gf::list<gf::interleaved, gf::vectors<4>>>,
                          gf::coarsenings<4, 16>, gf::list<gf::global, gf::read_only>, gf::list<gf::block<128>>>;
    gf::for_each(all{}, [&]<class V>() {
      copy<V, gf::sequential, float>(16384);
      copy<V, gf::sequential, float>(16411);
    });
  }

  template <class V>
  void transpose(std::int64_t rows, std::int64_t columns)
  {
    place_.begin("transpose " + std::to_string(rows) + "x" + std::to_string(columns) + " " + V::name());
    auto from = place_.memory(numbers<float>(rows * columns)), to = place_.memory(numbers<float>(rows * columns));
    gf::transpose<V>(place_.on, view<const float, 2>(from.data(), rows, columns),
                     view<float, 2>(to.data(), columns, rows));
  }

  void transposes()
  {
    using spaces =
        gf::list<gf::global, gf::read_only, gf::tile<gf::unpadded>, gf::tile<gf::padded<1>>, gf::tile<gf::swizzled>>;
    using squares = gf::cross<gf::list<gf::gather, gf::scatter>, gf::list<gf::interleaved>, gf::coarsenings<1>, spaces,
                              gf::list<gf::block<32, 32>>>;
    using coarse = gf::cross<gf::list<gf::gather>,
                             gf::list<gf::contiguous, gf::interleaved, gf::list<gf::interleaved, gf::vectors<4>>>,
                             gf::list<gf::coarsen<4, 4>>, spaces, gf::list<gf::block<16, 16>>>;
    using aligned = gf::list<
        gathers<gf::interleaved, gf::coarsen<2, 8>, gf::tile<gf::padded<1>, gf::aligned_rows<32>>, gf::block<32, 8>>>;
    gf::for_each(gf::join<squares, coarse, aligned>{}, [&]<class V>() {
      transpose<V>(256, 256);
      transpose<V>(253, 131);
    });
  }

  template <class V>
  void sum(gf::shape3 shape)
  {
    place_.begin("lattice_sum " + std::to_string(shape.x) + "x" + std::to_string(shape.y) + "x" +
                 std::to_string(shape.z) + " " + V::name());
    std::vector<gf::source<float>> atoms(96);
    for (std::size_t i = 0; i < atoms.size(); ++i)
      atoms[i] = {static_cast<float>(i) + 0.5f, static_cast<float>(i % 7), -1.5f, i % 2 == 0 ? 1.0f : -1.0f};
    auto there = place_.memory(atoms);
    auto map = place_.memory(numbers<float>(shape.count()));
    const gf::lattice where{{}, {1}, shape};
    if constexpr (gf::is_constant<typename V::input>)
      gf::lattice_sum<V>(place_.on, atoms, where, gf::view_of(map.data(), shape), gf::coulomb<>{});
    else
      gf::lattice_sum<V>(place_.on, cuda::std::span<const gf::source<float>>(there.data(), atoms.size()), where,
                         gf::view_of(map.data(), shape), gf::coulomb<>{});
  }

  void sums()
  {
    using spaces = gf::list<gf::constant, gf::global, gf::read_only, gf::shared_tile<64>>;
    using gathering = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>,
                                gf::coarsenings<1, 2, 4, 8, 16>, spaces, gf::list<gf::block<32, 4>>>;
    using two = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>, gf::list<gf::coarsen<8, 4>>,
                          spaces, gf::list<gf::block<32, 4>>>;
    using scattering =
        gf::cross<gf::list<gf::scatter>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 4>,
                  gf::list<gf::constant, gf::global, gf::read_only>, gf::list<gf::block<32>>>;
    gf::for_each(gf::join<gathering, two>{}, [&]<class V>() { sum<V>({1024, 16, 1}); });
    gf::for_each(gf::join<two, scattering>{}, [&]<class V>() { sum<V>({41, 13, 3}); });
  }

  template <class V>
  void reduction(std::int64_t size)
  {
    place_.begin("reduce " + std::to_string(size) + " " + V::name());
    auto from = place_.memory(numbers<float>(size)), to = place_.memory(numbers<float>(1));
    const view<const float, 1> in(from.data(), size);
    const cuda::std::span<float> out(to.data(), 1);
    if constexpr (std::is_same_v<typename V::decomposition, gf::scatter> &&
                  !std::is_same_v<typename V::exchange, gf::exchange_global>) {
      gf::reduce<V>(place_.on, in, out, gf::sum{});
    } else {
      auto scratch = gf::make_reduce_scratch<V, float>(place_.on, 12);
      gf::reduce<V>(place_.on, in, out, gf::sum{}, scratch);
    }
  }

  void reductions()
  {
    using all = gf::cross<
        gf::list<gf::gather, gf::scatter>, gf::list<gf::contiguous, gf::interleaved>,
        gf::list<gf::coarsen<1>, gf::coarsen<8>, gf::list<gf::coarsen<4>, gf::vectors<4>>>,
        gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared, gf::exchange_registers>,
        gf::list<gf::block<256>>>;
    gf::for_each(all{}, [&]<class V>() { reduction<V>(100000); });
  }

  template <class V, class LayoutB>
  void product(std::int64_t m, std::int64_t k, std::int64_t n)
  {
    const std::string b_lies = std::is_same_v<LayoutB, cuda::std::layout_left> ? " column-major" : " row-major";
    place_.begin("multiply " + std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n) + b_lies + " " +
                 V::name());
    auto a = place_.memory(numbers<float>(m * k)), b = place_.memory(numbers<float>(k * n)),
         c = place_.memory(numbers<float>(m * n));
    gf::multiply<V>(place_.on, view<const float, 2>(a.data(), m, k), view<const float, 2, LayoutB>(b.data(), k, n),
                    view<float, 2>(c.data(), m, n));
  }

  void products()
  {
    using spaces =
        gf::list<gf::global, gf::read_only, gf::shared_tile<16>, gf::list<gf::shared_tile<16>, gf::row_by_row>>;
    using all =
        gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>,
                  gf::list<gf::coarsen<1>, gf::coarsen<4, 4>>, spaces, gf::list<gf::block<16, 16>, gf::block<32, 8>>>;
    gf::for_each(all{}, [&]<class V>() {
      product<V, cuda::std::layout_right>(128, 128, 128);
      product<V, cuda::std::layout_left>(128, 128, 128);
    });
  }

  template <class V, class Layout>
  void list_of(int side)
  {
    const std::string lies = std::is_same_v<Layout, cuda::std::layout_left> ? " column-major" : " row-major";
    place_.begin("neighbors " + std::to_string(side * side) + lies + " " + V::name());
    std::vector<float> x, y;
    for (int i = 0; i < side * side; ++i) {
      x.push_back(static_cast<float>(i % side));
      y.push_back(static_cast<float>(i / side));
    }
    auto x_there = place_.memory(x), y_there = place_.memory(y);
    const std::int64_t size = side * side;
    auto counts = place_.memory(std::vector<int>(x.size())), indices = place_.memory(std::vector<int>(x.size() * 4));
    using axis = cuda::std::span<const float>;
    gf::neighbors<V>(place_.on, gf::positions(axis(x_there.data(), x.size()), axis(y_there.data(), y.size())), 1.1,
                     gf::neighbor_list<Layout>(counts.data(), indices.data(), size, 4));
  }

  void neighbours()
  {
    using gathering = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 4>,
                                gf::list<gf::global, gf::read_only, gf::shared_tile<128>>, gf::list<gf::block<128>>>;
    using scattering = gf::cross<gf::list<gf::scatter>, gf::list<gf::interleaved>, gf::coarsenings<1, 4>,
                                 gf::list<gf::global, gf::read_only>, gf::list<gf::block<128>>>;
    gf::for_each(gf::join<gathering, scattering>{}, [&]<class V>() {
      list_of<V, cuda::std::layout_right>(24);
      list_of<V, cuda::std::layout_left>(24);
    });
  }

  Place& place_;
};

}  // namespace verify
