#pragma once

// Writes JSON text piece by piece; commas come by themselves.

#include <cstdint>
#include <string>
#include <string_view>

namespace banklab::analysis {

class JsonWriter {
public:
  JsonWriter& beginObject() { return open('{'); }
  JsonWriter& endObject() { return close('}'); }
  JsonWriter& beginArray() { return open('['); }
  JsonWriter& endArray() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& string(std::string_view text); // bytes that are not UTF-8 become U+FFFD
  JsonWriter& number(uint64_t value);
  JsonWriter& integer(int64_t value);
  JsonWriter& real(double value); // null where it is not finite
  JsonWriter& boolean(bool value);

  JsonWriter& field(std::string_view name, std::string_view text) { return key(name).string(text); }
  JsonWriter& field(std::string_view name, uint64_t value) { return key(name).number(value); }
  JsonWriter& flag(std::string_view name, bool value) { return key(name).boolean(value); }

  std::string take() { return std::move(text_); }

private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string text_;
  bool first_ = true; // nothing stands yet in the innermost object or array, or a key stands before
};

} // namespace banklab::analysis
