// Translates a fusion plan into passes over blocks of elements: chains of
// arithmetic, and kernels for all other ops. Steps that no output needs are
// left out, and memory of values is used again once they are.
// Tested by tests/optimized/fusion_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "optimized/elementwise/blocks.h"
#include "optimized/fusion/chains.h"
#include "spec/plan.h"

namespace assay::optimized {

// Names memory that a pass reads or writes.
struct PlaceName {
  enum class Kind : std::uint8_t {
    kInput,  // an input of the plan
    kBlock,  // a block of a value that several passes use
    kGroup,  // a group of a value that one chain uses
    kOut,    // an out
  };
  Kind kind = Kind::kInput;
  std::uint32_t number = 0;
  friend bool operator==(const PlaceName&, const PlaceName&) = default;
};

// A chain, or a kernel if that is not null. A kernel writes places[0] and reads
// the others. If it is in a block that is an output too, the block is copied to
// `copied_to` afterwards.
struct PlanPass {
  Kernel kernel = nullptr;
  std::vector<ChainStep> chain;
  std::vector<PlaceName> places;
  std::optional<std::uint32_t> copied_to;
};

struct Program {
  std::vector<PlanPass> passes;
  std::uint32_t blocks = 0;  // how many are in use at once
  std::uint32_t groups = 0;
  std::vector<std::uint32_t> outs;  // the ids of results that are outputs, each
                                    // of them once
};

// Returns the program of a plan that has `inputs` inputs, or nothing if there
// is no kernel for an op. Large outs are stored `past` the caches.
std::optional<Program> program_of(const PlanSteps& plan, std::uint32_t inputs,
                                  bool past);

}  // namespace assay::optimized
