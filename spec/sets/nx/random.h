// Has the row of the random family: threefry, a fixed function of key and
// counter.
#pragma once

#include "spec/sets/nx/elementwise/arithmetic.h"

namespace assay {

inline constexpr OpSpec kRandomOps[] = {
    {.name = "threefry",
     .id = 180,
     .signature = Signature::kThreefry,
     .formula = "out[…, :] = Threefry-2x32 (20 rounds) of the pair "
                "counter[…, :] under the key key[…, :]",
     .variants = {{"", {DType::kInt32}, {}, kAllExact}},
     .provenance = {kDefinition, "known answers"},
     .clauses = {documented("threefry.value",
                            "Threefry-2x32 of each pair of words, as int32 bit "
                            "patterns."),
                 clarified(
                     "threefry.rounds",
                     "Twenty rounds, the key injected after every fourth: the "
                     "published known answers."),
                 clarified(
                     "threefry.words",
                     "The last axis holds the two words of a pair; every pair "
                     "is independent."),
                 precondition("threefry.same_shape",
                              "Key and counter have one shape."),
                 precondition("threefry.pairs", "The last axis has extent 2.",
                              ClauseStatus::kClarified),
                 precondition("threefry.int32", "Key and counter are int32.")}},
};

inline constexpr Clause kRandomClauses[] = {
    documented("random.strided_operands",
               "Operands may be sliced, transposed, reversed or repeated.",
               EnforcedBy::kHarness),
    clarified("random.empty", "A call without elements is a no-op.",
              EnforcedBy::kHarness),
    clarified("random.high_rank", "Ranks up to 32 work.", EnforcedBy::kHarness),
    clarified("random.operands_kept", "Operands are not modified.",
              EnforcedBy::kHarness),
    clarified("random.stray_writes", "Nothing outside out is written.",
              EnforcedBy::kHarness),
    clarified("random.repeatable", "The same call twice gives the same bits.",
              EnforcedBy::kHarness),
    precondition("random.out",
                 "out has the dtype and shape of the result and is "
                 "C-contiguous."),
};

}  // namespace assay
