#include "generator.hpp"

#include <random>
#include <string_view>
#include <utility>

namespace banklab::test {

namespace {

constexpr const char* kTypes[] = {"signed char", "unsigned char", "short",     "unsigned short",
                                  "int",         "unsigned",      "long long", "unsigned long long",
                                  "float",       "double"};
constexpr size_t kIntegers = 8, kAll = 10;

bool isFloat(std::string_view type) { return type == "float" || type == "double"; }

class Generator {
public:
  explicit Generator(uint64_t seed) : random_(seed) {}
  RandomProgram make();

private:
  struct Local {
    std::string type, name;
  };

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <size_t N>
  const char* pick(const char* const (&list)[N]) {
    return list[below(N)];
  }
  const Local& local(bool integer) {
    for (;;) {
      const Local& one = locals_[below(static_cast<unsigned>(locals_.size()))];
      if (isFloat(one.type) != integer) return one;
    }
  }
  std::string integer(int depth);
  std::string real(int depth);
  std::string value(std::string_view type, int depth) { return isFloat(type) ? real(depth) : integer(depth); }
  std::string condition(int depth);
  std::string literal();
  std::string sharedRead();
  std::string statement(int depth);
  std::string block(int depth);
  std::string loop(int depth);
  std::string choice(int depth);
  std::string sharedWrite();
  std::string aggregateRead();
  std::string aggregateStatement();
  std::string phase(unsigned number);
  void helper(unsigned number);

