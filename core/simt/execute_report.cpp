// The words for what goes wrong in a run.

#include "lang/message.hpp"
#include "simt/executor.hpp"

#include <algorithm>

namespace banklab::simt {

using lang::quote;
using lang::say;
using lang::Severity;

namespace {

template <typename N>
std::string number(N n) {
  return std::to_string(n);
}

} // namespace

std::string describeLanes(uint64_t mask) {
  std::string text = std::popcount(mask) == 1 ? "lane " : "lanes ";
  bool first = true;
  for (uint32_t lane = 0; lane < 64; ++lane) {
    if (!(mask >> lane & 1)) continue;
    uint32_t last = lane;
    while (last < 63 && mask >> (last + 1) & 1) ++last;
    if (!first) text += ", ";
    first = false;
    text += std::to_string(lane);
    if (last > lane) text += (last == lane + 1 ? ", " : "-") + std::to_string(last);
    lane = last;
  }
  return text;
}

std::string Executor::threadName(uint32_t lane) const {
  return say("lane ", number(lane), " of warp ", number(warp_->index));
}

namespace {

/// "[3][4].x": the path to a byte within an object.
std::string pathTo(const lang::Type* type, uint64_t offset) {
  std::string path;
  for (int depth = 0; depth < 16; ++depth) {
    if (type->is(lang::TypeKind::Array)) {
      const uint64_t bytes = type->element->size();
      if (!bytes) break;
      path += say("[", number(offset / bytes), "]");
      offset %= bytes;
      type = type->element;
    } else if (type->is(lang::TypeKind::Record)) {
      const lang::Field* at = nullptr;
      for (const lang::Field& field : type->record->fields)
        if (offset >= field.offset && offset < field.offset + field.type->size() && !at) at = &field;
      if (!at) break;
      if (!at->name.empty()) path += say(".", at->name);
      offset -= at->offset;
      type = at->type;
    } else {
      break;
    }
  }
  return path;
}

} // namespace

/// "`tile[3][4]`", or the byte where no variable is known to lie.
std::string Executor::sharedPlace(uint32_t offset) const {
  const SharedObject* best = nullptr;
  for (const SharedObject& object : layout_.objects) {
    const bool dynamic = object.variable->storage == lang::Storage::DynamicShared;
    if (offset < object.offset ||
        offset >= object.offset + std::max(object.size, object.grows || dynamic ? UINT32_MAX / 2 : 0))
      continue;
    if (!best || object.offset > best->offset) best = &object;
  }
  if (!best) return say("byte ", number(offset), " of shared memory");
  return quote(say(best->variable->name, pathTo(best->variable->type, offset - best->offset)));
}

void Executor::reportShared(uint32_t access, const SharedFindings& found) {
  const lang::SourceRange range = code_.accesses[access].range;
  const bool isKnown = std::any_of(unwritten_.begin(), unwritten_.end(), [&](const UnwrittenRead& read) {
    return read.access == access && read.warp == warp_->index;
  });
  if (found.unwritten && !isKnown)
    unwritten_.push_back({access, warp_->index, found.unwrittenLane, found.unwrittenOffset});
  if (found.onItsWay) reportOnItsWay(range, found);
  if (!found.race.found) return;
  const SharedFindings::Race& race = found.race;
  const lang::SourceRange otherRange = code_.accesses[race.other.access()].range;
  const bool ordered = range.begin <= otherRange.begin;
  if (!findings_.isNew(Finding::Race, ordered ? range : otherRange, ordered ? otherRange : range)) return;
  const auto verb = [&](uint32_t which) {
    switch (opKind(code_.accesses[which].op)) {
    case bank::OpKind::Load: return "reads";
    case bank::OpKind::Atomic: return "updates";
    default: return "writes";
    }
  };
  const std::string other = say("lane ", number(race.other.lane()), " of warp ", number(race.other.warp()));
  findings_
      .add(Severity::Warning, range,
           say("a race: ", threadName(race.lane), " ", verb(access), " ", sharedPlace(race.offset),
               ", which ", other, " ", verb(race.other.access()), ", and no barrier lies between",
               race.sameValue ? " (both write the same value here; even so, C++ does not allow it)"
                              : "; put __syncthreads() between the two"))
      .notes.push_back({otherRange, say(other, " ", verb(race.other.access()), " it here")});
}

/// PTX ISA, cp.async.wait_group: before it the copies' writes may not be seen, by whoever reads.
void Executor::reportOnItsWay(lang::SourceRange range, const SharedFindings& found) {
  const lang::SourceRange copyRange = code_.accesses[found.copy.access()].range;
  if (!findings_.isNew(Finding::OnItsWay, range, copyRange)) return;
  findings_
      .add(Severity::Warning, range,
           say(threadName(found.onItsWayLane), " reads ", sharedPlace(found.onItsWayOffset),
               ", which an asynchronous copy may not have delivered: the thread that began the copy has not "
               "waited for it; let it commit the copy and wait (`__pipeline_commit()`, "
               "`__pipeline_wait_prior(0)`) before this"))
      .notes.push_back({copyRange, say("lane ", number(found.copy.lane()), " of warp ",
                                       number(found.copy.warp()), " begins the copy here")});
}

void Executor::settleUnwritten() {
  for (const UnwrittenRead& read : unwritten_) {
    const Touch write = shared_.lastWrite(read.offset);
    if (write.isForeign(shared_.stamp(read.warp)) && !write.isAtomic()) continue;
    const lang::SourceRange range = code_.accesses[read.access].range;
    if (!findings_.isNew(Finding::Unwritten, range)) continue;
    findings_.add(Severity::Warning, range,
                  say("lane ", number(read.lane), " of warp ", number(read.warp), " reads ",
                      sharedPlace(read.offset),
                      ", which nobody has written; it is taken as 0 here, but on a GPU it can be anything"));
  }
  unwritten_.clear();
}

void Executor::reportIndex(const IndexCheck& check, uint32_t lane, const std::string& value, bool inside) {
  if (!findings_.isNew(Finding::IndexOutside, check.range)) return;
  if (check.array.empty()) { // arithmetic on an address
    findings_.add(Severity::Error, check.range,
                  say("a step of ", value, " elements leads out of all memory (", threadName(lane),
                      "); the access is left out"));
    return;
  }
  findings_.add(inside ? Severity::Warning : Severity::Error, check.range,
                say("index ", value, " is outside of ", quote(check.array), ", which has ",
                    number(check.count), check.count == 1 ? " element (" : " elements (", threadName(lane),
                    ")",
                    !inside           ? "; the access is left out"
                    : value[0] == '-' ? "; it reaches what lies before"
                                      : "; it reaches what lies behind"));
}

/// The kernel's `extern __shared__` array; null where it has none.
const lang::Variable* Executor::dynamicArray() const {
  for (const SharedObject& object : layout_.objects)
    if (object.variable->storage == lang::Storage::DynamicShared) return object.variable;
  return nullptr;
}

void Executor::reportOutside(lang::SourceRange range, uint32_t lane, uint64_t pointer, bool write) {
  if (!findings_.isNew(Finding::AddressOutside, range)) return;
  const uint32_t window = windowOf(pointer);
  const i64 offset = offsetOf(pointer);
  std::string where;
  switch (window) {
  case kNullWindow:
    where =
        offset == 0 ? "a null pointer" : say("address ", number(offset), ", which is not a valid pointer");
    break;
  case kSharedWindow:
    if (const lang::Variable* array = dynamicArray(); array && launch_.dynamicSharedBytes == 0) {
      where =
          say(quote(array->name), ", to which the launch gives no bytes; give them as its third argument, "
                                  "`<<<grid, block, bytes>>>`");
      break;
    }
    where = say("byte ", number(offset), " of shared memory, which has ", number(shared_.size()), " bytes");
    break;
  case kLocalWindow: where = "local memory where no variable lies"; break;
  default:
    if (!global_.hasWindow(window))
      where = "an address where no object lies";
    else if (global_.fault() == GlobalMemory::Fault::ReadOnly)
      where = "a __constant__ variable, which a kernel cannot change";
    else if (global_.fault() == GlobalMemory::Fault::TooFar)
      where =
          say("byte ", number(offset), " of ", global_.nameOf(window), "; buffers are modelled up to 4 GB");
    else
      where = say("byte ", number(offset), " of ", global_.nameOf(window), ", which is outside of it");
  }
  findings_.add(
      Severity::Error, range,
      say(threadName(lane), write ? " writes to " : " reads from ", where, "; the access is left out"));
}

void Executor::reportMisaligned(lang::SourceRange range, uint32_t lane, const std::string& where,
                                uint32_t bytes) {
  if (!findings_.isNew(Finding::Misaligned, range)) return;
  findings_.add(Severity::Error, range,
                say("misaligned: ", threadName(lane), " accesses ", number(bytes), " bytes at ", where,
                    ", whose address is not a multiple of ", number(bytes),
                    "; the access is left out, a GPU would stop the kernel"));
}

void Executor::reportDivision(lang::SourceRange range, uint32_t lane) {
  if (!findings_.isNew(Finding::DivisionByZero, range)) return;
  findings_.add(Severity::Warning, range,
                say("division by zero in ", threadName(lane),
                    "; the quotient is taken as all ones, as GPUs do, and the remainder as the dividend"));
}

void Executor::stop(lang::SourceRange range, std::string message) {
  if (!stopped_) findings_.add(Severity::Error, range, std::move(message));
  stopped_ = true;
}

/// The loop to look at is the innermost around the warp's place that has taken at least half of all steps;
/// with none, the outermost.
void Executor::reportBudget() {
  const Warp& warp = *warp_;
  lang::SourceRange range = code_.ranges[warp.next < code_.ranges.size() ? warp.next : 0];
  bool inLoop = false, found = false;
  uint32_t at = warp.next;
  for (size_t f = warp.frames.size(); f-- > 0 && !found;) {
    const Frame& frame = warp.frames[f];
    // Loops are listed when they end: inner ones first.
    for (const LoopCode& loop : code_.functions[frame.function].loops) {
      if (at < loop.begin || at >= loop.end) continue;
      range = loop.range;
      inLoop = true;
      if ((steps_ - warp.masks[frame.maskBase + loop.slot]) * 2 >= steps_) {
        found = true;
        break;
      }
    }
    at = frame.returnTo ? frame.returnTo - 1 : 0;
  }
  stop(range, say("stopped after ", lang::grouped(options_.maxSteps), " steps, in warp ", number(warp.index),
                  inLoop ? ": this loop may not end; what was found until then is shown"
                         : "; what was found until then is shown"));
}

} // namespace banklab::simt
