// Sparse matrix times vector, CSR, by merge path: rows' ends and nonzeros are two lists; every thread takes an equal
// share of the path through them, whatever the rows' lengths.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>

template <typename Index, typename Value>
struct CsrView {
  Index rows;
  Index nonzeros;
  const Index *row_end;
  const Index *column;
  const Value *value;
};

struct Coordinate {
  int row, item;
};

template <int BLOCK_THREADS_, int ITEMS_PER_THREAD_>
struct SpmvPolicy {
  enum {
    BLOCK_THREADS = BLOCK_THREADS_,
    ITEMS_PER_THREAD = ITEMS_PER_THREAD_,
    TILE_ITEMS = BLOCK_THREADS * ITEMS_PER_THREAD,
  };
};

template <typename RowEnds>
__device__ __forceinline__ Coordinate merge_path_search(int diagonal, RowEnds ends, int rows, int items, int base) {
  int low = max(diagonal - items, 0);
  int high = min(diagonal, rows);
  while (low < high) {
    const int pivot = (low + high) >> 1;
    if (ends[pivot] - base <= diagonal - pivot - 1)
      low = pivot + 1;
    else
      high = pivot;
  }
  return {min(low, rows), diagonal - low};
}

template <typename Policy, typename Index, typename Value>
struct AgentSpmv {
  struct _TempStorage {
    Coordinate corners[2];
    Index row_end[Policy::TILE_ITEMS + 1];
    Value product[Policy::TILE_ITEMS + 1];
    Value carry_value[Policy::BLOCK_THREADS];
    int carry_row[Policy::BLOCK_THREADS];
  };
  struct TempStorage : _TempStorage {};

  TempStorage &temp;
  const CsrView<Index, Value> &a;
  const Value *x;
  Value *y;

  __device__ __forceinline__ AgentSpmv(TempStorage &temp, const CsrView<Index, Value> &a, const Value *x, Value *y)
      : temp(temp), a(a), x(x), y(y) {}

  __device__ __forceinline__ void consume_tile(int tile) {
    const int total = a.rows + a.nonzeros;
    if (threadIdx.x < 2) {
      const int diagonal = min((tile + int(threadIdx.x)) * int(Policy::TILE_ITEMS), total);
      temp.corners[threadIdx.x] = merge_path_search(diagonal, a.row_end, int(a.rows), int(a.nonzeros), 0);
    }
    __syncthreads();
    const Coordinate begin = temp.corners[0], end = temp.corners[1];
    const int tile_rows = end.row - begin.row;
    const int tile_items = end.item - begin.item;

    for (int i = threadIdx.x; i <= tile_rows; i += Policy::BLOCK_THREADS)
      temp.row_end[i] = begin.row + i < a.rows ? a.row_end[begin.row + i] : a.nonzeros;
    for (int i = threadIdx.x; i < tile_items; i += Policy::BLOCK_THREADS) {
      const Index at = begin.item + i;
      temp.product[i] = a.value[at] * __ldg(&x[a.column[at]]);
    }
    __syncthreads();

    const int diagonal = min(int(threadIdx.x) * int(Policy::ITEMS_PER_THREAD), tile_rows + tile_items);
    Coordinate at = merge_path_search(diagonal, temp.row_end, tile_rows, tile_items, begin.item);
    Value sum = Value();
    #pragma unroll
    for (int step = 0; step < Policy::ITEMS_PER_THREAD; ++step) {
      if (diagonal + step >= tile_rows + tile_items) break;
      if (at.item < temp.row_end[at.row] - begin.item) {
        sum += temp.product[at.item++];
      } else {
        atomicAdd(y + begin.row + at.row, sum);
        sum = Value();
        ++at.row;
      }
    }
    temp.carry_value[threadIdx.x] = sum;
    temp.carry_row[threadIdx.x] = begin.row + at.row;
    __syncthreads();

    // Neighbours that stopped in the same row add their rests together first.
    for (int stride = 1; stride < Policy::BLOCK_THREADS; stride *= 2) {
      Value other = Value();
      const int from = threadIdx.x - stride;
      const bool same = from >= 0 && temp.carry_row[from] == temp.carry_row[threadIdx.x];
      if (same) other = temp.carry_value[from];
      __syncthreads();
      if (same) temp.carry_value[threadIdx.x] += other;
      __syncthreads();
    }
    const bool last = threadIdx.x == Policy::BLOCK_THREADS - 1 ||
                      temp.carry_row[threadIdx.x + 1] != temp.carry_row[threadIdx.x];
    if (last && temp.carry_row[threadIdx.x] < a.rows)
      atomicAdd(&y[temp.carry_row[threadIdx.x]], temp.carry_value[threadIdx.x]);
  }
};

template <typename Policy, typename Index, typename Value>
__launch_bounds__(int(Policy::BLOCK_THREADS)) __global__
    void spmv_kernel(CsrView<Index, Value> a, const Value *x, Value *y) {
  using Agent = AgentSpmv<Policy, Index, Value>;
  __shared__ typename Agent::TempStorage temp_storage;
  Agent(temp_storage, a, x, y).consume_tile(blockIdx.x);
}

template <typename Policy = SpmvPolicy<128, 7>, typename Index, typename Value>
cudaError_t spmv(const CsrView<Index, Value> &a, const Value *x, Value *y, cudaStream_t stream = 0) {
  cudaError_t error = cudaMemsetAsync(y, 0, sizeof(Value) * a.rows, stream);
  if (error != cudaSuccess) return error;
  const int items = a.rows + a.nonzeros;
  const int tiles = (items + Policy::TILE_ITEMS - 1) / Policy::TILE_ITEMS;
  spmv_kernel<Policy><<<tiles, Policy::BLOCK_THREADS, 0, stream>>>(a, x, y);
  return cudaPeekAtLastError();
}

int main() {
  const int rows = 1000, per_row = 9;
  thrust::host_vector<int> ends(rows), columns;
  thrust::host_vector<float> values;
  for (int r = 0; r < rows; ++r) {
    for (int k = 0; k < (r * 37) % (2 * per_row); ++k) {
      columns.push_back((r * 31 + k * 17) % rows);
      values.push_back(1.0f / (1 + k));
    }
    ends[r] = static_cast<int>(columns.size());
  }
  thrust::device_vector<int> d_ends = ends, d_columns = columns;
  thrust::device_vector<float> d_values = values, x(rows, 1.f), y(rows);
  CsrView<int, float> a{rows, static_cast<int>(columns.size()), thrust::raw_pointer_cast(d_ends.data()),
                        thrust::raw_pointer_cast(d_columns.data()), thrust::raw_pointer_cast(d_values.data())};
  const auto error = spmv(a, thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()));
  std::printf("%s, y[1] = %f\n", cudaGetErrorString(error), float(y[1]));
  return 0;
}
