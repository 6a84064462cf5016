#include "analysis/fix/edit.hpp"

#include "analysis/fix/sorting.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using lang::SourceRange;

std::string edited(std::string_view source, const Edits& edits) {
  std::string text;
  uint32_t at = 0;
  for (const Edit& edit : edits) {
    text += source.substr(at, edit.range.begin - at);
    text += edit.text;
    at = edit.range.end;
  }
  return text += source.substr(at);
}

Edits difference(std::string_view from, std::string_view to) {
  const size_t shorter = std::min(from.size(), to.size());
  size_t front = 0, back = 0;
  while (front < shorter && from[front] == to[front]) ++front;
  while (back < shorter - front && from[from.size() - 1 - back] == to[to.size() - 1 - back]) ++back;
  if (front == from.size() && front == to.size()) return {};
  return {{{static_cast<uint32_t>(front), static_cast<uint32_t>(from.size() - back)},
           std::string(to.substr(front, to.size() - back - front))}};
}

bool merge(Edits& edits, const Edits& others) {
  Edits all = edits;
  all.insert(all.end(), others.begin(), others.end());
  sortStably(all, [](const Edit& a, const Edit& b) { return a.range.begin < b.range.begin; });
  for (size_t i = 1; i < all.size(); ++i)
    if (all[i].range.begin <= all[i - 1].range.end) return false;
  edits = std::move(all);
  return true;
}

Edits composed(std::string_view source, const Edits& first, const Edits& then) {
  const std::string middle = edited(source, first);
  // Both as stretches of the text between; those that touch become one.
  struct Part {
    uint32_t begin, end; // in that text
    int64_t growth;      // of the first's edits within
    Edits then;
  };
  std::vector<Part> parts;
  int64_t by = 0;
  for (const Edit& edit : first) {
    const auto begin = static_cast<uint32_t>(edit.range.begin + by);
    const int64_t growth = static_cast<int64_t>(edit.text.size()) - (edit.range.end - edit.range.begin);
    parts.push_back({begin, static_cast<uint32_t>(begin + edit.text.size()), growth, {}});
    by += growth;
  }
  for (const Edit& edit : then) parts.push_back({edit.range.begin, edit.range.end, 0, {edit}});
  sortStably(parts, [](const Part& a, const Part& b) { return a.begin < b.begin; });
  std::vector<Part> joined;
  for (Part& part : parts) {
    if (joined.empty() || joined.back().end < part.begin) {
      joined.push_back(std::move(part));
      continue;
    }
    Part& last = joined.back();
    last.end = std::max(last.end, part.end);
    last.growth += part.growth;
    last.then.insert(last.then.end(), part.then.begin(), part.then.end());
  }
  Edits all;
  by = 0;
  for (Part& part : joined) {
    const auto begin = static_cast<uint32_t>(part.begin - by);
    const auto end = static_cast<uint32_t>(part.end - by - part.growth);
    for (Edit& edit : part.then) edit.range = {edit.range.begin - part.begin, edit.range.end - part.begin};
    const std::string_view within = std::string_view(middle).substr(part.begin, part.end - part.begin);
    all.push_back({{begin, end}, edited(within, part.then)});
    by += part.growth;
  }
  return all;
}

SourceRange moved(SourceRange range, const Edits& edits) {
  int64_t begin = range.begin, end = range.end;
  for (const Edit& edit : edits) {
    const int64_t growth = static_cast<int64_t>(edit.text.size()) - (edit.range.end - edit.range.begin);
    const bool isInside = edit.range.begin <= range.begin && range.end <= edit.range.end &&
                          edit.range.begin < edit.range.end && range != edit.range;
    if (isInside) { // what stands there now
      const int64_t shift = begin - range.begin;
      return {static_cast<uint32_t>(edit.range.begin + shift),
              static_cast<uint32_t>(edit.range.begin + shift + static_cast<int64_t>(edit.text.size()))};
    }
    if (edit.range.end <= range.begin && edit.range.begin < range.begin) begin += growth;
    if (edit.range.end <= range.end && edit.range.begin < range.end) end += growth;
  }
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

void Rewrites::add(SourceRange range, Make make) {
  const auto at =
      std::lower_bound(rewrites_.begin(), rewrites_.end(), range, [](const Rewrite& r, SourceRange n) {
        return r.range.begin != n.begin ? r.range.begin < n.begin : r.range.end > n.end;
      });
  if (at != rewrites_.end() && at->range == range) return;
  rewrites_.insert(at, {range, std::move(make)});
}

/// The text of a stretch, all rewrites strictly within it made.
std::string Rewrites::text(SourceRange range) const {
  std::string out;
  uint32_t at = range.begin;
  for (const Rewrite& rewrite : rewrites_) {
    const SourceRange r = rewrite.range;
    if (r.begin < at || r.end > range.end || r == range) continue;
    out += source_.substr(at, r.begin - at);
    out += rewritten(rewrite);
    at = r.end;
  }
  out += source_.substr(at, range.end - at);
  return std::find(wrapped_.begin(), wrapped_.end(), range) == wrapped_.end() ? out : "(" + out + ")";
}

std::string Rewrites::rewritten(const Rewrite& rewrite) const {
  const std::string made = rewrite.make([this](SourceRange range) { return text(range); });
  const bool isEnclosed = std::find(enclosed_.begin(), enclosed_.end(), rewrite.range) != enclosed_.end();
  return isEnclosed ? "(" + made + ")" : made;
}

bool Rewrites::make(Edits& edits) const {
  std::vector<SourceRange> around; // those that hold the one in work
  for (const Rewrite& rewrite : rewrites_) {
    while (!around.empty() && around.back().end <= rewrite.range.begin) around.pop_back();
    if (!around.empty() && around.back().end < rewrite.range.end) return false;
    around.push_back(rewrite.range);
    if (around.size() > kMaxNesting) return false;
  }
  edits.clear();
  uint32_t at = 0;
  for (const Rewrite& rewrite : rewrites_) {
    if (rewrite.range.begin < at) continue; // made with the one around it
    std::string text = rewritten(rewrite);
    at = rewrite.range.end;
    if (source_.substr(rewrite.range.begin, at - rewrite.range.begin) == text) continue;
    edits.push_back({rewrite.range, std::move(text)});
  }
  return true;
}

} // namespace banklab::analysis::fix
