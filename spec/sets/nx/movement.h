// Has the rows of the movement family: views of a tensor, pad and cat.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

inline constexpr DTypeSet kMovable = kNumbers | kBools;
inline constexpr FixedList<Tolerance, 6> kAllBits = {
    {kEveryDType, Accuracy::kBits}};

inline constexpr OpSpec kMovementOps[] = {
    {.name = "expand",
     .id = 120,
     .signature = Signature::kExpand,
     .attributes = {AttributeKey::kShape},
     .formula = "y[i] = x[i with 0 where x has extent 1]",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses = {documented("expand.value",
                            "Axes of extent 1 repeat their element."),
                 documented("expand.strides", "Repeated axes get stride 0.",
                            EnforcedBy::kView),
                 documented("expand.zero_copy",
                            "The result shares memory: a "
                            "write to x is seen in it.",
                            EnforcedBy::kHarness),
                 precondition(
                     "expand.shape",
                     "The shape has the operand's rank, or any rank if the "
                     "operand has rank 0; only axes of extent 1 change.")}},
    {.name = "reshape",
     .id = 121,
     .signature = Signature::kReshape,
     .attributes = {AttributeKey::kShape},
     .formula = "y lists the elements of x in row-major order",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses = {documented("reshape.value",
                            "The elements keep their row-major order."),
                 documented("reshape.zero_copy",
                            "A C-contiguous operand is not copied: a write to "
                            "x is seen in the result.",
                            EnforcedBy::kHarness),
                 documented("reshape.compatible_strides",
                            "An operand whose strides can express the new "
                            "shape is not copied, C-contiguous or not: a write "
                            "to x is seen in the result.",
                            EnforcedBy::kHarness),
                 documented("reshape.may_copy",
                            "An operand that is not contiguous may be copied: "
                            "the result then has memory of its own.",
                            EnforcedBy::kHarness),
                 precondition(
                     "reshape.count",
                     "The shape has as many elements as the operand.")}},
    {.name = "permute",
     .id = 122,
     .signature = Signature::kPermute,
     .attributes = {AttributeKey::kPermutation},
     .formula = "y[i] = x[i reordered]; axis k of y is axis axes[k] of x",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses = {documented(
                     "permute.value",
                     "Axis k of the result is axis axes[k] of the operand."),
                 documented(
                     "permute.zero_copy",
                     "The result shares memory: a write to x is seen in it.",
                     EnforcedBy::kHarness),
                 precondition("permute.permutation",
                              "axes is a permutation of the axes.")}},
    {.name = "shrink",
     .id = 123,
     .signature = Signature::kShrink,
     .attributes = {AttributeKey::kRanges},
     .formula = "y[i] = x[i + start]",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented(
              "shrink.value",
              "The result has the elements in [start, stop) of every axis."),
          documented("shrink.zero_copy",
                     "The result shares memory: a write to x is seen in it.",
                     EnforcedBy::kHarness),
          precondition("shrink.bounds",
                       "One range per axis, 0 <= start < stop <= "
                       "extent.")}},
    {.name = "flip",
     .id = 124,
     .signature = Signature::kFlip,
     .attributes = {AttributeKey::kFlips},
     .formula = "y[i] = x[extent - 1 - i on the flipped axes]",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses = {documented("flip.value", "The marked axes are reversed."),
                 documented(
                     "flip.zero_copy",
                     "The result shares memory: a write to x is seen in it.",
                     EnforcedBy::kHarness),
                 precondition("flip.length", "One flag per axis.")}},
    {.name = "pad",
     .id = 125,
     .signature = Signature::kPad,
     .attributes = {AttributeKey::kPadding, AttributeKey::kValue},
     .formula = "y[i] = x[i - before] inside, the fill value outside",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented("pad.value",
                            "The operand, surrounded by the fill "
                            "value."),
                 documented("pad.fresh", "The result has memory of its own.",
                            EnforcedBy::kHarness),
                 precondition("pad.lengths",
                              "One pair per axis, neither negative.")}},
    {.name = "cat",
     .id = 126,
     .signature = Signature::kCat,
     .attributes = {AttributeKey::kAxis},
     .formula = "out = the members one after the other along axis",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented(
              "cat.value",
              "The members follow each other along axis, in the order given."),
          documented("cat.empty_member",
                     "A member may have extent 0 along axis."),
          precondition("cat.not_empty", "There is at least one member."),
          precondition("cat.axis_valid", "axis is one of the axes."),
          precondition("cat.same_dtype", "Members have one dtype."),
          precondition("cat.shapes",
                       "Members have one shape, except along axis.")}},
};

inline constexpr Clause kMovementClauses[] = {
    documented("movement.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    documented("movement.metadata",
               "Shape, strides and offset of the result describe its elements "
               "and stay within the buffer.",
               EnforcedBy::kHarness),
    clarified("movement.bits", "Every bit is kept: payloads, signaling NaN.",
              EnforcedBy::kHarness),
    clarified("movement.rank_zero",
              "Rank 0 is one element, for views and copies too.",
              EnforcedBy::kHarness),
    clarified("movement.empty", "Operands without elements are allowed.",
              EnforcedBy::kHarness),
    clarified("movement.high_rank", "Ranks up to 32 work.",
              EnforcedBy::kHarness),
    clarified("movement.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("movement.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    precondition(
        "movement.out",
        "out has the dtype and shape of the result and is C-contiguous."),
};

}  // namespace assay
