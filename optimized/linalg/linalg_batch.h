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
#include "optimized/layout/transpose.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/reduction/largest.h"
#include "optimized/resources/parallel.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay::optimized {

// The type in which Eigen computes the eigenvalues of general matrices: the
// compute type if it is real, and else complex double.
template <typename T>
struct Wide {
  using type = T;
};
template <typename T>
struct Wide<std::complex<T>> {
  using type = Complex;
};

template <typename T>
std::vector<T> array_of(std::int64_t count) {
  return std::vector<T>(static_cast<std::size_t>(count));
}

inline float scaled(float x, int exponent) { return std::ldexp(x, exponent); }
inline double scaled(double x, int exponent) { return std::ldexp(x, exponent); }
template <typename T>
std::complex<T> scaled(std::complex<T> z, int exponent) {
  return {std::ldexp(z.real(), exponent), std::ldexp(z.imag(), exponent)};
}

inline float largest_component(const float* x, std::int64_t count) {
  return largest_magnitude(x, count);
}
inline double largest_component(const double* x, std::int64_t count) {
  return largest_magnitude(x, count);
}
template <typename T>
T largest_component(const std::complex<T>* x, std::int64_t count) {
  return largest_magnitude(reinterpret_cast<const T*>(x), 2 * count);
}

// Stores to[r * to_row + c] = from[c * from_row + r] for r < rows and c <
// columns.
template <typename T>
void transpose_block(T* to, std::int64_t to_row, const T* from,
                     std::int64_t from_row, std::int64_t rows,
                     std::int64_t columns) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  transpose(reinterpret_cast<Bits*>(to), to_row,
            reinterpret_cast<const Bits*>(from), from_row, rows, columns);
}

// Stores the transpose of a row-major matrix.
template <typename T>
void transpose_matrix(T* to, const T* from, std::int64_t rows,
                      std::int64_t columns) {
  transpose_block(to, rows, from, columns, columns, rows);
}

// A matrix in row-major order, multiplied by 2^-exponent. Factorizations may
// overwrite it. It has memory of its own, or is stored at a given place.
template <typename S>
class Matrix {
 public:
  Matrix(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        scratch_(rows * columns * static_cast<std::int64_t>(sizeof(S))),
        elements_(reinterpret_cast<S*>(scratch_.bytes())) {}
  Matrix(std::int64_t rows, std::int64_t columns, S* place)
      : rows_(rows), columns_(columns), elements_(place) {}

  // Read all elements, or the lower triangle of a Hermitian matrix. The latter
  // ignores the imaginary part of the diagonal, and the upper triangle becomes
  // zero.
  template <typename T>
  void read(const T* from) {
    // The largest element of a part is found while the part is in L1.
    constexpr std::int64_t kPart = 1024;
    const auto read_range = [&](std::int64_t begin, std::int64_t end) {
      Real largest = 0;
      for (std::int64_t first = begin; first < end; first += kPart) {
        const std::int64_t last = std::min(end, first + kPart);
        for (std::int64_t i = first; i < last; ++i)
          elements_[i] = static_cast<S>(from[i]);
        note_largest(largest, part_largest(first, last));
      }
      return largest;
    };
    const std::int64_t count = rows_ * columns_;
    if (!is_worth_threads(2 * count * kBytes)) {
      largest_ = read_range(0, count);
      return;
    }
    largest_ = 0;
    std::mutex mutex;
    split_ranges(count, kPart, [&](std::int64_t begin, std::int64_t end) {
      const Real largest = read_range(begin, end);
      const std::lock_guard lock(mutex);
      note_largest(largest_, largest);
    });
  }
  template <typename T>
  void read_lower(const T* from) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      S* row = elements_ + i * columns_;
      const T* from_row = from + i * columns_;
      for (std::int64_t j = 0; j < i; ++j) row[j] = static_cast<S>(from_row[j]);
      if constexpr (kIsComplex<S>)
        row[i] = std::real(from_row[i]);
      else
        row[i] = static_cast<S>(from_row[i]);
      std::fill(row + i + 1, row + columns_, S(0));
    }
    largest_ = part_largest(0, rows_ * columns_);
  }

  // Returns whether a matrix with this largest element is not scaled: it is
  // finite, and squares stay in the range.
  template <typename Largest>
  static bool is_moderate(Largest largest) {
    return largest == 0 ||
           (std::isfinite(largest) && std::abs(std::ilogb(largest)) < kRange);
  }

  // If squares could leave the range, scales the largest element to near 1 by
  // an even power of two. Returns whether all elements are finite.
  bool scale() {
    exponent_ = 0;
    if (!std::isfinite(largest_)) return false;
    if (is_moderate(largest_)) return true;
    exponent_ = std::ilogb(largest_) / 2 * 2;
    for (std::int64_t i = 0; i < rows_ * columns_; ++i)
      elements_[i] = scaled(elements_[i], -exponent_);
    return true;
  }

  S* elements() const { return elements_; }
  int exponent() const { return exponent_; }

 private:
  using Real = decltype(std::real(S()));
  static constexpr std::int64_t kBytes{sizeof(S)};
  static constexpr int kRange = std::is_same_v<Real, float> ? 20 : 100;

  Real part_largest(std::int64_t first, std::int64_t last) const {
    return largest_component(elements_ + first, last - first);
  }
  static void note_largest(Real& largest, Real part) {
    if (!std::isfinite(largest)) return;  // it stays NaN
    if (!(part <= largest)) largest = part;
  }

  std::int64_t rows_, columns_;
  Scratch scratch_;
  S* elements_;
  Real largest_ = 0;  // of the magnitudes of real and imaginary parts
  int exponent_ = 0;
};

