#include "generator.hpp"

#include <initializer_list>
#include <random>

namespace banklab::test {

namespace {

class Generator {
public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  std::string kernel() {
    const unsigned arrays = 1 + upTo(1);
    blockX_ = pick({8u, 16u, 32u, 32u, 64u});
    blockY_ = pick({1u, 1u, 4u, 8u, blockX_ <= 32 ? blockX_ : 2u});
    while (blockX_ * blockY_ > 512) blockY_ /= 2;
    std::string body, outside;
    for (unsigned i = 0; i < arrays; ++i) array(i, outside, body);
    const std::string number = std::to_string(1 + upTo(3));
    return "// launch: k<<<" + number + ", dim3(" + std::to_string(blockX_) + ", " + std::to_string(blockY_) +
           "), " + std::to_string(dynamicBytes_) + ">>>(in, out)\n" + outside +
           "__global__ void k(const int* in, int* out) {\n" + declarations_ +
           "  const int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;\n" + body +
           "}\n";
  }

private:
  unsigned upTo(unsigned most) { return static_cast<unsigned>(random_() % (most + 1)); }
  bool chance(unsigned percent) { return upTo(99) < percent; }
  template <typename T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[upTo(static_cast<unsigned>(of.size()) - 1)];
  }

  /// A permutation of 0 … rows·cols-1 as an expression of i.
  std::string order(unsigned rows, unsigned cols) {
    const std::string r = std::to_string(rows), c = std::to_string(cols), all = std::to_string(rows * cols);
    switch (upTo(5)) {
    case 0: return "i";
    case 1: return all + " - 1 - i";
    case 2:
      return "(i * " + std::to_string(2 * upTo(20) + 1) + " + " + std::to_string(upTo(9)) + ") % " + all;
    case 3: return "i ^ " + std::to_string(upTo(rows * cols - 1));
    default: return "i % " + r + " * " + c + " + i / " + r; // down the columns
    }
  }

