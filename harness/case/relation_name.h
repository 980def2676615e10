// Names the metamorphic relations. harness/relation/relation.h says what each
// compares and where it applies.
// Tested by tests/harness/relation/relation_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

// Says which relation a case checks on the subject alone.
enum class Relation : std::uint8_t {
  kNone,         // nothing: the case is judged against the oracle
  kLayout,       // the same bits when operands are laid out otherwise
  kPosition,     // the same element at another index and length
  kConcat,       // the results of two parts, concatenated
  kSwap,         // operands swapped
  kIdempotence,  // applied twice, or to one operand twice
  kRoundTrip,    // an op and its inverse
  kRepeat,       // the same call again, others in between
  kBatch,        // one entry of a batch computed alone
  kAccuracy,     // errors like those of correct algorithms
  kSameTensor,   // one tensor as several operands; also equal tensors
  kNewContents,  // other elements in the same buffers; also in fresh buffers
  kOtherDTypes,  // calls of the same shapes on other dtypes in between
  kKept,         // results that are kept while further calls are made
  kContexts,     // two contexts, alternately and in two threads at once
  kThreads,      // one context in two threads at once
  kContraction,  // einsum, dot_general and matmul of the same sums
  kPlan,         // an op in a fusion plan and alone
};
inline constexpr std::string_view kRelationNames[] = {"",
                                                      "layout",
                                                      "position",
                                                      "concat",
                                                      "swap",
                                                      "idempotence",
                                                      "round_trip",
                                                      "repeat",
                                                      "batch",
                                                      "accuracy",
                                                      "same_tensor",
                                                      "new_contents",
                                                      "other_dtypes",
                                                      "kept",
                                                      "contexts",
                                                      "threads",
                                                      "contraction",
                                                      "plan"};
inline constexpr int kRelationCount = 18;

// The number of calls of one op that the relation `repeat` makes in its case of
// many calls. 130 calls find a fault in every 100th call. They also overflow a
// cache of 64 entries, because they have 65 different sizes.
inline constexpr int kDefaultRepeats = 130;

constexpr std::string_view name_of(Relation relation) {
  return kRelationNames[static_cast<int>(relation)];
}

}  // namespace assay