// Holds one result for all matrices of a batch. A factorization leaves the part
// of the matrix that begin() chose in elements(); put() multiplies it by a
// power of two. Elements are converted if the dtype's compute type differs.
template <typename T, typename S>
class Factor {
 public:
  Factor(const Tensor& tensor, std::size_t batch_rank)
      : out_(tensor), part_(1) {
    const Shape& shape = tensor.view.shape();
    for (std::size_t i = batch_rank; i < shape.size(); ++i) part_ *= shape[i];
    if constexpr (!std::is_same_v<T, S>) converted_ = array_of<S>(part_);
  }

  void begin(std::int64_t batch) { place_ = out_.data() + batch * part_; }
  S* elements() {
    if constexpr (std::is_same_v<T, S>)
      return place_;
    else
      return converted_.data();
  }
  std::int64_t part() const { return part_; }

  void put(int exponent = 0) {
    const S* from = elements();
    if (std::is_same_v<T, S> && exponent == 0) return;
    for (std::int64_t i = 0; i < part_; ++i)
      place_[i] =
          static_cast<T>(exponent == 0 ? from[i] : scaled(from[i], exponent));
  }
  void put_nan() {
    constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
    std::fill_n(place_, part_, T(kNan));
  }
  // Puts the first columns of an identity matrix.
  void put_identity(std::int64_t columns) {
    std::fill_n(place_, part_, T(0));
    for (std::int64_t i = 0; i * columns < part_; ++i)
      if (i < columns) place_[i * columns + i] = 1;
  }
  void store() { out_.store(); }

 private:
  DenseOut<T> out_;
  std::int64_t part_;
  T* place_ = nullptr;
  std::vector<S> converted_;
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

// Takes the part of a batch that is in a range of one of its axes.
class PartOf {
 public:
  PartOf(std::size_t axis, std::int64_t extent, std::int64_t first,
         std::int64_t last)
      : axis_(axis), extent_(extent), first_(first), last_(last) {}

  bool is_whole() const { return last_ - first_ == extent_; }
  // Returns the part of any tensor with the same batch.
  Tensor operator()(const Tensor& x) const {
    if (is_whole()) return x;
    std::vector<std::pair<std::int64_t, std::int64_t>> kept;
    for (const std::int64_t size : x.view.shape()) kept.emplace_back(0, size);
    kept[axis_] = {first_, last_};
    return {x.dtype, *x.view.shrink(kept), x.buffer};
  }

 private:
  std::size_t axis_;
  std::int64_t extent_, first_, last_;
};

// How long an op takes, in operations at the peak of a core. Small matrices are
// far from the peak, because they are few vectors long and each waits for
// divisions.
struct BatchCost {
  std::int64_t of_matrix = 2048;
  // An element takes this for each row, and for 64 rows more.
  std::int64_t of_term = 2;

  std::int64_t of(const Batch& batch) const {
    if (batch.rows * batch.columns == 0) return 0;
    const std::int64_t terms = std::max(batch.rows, batch.columns) + 64;
    return batch.count *
           (of_matrix + of_term * batch.rows * batch.columns * terms);
  }
};

// Elimination with row pivots, and with pivots from the whole matrix.
inline constexpr BatchCost kRowPivotCost{16384, 6};
inline constexpr BatchCost kFullPivotCost{16384, 24};

// Calls f(part_of) for the parts of the batch of `a` that threads take. Returns
// ok, or the status of a part that failed.
template <typename F>
Status for_batch_parts(const Tensor& a, F f, const BatchCost& cost = {}) {
  const Batch batch(a);
  // Ranges along the first axis keep the parts of results contiguous.
  std::size_t axis = 0;
  while (axis < batch.rank && a.view.shape()[axis] == 1) ++axis;
  const std::int64_t extent = axis < batch.rank ? a.view.shape()[axis] : 1;
  // A part of many small matrices takes about as long to set up as some of them
  // take to factor, so there are few parts.
  constexpr std::int64_t kMany = 64;
  const std::int64_t parts = range_count() / 2;
  const std::int64_t unit = extent < kMany ? 1 : (extent + parts - 1) / parts;
  std::mutex mutex;
  Status status;
  in_ranges(extent, unit, is_worth_threads(0, cost.of(batch)),
            [&](std::int64_t first, std::int64_t last) {
              const Status of_part = f(PartOf(axis, extent, first, last));
              if (of_part.ok()) return;
              const std::lock_guard lock(mutex);
              status = of_part;
            });
  return status;
}

}  // namespace assay::optimized
