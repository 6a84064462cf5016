#pragma once

// Reads JSON text into a tree: strict RFC 8259, any bytes accepted as input, nesting limited.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::analysis {

struct JsonMember;

struct JsonValue {
  enum class Kind : uint8_t { Null, False, True, Number, String, Array, Object };

  Kind kind = Kind::Null;
  std::string text; // of a string, without escapes; of a number, as written
  std::vector<JsonValue> items;
  std::vector<JsonMember> members; // in the order written; of equal names the last counts

  bool is(Kind k) const { return kind == k; }
  bool isTrue() const { return kind == Kind::True; }
  /// The member of an object by name; null where there is none, or where this is no object.
  const JsonValue* find(std::string_view name) const;
  /// A number that was written as a whole one and fits.
  std::optional<int64_t> integer() const;
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

inline constexpr int kMaxJsonDepth = 64;

/// The text's value; or nothing, with `error` saying what is wrong at which byte.
std::optional<JsonValue> parseJson(std::string_view text, std::string& error);

} // namespace banklab::analysis
