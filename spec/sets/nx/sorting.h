// Has the rows of the sorting family: sort and argsort along one axis. The
// unnamed variant is ascending; the other one is descending.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

inline constexpr DTypeSet kSortable = kNumbers | kBools;

inline constexpr OpSpec kSortingOps[] = {
    {.name = "sort",
     .id = 100,
     .signature = Signature::kSort,
     .attributes = {AttributeKey::kAxis, AttributeKey::kDescending},
     .formula = "out[…, k, …] = the k-th of x along axis, in order",
     .variants = {{"", kSortable, kPacked, kAllExact},
                  {"descending", kSortable, kPacked, kAllExact}},
     .variant_by = AttributeKey::kDescending,
     .laws = {Law::kIsIdempotent},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented("sort.value", "The elements along axis, in order."),
                 documented("sort.nan_last",
                            "NaN comes last, ascending and descending."),
                 clarified("sort.permutation",
                           "The result has the operand's values, "
                           "bit for bit, and as many NaNs."),
                 clarified("sort.unsigned", "Unsigned values sort unsigned."),
                 clarified("sort.complex",
                           "Complex values sort by real, then by "
                           "imaginary part; a NaN in either part "
                           "puts them last."),
                 unspecified("sort.signed_zero", "The order of -0 and +0.")}},
    {.name = "argsort",
     .id = 101,
     .signature = Signature::kArgsort,
     .attributes = {AttributeKey::kAxis, AttributeKey::kDescending},
     .formula = "out[…, k, …] = the index of the k-th of x along axis (int32)",
     .variants = {{"", kSortable, kPacked, kAllExact},
                  {"descending", kSortable, kPacked, kAllExact}},
     .variant_by = AttributeKey::kDescending,
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("argsort.value", "int32 indices that sort the operand."),
          documented("argsort.nan_last",
                     "Indices of NaN come last, ascending and descending."),
          clarified("argsort.permutation",
                    "The result is a permutation of 0 … n-1."),
          clarified("argsort.unsigned", "Unsigned values sort unsigned."),
          clarified("argsort.complex",
                    "Complex values sort by real, then by "
                    "imaginary part; a NaN in either part "
                    "puts them last."),
          unspecified("argsort.ties",
                      "The order of equal elements, of -0 and +0 and of "
                      "NaNs.")}},
};

inline constexpr Clause kSortingClauses[] = {
    documented("sorting.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    documented("sorting.axis", "Any axis; others are independent.",
               EnforcedBy::kHarness),
    clarified("sorting.empty", "A call without elements is a no-op.",
              EnforcedBy::kHarness),
    clarified("sorting.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("sorting.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("sorting.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("sorting.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    precondition("sorting.axis_valid",
                 "axis is in range, so that the rank is 1 at least."),
    precondition(
        "sorting.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
