#pragma once

// Semantic analysis: syntax tree to Program. One class, because names, types, overloads, templates and
// constants all need one another; each sema_*.cpp holds one of these ideas. Declarations of the whole file
// come first, then the bodies of functions, each when somebody needs it. An error is reported once, where it
// is found; after it an expression has the Error type, and whatever meets that keeps quiet.

#include "lang/compile.hpp"
#include "lang/sema/builtins.hpp"
#include "lang/sema/entities.hpp"
#include "lang/sema/layout.hpp"

#include <functional>
#include <set>
#include <type_traits>
#include <unordered_set>

namespace banklab::lang::sema {

/// How an implicit conversion ranks (over.ics.rank): better ones first.
enum class Rank : uint8_t { Exact, Promotion, Conversion, User, None };

struct Conversion {
  Rank rank = Rank::None;
  uint8_t addedQuals = 0;   // const that a pointer or reference gains
  uint8_t baseDistance = 0; // derived to base: how far
  bool isBoolean = false;   // a pointer to bool
  bool toVoidPointer = false;
  bool bindsRvalue = false; // && to a value
  bool bindsLvalueToRvalueRef = false;
  bool needsTemporary = false;    // const& to something converted
  FunctionEntity* user = nullptr; // a constructor or an operator T

  bool possible() const { return rank != Rank::None; }
};

/// What a callee's name stands for.
struct Candidates {
  std::vector<FunctionEntity*> functions;
  const Expr* object = nullptr; // an lvalue: `object.f()`
  const Type* objectType = nullptr;
  bool hasExplicit = false; // f<…>
  TemplateArgs explicitArgs;
};

enum class HostWay : uint8_t;

struct LayoutKey {
  FunctionEntity* function = nullptr; // null: at namespace scope
  uint32_t begin = 0;                 // place in the source
  uint32_t block = 0, order = 0;
};

/// Of a block (CUDA C++ Programming Guide, "Compute Capabilities").
inline constexpr uint32_t kMaxThreads = 1024;

class Sema {
public:
  Sema(syntax::TranslationUnit& unit, Program& program, const CompileOptions& options,
       Diagnostics& diagnostics);
  void run();

private:
  friend class PtxLowering;
  static constexpr uint32_t kMaxDepth = 1100;          // of nested expressions and statements
  static constexpr uint32_t kMaxInstances = 2000;      // of templates
  static constexpr uint64_t kMaxParts = 65536;         // of an initial value
  static constexpr uint32_t kMaxNesting = 100;         // of instances in the making
  static constexpr uint32_t kScopeWork = 4;            // of a scope or a name, which stay in memory
  static constexpr uint32_t kNamesOfWork = 8;          // that are looked through for one unit
  static constexpr uint32_t kCandidateWork = 3;        // of a function that may be meant, or a specialisation
  static constexpr uint64_t kAssumedBytes = 32 * 1024; // of dynamic shared memory, where nobody says
  static constexpr uint32_t kMaxEvaluation = 1u << 22; // steps of all constant evaluations together

  /// Sets a variable for the length of a block.
  template <typename T>
  struct Restore {
    T& place;
    T old;
    Restore(T& at, std::type_identity_t<T> value) : place(at), old(at) { place = value; }
    ~Restore() { place = old; }
    Restore(const Restore&) = delete;
    Restore& operator=(const Restore&) = delete;
  };

  // ---- sema.cpp
  Diagnostic& error(SourceRange range, std::string message);
  Diagnostic& warning(SourceRange range, std::string message) {
    return sink_->warning(visible(range), std::move(message));
  }
  SourceRange visible(SourceRange range) const;
  void compileDeclared();
  bool hasBrokenBody(const Function* function);
  bool hasErrorIn(SourceRange range) const;
  void reportUnusedInputs();

