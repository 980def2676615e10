// Sorts the rows of a plain array.
// Tested by tests/optimized/sorting_test.cc and the suite.
#pragma once

#include <cstddef>
#include <cstdint>

#include "spec/dtype.h"

namespace assay::optimized {

// Sorts each of `rows` rows of `columns` elements of a compute type from x into
// out.
void sort_rows(DType compute, const std::byte* x, std::int64_t rows,
               std::int64_t columns, bool descending, std::byte* out);

// Writes the positions that sort each row.
void argsort_rows(DType compute, const std::byte* x, std::int64_t rows,
                  std::int64_t columns, bool descending, std::int32_t* out);

}  // namespace assay::optimized
