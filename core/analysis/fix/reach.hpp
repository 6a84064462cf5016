#pragma once

// What of a text these launches come by. A change of a macro, a helper function or a type serves whoever else
// names it: a kernel that no launch runs, the host, a group that the preprocessor leaves out. What no run
// came by is proved by no run, so that such a change is not offered.

#include "analysis/fix/edit.hpp"
#include "lang/parse/syntax.hpp"
#include "lang/preprocess/lexer.hpp"
#include "lang/preprocess/preprocess.hpp"
#include "lang/program.hpp"

#include <span>
#include <string>
#include <vector>

namespace banklab::analysis::fix {

class Reach {
public:
  /// `read`: what the preprocessor made of the text. All must outlive this.
  Reach(const lang::Program& program, const lang::syntax::TranslationUnit& unit,
        const lang::Preprocessed& read);

  /// Why a change must not be made, as the end of a sentence: it alters a macro, a function or a type that
  /// other code uses too. Empty where it does not.
  std::string obstacle(const Edits& edits) const;

  /// A mention of a name, or of a macro that stands for it, in a group of lines that the preprocessor leaves
  /// out, as a sentence; empty where there is none. `within`: where to look; empty: everywhere. Mentions with
  /// `plain` subscripts, whose address is not taken, do not count where `plain` is not 0.
  std::string leftOut(std::string_view name, lang::SourceRange within, size_t plain) const;

  /// Whether what stands at an offset is a name with so many subscripts, whose address is not taken.
  bool isPlain(uint32_t at, size_t subscripts) const;

  /// The innermost function or struct around an offset, with its head; empty where there is none.
  lang::SourceRange functionAround(uint32_t at) const;
  lang::SourceRange recordAround(uint32_t at) const;
  /// Whether an offset stands in a function that these launches run.
  bool isReached(uint32_t at) const;
  /// Whether an offset stands first in a `decltype`, which asks for a type alone.
  bool isTypeOnly(uint32_t at) const;
  /// Whether an offset stands in a `static_assert`.
  bool isAsserted(uint32_t at) const;
  /// Whether an offset stands in a template.
  bool isInTemplate(uint32_t at) const;
  /// Whether what a stretch says is another value in another instance of a template around it: it names a
  /// parameter of the template, or a variable or a macro that does.
  bool isDependent(lang::SourceRange range) const;
  /// Whether a stretch has an `asm`, or names a macro that has one.
  bool hasAssembly(lang::SourceRange range) const;

  /// "line 3", or "line 3 of tile.cuh".
  static std::string lineOf(const lang::Source& source, uint32_t at);

private:
  static constexpr size_t kNone = SIZE_MAX;

  struct Word {
    lang::Token token;
    size_t define = kNone;   // whose body it stands in
    bool isQuestion = false; // in another directive: `#ifdef`, say, which uses nothing
    bool isLeftOut = false;  // in a group that the preprocessor leaves out
  };
  struct Define {
    std::string_view name;
    lang::SourceRange range; // of the whole line, or lines
    size_t foreignAt;        // where other code uses it; kNone: nowhere
  };
  struct Helper {
    const lang::syntax::FunctionDecl* decl;
    bool isReached = false, isKernel = false;
    size_t foreignAt = kNone; // likewise
  };
  /// A function or a type with the parameters of its template, and what is declared in it.
  struct Template {
    lang::SourceRange range;
    std::vector<std::string_view> parameters;
    struct Variable {
      std::string_view name;
      lang::SourceRange value; // with its type
    };
    std::vector<Variable> variables;
  };
  void readWords();
  void findFunctions(const lang::syntax::Decl* decl, int depth);
  void findReached(const lang::Program& program);
  void findForeign();
  const Helper* helperAt(uint32_t at) const;
  bool isOwn(const Word& word) const;
  std::span<const size_t> wordsOf(std::string_view text) const;
  bool isPrototype(uint32_t at) const;
  std::string unproved(std::string_view what, std::string_view name, size_t use) const;
  std::string typeObstacle(const lang::syntax::RecordDecl& record) const;
  std::string typeUse(size_t at) const;
  void findTemplates(const lang::syntax::Decl* decl, int depth);
  size_t wordAtOffset(uint32_t at) const;
  std::string line(uint32_t at) const { return lineOf(source_, at); }

  const lang::Source& source_;
  lang::Arena arena_;
  mutable lang::Symbols symbols_;             // only asked for what it has
  std::vector<lang::SourceRange> read_;       // what the preprocessor read of the text, in order
  std::vector<Word> words_;                   // all tokens of the text
  std::vector<std::vector<size_t>> bySymbol_; // where each name and keyword stands
  std::vector<Define> defines_;
  std::vector<Helper> helpers_;
  std::vector<const lang::syntax::RecordDecl*> records_;
  std::vector<Template> templates_;
  std::vector<uint32_t> prototypes_; // where their names stand
  lang::SourceRange fragment_;
};

} // namespace banklab::analysis::fix
