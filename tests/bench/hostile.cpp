// How long each hostile input takes: hostile [BYTES [NAME]]
//
// Prints a JSON list of { name, milliseconds, bytes, answer }: the least of three runs of each, the size of
// the text and of what came of it. BYTES is the size that the texts are made for; as a default that of the
// longest share link, unfolded.

#include "hostile/inputs.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

int main(int count, char** arguments) {
  using namespace banklab::hostile;
  constexpr uint64_t kSteps = 5'000'000; // as pages have it
  const size_t bytes = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : size_t{1} << 18;
  const std::string_view wanted = count > 2 ? arguments[2] : "";
  const char* separator = "[";
  for (const Input& input : inputs()) {
    if (!wanted.empty() && wanted != input.name) continue;
    const std::string text = input.make(bytes);
    double least = 1e9;
    size_t size = 0;
    for (int i = 0; i < 3 && (i == 0 || least < 1000); ++i) {
      const std::clock_t start = std::clock();
      size = answer(input.door, text, kSteps).size();
      least = std::min(least, 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::printf("%s\n  {\"name\": \"%s\", \"milliseconds\": %.2f, \"bytes\": %zu, \"answer\": %zu}",
                separator, input.name, least, text.size(), size);
    std::fflush(stdout);
    separator = ",";
  }
  std::printf("]\n");
  return 0;
}
