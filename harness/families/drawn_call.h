// Describes the calls that a function of a family draws for its cases. Such a
// family needs no builder: build_drawn() makes the tensors, the steps and the
// expectations of every case and every rung from the drawn call.
// Tested by tests/harness/families/drawn_call_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "harness/families/case_builder.h"
#include "harness/families/clause_cases.h"
#include "harness/families/structure.h"
#include "spec/backend.h"

namespace assay {

// Says what call is wanted.
struct CallWish {
  Cell cell;
  // Says how the clause is tested. Sample calls of relations have an empty row.
  const ClauseCase& row;
  const Structure& structure;  // chooses what is left open
  int number = 0;              // of the case; counts its varieties
  // The extent that must be long, or 0 for a call of few elements. `number`
  // chooses which extent it is.
  std::int64_t extent = 0;
  Layout layout = Layout::kContiguous;  // of the first operand

  // Returns choice k reduced to 0 … count - 1. The last choice scales long
  // axes, so the others decide what is drawn.
  std::int64_t choose(std::size_t k, std::int64_t count) const {
    return structure.choose(k % (kChoiceCount - 1), count);
  }
};

// Describes one operand of a drawn call.
struct DrawnOperand {
  Shape shape;
  // Returns element k in row-major order. If empty, the elements are drawn by
  // the kind of the row, or are terms with exact sums if the sums are to be
  // exact.
  std::function<ElementBits(std::size_t k)> element = {};
  // True if the first axis longer than 1 repeats its elements by stride 0,
  // whatever layouts a case asks for.
  bool is_repeated = false;
};

// Holds a drawn call: the operands that its attributes give it, in the order of
// the signature.
struct DrawnCall {
  std::vector<DrawnOperand> operands;
  Attributes attributes;
  // Returns element k of an out that is read, before the call. If empty, the
  // elements are drawn by the kind of the row.
  CaseBuilder::Filler kept = {};
  Layout kept_layout = Layout::kContiguous;
  // True if the operands make every step exact although the op rounds, so that
  // no error is permitted.
  bool demands_exact = false;
  // True if the results are elements of the operand and their indices along the
  // axis, and a gather must find these elements there.
  bool gathers = false;
  // True if the results are judged by the bound although their terms add up
  // exactly.
  bool permits_error = false;
  // If set, adds steps and expectations after the program of the call.
  std::function<void(CaseBuilder& builder)> further = {};
  // If set, the dtype of the out, in a call of another pair than the cell.
  std::optional<DType> out_dtype = {};
  // True if the subject may refuse the call where the oracle answers it. Where
  // the oracle refuses it the subject must, with `invalid` or `unsupported`.
  bool permits_refusal = false;
};

using DrawCall = DrawnCall (*)(const CallWish& wish);

// Returns the operands of the signature that a call with these attributes has.
std::vector<Argument> given_operands(Op op, const Attributes& attributes);
// Returns an argument for each of `count` operands: a list stands for as many
// as the others leave.
std::vector<Argument> listed_operands(Op op, const Attributes& attributes,
                                      std::size_t count);

// Builds a case, or a rung of the ladder, of a family of kDrawnFamilies.
void build_drawn(CaseBuilder& builder);

}  // namespace assay
