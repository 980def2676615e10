// Metamorphic relations: what holds between results of one subject, whatever
// the right result is. Where the contract makes one follow, a breach breaks the
// clause that it follows from; elsewhere it is told and is no failure.
// Tested by tests/harness/relation_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "spec/backend.h"
#include "spec/profile.h"

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

// Returns whether the relation can be asked of a cell.
bool is_related(Relation relation, const Cell& cell);

// Returns the clause that whoever breaks the relation on this cell breaks too;
// "" where the contract leaves it open.
std::string_view binding_clause(Relation relation, const Cell& cell,
                                const Profile& profile);

// Returns whether level standard asks the relation where a clause binds it.
bool is_of_standard(Relation relation);

// Returns whether the cell stands for the others of its op and variant in
// trials that do not depend on the dtype: float32, or else the first of a few.
bool is_leading(const Cell& cell);

// Returns how many cases of a relation on a cell differ from each other.
int most_cases(Relation relation, const Cell& cell);

}  // namespace assay
