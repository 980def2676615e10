// Declares products of a matrix whose elements are gathered from x with a
// panel. Element (r, k) of the matrix is columns[k][rows[r]], so that the
// windows of a convolution need not be copied side by side.
// Tested by tests/optimized/convolution_test.cc.
#pragma once

#include <cstdint>

#include "optimized/convolution/line_requests.h"

namespace assay::optimized {

// The result of a product of `row_count` rows and `vectors` vectors. Rows of
// the panel and of the sums follow each other.
template <typename T>
struct GatheredProduct {
  const std::int64_t* rows = nullptr;
  std::int64_t row_count = 0;
  const T* const* columns = nullptr;
  std::int64_t depth = 0;
  const T* panel = nullptr;
  std::int64_t vectors = 1;
  T* sums = nullptr;
  bool adds = false;                 // to the sums instead of replacing them
  LineRequests* requests = nullptr;  // are made meanwhile, if not null
};

// Return how many elements a vector has and how many vectors a row of a panel
// may have.
std::int64_t panel_lanes(bool is_double);
std::int64_t panel_vectors();

// sums[r][j] = or += Σ columns[k][rows[r]]·panel[k][j] over k < depth, one
// chain for each element.
void multiply_gathered(const GatheredProduct<float>& product);
void multiply_gathered(const GatheredProduct<double>& product);

}  // namespace assay::optimized
