#pragma once

// What the source says of one shared array: its declaration, and every place that names it. The typed tree
// says which names mean it, the syntax tree how its declaration is written. Both count only where the text
// itself can be changed: what a macro's body makes is no place to edit.

#include "analysis/fix/reach.hpp"
#include "lang/parse/syntax.hpp"
#include "lang/program.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace banklab::analysis::fix {

/// The text between the brackets of one subscript, or that is added to a pointer.
struct Slot {
  lang::SourceRange range;               // between [ and ], without the blanks at its ends
  std::vector<const lang::Expr*> values; // the index, once for each instance of a template around it
  bool isInMacro = false;                // in a macro's body, `#define AT(r, c) tile[r][c]`
  bool isAddend = false;                 // of a pointer, `*(p + i)`, with no bracket around it
};

/// One place that names the array.
struct Use {
  lang::SourceRange name;
  lang::SourceRange range;       // with the subscripts and the member behind it
  std::vector<size_t> slots;     // of Subject::slots, outermost dimension first
  std::string_view member;       // `x` of `a[i].x`; empty where the whole element is meant
  lang::SourceRange memberRange; // its `.x`
  bool isWhole = true;           // subscripted in every dimension
  bool addressTaken = false;     // `&a[i]`, or `a` as a pointer
};

/// A part of an array of bytes that pointers carve: see carve.hpp.
struct Stretch {
  const lang::Variable* of = nullptr; // the array, or the struct
  uint64_t offset = 0, bytes = 0;     // in it; bytes 0: to its end
  /// Where a pointer's place is said, by an amount of so many bytes each, that grows with this stretch.
  struct Step {
    lang::SourceRange amount;
    uint64_t unit;
    bool isConstant = true; // else a launch decides it
    bool isWhole = false;   // it leads from the stretch's begin to its end
  };
  std::vector<Step> behind;
  std::vector<lang::SourceRange> sites; // that touch it
  std::set<std::string> names;          // that are subscripted to touch it
  bool isRest = false;                  // of a struct: all but its members that are arrays

  /// In any instance of a template around the array.
  bool isIn(const lang::Variable& variable) const {
    return &variable == of || (variable.range == of->range && variable.name == of->name);
  }
};

/// An array that is a member of a struct: see members.hpp.
struct Member {
  const lang::Record* record = nullptr;
  std::string_view name;
  const lang::Type* type = nullptr;
};

struct Subject {
  std::string name;
  lang::SourceRange declared;                   // the name in its declaration
  std::vector<const lang::Variable*> variables; // one for each instance of a template around it
  size_t rank = 0;                              // dimensions
  const lang::syntax::VarDecl* decl = nullptr;  // null where a fragment only uses it
  std::vector<lang::SourceRange> lengths; // of each dimension as written, where all can be edited; else none
  std::vector<Slot> slots;
  std::vector<std::shared_ptr<const lang::BinaryExpr>> sums; // of what is added to a pointer one by one
  std::vector<Use> uses;
  std::vector<uint32_t> mentions;             // where its name stands, in uses and elsewhere
  std::vector<const lang::Variable*> aliases; // pointers that are another name of it
  bool hasAliases = false;                    // some uses go through a pointer that is another name of it
  std::vector<lang::SourceRange> pointerAccesses, pointerValues; // see pointers.hpp
  std::vector<lang::SourceRange>
      wholeUses;                        // where it is carved: subscripts of the whole array by its own name
  std::vector<lang::SourceRange> sizes; // where its size is taken: `sizeof(tile)`
  std::optional<Stretch> stretch;       // where it is a part of another array, or of a struct
  std::optional<Member> member;         // where it is one
  /// Why its subscripts cannot all be rewritten, as the end of a sentence; empty where they can.
  std::string obstacle;
  /// Likewise why its rows cannot grow.
  std::string rigidity;
  /// Likewise what names it without being compiled for these launches.
  std::string unseen;

  /// The name by which the text accesses it: where that is one pointer to the first of several stretches, the
  /// pointer's.
  std::string spokenName() const;
  /// Its name without the struct's.
  std::string_view ownName() const { return member ? member->name : std::string_view(name); }
  bool isCarved() const { return stretch && !member; }
  bool isDynamic() const { return array()->storage == lang::Storage::DynamicShared; }
  bool isImplicit() const { return variables[0]->implicit; }
  bool holds(const lang::Variable* variable) const;
  /// The variable that lies in shared memory: its own, or that which it is a part of.
  const lang::Variable* array() const { return stretch ? stretch->of : variables[0]; }
  /// Whether a variable of shared memory is the array that it is or is a part of.
  bool liesIn(const lang::Variable* variable) const {
    return stretch ? stretch->isIn(*variable) : holds(variable);
  }
  /// Whether a launch, or code that is not shown, decides how many elements it has.
  bool hasOpenLength() const;
  /// The type of its elements, in the first instance.
  const lang::Type* element() const;
};

/// The shared arrays that the program's launches use, in the order of their declarations. `unit` is the
/// syntax tree of the same text, with the same ranges.
std::vector<Subject> subjectsOf(const lang::Program& program, const lang::syntax::TranslationUnit& unit,
                                const Reach& reach);

/// What stands between the brackets around an expression of the source, which may be in parentheses too;
/// empty where no such text stands there.
lang::SourceRange bracketed(std::string_view source, lang::SourceRange expr);

/// The subscripts of an array in the body of a macro, `rank` of them; empty where the use of a macro at `at`
/// does not stand for one definition that names the array once, with all its subscripts.
std::vector<lang::SourceRange> macroSlots(std::string_view source, uint32_t at, std::string_view array,
                                          size_t rank);

} // namespace banklab::analysis::fix
