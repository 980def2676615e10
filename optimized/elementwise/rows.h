// Runs elementwise kernels row by row, where the operands consist of rows that
// a kernel can read in place: views of columns, and operands that repeat.
// Tested by tests/optimized/blocks_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "optimized/elementwise/blocks.h"
#include "optimized/elementwise/operand_source.h"
#include "optimized/layout/axes.h"
#include "spec/tensor.h"

namespace assay::optimized {

// The rows of an out and of its operands: the runs along their innermost axis.
class Rows {
 public:
  Rows(const Tensor& out, std::span<const Tensor* const> operands,
       const std::vector<OperandSource>& sources);

  // Returns whether each operand has adjacent elements along a row, or repeats
  // one, and rows are long enough (settings().direct_row). Operands need not be
  // gathered then. Without a kernel of rows they must be longer.
  bool are_direct(bool has_rows_kernel) const;

  // Runs `rows`, or `kernel` if that is null, on all rows, which take `traffic`
  // bytes. Uses threads if the call is worth them.
  void run(Kernel kernel, RowsKernel rows, std::int64_t traffic) const;

 private:
  using Walk = Axes<kMaxOperands + 1>;
  using Offsets = std::array<std::int64_t, kMaxOperands + 1>;

  const std::byte* place_of(std::size_t operand, std::int64_t at) const;
  void run_rows(RowsKernel kernel, const Walk& part,
                const Offsets& begin) const;
  // Runs the kernel for each row. An operand that repeats one element along the
  // row gets a block of them.
  void run_each(Kernel kernel, const Walk& part, const Offsets& begin) const;

  const std::vector<OperandSource>& sources_;
  std::byte* out_;
  std::int64_t element_, bytes_;  // of an element of the out, and of all
  Walk axes_;
};

}  // namespace assay::optimized
