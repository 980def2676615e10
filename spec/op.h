// Defines what a row of the op table says about an op: how it is called, which
// dtypes it has, how exact it must be, and which clauses bind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "spec/attributes.h"
#include "spec/dtype.h"
#include "spec/provenance.h"
#include "spec/signature.h"
#include "spec/signatures.h"

namespace assay {

// Says how binding a clause is, and whether the documentation states it.
enum class ClauseStatus : std::uint8_t {
  kDocumented,   // D: the interface's own documentation says so
  kClarified,    // C: the documentation is silent; decided here
  kResolved,     // R: departs from the letter of the documentation
  kUnspecified,  // U: several answers are allowed
};
constexpr char letter_of(ClauseStatus status) {
  return "DCRU"[static_cast<int>(status)];
}

// Says what enforces a clause: a labelled line of reference/, one of the views
// in spec/, or a check of harness/. Preconditions are enforced by infer(),
// which rejects the call, so no backend sees it.
enum class EnforcedBy : std::uint8_t { kReference, kView, kHarness, kInfer };
inline constexpr std::string_view kEnforcedByNames[] = {"reference", "view",
                                                        "harness", "infer"};

// Holds one sentence of the contract.
struct Clause {
  std::string_view id;
  ClauseStatus status = ClauseStatus::kDocumented;
  std::string_view text;
  EnforcedBy enforced_by = EnforcedBy::kReference;
};

// Lists the tolerance classes: how near an element must be to the exact value.
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

// Holds the tolerance class of some dtypes, and its bound if the class has one.
// The bound of kConditionAware is 0 for sums, whose number of roundings differs
// from element to element. Other results have it as that number, and their
// scale B says all that their terms are worth.
struct Tolerance {
  DTypeSet dtypes;
  Accuracy accuracy = Accuracy::kExact;
  double bound = 0;
};

// Holds the dtypes for which a variant of an op is required or optional, and
// its tolerances. An op without variants has one without a name;
// associative_scan has sum, prod, max and min.
struct Variant {
  std::string_view name;
  DTypeSet required;
  DTypeSet optional;
  FixedList<Tolerance, 6> accuracy;
  constexpr DTypeSet dtypes() const { return required | optional; }
};

// Says whether a cell is required, optional or not in the table.
enum class Need : std::uint8_t { kNone, kOptional, kRequired };

// Returns the need of a pair of dtypes. `need` is what the row says for `dtype`
// alone.
using PairNeed = Need (*)(DType dtype, DType result, Need need);

// Returns the position of the variant that these attributes select.
using VariantRule = std::size_t (*)(const Attributes& attributes);

// Returns the position of the variant that these types of operands and these
// attributes select.
using TypedVariantRule = std::size_t (*)(std::span<const TensorType> operands,
                                         const Attributes& attributes);

// Returns whether a call must answer the typed error `invalid` although infer()
// accepts its types.
using Refusal = bool (*)(const Shape& operand, const Attributes& attributes);

// π, rounded to float64.
inline constexpr double kPi = 0x1.921fb54442d18p+1;

// Holds the least and the greatest value of a function. No result may be beyond
// them, rounded to its dtype.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

// Holds an operand at which only one answer of a function is permitted,
// whatever its bound elsewhere.
struct ExactPoint {
  std::size_t operand = 0;
  double value = 0;
  bool of_complex = true;  // whether this also holds for complex operands
};

// Holds a complex number. std::complex would cost every source that includes
// the op table a third of a second.
struct ComplexPoint {
  double re = 0;
  double im = 0;
};

// Returns whether only the exact answer is permitted at an operand of this
// dtype, whatever the bound of the op. Reals have an imaginary part of 0.
using ExactTest = bool (*)(DType dtype, ComplexPoint x);

// Returns the factor by which the bound of a complex result grows with its
// operands.
using BoundGrowth = double (*)(ComplexPoint z, ComplexPoint w);

// Lists laws that an op may obey as a function. A metamorphic relation is tried
// on the ops that have its law (harness/relation/).
enum class Law : std::uint8_t {
  kCommutes,      // f(a, b) = f(b, a)
  kIsIdempotent,  // f(f(x)) = f(x), or f(x, x) = x
  kConcatenates,  // f of joined parts follows from f of the parts
  kBatches,       // entries along the first axis do not affect each other
  kHasInverse,    // another op of the table undoes it, up to a factor
  kInverts,       // it undoes another one, and profiles may scale it by 1/n
  kSumsProducts,  // one long sum for each element, whose error is measured
};

// An op row: everything that the contract states about one op.
struct OpSpec {
  std::string_view name;
  std::uint16_t id = 0;  // append-only, in the block of its set
  std::string_view set;  // empty: the family's set
  Signature signature = Signature::kUnary;
  FixedList<AttributeKey, 10> attributes;
  std::string_view formula;
  FixedList<Variant, 8> variants;
  // The attribute whose value k selects the k-th variant.
  AttributeKey variant_by = kNoAttribute;
  // Selects the variant where no single attribute does.
  VariantRule variant_rule = nullptr;
  // Selects the variant where the types of operands matter too. It differs from
  // the one that the attributes alone select only in what it is called with:
  // its accuracy is the same.
  TypedVariantRule variant_by_types = nullptr;
  PairNeed pair_need = nullptr;  // null: every pair has the need of the cell
  Refusal refuses = nullptr;     // null: no typed error for shapes
  FixedList<Law, 4> laws;
  Range range;
  FixedList<ExactPoint, 4> exact_points;
  ExactTest is_exact_at = nullptr;     // for points too many to list
  BoundGrowth bound_growth = nullptr;  // null: the row's bound is constant
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

// Holds the rows of a family and the clauses that hold for each of them. A
// family is one header or folder of spec/sets/SET/.
struct FamilySpec {
  std::string_view name;
  const OpSpec* const* ops = nullptr;
  std::size_t op_count = 0;
  std::span<const Clause> clauses;
  std::string_view set = "nx";  // the op set of rows that name none
};

// Make the clauses of rows. Each is named after the status that it gives, and
// the text is one sentence.
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
// Makes a clause that the caller must keep; infer() rejects a call that breaks
// it.
constexpr Clause precondition(std::string_view id, std::string_view text,
                              ClauseStatus status = ClauseStatus::kDocumented) {
  return {id, status, text, EnforcedBy::kInfer};
}
constexpr Clause unspecified(std::string_view id, std::string_view text,
                             EnforcedBy by = EnforcedBy::kReference) {
  return {id, ClauseStatus::kUnspecified, text, by};
}

}  // namespace assay
