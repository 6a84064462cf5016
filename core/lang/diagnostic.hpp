#pragma once

#include "lang/preprocess/source.hpp"

#include <string>
#include <vector>

namespace banklab::lang {

enum class Severity : uint8_t { Error, Warning, Note };

/// A second place that explains a message.
struct DiagnosticNote {
  SourceRange range;
  std::string message;
};

/// One message: lower case, one plain sentence, with a way out where there is one.
struct Diagnostic {
  Severity severity = Severity::Error;
  SourceRange range;
  std::string message;
  std::vector<DiagnosticNote> notes;
};

/// Collects messages in the order found; keeps at most `kLimit` and says so once in a last note. Of two
/// errors at the same place only the first is kept: the second is nearly always its echo.
class Diagnostics {
public:
  static constexpr size_t kLimit = 100;

  /// Returns the message kept, so that notes can be added; the reference holds until the next call.
  Diagnostic& error(SourceRange range, std::string message);
  Diagnostic& warning(SourceRange range, std::string message);
  Diagnostic& note(SourceRange range, std::string message);

  bool hasErrors() const { return errors_ != 0; }
  size_t errorCount() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return list_; }
  std::vector<Diagnostic> take() { return std::move(list_); }

private:
  Diagnostic& add(Severity severity, SourceRange range, std::string message);

  std::vector<Diagnostic> list_;
  size_t errors_ = 0;
  Diagnostic dropped_;
};

} // namespace banklab::lang