  std::mt19937_64 random_;
  RandomProgram program_;
  std::vector<Local> locals_;
  std::vector<std::string> counters_; // of the loops around
  unsigned names_ = 0, helpers_ = 0;
  unsigned phase_ = 0;
  unsigned writable_ = 0; // the shared array that the phase in work writes; it reads the others
  bool inHelper_ = false, inLoop_ = false;
};

std::string Generator::literal() {
  static constexpr const char* const kLiterals[] = {
      "0",          "1",           "-1",           "2",
      "7",          "31",          "'a'",          "255",
      "0x80u",      "1u",          "65535",        "-32768",
      "0x7fffffff", "0xffffffffu", "3ll",          "0x123456789abcull",
      "-5ll",       "true",        "1000000007",   "(-2147483647 - 1)",
      "010",        "~0ull",       "sizeof(short)"};
  return pick(kLiterals);
}

/// A value of any integer type. Divisors are positive, shifts in range.
std::string Generator::integer(int depth) {
  if (depth <= 0 || chance(20)) {
    if (chance(20)) return literal();
    if (!counters_.empty() && chance(30)) return counters_[below(static_cast<unsigned>(counters_.size()))];
    if (!inHelper_ && chance(15)) return "tid";
    return local(true).name;
  }
  const auto a = [&] { return integer(depth - 1); };
  switch (below(inHelper_ ? 13 : 18)) {
  case 0: return "(" + a() + " + " + a() + ")";
  case 1: return "(" + a() + " - " + a() + ")";
  case 2: return "(" + a() + " * " + a() + ")";
  case 3: return "(" + a() + " / (1 + (int)((" + a() + ") & 15)))";
  case 4: return "(" + a() + " % (3u + ((" + a() + ") & 7u)))";
  case 5: {
    static constexpr const char* const kBits[] = {" & ", " | ", " ^ "};
    return "(" + a() + pick(kBits) + a() + ")";
  }
  case 6: return "(" + a() + (chance(50) ? " << ((" : " >> ((") + a() + ") & 7))";
  case 7: return (chance(50) ? "~(" : "-(") + a() + ")";
  case 8: return "(" + condition(depth - 1) + " ? " + a() + " : " + a() + ")";
  case 9: return std::string("(") + kTypes[below(kIntegers)] + ")(" + a() + ")";
  case 10: return condition(depth - 1);
  case 11: return "toInt(" + real(depth - 1) + ")";
  case 12: return "min(" + std::string("(int)(") + a() + "), (int)(" + a() + "))";
  case 13: return sharedRead();
  case 14: return "own[(" + a() + ") & 3]";
  case 15: return "rec.b[(" + a() + ") & 1]";
  case 16: return phase_ % 2 ? aggregateRead() : a();
  default:
    if (helpers_ == 0) return a();
    return "f" + std::to_string(below(helpers_)) + "(" + a() + ", " + real(depth - 1) + ")";
  }
}

std::string Generator::real(int depth) {
  if (depth <= 0 || chance(20)) {
    static constexpr const char* const kReals[] = {"0.5f", "-1.25f",      "3.0",  "1e-3f",
                                                   "0.1",  "16777216.0f", "-0.0f"};
    return chance(25) ? pick(kReals) : local(false).name;
  }
  const auto a = [&] { return real(depth - 1); };
  switch (below(8)) {
  case 0: return "(" + a() + " + " + a() + ")";
  case 1: return "(" + a() + " - " + a() + ")";
  case 2: return "(" + a() + " * " + a() + ")";
  case 3: return "(" + a() + " / " + a() + ")";
  case 4: return chance(50) ? "(float)(" + integer(depth - 1) + ")" : "(double)(" + integer(depth - 1) + ")";
  case 5: return "(" + condition(depth - 1) + " ? " + a() + " : " + a() + ")";
  case 6: return "-(" + a() + ")";
  default: return "(float)(" + a() + ")";
  }
}

std::string Generator::condition(int depth) {
  static constexpr const char* const kCompare[] = {" < ", " > ", " <= ", " >= ", " == ", " != "};
  if (depth <= 0) return "(" + integer(0) + pick(kCompare) + integer(0) + ")";
  switch (below(6)) {
  case 0: return "(" + condition(depth - 1) + " && " + condition(depth - 1) + ")";
  case 1: return "(" + condition(depth - 1) + " || " + condition(depth - 1) + ")";
  case 2: return "!" + condition(depth - 1);
  case 3: return "(" + real(depth - 1) + pick(kCompare) + real(depth - 1) + ")";
  default: return "(" + integer(depth - 1) + pick(kCompare) + integer(depth - 1) + ")";
  }
}

/// Of an array that nobody writes before the next barrier, at any index.
std::string Generator::sharedRead() {
  const unsigned count = static_cast<unsigned>(program_.shared.size());
  const unsigned array = (writable_ + 1 + below(count - 1)) % count;
  const RandomProgram::Array& from = program_.shared[array];
  const std::string read =
      from.name + "[(unsigned)(" + integer(1) + ") % " + std::to_string(from.size) + "u]";
  return isFloat(from.type) ? "toInt(" + read + ")" : read;
}

/// The thread's own element, of the one array that this phase writes.
std::string Generator::sharedWrite() {
  const RandomProgram::Array& to = program_.shared[writable_];
  static constexpr const char* const kAssign[] = {" = ", " += ", " -= ", " *= "};
  return to.name + "[tid" + (chance(50) ? "" : " + " + std::to_string(program_.threads)) + "]" +
         pick(kAssign) + value(to.type, 2) + ";\n";
}

/// In odd phases anybody's records, vectors and counters are read.
std::string Generator::aggregateRead() {
  const std::string any = "[(unsigned)(" + integer(1) + ") % " + std::to_string(program_.threads) + "u]";
  static constexpr const char* const kMembers[] = {".x", ".y", ".z", ".w"};
  switch (below(4)) {
  case 0: return "records" + any + ".a";
  case 1: return "records" + any + ".b[(" + integer(1) + ") & 1]";
  case 2: return "vectors" + any + pick(kMembers);
  default: return "counters[(" + integer(1) + ") & 7]";
  }
}

/// Whole records and vectors, and atomics: those of a phase are all of one kind, so that their order does not
/// matter.
std::string Generator::aggregateStatement() {
  const auto number = [&] { return "(int)(" + integer(2) + ")"; };
  const std::string any = "[(unsigned)(" + integer(1) + ") % " + std::to_string(program_.threads) + "u]";
  switch (below(6)) {
  case 0: return "vec = make_int4(" + number() + ", vec.z, " + number() + ", vec.x);\n";
  case 1: return "pair = make_float2((float)(" + real(2) + "), pair.x);\n";
  case 2: return "{ Record other = rec; other.a = (short)(" + integer(2) + "); rec = other; }\n";
  case 3: return phase_ % 2 ? "rec = records" + any + ";\n" : std::string("records[tid] = rec;\n");
  case 4: return phase_ % 2 ? "vec = vectors" + any + ";\n" : std::string("vectors[tid] = vec;\n");
  default: {
    if (phase_ % 2)
      return "quad = make_uchar4(quad.w, (unsigned char)(" + integer(2) + "), quad.x, quad.y);\n";
    static constexpr const char* const kAtomics[] = {"atomicAdd", "atomicMax", "atomicXor", "atomicMin",
                                                     "atomicOr",  "atomicAnd", "atomicSub"};
    return kAtomics[(phase_ / 2 + program_.threads) % 7] + ("(&counters[(" + integer(1)) +
           ") & 7], (unsigned)(" + integer(2) + "));\n";
  }
  }
}

std::string Generator::block(int depth) {
  std::string text = "{\n";
  const unsigned count = 1 + below(3);
  for (unsigned i = 0; i < count; ++i) text += statement(depth - 1);
  return text + "}\n";
}

std::string Generator::loop(int depth) {
  const std::string name = "i" + std::to_string(names_++);
  // Some lanes go round more often than others.
  const std::string times = chance(50) ? std::to_string(1 + below(5)) : "(int)((" + integer(1) + ") & 3)";
  const bool outer = inLoop_;
  inLoop_ = true;
  std::string text;
  switch (below(3)) {
  case 0:
    counters_.push_back(name);
    text = "for (int " + name + " = 0, n_" + name + " = " + times + "; " + name + " < n_" + name + "; ++" +
           name + ") " + block(depth);
    break;
  case 1:
    counters_.push_back(name);
    text = "{ int " + name + " = " + times + "; while (" + name + "-- > 0) " + block(depth) + "}\n";
    break;
  default:
    counters_.push_back(name);
    text = "{ int " + name + " = " + times + "; do " + block(depth) + "while (--" + name + " > 0); }\n";
  }
  counters_.pop_back();
  inLoop_ = outer;
  return text;
}

std::string Generator::choice(int depth) {
  std::string text = "switch ((int)((" + integer(2) + ") & 7)) {\n";
  unsigned label = 0;
  while (label < 7) {
    text += "case " + std::to_string(label) + ":\n";
    label += 1 + below(3);
    if (chance(20)) continue; // falls through
    text += statement(depth - 1);
    if (chance(70)) text += "break;\n";
  }
  text += chance(70) ? "default:\n" + statement(depth - 1) : ";\n";
  return text + "}\n";
}

std::string Generator::statement(int depth) {
  if (!inHelper_ && chance(20)) return aggregateStatement();
  const unsigned kind = depth <= 0 ? below(5) : below(11);
  switch (kind) {
  case 5:
  case 6: {
    std::string text = "if (" + condition(2) + ") " + block(depth);
    if (chance(50)) text += "else " + block(depth);
    return text;
  }
  case 7: return loop(depth);
  case 8: return choice(depth);
  case 9:
    if (inLoop_) return "if (" + condition(1) + ") " + (chance(50) ? "continue;\n" : "break;\n");
    [[fallthrough]];
  case 10:
  case 0:
    if (!inHelper_)
      return chance(60) ? sharedWrite() : "own[(" + integer(1) + ") & 3] = (int)(" + integer(2) + ");\n";
    [[fallthrough]];
  default: {
    const Local& to = locals_[below(static_cast<unsigned>(locals_.size()))];
    if (isFloat(to.type)) {
      static constexpr const char* const kAssign[] = {" = ", " += ", " -= ", " *= ", " /= "};
      return to.name + pick(kAssign) + real(3) + ";\n";
    }
    static constexpr const char* const kAssign[] = {" = ", " += ", " -= ", " *= ", " &= ", " |= ", " ^= "};
    switch (below(6)) {
    case 0: return to.name + (chance(50) ? "++;\n" : "--;\n");
    case 1: return to.name + (chance(50) ? " <<= ((" : " >>= ((") + integer(1) + ") & 7);\n";
    case 2:
      return local(true).name + " = (" + (chance(50) ? "++" : "--") + to.name + ", " + integer(2) + ");\n";
    default: return to.name + pick(kAssign) + integer(3) + ";\n";
    }
  }
  }
}

void Generator::helper(unsigned number) {
  const std::vector<Local> outer = std::exchange(locals_, {{"int", "a"}, {"float", "x"}});
  inHelper_ = true;
  const char* result = kTypes[below(kIntegers)];
  std::string text =
      std::string("FUNCTION ") + result + " f" + std::to_string(number) + "(int a, float x) {\n";
  for (unsigned i = 0; i < 2; ++i) text += statement(2);
  if (chance(60)) text += "if (" + condition(2) + ") return " + integer(2) + ";\n";
  text += statement(1) + "return " + integer(2) + ";\n}\n";
  program_.helpers += text;
  inHelper_ = false;
  locals_ = outer;
}

std::string Generator::phase(unsigned number) {
  phase_ = number;
  writable_ = number % static_cast<unsigned>(program_.shared.size());
  std::string text;
  const unsigned count = 2 + below(4);
  for (unsigned i = 0; i < count; ++i) text += statement(3);
  text += sharedWrite();
  if (number % 2) text += "vec.x += (int)counters[tid & 7];\n";
  // Everything is written out at the end of each phase.
  for (size_t i = 0; i < locals_.size(); ++i)
    text += program_.out[i].name + "[" + std::to_string(number * program_.threads) +
            " + tid] = " + locals_[i].name + ";\n";
  return text;
}

RandomProgram Generator::make() {
  static constexpr unsigned kThreads[] = {32, 64, 40, 96, 7};
  program_.threads = kThreads[below(5)];
  const unsigned phases = 2 + below(3);
  for (const char* type : kTypes) {
    const std::string name = "v" + std::to_string(locals_.size());
    locals_.push_back({type, name});
    program_.locals.push_back(std::string(type) + " " + name + ";");
    program_.out.push_back({type, "out_" + name, phases * program_.threads});
  }
  for (unsigned i = 0; i < 3; ++i)
    program_.shared.push_back({kTypes[below(kAll)], "s" + std::to_string(i), 2 * program_.threads});
  // Members are variables too.
  for (const auto& [type, name] :
       {Local{"short", "rec.a"}, Local{"int", "rec.b[1]"}, Local{"float", "rec.c"}, Local{"int", "vec.x"},
        Local{"int", "vec.w"}, Local{"unsigned char", "quad.z"}, Local{"float", "pair.y"}}) {
    program_.out.push_back({type, "out_m" + std::to_string(locals_.size()), phases * program_.threads});
    locals_.push_back({type, name});
  }
  const unsigned helpers = 1 + below(2);
  for (unsigned i = 0; i < helpers; ++i) {
    helper(i);
    helpers_ = i + 1;
  }
  std::string first; // every element has a value before anybody reads it
  for (size_t i = 0; i < locals_.size(); ++i)
    first += locals_[i].name + " = (" + locals_[i].type + ")(tid * " + std::to_string(3 + i) + " - 5);\n";
  for (const RandomProgram::Array& array : program_.shared)
    first += array.name + "[tid] = (" + array.type + ")(tid + 1);\n" + array.name + "[tid + " +
             std::to_string(program_.threads) + "] = (" + array.type + ")(tid * 2);\n";
  first += "rec.b[0] = 3; vec.y = tid; vec.z = -tid; quad.x = 1; quad.y = 2; quad.w = 255; pair.x = 0.5f;\n"
           "records[tid] = rec; vectors[tid] = vec;\nfor (int c = tid; c < 8; c += " +
           std::to_string(program_.threads) + ") counters[c] = 100 + c;\n";
  first += "own[0] = tid; own[1] = 1; own[2] = -tid; own[3] = 100;\n";
  program_.phases.push_back(first);
  for (unsigned i = 0; i < phases; ++i) program_.phases.push_back(phase(i));
  return std::move(program_);
}

/// What every program has besides: a record and vectors of each thread's, shared arrays of both, counters.
constexpr const char* kRecord = "struct Record { short a; int b[2]; float c; };\n";
constexpr const char* kAggregates = "Record rec; int4 vec; uchar4 quad; float2 pair;\n";
std::string sharedAggregates(const char* kind, unsigned threads) {
  const std::string size = "[" + std::to_string(threads) + "];\n";
  return std::string(kind) + " Record records" + size + kind + " int4 vectors" + size + kind +
         " unsigned counters[8];\n";
}

/// A real number as an integer, where the language says what that is.
constexpr const char* kToInt =
    "FUNCTION int toInt(double x) { return x > -1000000.0 && x < 1000000.0 ? (int)x : 7; }\n";

} // namespace

const char* const kHostPrelude = R"(#include <cstdio>
#include <cstring>
static inline int min(int a, int b) { return b < a ? b : a; }
struct int4 { int x, y, z, w; };
struct uchar4 { unsigned char x, y, z, w; };
struct float2 { float x, y; };
static inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
static inline uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline void atomicAdd(unsigned* p, unsigned v) { *p += v; }
static inline void atomicSub(unsigned* p, unsigned v) { *p -= v; }
static inline void atomicMax(unsigned* p, unsigned v) { if (v > *p) *p = v; }
static inline void atomicMin(unsigned* p, unsigned v) { if (v < *p) *p = v; }
static inline void atomicAnd(unsigned* p, unsigned v) { *p &= v; }
static inline void atomicOr(unsigned* p, unsigned v) { *p |= v; }
static inline void atomicXor(unsigned* p, unsigned v) { *p ^= v; }
template <typename T, unsigned N> static void print(T (&values)[N]) {
  for (T& value : values) {
    if (value != value) value = T(12345); // whatever the bits of a NaN are
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (unsigned char byte : bytes) std::printf("%02x", byte);
  }
  std::printf("\n");
}
#define FUNCTION static inline
)";