  // ---- build.cpp: nodes of the typed tree
  const Expr* errorExpr(SourceRange range);
  const Expr* fail(SourceRange range, std::string message);
  const Expr* failWhenTried(SourceRange range, std::string message);
  const Expr* failOnce(std::string_view name, SourceRange range, std::string message);
  const Expr* tooDeep(SourceRange range);
  const Expr* failUnknown(SourceRange range, std::string message);
  bool work(SourceRange range);
  const Expr* constant(const Value& value, SourceRange range);
  const Expr* integer(TypeKind kind, int64_t value, SourceRange range);
  const Expr* reference(const Variable* variable, SourceRange range);
  const Expr* valueOf(const Expr* expr); // loads an lvalue, decays an array
  const Expr* valueOfChoice(const Expr* expr);
  const Expr* cast(const Expr* value, const Type* to, SourceRange range);
  const Expr* addressOf(const Expr* place, const Type* pointer, SourceRange range);
  const Expr* addressOf(const Expr* place, SourceRange range);
  const Expr* deref(const Expr* pointer, SourceRange range);
  const Expr* fieldOf(const Expr* base, const Field& field, SourceRange range);
  const Expr* baseOf(const Expr* place, const Type* base); // derived to base
  const Expr* comma(const Expr* left, const Expr* right, SourceRange range);
  const Expr* assignTo(const Expr* place, const Expr* value, SourceRange range);
  const Expr* binaryNode(BinaryOp op, const Type* type, const Expr* l, const Expr* r, SourceRange range);
  const Expr* unaryNode(UnaryOp op, const Type* type, const Expr* operand, SourceRange range);
  const Expr* notNode(const Expr* operand, SourceRange range);
  const Expr* conditionalNode(const Type* type, const Expr* condition, const Expr* yes, const Expr* no,
                              SourceRange range);
  const Expr* elementOf(const Expr* array, const Expr* index, SourceRange range); // of an lvalue
  const Expr* intrinsicCall(Intrinsic what, const Type* type, std::vector<const Expr*> arguments,
                            SourceRange range);
  const Expr* aggregate(const Type* type, const std::vector<AggregatePart>& parts, SourceRange range);
  const Expr* place(const Expr* expr); // an lvalue, through a hidden local if need be
  /// An xvalue: names a place, as an lvalue does, and binds as a value does.
  const Expr* expiring(const Expr* place);
  bool isExpiring(const Expr* expr) const { return expiring_.count(expr) != 0; }
  const Expr* discarded(const Expr* expr);
  Variable* newVariable(std::string_view name, const Type* type, Storage storage, SourceRange range);
  Variable* newGlobal(std::string_view name, const Type* type, Storage storage, SourceRange range);
  const Stmt* exprStmt(const Expr* expr, SourceRange range);
  const Stmt* declareStmt(const Variable* variable, const Expr* init, SourceRange range);
  const Stmt* block(const std::vector<const Stmt*>& body, SourceRange range);
  template <typename T, typename... Args>
  T* make(Args&&... args) {
    return program_.arena->make<T>(std::forward<Args>(args)...);
  }
  const Type* type(TypeKind kind) const { return types_.builtin(kind); }

  // ---- scopes.cpp: names
  Scope* newScope(ScopeKind kind, Scope* parent);
  Symbol* newSymbol(SymbolKind kind, std::string_view name, SourceRange range);
  Symbol* declare(Scope* scope, Symbol* symbol);
  bool isOrdered(const Scope* scope, SourceRange range) const;
  void checkOrder(std::string_view name, uint32_t declaredAt, SourceRange use);
  Symbol* findIn(Scope* scope, std::string_view name, int depth = 0);
  Symbol* findMember(RecordInfo* record, std::string_view name);
  Symbol* lookup(std::string_view name);
  Symbol* lookupFrom(Scope* scope, std::string_view name);
  Symbol* lookup(const syntax::Name& name, bool quiet = false);
  Scope* scopeOf(const syntax::Name& name, bool quiet);
  static bool isNamespace(const Scope* scope);
  const Expr* failMissing(const syntax::Name& name, SourceRange range, std::string message);
  Symbol* builtinSymbol(std::string_view name);
  std::string suggestion(std::string_view name, bool ofType = false);
  std::string memberSuggestion(const RecordInfo& record, std::string_view name);
  std::string nameText(const syntax::Name& name);

  // ---- types.cpp: types as written
  const Type* resolve(syntax::TypeName* written);
  const Type* resolveNamed(const syntax::Name& name);
  const Type* vectorType(const VectorType& vector);
  std::optional<uint64_t> arrayLength(syntax::Expr* expr);
  const Type* parameterType(syntax::VarDecl* parameter);
  bool requireComplete(const Type* type, SourceRange range, const char* use);
  RecordInfo* infoOf(const Type* type);
  RecordInfo* complete(const Type* type);
  bool isAuto(const syntax::TypeName* written);
  const Type* deduceAuto(syntax::TypeName* written, const Expr* init);
  const Type* decltypeOf(syntax::Expr* expr);
  bool derivesFrom(const Type* derived, const Type* base, uint8_t* distance = nullptr);

  // ---- constants.cpp
  std::optional<Value> constantOf(const Expr* expr);
  std::optional<int64_t> constantInteger(syntax::Expr* expr, const char* what);
  std::optional<Value> fold(const Expr* expr);
  std::optional<std::vector<std::byte>> foldImage(const Expr* expr);
  EvaluationBudget evaluationBudget() const;
  void prepareCalls(const Expr* expr);

