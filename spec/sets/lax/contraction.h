// Has the rows that op set lax adds to the contraction family: sums of products
// over any axes of two tensors, and einsum over up to eight.
#pragma once

#include "spec/sets/nx/contraction.h"

namespace assay {

Result<std::vector<TensorType>> types_of_dot_general(const CallTypes& call);
Result<std::vector<TensorType>> types_of_einsum(const CallTypes& call);

// Returns 1, the variant embed, if the result has a label twice, and else 0.
std::size_t einsum_variant(const Attributes& attributes);

inline constexpr OpSpec kLaxContractionOps[] = {
    {.name = "dot_general",
     .id = 533,
     .set = "lax",
     .signature = {.name = "dot_general",
                   .operands = {{.name = "lhs"},
                                {.name = "rhs", .role = Role::kSame}},
                   .results = {{.name = "y"}},
                   .delivery = Delivery::kReturned,
                   .types = types_of_dot_general},
     .attributes = {AttributeKey::kLhsContracting,
                    AttributeKey::kRhsContracting, AttributeKey::kLhsBatch,
                    AttributeKey::kRhsBatch},
     .formula = "y[batch, i, j] = Σ_k lhs[batch, i, k] · rhs[batch, k, j]",
     .variants = {{"", kNumbers, kPacked, kSumAccuracy}},
     .provenance = {kExactSum, "NumPy, MPFR"},
     .clauses =
         {documented("dot_general.value",
                     "Each element is the sum of products over the contracting "
                     "axes; the axes of the result are the batch axes, the "
                     "free axes of lhs and those of rhs."),
          clarified("dot_general.pairing",
                    "The lists of lhs and rhs pair axes by position, in any "
                    "order; batch axes of the result stand in the order of "
                    "lhs_batch, and free axes ascend."),
          clarified("dot_general.many_axes",
                    "Any number of contracting and batch axes, adjacent or "
                    "not, works at any rank up to 32."),
          clarified("dot_general.outer",
                    "Without a contracting axis each element is one product; "
                    "of reals it is correctly rounded."),
          clarified("dot_general.no_batch",
                    "Without batch axes the result has the free axes alone."),
          clarified("dot_general.only_batch",
                    "Without free axes the result has the batch axes alone."),
          clarified("dot_general.empty_sum",
                    "A contracting axis of extent 0 gives zeros."),
          clarified("dot_general.wrap",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("dot_general.accumulator",
                    "16- and 8-bit floats accumulate in float32 at least and "
                    "round once."),
          clarified("dot_general.accuracy",
                    "The error is at most γ_k·Σ|lhs·rhs| (of each part of "
                    "complex sums γ_2k) for k products, in float32 at least, "
                    "and one rounding to the dtype."),
          clarified("dot_general.every_term",
                    "No term is left out or counted twice, at any size."),
          clarified("dot_general.not_conjugated",
                    "Complex operands are not conjugated."),
          clarified("dot_general.nonfinite",
                    "NaN if a product is NaN, 0·inf included, or infinities of "
                    "both signs meet; otherwise an infinite product is the "
                    "sum."),
          clarified("dot_general.isolated_nan",
                    "NaN or infinity changes only the elements that it is a "
                    "factor of."),
          unspecified("dot_general.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("dot_general.partial_overflow",
                      "The value where the magnitudes of the products sum to "
                      "more than the largest finite value of the accumulator, "
                      "so that a partial sum may overflow."),
          precondition("dot_general.axes",
                       "Each listed axis is one of its operand's and stands in "
                       "one list once; lists that pair have one length."),
          precondition("dot_general.extents",
                       "Paired axes have the same extent."),
          precondition("dot_general.same_dtype",
                       "Both operands have one dtype.")}},
    {.name = "dot_general_update",
     .id = 534,
     .set = "lax",
     .signature = {.name = "dot_general_update",
                   .operands = {{.name = "lhs"},
                                {.name = "rhs", .role = Role::kSame}},
                   .results = {kOut},
                   .delivery = Delivery::kKept,
                   .types = types_of_dot_general},
     .attributes = {AttributeKey::kLhsContracting,
                    AttributeKey::kRhsContracting, AttributeKey::kLhsBatch,
                    AttributeKey::kRhsBatch, AttributeKey::kLhsConj,
                    AttributeKey::kRhsConj, AttributeKey::kAlpha,
                    AttributeKey::kBeta},
     .formula = "out ← alpha · dot_general(lhs, rhs) + beta · out",
     .variants = {{"",
                   kFloats | kComplexes,
                   {},
                   {{kFloats | kComplexes, Accuracy::kConditionAware}}}},
     .provenance = {kExactSum, "NumPy, MPFR"},
     .clauses =
         {clarified("dot_general_update.value",
                    "Each element of out becomes alpha times the sum of "
                    "products that dot_general has there, plus beta times "
                    "itself."),
          clarified("dot_general_update.beta_zero",
                    "If beta is 0, out is not read: NaN and infinities in it "
                    "are gone."),
          clarified("dot_general_update.beta_one",
                    "If beta is 1, the products are added to out."),
          documented("dot_general_update.conj",
                     "lhs_conj and rhs_conj conjugate the operand; reals stay "
                     "as they are."),
          clarified("dot_general_update.empty_sum",
                    "A contracting axis of extent 0 leaves beta times out."),
          clarified("dot_general_update.accuracy",
                    "The error is at most γ_(k+3)·(|alpha|·Σ|lhs·rhs| + "
                    "|beta·out|) for k products, in float32 at least, and one "
                    "rounding to the dtype; of complex numbers γ_(4k+8) of the "
                    "sum of moduli, for each part."),
          clarified("dot_general_update.every_term",
                    "No term is left out or counted twice, at any size."),
          clarified("dot_general_update.neighbours",
                    "Elements between those of a strided out are kept."),
          documented("dot_general_update.strided_out",
                     "out may be sliced, transposed or reversed."),
          unspecified("dot_general_update.alpha_zero",
                      "Whether NaN or an infinity in lhs or rhs shows if alpha "
                      "is 0."),
          unspecified("dot_general_update.nonfinite",
                      "The value where alpha, beta or a term is not finite, "
                      "except that beta = 0 hides out."),
          unspecified("dot_general_update.signed_zero",
                      "The sign of a zero element.", EnforcedBy::kHarness),
          unspecified("dot_general_update.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, with "
                      "or without alpha, so that a partial sum may overflow."),
          precondition("dot_general_update.axes",
                       "Each listed axis is one of its operand's and stands in "
                       "one list once; lists that pair have one length."),
          precondition("dot_general_update.extents",
                       "Paired axes have the same extent."),
          precondition("dot_general_update.same_dtype",
                       "Operands have one dtype."),
          precondition("dot_general_update.match",
                       "out has the dtype and shape of the result, and no two "
                       "of its elements share memory.",
                       ClauseStatus::kClarified)}},
    {.name = "einsum",
     .id = 535,
     .set = "lax",
     .signature = {.name = "einsum",
                   .operands = {{.name = "operands", .is_list = true}},
                   .results = {{.name = "y"}},
                   .delivery = Delivery::kReturned,
                   .types = types_of_einsum},
     .attributes = {AttributeKey::kSubscripts},
     .formula = "y[labels] = Σ Π operands, over the labels y does not have",
     .variants = {{"", kNumbers, kPacked, kSumAccuracy},
                  {"embed", kNumbers, kPacked, kSumAccuracy}},
     .variant_rule = einsum_variant,
     .provenance = {kExactSum, "NumPy, MPFR"},
     .clauses =
         {documented("einsum.value",
                     "Each element is the sum, over the labels that the result "
                     "does not have, of the products of the operands."),
          documented("einsum.trace",
                     "A label twice in an operand takes its diagonal."),
          documented("einsum.embed",
                     "A label twice in the result fills the diagonal and +0 "
                     "elsewhere."),
          clarified("einsum.sum_out",
                    "A label that one operand alone has is summed over."),
          clarified("einsum.single",
                    "One operand is transposed, its diagonals taken and its "
                    "labels summed; without a sum every bit is kept."),
          documented("einsum.hyper_edge",
                     "A label may stand in three operands or more."),
          clarified("einsum.order",
                    "The labels of the result stand in any order."),
          clarified("einsum.outer",
                    "Without a label to sum each element is one product."),
          clarified("einsum.empty_sum",
                    "A summed label of extent 0 gives zeros."),
          clarified("einsum.integers",
                    "Integer sums of products wrap modulo 2^w."),
          clarified("einsum.accuracy",
                    "The error of n operands and k terms is at most that of "
                    "any tree of pairwise contractions with intermediates in "
                    "the dtype: ((1 + γ_(k+2n))·(1 + u)^(2(n-2)+l) - 1)·Σ|Π|, "
                    "with l summed labels that one operand alone has, and one "
                    "rounding; of complex numbers γ_(4k+8n). Two operands with "
                    "l = 0 have the bound of dot_general, and one operand that "
                    "of reduce_sum."),
          clarified("einsum.nonfinite",
                    "Of two operands without a label that is summed and that "
                    "one of them alone has: NaN if a product is NaN, 0·inf "
                    "included, or infinities of both signs meet; otherwise an "
                    "infinite product is the sum."),
          unspecified("einsum.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified("einsum.range",
                      "The value where an element is not finite, or products "
                      "of largest or smallest magnitudes leave the range of "
                      "the dtype, if steps may be stored in between."),
          unspecified("einsum.partial_overflow",
                      "The value where the magnitudes of the terms sum to more "
                      "than the largest finite value of the accumulator, so "
                      "that a partial sum may overflow."),
          precondition("einsum.labels",
                       "Each axis of each of one to eight operands has a "
                       "label, and each label of the result is one of an "
                       "operand's."),
          precondition("einsum.extents",
                       "Axes with the same label have the same extent; nothing "
                       "is broadcast."),
          precondition("einsum.same_dtype", "Operands have one dtype.")}},
};

}  // namespace assay
