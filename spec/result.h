// Defines Status, the outcome of a call, and Result<T>, which holds a value or
// the status that says why there is none. Tested by tests/spec/result_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace assay {

enum class StatusCode : std::uint8_t {
  kOk,
  kUnsupported,  // kind: one of kUnsupportedKinds
  kInvalid,      // a precondition is broken (kind: its clause), or an empty
                 // maximum
  kNumeric,      // kind: not_positive_definite, singular, no_convergence
  kOutOfMemory,
  kInternal,
};

// Returns the name used in files and on the wire: "ok", "unsupported", ….
constexpr std::string_view name_of(StatusCode code) {
  constexpr std::string_view names[] = {"ok",      "unsupported",   "invalid",
                                        "numeric", "out_of_memory", "internal"};
  return names[static_cast<int>(code)];
}

// Holds the outcome of a call. `kind` refines the code and is one of the kinds
// listed above. `message` is one sentence for people that says what was found
// and what was expected.
struct [[nodiscard]] Status {
  StatusCode code = StatusCode::kOk;
  std::string kind;
  std::string message;

  bool ok() const { return code == StatusCode::kOk; }
  static Status invalid(std::string message) {
    return {StatusCode::kInvalid, "", std::move(message)};
  }
  static Status unsupported(std::string kind, std::string message) {
    return {StatusCode::kUnsupported, std::move(kind), std::move(message)};
  }
  static Status internal(std::string message) {
    return {StatusCode::kInternal, "", std::move(message)};
  }
};

// Holds a T, or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}          // NOLINT
  Result(Status status) : status_(std::move(status)) {}  // NOLINT

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Status& status() const { return status_; }

  // Returns the value; only permitted if ok().
  const T& value() const& { return *value_; }
  T& value() & { return *value_; }
  T&& value() && { return *std::move(value_); }
  const T& operator*() const& { return *value_; }
  T& operator*() & { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  const T* operator->() const { return &*value_; }
  T* operator->() { return &*value_; }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace assay