  // ---- decls.cpp: what stands in a scope
  void declareAll(std::span<syntax::Decl*> decls);
  void declareOne(syntax::Decl* decl);
  void declareGlobalVariable(syntax::VarDecl* decl);
  Symbol* makeGlobalVariable(syntax::VarDecl* decl);
  void initialiseGlobal(Variable* variable, Symbol* symbol, syntax::VarDecl* decl);
  void declareFunction(syntax::FunctionDecl* decl);
  void declareEnum(syntax::EnumDecl* decl, const Type** out = nullptr);
  void declareAlias(syntax::AliasDecl* decl);
  void declareNamespace(syntax::NamespaceDecl* decl);
  Scope* openNamespace(std::string_view name, SourceRange range, bool isSeenThrough);
  void declareUsing(syntax::UsingDecl* decl);
  void checkStaticAssert(syntax::StaticAssertDecl* decl);
  void declareTemplate(syntax::Decl* decl, SymbolKind kind);
  uint32_t alignmentOf(syntax::Decl* decl);
  const Type* declaredType(syntax::VarDecl* decl, const Expr** init = nullptr);

  // ---- held.cpp
  bool isForDevice(const syntax::RecordDecl& decl) const;
  void sayHeld(std::vector<Diagnostic>& held);

  // ---- records.cpp
  const Type* declareRecord(syntax::RecordDecl* decl);
  void defineRecord(RecordInfo* info);
  void declareMember(RecordInfo* info, syntax::Decl* member, RecordLayout& layout);
  void declareField(RecordInfo* info, syntax::VarDecl* decl, RecordLayout& layout);
  void declareMethod(RecordInfo* info, syntax::FunctionDecl* decl);
  void declareFriend(syntax::FunctionDecl* decl);
  void declareStaticMember(RecordInfo* info, syntax::VarDecl* decl);
  RecordInfo* newRecordInfo(std::string_view name, syntax::RecordDecl* decl, Scope* scope);
  const Expr* memberOf(const Expr* base, std::string_view name, SourceRange range, Symbol** symbol);
  const Expr* findField(const Expr* base, const Record& record, std::string_view name, SourceRange range);
  bool isSmallEnough(const RecordLayout& layout, const Record& record, const Type* member, SourceRange range);
  bool needsConstruction(const Type* type);
  bool isAggregateRecord(const RecordInfo& info);

  // ---- functions.cpp
  FunctionEntity* newFunction(syntax::FunctionDecl* decl);
  void defineMethodOutside(syntax::FunctionDecl* decl);
  void specialiseFunction(syntax::FunctionDecl* decl, Symbol* symbol);
  void initialiseField(RecordInfo* info, size_t index, const Expr* place, const syntax::MemberInit* written,
                       std::vector<const Stmt*>& out);
  bool ensureSignature(FunctionEntity* entity);
  const Type* resultNamingParameters(FunctionEntity* entity);
  Function* functionOf(FunctionEntity* entity);
  void compileBody(FunctionEntity* entity);
  void compileQueued();
  void constructorPrologue(FunctionEntity* entity, std::vector<const Stmt*>& out);
  std::string displayName(const FunctionEntity* entity);
  std::string signatureText(FunctionEntity* entity);
  FunctionEntity* sameSignature(const std::vector<FunctionEntity*>& list, FunctionEntity* entity);
  void bindParameters(FunctionEntity* entity, Scope* scope);
  bool endsInReturn(const Stmt* stmt);
  bool isHostOnly(const FunctionEntity* entity) const;

  // ---- stmts.cpp
  using Stmts = std::vector<const Stmt*>;
  void statement(syntax::Stmt* stmt, Stmts& out);
  const Stmt* nested(syntax::Stmt* stmt); // in a scope of its own

  // ---- variables.cpp
  void declarationStmt(syntax::DeclStmt& stmt, Stmts& out);
  void localVariable(syntax::VarDecl* decl, Stmts& out);
  void sharedVariable(syntax::VarDecl* decl, Symbol* symbol);
  const Expr* declareHidden(const Type* type, const Expr* init, SourceRange range, Stmts& out);
  void bindStructure(syntax::VarDecl* decl, const Expr* value, Stmts& out); // bindings.cpp

