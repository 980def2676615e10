// Declares the kernels that turn a tile of scores into weights, with a running
// maximum and sum for each query, and those that bring sums of values to them.
// Tested by tests/optimized/attention_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// The scores of some queries (rows) and keys (columns). A row is contiguous.
template <typename T>
struct ScoreTile {
  T* scores = nullptr;
  std::int64_t row = 0;
  std::int64_t rows = 0, columns = 0;
  T factor = 1;   // multiplies the scores
  T softcap = 0;  // 0 for none
  const std::uint8_t* mask = nullptr;
  std::int64_t mask_row = 0;
  const T* bias = nullptr;
  std::int64_t bias_row = 0;
  // Row r sees its first `visible` + r columns, if there are as many.
  std::int64_t visible = 0;
};

// The state of each query: its largest score and the sum of its weights so far,
// and by what the last tile demands that its earlier results are multiplied.
template <typename T>
struct QueryState {
  T* largest;
  T* sum;
  T* rescale;
};

// Replaces scores by weights exp(score - largest), and those that are hidden by
// 0. The largest score is that of this tile and all before it, or the one that
// the state has if `keeps_largest`.
void weigh(const ScoreTile<float>& tile, const QueryState<float>& state,
           bool keeps_largest);
void weigh(const ScoreTile<double>& tile, const QueryState<double>& state,
           bool keeps_largest);

// Does nothing but update the largest scores.
void find_largest(const ScoreTile<float>& tile, const QueryState<float>& state);
void find_largest(const ScoreTile<double>& tile,
                  const QueryState<double>& state);

// Stores each row times its factor. `to` may be `x`.
void rescale_rows(const float* x, float* to, std::int64_t rows,
                  std::int64_t columns, const float* factors);
void rescale_rows(const double* x, double* to, std::int64_t rows,
                  std::int64_t columns, const double* factors);

}  // namespace assay::optimized
