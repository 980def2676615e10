// Tested by tests/harness/hard_operands_test.cc.
#include "harness/hard_operands.h"

#include <cstdint>

namespace assay {
namespace {

struct HardOperands {
  Op op;
  std::uint64_t x, y;
};

// Of float64: found by search with exact fractions, those of add by thought:
// 1 + 2^-53 (1 + 2^-52) lies 2^-105 above a tie.
constexpr HardOperands kRows[] = {
    {"add"_op, 0x3ff0000000000000, 0x3ca0000000000001},
    {"sub"_op, 0x3ff0000000000000, 0xbca0000000000001},
    {"mul"_op, 0x3ff4dcfc135bf67b, 0x3ff7436da6419a11},
    {"div"_op, 0x3ff17f54ca3b0d32, 0x3fffb356c3134c37},
    {"recip"_op, 0x3ffd38877dcfec8a, 0},
    {"sqrt"_op, 0x400c9924eae1c342, 0},
};

}  // namespace

std::optional<OperandTuple> hard_operands(Op op, DType dtype) {
  if (dtype != DType::kFloat64) return std::nullopt;
  for (const HardOperands& row : kRows)
    if (row.op == op)
      return OperandTuple{ElementBits{row.x}, ElementBits{row.y}};
  return std::nullopt;
}

}  // namespace assay