  // ---- stmts.cpp again: control flow
  const Stmt* ifStmt(syntax::IfStmt& stmt);
  const Stmt* forStmt(syntax::ForStmt& stmt);
  const Stmt* rangeForStmt(syntax::RangeForStmt& stmt); // range_for.cpp
  const Expr* listedValues(syntax::InitListExpr& list, Stmts& out);
  void declareLoopVariable(syntax::VarDecl* decl, const Expr* element, Stmts& out);
  const Stmt* whileStmt(syntax::WhileStmt& stmt);
  const Stmt* doStmt(syntax::DoStmt& stmt);
  const Stmt* switchStmt(syntax::SwitchStmt& stmt);
  const Stmt* returnStmt(syntax::ReturnStmt& stmt);
  uint32_t unrollOf(const syntax::UnrollHint& hint);
  const Expr* condition(syntax::Expr* expr);
  const Expr* conditionVariable(syntax::Decl* decl, Stmts& out);
  void pushBlock() {
    scope_ = newScope(ScopeKind::Block, scope_);
    if (function_) scope_->number = ++function_->blocks;
  }

  // ---- exprs.cpp
  const Expr* expression(syntax::Expr* expr);
  const Expr* dispatch(syntax::Expr& expr);
  const Expr* value(syntax::Expr* expr) { return valueOf(expression(expr)); }
  const Expr* nameExpr(const syntax::Name& name, SourceRange range);
  const Expr* symbolExpr(Symbol* symbol, SourceRange range);
  const Expr* coordinateValue(Intrinsic x, SourceRange range);
  const Expr* stringLiteral(const syntax::StringExpr& expr);
  const Expr* thisValue(SourceRange range);
  const Expr* subscript(syntax::SubscriptExpr& expr);
  const Expr* member(syntax::MemberExpr& expr);
  const Expr* pointerAdd(const Expr* pointer, const Expr* index, bool subtract, SourceRange range);
  const Expr* withRange(const Expr* expr, SourceRange range);
  const Expr* memberBase(syntax::MemberExpr& expr);
  const Expr* conditional(syntax::ConditionalExpr& expr);
  const Expr* conditional(const syntax::ConditionalExpr& expr, const Expr* test, const Expr* yes,
                          const Expr* no);
  const Expr* sizeOf(syntax::SizeOfExpr& expr);

  // ---- operations.cpp
  const Expr* unary(syntax::UnaryExpr& expr);
  const Expr* increment(const Expr* operand, UnaryOp op, SourceRange range);
  const Expr* binary(syntax::BinaryExpr& expr);
  const Expr* binary(const syntax::BinaryExpr& expr, const Expr* left, const Expr* right);
  const Expr* binaryOp(BinaryOp op, const Expr* left, const Expr* right, SourceRange range);
  const Expr* pointerOp(BinaryOp op, const Expr* left, const Expr* right, SourceRange range);
  const Expr* comparison(BinaryOp op, const Expr* left, const Expr* right, SourceRange range);
  const Expr* assignment(syntax::AssignExpr& expr);
  const Expr* assignment(bool compound, BinaryOp op, const Expr* left, const Argument& right,
                         SourceRange range);
  bool checkAssignable(const Expr* place, SourceRange range, const char* what);
  const Expr* arithmeticValue(const Expr* expr);
  const Type* promoted(const Type* type);
  const Type* common(const Type* left, const Type* right);
  const Expr* overloadedOperator(std::string_view name, std::vector<Argument> operands, SourceRange range);

  // ---- conversions.cpp
  Conversion classify(const Argument& from, const Type* to, bool allowUser = true);
  Conversion classifyValue(const Expr* from, const Type* to, bool allowUser);
  Conversion classifyReference(const Expr* from, const Type* to, bool allowUser);
  Conversion userConversion(const Expr* from, const Type* to);
  Conversion pointerConversion(const Type* from, const Type* to);
  const Expr* convert(const Argument& from, const Type* to, SourceRange range, const std::string& use);
  const Expr* convert(const Expr* from, const Type* to, const std::string& use);
  const Expr* bindReference(const Argument& from, const Type* to, SourceRange range, const std::string& use);
  const Expr* toBool(const Expr* expr);
  const Expr* hiddenLocal(const Expr* value);
  const Expr* copyRecord(const Expr* from, const Type* to, SourceRange range);
  bool isNullConstant(const Expr* expr);
  Argument argument(syntax::Expr* expr);
  void arguments(std::span<syntax::Expr*> written, std::vector<Argument>& out);

  // ---- casts.cpp
  const Expr* castExpr(syntax::CastExpr& expr);
  const Expr* explicitCast(const Expr* from, const Type* to, syntax::CastStyle style, SourceRange range);
  const Expr* toDerived(const Expr* pointer, const Type* to, SourceRange range);
  const Expr* withCastRange(const Expr* expr, const Type* to, SourceRange range);
  const Expr* referenceCast(const Expr* from, const Type* to, syntax::CastStyle style, SourceRange range);
  const Expr* constructExpr(syntax::ConstructExpr& expr);

