// Has the rows of the selection family that take or fill regions: slices with
// steps, elements under a mask, repetitions, windows as views, and sequences.
#pragma once

#include "spec/sets/nx/movement.h"

namespace assay {

Result<View> view_sliced(const View& view, const Attributes& attributes);
Result<View> view_windowed(const View& view, const Attributes& attributes);

// The type rules of these ops (spec/type_rules_regions.cc).
Result<std::vector<TensorType>> types_sliced(const CallTypes& call);
Result<std::vector<TensorType>> types_slice_assigned(const CallTypes& call);
Result<std::vector<TensorType>> types_masked(const CallTypes& call);
Result<std::vector<TensorType>> types_of_coordinates(const CallTypes& call);
Result<std::vector<TensorType>> types_repeated(const CallTypes& call);
Result<std::vector<TensorType>> types_windowed(const CallTypes& call);
Result<std::vector<TensorType>> types_of_sequence(const CallTypes& call);

// The dtypes of ops that pass elements on.
inline constexpr DTypeSet kSelectable = kWideFloats | kWideIntegers | kBools;

inline constexpr OpSpec kRegionOps[] = {
    {.name = "slice",
     .id = 470,
     .signature = movement_by(view_sliced, types_sliced),
     .attributes = {AttributeKey::kRanges, AttributeKey::kSteps},
     .formula = "y[i] = x[start + step·i] where step > 0, x[stop - 1 + "
                "step·i] where step < 0, on each axis",
     .variants = {{"", kSelectable, {}, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("slice.value",
                     "On each axis the result has every |step|-th element of "
                     "[start, stop)."),
          documented("slice.backwards",
                     "A negative step walks its range from stop - 1 down to "
                     "start: [2, 8) by -2 gives 7, 5, 3."),
          clarified("slice.count",
                    "The extent is (stop - start) / |step|, rounded up."),
          documented("slice.zero_copy",
                     "The result shares memory: a write to x is seen in it.",
                     EnforcedBy::kHarness),
          precondition("slice.bounds",
                       "One range per axis, 0 <= start < stop <= extent.",
                       ClauseStatus::kClarified),
          precondition("slice.step", "One step per axis, none of them 0.",
                       ClauseStatus::kClarified)}},
    {.name = "slice_assign",
     .id = 471,
     .signature = {.name = "slice_assign",
                   .operands = {{.name = "x"},
                                {.name = "value", .role = Role::kSame}},
                   .results = {kOut},
                   .types = types_slice_assigned},
     .attributes = {AttributeKey::kRanges, AttributeKey::kSteps},
     .formula = "out = x; out[start + step·i] ← value[i], as slice",
     .variants = {{"", kSelectable, {}, kAllBits}},
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("slice_assign.value",
                     "The elements that slice would show are those of value."),
          clarified("slice_assign.backwards",
                    "Where a step is negative, value is laid down from stop - "
                    "1 towards start."),
          clarified("slice_assign.rest",
                    "Every other element is that of x, also between steps."),
          clarified("slice_assign.fresh",
                    "x keeps its elements, also those that value replaces.",
                    EnforcedBy::kHarness),
          precondition("slice_assign.bounds",
                       "One range per axis, 0 <= start < stop <= extent.",
                       ClauseStatus::kClarified),
          precondition("slice_assign.step",
                       "One step per axis, none of them 0.",
                       ClauseStatus::kClarified),
          precondition("slice_assign.value_type",
                       "value has the dtype of x and the shape of the slice.",
                       ClauseStatus::kClarified)}},
    {.name = "mask_select",
     .id = 472,
     .signature = {.name = "mask_select",
                   .operands = {{.name = "x"},
                                {.name = "mask", .role = Role::kBool}},
                   .results = {{.name = "y"}},
                   .delivery = Delivery::kReturned,
                   .types = types_masked,
                   .is_counted = true},
     .formula = "y lists the x[i] whose mask[i] is true, in row-major order",
     .variants = {{"", kSelectable, {}, kAllBits}},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented(
                     "mask_select.value",
                     "The elements whose mask is true follow each other in "
                     "row-major order; the result has rank 1 and as many "
                     "elements."),
                 clarified("mask_select.none",
                           "A mask without a true element gives extent 0."),
                 precondition("mask_select.mask",
                              "mask is bool and has the shape of x.",
                              ClauseStatus::kClarified)}},
    {.name = "argwhere",
     .id = 473,
     .signature = {.name = "argwhere",
                   .operands = {{.name = "x"}},
                   .results = {{.name = "indices", .role = Role::kDerived}},
                   .delivery = Delivery::kReturned,
                   .types = types_of_coordinates,
                   .least_rank = 1,
                   .is_counted = true},
     .attributes = {AttributeKey::kIndexDType},
     .formula = "indices[k] = the index of the k-th true element of x, in "
                "row-major order",
     .variants = {{"", kBools, {}, kAllExact}},
     .provenance = {kDefinition, "NumPy"},
     .clauses =
         {documented("argwhere.value",
                     "Row k has the coordinates of the k-th true element in "
                     "row-major order; the shape is (count, rank)."),
          clarified("argwhere.none",
                    "An operand without a true element gives the shape (0, "
                    "rank)."),
          documented("argwhere.index_dtype",
                     "The result has the dtype that index_dtype names, on "
                     "every machine."),
          precondition("argwhere.rank", "The rank of x is at least 1.",
                       ClauseStatus::kClarified),
          precondition("argwhere.index_integer",
                       "index_dtype is an integer of 8 bits at least, and "
                       "signed.",
                       ClauseStatus::kClarified)}},
    {.name = "repeat",
     .id = 476,
     .signature = {.name = "repeat",
                   .operands = {{.name = "x"}},
                   .results = {kOut},
                   .types = types_repeated,
                   .least_rank = 1},
     .attributes = {AttributeKey::kAxis, AttributeKey::kTimes},
     .formula = "out[…, i, …] = x[…, i mod n, …] along axis, of extent n",
     .variants = {{"", kSelectable, {}, kAllBits}},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented("repeat.value",
                            "Whole copies of x follow each other along axis."),
                 clarified("repeat.none", "times = 0 gives extent 0."),
                 precondition("repeat.axis", "axis is one of the axes.",
                              ClauseStatus::kClarified),
                 precondition("repeat.times", "times is at least 0.",
                              ClauseStatus::kClarified)}},
    {.name = "unfold_view",
     .id = 477,
     .signature = movement_by(view_windowed, types_windowed, 1),
     .attributes = {AttributeKey::kAxis, AttributeKey::kSize,
                    AttributeKey::kStep},
     .formula = "y[…, w, …, e] = x[…, step·w + e, …]: windows in the place of "
                "axis, their elements on a new last axis",
     .variants = {{"", kSelectable, {}, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses = {documented(
                     "unfold_view.value",
                     "Window w has the size elements of axis that begin at "
                     "step·w; windows stand in the place of axis, their "
                     "elements on a new last axis."),
                 documented(
                     "unfold_view.count",
                     "There are (n - size) / step + 1 windows, rounded down, "
                     "along an axis of extent n."),
                 documented(
                     "unfold_view.zero_copy",
                     "The result shares memory: a write to x is seen in every "
                     "window that shows the element.",
                     EnforcedBy::kHarness),
                 precondition("unfold_view.axis", "axis is one of the axes.",
                              ClauseStatus::kClarified),
                 precondition(
                     "unfold_view.size",
                     "size is at least 1 and at most the extent of axis.",
                     ClauseStatus::kClarified),
                 precondition("unfold_view.step", "step is at least 1.",
                              ClauseStatus::kClarified)}},
    {.name = "arange",
     .id = 478,
     .signature = {.name = "sequence",
                   .results = {kOut},
                   .types = types_of_sequence},
     .attributes = {AttributeKey::kDType, AttributeKey::kStep,
                    AttributeKey::kStart, AttributeKey::kStop},
     .formula = "out[i] = start + step·i, as long as it is less than stop",
     .variants = {{"", kWideIntegers, {}, kAllExact}},
     .provenance = {kDefinition, "NumPy"},
     .clauses = {documented(
                     "arange.value",
                     "The integers from start in steps of step, below stop."),
                 clarified("arange.empty",
                           "A stop that is not above start gives extent 0."),
                 precondition("arange.step", "step is at least 1.",
                              ClauseStatus::kClarified),
                 precondition(
                     "arange.fits",
                     "Every integer of the sequence is one of the dtype, and "
                     "there are at most 2^40.",
                     ClauseStatus::kClarified)}},
};

}  // namespace assay
