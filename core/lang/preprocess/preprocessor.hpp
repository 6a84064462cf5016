#pragma once

// The preprocessor's inside. Tokens are pulled through a stack of contexts, each a list of tokens that a
// macro left, with the file below them all. While a macro's own list is on the stack the macro is disabled,
// and a name that meets its disabled macro is painted kNoExpand for good: so every expansion ends, and each
// name expands exactly where the standard says. An argument is expanded on its own, in a context below which
// nothing is read. Everything is counted (kMaxSteps): macros that double one another 64 times end early.

#include "lang/preprocess/known_headers.hpp"
#include "lang/preprocess/lexer.hpp"
#include "lang/preprocess/preprocess.hpp"

#include <memory>

namespace banklab::lang {

enum class BuiltinMacro : uint8_t { None, Line, File, Counter };

struct Macro {
  uint32_t symbol = 0;
  bool isFunction = false, isVariadic = false; // variadic: the last parameter takes what is left
  bool isDefined = false, isDisabled = false;
  bool fromSetting = false; // an option's value, which the file's own #define does not change
  bool hasPaste = false;    // the body needs substitution even without parameters
  BuiltinMacro builtin = BuiltinMacro::None;
  uint32_t parameterCount = 0;
  std::span<Token> body; // a parameter's token has its number, from 1, in the upper half of `integer`
  SourceRange range;     // where it was defined
};

class Preprocessor {
public:
  /// What is read: the reader's text, or a known header, whose places count from `base`.
  struct Input {
    std::string_view text;
    uint32_t base = 0;
  };
  /// `includes`: null in a known header, which includes no other files.
  Preprocessor(Input input, const Source& source, Includes* includes, const PreprocessOptions& options,
               Symbols& symbols, Arena& arena, Diagnostics& diagnostics);
  /// Everything but Preprocessed::headers.
  Preprocessed run();
  /// Known headers with a text that were included, in order.
  const std::vector<const KnownHeader*>& includedHeaders() const { return includedHeaders_; }

private:
  struct Context {
    const Token* at;
    const Token* end;
    Macro* macro; // disabled until the list is done; may be null
    bool stamp;   // give the tokens `range`
    SourceRange range;
  };
  struct Argument {
    std::vector<Token> raw, expanded;
    bool isExpanded = false;
  };
  struct Condition {
    SourceRange range;  // of its #if
    bool taken = false; // one of its groups was read
    bool sawElse = false;
  };
  /// A file that is being read: the text or the header itself, or one that it includes.
  struct Reading {
    Reading(Input input, Includes::Included* included, size_t outer, Arena& arena, Symbols& symbols)
        : joined(input.text, arena, input.base),
          lexer(joined, 0, static_cast<uint32_t>(joined.text().size()), symbols), file(included),
          outerConditions(outer) {}

    JoinedText joined;
    Lexer lexer;
    Includes::Included* file; // null: the first
    size_t outerConditions;   // that were open around it
  };

  // macro_expand.cpp: pulling and expanding
  Token read();
  bool pop();
  void expandAll(std::vector<Token>& out);
  std::vector<Token> expandList(std::span<const Token> tokens);
  bool expand(Token& name);
  bool expandBuiltin(Macro& macro, const Token& name);
  bool findOpenParen();
  bool collectArguments(const Macro& macro, const Token& name, std::vector<Argument>& arguments,
                        uint32_t& end);
  void pushCall(std::span<const Argument> arguments, SourceRange range);
  std::vector<Token> substitute(const Macro& macro, std::vector<Argument>& arguments, SourceRange range);
  Token stringize(std::span<const Token> tokens, SourceRange range);
  void paste(std::vector<Token>& out, const Token& right, SourceRange range);
  void push(std::span<const Token> tokens, Macro* macro, bool stamp, SourceRange range);
  bool spend(size_t steps, SourceRange range);
  bool spendText(size_t bytes, SourceRange range);
  Macro* macroOf(uint32_t symbol);

  // preprocess.cpp: directives and the end
  bool isDirective(const Token& token) const;
  void directive(const Token& hash, std::vector<Token>* out);
  void define();
  void addMacro(Macro macro, SourceRange range);
  bool readParameters(Macro& macro, std::vector<uint32_t>& parameters);
  void undefine();
  void include(SourceRange hash, bool inCall);
  void open(Includes::Included& file, SourceRange hash);
  void enter(Input input, Includes::Included* file);
  void closeAll();
  void leave();
  Includes::Included* findFile(std::string_view name);
  void pragma(SourceRange range, std::vector<Token>* out);
  void conditional(const Token& name);
  void alternative(const Token& name);
  void branch(Condition& condition, const Token& name);
  void skipGroup();
  bool lineEnds(std::string_view after);
  void finish(std::vector<Token>& tokens);
  void pragmaOperator(std::vector<Token>& out);
  void unrollFrom(const Token& pragmaText, std::vector<Token>& out);
  void defineSettings(std::string_view text);

  // comment_directive.cpp
  void addDirectives(std::vector<Directive>& out);
  void addDirective(std::vector<Directive>& out, Directive::Kind kind, Lexer& lexer, std::string_view text);

  // condition.cpp
  bool readCondition(SourceRange range);
  bool hasInclude();

  const Input input_;
  const Source& source_;
  const PreprocessOptions& options_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  Symbols& symbols_;
  Includes* includes_;
  std::vector<std::unique_ptr<Reading>> files_;  // the innermost last
  Lexer* lexer_ = nullptr;                       // of the innermost
  Includes::Included* next_ = nullptr;           // to be read behind this directive's line
  size_t includedBytes_ = 0, repeatedBytes_ = 0; // the latter of files inside of themselves
  std::vector<Macro*> macros_;                   // by symbol
  std::vector<Context> contexts_;
  std::vector<std::string> usedSettings_;
  size_t floor_ = 0; // contexts below this are not read
  bool readsFile_ = true;
  std::vector<Condition> conditions_;
  std::vector<const KnownHeader*> includedHeaders_;
  size_t steps_ = 0;
  uint32_t depth_ = 0, counter_ = 0, unclosedCalls_ = 0;
  bool exhausted_ = false;
  struct {
    uint32_t vaArgs, vaOpt, defined, pragma, hasInclude;
  } words_;
};

/// The text of a macro that every CUDA file may use without a definition ("INT_MAX"); false if the word of
/// that number in `symbols` is none. A name alone (`__CUDACC__` is "1") is enough for #ifdef.
bool findPredefined(const Symbols& symbols, uint32_t symbol, std::string_view& body, BuiltinMacro& builtin);

/// Of the known headers that were included or that a word of the text stands for, the tokens of all
/// declarations that the text can need by its words; at the end of `out`. `symbols`: the text's, so far;
/// those of the tokens are added.
void takeInHeaders(std::span<const KnownHeader* const> included, const Source& source, Symbols& symbols,
                   std::vector<Token>& out);

/// Whether a header's names are known to the engine, or matter to host code alone.
bool isKnownHeader(std::string_view name);

} // namespace banklab::lang