  // ---- init.cpp
  const Expr* initialise(const Type* type, syntax::InitStyle style, std::span<syntax::Expr*> init,
                         SourceRange range, const Variable* into = nullptr);
  const Expr* fromList(const Type* type, syntax::InitListExpr& list, const Variable* into = nullptr);
  const Expr* zeroValue(const Type* type, SourceRange range);
  const Expr* construct(const Type* type, const std::vector<Argument>& arguments, SourceRange range,
                        const Variable* into, bool isExplicit = true);
  const Expr* constructDim3(const std::vector<Argument>& arguments, SourceRange range);
  struct ListCursor;
  bool fillAggregate(const Type* type, uint64_t offset, ListCursor& cursor,
                     std::vector<AggregatePart>& parts);
  bool fillElement(const Type* type, uint64_t offset, ListCursor& cursor, std::vector<AggregatePart>& parts);
  void defaultField(RecordInfo* info, size_t index, uint64_t offset, std::vector<AggregatePart>& parts);
  bool fillField(const Field& field, uint64_t offset, ListCursor& cursor, std::vector<AggregatePart>& parts);
  void putField(const Field& field, uint64_t offset, const Expr* value, std::vector<AggregatePart>& parts);
  const Type* completeArray(const Type* type, syntax::InitStyle style, std::span<syntax::Expr*> init);
  const Expr* stringInit(const Type* type, const syntax::StringExpr& text, SourceRange range);
  const Expr* constructBase(RecordInfo* info, const std::vector<Argument>& arguments, SourceRange range);
  bool isStringInit(const Type* type, std::span<syntax::Expr*> init);
  void defaultConstruct(const Expr* place, SourceRange range, Stmts& out);

  // ---- calls.cpp
  const Expr* call(syntax::CallExpr& expr);
  const Expr* callNamed(syntax::CallExpr& expr, const syntax::Name& name);
  void dropUndeclared(Candidates& candidates, const std::vector<Argument>& given, std::string_view name,
                      SourceRange use);
  const Expr* callMember(syntax::CallExpr& expr, syntax::MemberExpr& callee);
  const Expr* callObject(const Expr* object, const std::vector<Argument>& arguments, SourceRange range);
  const Expr* callBest(Candidates& candidates, const std::vector<Argument>& arguments, std::string_view name,
                       SourceRange range, SourceRange nameRange);
  const Expr* emitCall(FunctionEntity* callee, const Expr* object, const std::vector<Argument>& arguments,
                       SourceRange range);
  std::vector<FunctionEntity*> associated(std::string_view name, const std::vector<Argument>& arguments);

  // ---- overloads.cpp
  struct Viable {
    FunctionEntity* function;
    std::vector<Conversion> conversions;
  };
  FunctionEntity* choose(Candidates& candidates, const std::vector<Argument>& arguments,
                         std::string_view name, SourceRange range, bool quiet);
  std::optional<Viable> viable(FunctionEntity* function, const Candidates& candidates,
                               const std::vector<Argument>& arguments);
  static int compare(const Conversion& a, const Conversion& b);
  int compare(const Viable& a, const Viable& b);
  void reportNoMatch(const Candidates& candidates, const std::vector<Argument>& arguments,
                     std::string_view name, SourceRange range);
  static size_t requiredArguments(const FunctionEntity* function);

  // ---- builtin_calls.cpp
  std::vector<FunctionEntity*> builtinFunctions(std::string_view name);
  const Expr* lowerBuiltin(const Builtin& builtin, FunctionEntity* callee,
                           const std::vector<Argument>& arguments, SourceRange range);
  const Expr* anyTypeBuiltin(const Builtin& builtin, const std::vector<Argument>& arguments,
                             SourceRange range);
  const Expr* copyAsync(const Builtin& builtin, const std::vector<Argument>& arguments, SourceRange range);
  const Type* blockOfBytes(uint64_t bytes, uint64_t align, SourceRange range); // bytes.cpp
  const Expr* wideAtomic(std::string_view name, const std::vector<Argument>& given, SourceRange range);
  const Expr* bytesBuiltin(const Builtin& builtin, const std::vector<Argument>& arguments, SourceRange range);
  const Expr* makeVector(const VectorType& vector, const std::vector<Argument>& arguments, SourceRange range);

