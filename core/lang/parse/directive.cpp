#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

namespace banklab::lang {

using namespace syntax;
using Expr = syntax::Expr;

/// `kernel<<<grid, block>>>(arguments)` or `buffer[i] = formula`. Prose that only begins like one gets a
/// note.
void Parser::parseDirective(const Directive& directive, TranslationUnit& unit) {
  const bool isLaunch = directive.kind == Directive::Kind::Launch;
  const auto has = [&](Kind k) {
    return std::any_of(directive.tokens.begin(), directive.tokens.end(),
                       [k](const Token& t) { return t.is(k); });
  };
  const bool fromOption = directive.range == SourceRange{};
  load(directive.tokens);
  if (isLaunch) {
    if (!has(Kind::LessLessLess)) {
      const char* const message = "this launches nothing; write `launch: kernel<<<grid, block>>>(arguments)`";
      if (fromOption)
        diagnostics_->error(directive.range, message);
      else
        diagnostics_->note(directive.range, message);
      return;
    }
    Expr* launch = is(Kind::LessLessLess) ? parseLaunch(nullptr, at_) : parsePostfix();
    if (!panic_ && !is(Kind::EndOfFile))
      error(peek().range,
            say("nothing may follow the launch on its line but `;`, and here is ", spelled(peek())));
    if (panic_) return;
    if (launch->kind != ExprKind::Launch)
      return error(launch->range,
                   "this launches nothing; write `launch: kernel<<<grid, block>>>(arguments)`");
    unit.launches.push_back({directive.text, directive.range, &as<LaunchExpr>(*launch)});
    return;
  }
  if (!is(Kind::Identifier) || !tokenAt(1).is(Kind::LeftBracket)) {
    const char* const message = "this gives no buffer its contents; write `input: name[i] = formula`";
    if (fromOption)
      diagnostics_->error(directive.range, message);
    else
      diagnostics_->note(directive.range, message);
    return;
  }
  constexpr size_t kLongest = 1000; // tokens: it is computed for each element
  if (directive.tokens.size() > kLongest)
    return error(peek().range, "this formula is longer than 1,000 words; shorten it");
  InputLine line{directive.text, directive.range, peek().text, {}, nullptr};
  at_ += 2;
  line.index = peek().text;
  const bool isName = is(Kind::Identifier);
  next();
  if (!isName || !is(Kind::RightBracket) || !tokenAt(at_ + 1).is(Kind::Equal))
    return error(tokens_[2].range,
                 "an index's name and `=` are expected here; write `input: name[i] = formula`");
  at_ += 2;
  line.value = parseExpr();
  if (!panic_ && !is(Kind::EndOfFile))
    error(peek().range, say("nothing may follow the formula but `;`, and here is ", spelled(peek())));
  if (panic_) return;
  // The last line for a buffer counts; options come last.
  for (InputLine& other : unit.inputs)
    if (other.buffer == line.buffer) {
      other = line;
      return;
    }
  unit.inputs.push_back(line);
}

} // namespace banklab::lang
