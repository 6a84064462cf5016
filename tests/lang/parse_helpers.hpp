#pragma once

#include "dump.hpp"
#include "front_helpers.hpp"

#include <gtest/gtest.h>

namespace banklab::lang::testing {

/// A fragment that has nothing wrong, its statements with a space between any two.
inline std::string statements(std::string text) {
  Parsed parsed(std::move(text));
  EXPECT_EQ(toText(parsed.source, parsed.diagnostics), "");
  std::string out;
  if (parsed.unit.fragment)
    for (const syntax::Stmt* stmt : parsed.unit.fragment->body) out += (out.empty() ? "" : " ") + dump(stmt);
  return out;
}

/// One expression.
inline std::string expression(const std::string& text) { return statements(text + ";"); }

/// The declarations of a text that has nothing wrong.
inline std::string declarations(std::string text) {
  Parsed parsed(std::move(text));
  EXPECT_EQ(toText(parsed.source, parsed.diagnostics), "");
  std::string out;
  for (const syntax::Decl* decl : parsed.unit.decls) out += (out.empty() ? "" : " ") + dump(decl);
  return out;
}

/// All messages of a text.
inline std::string messages(std::string text) {
  Parsed parsed(std::move(text));
  return toText(parsed.source, parsed.diagnostics);
}

} // namespace banklab::lang::testing
