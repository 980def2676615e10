// The metamorphic relations by name. What each compares, and where it applies,
// is told by harness/relation/relation.h. Tested by
// tests/harness/relation/relation_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

// What a case asks of a subject alone.
enum class Relation : std::uint8_t {
  kNone,         // nothing: the case is judged against the oracle
  kLayout,       // operands laid out otherwise: the same bits
  kPosition,     // the same element at another index and length
  kConcat,       // of parts put together: the results put together
  kSwap,         // operands swapped
  kIdempotence,  // applied twice, or to one operand twice
  kRoundTrip,    // an op and its inverse
  kRepeat,       // the same call again, others in between
  kBatch,        // one entry of a batch alone
  kAccuracy,     // errors as of correct algorithms of the same precision
  kSameTensor,   // one tensor as several operands, as tensors that are equal
  kNewContents,  // other elements in the same buffers, as in fresh ones
  kOtherDTypes,  // calls of the same shapes on other dtypes in between
  kKept,         // results that are kept while further calls are made
  kContexts,     // two contexts, by turns and in two threads at once
  kThreads,      // one context in two threads at once
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
                                                      "threads"};
inline constexpr int kRelationCount = 16;

// How many calls the relation repeat makes of one op where it makes many. A
// fault of every 100th call shows in 130 calls, and so does a cache of 64
// entries, since they have 65 different sizes.
inline constexpr int kDefaultRepeats = 130;

constexpr std::string_view name_of(Relation relation) {
  return kRelationNames[static_cast<int>(relation)];
}

}  // namespace assay
