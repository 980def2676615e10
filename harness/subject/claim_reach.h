// Finds calls and cases that need more than a backend claims. Such a case is
// not run: it neither fails nor counts for or against its cell.
// Tested by tests/harness/subject/claim_reach_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "spec/infer.h"

namespace assay {

// Describes the first thing that exceeds a claim.
struct BeyondClaim {
  std::string kind;   // layout, rank, axes, operands or extent
  std::string needs;  // what the claim would need, such as "layout flip"
};

// Describes what one call requires of a backend.
struct AskedCall {
  const Attributes* attributes = nullptr;
  std::vector<View> operands;
  std::vector<View> outs;
  std::vector<Shape> results;  // the shapes of returned tensors
};

// Returns what a call requires beyond the claim on its cell, or nothing. A
// contiguous out is within every claim, whatever layouts the claim lists.
std::optional<BeyondClaim> beyond_claim(const Claim& claim,
                                        const AskedCall& asked);

// Does the same for a call on tensors, given the types of its results.
std::optional<BeyondClaim> beyond_claim(const Claim& claim, const Call& call,
                                        std::span<const TensorType> results);

// Does the same for every step of a case. The views that movements return are
// inferred; everything else that a step returns is assumed to be contiguous. A
// step whose own cell is not claimed is held to the claim of the case's cell.
// Returns nothing for a case whose program has no types.
std::optional<BeyondClaim> beyond_claims(
    const Backend& backend, const std::optional<Claim>& claim_of_case,
    const Case& test_case);

// Returns the limits of a claim for people: "max_rank 4; layouts contiguous,
// offset; immutable"; "" if it has no limits.
std::string limits_text(const Claim& claim);

}  // namespace assay
