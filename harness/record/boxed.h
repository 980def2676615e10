// Holds a value or nothing, as std::optional does, but in memory of its own.
// Nothing takes the room of a pointer, so a large part of many objects that few
// of them have costs the others little.
// Tested by tests/harness/record/record_test.cc.
#pragma once

#include <memory>
#include <utility>

namespace assay {

template <typename T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(T value)  // NOLINT: a value is assigned as to std::optional
      : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(const Boxed& other)
      : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Boxed() = default;

  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  T& operator*() & { return *value_; }
  T&& operator*() && { return std::move(*value_); }
  const T& operator*() const& { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  void reset() { value_.reset(); }
  friend bool operator==(const Boxed& a, const Boxed& b) {
    return a && b ? *a == *b : a.has_value() == b.has_value();
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace assay
