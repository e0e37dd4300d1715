// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The committed cases of verify_model: every kernel of the library in its variants.
#pragma once

#include "verify_model_problems.hpp"

namespace verify
{

template <class... P>
using gathers = gf::variant<gf::gather, P...>;

template <class Place>
class cases {
 public:
  explicit cases(Place& place) : problem_(place) {}

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
  void copies()
  {
    using one = gathers<gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;
    problem_.template copy<one, gf::sequential, float>(4096);
    problem_.template copy<one, gf::permuted, float>(4096);
    problem_.template copy<one, gf::offset, float>(4096);
    problem_.template copy<one, gf::strided, float>(4096);
    problem_.template copy<one, gf::broadcast, float>(4096);
    problem_.template copy<one, gf::sequential, double>(4096);
    problem_.template copy<one, gf::sequential, gf::packed3<float>>(4096);
    problem_.template copy<one, gf::sequential, gf::aligned3<float>>(4096);
    problem_.template copy_components<one, float>(4096);
    using all = gf::cross<gf::list<gf::gather>,
                          gf::list<gf::contiguous, gf::interleaved, gf::list<gf::interleaved, gf::vectors<2>>,
                                   gf::list<gf::interleaved, gf::vectors<4>>>,
                          gf::coarsenings<4, 16>, gf::list<gf::global, gf::read_only>, gf::list<gf::block<128>>>;
    gf::for_each(all{}, [&]<class V>() {
      problem_.template copy<V, gf::sequential, float>(16384);
      problem_.template copy<V, gf::sequential, float>(16411);
    });
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
    using aligned =
        gf::list<gathers<gf::interleaved, gf::coarsen<2, 8>, gf::prefetching, gf::aligned_tile, gf::block<8, 32>>>;
    gf::for_each(gf::join<squares, coarse, aligned>{}, [&]<class V>() {
      problem_.template transpose<V, float>(256, 256);
      problem_.template transpose<V, float>(253, 131);
    });
  }

  template <class V>
  void sum(gf::shape3 shape)
  {
    std::vector<gf::source<float>> atoms(96);
    for (std::size_t i = 0; i < atoms.size(); ++i)
      atoms[i] = {static_cast<float>(i) + 0.5f, static_cast<float>(i % 7), -1.5f, i % 2 == 0 ? 1.0f : -1.0f};
    problem_.template lattice_sum<V, float>(shape, atoms);
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

  void reductions()
  {
    using all = gf::cross<
        gf::list<gf::gather, gf::scatter>, gf::list<gf::contiguous, gf::interleaved>,
        gf::list<gf::coarsen<1>, gf::coarsen<8>, gf::list<gf::coarsen<4>, gf::vectors<4>>>,
        gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared, gf::exchange_registers>,
        gf::list<gf::block<256>>>;
    gf::for_each(all{}, [&]<class V>() { problem_.template reduce<V, float, gf::sum>(100000, 12); });
  }

  void products()
  {
    using spaces =
        gf::list<gf::global, gf::read_only, gf::shared_tile<16>, gf::list<gf::shared_tile<16>, gf::row_by_row>>;
    using all =
        gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>,
                  gf::list<gf::coarsen<1>, gf::coarsen<4, 4>>, spaces, gf::list<gf::block<16, 16>, gf::block<32, 8>>>;
    gf::for_each(all{}, [&]<class V>() {
      using rows = cuda::std::layout_right;
      using columns = cuda::std::layout_left;
      problem_.template multiply<V, float, rows, rows, rows>(128, 128, 128);
      problem_.template multiply<V, float, rows, columns, rows>(128, 128, 128);
    });
  }

  void neighbours()
  {
    using gathering = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 4>,
                                gf::list<gf::global, gf::read_only, gf::shared_tile<128>>, gf::list<gf::block<128>>>;
    using scattering = gf::cross<gf::list<gf::scatter>, gf::list<gf::interleaved>, gf::coarsenings<1, 4>,
                                 gf::list<gf::global, gf::read_only>, gf::list<gf::block<128>>>;
    std::vector<float> along[2];
    for (int i = 0; i < 24 * 24; ++i) {
      along[0].push_back(static_cast<float>(i % 24));
      along[1].push_back(static_cast<float>(i / 24));
    }
    gf::for_each(gf::join<gathering, scattering>{}, [&]<class V>() {
      problem_.template neighbors<V, cuda::std::layout_right>(along, 1.1, 4);
      problem_.template neighbors<V, cuda::std::layout_left>(along, 1.1, 4);
    });
  }

  problems<Place> problem_;
};

}  // namespace verify