  // ---- templates.cpp, specialisations.cpp, deduction.cpp
  bool templateArguments(std::span<syntax::TemplateArgument> written, TemplateArgs& out);
  bool templateArgument(syntax::TemplateArgument& written, TemplateArgs& out);
  bool valueArgument(const Expr* expr, TemplateArgs& out);
  std::string wrongKind(const syntax::TemplateParameter& parameter);
  bool countInstance(SourceRange range);
  bool completeArguments(syntax::Template& parameters, Scope* parent, TemplateArgs& args, SourceRange range,
                         bool quiet, const std::vector<syntax::Template*>& earlier);
  Scope* bindArguments(syntax::Template& parameters, const TemplateArgs& args, Scope* parent);
  void bindArgument(Scope* scope, const syntax::TemplateParameter& parameter, const TemplateArg& arg);
  const Type* instantiateRecord(TemplateEntity* entity, TemplateArgs args, SourceRange range);
  const TemplateEntity::Specialisation* chooseSpecialisation(TemplateEntity& entity,
                                                             const TemplateArgs& arguments, TemplateArgs& own,
                                                             SourceRange range);
  bool fitsSpecialisation(TemplateEntity& entity, const TemplateEntity::Specialisation& one,
                          const TemplateArgs& arguments, TemplateArgs& own);
  void chooseDefinition(RecordInfo* info);
  void attachMethods(RecordInfo* info);
  FunctionEntity* instantiate(FunctionEntity* pattern, const TemplateArgs& args);
  FunctionEntity* deduce(FunctionEntity* pattern, const TemplateArgs& explicitArgs,
                         const std::vector<Argument>& arguments);
  struct Deduced {
    syntax::Template* parameters;
    TemplateArgs args;
    std::vector<bool> known;
    Scope* scope;         // where the pattern's other names are found
    bool isExact = false; // types must be the same, not only convert
    size_t packAt = 0;    // which element of a pack is being deduced
  };
  static Deduced newDeduced(syntax::Template& parameters, Scope* scope);
  TemplateArgs inventArguments(syntax::Template& parameters);
  bool match(syntax::TypeName* pattern, const Type* actual, Deduced& deduced);
  bool matchName(const syntax::Name& pattern, const Type* actual, Deduced& deduced);
  bool matchArguments(std::span<syntax::TemplateArgument> pattern, const TemplateArgs& actual,
                      Deduced& deduced);
  bool matchAlias(TemplateEntity& alias, std::span<syntax::TemplateArgument> pattern, const Type* actual,
                  Deduced& deduced);
  bool matchExpr(syntax::Expr* pattern, const Value& actual, Deduced& deduced);
  bool bindDeduced(Deduced& deduced, size_t index, const TemplateArg& arg);
  int parameterIndex(const Deduced& deduced, std::string_view name) const;
  bool dependsOn(const Deduced& deduced, const syntax::TypeName* written) const;
  bool moreSpecialised(FunctionEntity* a, FunctionEntity* b);
  bool moreSpecialised(TemplateEntity& entity, const TemplateEntity::Specialisation& a,
                       const TemplateEntity::Specialisation& b);
  std::string argumentsText(const TemplateArgs& args);
  const Type* aliasInstance(TemplateEntity* entity, TemplateArgs args, SourceRange range);
  Symbol* variableInstance(TemplateEntity* entity, TemplateArgs args, SourceRange range);

  // ---- class_deduction.cpp: `View v(s, 32);`
  TemplateEntity* classToDeduce(const syntax::TypeName* written);
  const Type* deduceClass(TemplateEntity& entity, std::span<syntax::Expr*> written, SourceRange range);
  const Type* deduceClass(TemplateEntity& entity, const std::vector<Argument>& given, SourceRange range);
  void makeGuides(TemplateEntity& entity);
  void declareGuide(syntax::FunctionDecl* decl, TemplateEntity& entity);
  FunctionEntity* newGuide(TemplateEntity& entity, const syntax::FunctionDecl* constructor,
                           std::span<syntax::VarDecl*> parameters);

  // ---- packs.cpp
  void packsIn(syntax::Expr* pattern, std::vector<Symbol*>& out);
  void packsIn(const syntax::TypeName* pattern, std::vector<Symbol*>& out);
  void notePack(const syntax::Name& name, std::vector<Symbol*>& out);
  bool expandPacks(const std::vector<Symbol*>& packs, SourceRange range,
                   const std::function<void(size_t)>& each);
  const Expr* foldExpr(syntax::FoldExpr& expr);

  // ---- lambdas.cpp
  void nameAutoParameters(syntax::FunctionDecl* decl);
  const Expr* lambda(syntax::LambdaExpr& expr);
  const Expr* capturedVariable(Symbol* symbol, SourceRange range);

  // ---- fragment.cpp
  void analyseFragment();
  Symbol* implicitName(std::string_view name, SourceRange range);
  const Expr* wellKnownName(std::string_view name, SourceRange range);
  void assume(std::string text);
  void surveyFragment();
  void fillUnwritten();
  void noteKeptPointers(const Stmt& stmt, std::set<const Variable*>& written,
                        const std::function<const Variable*(const Expr*)>& root);
  Symbol* knobSymbol(Knob knob, const Type* type, SourceRange range);
  const Knob& addKnob(Knob knob);

