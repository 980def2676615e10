// Has the rows of the indexing family: gather and scatter along an axis.
#pragma once

#include "spec/sets/nx/movement.h"
#include "spec/sets/nx/reduction.h"

namespace assay {

inline constexpr OpSpec kIndexingOps[] = {
    {.name = "gather",
     .id = 190,
     .signature = Signature::kGather,
     .attributes = {AttributeKey::kAxis},
     .formula = "out[…, i, …] = data[…, indices[…, i, …], …] along axis",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented(
                     "gather.value",
                     "The element of data at the index along axis, at the "
                     "same place on the other axes."),
                 clarified(
                     "gather.smaller",
                     "On axes other than axis, indices may have smaller "
                     "extents than data; the result has the shape of indices."),
                 clarified("gather.repeated",
                           "An index may occur any number of times."),
                 precondition("gather.rank", "data and indices have one rank."),
                 precondition("gather.axis", "axis is one of the axes."),
                 precondition("gather.extents",
                              "On axes other than axis, the extents of indices "
                              "are at most those of data.",
                              ClauseStatus::kClarified),
                 precondition("gather.int32", "indices are int32."),
                 precondition("gather.range",
                              "Every index is at least 0 and less than the "
                              "extent of data along axis.")}},
    {.name = "scatter",
     .id = 191,
     .signature = Signature::kScatter,
     .attributes = {AttributeKey::kAxis, AttributeKey::kMode,
                    AttributeKey::kUniqueIndices},
     .formula = "y = template; y[…, indices[…, i, …], …] ← or += "
                "updates[…, i, …] along axis, in row-major order",
     .variants = {{"set", kMovable, kPacked, kAllBits},
                  {"add", kNumbers, kPacked, kSumAccuracy}},
     .variant_by = AttributeKey::kMode,
     .provenance = {kExactSum, "NumPy"},
     .clauses =
         {documented("scatter.value",
                     "Updates go to their indices along axis; every other "
                     "element is the template's."),
          documented("scatter.last_wins",
                     "set: of several updates to one place the last in "
                     "row-major order stays."),
          documented("scatter.accumulate",
                     "add: updates to one place accumulate."),
          documented("scatter.onto_template",
                     "add: they accumulate onto the template's element."),
          clarified("scatter.wrap", "add: integer sums wrap modulo 2^w."),
          clarified("scatter.accuracy",
                    "add: 16- and 8-bit floats accumulate as if in float32 "
                    "and round once."),
          clarified("scatter.nonfinite",
                    "add: NaN if a term is NaN or infinities of both signs "
                    "meet; otherwise an infinite term is the sum."),
          unspecified("scatter.smaller",
                      "Whether indices may have smaller extents than the "
                      "template on axes other than axis: the call is refused "
                      "(`invalid` or `unsupported`), or the elements that no "
                      "index reaches are the template's."),
          unspecified(
              "scatter.empty",
              "Whether indices may have no elements: the call is refused "
              "(`invalid` or `unsupported`), or gives a copy of the template."),
          documented("scatter.unique",
                     "unique_indices is a hint: the result does not depend on "
                     "it."),
          documented("scatter.fresh",
                     "The result has memory of its own: a later write to the "
                     "template is not seen in it.",
                     EnforcedBy::kHarness),
          clarified("scatter.template_kept", "The template is not modified.",
                    EnforcedBy::kHarness),
          unspecified("scatter.signed_zero", "The sign of a zero sum.",
                      EnforcedBy::kHarness),
          unspecified(
              "scatter.partial_overflow",
              "add: the value where the magnitudes of the terms, the "
              "template's included, sum to more than the largest finite value "
              "of the accumulator, so that a partial sum may overflow."),
          precondition("scatter.rank",
                       "template, indices and updates have one rank."),
          precondition("scatter.axis", "axis is one of the axes."),
          precondition("scatter.same_shape",
                       "indices and updates have one shape.",
                       ClauseStatus::kClarified),
          precondition("scatter.extents",
                       "On axes other than axis, the extents of indices are at "
                       "most those of the template.",
                       ClauseStatus::kClarified),
          precondition("scatter.dtypes",
                       "indices are int32; updates have the template's "
                       "dtype."),
          precondition("scatter.range",
                       "Every index is at least 0 and less than the extent of "
                       "the template along axis.")}},
};

inline constexpr Clause kIndexingClauses[] = {
    documented("indexing.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("indexing.bits", "Every bit is kept: payloads, signaling NaN.",
              EnforcedBy::kHarness),
    clarified("indexing.empty",
              "gather: indices without elements are allowed and give a result "
              "without elements.",
              EnforcedBy::kHarness),
    clarified("indexing.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("indexing.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("indexing.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("indexing.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    precondition("indexing.out",
                 "out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
