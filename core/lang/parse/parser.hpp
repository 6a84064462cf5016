#pragma once

// The parser's inside: recursive descent over one flat token array, in two rounds. The first reads
// declarations and steps over the bodies of functions; the second reads the bodies, when every name of a type
// or template is known. `match_` knows each bracket's partner, so that stepping over a group is one jump, and
// an error inside a group ends at its closing bracket.
//
// An error sets `panic_`: no further message until somebody has found a place to go on from (recover(),
// leaveGroup()). So one mistake makes one message.
//
// What is a type? Names are looked up in scopes that know no more of a name than its NameKind. Of a name that
// nobody declared (it comes from a header, or it is misspelt) the tokens around it decide.

#include "lang/parse/parse.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace banklab::lang {

enum class NameKind : uint8_t {
  Unknown,
  Value,
  Type,
  Namespace,
  TypeTemplate,
  FunctionTemplate,
  ValueTemplate
};

struct Scope {
  Scope* parent = nullptr;
  uint32_t depth = 0;
  uint32_t active = 0;           // how often it is open now: names in it are seen
  bool isLocal = false;          // ends for good
  bool isTemplate = false;       // holds a template's parameters
  std::vector<Scope*> alsoSeen;  // `using namespace`, base classes
  std::vector<uint32_t> symbols; // what was bound here
  // Of a record. A text may have thousands, with members of the same names: once none of its names is
  // seen, its bindings, one for each of `symbols`, are kept here, out of the way of those that are.
  bool isOfType = false;
  std::vector<uint32_t> resting;
};

struct NameInfo {
  NameKind kind = NameKind::Unknown;
  Scope* scope = nullptr;  // of a namespace's or record's members, if known
  bool isConstant = false; // a number that is the same for every thread
};

class Parser {
public:
  Parser(const Preprocessed& input, Arena& arena, Diagnostics& diagnostics);
  syntax::TranslationUnit run();

private:
  using Kind = TokenKind;
  using Expr = syntax::Expr;
  using Stmt = syntax::Stmt;
  using Decl = syntax::Decl;
  using TypeName = syntax::TypeName;
  using Name = syntax::Name;

  /// What stands in front of declarators.
  struct Specifiers {
    uint32_t flags = 0;
    TypeName* type = nullptr;
    Expr* alignment = nullptr;
    std::vector<Expr*> launchBounds;
    bool isFriend = false;
    bool isTypeId = false;    // no declaration: nothing on a new line belongs to it
    bool definesType = false; // a record or enum was defined or declared on the way
    size_t start = 0;
  };
  struct Declarator {
    Name* name = nullptr;
    TypeName* type = nullptr;
    bool isFunction = false; // the name itself is followed by parameters
    bool isRestrict = false, pack = false;
    bool isConst = false, variadic = false;
    std::vector<syntax::VarDecl*> parameters;
    Scope* scope = nullptr; // of `X::` before the name
  };
  enum class DeclaratorUse : uint8_t { Variable, Parameter, Abstract, Field };
  enum class Place : uint8_t { TopLevel, Block, Record };

  /// A function whose body was stepped over.
  struct Pending {
    syntax::FunctionDecl* function;
    size_t bodyAt; // the `:` or `{`
    Scope* scope;
    std::vector<syntax::Template*> templates; // around it, outermost first
    bool tentative;                           // host code if it does not parse
  };

  /// Counts nesting; false when it is too deep (with a message).
  class Depth {
  public:
    explicit Depth(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    ~Depth() { --parser_.depth_; }
    bool ok();

  private:
    Parser& parser_;
  };

  // tokens.cpp: tokens, messages, recovery
  void load(std::vector<Token> tokens);
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& tokenAt(size_t at) const { return tokens_[std::min(at, tokens_.size() - 1)]; }
  Kind kind(size_t ahead = 0) const { return peek(ahead).kind; }
  bool is(Kind k) const { return tokens_[at_].kind == k; }
  void next() { at_ += at_ + 1 < tokens_.size(); }
  bool accept(Kind k);
  bool expect(Kind k, std::string_view message);
  bool expectSemicolon(std::string_view what);
  bool closeGroup(size_t open, Kind close, bool isList = false);
  size_t closeOf(size_t open) const { return match_[open]; }
  SourceRange rangeFrom(size_t start) const;
  SourceRange previousEnd() const;
  void error(SourceRange range, std::string message);
  Diagnostic& report(SourceRange range, std::string message);
  void unexpected(std::string_view wanted);
  void recover();
  bool skipUnroll();
  size_t skipDeclaration(size_t at) const;
  std::string spelled(const Token& token) const;
  static std::string_view similar(std::string_view word, std::span<const std::string_view> words);

