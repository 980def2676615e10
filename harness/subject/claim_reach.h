// Finds calls and cases that ask more than a backend claims. Such a case is not
// asked: it neither fails nor counts against its cell.
// Tested by tests/harness/subject/claim_reach_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "spec/infer.h"

namespace assay {

// The first thing that is beyond a claim.
struct BeyondClaim {
  std::string kind;   // layout, rank, axes, operands or extent
  std::string needs;  // what the claim would have to have: "layout flip"
};

// What one call asks of a backend.
struct AskedCall {
  const Attributes* attributes = nullptr;
  std::vector<View> operands;
  std::vector<View> outs;
  std::vector<Shape> results;  // of the tensors that are returned
};

// Returns what a call asks beyond the claim on its cell. An out that is
// contiguous is within every claim, as ops write into no other outs.
std::optional<BeyondClaim> beyond_claim(const Claim& claim,
                                        const AskedCall& asked);

// Returns the same for a call on tensors and the types of its results.
std::optional<BeyondClaim> beyond_claim(const Claim& claim, const Call& call,
                                        std::span<const TensorType> results);

// Returns the same for every step of a case. The views of what movements
// return are inferred; whatever else a step returns is taken to be contiguous.
// A step whose own cell is not claimed is held to the claim of the case's
// cell. Nothing for a case whose program has no types.
std::optional<BeyondClaim> beyond_claims(
    const Backend& backend, const std::optional<Claim>& claim_of_case,
    const Case& test_case);

// Returns the limits of a claim for people: "max_rank 4; layouts contiguous,
// offset; immutable"; "" where there is none.
std::string limits_text(const Claim& claim);

}  // namespace assay
