// A case: tensors, a short program of steps, and what must come out. It is
// what generators make, backends run, the judge weighs, shrinking reduces and
// case files hold. Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/backend.h"

namespace assay {

// A named generator that stands for storage too long to write out.
struct Recipe {
  std::string name;
  std::uint64_t seed = 0;
  std::int64_t count = 0;
};

// A tensor that exists before the first step. Without storage its elements
// are poisoned: a step has to write them.
struct CaseTensor {
  std::string name;
  DType dtype = DType::kFloat32;
  View view;
  std::optional<std::vector<ElementBits>> storage;
  std::optional<Recipe> recipe;
};

// The kind of a step that may be refused: `invalid` and `unsupported` serve
// alike. With the status invalid the step must be refused, without one it may
// be, as an unspecified clause permits.
inline constexpr std::string_view kRefusal = "refusal";

// One call. `outs` names tensors that exist for ops that write, and new ones
// for ops that return.
struct Step {
  Op op{};
  std::vector<std::string> operands;
  Attributes attributes;
  std::vector<std::string> outs;
  StatusCode status = StatusCode::kOk;  // the status the step must answer
  std::string kind;  // of the error; beside ok, of one that may come instead
};

// The values accepted of one component: from `low` to `high` in the order
// -inf < … < -0 < +0 < … < inf. A NaN end extends the range to the NaN that
// overflow gives; two equal NaN ends accept NaN alone. `any` accepts every bit
// pattern.
struct Acceptance {
  bool any = false;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

// What the fft class accepts: per slice over `axes` (of the result, all of
// them together; slices in row-major order over the other axes), the largest
// distance from the values in the 2-norm and of any one element. Negative
// leaves the slice open.
struct SliceBounds {
  std::vector<std::int64_t> axes;
  std::vector<double> l2;
  std::vector<double> max;
  friend bool operator==(const SliceBounds&, const SliceBounds&) = default;
};

// What the residual class accepts, per matrix of the batch and as absolute
// numbers: see harness/judge/judge_residual.h. Negative leaves the matrix open.
struct MatrixBounds {
  std::vector<double> residual;
  std::vector<double> orthogonality;
  std::vector<double> spectrum;
  friend bool operator==(const MatrixBounds&, const MatrixBounds&) = default;
};

// One permitted answer: values, and how near a result must be.
struct Permitted {
  std::vector<ElementBits> values;
  Accuracy accuracy = Accuracy::kExact;
  // Per component; empty where the values alone are accepted.
  std::vector<Acceptance> accept;
  // Per element, on the modulus (normwise); negative accepts anything.
  std::vector<double> bound;
  std::optional<SliceBounds> slices;     // of the fft class
  std::optional<MatrixBounds> matrices;  // of the residual class
  // Positions whose values may change places.
  std::vector<std::vector<std::int64_t>> interchangeable;
  // By ascending position: elements that are accepted besides the value.
  std::vector<Alternatives> alternatives;
  // Exact minus value in ulps, per component, where known: for the report.
  std::vector<double> residue;
  // How far from the exact value a component may be, as an absolute number; 0
  // where the bits are demanded. Behind `accept`, and for the report.
  std::vector<double> allowed;
  friend bool operator==(const Permitted&, const Permitted&) = default;
};

// A sum known in closed form, where adding up would take too long.
struct ClosedForm {
  ElementBits value;   // correctly rounded
  double residue = 0;  // exact - value, in ulps
  double scale = 0;    // Σ|terms|
  std::int64_t terms = 0;
  friend bool operator==(const ClosedForm&, const ClosedForm&) = default;
};

// What must be seen in one tensor after the program.
struct Expectation {
  std::string tensor;
  DType dtype = DType::kFloat32;
  Shape shape;
  bool contiguous = false;     // the tensor must be C-contiguous
  bool metadata_only = false;  // its elements are undefined
  bool whole_storage = false;  // values list the buffer, in storage order
  std::string same_bits_as;    // another tensor with the very same bits
  // Until the case is prepared: every partial sum or product is exact in any
  // order, so that the bits of the exact result are demanded.
  bool exact = false;
  // Until the case is prepared, of an elementwise result whose elements repeat:
  // for each element, in row-major order, the number of its tuple of operand
  // elements. Elements of one number have the same operands, so that the oracle
  // is asked once for each. Empty where nothing is known.
  std::vector<std::uint32_t> shared_answers;
  // Until the case is prepared: the answer, where the oracle need not ask.
  std::optional<ClosedForm> closed_form;
  std::vector<Permitted> any_of;
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

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
