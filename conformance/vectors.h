// Writes golden vectors: prepared cases of the canonical profile, one file per
// op, for readers that do not use this project's code. The plan alone decides
// which cases are chosen.
// Tested by tests/conformance/vectors_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "conformance/plan.h"

namespace assay {

inline constexpr std::int64_t kVectorFormat = 1;

// One file: its path below the folder of vectors, and its text.
struct VectorFile {
  std::string path;
  std::string text;
};

// Returns the text of a file: the head, which applies to all cases, and then
// one case per line.
std::string vector_text(const nlohmann::ordered_json& head,
                        const std::vector<nlohmann::ordered_json>& cases);

// Returns the cases for the file of one op, from that op's part of the plan.
// Cases of the ladder of sizes are chosen elsewhere
// (conformance/long_vectors.h). Candidates are sorted by size and then by seed,
// which mixes dtypes, layouts and numbers. A case is chosen if it is the first
// of
//   - its variant, clause and kind of dtype (kinds of both, for a pair),
//   - its clause and layout,
//   - its variant and dtype, or pair of dtypes,
//   - its clause with many elements, but not more than are quickly read,
//   - its clause and a rank of 5 to 8, of 9 to 16 or above,
// or, for an elementwise op's own clause and a kind of dtype, the first with
// many elements and hence many boundary values.
std::vector<PlannedCase> choose_vectors(const std::vector<PlannedCase>& plan);

// Returns the cases for the file of one op, from its part of the plan, as a
// reader of the file gets them: written as JSON and read back. Leaves out calls
// that break a precondition. Fails if the oracle cannot prepare a case.
Result<std::vector<PlannedCase>> read_vectors(
    const std::vector<PlannedCase>& plan, Oracle& oracle);

// Returns every file: one for each op and one for each transformation of views.
// An op's file also has the calls that break a precondition, with their
// controls, as robustness mode makes them at level quick. With a filter,
// returns only the files of ops that it may select. Fails if the oracle cannot
// prepare a case.
Result<std::vector<VectorFile>> golden_vectors(Oracle& oracle,
                                               const Filter& filter = {});

}  // namespace assay
