// Lists the workloads that are timed. Each group of families has a file of its
// own.
// Tested by tests/bench/workload_test.cc.
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

// Collects the workloads. A quick list takes only those that are quick.
class Catalogue {
 public:
  explicit Catalogue(bool quick) : quick_(quick) {}

  // Makes a workload from the arguments of workload_of(), and adds it.
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

// Returns how many elements an operand needs to stay in the caches of a level,
// together with one or two others: 12 KiB for L1, 192 KiB for L2, 4 MiB for L3,
// and 64 MiB, which fits into no cache.
std::int64_t elements_at(Level level, DType dtype);

// Returns the nearest level whose cache holds this many bytes.
Level level_of_bytes(std::int64_t bytes);

// Return operands that are not stored in row-major order. The first has axes 0
// and 1 exchanged. In the second, rows begin `row_bytes` bytes apart.
Operand transposed(DType dtype, std::int64_t rows, std::int64_t columns);
Operand strided_rows(DType dtype, std::int64_t rows, std::int64_t columns,
                     std::int64_t row_bytes);

// Returns indices of int32 below an extent.
Operand indices_below(std::int64_t extent, const Shape& shape);

inline double as_double(std::int64_t count) {
  return static_cast<double>(count);
}

// Add the workloads of a group. The order here is that of the list.
void add_elementwise(Catalogue& list);
void add_movement(Catalogue& list);
void add_reductions(Catalogue& list);
void add_sorts(Catalogue& list);
void add_algebra(Catalogue& list);
void add_indexing(Catalogue& list);
void add_layers(Catalogue& list);
void add_attention(Catalogue& list);
void add_tensors(Catalogue& list);
void add_lax(Catalogue& list);

// Returns all workloads, or only the quick ones.
std::vector<Workload> catalogue(bool quick);

}  // namespace assay::bench
