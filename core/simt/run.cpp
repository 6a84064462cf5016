#include "simt/run.hpp"

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::simt {

using namespace lang;

namespace {

/// Where several such arrays lie one after the other, each begins at bank 0.
constexpr uint32_t kImplicitAlign = 128;

uint32_t alignUp(uint64_t n, uint32_t to) { return static_cast<uint32_t>((n + to - 1) / to * to); }

bool hasNoExtent(const Variable& variable) {
  return variable.implicit && variable.type->is(TypeKind::Array) && variable.type->count == Type::kUnbounded;
}

SharedLayout layoutOf(const Launch& launch) {
  SharedLayout layout;
  const uint64_t fixed = launch.kernel.staticBytes;
  uint64_t end = fixed;
  for (const lang::SharedObject& object : launch.kernel.shared) {
    if (hasNoExtent(*object.variable)) continue;
    const bool dynamic = object.variable->storage == Storage::DynamicShared;
    uint64_t size = dynamic ? launch.dynamicSharedBytes : object.variable->type->size();
    layout.objects.push_back(
        {object.variable, static_cast<uint32_t>(object.offset), static_cast<uint32_t>(size), 0, false});
    end = std::max(end, object.offset + size);
  }
  layout.bytes = static_cast<uint32_t>(std::max(end, fixed + launch.dynamicSharedBytes));
  uint32_t at = layout.bytes ? alignUp(layout.bytes, kImplicitAlign) : 0;
  for (const lang::SharedObject& object : launch.kernel.shared) {
    if (!hasNoExtent(*object.variable)) continue;
    layout.objects.push_back({object.variable, at, 0, kImplicitLimit, true});
    at += kImplicitLimit;
  }
  return layout;
}

size_t growing(const SharedLayout& layout) {
  return static_cast<size_t>(std::count_if(layout.objects.begin(), layout.objects.end(),
                                           [](const simt::SharedObject& object) { return object.grows; }));
}

/// With the extents that a first run found: one array after the other.
void placeImplicit(SharedLayout& layout) {
  uint32_t at = layout.bytes ? alignUp(layout.bytes, kImplicitAlign) : 0;
  for (simt::SharedObject& object : layout.objects) {
    if (!object.grows) continue;
    object.offset = at;
    object.limit = object.size;
    at = alignUp(uint64_t{at} + object.size, kImplicitAlign);
  }
}

uint64_t usedBytes(const SharedLayout& layout) {
  uint64_t end = layout.bytes;
  for (const simt::SharedObject& object : layout.objects)
    if (object.grows) end = std::max(end, uint64_t{object.offset} + object.size);
  return end;
}

/// A slice: so that a warp that waits for another's write lets it come to that.
constexpr uint64_t kSlice = 1u << 18;

void runBlock(Executor& executor, const Launch& launch, uint32_t lanes, Dim3 index,
              std::vector<Warp>& warps) {
  const uint64_t threads = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const auto count = static_cast<uint32_t>((threads + lanes - 1) / lanes);
  executor.beginBlock(index);
  warps.resize(count);
  for (uint32_t w = 0; w < count; ++w) {
    const uint64_t present = std::min<uint64_t>(lanes, threads - uint64_t{w} * lanes);
    executor.start(warps[w], w, allLanes(static_cast<uint32_t>(present)));
  }
  for (;;) {
    bool ready = false, waiting = false;
    for (Warp& warp : warps) {
      if (warp.state == WarpState::Ready) executor.run(warp, kSlice);
      if (executor.stopped()) {
        executor.settleUnwritten();
        return;
      }
      ready = ready || warp.state == WarpState::Ready;
      waiting = waiting || warp.state == WarpState::AtBarrier;
    }
    if (ready) continue;
    if (!waiting) break;
    executor.release(warps);
  }
  executor.settleUnwritten();
}

void runOnce(const Program& program, const Launch& launch, uint32_t lanes, const RunOptions& options,
             Listener* listener, SharedLayout& layout, RunResult& result) {
  Code code = lower(program, launch, layout, lanes);
  result.sites = code.sites;
  result.diagnostics = code.diagnostics;
  if (code.hasErrors()) {
    result.truncated = true;
    return;
  }
  Executor executor(program, launch, code, layout, options, listener);
  executor.shared().configure(static_cast<uint32_t>(usedBytes(layout)), code.subWordShared,
                              listener != nullptr);
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  std::vector<Warp> warps;
  const bool isListed = !options.blockList.empty();
  const uint64_t count = isListed ? options.blockList.size() : std::min(blocks, options.blocks);
  for (uint64_t i = 0; i < count && !executor.stopped(); ++i) {
    const uint64_t b = isListed ? options.blockList[i] : i;
    if (b >= blocks) continue;
    const Dim3 index{static_cast<uint32_t>(b % launch.grid.x),
                     static_cast<uint32_t>(b / launch.grid.x % launch.grid.y),
                     static_cast<uint32_t>(b / launch.grid.x / launch.grid.y)};
    runBlock(executor, launch, lanes, index, warps);
    ++result.blocksRun;
    result.warpsRun += warps.size();
  }
  result.steps = executor.steps();
  result.arithmetic = executor.arithmetic();
  result.branches = code.branches;
  result.sharedBytes = usedBytes(layout);
  result.objects.clear();
  for (const simt::SharedObject& object : layout.objects)
    result.objects.push_back({object.variable, object.offset, object.size});
  result.truncated = executor.stopped();
  const auto& formula = executor.global().diagnostics();
  result.diagnostics.insert(result.diagnostics.end(), formula.begin(), formula.end());
  const auto& found = executor.findings().all();
  result.diagnostics.insert(result.diagnostics.end(), found.begin(), found.end());
  if (options.keepBuffers) {
    result.buffers = executor.global().contents(options.onlyChanged);
    result.globals = executor.global().globals();
  }
}

} // namespace

bool BufferContents::read(uint64_t offset, void* out, size_t size) const {
  auto* to = static_cast<std::byte*>(out);
  for (size_t i = 0; i < size; ++i) {
    const auto after = std::upper_bound(pages.begin(), pages.end(), offset + i,
                                        [](uint64_t at, const Page& page) { return at < page.offset; });
    if (after == pages.begin()) return false;
    const Page& page = *std::prev(after);
    if (offset + i - page.offset >= page.bytes.size()) return false;
    to[i] = page.bytes[offset + i - page.offset];
  }
  return true;
}

RunResult run(const Program& program, const Launch& launch, const bank::Machine& machine,
              const RunOptions& options, Listener& listener) {
  RunResult result;
  const uint64_t threads = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const auto refuse = [&](std::string message) {
    result.diagnostics.push_back({Severity::Error, launch.range, std::move(message), {}});
    result.truncated = true;
    return result;
  };
  if (!launch.kernel.function) return refuse("the launch names no kernel; launch one of the file's");
  if (threads == 0 || blocks == 0)
    return refuse("the launch has no threads: every dimension must be at least 1");
  if (threads > 1024)
    return refuse(
        say("a block of ", std::to_string(threads), " threads is more than the 1024 that a GPU runs"));
  constexpr uint64_t kMaxShared = 1u << 20;
  if (launch.dynamicSharedBytes > kMaxShared || launch.kernel.staticBytes > kMaxShared)
    return refuse("a block's shared memory is modelled up to 1 MB; no GPU has more");

  SharedLayout layout = layoutOf(launch);
  if (growing(layout) > 1) {
    // Arrays whose extent only use tells: a silent first run finds it, the second is the one that is seen.
    RunResult ignored;
    runOnce(program, launch, machine.lanes, options, nullptr, layout, ignored);
    placeImplicit(layout);
  }
  runOnce(program, launch, machine.lanes, options, &listener, layout, result);
  return result;
}

} // namespace banklab::simt
