// Has the rows of the ordering family: sorts that return values and indices
// together, and the largest elements of a slice.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

Result<std::vector<TensorType>> types_of_sorted_pairs(const CallTypes& call);
Result<std::vector<TensorType>> types_of_largest(const CallTypes& call);

// Returns the signature of an op that gives elements and their indices.
constexpr Signature ordering_by(TypeRule types) {
  return {.name = "ordering",
          .operands = {{.name = "x"}},
          .results = {{.name = "values"},
                      {.name = "indices", .role = Role::kDerived}},
          .types = types,
          .least_rank = 1};
}

inline constexpr OpSpec kOrderingOps[] = {
    {.name = "sort_with_indices",
     .id = 450,
     .signature = ordering_by(types_of_sorted_pairs),
     .attributes = {AttributeKey::kAxis, AttributeKey::kDescending,
                    AttributeKey::kIndexDType},
     .formula = "values[…, k, …] = the k-th of x along axis, in order; "
                "indices[…, k, …] = its index",
     .variants = {{"", kWideFloats | kWideIntegers, {}, kAllExact}},
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("sort_with_indices.value",
                     "The elements along axis in order, and the indices that "
                     "sort them."),
          documented("sort_with_indices.nan_last",
                     "NaN and their indices come last, ascending and "
                     "descending."),
          clarified("sort_with_indices.agree",
                    "Each value is the element of x at its index, bit for "
                    "bit.",
                    EnforcedBy::kHarness),
          clarified("sort_with_indices.permutation",
                    "The values are those of the operand, bit for bit, and as "
                    "many NaNs; the indices are a permutation of 0 … n-1."),
          clarified("sort_with_indices.unsigned",
                    "Unsigned values sort unsigned."),
          unspecified("sort_with_indices.ties",
                      "The order of equal elements, of -0 and +0 and of "
                      "NaNs.")}},
    {.name = "topk",
     .id = 451,
     .signature = ordering_by(types_of_largest),
     .attributes = {AttributeKey::kAxis, AttributeKey::kIndexDType,
                    AttributeKey::kK},
     .formula = "values and indices: the first k of a descending sort of x "
                "along axis, equal elements by index",
     .variants = {{"", kWideFloats | kWideIntegers, {}, kAllExact}},
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("topk.value",
                     "The k largest elements along axis, the largest first, "
                     "and their indices."),
          documented("topk.first_tie",
                     "Of equal elements the one with the lowest index comes "
                     "first."),
          clarified("topk.nan_last",
                    "NaN come after every number, so they are taken only if "
                    "there are fewer than k numbers."),
          clarified("topk.agree",
                    "Each value is the element of x at its index, bit for "
                    "bit.",
                    EnforcedBy::kHarness),
          clarified("topk.whole",
                    "With k as large as the extent the result is a whole "
                    "descending sort."),
          clarified("topk.none", "k = 0 gives extent 0."),
          unspecified("topk.zeros",
                      "Which of -0 and +0 comes first, and which of several "
                      "NaNs."),
          precondition("topk.k", "0 <= k <= extent of axis.",
                       ClauseStatus::kClarified)}},
};

inline constexpr Clause kOrderingClauses[] = {
    documented("ordering.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    documented("ordering.index_dtype",
               "Indices have the dtype that index_dtype names, on every "
               "machine."),
    documented("ordering.axis", "Any axis; others are independent.",
               EnforcedBy::kHarness),
    clarified("ordering.empty", "A call without elements is a no-op.",
              EnforcedBy::kHarness),
    clarified("ordering.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("ordering.stray_writes", "Nothing outside the outs is written.",
              EnforcedBy::kHarness),
    clarified("ordering.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    precondition("ordering.axis_valid", "axis is one of the axes.",
                 ClauseStatus::kClarified),
    precondition("ordering.index_integer",
                 "index_dtype is an integer of 8 bits at least, and signed.",
                 ClauseStatus::kClarified),
    precondition("ordering.out",
                 "The outs have the dtypes and shapes of the results and are "
                 "C-contiguous."),
};

}  // namespace assay
