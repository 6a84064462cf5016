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

} // namespace

/// One time through a launch, warp by warp.
class Sweep {
public:
  Sweep(const Program& program, const Launch& launch, uint32_t lanes, const RunOptions& options,
        Listener* listener, SharedLayout& layout)
      : launch_(launch), lanes_(lanes), options_(options), layout_(layout),
        code_(lower(program, launch, layout, lanes)) {
    if (code_.hasErrors()) return;
    executor_ = std::make_unique<Executor>(program, launch, code_, layout, options, listener);
    executor_->shared().configure(static_cast<uint32_t>(usedBytes(layout)), code_.subWordShared,
                                  listener != nullptr);
    blocks_ = blocksToRun(launch, options);
  }

  bool step() {
    if (isOver()) return false;
    if (!isInBlock_ && !beginBlock()) return true;
    Warp& warp = warps_[next_];
    if (warp.state == WarpState::Ready) executor_->run(warp, kSlice);
    if (executor_->stopped()) {
      endBlock();
      return false;
    }
    isReady_ = isReady_ || warp.state == WarpState::Ready;
    isWaiting_ = isWaiting_ || warp.state == WarpState::AtBarrier;
    if (++next_ < warps_.size()) return true;
    if (!isReady_ && !isWaiting_) endBlock();
    if (!isReady_ && isWaiting_) executor_->release(warps_);
    beginRound();
    return true;
  }

  bool isOver() const { return !executor_ || executor_->stopped() || (!isInBlock_ && block_ >= blocks_); }
  uint64_t blocksRun() const { return blocksRun_; }
  uint64_t steps() const { return executor_ ? executor_->steps() : 0; }

  void finish(RunResult& result) {
    result.sites = code_.sites;
    result.diagnostics = code_.diagnostics;
    result.truncated = !executor_ || executor_->stopped() || !isOver();
    if (!executor_) return;
    result.blocksRun = blocksRun_;
    result.warpsRun = warpsRun_;
    result.steps = executor_->steps();
    result.arithmetic = executor_->arithmetic();
    result.branches = code_.branches;
    result.sharedBytes = usedBytes(layout_);
    result.objects.clear();
    for (const simt::SharedObject& object : layout_.objects)
      result.objects.push_back({object.variable, object.offset, object.size});
    const auto add = [&result](const std::vector<Diagnostic>& more) {
      result.diagnostics.insert(result.diagnostics.end(), more.begin(), more.end());
    };
    add(executor_->global().diagnostics());
    add(executor_->findings().all());
    if (!isOver())
      add({{Severity::Note,
            launch_.range,
            say("the run was ended after ", std::to_string(blocksRun_), " of ", std::to_string(blocks_),
                " blocks: the counts are of what ran until then"),
            {}}});
    if (options_.keepBuffers) {
      result.buffers = executor_->global().contents(options_.onlyChanged);
      result.globals = executor_->global().globals();
    }
  }

private:
  /// Of the next block that the launch has; false: the list names one that it has not.
  bool beginBlock() {
    const uint64_t b = options_.blockList.empty() ? block_ : options_.blockList[block_];
    ++block_;
    const Dim3 grid = launch_.grid, size = launch_.block;
    if (b >= uint64_t{grid.x} * grid.y * grid.z) return false;
    const uint64_t threads = uint64_t{size.x} * size.y * size.z;
    const auto count = static_cast<uint32_t>((threads + lanes_ - 1) / lanes_);
    executor_->beginBlock({static_cast<uint32_t>(b % grid.x), static_cast<uint32_t>(b / grid.x % grid.y),
                           static_cast<uint32_t>(b / grid.x / grid.y)});
    warps_.resize(count);
    for (uint32_t w = 0; w < count; ++w) {
      const uint64_t present = std::min<uint64_t>(lanes_, threads - uint64_t{w} * lanes_);
      executor_->start(warps_[w], w, allLanes(static_cast<uint32_t>(present)));
    }
    isInBlock_ = true;
    beginRound();
    return true;
  }

  void beginRound() {
    next_ = 0;
    isReady_ = isWaiting_ = false;
  }

  void endBlock() {
    executor_->settleUnwritten();
    isInBlock_ = false;
    ++blocksRun_;
    warpsRun_ += warps_.size();
  }

