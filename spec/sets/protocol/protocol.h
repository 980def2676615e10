// Has the rows of op set protocol: what a backend may offer around its ops. A
// backend claims these rows, but no call ever names them. Functions of Backend
// carry them out, and cases use them together with ops of other sets.
#pragma once

#include "spec/op.h"

namespace assay {

// The dtypes whose elementwise ops a plan may hold. Fused kernels keep 16-bit
// floats in a wider format, so their plans would have other bits.
inline constexpr DTypeSet kFused =
    DTypeSet{DType::kFloat32, DType::kFloat64} | kComplexes | kWideIntegers;

// The dtype of the one cell of rows that are about no dtype.
inline constexpr DTypeSet kOneCell = {DType::kUint8};

inline constexpr OpSpec kProtocolOps[] = {
    {.name = "session",
     .id = 544,
     .signature = Signature::kProtocol,
     .formula = "begin … end",
     .variants = {{"", {}, kOneCell, {{kOneCell, Accuracy::kBits}}}},
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("session.value",
                     "Each result is judged as outside of a session.",
                     EnforcedBy::kHarness),
          clarified("session.same_bits",
                    "A program has in a session the bits that it has outside "
                    "of one.",
                    EnforcedBy::kHarness),
          clarified("session.results_outlive",
                    "Results keep their bits after the session has ended, "
                    "through 100 further calls.",
                    EnforcedBy::kHarness),
          clarified("session.survives_error",
                    "A call that answers a typed error within a session "
                    "answers the same error as outside. It changes no living "
                    "tensor, and later calls have the bits that they have "
                    "without it.",
                    EnforcedBy::kHarness),
          clarified("session.repeatable",
                    "A program in a second session of the same context has "
                    "the same bits.",
                    EnforcedBy::kHarness),
          clarified("session.empty", "A session may end without a call.",
                    EnforcedBy::kHarness),
          clarified("session.isolated",
                    "A session of one context does not show in another "
                    "context.",
                    EnforcedBy::kHarness)}},
    {.name = "placement",
     .id = 545,
     .signature = Signature::kProtocol,
     .formula = "a copy of x in another place",
     .variants = {{"", {}, kEveryDType, {{kEveryDType, Accuracy::kBits}}}},
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("placement.round_trip",
                     "A tensor that is moved to another place and back has "
                     "every bit that it had.",
                     EnforcedBy::kHarness),
          clarified("placement.fresh",
                    "A transfer makes memory of its own, also to the place "
                    "where the tensor is. Later writes to the source do not "
                    "show in the copy, and the source stays as it was.",
                    EnforcedBy::kHarness),
          documented("placement.result",
                     "Results are in the place where ops run. A view is where "
                     "its base is.",
                     EnforcedBy::kHarness),
          documented("placement.refused",
                     "An op with an operand or out in another place than that "
                     "of ops answers `unsupported` with the kind placement. "
                     "Calls without elements, and ops that only make views, "
                     "may work anywhere.",
                     EnforcedBy::kHarness),
          documented("placement.no_fallback",
                     "A refused call computes nothing: no out is written, and "
                     "no operand moves to another place.",
                     EnforcedBy::kHarness),
          documented("placement.hint",
                     "The message of a refused call says \"upload\" if an "
                     "operand is on the host, and \"download\" if ops run on "
                     "the host and an operand is not there.",
                     EnforcedBy::kHarness),
          clarified("placement.after",
                    "The same call succeeds once its operands have been moved "
                    "to the place of ops.",
                    EnforcedBy::kHarness),
          precondition("placement.unknown",
                       "A tensor is moved only to a place that the backend "
                       "has named.")}},
    {.name = "reclaim",
     .id = 546,
     .signature = Signature::kProtocol,
     .formula = "gives the memory of x up",
     .variants = {{"", {}, kOneCell, {{kOneCell, Accuracy::kBits}}}},
     .provenance = {kDefinition, "identities"},
     .clauses =
         {clarified("reclaim.live_kept",
                    "Memory that is reclaimed and used again is not the "
                    "memory of a living tensor: after 64 of both, every "
                    "living tensor has its bits.",
                    EnforcedBy::kHarness),
          clarified("reclaim.never_visible",
                    "What was stored in a reclaimed buffer does not show in "
                    "any later result.",
                    EnforcedBy::kHarness),
          clarified("reclaim.wrapped",
                    "Memory that was wrapped is neither written nor handed "
                    "out after it was reclaimed.",
                    EnforcedBy::kHarness),
          clarified("reclaim.other_dtype",
                    "Memory that is used again for another dtype and size "
                    "has the alignment of that dtype.",
                    EnforcedBy::kHarness),
          precondition("reclaim.double",
                       "A buffer is reclaimed once, and not used after that.",
                       ClauseStatus::kClarified)}},
    {.name = "donation",
     .id = 547,
     .signature = Signature::kProtocol,
     .formula = "lets one call use up x",
     .variants = {{"", {}, kOneCell, {{kOneCell, Accuracy::kBits}}}},
     .provenance = {kDefinition, "identities"},
     .clauses =
         {clarified("donation.same_bits",
                    "A call has the results that it has without the donation, "
                    "bit for bit.",
                    EnforcedBy::kHarness),
          clarified("donation.others_kept",
                    "Operands that are not donated keep every bit, whichever "
                    "others are donated.",
                    EnforcedBy::kHarness),
          unspecified("donation.contents",
                      "What a donated operand holds after the call.",
                      EnforcedBy::kHarness),
          unspecified("donation.result_alias",
                      "Whether a result is stored in the buffer of a donated "
                      "operand.",
                      EnforcedBy::kHarness),
          clarified("donation.permission",
                    "A donation is a permission; a backend may make no use of "
                    "it.",
                    EnforcedBy::kHarness),
          unspecified("donation.failed",
                      "What a donated operand holds after a call that failed. "
                      "The status is the one without the donation.",
                      EnforcedBy::kHarness)}},
    {.name = "fusion",
     .id = 548,
     .signature = Signature::kProtocol,
     .formula = "a list of elementwise ops in one call",
     .variants = {{"", {}, kFused, {{kFused, Accuracy::kBits}}}},
     .provenance = {kDefinition, "identities"},
     .clauses =
         {documented("fusion.decline",
                     "Any plan may be declined with the status `unsupported` "
                     "and the kind plan. Then nothing was written.",
                     EnforcedBy::kHarness),
          clarified("fusion.exact_bits",
                    "If every op of a plan is exact or correctly rounded, the "
                    "outputs have the bits of the ops called one by one, with "
                    "any NaN for a NaN. Products that feed a sum are rounded.",
                    EnforcedBy::kHarness),
          clarified("fusion.local",
                    "Each result of a plan is within the bound of its op, "
                    "given the values that the plan reports for its inputs.",
                    EnforcedBy::kHarness),
          clarified("fusion.outputs_independent",
                    "A plan that is asked for fewer results gives them the "
                    "same bits.",
                    EnforcedBy::kHarness),
          clarified("fusion.value_special",
                    "NaN, infinities, -0 and subnormals go through a plan as "
                    "through its ops, at each element.",
                    EnforcedBy::kHarness),
          clarified("fusion.reuse",
                    "An id may be used twice, an input may be an output, an "
                    "output may be listed twice, and a step may feed no "
                    "output.",
                    EnforcedBy::kHarness),
          documented("fusion.views",
                     "An input may be shown along the axes that its view "
                     "names; one of rank 0 fills the shape.",
                     EnforcedBy::kHarness),
          clarified("fusion.sizes",
                    "Plans work on 0, 1 and 2 elements, around 16, 1024 and "
                    "16384 elements, and in ranks 0 to 8.",
                    EnforcedBy::kHarness),
          clarified("fusion.operands_kept", "Inputs keep every bit.",
                    EnforcedBy::kHarness),
          clarified("fusion.repeatable",
                    "The same plan on the same inputs has the same bits.",
                    EnforcedBy::kHarness),
          clarified("fusion.long",
                    "A plan may have 40 steps of exact and correctly rounded "
                    "ops, with 1 to 4 inputs.",
                    EnforcedBy::kHarness),
          precondition("fusion.ids",
                       "A step names ids below its own, and outputs are ids "
                       "of the plan.",
                       ClauseStatus::kClarified),
          precondition("fusion.dtype", "All inputs have the dtype of the plan.",
                       ClauseStatus::kClarified),
          precondition("fusion.shape",
                       "Each input, as its view shows it, has the shape of "
                       "the plan.",
                       ClauseStatus::kClarified),
          precondition("fusion.op",
                       "Each step has an op that plans may hold, with the "
                       "operands that the op takes and in a dtype that it "
                       "has.",
                       ClauseStatus::kClarified)}},
};

inline constexpr Clause kProtocolClauses[] = {
    documented("protocol.unsupported",
               "A backend that claims a row of op set lax answers calls in "
               "dtypes of those rows that it does not claim with "
               "`unsupported`, or with a right result.",
               EnforcedBy::kHarness),
};

}  // namespace assay