  // scopes.cpp: what is known of names
  NameInfo lookUp(uint32_t symbol) const;
  bool isKnownType(const Token& word) const;
  NameInfo lookUpIn(const Scope* scope, uint32_t symbol, uint32_t depth = 0) const;
  void bind(uint32_t symbol, NameKind kind, Scope* members = nullptr, bool isConstant = false);
  void bindIn(Scope* scope, uint32_t symbol, NameInfo info);
  void bindTemplate(const syntax::Template& header);
  Scope* newScope();
  Scope* home() const;
  /// Opens a namespace's or record's scope, with those around it and all that is seen through them. The
  /// scopes of templates around it are the caller's to open.
  class Within {
  public:
    Within(Parser& parser, Scope* scope);
    ~Within();

  private:
    void count(Scope* scope, bool up);
    Parser& parser_;
    Scope* scope_;
    Scope* outer_;
  };
  void seeThrough(Scope* scope);
  void see(Scope* scope, uint32_t times);
  void wake(Scope* scope);
  void rest(Scope* scope);
  /// A scope that ends for good: a block, a function, a template's parameters.
  class Local {
  public:
    explicit Local(Parser& parser);
    ~Local();

  private:
    Parser& parser_;
    Scope scope_;
    Scope* outer_;
  };

  // lookahead.cpp: what begins here
  struct Scanned {
    size_t end = 0; // 0: none
    NameInfo info;
    bool qualified = false;
    bool hasArguments = false; // the last part ends in <…>
  };
  Scanned scanName(size_t at, bool inType) const;
  bool isDecltypeOfName(size_t at) const;
  size_t scanTemplateArguments(size_t at, bool isTemplate = false) const;
  bool takesTemplateArguments(size_t at, const NameInfo& info, bool inType) const;
  struct ScannedType {
    size_t end = 0;            // 0: no type
    bool sure = false;         // it cannot be an expression
    bool hasArguments = false; // a name that ends in <…>
  };
  ScannedType scanType(size_t at, uint32_t depth = 0) const;
  bool startsDeclaration() const;
  bool startsConstructor(size_t at) const;
  bool startsParameters(DeclaratorUse use) const;
  bool startsCast() const;

  // names.cpp
  Name* parseName(bool inType, NameInfo* info = nullptr, Scope** qualifier = nullptr,
                  bool specialises = false);
  Name* parseMemberName(bool forced);
  bool parseNamePart(syntax::NamePart& part, NameInfo& info, bool qualified, bool inType, bool forced,
                     TypeName** conversion);
  std::string_view operatorName(TypeName** conversion);
  std::span<syntax::TemplateArgument> parseTemplateArguments();
  bool closeAngle(size_t open);
  void restoreSplit(size_t from);

  // types.cpp, declarators.cpp
  static bool isTypeWord(Kind k);
  static bool isSpecifierWord(Kind k);
  bool parseSpecifiers(Specifiers& out);
  bool parseSpecifier(Specifiers& out);
  bool parseTypeSpecifier(Specifiers& out, uint8_t& quals);
  TypeName* parseBuiltin(uint8_t& quals, Specifiers* specifiers);
  bool skipAttributes(Expr** alignment);
  Expr* parseAlignment();
  TypeName* parseTypeId();
  TypeName* parsePointers(TypeName* type, Declarator& out);
  bool parseDeclarator(TypeName* base, DeclaratorUse use, Declarator& out);
  TypeName* parseSuffixes(TypeName* base, DeclaratorUse use, Declarator& out, bool direct);
  bool parseParameters(Declarator& out);
  syntax::VarDecl* parseParameter();
  void parseFunctionTail(Declarator& out);
  TypeName* newType(syntax::TypeForm form, size_t start);