  // ---- launches.cpp
  void makeLaunches();
  void launchLine(const syntax::LaunchLine& line);
  void assumedLaunch();
  void noteKernelsThatDoNotRun();
  void assumedLaunch(FunctionEntity* kernel);
  void fillUnknown(const Type* type, std::span<std::byte> bytes);
  void fragmentLaunch(const syntax::LaunchLine* line);
  FunctionEntity* launchedKernel(const syntax::LaunchLine& line);
  bool configure(Launch& launch, const syntax::LaunchLine& line);
  bool dimensions(syntax::Expr* expr, const char* what, Dim3& out);

  // ---- launch_arguments.cpp
  bool launchArgument(Launch& launch, syntax::Expr* written, std::string_view parameter,
                      const Type* declared);
  const syntax::Name* bufferName(syntax::Expr* written, int64_t& offset, int depth);
  Knob argumentKnob(std::string_view name, const Type* declared);
  void passValue(Launch& launch, const Value& value);
  bool instantiatedArguments(FunctionEntity* pattern, TemplateArgs& args);
  FunctionEntity* assumedInstance(FunctionEntity* pattern, TemplateArgs args, SourceRange range);
  bool typeDepends(const syntax::TypeName* written, std::span<syntax::TemplateParameter> parameters);
  std::string kernelSuggestion(std::string_view name);
  bool kernelsInside(std::string_view name, SourceRange range, std::vector<FunctionEntity*>& out);
  uint32_t launchBounds(FunctionEntity* kernel);
  uint32_t bufferNamed(Launch& launch, std::string_view name, const Type* element);
  bool checkLimits(const Launch& launch, SourceRange range);
  void finishLaunch(Launch launch, FunctionEntity* kernel);
  void assumeCopies(Launch& launch);
  void assumeBuffers(Launch& launch, std::span<const Launch> before);
  void bindInputs(Launch& launch);
  bool isSelected(const FunctionEntity* kernel) const;

  void pointMembers(Launch& launch, lang::Argument& passed, const std::string& name, const Type* type,
                    uint64_t at);

  // ---- host_launches.cpp
  struct HostLaunch;
  struct HostPath;
  struct HostNeeds;
  struct HostNames;
  struct HostValue;
  bool hostLaunches();
  bool hostLaunches(std::vector<HostLaunch>& made, bool heedsGuards);
  void assumeAssigned(const HostNames& names);
  static bool isGivenLater(const syntax::HostStep& step, std::span<const syntax::HostStep> steps);
  std::string launchedName(const syntax::HostLaunch& host) const;
  static std::vector<std::string> knobsOfOthers(const std::vector<HostLaunch>& all, const HostLaunch& one);
  bool hostLaunch(const HostPath& path, bool heedsGuards, size_t choice, HostLaunch& made);
  bool prepareHostLaunch(const HostPath& path, bool heedsGuards, size_t choice, HostLaunch& made);
  bool hostArguments(const syntax::LaunchExpr& written, HostLaunch& made);
  void findBroken(FunctionEntity* kernel, HostLaunch& made);
  std::optional<uint64_t> knownBytes(syntax::Expr* written);
  bool hostBytes(syntax::Expr* written, bool areKnown, HostLaunch& made);
  bool isForgotten(const lang::Argument& passed, const syntax::Expr& written, const Type* declared);
  FunctionEntity* hostKernel(const syntax::LaunchExpr& launch, HostNames& names);
  bool hostArgument(Launch& launch, syntax::Expr* written, const Type* declared, std::string_view parameter);
  template <typename F>
  bool quietly(F&& attempt);

  // ---- host_calls.cpp
  void findPaths(HostPath path, std::vector<HostPath>& out);
  std::vector<HostNeeds> hostNeeds(const HostPath& path);
  HostWay enterHost(const HostPath& path, HostNames& names);
  Scope* namespaceOf(const syntax::HostPlace& place);
  std::vector<HostValue> unknownValues(const syntax::FunctionDecl& function);
  void enterFunction(const std::vector<HostValue>& values, HostNames& names);
  bool hostCall(const syntax::HostCall& call, const syntax::HostPlace& next, HostNames& names,
                std::vector<HostValue>& values, Scope*& inside);
  bool hostArgumentValue(syntax::Expr* written, HostValue& value);
  bool hostCallee(const syntax::HostCall& call, const syntax::FunctionDecl& function, HostNames& names,
                  FunctionEntity*& callee);

