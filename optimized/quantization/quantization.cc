// Implements quantization: walks rows along the last axis, whose elements share
// a scale in runs.
// Tested by tests/optimized/quantization_test.cc.
#include "optimized/quantization/quantization.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>

#include "optimized/layout/dense.h"
#include "optimized/quantization/quantization_kernels.h"
#include "optimized/resources/parallel.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Shorter runs of one scale are computed with a scale for each element.
constexpr std::int64_t kShortestRun = 16;
// Rows begin at multiples of this many elements where rows are cut.
constexpr std::int64_t kRowUnit = 4096;

// The rows of a tensor and the blocks they are in. A tensor with one block is
// one row.
class BlockRows {
 public:
  BlockRows(const Shape& shape, const std::vector<std::int64_t>& block_size) {
    if (block_size.empty() || shape.empty()) {
      width_ = run_ = element_count(shape);
      rows_ = width_ == 0 ? 0 : 1;
      return;
    }
    const std::size_t outer = shape.size() - 1;
    width_ = shape[outer];
    run_ = block_size[outer];
    extents_.assign(shape.begin(), shape.end() - 1);
    blocks_.assign(block_size.begin(), block_size.end() - 1);
    steps_.resize(outer);
    std::int64_t step = width_ / run_;
    for (std::size_t axis = outer; axis > 0; --axis) {
      steps_[axis - 1] = step;
      step *= extents_[axis - 1] / blocks_[axis - 1];
    }
    rows_ = width_ == 0 ? 0 : element_count(extents_);
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t width() const { return width_; }
  std::int64_t run() const { return run_; }
  bool is_one_row() const { return rows_ == 1; }

  // Returns the position of the first scale of a row.
  std::int64_t first_scale(std::int64_t row) const {
    std::int64_t position = 0;
    for (std::size_t axis = extents_.size(); axis > 0; --axis) {
      const std::int64_t at = row % extents_[axis - 1];
      row /= extents_[axis - 1];
      position += at / blocks_[axis - 1] * steps_[axis - 1];
    }
    return position;
  }

 private:
  std::int64_t rows_ = 0, width_ = 0, run_ = 1;
  Shape extents_;  // of the outer axes
  std::vector<std::int64_t> blocks_;
  std::vector<std::int64_t> steps_;  // in scales, from block to block
};

// Calls runs(first, runs) for runs of elements that share a scale, and
// each(first, scales, count) for rows of short runs, on all threads.
template <typename Runs, typename Each>
void for_runs(const BlockRows& rows, const float* scales, std::int64_t bytes,
              Runs runs, Each each) {
  const bool is_worth = is_worth_threads(bytes);
  if (rows.is_one_row() && rows.run() == rows.width())
    return in_ranges(rows.width(), kRowUnit, is_worth,
                     [&](std::int64_t first, std::int64_t last) {
                       runs(first, ScaledRuns{scales, last - first, 1});
                     });
  in_ranges(rows.rows(), 1, is_worth,
            [&](std::int64_t first, std::int64_t last) {
              const std::int64_t width = rows.width(), length = rows.run();
              std::vector<float> expanded;
              std::int64_t expanded_from = -1;
              for (std::int64_t row = first; row < last; ++row) {
                const std::int64_t scale = rows.first_scale(row);
                if (length >= kShortestRun || length == width) {
                  runs(row * width,
                       ScaledRuns{scales + scale, length, width / length});
                  continue;
                }
                if (expanded_from != scale) {
                  expanded.resize(static_cast<std::size_t>(width));
                  auto at = expanded.begin();
                  for (std::int64_t i = 0; i < width / length; ++i)
                    at = std::fill_n(at, length, scales[scale + i]);
                  expanded_from = scale;
                }
                each(row * width, expanded.data(), width);
              }
            });
}

Status check_scales(const Dense<float>& scales) {
  for (std::int64_t i = 0; i < scales.size(); ++i) {
    if (std::isnormal(scales[i]) && scales[i] > 0) continue;
    Status status = Status::invalid("the scale " + std::to_string(scales[i]) +
                                    " is not positive, finite and normal");
    status.kind = "quantization.positive"_clause;
    return status;
  }
  return {};
}

std::int8_t* integers_of(const Tensor& q) {
  return reinterpret_cast<std::int8_t*>(HostMemory::storage_of(q)) +
         q.view.offset();
}

// Calls f(std::type_identity<T>()) with the type in which elements are
// computed.
template <typename F>
void in_quantized_type(DType dtype, F f) {
  if (dtype == DType::kFloat64)
    f(std::type_identity<double>());
  else
    f(std::type_identity<float>());
}

template <typename T>
void quantize_dense(const BlockRows& rows, const Dense<T>& x,
                    const float* scales, const QuantizedRange& range,
                    std::int8_t* q) {
  const auto low = static_cast<float>(range.low);
  const auto high = static_cast<float>(range.high);
  for_runs(
      rows, scales, x.size() * std::int64_t{sizeof(T) + 1},
      [&](std::int64_t first, const ScaledRuns& runs) {
        quantize_runs(x.data() + first, runs, low, high, q + first);
      },
      [&](std::int64_t first, const float* each, std::int64_t count) {
        quantize_each(x.data() + first, each, low, high, q + first, count);
      });
}

// Stores the largest magnitude of each block.
template <typename T>
void find_magnitudes(const BlockRows& rows, const Dense<T>& x,
                     std::vector<T>& largest) {
  if (rows.is_one_row() && rows.run() == rows.width()) {
    std::mutex mutex;
    in_ranges(x.size(), kRowUnit,
              is_worth_threads(x.size() * std::int64_t{sizeof(T)}),
              [&](std::int64_t first, std::int64_t last) {
                T most = 0;
                raise_to_magnitudes(x.data() + first, last - first, 1, &most);
                const std::lock_guard lock(mutex);
                largest[0] = std::max(largest[0], most);
              });
    return;
  }
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    T* block = largest.data() + rows.first_scale(row);
    const T* from = x.data() + row * rows.width();
    if (rows.run() < kShortestRun) {
      for (std::int64_t i = 0; i < rows.width(); ++block)
        for (const std::int64_t end = i + rows.run(); i < end; ++i)
          *block = std::max(*block, std::fabs(from[i]));
    } else {
      raise_to_magnitudes(from, rows.run(), rows.width() / rows.run(), block);
    }
  }
}

}  // namespace

