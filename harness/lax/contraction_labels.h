// Describes a contraction by a label for each axis, as einsum has it, and fills
// its operands with elements that show which of them met. dot_general is drawn
// as such a contraction too.
// Tested by tests/harness/lax/contraction_labels_test.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/case/seed.h"
#include "harness/families/drawn_call.h"
#include "spec/subscripts.h"

namespace assay {

struct LabelledCall {
  Subscripts subscripts;
  Shape extents;  // by label, from 0 on

  Shape shape_of(std::size_t operand) const;
  Shape result_shape() const;
  // Returns the number of terms of each element.
  std::int64_t term_count() const;
};

// Returns a stream that depends on all of what was drawn.
ValueStream stream_of(const CallWish& wish, std::uint32_t number);

// Returns the list in another order.
Labels shuffled(Labels list, ValueStream& stream);

// Returns the operands with elements that the row decides.
std::vector<DrawnOperand> plain_operands(const LabelledCall& labelled);

// Returns operands of which one holds addresses and each other one is 0 or 1,
// so that each element of the result is one address, or 0. It tells which
// element was read for it.
std::vector<DrawnOperand> telling_operands(const LabelledCall& labelled,
                                           DType dtype, std::size_t shown,
                                           std::int64_t step);

// Returns operands of small integers other than 0, of a magnitude at most
// `most`. Complex ones are multiplied by a power of the imaginary unit. Their
// elements must be asked for in order.
std::vector<DrawnOperand> integer_operands(const LabelledCall& labelled,
                                           DType dtype, std::int64_t most,
                                           ValueStream stream);

// Returns the same, with zeros in the last operand wherever a label does not
// have this value.
std::vector<DrawnOperand> isolated_operands(const LabelledCall& labelled,
                                            DType dtype, std::int64_t most,
                                            ValueStream stream,
                                            std::int64_t label,
                                            std::int64_t value);

// Returns operands of magnitudes from 1/2 to 2.
std::vector<DrawnOperand> moderate_operands(const LabelledCall& labelled,
                                            DType dtype, ValueStream stream);

// Returns the largest integer up to 7 for which sums of this many products of n
// such factors are exact in the dtype itself, or 0 if there is none.
std::int64_t exact_magnitude(DType dtype, std::int64_t terms, std::size_t n);

}  // namespace assay
