// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"

namespace assay::bench {
namespace {

struct Length {
  Level level;
  std::int64_t elements;
  bool quick;
};
// Per operand. The odd ones end in the middle of a vector. Three operands of
// float32 stay in caches of 48 KiB, 1 MiB and 32 MiB, or in none.
constexpr Length kLengths[] = {
    {Level::kCall, 1, true},          {Level::kCall, 7, false},
    {Level::kCall, 64, true},         {Level::kL1, 3072, true},
    {Level::kL1, 3071, false},        {Level::kL2, 49152, true},
    {Level::kL2, 49153, false},       {Level::kL3, 1 << 20, true},
    {Level::kMemory, 1 << 25, false},
};

void add_lengths(bool quick, Op op, DType dtype, std::size_t operand_count,
                 double low, double high, std::vector<Workload>& list) {
  for (const Length& length : kLengths) {
    if (quick && !length.quick) continue;
    list.push_back(workload_of(
        op, "contiguous", length.level,
        std::vector<Operand>(operand_count,
                             dense(dtype, {length.elements}, low, high))));
  }
}

}  // namespace

void add_elementwise(bool quick, std::vector<Workload>& list) {
  add_lengths(quick, "add"_op, DType::kFloat32, 2, -1, 1, list);
}

std::vector<Workload> catalogue(bool quick) {
  std::vector<Workload> list;
  add_elementwise(quick, list);
  return list;
}

}  // namespace assay::bench