  // expr.cpp, primary.cpp
  template <typename T, typename... Args>
  T* makeExpr(syntax::ExprKind kind, SourceRange range, Args... args);
  Expr head(syntax::ExprKind kind, SourceRange range, uint32_t height);
  Expr* makeBinary(SourceRange range, banklab::lang::BinaryOp op, Expr* left, Expr* right,
                   SourceRange opRange);
  bool tooHigh(const Expr* expr);
  Expr* errorExpr();
  Expr* parseExpr();
  Expr* parseAssignment();
  Expr* parseAssigned(Expr* left, size_t start);
  Expr* parseConditional();
  Expr* parseBinary(int least);
  Expr* parseUnary();
  Expr* parsePostfix();
  Expr* parsePostfixOf(Expr* base, size_t start);
  Expr* parseLaunch(Expr* callee, size_t start);
  Expr* parsePrimary();
  Expr* parseNameExpr();
  Expr* parseParen();
  Expr* parseFold(size_t open, Expr* left);
  Expr* parseNamedCast();
  Expr* parseSizeOf();
  Expr* parseConstruct(TypeName* type, size_t start);
  Expr* parseLambda();
  Expr* parseInitList();
  Expr* parseInitializerClause();
  Expr* parseInitializerClauseOrComma();
  void unexpectedStray();
  Expr* parseArgument();
  std::span<Expr*> parseArguments(Kind close);
  static int precedence(Kind k);

  // stmt.cpp, loops.cpp
  Stmt* parseStatement();
  Stmt* parseBody(std::string_view of);
  syntax::BlockStmt* parseBlock();
  Stmt* parseAfterBrokenHeader();
  Stmt* parseIf();
  Stmt* parseIfHeader(syntax::IfStmt*& link);
  bool isRangeFor(size_t open) const;
  Stmt* parseFor(syntax::UnrollHint unroll);
  Stmt* parseWhile(syntax::UnrollHint unroll);
  Stmt* parseDo(syntax::UnrollHint unroll);
  Stmt* parseSwitch();
  Stmt* parseLabel();
  Stmt* parseReturn();
  Stmt* parseAsm();
  Stmt* parseUnrolled();
  Stmt* parseDeclarationStatement();
  Stmt* parseExpressionStatement();
  Stmt* errorStmt(size_t start);
  Expr* parseCondition(Decl** variable);
  syntax::VarDecl* parseConditionVariable();
  Kind misspeltKeyword() const;

  // decl.cpp, toplevel.cpp
  void parseTopLevel();
  void parseTopDeclaration(std::vector<Decl*>& out);
  void parseFragmentPart();
  bool mentionsDevice(size_t begin, size_t end) const;
  bool isHostOnly(size_t begin, size_t end) const;
  bool parseDeclaration(std::vector<Decl*>& out, Place place);
  bool parseDeclarators(const Specifiers& specifiers, std::vector<Decl*>& out, Place place);
  Decl* finishFunction(const Specifiers& specifiers, Declarator& declarator, size_t start, Place place);
  bool isDevice(uint32_t flags) const;
  bool mayGiveConstant(const syntax::FunctionDecl& function) const;
  void skipBody(syntax::FunctionDecl& function);
  Decl* finishVariable(const Specifiers& specifiers, Declarator& declarator, size_t start, Place place);
  void bindVariable(const syntax::VarDecl& variable);
  bool startsBinding(const Specifiers& specifiers) const;
  syntax::VarDecl* parseBinding(const Specifiers& specifiers);
  void parseInitializer(syntax::VarDecl& variable);
  void parsePendingBodies();
  void parsePendingBody(const Pending& pending);
  void parseMemberInits(syntax::FunctionDecl& function);
  Decl* parseNamespace();
  Decl* parseUsing();
  Decl* parseStaticAssert();
  bool parseLinkage(std::vector<Decl*>& out);
  void parseBracedDeclarations(std::vector<Decl*>& out);
  bool skipUnknownMacro(std::vector<Decl*>& out); // macros.cpp
  bool looksLikeMacro(const Token& token) const;
  bool isConstantInit(const Expr* expr) const;
  bool isConstantVariable(const syntax::VarDecl& variable) const;
  Scope* scopeOf(const Name& name) const;
  size_t unclosedBodyEnd(size_t open) const;

  // host.cpp
  friend class HostBody;
  struct HostFunction {
    syntax::FunctionDecl* function;
    std::vector<syntax::Template*> templates; // around it, outermost first
  };
  bool isHostLaunch(size_t at) const;
  bool isSymbolCopy(size_t at) const;
  bool callsLaunching(size_t at) const;
  auto hostFunctionsOf(uint32_t name) const { return hostFunctionsByName_.equal_range(name); }
  void findLaunching();
  void findHostLaunches(syntax::TranslationUnit& unit);

