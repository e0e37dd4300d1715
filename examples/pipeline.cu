// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program pipeline: gridfold in a CUDA program with its own buffers, stream and kernels, captured into a CUDA
/// graph. Ions move on circles; each frame computes the potential on a plane above them and its largest value, and
/// paints the plane. The program replays the graph and checks that it contains only kernels (the library neither
/// allocates, copies nor synchronises) and that the last frame is correct.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/tune/device_timer.cuh>
#include <vector>

namespace
{

// [folds]
namespace gf = gridfold;
// [folds]

constexpr int ions = 256, side = 512, points = side * side, frames = 1000;
constexpr gf::lattice plane{.origin = {-side / 8., -side / 8., 4}, .spacing = 0.25, .shape = {side, side, 1}};

// [folds]
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<8, 4>, gf::read_only, gf::block<16, 8>>;
using fold_maximum = gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::block<256>>;
// [folds]

/// Device memory that the program allocates itself.
template <class T>
struct buffer {
  T* data = nullptr;
  explicit buffer(std::size_t size) { gf::cuda_check(cudaMalloc(&data, size * sizeof(T)), "allocating a buffer"); }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() { (void)cudaFree(data); }
};

/// A kernel of the program, launched before the library's calls: moves the ions on circles.
__global__ void move_ions(gf::atom* atoms, int* frame)
{
  const int n = static_cast<int>(threadIdx.x);
  const float angle = static_cast<float>(n) + static_cast<float>(*frame) * .001f, radius = .2f * static_cast<float>(n);
  atoms[n] = {radius * cosf(angle), radius * sinf(angle), 0, n % 2 == 0 ? 1.f : -1.f};
  __syncthreads();
  if (n == 0) ++*frame;
}

/// A kernel of the program, launched after the library's calls: paints the potential of the plane.
__global__ void paint(const float* potential, const float* largest, unsigned char* picture)
{
  const auto n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (n < points) picture[n] = static_cast<unsigned char>(127.5f + 127.5f * fmaxf(-1, potential[n] / *largest));
}

/// The work of a frame, enqueued on the program's stream.
class pipeline {
 public:
  explicit pipeline(cudaStream_t stream)
      : stream_(stream), scratch_(gf::make_reduce_scratch<fold_maximum, float, gf::maximum>(gf::device{stream}))
  {
    gf::cuda_check(cudaMemsetAsync(frame_.data, 0, sizeof(int), stream), "beginning with frame 0");
  }

  // [frame]
  void start_frame()
  {
    move_ions<<<1, ions, 0, stream_>>>(atoms_.data, frame_.data);

    const gf::device on{stream_};
    const cuda::std::span<const gf::atom> atoms(atoms_.data, ions);
    const cuda::std::span<const float> potential(potential_.data, points);
    gf::potential_map<fold>(on, atoms, plane, gf::view_of(potential_.data, plane.shape));
    gf::reduce<fold_maximum>(on, potential, cuda::std::span(largest_.data, 1), gf::maximum{}, scratch_);

    paint<<<points / 256, 256, 0, stream_>>>(potential_.data, largest_.data, picture_.data);
  }
  // [frame]

  /// The largest error of the frame's potential against a loop in float64, relative to the sum of magnitudes.
  [[nodiscard]] double worst_error() const
  {
    const std::vector<gf::atom> atoms = copy_of(atoms_.data, ions);
    const std::vector<float> potential = copy_of(potential_.data, points);
    double worst = 0;
    for (int n = 0; n < points; n += 97) {
      double sum = 0, magnitude = 0;
      for (const gf::atom& a : atoms) {
        const double x = plane.origin.x + n % side * plane.spacing.x, y = plane.origin.y + n / side * plane.spacing.y;
        const double term = a.charge / std::hypot(x - a.x, y - a.y, plane.origin.z - a.z);
        sum += term;
        magnitude += std::abs(term);
      }
      worst = std::fmax(worst, std::abs(static_cast<double>(potential[static_cast<std::size_t>(n)]) - sum) / magnitude);
    }
    return worst;
  }