  // ---- host_steps.cpp
  std::optional<bool> hostTruth(syntax::Expr* condition, int depth);
  std::optional<bool> hostTakes(const syntax::HostGuard& guard);
  void hostStep(const syntax::HostStep& step, HostNames& names);
  void hostVariable(std::string_view name, SourceRange range, const Type* type,
                    std::optional<std::vector<std::byte>> image, HostNames& names);
  void hostCopy(const syntax::HostStep& step, HostNames& names);
  void hostAssignment(const syntax::HostStep& step, HostNames& names);
  void hostKernelName(std::string_view name, std::vector<Symbol*> kernels, HostNames& names);
  bool kernelsNamed(syntax::Expr* written, std::vector<Symbol*>& out);
  Symbol* kernelNamed(syntax::Expr* written);

  // ---- shared.cpp
  void placeShared(Kernel& kernel);

  syntax::TranslationUnit& unit_;
  Program& program_;
  TypeTable& types_;
  const CompileOptions& options_;
  Diagnostics& messages_;
  Diagnostics* sink_;            // where messages go; nowhere while something is only tried
  Diagnostics* bodies_;          // where those of bodies and classes go, whoever asks for them
  Diagnostics* asked_ = nullptr; // while template arguments are tried: where messages went before

  std::deque<Scope> scopes_;
  std::deque<Symbol> symbols_;
  std::deque<FunctionEntity> entities_;
  std::deque<RecordInfo> records_;
  std::deque<TemplateEntity> templates_;
  std::deque<FunctionContext> contexts_;
  std::unordered_map<const Record*, RecordInfo*> recordInfo_;
  std::unordered_map<const Type*, Scope*> enumScopes_;
  std::unordered_map<std::string_view, const Type*> vectorTypes_;
  std::unordered_map<std::string_view, std::vector<FunctionEntity*>> builtinEntities_;
  std::unordered_map<const Variable*, Value> constants_;
  std::unordered_set<const Expr*> expiring_; // what `std::move` and other functions that return T&& give
  std::unordered_map<const Variable*, LayoutKey> sharedKeys_;
  std::unordered_map<const Function*, FunctionEntity*> entityOf_;
  std::unordered_map<const syntax::Decl*, std::pair<const FunctionContext*, const Type*>> localTypes_;
  std::vector<FunctionEntity*> queue_;
  std::vector<FunctionEntity*> needed_; // for a constant, at once
  std::vector<FunctionEntity*> kernels_;
  std::vector<std::pair<syntax::Decl*, Scope*>> instantiations_; // `template void f<3>(…);`

  Scope* global_ = nullptr;
  Scope* builtins_ = nullptr; // what CUDA declares by itself, below the file's own names
  Scope* std_ = nullptr;      // the namespaces std and cuda, as known headers fill them
  Scope* scope_ = nullptr;
  FunctionContext* function_ = nullptr;
  FunctionContext constantsContext_; // for temporaries outside of functions
  Function constantsFunction_;
  SourceRange place_; // of the expression or statement of the reader's text that is in work
  // Initial values that have been looked at for their types, until they are used.
  std::unordered_map<const syntax::Expr*, const Expr*> lookedAt_;
  bool isUnevaluated_ = false; // in `decltype(…)` and `sizeof`: nothing there runs
  uint32_t depth_ = 0;
  uint32_t nesting_ = 0;
  const TemplateEntity* defining_ = nullptr; // whose instance is being completed, the innermost
  uint32_t instances_ = 0;
  size_t offered_ = 0;    // names, for suggestions
  uint64_t searches_ = 0; // for overloads; see FunctionEntity::met
  bool isSpent_ = false;  // all work that a file may take
  uint32_t evaluationLeft_ = kMaxEvaluation;
  NoValue whyUnknown_ = NoValue::NotConstant; // of what was folded last
  uint32_t sharedCount_ = 0;

  // The fragment
  struct NameUse {
    uint32_t subscripts = 0;
    bool assigned = false, isPointer = false, inIndex = false;
    bool counts = false; // an integer is put to it by an atomic function
  };
  std::unordered_map<std::string_view, NameUse> fragmentUses_;
  std::vector<std::string> assumptions_;
  std::vector<Variable*> fragmentShared_; // declared in it
  std::unordered_map<std::string_view, Symbol*> implicit_;
  FunctionEntity* fragment_ = nullptr;
  bool usesY_ = false, usesZ_ = false;
  bool isHostRun_ = false; // on the way to a launch of the host's
  bool inDevice_ = false;  // in what device code needs

  Diagnostics unheard_; // what is said while something is only tried
  std::set<std::pair<const FunctionEntity*, std::string_view>> missing_;
  SourceRange launchRange_; // of the line in work
  std::set<const syntax::InputLine*> usedInputs_;
  std::set<std::string, std::less<>> toldKernels_; // of launches of which it was said why they do not run
};

} // namespace banklab::lang::sema
