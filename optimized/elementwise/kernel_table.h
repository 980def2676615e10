// Finds kernels by op and dtype. Each file of kernels keeps one table, a
// constant array of rows, so adding a kernel means adding a row and no code.
// Tested by tests/optimized/kernel_table_test.cc.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "optimized/elementwise/blocks.h"
#include "optimized/layout/compute_type.h"
#include "optimized/resources/settings.h"
#include "spec/dtype.h"
#include "spec/op_table.h"

namespace assay::optimized {

// Names the kernel of an op for tensors of some dtypes. The kernel reads and
// writes arrays of their compute type. F is Kernel or RowsKernel.
template <typename F>
struct TableRow {
  Op op{};
  DTypeSet dtypes;
  F kernel = nullptr;
  // The least exact setting with which the kernel is used.
  Accuracy accuracy = Accuracy::kCorrect;
};

template <typename F, std::size_t count>
using TableRows = std::array<TableRow<F>, count>;

using KernelRow = TableRow<Kernel>;
template <std::size_t count>
using KernelRows = TableRows<Kernel, count>;

// A list of C++ types as one argument, for functions that make a row for each.
template <typename... T>
struct Types {};

template <typename... T, typename... U>
constexpr Types<T..., U...> operator|(Types<T...>, Types<U...>) {
  return {};
}

inline constexpr Types<float, double> kFloatTypes{};
inline constexpr Types<std::uint8_t, std::uint16_t, std::uint32_t,
                       std::uint64_t>
    kUnsignedTypes{};
inline constexpr Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t>
    kSignedTypes{};
inline constexpr Types<std::complex<float>, std::complex<double>>
    kComplexTypes{};

// Returns the dtypes whose elements are computed as T.
template <typename T>
constexpr DTypeSet computed_as() {
  DTypeSet dtypes;
  for (const DTypeSpec& spec : kDTypes) {
    const bool is_computed_so = with_compute_type(spec.dtype, [](auto type) {
      return std::is_same_v<typename decltype(type)::type, T>;
    });
    if (is_computed_so) dtypes = dtypes | DTypeSet{spec.dtype};
  }
  return dtypes;
}

inline constexpr DTypeSet kComputedAsFloat = computed_as<float>();

// A table of rows, sorted by op. The rows of one op keep the order in which
// they were given; the first one that serves a dtype is found.
template <typename F, std::size_t count>
class KernelTable {
 public:
  constexpr explicit KernelTable(const TableRows<F, count>& rows) {
    static_assert(count < 256, "a position fits into a byte");
    for (const TableRow<F>& row : rows) dtypes_ = dtypes_ | row.dtypes;
    std::size_t size = 0;
    for (std::size_t op = 0; op < kOps.size(); ++op) {
      starts_[op] = static_cast<std::uint8_t>(size);
      for (const TableRow<F>& row : rows)
        if (row.op == static_cast<Op>(op)) rows_[size++] = row;
    }
    starts_[kOps.size()] = static_cast<std::uint8_t>(size);
  }

  constexpr explicit KernelTable(const TableRow<F> (&rows)[count])
      : KernelTable(std::to_array(rows)) {}

  // Returns the kernel of an op on tensors of a dtype that is exact enough, or
  // null if there is none.
  constexpr F find(Op op, DType dtype,
                   Accuracy accuracy = Accuracy::kCore) const {
    if (!dtypes_.contains(dtype)) return nullptr;
    const auto at = static_cast<std::size_t>(op);
    for (std::size_t i = starts_[at]; i < starts_[at + 1]; ++i)
      if (rows_[i].dtypes.contains(dtype) && rows_[i].accuracy <= accuracy)
        return rows_[i].kernel;
    return nullptr;
  }

 private:
  DTypeSet dtypes_;  // that any row serves
  TableRows<F, count> rows_{};
  std::array<std::uint8_t, kOps.size() + 1>
      starts_{};  // where each op's rows begin
};

// Joins groups of rows into one array, in the order given.
template <typename F, std::size_t... counts>
constexpr auto join_kernels(const TableRows<F, counts>&... groups) {
  TableRows<F, (counts + ...)> joined{};
  std::size_t size = 0;
  const auto append = [&](const auto& rows) {
    for (const TableRow<F>& row : rows) joined[size++] = row;
  };
  (append(groups), ...);
  return joined;
}

}  // namespace assay::optimized
