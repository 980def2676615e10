// Has the row of the contraction family: matmul.
#pragma once

#include "spec/sets/nx/reduction.h"

namespace assay {

inline constexpr OpSpec kContractionOps[] = {
    {.name = "matmul",
     .id = 210,
     .signature = Signature::kMatmul,
     .formula = "out[…, i, j] = Σ_k a[…, i, k] · b[…, k, j]",
     .variants = {{"", kNumbers, kPacked, kSumAccuracy}},
     .laws = {Law::kBatches, Law::kSumsProducts},
     .provenance = {kExactSum, "NumPy, MPFR"},
     .clauses =
         {documented("matmul.value", "The product of the last two axes."),
          documented("matmul.batched",
                     "Leading axes are a batch; each matrix is multiplied on "
                     "its own."),
          documented("matmul.broadcast_batch",
                     "A batch axis may repeat one matrix by stride 0."),
          clarified("matmul.empty_sum", "k = 0 gives zeros."),
          clarified("matmul.wrap", "Integer sums of products wrap modulo 2^w."),
          clarified("matmul.accumulator",
                    "16- and 8-bit floats accumulate in float32 at least and "
                    "round once."),
          clarified(
              "matmul.accuracy",
              "The error is at most γ_k·Σ|a·b| (of each part of complex sums "
              "γ_2k), in float32 at least, and one rounding to the dtype."),
          clarified("matmul.every_term",
                    "No term is left out or counted twice, at any size."),
          clarified("matmul.not_conjugated",
                    "Complex operands are not conjugated."),
          clarified(
              "matmul.nonfinite",
              "NaN if a product is NaN, 0·inf included, or infinities of both "
              "signs meet; otherwise an infinite product is the sum."),
          clarified("matmul.isolated_nan",
                    "NaN or infinity in a row of a changes no other row of the "
                    "result, and in a column of b no other column."),
          unspecified("matmul.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("matmul.partial_overflow",
                      "The value where the magnitudes of the products sum to "
                      "more than the largest finite value of the accumulator, "
                      "so that a partial sum may overflow."),
          precondition("matmul.rank", "Ranks are equal and at least 2.",
                       ClauseStatus::kClarified),
          precondition("matmul.inner",
                       "The last axis of a matches the last but one of b."),
          precondition("matmul.batch", "Batch extents are equal.",
                       ClauseStatus::kClarified),
          precondition("matmul.same_dtype", "Both operands have one dtype.")}},
};

inline constexpr Clause kContractionClauses[] = {
    documented("contraction.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("contraction.empty", "Results without elements are allowed.",
              EnforcedBy::kHarness),
    clarified("contraction.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("contraction.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("contraction.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("contraction.repeatable",
              "The same call twice gives the same bits.", EnforcedBy::kHarness),
    precondition("contraction.out",
                 "out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
