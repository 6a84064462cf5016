#pragma once

// Writes JSON text piece by piece; commas come by themselves.

#include <cstdint>
#include <span>
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
  JsonWriter& numbers(std::span<const uint8_t> values); // an array
  JsonWriter& numbers(std::span<const uint32_t> values);

  JsonWriter& field(std::string_view name, std::string_view text) { return key(name).string(text); }
  JsonWriter& field(std::string_view name, uint64_t value) { return key(name).number(value); }
  JsonWriter& flag(std::string_view name, bool value) { return key(name).boolean(value); }

  std::string take();

private:
  // A report is mostly digits and brackets: they go straight into room that is there already.
  char* room(size_t bytes); // where so many more may be written
  void put(char c) { *room(1) = c, ++used_; }
  void put(std::string_view text);
  void digits(uint64_t value);
  template <typename T>
  JsonWriter& array(std::span<const T> values);

  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);

  std::string text_; // of which `used_` bytes are written
  size_t used_ = 0;
  bool first_ = true; // nothing stands yet in the innermost object or array, or a key stands before
};

} // namespace banklab::analysis
