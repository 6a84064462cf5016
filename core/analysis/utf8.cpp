#include "analysis/utf8.hpp"

namespace banklab::analysis {

Utf8Character decodeUtf8(std::string_view text, size_t at) {
  constexpr Utf8Character invalid{0xfffd, 1, false};
  const auto byte = [&](size_t i) -> uint32_t { return static_cast<unsigned char>(text[i]); };
  const uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};
  const uint32_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() - at < size) return invalid;
  char32_t codePoint = lead & (0x7fu >> size);
  for (uint32_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return invalid;
    codePoint = codePoint << 6 | (byte(at + i) & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (codePoint < least[size] || surrogate || codePoint > 0x10ffff) return invalid;
  return {codePoint, size, true};
}

} // namespace banklab::analysis
