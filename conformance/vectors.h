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
// plan. Small cases first and then in the order of their seeds, which mixes
// dtypes, layouts and numbers, each case is chosen that is the first of
//   - its variant, clause and kind of dtype (kinds of both, for a pair),
//   - its clause and layout,
//   - its variant and dtype, or pair of dtypes,
// or, of an elementwise op's own clause and a kind of dtype, the first with
// many elements and hence many boundary values.
std::vector<PlannedCase> choose_vectors(const std::vector<PlannedCase>& plan);

// Returns every file: of each op, with the calls that break a precondition and
// their controls, as quick robustness mode makes them, and of each
// transformation of views. Fails where the oracle cannot prepare a case.
Result<std::vector<VectorFile>> golden_vectors(Oracle& oracle);

}  // namespace assay
