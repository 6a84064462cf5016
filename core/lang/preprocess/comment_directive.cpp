#include "lang/preprocess/preprocessor.hpp"

namespace banklab::lang {

/// The launch and input lines of the file's comments and of the options, as tokens with the macros of the
/// file's end.
void Preprocessor::addDirectives(std::vector<Directive>& out) {
  const JoinedText& joined = files_.front()->joined;
  const std::vector<CommentDirective> comments = files_.front()->lexer.commentDirectives();
  for (const CommentDirective& comment : comments) {
    if (comment.isLaunch && !options_.launches.empty()) continue;
    Lexer lexer(joined, comment.begin, comment.end, symbols_);
    addDirective(out, comment.isLaunch ? Directive::Kind::Launch : Directive::Kind::Input, lexer,
                 joined.text().substr(comment.begin, comment.end - comment.begin));
  }
  const auto addOption = [&](Directive::Kind kind, const std::string& line) {
    const std::string_view text = arena_.copy(line);
    Lexer lexer(text, {}, symbols_);
    addDirective(out, kind, lexer, text);
  };
  for (const std::string& launch : options_.launches) addOption(Directive::Kind::Launch, launch);
  for (const std::string& input : options_.inputs) addOption(Directive::Kind::Input, input);
}

/// One comment may hold several, with `;` between them.
void Preprocessor::addDirective(std::vector<Directive>& out, Directive::Kind kind, Lexer& lexer,
                                std::string_view text) {
  std::vector<Token> tokens;
  int depth = 0;
  for (bool more = true; more;) {
    Token token = lexer.next();
    more = !token.is(TokenKind::EndOfFile);
    if (token.is(TokenKind::LeftParen) || token.is(TokenKind::LeftBrace)) ++depth;
    if (token.is(TokenKind::RightParen) || token.is(TokenKind::RightBrace)) --depth;
    if (more && !(token.is(TokenKind::Semicolon) && depth <= 0)) {
      tokens.push_back(token);
      continue;
    }
    depth = 0;
    if (tokens.empty()) continue;
    Directive directive;
    directive.kind = kind;
    const char* begin = tokens.front().text.data();
    const char* end = tokens.back().text.data() + tokens.back().text.size();
    // A raw string's text lies elsewhere; then the whole comment stands for its parts.
    const bool inside = begin >= text.data() && end <= text.data() + text.size() && begin < end;
    directive.text = inside ? std::string_view(begin, static_cast<size_t>(end - begin)) : text;
    directive.range = {tokens.front().range.begin, tokens.back().range.end};
    directive.tokens = expandList(tokens);
    Token last;
    last.range = {directive.range.end, directive.range.end};
    directive.tokens.push_back(last);
    finish(directive.tokens);
    out.push_back(std::move(directive));
    tokens.clear();
  }
}

} // namespace banklab::lang
