// cuda::atomic_ref, cuda::barrier and cuda::pipeline.

#include "copy_note.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using test::each;
using test::runSource;

namespace {

const std::string kNote =
    "note: this waits for the whole block; what the barrier itself keeps in shared memory is not counted\n";

} // namespace

TEST(CudaNames, AtomicRef) {
  const std::string counter = "__shared__ int s; if (i == 0) s = 100; __syncthreads(); "
                              "cuda::atomic_ref<int, cuda::thread_scope_block> ref(s); ";
  const auto after = [&](const std::string& body) {
    return test::results<int>("int", counter + body + " __syncthreads(); r = s;")[0];
  };
  EXPECT_EQ(after("ref.fetch_add(2, cuda::memory_order_relaxed);"), 164);
  EXPECT_EQ(after("ref.fetch_sub(1, cuda::std::memory_order_relaxed);"), 68);
  EXPECT_EQ(after("ref.fetch_max(i * 10);"), 310);
  EXPECT_EQ(after("ref.fetch_or(1 << (i % 2));"), 103);
  EXPECT_EQ(after("ref++; ++ref; ref += 3;"), 260);
  EXPECT_EQ(after("if (i == 3) ref.store(5);"), 5);
  EXPECT_EQ(after("int seen = 100; if (i == 3) ref.compare_exchange_strong(seen, 7);"), 7);
  EXPECT_EQ(test::results<int>("int", counter + "r = ref.fetch_add(1) * 0 + ref.load();")[5], 132);
  const test::Ran ran =
      runSource("#include <cuda/atomic>\n__global__ void k(int* out) {\n"
                "  __shared__ int s[32];\n  s[threadIdx.x] = 0;\n"
                "  cuda::atomic_ref<int, cuda::thread_scope_block> ref(s[threadIdx.x % 8]);\n"
                "  out[threadIdx.x] = ref.fetch_add(1);\n}\n// launch: k<<<1, 32>>>(out)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_EQ(ran.atomics("ref.fetch_add(1)").requests, 1u);
  EXPECT_EQ(ran.values<int>("out", 32)[31], 3);
}

TEST(CudaNames, Atomic) {
  EXPECT_EQ(test::results<int>("int",
                               "__shared__ cuda::atomic<int, cuda::thread_scope_block> s; "
                               "if (i == 0) s.store(0); __syncthreads(); s.fetch_add(i); __syncthreads(); "
                               "r = s.load();")[0],
            496);
}

TEST(CudaNames, Barrier) {
  const auto made = [](const std::string& wait) {
    return runSource("#include <cuda/barrier>\n#include <cooperative_groups.h>\n"
                     "namespace cg = cooperative_groups;\n__global__ void k(int* out) {\n"
                     "  __shared__ cuda::barrier<cuda::thread_scope_block> bar;\n  __shared__ int s[64];\n"
                     "  auto block = cg::this_thread_block();\n  const int i = block.thread_rank();\n"
                     "  if (i == 0) init(&bar, block.size());\n  block.sync();\n  " +
                     wait + "\n  out[i] = s[63 - i];\n}\n// launch: k<<<1, 64>>>(out)\n");
  };
  const test::Ran ran = made("s[i] = i; bar.arrive_and_wait();");
  EXPECT_EQ(ran.messages(), "11:13: " + kNote);
  EXPECT_EQ(ran.values<int>("out", 64), each<int>(64, [](int i) { return 63 - i; }));
  EXPECT_EQ(made("s[i] = i; auto token = bar.arrive(); bar.wait(std::move(token));").values<int>("out", 64),
            each<int>(64, [](int i) { return 63 - i; }));
  EXPECT_EQ(made("cuda::memcpy_async(block, s, out, sizeof(int) * 64, bar); bar.arrive_and_wait();")
                .values<int>("out", 64),
            each<int>(64, [](int i) { return 63 - i; }));
}

TEST(CudaNames, Pipeline) {
  const test::Ran ran = runSource(
      "#include <cuda/pipeline>\n#include <cooperative_groups.h>\n__global__ void k(int* out, const int* in) "
      "{\n"
      "  __shared__ int s[2][64];\n"
      "  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;\n"
      "  auto block = cooperative_groups::this_thread_block();\n"
      "  auto pipe = cuda::make_pipeline(block, &state);\n"
      "  const int i = threadIdx.x;\n  int sum = 0;\n"
      "  pipe.producer_acquire();\n"
      "  cuda::memcpy_async(block, s[0], in, 256, pipe);\n  pipe.producer_commit();\n"
      "  for (int step = 1; step <= 4; ++step) {\n    if (step < 4) {\n      pipe.producer_acquire();\n"
      "      cuda::memcpy_async(block, s[step % 2], in + 64 * step, 256, pipe);\n"
      "      pipe.producer_commit();\n    }\n"
      "    pipe.consumer_wait();\n    sum += s[(step - 1) % 2][63 - i];\n    pipe.consumer_release();\n  }\n"
      "  out[i] = sum;\n}\n// launch: k<<<1, 64>>>(out, in)\n");
  EXPECT_EQ(ran.values<int>("out", 64), each<int>(64, [](int i) { return 4 * (63 - i) + 64 * 6; }));
  EXPECT_EQ(test::besidesCopies(ran), "10:3: " + kNote);
  // Of one thread: nothing is waited for.
  const test::Ran alone =
      runSource("#include <cuda/pipeline>\n__global__ void k(int* out, const int* in) {\n"
                "  __shared__ int s[32];\n  auto pipe = cuda::make_pipeline();\n  pipe.producer_acquire();\n"
                "  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);\n"
                "  pipe.producer_commit();\n  cuda::pipeline_consumer_wait_prior<0>(pipe);\n"
                "  out[threadIdx.x] = s[threadIdx.x];\n}\n// launch: k<<<1, 32>>>(out, in)\n");
  EXPECT_EQ(test::besidesCopies(alone), "");
  EXPECT_EQ(alone.values<int>("out", 32), each<int>(32, [](int i) { return i; }));
}
