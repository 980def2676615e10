// Defines a workload: an op with its operands as data. Every contender, in
// whatever language, is thus given the same call. catalogue.h lists the
// workloads of each family.
// Tested by tests/bench/workload_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/backend.h"
#include "spec/infer.h"

namespace assay::bench {

// Says where the bytes of a repeated call are stored. kCall has few elements
// and measures the cost of making a call at all.
enum class Level : std::uint8_t { kCall, kL1, kL2, kL3, kMemory };
inline constexpr std::string_view kLevelNames[] = {"call", "l1", "l2", "l3",
                                                   "memory"};

// Says how the elements of an operand are chosen.
enum class Fill : std::uint8_t {
  kUniform,   // low <= x < high
  kPositive,  // a symmetric positive definite matrix per last two axes
  kTriangle,  // the same with a zero upper triangle
};

struct Operand {
  DType dtype = DType::kFloat32;
  View view;               // of the storage
  std::int64_t count = 0;  // elements of the storage
  Fill fill = Fill::kUniform;
  double low = 0;
  double high = 1;

  // Returns the bytes that the view shows, each counted once, so that a
  // broadcast operand has few.
  std::int64_t bytes() const;
};

struct Workload {
  std::string id;  // family/op:layout:dtype=…,level=…,shape=…
  Op op{};
  std::string layout;
  Level level = Level::kL1;
  DType dtype = DType::kFloat32;   // of the cell
  DType result = DType::kFloat32;  // of the cell of a pair
  std::vector<Operand> operands;
  Attributes attributes;
  // The outs that the caller provides; empty for ops that return a tensor.
  std::vector<TensorType> outs;
  std::int64_t elements = 0;  // of the largest operand or result
  // The fewest bytes to move, each counted once, how many of them are read, and
  // operations to compute. If an op computes less than it moves, `flops` is 0.
  std::int64_t bytes = 0;
  std::int64_t read = 0;
  double flops = 0;

  // Returns the dtype as records spell it: "from>to" for pairs.
  std::string dtype_text() const;
  std::string_view family() const { return family_of(op).name; }
};

// Returns the workload of a call. Outs, bytes and id follow from the operands.
// An op that picks elements reads no more of its first operand than it returns.
// infer() must accept the call.
Workload workload_of(Op op, std::string layout, Level level,
                     std::vector<Operand> operands, Attributes attributes = {},
                     double flops = 0,
                     std::optional<DType> result = std::nullopt);

// Returns a contiguous operand of a shape, with uniform elements.
Operand dense(DType dtype, const Shape& shape, double low = -1,
              double high = 1);

}  // namespace assay::bench
