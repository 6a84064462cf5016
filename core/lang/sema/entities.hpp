#pragma once

// What names stand for during semantic analysis. Templates are not copied: an instance is the same syntax
// tree walked in a Scope that binds the template's parameters.

#include "lang/diagnostic.hpp"
#include "lang/parse/syntax.hpp"
#include "lang/sema/evaluate.hpp"

#include <deque>
#include <unordered_map>

namespace banklab::lang::sema {

struct Builtin;
struct FunctionContext;
struct FunctionEntity;
struct RecordInfo;
struct Scope;
struct Symbol;
struct TemplateEntity;

/// What a template parameter is bound to.
struct TemplateArg {
  syntax::TemplateParameterKind kind = syntax::TemplateParameterKind::Type;
  bool isPack = false;
  const Type* type = nullptr; // Type; of a Value: its type
  Value value;                // Value
  Symbol* named = nullptr;    // Template: the class template
  std::vector<TemplateArg> pack;

  friend bool operator==(const TemplateArg& a, const TemplateArg& b) {
    return a.kind == b.kind && a.isPack == b.isPack && a.type == b.type && a.value.bits == b.value.bits &&
           a.value.real == b.value.real && a.named == b.named && a.pack == b.pack;
  }
};
using TemplateArgs = std::vector<TemplateArg>;

enum class SymbolKind : uint8_t {
  Variable,
  Value, // an enumerator, a template's value parameter, a knob: `constant`
  Field,
  Functions,
  Type,
  ClassTemplate,
  AliasTemplate,
  VariableTemplate,
  Namespace,
  Pack,
  Coordinate, // threadIdx and its like: `builtin` of the x component in `coordinate`
};

struct Symbol {
  SymbolKind kind;
  std::string_view name;
  SourceRange range;
  const Type* type = nullptr;   // Type: it; Variable, Value: as declared (a reference too)
  Variable* variable = nullptr; // Variable
  std::optional<Value> constant;
  FunctionContext* function = nullptr; // a local variable's
  std::vector<FunctionEntity*> functions;
  Scope* scope = nullptr; // Namespace
  TemplateEntity* templated = nullptr;
  std::vector<Symbol*> pack;
  Intrinsic coordinate{};
  uint32_t specifiers = 0;      // as its declaration has them
  uint32_t declaredAt = 0;      // names of the file: known from here on; 0: from anywhere
  bool isHost = false;          // a variable of the host's: kernels cannot name it
  std::vector<Diagnostic> held; // of an alias: what is wrong with it, said when device code uses it
};

enum class ScopeKind : uint8_t { Global, Namespace, Record, Template, Function, Block };

struct Scope {
  ScopeKind kind;
  Scope* parent;
  std::unordered_map<std::string_view, Symbol*> symbols;
  std::vector<Scope*> used; // using namespace
  RecordInfo* record = nullptr;
  std::string_view name;
  uint32_t number = 0; // of a block: blocks of a function count from 1 in the order in which they open
};

/// A class, alias or variable template with what was made of it.
struct TemplateEntity {
  std::string_view name;
  syntax::Decl* decl = nullptr; // the definition, or the first declaration
  Scope* scope = nullptr;       // where it stands
  struct Specialisation {
    syntax::Decl* decl;
    Scope* scope;
  };
  std::vector<Specialisation> specialisations; // partial and explicit
  std::vector<syntax::Template*> earlier;      // parameter lists of declarations before the definition
  std::vector<syntax::FunctionDecl*> methods;  // defined outside of the class
  struct Instance {
    TemplateArgs arguments;
    const Type* type = nullptr;
    Symbol* variable = nullptr;
  };
  std::deque<Instance> instances;
  bool hasGuides = false;
  std::vector<FunctionEntity*> writtenGuides;
  std::vector<FunctionEntity*> guides; // a class's constructors as functions, for deduction
};

enum class BodyState : uint8_t { None, Queued, Running, Done };

struct FunctionEntity {
  std::string_view name;
  syntax::FunctionDecl* decl = nullptr; // the definition where there is one; null: a builtin
  Scope* scope = nullptr;               // its types and its body are looked up from here
  RecordInfo* owner = nullptr;
  bool isStatic = false;
  const Builtin* builtin = nullptr;
  uint32_t optional = 0;               // parameters of a builtin that may be left out
  std::vector<syntax::Expr*> defaults; // for each parameter, from any of its declarations

  // The signature, once `signatureState` is Done. Parameters keep their reference types.
  BodyState signatureState = BodyState::None;
  const Type* result = nullptr; // null while `auto` has not been deduced
  std::vector<const Type*> parameters;
  bool hasBrokenSignature = false;
  bool isMisdefined = false; // a definition elsewhere does not fit it, which is said there

  BodyState bodyState = BodyState::None;
  Function* function = nullptr;
  bool hasErrors = false;
  FunctionContext* outer = nullptr; // of a lambda's body: where the lambda stands
  uint32_t definitionBegin = 0;     // place in the source
  uint32_t declaredAt = 0;          // functions of the file: known from here on; 0: from anywhere
  bool isGuide = false;             // a deduction guide of the text's
  uint64_t met = 0;                 // by which search for overloads last
  bool isOnDemand = false;          // a template's instance or a method: emitted where it is first used

  // Templates
  SourceRange firstUse;              // of an instance: the call that asked for it
  FunctionEntity* pattern = nullptr; // what this is an instance of
  TemplateArgs arguments;
  std::deque<FunctionEntity*> instances;

  bool isTemplate() const {
    return decl && decl->templated && !pattern && !decl->templated->parameters.empty();
  }
  bool isMethod() const { return owner && !isStatic; }
};

struct RecordInfo {
  const Type* type = nullptr;
  Record* record = nullptr;
  syntax::RecordDecl* decl = nullptr;
  Scope* scope = nullptr;
  std::vector<syntax::VarDecl*>
      fieldDecls; // one for each of record->fields; null: a base, an anonymous member
  std::vector<FunctionEntity*> constructors;
  std::vector<FunctionEntity*> conversions; // operator T
  FunctionEntity* destructor = nullptr;
  RecordInfo* inheritsConstructors = nullptr; // using Base::Base
  bool hasFieldInits = false;
  bool isDefining = false;
  bool isChoosing = false;             // which definition an instance takes
  TemplateEntity* templated = nullptr; // what it is an instance of
  TemplateArgs arguments;
  std::unordered_map<const Symbol*, size_t>
      captures; // of a lambda: its fields by the variables; null: `this`
  std::vector<bool> captureIsReference;
  bool isLambda = false;
  std::vector<Diagnostic> held; // what is wrong with it, said when device code uses it
};

struct FunctionContext {
  FunctionEntity* entity = nullptr;
  Function* function = nullptr;
  FunctionContext* outer = nullptr;
  const Variable* self = nullptr; // `this`
  const Type* selfType = nullptr; // what it points to
  const Type* result = nullptr;   // as declared, a reference too; null: to be deduced
  RecordInfo* lambda = nullptr;
  uint32_t loops = 0, switches = 0;
  uint32_t blocks = 0; // scopes met so far, in order
  bool isFragment = false;
};

/// An argument of a call: a typed expression, or a braced list that waits for its type.
struct Argument {
  const Expr* expr = nullptr;
  syntax::InitListExpr* list = nullptr;
  SourceRange range;
};

} // namespace banklab::lang::sema