  [[nodiscard]] bool largest_is_right() const
  {
    float largest = 0;
    for (const float value : copy_of(potential_.data, points)) largest = std::fmax(largest, value);
    return copy_of(largest_.data, 1)[0] == largest;
  }

 private:
  template <class T>
  std::vector<T> copy_of(const T* from, std::size_t size) const
  {
    std::vector<T> copy(size);
    gf::cuda_check(cudaMemcpyAsync(copy.data(), from, size * sizeof(T), cudaMemcpyDefault, stream_), "copying a frame");
    gf::cuda_check(cudaStreamSynchronize(stream_), "copying a frame");
    return copy;
  }

  cudaStream_t stream_;
  buffer<int> frame_{1};
  buffer<gf::atom> atoms_{ions};
  buffer<float> potential_{points}, largest_{1};
  buffer<unsigned char> picture_{points};
  gf::reduce_scratch<gf::device, float> scratch_;
};

/// A frame as a graph. A frame must have run before: CUDA loads a kernel at its first launch, which is not possible
/// during a capture.
// [capture]
cudaGraph_t captured(pipeline& work, cudaStream_t stream)
{
  cudaGraph_t graph{};
  gf::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "beginning a capture");
  work.start_frame();
  gf::cuda_check(cudaStreamEndCapture(stream, &graph), "ending a capture");
  return graph;
}
// [capture]

/// The number of nodes of a graph, and the number of kernels among them.
std::pair<std::size_t, std::size_t> nodes_of(cudaGraph_t graph)
{
  std::size_t count = 0, kernels = 0;
  gf::cuda_check(cudaGraphGetNodes(graph, nullptr, &count), "counting a graph's nodes");
  std::vector<cudaGraphNode_t> nodes(count);
  gf::cuda_check(cudaGraphGetNodes(graph, nodes.data(), &count), "listing a graph's nodes");
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type{};
    gf::cuda_check(cudaGraphNodeGetType(node, &type), "looking at a graph's node");
    kernels += type == cudaGraphNodeTypeKernel;
  }
  return {count, kernels};
}

bool run(cudaStream_t stream)
{
  pipeline work(stream);
  work.start_frame();
  gf::timer_of<gf::device> timer(gf::device{stream});
  const double launched = timer.seconds([&] {
    for (int n = 0; n < frames; ++n) work.start_frame();
  });

  const cudaGraph_t graph = captured(work, stream);
  cudaGraphExec_t instance{};
  gf::cuda_check(cudaGraphInstantiate(&instance, graph, 0), "making a graph");
  const double replayed = timer.seconds([&] {
    for (int n = 0; n < frames; ++n) gf::cuda_check(cudaGraphLaunch(instance, stream), "replaying a graph");
  });

  const auto [nodes, kernels] = nodes_of(graph);
  const double error = work.worst_error();
  (void)cudaGraphExecDestroy(instance);
  (void)cudaGraphDestroy(graph);
  std::printf("a frame: %zu nodes, %zu of them kernels; %.1f us launched, %.1f us replayed; error %.1e\n", nodes,
              kernels, launched * 1e6 / frames, replayed * 1e6 / frames, error);
  // Error bound in units of roundoff: 4 of the reciprocal square root, 1 of a product, 1 per addition, and 4 of
  // coordinates at distances over 4.
  return nodes == 4 && kernels == 4 && error < (5 + ions + 4) * 0x1p-24 && work.largest_is_right();
}

}  // namespace

int main()
{
  if (!gf::device_present()) {
    std::puts("skipped: no GPU that the CUDA runtime can use");
    return 77;
  }
  try {
    cudaStream_t stream{};
    gf::cuda_check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    const bool right = run(stream);
    gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
    std::puts(right ? "right" : "wrong");
    return right ? 0 : 1;
  } catch (const gf::error& e) {
    std::fprintf(stderr, "pipeline: %s\n", e.what());
    return 1;
  }
}
