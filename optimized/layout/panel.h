// Hands out rows and columns of a strided tensor in its compute type. Where
// columns are adjacent already they are used in place; otherwise they are
// gathered and widened into scratch memory.
// Tested by tests/optimized/reduction_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimized/layout/dense.h"

namespace assay::optimized {

// One axis of a tensor; the stride counts elements.
struct Run {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
};

class Panel {
 public:
  struct Block {
    const std::byte* first = nullptr;
    std::int64_t row_stride = 0;  // in elements of the compute type
  };

  // Reads elements of `dtype` at offsets from `storage`.
  Panel(DType dtype, const std::byte* storage);

  // Returns whether blocks with these columns are handed out in place.
  bool is_in_place(const Run& columns) const;

  // Returns a block whose columns are adjacent. It is valid until the next
  // call.
  Block fetch(std::int64_t offset, const Run& rows, const Run& columns);

 private:
  std::byte* room(Scratch& scratch, std::int64_t& held, std::int64_t bytes);
  void gather(std::byte* out, std::int64_t offset, const Run& rows,
              const Run& columns) const;
  void unpack(std::byte* out, std::int64_t offset, const Run& rows,
              const Run& columns) const;

  DType dtype_;
  const std::byte* storage_;
  std::int64_t element_bytes_;  // 0 where two share a byte
  Scratch raw_;
  Scratch wide_;
  std::int64_t raw_bytes_ = 0;
  std::int64_t wide_bytes_ = 0;
};

}  // namespace assay::optimized
