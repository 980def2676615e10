// The workloads that are timed, a file per group of families. Tested by
// tests/bench/workload_test.cc.
#pragma once

#include <cmath>
#include <vector>

#include "bench/workload.h"

namespace assay::bench {

inline constexpr DType kF16 = DType::kFloat16;
inline constexpr DType kF32 = DType::kFloat32;
inline constexpr DType kF64 = DType::kFloat64;
inline constexpr DType kBf16 = DType::kBfloat16;
inline constexpr DType kI8 = DType::kInt8;
inline constexpr DType kI32 = DType::kInt32;
inline constexpr DType kC64 = DType::kComplex64;
inline constexpr DType kC128 = DType::kComplex128;

// The list while it is made: of workloads that are not quick, a quick list
// takes none.
class Catalogue {
 public:
  explicit Catalogue(bool quick) : quick_(quick) {}

  // Makes the workload of workload_of()'s arguments, and keeps it.
  template <typename... Arguments>
  void quick(Arguments&&... arguments) {
    list_.push_back(workload_of(std::forward<Arguments>(arguments)...));
  }
  template <typename... Arguments>
  void full(Arguments&&... arguments) {
    if (!quick_) quick(std::forward<Arguments>(arguments)...);
  }
  template <typename... Arguments>
  void add(bool is_quick, Arguments&&... arguments) {
    if (is_quick || !quick_) quick(std::forward<Arguments>(arguments)...);
  }

  std::vector<Workload> take() { return std::move(list_); }

 private:
  bool quick_;
  std::vector<Workload> list_;
};

// Elements of one operand that, with one or two others, stays in the caches of
// a level: 12 KiB, 192 KiB, 4 MiB, or 64 MiB, which is in none.
std::int64_t elements_at(Level level, DType dtype);

// Operands that do not lie in row-major order. The first has axes 0 and 1
// exchanged; rows of the second begin `row_bytes` apart.
Operand transposed(DType dtype, std::int64_t rows, std::int64_t columns);
Operand strided_rows(DType dtype, std::int64_t rows, std::int64_t columns,
                     std::int64_t row_bytes);

// The groups, in the order of the list.
void add_elementwise(Catalogue& list);
void add_movement(Catalogue& list);
void add_reductions(Catalogue& list);
void add_sorts(Catalogue& list);
void add_algebra(Catalogue& list);
void add_indexing(Catalogue& list);

// Returns the workloads; the quick ones are a part of all.
std::vector<Workload> catalogue(bool quick);

}  // namespace assay::bench
