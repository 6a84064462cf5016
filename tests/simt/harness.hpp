#pragma once

// Compiles a source text, runs its first launch and keeps all that a test may ask for.

#include "bank/model.hpp"
#include "lang/compile.hpp"
#include "simt/run.hpp"

#include <cstdio>
#include <cstring>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::test {

struct Event {
  simt::SharedAccess access;
  std::vector<uint32_t> byteOffsets;
  bank::Counts counts;
};

class Recorder : public simt::Listener {
public:
  explicit Recorder(const bank::Machine& machine) : machine_(machine) {}
  void onShared(const simt::SharedAccess& access) override {
    Event event{access, {access.byteOffsets, access.byteOffsets + machine_.lanes}, {}};
    event.counts = bank::count(machine_, {access.op, access.activeMask, access.byteOffsets});
    events.push_back(std::move(event));
  }
  std::vector<Event> events;

private:
  const bank::Machine& machine_;
};

struct Totals {
  uint64_t requests = 0, wavefronts = 0, ideal = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};

/// What GoogleTest shows where totals differ.
inline void PrintTo(const Totals& t, std::ostream* os) {
  *os << t.requests << " requests, " << t.wavefronts << " wavefronts, " << t.ideal << " ideal";
}

struct Ran {
  lang::Program program;
  simt::RunResult result;
  std::vector<Event> events;

  /// The sum over the requests of the sites that have this text and kind.
  Totals totals(std::string_view text, simt::AccessKind kind) const {
    Totals sum;
    for (const Event& event : events) {
      const simt::Site& site = result.sites[event.access.site];
      if (site.kind != kind || program.source->text(site.range) != text) continue;
      ++sum.requests;
      sum.wavefronts += event.counts.wavefronts;
      sum.ideal += event.counts.ideal;
    }
    return sum;
  }
  Totals loads(std::string_view text) const { return totals(text, simt::AccessKind::Load); }
  Totals stores(std::string_view text) const { return totals(text, simt::AccessKind::Store); }
  Totals atomics(std::string_view text) const { return totals(text, simt::AccessKind::Atomic); }

  /// Elements 0 … count-1 of a buffer.
  template <typename T>
  std::vector<T> values(std::string_view buffer, size_t count) const {
    for (const simt::BufferContents& contents : result.buffers) {
      if (contents.name != buffer) continue;
      std::vector<T> all(count);
      for (size_t i = 0; i < count; ++i) contents.read(i * sizeof(T), &all[i], sizeof(T));
      return all;
    }
    return {};
  }

  /// "line:column: severity: message", a line each; notes indented.
  std::string messages() const { return describe(program.diagnostics) + describe(result.diagnostics); }

private:
  std::string place(lang::SourceRange range) const {
    const lang::Position at = program.source->position(range.begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
  }
  std::string describe(const std::vector<lang::Diagnostic>& list) const {
    std::string text;
    for (const lang::Diagnostic& message : list) {
      constexpr const char* names[] = {"error: ", "warning: ", "note: "};
      text += place(message.range) + names[static_cast<int>(message.severity)] + message.message + "\n";
      for (const lang::DiagnosticNote& note : message.notes)
        text += "  " + place(note.range) + note.message + "\n";
    }
    return text;
  }
};

inline Ran runSource(std::string source, simt::RunOptions options = {}, std::string_view machineId = "sm_90",
                     lang::CompileOptions compileOptions = {}) {
  const bank::Machine& machine = *bank::findMachine(machineId);
  compileOptions.warpSize = machine.lanes;
  options.keepBuffers = true;
  Ran ran{lang::compile(std::move(source), compileOptions), {}, {}};
  if (ran.program.launches.empty()) return ran;
  Recorder recorder(machine);
  ran.result = simt::run(ran.program, ran.program.launches[0], machine, options, recorder);
  ran.events = std::move(recorder.events);
  return ran;
}

/// A kernel that writes its result of type T to out[threadIdx.x]; `body` sets `r` from `i`, the thread.
inline std::string kernelOf(const std::string& type, const std::string& body, const std::string& before = "",
                            const std::string& block = "32") {
  return before + "\n__global__ void k(" + type + "* out) {\n  int i = threadIdx.x;\n  " + type +
         " r = 0;\n  " + body + "\n  out[i] = r;\n}\n// launch: k<<<1, " + block + ">>>(out)\n";
}

/// What each of the first `count` threads wrote; nothing where there was any message.
template <typename T>
std::vector<T> results(const std::string& type, const std::string& body, const std::string& before = "",
                       size_t count = 32) {
  const Ran ran = runSource(kernelOf(type, body, before, std::to_string(count)));
  if (!ran.messages().empty()) {
    std::fputs(ran.messages().c_str(), stderr);
    return {};
  }
  return ran.values<T>("out", count);
}

template <typename T, typename F>
std::vector<T> each(size_t count, F f) {
  std::vector<T> all;
  for (size_t i = 0; i < count; ++i) all.push_back(static_cast<T>(f(static_cast<int>(i))));
  return all;
}

} // namespace banklab::test
