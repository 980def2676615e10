// Defines a case: tensors, a short program of steps, and the expected results.
// Generators build cases, subjects run them, the judge decides them, shrinking
// reduces them and case files store them.
// Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/backend.h"

namespace assay {

// Names a generator and its seed. It stands for storage that is too long to
// write out.
struct Recipe {
  std::string name;
  std::uint64_t seed = 0;
  std::int64_t count = 0;
};

// Describes a tensor that exists before the first step. If it has neither
// storage nor a recipe it is filled with poison, and a step has to write it.
struct CaseTensor {
  std::string name;
  DType dtype = DType::kFloat32;
  View view;
  std::optional<std::vector<ElementBits>> storage;
  std::optional<Recipe> recipe;
  std::string place = {};  // the place of its buffer; empty: that of ops
};

// Names of places that a case may use besides those of the subject: the place
// of ops, and one of the others, which the seed of the case chooses.
inline constexpr std::string_view kHomePlace = "home";
inline constexpr std::string_view kAwayPlace = "away";
// A place that no subject has named, for calls that break a precondition.
inline constexpr std::string_view kNowherePlace = "nowhere";

// Stands in Step::message_contains for the word that names the transfer which
// the refused call lacks: upload or download.
inline constexpr std::string_view kWayOut = "way_out";

// Marks a step whose call may be refused with `invalid` or `unsupported`. If
// the step's status is `invalid` the call must be refused; if it is `ok` the
// call may be refused, because an unspecified clause permits both.
inline constexpr std::string_view kRefusal = "refusal";

// Says what a step does. All but calls belong to rows of op set protocol.
enum class StepKind : std::uint8_t {
  kCall,
  kSessionBegin,
  kSessionEnd,
  kReclaim,   // gives the only operand up, after which it is no tensor
  kTransfer,  // copies the operand to a place
  kPlan,      // carries a fusion plan out
};
inline constexpr std::string_view kStepKindNames[] = {
    "call", "session_begin", "session_end", "reclaim", "transfer", "plan"};

// Describes one call, or what surrounds calls. `outs` names existing tensors
// for ops that write into them, and new tensors for ops that return their
// results. `op` of a step that is not a call is its row of op set protocol.
struct Step {
  Op op{};
  std::vector<std::string> operands;
  Attributes attributes;
  std::vector<std::string> outs;
  StatusCode status = StatusCode::kOk;  // the status that the call must answer
  std::string kind;  // of the error; if ok, the permitted error
  StepKind does = StepKind::kCall;
  std::vector<std::string> donated;  // operands that the call gives up
  std::string place;                 // of a transfer
  std::optional<PlanSteps> plan;     // whose inputs are the operands
  // A part of the message of the expected error, in lower case. kWayOut stands
  // for the name of the missing transfer.
  std::string message_contains;
};

// Names the call whose bound a result has to keep, given the tensors as they
// came out of the subject.
struct Follows {
  Op op{};
  std::vector<std::string> operands;
  Attributes attributes;
  friend bool operator==(const Follows&, const Follows&) = default;
};

// Gives the accepted values of one component: from `low` to `high` in the order
// -inf < … < -0 < +0 < … < inf. If one end is a NaN, the range extends to the
// NaN that an overflow gives. If both ends are the same NaN, only NaN is
// accepted. `any` accepts every bit pattern.
struct Acceptance {
  bool any = false;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

// Gives the bounds of the fft class for each slice over `axes` of the result:
// the largest distance from the values in the 2-norm (`l2`) and of any single
// element (`max`). Slices are numbered in row-major order over the other axes.
// A negative bound leaves its slice unchecked.
struct SliceBounds {
  std::vector<std::int64_t> axes;
  std::vector<double> l2;
  std::vector<double> max;
  friend bool operator==(const SliceBounds&, const SliceBounds&) = default;
};

// Gives the bounds of the residual class as absolute numbers, one for each
// matrix of the batch. harness/judge/judge_residual.h says what each bounds. A
// negative bound leaves its matrix unchecked.
struct MatrixBounds {
  std::vector<double> residual;
  std::vector<double> orthogonality;
  std::vector<double> spectrum;
  friend bool operator==(const MatrixBounds&, const MatrixBounds&) = default;
};

// Describes one permitted answer: its values, and how close a result must be.
struct Permitted {
  std::vector<ElementBits> values;
  Accuracy accuracy = Accuracy::kExact;
  // Per component; if empty, only the values themselves are accepted.
  std::vector<Acceptance> accept;
  // Per element, on the modulus (normwise); negative accepts anything.
  std::vector<double> bound;
  std::optional<SliceBounds> slices;     // of the fft class
  std::optional<MatrixBounds> matrices;  // of the residual class
  // Groups of positions; the values of a group may be permuted.
  std::vector<std::vector<std::int64_t>> interchangeable;
  // Other elements that are accepted, by ascending position.
  std::vector<Alternatives> alternatives;
  // Exact result minus value in ULPs, per component, for the report; empty if
  // it is not known.
  std::vector<double> residue;
  // The largest permitted distance of a component from the exact value, as an
  // absolute number, or 0 if its bits are demanded. The report uses it;
  // `accept` decides.
  std::vector<double> allowed;
  friend bool operator==(const Permitted&, const Permitted&) = default;
};

// Gives a sum in closed form, for sums that take the oracle too long to add.
struct ClosedForm {
  ElementBits value;   // correctly rounded
  double residue = 0;  // exact - value, in ulps
  double scale = 0;    // Σ|terms|
  std::int64_t terms = 0;
  friend bool operator==(const ClosedForm&, const ClosedForm&) = default;
};

// Says what one tensor must hold after the last step.
struct Expectation {
  std::string tensor;
  DType dtype = DType::kFloat32;
  Shape shape;
  bool contiguous = false;     // the tensor must be C-contiguous
  bool metadata_only = false;  // its elements are undefined
  bool whole_storage = false;  // values list the buffer, in storage order
  std::string same_bits_as;    // the name of a tensor with the same bits
  // Used until the case is prepared: true if every partial sum or product is
  // exact in any order, so that the bits of the exact result are demanded.
  bool exact = false;
  // Used until the case is prepared, for elementwise results whose elements
  // repeat. It holds for each element, in row-major order, the number of its
  // tuple of operand elements. Elements with the same number have the same
  // operands, so the oracle is asked once for each number. Empty if nothing is
  // known.
  std::vector<std::uint32_t> shared_answers;
  // Used until the case is prepared: the answer, if the oracle need not be
  // asked.
  std::optional<ClosedForm> closed_form;
  std::string place;               // where the buffer must be, if given
  std::optional<Follows> follows;  // in place of any_of
  std::vector<Permitted> any_of;
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

// Holds one case: a program with its expectations.
struct Case {
  std::string id;
  std::string clause;
  std::uint64_t seed = 0;
  std::string profile = "nx";
  std::vector<CaseTensor> tensors;
  std::vector<Step> steps;
  std::vector<Expectation> expect;

  const CaseTensor* find(std::string_view name) const {
    for (const CaseTensor& tensor : tensors)
      if (tensor.name == name) return &tensor;
    return nullptr;
  }
};

}  // namespace assay
