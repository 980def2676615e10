// Reads the matrices of a batch in the type in which they are factored, and
// collects the results of all of them.
// Tested by tests/optimized/linalg_test.cc.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <mutex>
#include <type_traits>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/resources/parallel.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// The type in which matrices of T are factored.
template <typename T>
struct Wide {
  using type = double;
};
template <typename T>
struct Wide<std::complex<T>> {
  using type = Complex;
};

template <typename T>
std::vector<T> array_of(std::int64_t count) {
  return std::vector<T>(static_cast<std::size_t>(count));
}

inline double magnitude(double x) { return std::abs(x); }
inline double magnitude(Complex z) {
  // A NaN in either component makes the result NaN.
  return std::abs(z.real()) + std::abs(z.imag());
}
inline double scaled(double x, int exponent) { return std::ldexp(x, exponent); }
inline Complex scaled(Complex z, int exponent) {
  return {std::ldexp(z.real(), exponent), std::ldexp(z.imag(), exponent)};
}

// A matrix in row-major order, multiplied by 2^-exponent.
template <typename S>
class Matrix {
 public:
  Matrix(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        elements_(array_of<S>(rows * columns)) {}

  // Read all elements, or the lower triangle of a Hermitian matrix. The latter
  // ignores the upper triangle and the imaginary part of the diagonal.
  template <typename T>
  void read(const T* from) {
    for (std::size_t i = 0; i < elements_.size(); ++i)
      elements_[i] = static_cast<S>(from[i]);
  }
  template <typename T>
  void read_lower(const T* from) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      for (std::int64_t j = 0; j < i; ++j) {
        at(i, j) = static_cast<S>(from[i * columns_ + j]);
        if constexpr (std::is_same_v<S, Complex>)
          at(j, i) = std::conj(at(i, j));
        else
          at(j, i) = at(i, j);
      }
      at(i, i) = std::real(from[i * columns_ + i]);
    }
  }

  // If squares could leave the range, scales the largest element to near 1 by
  // an even power of two. Returns whether all elements are finite.
  bool scale() {
    double largest = 0;
    double sum = 0;  // not finite if an element is not
    for (const S& element : elements_) {
      largest = std::max(largest, magnitude(element));
      sum += magnitude(element) * 0x1p-64;
    }
    exponent_ = 0;
    if (!std::isfinite(sum)) return false;
    if (largest == 0 || (largest > 0x1p-100 && largest < 0x1p100)) return true;
    exponent_ = std::ilogb(largest) / 2 * 2;
    for (S& element : elements_) element = scaled(element, -exponent_);
    return true;
  }

  const S* elements() const { return elements_.data(); }
  int exponent() const { return exponent_; }

 private:
  S& at(std::int64_t i, std::int64_t j) {
    return elements_[static_cast<std::size_t>(i * columns_ + j)];
  }

  std::int64_t rows_, columns_;
  std::vector<S> elements_;
  int exponent_ = 0;
};

// Holds one result for all matrices of a batch. A factorization leaves the part
// of one matrix in elements(); put() converts it to the dtype's compute type
// and stores it.
template <typename T, typename S>
class Factor {
 public:
  Factor(const Tensor& tensor, std::size_t batch_rank)
      : out_(tensor), part_(1) {
    const Shape& shape = tensor.view.shape();
    for (std::size_t i = batch_rank; i < shape.size(); ++i) part_ *= shape[i];
    elements_ = array_of<S>(part_);
  }

  S* elements() { return elements_.data(); }
  std::int64_t part() const { return part_; }

  void put(std::int64_t batch, int exponent = 0) {
    T* to = out_.data() + batch * part_;
    for (std::int64_t i = 0; i < part_; ++i) {
      const S& element = elements_[static_cast<std::size_t>(i)];
      to[i] =
          static_cast<T>(exponent == 0 ? element : scaled(element, exponent));
    }
  }
  void put_nan(std::int64_t batch) {
    constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
    std::fill_n(out_.data() + batch * part_, part_, T(kNan));
  }
  // Puts the first columns of an identity matrix.
  void put_identity(std::int64_t batch, std::int64_t columns) {
    std::fill(elements_.begin(), elements_.end(), S(0));
    for (std::int64_t i = 0; i * columns < part_; ++i)
      if (i < columns) elements_[static_cast<std::size_t>(i * columns + i)] = 1;
    put(batch);
  }
  void store() { out_.store(); }

 private:
  DenseOut<T> out_;
  std::int64_t part_;
  std::vector<S> elements_;
};

// The extents that all matrices of a call share.
struct Batch {
  explicit Batch(const Tensor& a)
      : rank(a.view.rank() - 2),
        rows(a.view.shape()[rank]),
        columns(a.view.shape()[rank + 1]) {
    for (std::size_t i = 0; i < rank; ++i) count *= a.view.shape()[i];
  }

  std::size_t rank;
  std::int64_t rows, columns;
  std::int64_t count = 1;
};

// Calls f(part_of) for the parts of the batch of `a` that threads take.
// part_of(tensor) returns that part of any tensor with the same batch. Returns
// ok, or the status of a part that failed.
template <typename F>
Status for_batch_parts(const Tensor& a, F f) {
  const Batch batch(a);
  // Ranges along the first axis keep the parts of results contiguous.
  std::size_t axis = 0;
  while (axis < batch.rank && a.view.shape()[axis] == 1) ++axis;
  const std::int64_t extent = axis < batch.rank ? a.view.shape()[axis] : 1;
  const std::int64_t flops =
      4 * a.view.numel() * std::max(batch.rows, batch.columns);
  std::mutex mutex;
  Status status;
  in_ranges(extent, 1, is_worth_threads(0, flops),
            [&](std::int64_t first, std::int64_t last) {
              const auto part_of = [&](const Tensor& x) {
                if (last - first == extent) return x;
                std::vector<std::pair<std::int64_t, std::int64_t>> kept;
                for (const std::int64_t size : x.view.shape())
                  kept.emplace_back(0, size);
                kept[axis] = {first, last};
                return Tensor{x.dtype, *x.view.shrink(kept), x.buffer};
              };
              const Status of_part = f(part_of);
              if (of_part.ok()) return;
              const std::lock_guard lock(mutex);
              status = of_part;
            });
  return status;
}

}  // namespace assay::optimized
