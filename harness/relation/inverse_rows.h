// Lists the ops that another op undoes, with what the relation round_trip must
// know about each pair. Tested by tests/harness/relation/relation_test.cc.
#pragma once

#include <string_view>

#include "harness/families/op_rows.h"
#include "harness/relation/relation_trial.h"
#include "spec/op_table.h"

namespace assay {

// Compare an op of the plan and its inverse, one after the other, with a
// multiple of the operand.
void relate_windows(RelationTrial& trial, Op inverse);
void relate_transforms(RelationTrial& trial, Op inverse);

struct InverseRow {
  Op op;
  Op inverse;
  std::string_view clause;  // says which multiple of the operand they give
  void (*relate)(RelationTrial& trial, Op inverse);
};

inline constexpr InverseRow kInverseRows[] = {
    {"fold"_op, "unfold"_op, "fold.overlap"_clause, relate_windows},
    {"fft"_op, "ifft"_op, "ifft.not_normalised"_clause, relate_transforms},
    {"rfft"_op, "irfft"_op, "irfft.not_normalised"_clause, relate_transforms},
};
static_assert(is_complete(Law::kHasInverse, kInverseRows));

}  // namespace assay