  const Launch& launch_;
  const uint32_t lanes_;
  const RunOptions& options_;
  SharedLayout& layout_;
  Code code_;
  std::unique_ptr<Executor> executor_; // none: the code has errors
  uint64_t blocks_ = 0;                // that are to run
  uint64_t block_ = 0;                 // the next one of them
  uint64_t blocksRun_ = 0, warpsRun_ = 0;
  bool isInBlock_ = false;
  std::vector<Warp> warps_;                  // of the block
  size_t next_ = 0;                          // the warp that is next in its round
  bool isReady_ = false, isWaiting_ = false; // some warp of this round is
};

namespace {

/// Why the launch cannot run; empty where it can.
std::string refusal(const Program& program, const Launch& launch, uint64_t maxMemory) {
  const uint64_t threads = uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const uint64_t blocks = uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  if (!launch.kernel.function) return "the launch names no kernel; launch one of the file's";
  if (threads == 0 || blocks == 0) return "the launch has no threads: every dimension must be at least 1";
  if (threads > 1024)
    return say("a block of ", std::to_string(threads), " threads is more than the 1024 that a GPU runs");
  constexpr uint64_t kMaxShared = 1u << 20;
  if (launch.dynamicSharedBytes > kMaxShared || launch.kernel.staticBytes > kMaxShared)
    return "a block's shared memory is modelled up to 1 MB; no GPU has more";
  uint64_t globals = 0;
  for (const Variable* variable : program.globals) globals += variable->type->size();
  if (globals > maxMemory)
    return say("the program's global variables take more than ", std::to_string(maxMemory >> 20),
               " MB; make its arrays smaller");
  return {};
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

uint64_t blocksToRun(const Launch& launch, const RunOptions& options) {
  if (!options.blockList.empty()) return options.blockList.size();
  return std::min(uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z, options.blocks);
}

struct Run::State {
  State(const Program& theProgram, const Launch& theLaunch, const bank::Machine& theMachine,
        const RunOptions& theOptions, Listener& theListener)
      : program(theProgram), launch(theLaunch), machine(theMachine), options(theOptions),
        listener(theListener), refused(refusal(theProgram, theLaunch, theOptions.maxMemory)) {
    if (!refused.empty()) return;
    layout = layoutOf(launch);
    // Arrays whose extent only use tells: a silent first run finds it, the second is the one that is seen.
    isSilent = growing(layout) > 1;
    begin();
  }

  void begin() {
    sweep.reset(); // before the next one comes: each has the whole of its memory
    sweep = std::make_unique<Sweep>(program, launch, machine.lanes, options, isSilent ? nullptr : &listener,
                                    layout);
  }

  const Program& program;
  const Launch& launch;
  const bank::Machine& machine;
  const RunOptions options;
  Listener& listener;
  std::string refused; // why it cannot run
  SharedLayout layout;
  bool isSilent = false;
  std::unique_ptr<Sweep> sweep; // none: it was refused
};

Run::Run(const Program& program, const Launch& launch, const bank::Machine& machine,
         const RunOptions& options, Listener& listener)
    : state_(new State(program, launch, machine, options, listener)) {}

Run::~Run() = default;

bool Run::step() {
  if (!state_->sweep) return false;
  if (state_->sweep->step()) return true;
  if (!state_->isSilent) return false;
  placeImplicit(state_->layout);
  state_->isSilent = false;
  state_->begin();
  return true;
}

uint64_t Run::blocksRun() const {
  return state_->sweep && !state_->isSilent ? state_->sweep->blocksRun() : 0;
}

uint64_t Run::steps() const { return state_->sweep ? state_->sweep->steps() : 0; }

RunResult Run::finish() {
  RunResult result;
  if (state_->sweep) {
    state_->sweep->finish(result);
    result.truncated = result.truncated || state_->isSilent;
  } else {
    result.diagnostics.push_back({Severity::Error, state_->launch.range, state_->refused, {}});
    result.truncated = true;
  }
  return result;
}

RunResult run(const Program& program, const Launch& launch, const bank::Machine& machine,
              const RunOptions& options, Listener& listener) {
  Run whole(program, launch, machine, options, listener);
  while (whole.step()) {
  }
  return whole.finish();
}

} // namespace banklab::simt