  // record.cpp, template.cpp
  TypeName* parseRecordType(Specifiers& out);
  void parseBases(syntax::RecordDecl& record, Scope* scope);
  void parseMembers(syntax::RecordDecl& record);
  bool befriends(size_t at) const;
  bool definesForDevice(size_t at) const;
  TypeName* parseEnumType(Specifiers& out);
  bool parseTemplate(std::vector<Decl*>& out, Place place);
  bool parseTemplateParameters(std::vector<syntax::TemplateParameter>& out);
  bool parseTemplateParameter(syntax::TemplateParameter& out);

  // directive.cpp
  void parseDirective(const Directive& directive, syntax::TranslationUnit& unit);

  template <typename T>
  T* makeDecl(syntax::DeclKind kind, size_t start) {
    T* decl = arena_.make<T>();
    decl->kind = kind;
    decl->range = rangeFrom(start);
    return decl;
  }

  const Preprocessed& input_;
  Arena& arena_;
  Diagnostics* diagnostics_;
  std::vector<Token> tokens_;
  std::vector<std::pair<size_t, Token>> split_; // tokens like `>>` that were split: where, and as they were
  std::vector<uint32_t> match_;                 // of an opening bracket: its closing one; 0 where it has none
  size_t at_ = 0;
  size_t stop_ = SIZE_MAX; // a body that is never closed ends here
  uint32_t depth_ = 0;
  uint32_t peak_ = 0; // the greatest height made; a lambda looks at that of its body
  bool panic_ = false;
  bool noGreater_ = false; // inside <…>: `>` closes
  bool inBody_ = false;    // local records' bodies are read at once
  bool isFragment_ = false;
  bool sawPacked_ = false; // among the attributes just read
  Diagnostic dropped_;
  TypeName* trailing_ = nullptr; // the `-> type` just read

  struct Binding {
    NameInfo info;
    Scope* scope;
    uint32_t previous; // the older binding of the same name
  };
  std::vector<Binding> bindings_; // the first is none
  std::vector<uint32_t> heads_;   // by symbol
  enum class Known : uint8_t { NotAsked, No, Type };
  mutable std::vector<Known> known_; // by symbol: isKnownTypeName
  std::deque<Scope> scopes_;
  std::vector<Scope*> lingering_; // of types, closed of late: their bindings do not rest yet
  Scope* scope_ = nullptr;
  std::vector<syntax::Template*> templates_; // open now, outermost first
  syntax::Template* nextTemplate_ = nullptr; // of the declaration that begins
  std::vector<std::string_view> records_;    // being defined, for their constructors

  std::vector<Pending> pending_;
  std::unordered_map<size_t, HostFunction> hostFunctions_; // by the place where the body begins
  std::unordered_multimap<uint32_t, const syntax::FunctionDecl*> hostFunctionsByName_;
  std::unordered_set<uint32_t> launching_; // names of the host's functions that launch
  bool readsHost_ = false;                 // the host's launches are asked for
  std::vector<Decl*> decls_;
  std::vector<Stmt*> fragment_;
};

/// Types that CUDA's headers define: "float4", "uint32_t", "dim3", "half".
bool isKnownTypeName(std::string_view name);

// ---------------------------------------------------------------- making expressions

// What is applied in a row (`a[1][2]…`, `f()()…`) is cut by tooHigh() where it is built; nesting is cut by
// Depth; chains (kMaxHeight) are not cut.
inline uint32_t heightOf(syntax::Expr* expr) { return expr ? expr->height : 0; }
inline uint32_t heightOf(syntax::TypeName* type) { return type ? type->height : 0; }
inline uint32_t heightOf(std::span<syntax::Expr*> list) {
  uint32_t height = 0;
  for (syntax::Expr* expr : list) height = std::max(height, heightOf(expr));
  return height;
}
template <typename T>
uint32_t heightOf(const T&) {
  return 0;
}

template <typename T, typename... Args>
T* Parser::makeExpr(syntax::ExprKind kind, SourceRange range, Args... args) {
  uint32_t height = 0;
  ((height = std::max(height, heightOf(args))), ...);
  return arena_.make<T>(head(kind, range, height + 1), args...);
}

} // namespace banklab::lang
