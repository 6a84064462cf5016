#pragma once

#include "lang/arena.hpp"
#include "lang/diagnostic.hpp"
#include "lang/preprocess/includes.hpp"
#include "lang/preprocess/token.hpp"

#include <map>
#include <string>
#include <vector>

namespace banklab::lang {

/// A comment that speaks to the engine: `// launch: …` or `// input: …`, its text already as tokens (macros
/// expanded, in the state at the end of the file, so that a launch line at the top may use a macro defined
/// below it).
struct Directive {
  enum class Kind : uint8_t { Launch, Input } kind;
  std::string_view text;
  SourceRange range;         // empty: it came from an option
  std::vector<Token> tokens; // ends with EndOfFile
};

struct PreprocessOptions {
  std::vector<std::string> launches; // as CompileOptions
  std::vector<std::string> inputs;
  std::map<std::string, std::string> settings; // a name the file itself #defines under #ifndef, say
  IncludeOptions includes;
};

struct Preprocessed {
  std::vector<Token> headers; // what the text needs of known headers, to be read before it; no end
  std::vector<Token> tokens;  // one flat array, macros expanded, ends with EndOfFile
  std::vector<Directive> directives;
  std::vector<std::string> usedSettings; // names of settings of which a directive of the text speaks
  uint32_t symbolCount = 1;              // every name's symbol (Token::symbol) is smaller
};

/// Lexes the text and expands it; files that it includes are added to the source. `arena` keeps what tokens
/// point to. Launch and input lines count in the text itself alone.
Preprocessed preprocess(Source& source, const PreprocessOptions& options, Arena& arena,
                        Diagnostics& diagnostics);

} // namespace banklab::lang