  void array(unsigned number, std::string& outside, std::string& body) {
    const std::string name = std::string("a") + std::to_string(number);
    const unsigned rows = pick({8u, 16u, 32u, 32u, 64u}), cols = pick({8u, 16u, 32u, 32u});
    const std::string all = std::to_string(rows * cols), c = std::to_string(cols);
    const std::string type = pick<const char*>({"int", "int", "float", "double", "short", "unsigned char"});
    enum Form {
      Rows,
      Planes,
      Flat,
      FlatShift,
      Dynamic,
      DynamicRows,
      Members,
      Structs,
      Wide,
      Macro,
      Pointer,
      Function,
      Changing,
      Lines,
      Loops
    };
    Form form = pick<Form>({Rows,    Rows,        Rows,     Planes,   Flat,    Flat,    FlatShift,
                            Dynamic, DynamicRows, Members,  Members,  Structs, Structs, Wide,
                            Macro,   Pointer,     Function, Changing, Lines,   Loops});
    if ((form == Dynamic || form == DynamicRows) && dynamicBytes_ != 0) form = Flat;

    std::string declaration = type + " " + name;
    std::string element; // of the index p
    std::string before;  // of each access
    const std::string row = "p / " + c, column = "p % " + c;
    switch (form) {
    case Rows:
      declaration += "[" + std::to_string(rows) + "][" + c + "]";
      element = name + "[" + row + "][" + column + "]";
      break;
    case Planes:
      declaration += "[4][" + std::to_string(rows / 4) + "][" + c + "]";
      element = name + "[p / " + std::to_string(rows / 4 * cols) + "][" + row + " % " +
                std::to_string(rows / 4) + "][" + column + "]";
      break;
    case Flat:
      declaration += chance(50) ? "[" + all + "]" : "[" + std::to_string(rows) + " * " + c + "]";
      element = name + "[" + (chance(50) ? "p" : row + " * " + c + " + " + column) + "]";
      break;
    case FlatShift: {
      unsigned bits = 0;
      while (1u << bits < cols) ++bits;
      declaration += "[" + all + "]";
      element = name + "[(" + row + " << " + std::to_string(bits) + ") + " + column + "]";
      break;
    }
    case Dynamic:
      dynamicBytes_ = rows * cols * 8;
      declaration = "extern __shared__ " + type + " " + name + "[]";
      element = name + "[" + (chance(50) ? "p" : row + " * " + c + " + " + column) + "]";
      break;
    case DynamicRows:
      dynamicBytes_ = rows * cols * 8;
      declaration = "extern __shared__ " + type + " " + name + "[][" + c + "]";
      element = name + "[" + row + "][" + column + "]";
      break;
    case Members: {
      const bool isFlat = chance(40);
      const std::string lengths = isFlat ? "[" + all + "]" : "[" + std::to_string(rows) + "][" + c + "]";
      const std::string index = isFlat ? "[p]" : "[" + row + "][" + column + "]";
      const std::string record = "M" + std::to_string(number);
      outside += "struct " + record + " { int first; " + type + " cells" + lengths + "; double last; };\n";
      const bool isReference = chance(50);
      if (isReference)
        outside += "__device__ " + type + "& at" + std::to_string(number) + "(" + record +
                   "& m, int p) { return m.cells" + index + "; }\n";
      declaration = record + " " + name;
      element = isReference ? "at" + std::to_string(number) + "(" + name + ", p)" : name + ".cells" + index;
      break;
    }
    case Structs:
      outside += "struct S" + std::to_string(number) + " { int x; " + (chance(50) ? "float" : "short") +
                 " y; int z" + (chance(50) ? "[2]" : "") + "; };\n";
      declaration = "S" + std::to_string(number) + " " + name + "[" + all + "]";
      element = name + "[p]." + pick<const char*>({"x", "y"});
      break;
    case Wide:
      declaration = "float4 " + name + "[" + std::to_string(rows) + "][" + std::to_string(cols / 4) + "]";
      element = name + "[" + row + "][" + column + " / 4]." + pick<const char*>({"x", "z"});
      break;
    case Macro:
      outside += "#define AT" + std::to_string(number) + "(r, c) " + name + "[r][c]\n";
      declaration += "[" + std::to_string(rows) + "][" + c + "]";
      element = "AT" + std::to_string(number) + "(" + row + ", " + column + ")";
      break;
    case Pointer:
      declaration += "[" + std::to_string(rows) + "][" + c + "]";
      before = type + "* line = " + name + "[" + row + "]; ";
      element = "line[" + column + "]";
      break;
    case Function:
      outside += "__device__ " + type + "* at" + std::to_string(number) + "(" + type +
                 "* base, int p) { return base + p; }\n";
      declaration += "[" + all + "]";
      element = "*at" + std::to_string(number) + "(" + name + ", p)";
      break;
    case Lines:
    case Loops: return neighbours(number, form == Loops, body);
    case Changing:
      declaration += "[" + std::to_string(rows) + "][" + c + "]";
      before = "int once = " + row + "; ";
      element = name + "[once++][" + column + "]";
      break;
    }
    if (form != Dynamic && form != DynamicRows) declaration = "__shared__ " + declaration;
    declarations_ += "  " + declaration + ";\n";

    // Of a vector only every fourth element is one of its own.
    const std::string step = form == Wide ? " * 4" : "";
    const unsigned count = form == Wide ? rows * cols / 4 : rows * cols;
    const std::string loop = "  for (int i = t; i < " + std::to_string(count) + "; i += n) { int p = (";
    const auto index = [&] {
      return order(form == Wide ? rows : rows, form == Wide ? cols / 4 : cols) + ")" + step + "; ";
    };
    body +=
        loop + index() + before + element + " = in[blockIdx.x * " + all + " + i]; }\n  __syncthreads();\n";
    if (chance(40)) // each its own element again
      body += loop + index() + before + element + " += i; }\n  __syncthreads();\n";
    body += loop + index() + before + "out[(blockIdx.x + " + std::to_string(number * 8) + ") * " + all +
            " + i] = " + element + "; }\n  __syncthreads();\n";
  }

  /// Four neighbours at a time, by statements that follow one another or by a loop.
  void neighbours(unsigned number, bool isLoop, std::string& body) {
    const std::string name = std::string("a") + std::to_string(number);
    const unsigned fours = pick({32u, 64u, 256u});
    const std::string count = std::to_string(fours), all = std::to_string(4 * fours);
    const std::string from = "in[blockIdx.x * " + all + " + i * 4 + ";
    const std::string to = "out[(blockIdx.x + " + std::to_string(number * 8) + ") * " + all + " + i * 4 + ";
    declarations_ += std::string("  __shared__ ") + pick({"int ", "float "}) + name + "[" + all + "];\n";
    const auto begin = [&] {
      return "  for (int i = t; i < " + count + "; i += n) {\n    int p = (" + order(fours / 8, 8) +
             ") * 4;\n";
    };
    body += begin();
    if (isLoop) body += "    for (int j = 0; j < 4; ++j) " + name + "[p + j] = " + from + "j];\n";
    for (unsigned j = 0; j < 4 && !isLoop; ++j)
      body += "    " + name + "[p + " + std::to_string(j) + "] = " + from + std::to_string(j) + "];\n";
    body += "  }\n  __syncthreads();\n" + begin();
    if (isLoop) body += "    for (int j = 0; j < 4; ++j) " + to + "j] = " + name + "[p + j];\n";
    for (unsigned j = 0; j < 4 && !isLoop; ++j)
      body += "    " + to + std::to_string(j) + "] = " + name + "[p + " + std::to_string(j) + "];\n";
    body += "  }\n  __syncthreads();\n";
  }

  std::mt19937_64 random_;
  unsigned blockX_ = 32, blockY_ = 1, dynamicBytes_ = 0;
  std::string declarations_;
};

} // namespace

std::string randomKernel(uint64_t seed) { return Generator(seed).kernel(); }

} // namespace banklab::test
