// Has the rows that op set lax adds to the movement family: broadcasts and
// slices by lists of axes, pads with gaps, diagonals and triangles.
#pragma once

#include "spec/sets/nx/movement.h"

namespace assay {

// The type rules of these ops (spec/type_rules_lax_movement.cc).
Result<std::vector<TensorType>> types_broadcast(const CallTypes& call);
Result<std::vector<TensorType>> types_of_strided_slice(const CallTypes& call);
Result<std::vector<TensorType>> types_padded_inside(const CallTypes& call);
Result<std::vector<TensorType>> types_of_diagonal(const CallTypes& call);
Result<std::vector<TensorType>> types_with_diagonal(const CallTypes& call);
Result<std::vector<TensorType>> types_of_triangle(const CallTypes& call);

// Returns the position of the variant of pad_general: "zero" if every bit of
// the value is 0, else "value".
std::size_t variant_of_pad_general(const Attributes& attributes);

// Returns the signature of an op that moves elements of one operand. The
// result is a fresh tensor, or with kShared possibly a view of the operand.
constexpr Signature movement_to(Delivery delivery, TypeRule types,
                                int least_rank = 0) {
  return {.name = "movement",
          .operands = {{.name = "x"}},
          .results = {{.name = "y"}},
          .delivery = delivery,
          .types = types,
          .least_rank = least_rank};
}

inline constexpr OpSpec kLaxMovementOps[] = {
    {.name = "broadcast_in_dim",
     .id = 522,
     .set = "lax",
     .signature = movement_to(Delivery::kShared, types_broadcast),
     .attributes = {AttributeKey::kShape, AttributeKey::kBroadcastDims},
     .formula = "y[i] = x[j], where j[d] is 0 if x has extent 1 on axis d, "
                "else i[broadcast_dims[d]]",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("broadcast_in_dim.value",
                     "Axis d of x becomes axis broadcast_dims[d] of the "
                     "result; along every other axis x repeats."),
          documented("broadcast_in_dim.one",
                     "An axis of extent 1 repeats its element."),
          documented("broadcast_in_dim.any_axes",
                     "broadcast_dims need not ascend, so axes may change "
                     "places."),
          clarified("broadcast_in_dim.rank_zero",
                    "The element of a tensor of rank 0 fills any shape."),
          clarified("broadcast_in_dim.zero_extent",
                    "An axis of extent 1 may become one of extent 0: the "
                    "result has no elements."),
          precondition("broadcast_in_dim.dims",
                       "broadcast_dims has one entry per axis of x; the "
                       "entries are different axes of the result."),
          precondition("broadcast_in_dim.extents",
                       "An axis of x has extent 1 or the extent of its axis "
                       "of the result.")}},
    {.name = "slice_general",
     .id = 523,
     .set = "lax",
     .signature = movement_to(Delivery::kShared, types_of_strided_slice),
     .attributes = {AttributeKey::kStarts, AttributeKey::kLimits,
                    AttributeKey::kStrides},
     .formula = "y[i] = x[starts + i·strides]; the extents are (limits - "
                "starts) / strides, rounded up",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("slice_general.value",
                     "On each axis the result has the elements of [start, "
                     "limit)."),
          documented("slice_general.stride",
                     "It has every stride-th of them from start on, also the "
                     "one before the last, partial step."),
          clarified("slice_general.empty",
                    "start may equal limit: the extent is 0."),
          precondition("slice_general.bounds",
                       "0 <= start <= limit <= extent on each axis."),
          precondition("slice_general.stride_positive",
                       "Every stride is at least 1."),
          precondition("slice_general.lengths",
                       "starts, limits and strides have one entry per axis.")}},
    {.name = "pad_general",
     .id = 524,
     .set = "lax",
     .signature = movement_to(Delivery::kReturned, types_padded_inside),
     .attributes = {AttributeKey::kEdgeLow, AttributeKey::kEdgeHigh,
                    AttributeKey::kInterior, AttributeKey::kValue},
     .formula = "y[edge_low + j·(interior + 1)] = x[j] where y has that place, "
                "and value at every other place; an extent n becomes edge_low "
                "+ n + max(n - 1, 0)·interior + edge_high",
     .variants = {{"zero", kMovable, kPacked, kAllBits},
                  {"value", kMovable, kPacked, kAllBits}},
     .variant_rule = variant_of_pad_general,
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("pad_general.value",
                     "x, with edge_low values before it and edge_high values "
                     "after it on each axis."),
          documented("pad_general.interior",
                     "interior values are between neighbours, and none "
                     "after the last element."),
          documented("pad_general.negative",
                     "A negative edge_low or edge_high removes what is there "
                     "after interior padding, elements and values alike."),
          clarified("pad_general.gone",
                    "If every element of x is removed, the result is all "
                    "value."),
          clarified("pad_general.empty_operand",
                    "An extent of 0 becomes edge_low + edge_high, all value."),
          documented("pad_general.fill",
                     "Every bit of the value is kept, payloads of NaN too."),
          clarified("pad_general.negative_zero",
                    "A value of -0 stays -0, although it equals 0."),
          clarified("pad_general.fresh", "The result has memory of its own.",
                    EnforcedBy::kHarness),
          precondition("pad_general.interior_not_negative",
                       "No interior is negative."),
          precondition("pad_general.extent_not_negative",
                       "No extent of the result is negative."),
          precondition("pad_general.lengths",
                       "edge_low, edge_high and interior have one entry per "
                       "axis.")}},
    {.name = "extract_diagonal",
     .id = 525,
     .set = "lax",
     .signature = movement_to(Delivery::kShared, types_of_diagonal, 2),
     .attributes = {AttributeKey::kAxisA, AttributeKey::kAxisB},
     .formula = "y[…, i, …] = x[…, i, …, i, …]: axis_b goes, and axis_a runs "
                "along the diagonal",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("extract_diagonal.value",
                     "The elements whose indices on axis_a and axis_b are "
                     "equal; axis_a numbers them and axis_b goes."),
          clarified("extract_diagonal.axes_order",
                    "Either axis may come first; the axes that stay keep "
                    "their order."),
          clarified("extract_diagonal.rank",
                    "Other axes may stand before, between and after the two."),
          precondition("extract_diagonal.axes",
                       "axis_a and axis_b are two different axes of x.",
                       ClauseStatus::kClarified),
          precondition("extract_diagonal.square",
                       "x has one extent on both axes.",
                       ClauseStatus::kClarified)}},
    {.name = "embed_diagonal",
     .id = 526,
     .set = "lax",
     .signature = movement_to(Delivery::kReturned, types_with_diagonal, 1),
     .attributes = {AttributeKey::kAxisA, AttributeKey::kAxisB},
     .formula = "y has a new axis at axis_b, as long as axis_a of x; y is the "
                "element of x where the index there equals that of axis_a, "
                "and 0 elsewhere",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("embed_diagonal.value",
                     "The elements of x are where the index on the new axis "
                     "equals that on axis_a."),
          clarified("embed_diagonal.zero",
                    "All others are +0, false or 0 + 0i."),
          clarified("embed_diagonal.any_place",
                    "axis_b may be any axis of the result, the first and the "
                    "last included."),
          clarified("embed_diagonal.inverse",
                    "extract_diagonal of the result gives x back, bit for "
                    "bit. Its axis_a is one more where axis_b is at most "
                    "axis_a.",
                    EnforcedBy::kHarness),
          clarified("embed_diagonal.fresh", "The result has memory of its own.",
                    EnforcedBy::kHarness),
          precondition("embed_diagonal.axes",
                       "axis_a is an axis of x, and axis_b one of the result.",
                       ClauseStatus::kClarified)}},
    {.name = "tril",
     .id = 527,
     .set = "lax",
     .signature = movement_to(Delivery::kReturned, types_of_triangle, 2),
     .attributes = {AttributeKey::kK},
     .formula = "y[…, i, j] = x[…, i, j] where j - i <= k, else 0",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("tril.value",
                     "The elements on and below diagonal k of the last two "
                     "axes stay, and all others become 0."),
          clarified("tril.zero",
                    "Those are +0, false or 0 + 0i, whatever x has there: NaN "
                    "and infinities do not come through."),
          clarified("tril.extreme",
                    "Any 64-bit k is allowed: beyond the matrix, all of it "
                    "stays or nothing."),
          clarified("tril.rectangular",
                    "Matrices need not be square; diagonal 0 begins at their "
                    "first element."),
          clarified("tril.bits", "What stays keeps every bit."),
          clarified("tril.fresh", "The result has memory of its own.",
                    EnforcedBy::kHarness),
          precondition("tril.rank", "x has at least two axes.",
                       ClauseStatus::kClarified)}},
    {.name = "triu",
     .id = 528,
     .set = "lax",
     .signature = movement_to(Delivery::kReturned, types_of_triangle, 2),
     .attributes = {AttributeKey::kK},
     .formula = "y[…, i, j] = x[…, i, j] where j - i >= k, else 0",
     .variants = {{"", kMovable, kPacked, kAllBits}},
     .provenance = {kDefinition, "NumPy, enumeration"},
     .clauses =
         {documented("triu.value",
                     "The elements on and above diagonal k of the last two "
                     "axes stay, and all others become 0."),
          clarified("triu.zero",
                    "Those are +0, false or 0 + 0i, whatever x has there: NaN "
                    "and infinities do not come through."),
          clarified("triu.extreme",
                    "Any 64-bit k is allowed: beyond the matrix, all of it "
                    "stays or nothing."),
          clarified("triu.rectangular",
                    "Matrices need not be square; diagonal 0 begins at their "
                    "first element."),
          clarified("triu.bits", "What stays keeps every bit."),
          clarified("triu.fresh", "The result has memory of its own.",
                    EnforcedBy::kHarness),
          precondition("triu.rank", "x has at least two axes.",
                       ClauseStatus::kClarified)}},
};

}  // namespace assay