Status quantize(const Tensor& q, const Tensor& x, const Tensor& scale,
                const QuantizedRange& range,
                const std::vector<std::int64_t>& block_size) {
  const Dense<float> scales(scale);
  if (Status s = check_scales(scales); !s.ok()) return s;
  const BlockRows rows(x.view.shape(), block_size);
  if (rows.rows() == 0) return {};
  in_quantized_type(x.dtype, [&]<typename T>(std::type_identity<T>) {
    quantize_dense(rows, Dense<T>(x), scales.data(), range, integers_of(q));
  });
  return {};
}

Status dequantize(const Tensor& out, const Tensor& q, const Tensor& scale,
                  const std::vector<std::int64_t>& block_size) {
  const Dense<float> scales(scale);
  if (Status s = check_scales(scales); !s.ok()) return s;
  const BlockRows rows(q.view.shape(), block_size);
  if (rows.rows() == 0) return {};
  const Dense<std::int8_t> from(q);
  in_quantized_type(out.dtype, [&]<typename T>(std::type_identity<T>) {
    DenseOut<T> to(out);
    for_runs(
        rows, scales.data(), to.size() * std::int64_t{sizeof(T) + 1},
        [&](std::int64_t first, const ScaledRuns& runs) {
          dequantize_runs(from.data() + first, runs, to.data() + first);
        },
        [&](std::int64_t first, const float* each, std::int64_t count) {
          dequantize_each(from.data() + first, each, to.data() + first, count);
        });
    to.store();
  });
  return {};
}

void quantize_dynamic(const Tensor& q, const Tensor& scale, const Tensor& x,
                      const QuantizedRange& range,
                      const std::vector<std::int64_t>& block_size) {
  DenseOut<float> scales(scale);
  const BlockRows rows(x.view.shape(), block_size);
  const auto half = static_cast<double>(range.high - range.low) / 2;
  in_quantized_type(x.dtype, [&]<typename T>(std::type_identity<T>) {
    const Dense<T> from(x);
    std::vector<T> largest(static_cast<std::size_t>(scales.size()));
    if (rows.rows() != 0) find_magnitudes(rows, from, largest);
    for (std::int64_t i = 0; i < scales.size(); ++i) {
      const double most =
          static_cast<double>(largest[static_cast<std::size_t>(i)]);
      const auto value = static_cast<float>(
          std::min(most / half, double{std::numeric_limits<float>::max()}));
      scales[i] = value > 0 ? value : 1;
    }
    if (rows.rows() != 0)
      quantize_dense(rows, from, scales.data(), range, integers_of(q));
  });
  scales.store();
}

}  // namespace assay::optimized
