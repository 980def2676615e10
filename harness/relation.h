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
  kRepeat,       // the same call thrice, another in between
  kBatch,        // one entry of a batch alone
  kAccuracy,     // errors as of correct algorithms of the same precision
};
inline constexpr std::string_view kRelationNames[] = {
    "",           "layout", "position", "concat",  "swap", "idempotence",
    "round_trip", "repeat", "batch",    "accuracy"};
inline constexpr int kRelationCount = 10;

constexpr std::string_view name_of(Relation relation) {
  return kRelationNames[static_cast<int>(relation)];
}

// Returns whether the relation can be asked of a cell.
bool is_related(Relation relation, const Cell& cell);

// Returns the clause that whoever breaks the relation on this cell breaks too;
// "" where the contract leaves it open.
std::string_view binding_clause(Relation relation, const Cell& cell,
                                const Profile& profile);

// Returns how many cases of a relation are different from each other: one per
// set of data, or one per size.
int most_cases(Relation relation);

}  // namespace assay
