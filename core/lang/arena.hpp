#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace banklab::lang {

/// A list in the making, which is short as a rule: its first `n` items need no memory of their own.
template <typename T, size_t n>
class ShortList {
public:
  void push_back(const T& item) {
    if (size_ < n)
      first_[size_] = item;
    else
      rest_.push_back(item);
    ++size_;
  }
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }

private:
  friend class Arena;
  T first_[n]{};
  std::vector<T> rest_;
  size_t size_ = 0;
};

/// Memory for trees whose nodes live and die together. Nodes must not need a destructor.
class Arena {
public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <typename T, typename... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  /// A copy of a list that lives as long as the arena.
  template <typename T>
  std::span<T> copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    const size_t bytes = std::span(items).size_bytes();
    T* data = static_cast<T*>(allocate(bytes, alignof(T)));
    std::memcpy(static_cast<void*>(data), items.data(), bytes);
    return {data, items.size()};
  }

  template <typename T, size_t n>
  std::span<T> copy(const ShortList<T, n>& items) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    T* data = static_cast<T*>(allocate(items.size() * sizeof(T), alignof(T)));
    const size_t first = std::min(items.size(), n);
    std::memcpy(static_cast<void*>(data), items.first_, first * sizeof(T));
    if (!items.rest_.empty())
      std::memcpy(static_cast<void*>(data + first), items.rest_.data(), items.rest_.size() * sizeof(T));
    return {data, items.size()};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* data = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(data, text.data(), text.size());
    return {data, text.size()};
  }

  void* allocate(size_t size, size_t align) {
    size_t at = (used_ + align - 1) & ~(align - 1);
    if (blocks_.empty() || at + size > capacity_) {
      // Small for a small text, whose memory would take longer to get than the text to read.
      block_ = blocks_.empty() ? kLeastBlock : std::min(2 * block_, kBlock);
      capacity_ = std::max(size + align, block_);
      blocks_.emplace_back(new std::byte[capacity_]); // not zeroed: that would touch all of it
      at = 0;
    }
    used_ = at + size;
    return blocks_.back().get() + at;
  }

private:
  static constexpr size_t kLeastBlock = 8 * 1024, kBlock = 64 * 1024;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0, block_ = 0;
};

} // namespace banklab::lang
