#pragma once

// Wider accesses: what the two ways of finding neighbours, in loops and in lines, have in common.

#include "analysis/fix/multiples.hpp"
#include "analysis/fix/proposal.hpp"

#include <map>

namespace banklab::analysis::fix {

/// `float4` of float and 4; empty where no vector has such elements.
std::string_view vectorOf(const lang::Type* element, uint64_t lanes);

/// Gathers the changes that make vectors of neighbouring elements of one array, as one candidate.
class Widening {
public:
  explicit Widening(Bench& bench);

  const Bench& bench() const { return bench_; }
  std::string_view text() const { return bench_.text(); }
  const lang::Type* element() const { return bench_.subject.element(); }

  /// The use whose element a place is, if it can be a part of a vector; null where it cannot, or is one.
  const Use* useAt(const lang::Expr& place) const;
  bool canTake(const Use& use) const { return !taken_.count(use.range.begin); }
  /// The subscripts of a use but the last, with their brackets, and the last one.
  std::string rowsOf(const Use& use) const;
  lang::SourceRange columnOf(const Use& use) const;
  /// "*reinterpret_cast<const float4*>(&a[row][column])"; without `const` to be written.
  std::string vectorAt(const Use& use, std::string_view vector, std::string_view column, bool isRead) const;

  /// Whether a vector of so many lanes may begin at a use's element, or `number` elements in front of it: in
  /// every run, by the form of the index, not only in what ran. `counter`: a loop's, which counts as 0. Where
  /// it may not, but would be worth it, that is told.
  bool isAligned(const Use& use, uint64_t lanes, uint64_t number, const lang::Variable* counter);
  /// Whether what a stretch says is the same in all instances of a template around it; likewise.
  bool isSameInAll(lang::SourceRange range, const Use& use);

  /// What parts a new statement from the one in front of which it stands: a line end and its indent, where
  /// that one begins a line.
  std::string separatorAt(uint32_t at) const;

  /// A name that the source does not have.
  std::string newName();
  /// Notes that uses are a part of a vector of so many lanes.
  void take(const std::vector<const Use*>& uses, uint64_t lanes, bool isRead);
  /// Something in front of a place or behind it: what several ask for stands in their order.
  void insert(uint32_t at, const std::string& what) { insertions_[at] += what; }
  void replace(lang::SourceRange range, std::string what) { rewrites_.add(range, std::move(what)); }

  void propose();

private:
  Prediction predicted() const;
  uint32_t typeOfElement() const;
  bool isAlignmentWritten() const;
  uint64_t beginOfArray() const;
  bool hasOpenRows() const;
  bool isMultiple(const Multiples& multiples, const Use& use, uint64_t lanes, uint64_t number,
                  const lang::Variable* counter) const;
  bool isWorth(const Use& use) const;
  void refuse(const Use& use, std::string why);

  Bench& bench_;
  Rewrites rewrites_;
  std::map<uint32_t, std::string> insertions_;
  const Multiples multiples_, ofInstance_;
  std::string name_;
  std::string refusal_, note_;
  uint64_t names_ = 0, most_ = 0;
  bool reads_ = false, writes_ = false;
  std::map<uint32_t, uint64_t>
      taken_; // the lanes of the vectors that uses are a part of, by where these begin
};

/// `for (int i = 0; i < 4; ++i) own[i] = a[4 * t + i];`
void widenLoops(Widening& widening, const lang::Stmt& body);
/// `a[4 * t]`, `a[4 * t + 1]`, … in statements that follow one another.
void widenLines(Widening& widening, const lang::Stmt& body);

} // namespace banklab::analysis::fix
