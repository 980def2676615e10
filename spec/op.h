// The shape of a row of the op table: how an op takes its operands, for which
// dtypes, how exact it must be, and which clauses bind it.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "spec/attributes.h"
#include "spec/dtype.h"
#include "spec/provenance.h"
#include "spec/signature.h"
#include "spec/signatures.h"

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

// What holds the clause: a labelled line of reference/, of the views of spec/,
// a check of harness/, or, for what callers guarantee, infer(): it rejects the
// call, and no backend sees it.
enum class EnforcedBy : std::uint8_t { kReference, kView, kHarness, kInfer };
inline constexpr std::string_view kEnforcedByNames[] = {"reference", "view",
                                                        "harness", "infer"};

struct Clause {
  std::string_view id;
  ClauseStatus status = ClauseStatus::kDocumented;
  std::string_view text;
  EnforcedBy enforced_by = EnforcedBy::kReference;
};

// The classes of section 9: how close an element must be.
enum class Accuracy : std::uint8_t {
  kExact,             // the bits, NaN for NaN
  kBits,              // the bits, NaN payloads too
  kCorrectlyRounded,  // the bits of the nearest value
  kUlp,               // |y - exact| <= bound · ulp(exact)
  kNormwise,        // |y - exact| <= bound · u · |exact| + η, on the modulus
  kConditionAware,  // γ_h(u_a) · Σ|t| + …: sums
  kProduct,         // ((1+u_a)^(m-1) - 1) · |exact| + …
  kFft,             // per slice: ‖y - exact‖₂ and max |y - exact|
  kResidual,        // per matrix: residuals, orthogonality, spectrum
};
inline constexpr std::string_view kAccuracyNames[] = {
    "exact",   "bits",     "correctly_rounded",
    "ulp",     "normwise", "condition_aware",
    "product", "fft",      "residual"};

struct Tolerance {
  DTypeSet dtypes;
  Accuracy accuracy = Accuracy::kExact;
  double bound = 0;
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

// How a cell of the table binds: required, optional, or not in it.
enum class Need : std::uint8_t { kNone, kOptional, kRequired };

// Returns how a pair of dtypes binds, of which the first one alone has a need.
using PairNeed = Need (*)(DType dtype, DType result, Need need);

// Returns whether a call, whose types infer() accepts, must answer the typed
// error `invalid` all the same.
using Refusal = bool (*)(const Shape& operand, const Attributes& attributes);

// π, rounded to float64.
inline constexpr double kPi = 0x1.921fb54442d18p+1;

// The least and the greatest value that a function has, and so any result, as
// rounded in its dtype.
struct Range {
  double low = -HUGE_VAL;
  double high = HUGE_VAL;
};

// An operand at which a function has one answer, whatever its bound elsewhere.
struct ExactPoint {
  std::size_t operand = 0;
  double value = 0;
  bool of_complex = true;  // also where the operands are complex
};

// Returns by how much the bound of a complex result grows with its operands.
using BoundGrowth = double (*)(std::complex<double> z, std::complex<double> w);

// What holds of an op as of a function, whatever its values: metamorphic
// relations are tried on the ops that have the law (harness/relation/).
enum class Law : std::uint8_t {
  kCommutes,      // f(a, b) = f(b, a)
  kIsIdempotent,  // f(f(x)) = f(x), or f(x, x) = x
  kConcatenates,  // f of joined parts follows from f of the parts
  kBatches,       // entries along the first axis do not affect each other
  kHasInverse,    // another op of the table undoes it, up to a factor
  kInverts,       // it undoes another one, and profiles may scale it by 1/n
  kSumsProducts,  // one long sum for each element, whose error is measured
};

struct OpSpec {
  std::string_view name;
  std::uint16_t id = 0;  // append-only, in the block of its set
  std::string_view set;  // empty: that of the family
  Signature signature = Signature::kUnary;
  FixedList<AttributeKey, 10> attributes;
  std::string_view formula;
  FixedList<Variant, 8> variants;
  // The attribute whose value k selects the k-th variant.
  AttributeKey variant_by = kNoAttribute;
  PairNeed pair_need = nullptr;  // null: every pair has the need of the cell
  Refusal refuses = nullptr;     // null: no typed error for shapes
  FixedList<Law, 4> laws;
  Range range;
  FixedList<ExactPoint, 4> exact_points;
  BoundGrowth bound_growth = nullptr;  // null: the bound is that of the row
  Provenance provenance;
  FixedList<Clause, 32> clauses;

  constexpr bool has(Law law) const {
    for (Law own : laws)
      if (own == law) return true;
    return false;
  }
  constexpr bool has(AttributeKey key) const {
    for (AttributeKey own : attributes)
      if (own == key) return true;
    return false;
  }
};

// A family is one file of spec/sets/SET/: its rows, and the clauses that hold
// for each of them.
struct FamilySpec {
  std::string_view name;
  const OpSpec* const* ops = nullptr;
  std::size_t op_count = 0;
  std::span<const Clause> clauses;
  std::string_view set = "nx";  // the op set of its rows that name none
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
// What a caller guarantees: infer() rejects the call otherwise.
constexpr Clause precondition(std::string_view id, std::string_view text,
                              ClauseStatus status = ClauseStatus::kDocumented) {
  return {id, status, text, EnforcedBy::kInfer};
}
constexpr Clause unspecified(std::string_view id, std::string_view text,
                             EnforcedBy by = EnforcedBy::kReference) {
  return {id, ClauseStatus::kUnspecified, text, by};
}

}  // namespace assay