std::string RandomProgram::asKernel() const {
  std::string text =
      std::string("#define FUNCTION __device__ inline\n") + kToInt + kRecord + helpers + "__global__ void k(";
  std::string names;
  for (const Array& array : out) {
    text += (names.empty() ? "" : ", ") + array.type + "* " + array.name;
    names += (names.empty() ? "" : ", ") + array.name;
  }
  text += ") {\n";
  for (const Array& array : shared)
    text += "__shared__ " + array.type + " " + array.name + "[" + std::to_string(array.size) + "];\n";
  text += sharedAggregates("__shared__", threads);
  text += std::string("const int tid = threadIdx.x;\nint own[4];\n") + kAggregates;
  for (const std::string& local : locals) text += local + "\n";
  for (const std::string& phase : phases) text += "{\n" + phase + "}\n__syncthreads();\n";
  return text + "}\n// launch: k<<<1, " + std::to_string(threads) + ">>>(" + names + ")\n";
}

std::string RandomProgram::asHost(const std::string& name) const {
  std::string text = "namespace n_" + name + " {\n" + kToInt + kRecord + helpers;
  for (const Array& array : shared)
    text += "static " + array.type + " " + array.name + "[" + std::to_string(array.size) + "];\n";
  for (const Array& array : out)
    text += "static " + array.type + " " + array.name + "[" + std::to_string(array.size) + "];\n";
  text += sharedAggregates("static", threads);
  text += std::string("struct Thread {\nint tid; int own[4];\n") + kAggregates;
  for (const std::string& local : locals) text += local + "\n";
  for (size_t i = 0; i < phases.size(); ++i)
    text += "void phase" + std::to_string(i) + "() {\n" + phases[i] + "}\n";
  text += "};\nstatic Thread threads[" + std::to_string(threads) + "];\n}\nvoid " + name +
          "() {\nusing namespace n_" + name + ";\nint id = 0;\nfor (Thread& t : threads) t.tid = id++;\n";
  for (size_t i = 0; i < phases.size(); ++i)
    text += "for (Thread& t : threads) t.phase" + std::to_string(i) + "();\n";
  for (const Array& array : out) text += "print(n_" + name + "::" + array.name + ");\n";
  return text + "}\n";
}

RandomProgram randomProgram(uint64_t seed) { return Generator(seed).make(); }

} // namespace banklab::test
