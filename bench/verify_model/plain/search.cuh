// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Breadth-first search in a graph by rows: edges of vertex v lead to targets[starts[v]] up to targets[starts[v + 1] -
// 1]. Levels of vertices that are not reached are -1.
#pragma once

// Each thread tests whether its vertex was reached in the last step.
__global__ void search_top_down(const int* starts, const int* targets, int* levels, int vertices, int level, int* found)
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || levels[v] != level - 1) return;
  for (int e = starts[v]; e < starts[v + 1]; ++e)
    if (atomicCAS(&levels[targets[e]], -1, level) == -1) *found = 1;
}

// A thread per vertex of the frontier; found vertices go to a queue in shared memory, then to one in global memory.
__global__ void search_frontier(const int* starts, const int* targets, int* levels, const int* frontier, int size,
                                int level, int* next, int* next_size)
{
  __shared__ int queue[256];
  __shared__ int queued, first;
  if (threadIdx.x == 0) queued = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {
    const int v = frontier[i];
    for (int e = starts[v]; e < starts[v + 1]; ++e) {
      const int target = targets[e];
      if (atomicCAS(&levels[target], -1, level) != -1) continue;
      const int place = atomicAdd(&queued, 1);
      if (place < 256) {
        queue[place] = target;
      } else {
        next[atomicAdd(next_size, 1)] = target;
      }
    }
  }
  __syncthreads();
  if (queued > 256 && threadIdx.x == 0) queued = 256;
  __syncthreads();
  if (threadIdx.x == 0) first = atomicAdd(next_size, queued);
  __syncthreads();
  for (int place = threadIdx.x; place < queued; place += blockDim.x) next[first + place] = queue[place];
}

// Each unreached vertex searches for a reached neighbour.
__global__ void search_bottom_up(const int* starts, const int* targets, const int* before, int* levels, int vertices,
                                 int level)
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || before[v] != -1) return;
  for (int e = starts[v]; e < starts[v + 1]; ++e)
    if (before[targets[e]] == level - 1) {
      levels[v] = level;
      break;
    }
}
