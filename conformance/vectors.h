// Golden vectors: prepared cases of the canonical profile for readers without
// this project's code, one file per op. What is chosen follows from the plan.
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

// Returns the text of a file: what is said of all its cases, then a case a
// line.
std::string vector_text(const nlohmann::ordered_json& head,
                        const std::vector<nlohmann::ordered_json>& cases);

// Returns the cases of one op that stand in its file, out of its part of the
// plan, but for those of the ladder of sizes (conformance/long_vectors.h).
// Small cases first and then in the order of their seeds, which mixes dtypes,
// layouts and numbers, each case is chosen that is the first of
//   - its variant, clause and kind of dtype (kinds of both, for a pair),
//   - its clause and layout,
//   - its variant and dtype, or pair of dtypes,
//   - its clause with many elements, but not more than are quickly read,
//   - its clause and a rank of 5 to 8, of 9 to 16 or above,
// or, of an elementwise op's own clause and a kind of dtype, the first with
// many elements and hence many boundary values.
std::vector<PlannedCase> choose_vectors(const std::vector<PlannedCase>& plan);

// Returns the cases of one op's file, out of its part of the plan, as a reader
// of the file has them: written as JSON and read back. Calls that break a
// precondition are left out. Fails where the oracle cannot prepare a case.
Result<std::vector<PlannedCase>> read_vectors(
    const std::vector<PlannedCase>& plan, Oracle& oracle);

// Returns every file: of each op, with the calls that break a precondition and
// their controls, as quick robustness mode makes them, and of each
// transformation of views. With a filter, those of the ops alone that it may
// select. Fails where the oracle cannot prepare a case.
Result<std::vector<VectorFile>> golden_vectors(Oracle& oracle,
                                               const Filter& filter = {});

}  // namespace assay
