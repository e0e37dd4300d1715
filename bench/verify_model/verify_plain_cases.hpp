// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches of plain CUDA kernels, of random shapes and sizes: those of examples/textbook, and of
/// bench/verify_model/plain, for which nothing was tuned. nvcc compiles this file for the GPU, and the host's compiler
/// for a trace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "../../examples/textbook/add.cuh"
#include "../../examples/textbook/coulomb.cuh"
#include "../../examples/textbook/cutoff.cuh"
#include "../../examples/textbook/histogram.cuh"
#include "../../examples/textbook/neighbors.cuh"
#include "../../examples/textbook/product.cuh"
#include "../../examples/textbook/reduce.cuh"
#include "../../examples/textbook/transpose.cuh"
#include "../../examples/textbook/triples.cuh"
#include "plain/convolution.cuh"
#include "plain/private_histogram.cuh"
#include "plain/scan.cuh"
#include "plain/search.cuh"
#include "plain/softmax.cuh"
#include "plain/sort.cuh"
#include "plain/sparse.cuh"
#include "plain/stencil.cuh"
#include "plain/vectors.cuh"

namespace verify
{

/// Elements in device memory, as in a vector.
template <class T>
class array {
 public:
  explicit array(const std::vector<T>& values) : size_(values.size())
  {
    cudaMalloc(&elements_, std::max<std::size_t>(1, size_) * sizeof(T));
    cudaMemcpy(elements_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~array() { cudaFree(elements_); }
  array(const array&) = delete;
  array& operator=(const array&) = delete;
  operator T*() const { return elements_; }
  [[nodiscard]] std::vector<T> values() const
  {
    std::vector<T> all(size_);
    cudaMemcpy(all.data(), elements_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
  }

 private:
  T* elements_ = nullptr;
  std::size_t size_;
};

/// A Place has `launch(case, grid, block, bytes of shared memory, kernel, arguments...)`.
template <class Place>
class plain_cases {
 public:
  plain_cases(Place& place, unsigned seed) : place_(place), generator_(seed) {}

  /// Every kernel once.
  void run_all()
  {
    add_vectors();
    copy_triples();
    transpose();
    reduce();
    multiply();
    sum_potentials();
    cut_potential();
    find_neighbors();
    count_bytes();
    scan();
    count_integers();
    step_heat();
    multiply_sparse();
    normalize();
    search();
    move_particles();
    change_vectors();
    convolve();
    sort();
  }

 private:
  /// From first to last.
  int number(int first, int last)
  {
    return first + static_cast<int>(generator_() % static_cast<unsigned>(last - first + 1));
  }
  int one_of(const std::vector<int>& choices)
  {
    return choices[static_cast<std::size_t>(number(0, static_cast<int>(choices.size()) - 1))];
  }
  int threads() { return one_of({32, 64, 96, 128, 160, 256}); }
  int any_threads() { return one_of({32, 45, 64, 100, 128, 250, 256}); }
  static unsigned blocks(int size, int threads) { return static_cast<unsigned>((size + threads - 1) / threads); }
  std::vector<float> floats(int size, int range = 101)
  {
    std::vector<float> all(static_cast<std::size_t>(size));
    for (float& f : all) f = static_cast<float>(number(0, range - 1)) * 0.125f;
    return all;
  }
  std::vector<int> integers(int size, int range)
  {
    std::vector<int> all(static_cast<std::size_t>(size));
    for (int& n : all) n = number(0, range - 1);
    return all;
  }
  template <class T>
  static std::vector<T> zeros(int size)
  {
    return std::vector<T>(static_cast<std::size_t>(size));
  }
  static std::vector<float> ones(int size) { return std::vector<float>(static_cast<std::size_t>(size), 1.0f); }
  static std::string text(dim3 d)
  {
    return std::to_string(d.x) + "x" + std::to_string(d.y) + "x" + std::to_string(d.z);
  }

  template <class... Parameters, class... Arguments>
  void launch(const char* name, int size, dim3 grid, dim3 block, std::size_t shared, void (*kernel)(Parameters...),
              Arguments&&... arguments)
  {
    place_.launch(std::string(name) + " " + std::to_string(size) + " <<<" + text(grid) + " " + text(block) + ">>>",
                  grid, block, shared, kernel, static_cast<Parameters>(arguments)...);
  }

  void add_vectors()
  {
    const int each = threads(), grid = number(20, 200), size = grid * each;
    const array<float> x(floats(size + 1)), y(floats(size + 1)), z(floats(size + 1));
    launch("add", size, grid, each, 0, add, x, y, z);
    launch("add_permuted", size, grid, each, 0, add_permuted, x, y, z);
    launch("add_offset", size, grid, each, 0, add_offset, x, y, z);
    launch("add_stride", size, grid, each, 0, add_stride, x, y, z);
    launch("add_broadcast", size, grid, each, 0, add_broadcast, x, y, z);
  }

  void copy_triples()
  {
    const int each = any_threads(), grid = number(10, 100), size = grid * each;
    const array<float> in(floats(4 * size)), out(floats(4 * size));
    const auto as = [](auto type, float* at) { return reinterpret_cast<decltype(type)*>(at); };
    launch("copy_structures", size, grid, each, 0, copy_structures, as(vec3{}, in), as(vec3{}, out));
    launch("copy_aligned", size, grid, each, 0, copy_aligned, as(aligned_vec3{}, in), as(aligned_vec3{}, out));
    launch("copy_arrays", size, grid, each, 0, copy_arrays, in + 0, in + size, in + 2 * size, out + 0, out + size,
           out + 2 * size);
    launch("copy_vectors", size, grid, each, 0, copy_vectors, as(float4{}, in), as(float4{}, out));
  }

  void transpose()
  {
    const int side = number(100, 300);
    const array<float> in(floats(side * side)), out(floats(side * side));
    const dim3 block(32, 32), grid(blocks(side, 32), blocks(side, 32));
    launch("transpose_coalesced_read", side, grid, block, 0, transpose_coalesced_read, in, out, side);
    launch("transpose_coalesced_write", side, grid, block, 0, transpose_coalesced_write, in, out, side);
    launch("transpose_coalesced_write_ldg", side, grid, block, 0, transpose_coalesced_write_ldg, in, out, side);
    launch("transpose_bank_conflicts", side, grid, block, 0, transpose_bank_conflicts, in, out, side);
    launch("transpose_no_bank_conflicts", side, grid, block, 0, transpose_no_bank_conflicts, in, out, side);
  }

  void reduce()
  {
    const int each = one_of({32, 64, 128}), grid = number(20, 100), size = grid * each,
              some = size - number(0, each - 1);
    const array<float> x(floats(2 * size)), y(floats(grid));
    const std::size_t shared = static_cast<std::size_t>(each) * sizeof(float);
    launch("reduce_shared", some, grid, each, 0, reduce_shared, x, y, some);
    launch("reduce_dynamic", some, grid, each, shared, reduce_dynamic, x, y, some);
    launch("reduce_atomic", some, grid, each, 0, reduce_atomic, x, y, some);
    launch("reduce_global", size, grid, each, 0, reduce_global, x, y);
    launch("reduce_divergent", 2 * size, grid, each, 0, reduce_divergent, x, y);
    launch("reduce_convergent", 2 * size, grid, each, 0, reduce_convergent, x, y);
  }

  void multiply()
  {
    const int tiles = number(3, 8), side = tiles * TILE_WIDTH;
    const array<float> n(floats(side * side)), m(floats(side * side)), p(floats(side * side));
    const dim3 grid(static_cast<unsigned>(tiles), static_cast<unsigned>(tiles)), block(TILE_WIDTH, TILE_WIDTH);
    launch("product_row_major", side, grid, block, 0, product_row_major, n, m, p, side);
    launch("product_column_major", side, grid, block, 0, product_column_major, n, m, p, side);
    launch("product_tiled", side, grid, block, 0, product_tiled, n, m, p, side);
    launch("product_loaded_by_rows", side, grid, block, 0, product_loaded_by_rows, n, m, p, side);
    launch("product_corner_turning", side, grid, block, 0, product_corner_turning, n, m, p, side);
  }

  /// Atoms {x, y, z, charge} in a box.
  std::vector<float4> atoms_in(float x, float y, float z, int size)
  {
    std::vector<float4> all(static_cast<std::size_t>(size));
    for (float4& a : all) {
      const auto within = [&](float side) { return side * (static_cast<float>(number(0, 999)) + 0.5f) / 1000; };
      a.x = within(x);
      a.y = within(y);
      a.z = within(z);
      a.w = static_cast<float>(number(1, 3));
    }
    return all;
  }

  void sum_potentials()
  {
    const dim3 block = number(0, 1) == 0 ? dim3(16, 8) : dim3(32, 4);
    const int across = number(1, 2), rows = number(2, 4), slices = number(1, 3), count = number(40, 120);
    const int nx = across * static_cast<int>(block.x) * COARSEN_FACTOR, ny = rows * static_cast<int>(block.y);
    const lattice where = {nx, ny, 0.5f, 0.5f, 0.5f};
    const std::vector<float4> list =
        atoms_in(static_cast<float>(nx) / 2, static_cast<float>(ny) / 2, static_cast<float>(slices) / 2, count);
    cudaMemcpyToSymbol(atoms, list.data(), list.size() * sizeof(float4));
    const array<float> energies(zeros<float>(nx * ny * slices));
    const array<float4> all(list);
    const dim3 fourths(static_cast<unsigned>(across), static_cast<unsigned>(rows), static_cast<unsigned>(slices));
    const dim3 each(fourths.x * COARSEN_FACTOR, fourths.y, fourths.z);
    const int scatterers = any_threads();
    launch("cenergy_scatter", count, dim3(blocks(count, scatterers), fourths.z), scatterers, 0, cenergy_scatter,
           energies, lattice{number(8, 24), number(4, 8), 0.5f, 0.5f, 0.5f}, count);
    launch("cenergy_gather", count, each, block, 0, cenergy_gather, energies, where, count);
    launch("cenergy_shared", count, each, block, block.x * block.y * sizeof(float4), cenergy_shared, energies, where,
           all, count);
    launch("cenergy_contiguous", count, fourths, block, 0, cenergy_contiguous, energies, where, count);
    launch("cenergy_interleaved", count, fourths, block, 0, cenergy_interleaved, energies, where, count);
  }

  void cut_potential()
  {
    const bins grid = {number(3, 5), number(3, 4), number(2, 3), 4};
    const points where = {grid.x * number(5, 9), grid.y * number(4, 8), grid.z * 2, 0.45f};
    const int all = grid.x * grid.y * grid.z, count = all * number(2, 4), each = any_threads();
    const array<float4> list(atoms_in(4.0f * grid.x, 4.0f * grid.y, 4.0f * grid.z, count)),
        binned(zeros<float4>(all * BIN_CAPACITY));
    const array<int> counts(zeros<int>(all));
    const array<float> energies(zeros<float>(where.x * where.y * where.z));
    launch("fill_bins", count, blocks(count, each), each, 0, fill_bins, list, count, grid, counts, binned);
    launch("cutoff_by_bins", where.x, dim3(blocks(where.x, 16), blocks(where.y, 8), static_cast<unsigned>(where.z)),
           dim3(16, 8), 0, cutoff_by_bins, energies, where, counts, binned, grid);
  }

  void find_neighbors()
  {
    const int count = number(200, 500), each = any_threads(), most = 40;
    const array<float> x(floats(count, 150)), y(floats(count, 150));
    const array<int> counts(zeros<int>(count)), lists(zeros<int>(count * count));
    launch("find_neighbor_atomic", count, blocks(count, each), each, 0, find_neighbor_atomic, counts, lists, x, y,
           count, most, 1.92f);
    launch("find_neighbor_no_atomic", count, blocks(count, each), each, 0, find_neighbor_no_atomic, counts, lists, x, y,
           count, 1.92f);
  }

  void count_bytes()
  {
    const int size = number(5000, 20000), each = number(2, 9), grid = number(5, 20), per_block = any_threads();
    std::vector<unsigned char> bytes(static_cast<std::size_t>(size));
    const int skew = number(1, 6);
    for (unsigned char& b : bytes) b = static_cast<unsigned char>(number(0, skew) == 0 ? 7 : number(0, 255));
    const array<unsigned char> values(bytes);
    const array<unsigned> counts(zeros<unsigned>(BINS));
    launch("histogram_global", size, blocks(size, per_block), per_block, 0, histogram_global, values, size, counts);
    launch("histogram_privatized", size, blocks(size, per_block), per_block, 0, histogram_privatized, values, size,
           counts);
    launch("histogram_contiguous", size, blocks(size, per_block * each), per_block, 0, histogram_contiguous, values,
           size, counts, each);
    launch("histogram_interleaved", size, grid, per_block, 0, histogram_interleaved, values, size, counts);
    launch("histogram_aggregated", size, grid, per_block, 0, histogram_aggregated, values, size, counts);
  }

  void scan()
  {
    const int each = one_of({64, 128, 256}), size = number(5 * each, 40 * each);
    const unsigned grid = blocks(size, each), halves = blocks(size, 2 * each);
    const array<int> in(integers(size, 100)), out(zeros<int>(size)), sums(zeros<int>(static_cast<int>(grid)));
    launch("scan_steps", size, grid, each, 0, scan_steps, in, out, sums, size);
    launch("add_sums", size, grid, each, 0, add_sums, out, sums, size);
    launch("scan_warps", size, grid, each, 0, scan_warps, in, out, size);
    launch("scan_tree", size, halves, each, 2 * static_cast<std::size_t>(each) * sizeof(int), scan_tree, in, out, sums,
           size);
  }

  void count_integers()
  {
    const int size = number(5000, 20000), each = threads(), most = number(20, 300), grid = number(4, 16);
    const array<int> values(integers(size, 5000));
    const array<unsigned> counts(zeros<unsigned>(most));
    launch("histogram_of_warps", size, grid, each, static_cast<std::size_t>(each / 32 * most) * sizeof(unsigned),
           histogram_of_warps, values, size, counts, most);
    launch("histogram_of_threads", size, grid, 128, 0, histogram_of_threads, values, size, counts);
  }

  void step_heat()
  {
    const int nx = number(33, 100), ny = number(9, 30), nz = number(6, 16);
    const array<float> in(floats(nx * ny * nz)), out(floats(nx * ny * nz));
    const dim3 block = number(0, 1) == 0 ? dim3(32, 4, 2) : dim3(8, 8, 4);
    launch("stencil_plain", nx, dim3(blocks(nx, int(block.x)), blocks(ny, int(block.y)), blocks(nz, int(block.z))),
           block, 0, stencil_plain, in, out, nx, ny, nz);
    const dim3 tile(STENCIL_X, STENCIL_Y, STENCIL_Z), plane(STENCIL_X, STENCIL_Y);
    launch("stencil_halo", nx, dim3(blocks(nx, STENCIL_X), blocks(ny, STENCIL_Y), blocks(nz, STENCIL_Z)), tile, 0,
           stencil_halo, in, out, nx, ny, nz);
    launch("stencil_planes", nx, dim3(blocks(nx, STENCIL_X), blocks(ny, STENCIL_Y)), plane, 0, stencil_planes, in, out,
           nx, ny, nz);
  }

  /// A sparse matrix by rows, or a graph: rows of 0 to `longest` elements.
  struct rows_of_elements {
    std::vector<int> starts{0}, targets, row_of;
  };
  rows_of_elements random_rows(int rows, int longest)
  {
    rows_of_elements all;
    for (int row = 0; row < rows; ++row) {
      const int length = number(0, longest);
      for (int k = 0; k < length; ++k) {
        all.targets.push_back(number(0, rows - 1));
        all.row_of.push_back(row);
      }
      all.starts.push_back(static_cast<int>(all.targets.size()));
    }
    return all;
  }

  void multiply_sparse()
  {
    const int rows = number(300, 1500), longest = number(5, 60), each = threads();
    const rows_of_elements matrix = random_rows(rows, longest);
    const int elements = static_cast<int>(matrix.targets.size());
    const std::vector<float> numbers = floats(elements);
    std::vector<int> ell_columns(static_cast<std::size_t>(rows * longest), -1);
    std::vector<float> ell_values(ell_columns.size());
    for (int row = 0; row < rows; ++row)
      for (int k = matrix.starts[row]; k < matrix.starts[row + 1]; ++k) {
        ell_columns[(k - matrix.starts[row]) * rows + row] = matrix.targets[k];
        ell_values[(k - matrix.starts[row]) * rows + row] = numbers[k];
      }
    const array<int> starts(matrix.starts), columns(matrix.targets), row_of(matrix.row_of), padded_columns(ell_columns);
    const array<float> values(numbers), padded(ell_values), x(floats(rows)), y(zeros<float>(rows));
    launch("product_csr", rows, blocks(rows, each), each, 0, product_csr, starts, columns, values, x, y, rows);
    launch("product_csr_warps", rows, blocks(rows * 32, each), each, 0, product_csr_warps, starts, columns, values, x,
           y, rows);
    launch("product_ell", rows, blocks(rows, each), each, 0, product_ell, padded_columns, padded, x, y, rows, longest);
    launch("product_coo", elements, blocks(elements, each), each, 0, product_coo, row_of, columns, values, x, y,
           elements);
    const int wide = number(100, 700), tall = number(10, 60), power = one_of({64, 128, 256});
    const array<float> dense(floats(wide * tall)), in(floats(wide)), out(zeros<float>(tall));
    launch("multiply_rows", wide, tall, power, 0, multiply_rows, dense, in, out, wide);
  }

  void normalize()
  {
    const int rows = number(10, 60), columns = 4 * number(10, 150), each = one_of({64, 128, 256});
    const array<float> in(floats(rows * columns)), out(zeros<float>(rows * columns)), gain(ones(columns / 4));
    const int together = number(1, 8);
    launch("softmax_by_warps", columns, blocks(rows, together), dim3(32, static_cast<unsigned>(together)), 0,
           softmax_by_warps, in, out, rows, columns);
    launch("softmax_by_blocks", columns, rows, each, 0, softmax_by_blocks, in, out, columns);
    launch("normalize_rows", columns, rows, each, 0, normalize_rows, reinterpret_cast<float4*>(in + 0),
           reinterpret_cast<float4*>(out + 0), gain, columns / 4);
  }

  void search()
  {
    const int vertices = number(1000, 4000), each = threads();
    const rows_of_elements graph = random_rows(vertices, number(3, 12));
    const array<int> starts(graph.starts), targets(graph.targets);
    std::vector<int> unknown(static_cast<std::size_t>(vertices), -1);
    unknown[static_cast<std::size_t>(number(0, vertices - 1))] = 0;
    const array<int> levels(unknown), found(zeros<int>(1)), next(zeros<int>(vertices)), next_size(zeros<int>(1));
    for (int level = 1; level <= 6; ++level)
      launch("search_top_down", level, blocks(vertices, each), each, 0, search_top_down, starts, targets, levels,
             vertices, level, found);
    std::vector<int> first = levels.values(), reached;
    for (int v = 0; v < vertices; ++v) {
      if (first[v] == 3) reached.push_back(v);
      if (first[v] > 3) first[v] = -1;
    }
    const int size = static_cast<int>(reached.size());
    const array<int> frontier(reached), before(first), after(first), again(first);
    launch("search_bottom_up", vertices, blocks(vertices, each), each, 0, search_bottom_up, starts, targets, before,
           after, vertices, 4);
    if (size > 0)
      launch("search_frontier", size, blocks(size, each), each, 0, search_frontier, starts, targets, again, frontier,
             size, 4, next, next_size);
  }

  void move_particles()
  {
    const int size = number(1000, 6000), each = any_threads();
    std::vector<particle> list(static_cast<std::size_t>(size));
    for (particle& p : list) p = {1, 2, 3, 4, 5, 6, number(0, 3)};
    const array<particle> structures(list);
    std::vector<int> kinds;
    for (const particle& p : list) kinds.push_back(p.kind);
    const array<float> x(ones(size)), y(ones(size)), z(ones(size)), vx(ones(size)), vy(ones(size)), vz(ones(size));
    const array<int> kind(kinds);
    launch("move_structures", size, blocks(size, each), each, 0, move_structures, structures, size, 0.5f);
    launch("move_arrays", size, blocks(size, each), each, 0, move_arrays, particles{x, y, z, vx, vy, vz, kind}, size,
           0.5f);
  }

  void change_vectors()
  {
    const int size = number(1000, 6000), each = any_threads(), width = number(20, 200), grid = number(2, 20);
    const array<float4> x(zeros<float4>(size)), y(zeros<float4>(size));
    const array<double2> z(zeros<double2>(size)), by(zeros<double2>(size));
    launch("saxpy_vectors", size, grid, each, 0, saxpy_vectors, 2.0f, x, y, size);
    launch("scale_complex", size, blocks(size, each), each, 0, scale_complex, z, by, width, size);
    const int height = size / width;
    const array<unsigned char> rgb(zeros<unsigned char>(3 * size)), grey(zeros<unsigned char>(size));
    const array<uchar4> pixels(zeros<uchar4>(size));
    launch("grey_from_bytes", width, dim3(blocks(width, 16), blocks(height, 16)), dim3(16, 16), 0, grey_from_bytes, rgb,
           grey, width, height);
    launch("grey_from_vectors", size, blocks(size, each), each, 0, grey_from_vectors, pixels, grey, size);
    std::vector<long long> order(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) order[static_cast<std::size_t>(i)] = i;
    for (int i = size - 1; i > 0; --i)
      std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(number(0, i))]);
    const array<long long> places(order);
    const array<double> from(zeros<double>(size)), to(zeros<double>(size));
    launch("permute", size, blocks(size, each), each, 0, permute, places, from, to, size);
  }

  void convolve()
  {
    const int size = number(2000, 8000), each = any_threads(), width = number(30, 120), height = number(20, 60);
    const std::vector<float> weights = ones(2 * MASK_RADIUS + 1);
    cudaMemcpyToSymbol(mask, weights.data(), weights.size() * sizeof(float));
    const array<float> in(floats(size)), out(zeros<float>(size));
    launch("convolve_line", size, blocks(size, each), each, 0, convolve_line, in, out, size);
    launch("convolve_line_tiled", size, blocks(size, each), each,
           static_cast<std::size_t>(each + 2 * MASK_RADIUS) * sizeof(float), convolve_line_tiled, in, out, size);
    const array<unsigned char> picture(zeros<unsigned char>(width * height)),
        blurred(zeros<unsigned char>(width * height));
    launch("blur", width, dim3(blocks(width, 16), blocks(height, 16)), dim3(16, 16), 0, blur, picture, blurred, width,
           height, number(1, 3));
  }

  void sort()
  {
    const int each = one_of({32, 64, 128, 256}), grid = number(4, 20);
    const array<int> values(integers(2 * each * grid, 10000));
    launch("sort_blocks", each, grid, each, 2 * static_cast<std::size_t>(each) * sizeof(int), sort_blocks, values);
    std::vector<unsigned> keys;
    for (const int n : integers(each * grid, 1000)) keys.push_back(static_cast<unsigned>(n));
    const array<unsigned> in(keys), out(keys);
    const array<int> evens(zeros<int>(grid));
    launch("split_by_bit", each * grid, grid, each, 0, split_by_bit, in, out, evens, number(0, 3));
  }

  Place& place_;
  std::mt19937 generator_;
};

/// Runs every kernel for a number of rounds; the arguments of main are the seed and the rounds.
template <class Place>
int run_plain_cases(Place& place, int arguments, char** argument)
{
  const unsigned seed = arguments > 1 ? static_cast<unsigned>(std::stoul(argument[1])) : 1;
  const int rounds = arguments > 2 ? std::stoi(argument[2]) : 1;
  for (int round = 0; round < rounds; ++round)
    plain_cases<Place>(place, seed + 1000003u * static_cast<unsigned>(round)).run_all();
  return cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess ? 0 : 1;
}

}  // namespace verify
