// The shape of a row of the op table: how an op takes its operands, for which
// dtypes, how exact it must be, and which clauses bind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "spec/attributes.h"
#include "spec/dtype.h"

namespace assay {

// How binding a clause is, and where it comes from.
enum class ClauseStatus : std::uint8_t {
  kDocumented,   // D: the interface's own documentation says so
  kClarified,    // C: the documentation is silent; decided here
  kResolved,     // R: departs from the letter of the documentation
  kUnspecified,  // U: several answers are allowed
};
constexpr char letter_of(ClauseStatus status) {
  return "DCRU"[static_cast<int>(status)];
}

// What holds the clause: a labelled line of reference/, of spec/view.cc, or a
// check of harness/.
enum class EnforcedBy : std::uint8_t { kReference, kView, kHarness };
inline constexpr std::string_view kEnforcedByNames[] = {"reference", "view",
                                                        "harness"};

struct Clause {
  std::string_view id;
  ClauseStatus status = ClauseStatus::kDocumented;
  std::string_view text;
  EnforcedBy enforced_by = EnforcedBy::kReference;
};

// How an op takes its operands. Inference, generation and execution are
// written once per signature.
enum class Signature : std::uint8_t {
  kUnary,         // out, x
  kBinary,        // out, a, b
  kComparison,    // out (bool), a, b
  kWhere,         // out, condition (bool), if_true, if_false
  kReduction,     // out, x; axes, keepdims
  kArgReduction,  // out (int32), x; axis, keepdims
  kScan,          // out, x; axis, op
  kSort,          // out, x; axis, descending
  kArgsort,       // out (int32), x; axis, descending
  kMovement,      // x -> view of x
  kPad,           // x -> new; padding, value
  kCat,           // out, members…; axis
  kCast,          // out (any dtype), x
  kCopy,          // x -> x or new
  kAssign,        // out (destination, kept where not covered), source
  kCreation,      // -> new; dtype, shape
  kHost,          // the move between host and backend: from_host, to_host
  kAccessor,      // x -> a property of x
};
inline constexpr std::string_view kSignatureNames[] = {
    "unary", "binary", "comparison", "where",    "reduction", "arg_reduction",
    "scan",  "sort",   "argsort",    "movement", "pad",       "cat",
    "cast",  "copy",   "assign",     "creation", "host",      "accessor"};

// Returns whether the op hands back a tensor of its own instead of writing
// into one that the caller provides.
constexpr bool returns_tensor(Signature signature) {
  return signature == Signature::kMovement || signature == Signature::kPad ||
         signature == Signature::kCopy || signature == Signature::kCreation;
}

// The classes of section 9: how close an element must be.
enum class Accuracy : std::uint8_t {
  kExact,             // the bits, NaN for NaN
  kBits,              // the bits, NaN payloads too
  kCorrectlyRounded,  // the bits of the nearest value
  kUlp,               // |y - exact| <= bound · ulp(exact)
  kNormwise,        // |y - exact| <= bound · u · |exact| + η, on the modulus
  kConditionAware,  // γ_h(u_a) · Σ|t| + …: sums
  kProduct,         // ((1+u_a)^(m-1) - 1) · |exact| + …
};
inline constexpr std::string_view kAccuracyNames[] = {
    "exact",           "bits",   "correctly_rounded", "ulp", "normwise",
    "condition_aware", "product"};

struct Tolerance {
  DTypeSet dtypes;
  Accuracy accuracy = Accuracy::kExact;
  double bound = 0;
};

// A list with inline storage, so that rows are plain braced lists. Too many
// items do not compile.
template <typename T, std::size_t capacity>
struct FixedList {
  T items[capacity]{};
  std::size_t count = 0;

  constexpr FixedList() = default;
  constexpr FixedList(std::initializer_list<T> list) {
    for (const T& item : list) items[count++] = item;
  }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + count; }
  constexpr std::size_t size() const { return count; }
  constexpr bool empty() const { return count == 0; }
};

// The dtypes for which an op is required and optional. An op without variants
// has one, unnamed; associative_scan has sum, prod, max and min.
struct Variant {
  std::string_view name;
  DTypeSet required;
  DTypeSet optional;
  FixedList<Tolerance, 6> accuracy;
  constexpr DTypeSet dtypes() const { return required | optional; }
};

struct OpSpec {
  std::string_view name;
  std::uint16_t id = 0;  // append-only
  Signature signature = Signature::kUnary;
  FixedList<AttributeKey, 4> attributes;
  std::string_view formula;
  FixedList<Variant, 4> variants;
  FixedList<Clause, 16> clauses;
};

// A family is one file of spec/ops/: its rows, and the clauses that hold for
// each of them.
struct FamilySpec {
  std::string_view name;
  const OpSpec* const* ops = nullptr;
  std::size_t op_count = 0;
  FixedList<Clause, 16> clauses;
};

// Clause makers for rows: status by name, text in one sentence.
constexpr Clause documented(std::string_view id, std::string_view text,
                            EnforcedBy by = EnforcedBy::kReference) {
  return {id, ClauseStatus::kDocumented, text, by};
}
constexpr Clause clarified(std::string_view id, std::string_view text,
                           EnforcedBy by = EnforcedBy::kReference) {
  return {id, ClauseStatus::kClarified, text, by};
}
constexpr Clause resolved(std::string_view id, std::string_view text,
                          EnforcedBy by = EnforcedBy::kReference) {
  return {id, ClauseStatus::kResolved, text, by};
}
constexpr Clause unspecified(std::string_view id, std::string_view text,
                             EnforcedBy by = EnforcedBy::kReference) {
  return {id, ClauseStatus::kUnspecified, text, by};
}

}  // namespace assay
