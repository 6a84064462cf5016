#include "lang/compile.hpp"

#include "lang/parse/parse.hpp"
#include "lang/preprocess/preprocess.hpp"
#include "lang/sema/analyse.hpp"

#include <algorithm>

namespace banklab::lang {

Program compile(std::string source, const CompileOptions& options) {
  Program program;
  program.source = std::make_unique<Source>(std::move(source));
  program.arena = std::make_unique<Arena>();
  program.types = std::make_unique<TypeTable>();
  Diagnostics diagnostics;
  const PreprocessOptions preprocessing{options.launches, options.inputs, options.settings, options.includes};
  const Preprocessed tokens = preprocess(*program.source, preprocessing, *program.arena, diagnostics);
  syntax::TranslationUnit unit = parse(tokens, *program.arena, diagnostics);
  analyse(unit, program, options, diagnostics);
  program.diagnostics = diagnostics.take();
  if (!program.hasErrors()) // else what would have taken it may be missing
    for (const auto& [name, value] : options.settings) {
      const auto& macros = tokens.usedSettings;
      const auto has = [&, &name = name](const Knob& knob) { return knob.name == name; };
      if (std::find(macros.begin(), macros.end(), name) == macros.end() &&
          std::none_of(program.knobs.begin(), program.knobs.end(), has))
        program.unusedSettings.push_back(name);
    }
  for (Diagnostic& diagnostic : program.diagnostics)
    std::erase_if(diagnostic.notes,
                  [&](const DiagnosticNote& note) { return !program.source->holds(note.range); });
  return program;
}

} // namespace banklab::lang
