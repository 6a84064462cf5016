// cuda::atomic_ref and cuda::atomic, and what std calls so (libcu++, <cuda/atomic>). Memory orders say nothing here: a
// block's warps run one after the other.
// Included as: cuda/atomic, cuda/std/atomic
// Taken in for: atomic_ref, memory_order_relaxed, memory_order, thread_scope_block, thread_scope_device, thread_scope_system
namespace std {

enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};

} // namespace std

namespace cuda {

namespace std = ::std;
using std::memory_order;

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace details {

template <typename T>
class AtomicPlace {
public:
  __device__ explicit AtomicPlace(T* place) : place_(place) {}

  __device__ T load(memory_order = std::memory_order_seq_cst) const { return *place_; }
  __device__ void store(T value, memory_order = std::memory_order_seq_cst) const { *place_ = value; }
  __device__ operator T() const { return *place_; }
  __device__ T exchange(T value, memory_order = std::memory_order_seq_cst) const { return atomicExch(place_, value); }
  __device__ bool compare_exchange_strong(T& expected, T desired, memory_order = std::memory_order_seq_cst,
                                          memory_order = std::memory_order_seq_cst) const {
    const T old = atomicCAS(place_, expected, desired);
    const bool same = old == expected;
    expected = old;
    return same;
  }
  __device__ bool compare_exchange_weak(T& expected, T desired, memory_order = std::memory_order_seq_cst,
                                        memory_order = std::memory_order_seq_cst) const {
    return compare_exchange_strong(expected, desired);
  }
  __device__ T fetch_add(T value, memory_order = std::memory_order_seq_cst) const { return atomicAdd(place_, value); }
  __device__ T fetch_sub(T value, memory_order = std::memory_order_seq_cst) const {
    return atomicAdd(place_, static_cast<T>(-value));
  }
  __device__ T fetch_and(T value, memory_order = std::memory_order_seq_cst) const { return atomicAnd(place_, value); }
  __device__ T fetch_or(T value, memory_order = std::memory_order_seq_cst) const { return atomicOr(place_, value); }
  __device__ T fetch_xor(T value, memory_order = std::memory_order_seq_cst) const { return atomicXor(place_, value); }
  __device__ T fetch_min(T value, memory_order = std::memory_order_seq_cst) const { return atomicMin(place_, value); }
  __device__ T fetch_max(T value, memory_order = std::memory_order_seq_cst) const { return atomicMax(place_, value); }
  __device__ T operator++() const { return atomicAdd(place_, static_cast<T>(1)) + 1; }
  __device__ T operator++(int) const { return atomicAdd(place_, static_cast<T>(1)); }
  __device__ T operator--() const { return atomicAdd(place_, static_cast<T>(-1)) - 1; }
  __device__ T operator--(int) const { return atomicAdd(place_, static_cast<T>(-1)); }
  __device__ T operator+=(T value) const { return atomicAdd(place_, value) + value; }
  __device__ T operator-=(T value) const { return atomicAdd(place_, static_cast<T>(-value)) - value; }
  __device__ T operator=(T value) const {
    *place_ = value;
    return value;
  }

private:
  T* place_;
};

} // namespace details

template <typename T, thread_scope Scope = thread_scope_system>
class atomic_ref : public details::AtomicPlace<T> {
public:
  using value_type = T;
  __device__ explicit atomic_ref(T& place) : details::AtomicPlace<T>(&place) {}
};

// An atomic object: what stands in front of its operations is a reference to itself.
template <typename T, thread_scope Scope = thread_scope_system>
class atomic {
public:
  using value_type = T;
  atomic() = default;
  __device__ constexpr atomic(T value) : value_(value) {}

  __device__ T load(memory_order order = std::memory_order_seq_cst) { return place().load(order); }
  __device__ void store(T value, memory_order order = std::memory_order_seq_cst) { place().store(value, order); }
  __device__ operator T() { return value_; }
  __device__ T exchange(T value, memory_order order = std::memory_order_seq_cst) { return place().exchange(value); }
  __device__ bool compare_exchange_strong(T& expected, T desired, memory_order = std::memory_order_seq_cst,
                                          memory_order = std::memory_order_seq_cst) {
    return place().compare_exchange_strong(expected, desired);
  }
  __device__ bool compare_exchange_weak(T& expected, T desired, memory_order = std::memory_order_seq_cst,
                                        memory_order = std::memory_order_seq_cst) {
    return place().compare_exchange_strong(expected, desired);
  }
  __device__ T fetch_add(T value, memory_order = std::memory_order_seq_cst) { return place().fetch_add(value); }
  __device__ T fetch_sub(T value, memory_order = std::memory_order_seq_cst) { return place().fetch_sub(value); }
  __device__ T fetch_and(T value, memory_order = std::memory_order_seq_cst) { return place().fetch_and(value); }
  __device__ T fetch_or(T value, memory_order = std::memory_order_seq_cst) { return place().fetch_or(value); }
  __device__ T fetch_xor(T value, memory_order = std::memory_order_seq_cst) { return place().fetch_xor(value); }
  __device__ T fetch_min(T value, memory_order = std::memory_order_seq_cst) { return place().fetch_min(value); }
  __device__ T fetch_max(T value, memory_order = std::memory_order_seq_cst) { return place().fetch_max(value); }
  __device__ T operator++() { return ++place(); }
  __device__ T operator++(int) { return place()++; }
  __device__ T operator+=(T value) { return place() += value; }
  __device__ T operator-=(T value) { return place() -= value; }
  __device__ T operator=(T value) {
    value_ = value;
    return value;
  }

private:
  __device__ details::AtomicPlace<T> place() { return details::AtomicPlace<T>(&value_); }
  T value_;
};

} // namespace cuda
