// Implements matmul: reads operands with whatever strides they have, converts
// what is not of its compute type, and splits the product for the caches and
// threads. Operands repeated along the batch are read once. A complex product
// becomes one of floats: with z = x + iy,
//     [ax  -ay]   [bx]   [cx]
//     [ay   ax] · [by] = [cy],
// where each component is a sum of 2k products.
// Tested by tests/optimized/contraction_test.cc and the contraction family.
#include "optimized/product/contraction.h"

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <optional>
#include <type_traits>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/product/grouped.h"
#include "optimized/product/product.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Returns the tensor without repetition: axes of stride 0 get extent 1, except
// for the last `kept` ones.
Tensor once(const Tensor& x, std::size_t kept) {
  Shape shape = x.view.shape();
  for (std::size_t i = 0; i + kept < shape.size(); ++i)
    if (x.view.strides()[i] == 0) shape[i] = 1;
  return {x.dtype, View(shape, x.view.strides(), x.view.offset()), x.buffer};
}

// Returns the strides of a row-major array of a part, 0 for repeated axes.
Strides repeated(const Shape& part) {
  Strides strides = row_major_strides(part);
  for (std::size_t i = 0; i < part.size(); ++i)
    if (part[i] == 1) strides[i] = 0;
  return strides;
}

// An operand as elements of the compute type, with its strides.
template <typename T>
class MatrixOperand {
 public:
  // Makes rows contiguous if `has_rows`. The tensor stays where it is while the
  // operand is used.
  MatrixOperand(const Tensor& x, bool has_rows) {
    const bool is_direct = compute_dtype_of(x.dtype) == x.dtype &&
                           (!has_rows || x.view.strides().back() == 1);
    if (is_direct) {
      strides_ = &x.view.strides();
      elements_ = reinterpret_cast<const T*>(HostMemory::storage_of(x)) +
                  x.view.offset();
      return;
    }
    const Tensor part = once(x, has_rows ? 1 : 0);
    dense_.emplace(part);
    elements_ = dense_->data();
    own_strides_ = repeated(part.view.shape());
  }
  MatrixOperand(const MatrixOperand&) = delete;
  MatrixOperand& operator=(const MatrixOperand&) = delete;

  MatrixPlace place() const {
    return {elements_, strides()[strides().size() - 2], strides().back()};
  }
  const Strides& strides() const { return *strides_; }

 private:
  const T* elements_ = nullptr;
  Strides own_strides_;
  const Strides* strides_ = &own_strides_;
  std::optional<Dense<T>> dense_;
};

// Returns the batch of a product: all axes but the last two, with the strides
// of a, b and a row-major c of m by n elements. Matrices of a that follow each
// other and are multiplied by one b are joined to one matrix.
Axes<3> batch_axes(Product& product, const Shape& shape, const Strides& a,
                   const Strides& b) {
  Axes<3> axes;
  std::int64_t of_c = element_count(shape);
  for (std::size_t i = 0; i + 2 < shape.size(); ++i) {
    of_c /= shape[i];
    if (shape[i] != 1) axes.add({shape[i], {of_c, a[i], b[i]}});
  }
  if (axes.count() == 0) return axes;
  Axis<3>& last = axes[axes.count() - 1];
  if (last.strides[2] != 0) return axes;
  if (product.m == 1) product.a.row = last.strides[1];
  if (last.strides[1] == product.m * product.a.row) {
    product.m *= last.extent;
    last.extent = 1;
  }
  return axes;
}

// Decides from the sizes of the caches how a product of floats is split.
// Results depend on the depth, so it follows from the extents of a matrix and
// the target alone. Products of a few rows take a few rows of b at a time,
// because those are read once and in order.
ProductBlocks blocks_of(const Product& p, std::int64_t element) {
  const Settings& use = settings();
  ProductBlocks by{};
  if (p.n == 1) {
    by.depth = std::min(p.k, 4 * use.matmul_depth);
    by.rows = std::max<std::int64_t>(use.matmul_rows / 8, 1);
    by.columns = 1;
    by.copies_a = p.a.column != 1;
    by.copies_b = p.b.row != 1;
    return by;
  }
  by.depth = std::min(p.k, p.matrix_rows <= 2 ? kFewRows : use.matmul_depth);
  by.rows = std::min(
      p.m, std::max<std::int64_t>(use.matmul_rows / block_rows_divisor(), 2));
  by.columns = std::min(p.n, use.matmul_columns);
  by.copies_a = p.a.column != 1 && p.n > use.matmul_copy_rows;
  // Rows that are pages apart compete for the few ways of one set of L1.
  constexpr std::int64_t kWays = 8;
  const bool shares_sets = p.k > kWays && p.b.row * element % 4096 == 0;
  const bool is_large = p.k * p.n * element > use.matmul_direct_bytes;
  by.copies_b = p.b.column != 1 ||
                ((is_large || shares_sets) && p.m > use.matmul_copy_rows);
  return by;
}

// Moves c, a and b by the given numbers of elements.
void move(Product& product, const std::array<std::int64_t, 3>& offsets,
          std::int64_t element) {
  const auto moved = [&](const void* from, std::size_t i) {
    return static_cast<const std::byte*>(from) + offsets[i] * element;
  };
  product.c = static_cast<std::byte*>(product.c) + offsets[0] * element;
  product.a.elements = moved(product.a.elements, 1);
  product.b.elements = moved(product.b.elements, 2);
}

// Calls multiply(part) for ranges of columns of a single product, each of which
// copies its own part of b. If there are few columns, the ranges are of rows.
template <typename F>
void in_parts_of_one(const Product& whole, std::int64_t element, bool is_worth,
                     F multiply) {
  const Settings& use = settings();
  const std::int64_t height = std::max<std::int64_t>(use.matmul_rows / 20, 1);
  // A few rows read the lines of b in order. A range has more than one column,
  // because a single one would be summed in another way.
  const std::int64_t width = std::max<std::int64_t>(
      use.matmul_columns / (whole.m < height ? 16 : 64), 2);
  if (whole.n >= 2 * width &&
      (whole.n >= whole.m || whole.n >= width * range_count() / 2)) {
    const std::int64_t units = whole.n / width;
    in_ranges(units, 1, is_worth, [&](std::int64_t first, std::int64_t last) {
      Product part = whole;
      part.n = (last == units ? whole.n : last * width) - first * width;
      move(part, {first * width, 0, first * width * whole.b.column}, element);
      multiply(part);
    });
  } else {
    in_ranges(
        whole.m, height, is_worth, [&](std::int64_t first, std::int64_t last) {
          Product part = whole;
          part.m = last - first;
          move(part, {first * whole.c_row, first * whole.a.row, 0}, element);
          multiply(part);
        });
  }
}

// Calls multiply(part) for the parts of a product that threads take: ranges of
// the batch, or of each product if the batch is small.
template <typename F>
void in_parts(const Product& whole, std::int64_t element, F multiply) {
  const Axes<3>& batch = whole.batch;
  std::int64_t longest = 0;
  std::int64_t products = 1;
  for (std::size_t i = 0; i < batch.count(); ++i) {
    products *= batch[i].extent;
    longest = std::max(longest, batch[i].extent);
  }
  const auto is_worth = [&](std::int64_t count) {
    const std::int64_t elements =
        whole.m * whole.k + whole.k * whole.n + whole.m * whole.n;
    return is_worth_threads(count * elements * element,
                            count * 2 * whole.m * whole.n * whole.k);
  };
  if (!is_worth(products)) return multiply(whole);
  if (longest >= range_count())
    return in_axis_ranges(batch, 1, true,
                          [&](const Axes<3>& axes, const auto& offsets) {
                            Product part = whole;
                            part.batch = axes;
                            move(part, offsets, element);
                            multiply(part);
                          });
  for_outer(batch, batch.count(), [&](const auto& offsets) {
    Product one = whole;
    one.batch = Axes<3>();
    move(one, offsets, element);
    in_parts_of_one(one, element, is_worth(1), multiply);
  });
}

void multiply_real(const Product& whole, bool is_double) {
  const std::int64_t element = is_double ? 8 : 4;
  in_parts(whole, element, [&](const Product& product) {
    const ProductBlocks by = blocks_of(product, element);
    constexpr std::int64_t kWidestTile = 64;  // elements
    const std::int64_t room =
        by.panel_elements(by.depth, by.columns, kWidestTile) +
        (by.copies_a ? by.rows * by.depth : 0);
    // Small products would take longer to allocate memory than to multiply.
    constexpr std::int64_t kNear = 8192;  // bytes
    if (room * element <= kNear) {
      alignas(64) std::byte near[kNear];
      return multiply_floats(product, by, is_double, near);
    }
    const Scratch scratch(room * element);
    multiply_floats(product, by, is_double, scratch.bytes());
  });
}

template <typename T>
void multiply(const Tensor& out, const Tensor& a, const Tensor& b) {
  constexpr bool is_float = std::is_floating_point_v<T>;
  const Shape& shape = out.view.shape();
  const MatrixOperand<T> left(a, false);
  const MatrixOperand<T> right(b, !is_float);
  DenseOut<T> to(out);
  Product product;
  product.m = shape[shape.size() - 2];
  product.matrix_rows = product.m;
  product.n = shape.back();
  product.k = a.view.shape().back();
  product.a = left.place();
  product.b = right.place();
  product.c = to.data();
  product.c_row = product.n;
  product.batch = batch_axes(product, shape, left.strides(), right.strides());
  if constexpr (is_float)
    multiply_real(product, std::is_same_v<T, double>);
  else
    in_parts(product, sizeof(T), [&](const Product& part) {
      const DType compute = compute_dtype_of(out.dtype);
      if (!is_worth_grouping(part, compute) ||
          !multiply_grouped_integers(part, compute))
        multiply_integers(part, compute);
    });
  to.store();
}

// Multiplies bfloat16 by the processor's instruction for them, if there is one
// and it suits the elements. Returns false, and writes nothing, otherwise. The
// elements decide, and not the parts that threads take.
bool multiply_bfloat16(const Tensor& out, const Tensor& a, const Tensor& b) {
  const Shape& shape = out.view.shape();
  Product product;
  product.m = product.matrix_rows = shape[shape.size() - 2];
  product.n = shape.back();
  product.k = a.view.shape().back();
  if (!is_worth_grouping(product, out.dtype) || !multiplies_bfloat16())
    return false;
  const Tensor a_bits = once({DType::kUint16, a.view, a.buffer}, 0);
  const Tensor b_bits = once({DType::kUint16, b.view, b.buffer}, 1);
  const Dense<std::uint16_t> left(a_bits), right(b_bits);
  if (!suits_bfloat16_kernel(left.data(), left.size(), right.data(),
                             right.size()))
    return false;
  const Strides a_strides = repeated(a_bits.view.shape());
  const Strides b_strides = repeated(b_bits.view.shape());
  const std::size_t row = shape.size() - 2;
  product.a = {left.data(), a_strides[row], a_strides[row + 1]};
  product.b = {right.data(), b_strides[row], 1};
  product.c = HostMemory::storage_of(out) + out.view.offset() * 2;
  product.c_row = product.n;
  product.batch = batch_axes(product, shape, a_strides, b_strides);
  in_parts(product, 2,
           [](const Product& part) { multiply_grouped_bfloat16(part); });
  return true;
}

// Builds the matrices [x -y; y x] (left) or [x; y] of complex ones, which are 2
// or 1 times as wide and 2 times as high.
template <typename T>
class SplitMatrices {
 public:
  SplitMatrices(const Tensor& x, bool is_left) {
    const Tensor part = once(x, 2);
    const Dense<std::complex<T>> dense(part);
    Shape shape = part.view.shape();
    const std::int64_t rows = shape[shape.size() - 2];
    const std::int64_t columns = shape.back();
    const std::int64_t width = is_left ? 2 * columns : columns;
    elements_ = Scratch(dense.size() * (is_left ? 4 : 2) *
                        static_cast<std::int64_t>(sizeof(T)));
    T* to = reinterpret_cast<T*>(elements_.bytes());
    const std::complex<T>* z = dense.data();
    for (std::int64_t i = 0; i < dense.size(); i += rows * columns) {
      for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t j = 0; j < columns; ++j, ++z) {
          T* upper = to + r * width + j;
          T* lower = upper + rows * width;
          *upper = z->real();
          *lower = z->imag();
          if (!is_left) continue;
          upper[columns] = -z->imag();
          lower[columns] = z->real();
        }
      to += 2 * rows * width;
    }
    shape[shape.size() - 2] = 2 * rows;
    shape.back() = width;
    strides_ = repeated(shape);
    strides_[shape.size() - 2] = width;
    strides_.back() = 1;
  }

  MatrixPlace place() const {
    return {elements_.bytes(), strides_[strides_.size() - 2], 1};
  }
  const Strides& strides() const { return strides_; }

 private:
  Scratch elements_;
  Strides strides_;
};

template <typename T>
void multiply_complex(const Tensor& out, const Tensor& a, const Tensor& b) {
  const SplitMatrices<T> left(a, true);
  const SplitMatrices<T> right(b, false);
  Shape shape = out.view.shape();
  const std::int64_t m = shape[shape.size() - 2];
  const std::int64_t n = shape.back();
  shape[shape.size() - 2] *= 2;
  const Scratch parts(element_count(shape) *
                      static_cast<std::int64_t>(sizeof(T)));
  Product product;
  product.m = product.matrix_rows = 2 * m;
  product.n = n;
  product.k = 2 * a.view.shape().back();
  product.a = left.place();
  product.b = right.place();
  product.c = parts.bytes();
  product.c_row = n;
  product.batch = batch_axes(product, shape, left.strides(), right.strides());
  multiply_real(product, std::is_same_v<T, double>);
  DenseOut<std::complex<T>> to(out);
  const T* from = reinterpret_cast<const T*>(parts.bytes());
  for (std::int64_t i = 0; i < to.size(); i += m * n, from += 2 * m * n)
    for (std::int64_t j = 0; j < m * n; ++j)
      to[i + j] = {from[j], from[m * n + j]};
}

}  // namespace

void matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
  const std::int64_t count = out.view.numel();
  if (count == 0) return;
  if (a.view.shape().back() == 0) {  // empty sums
    const std::int64_t bits = spec_of(out.dtype).bits;
    std::byte* storage = HostMemory::storage_of(out);
    if (kPacked.contains(out.dtype)) {
      DenseOut<std::uint8_t> zeros(out);
      std::fill_n(zeros.data(), count, std::uint8_t(0));
      return zeros.store();
    }
    std::memset(storage + out.view.offset() * bits / 8, 0,
                static_cast<std::size_t>(count * bits / 8));
    return;
  }
  if (out.dtype == DType::kBfloat16 && multiply_bfloat16(out, a, b)) return;
  switch (compute_dtype_of(out.dtype)) {
    case DType::kComplex64:
      return multiply_complex<float>(out, a, b);
    case DType::kComplex128:
      return multiply_complex<double>(out, a, b);
    default:
      with_compute_type(out.dtype, [&]<typename T>(std::type_identity<T>) {
        if constexpr (std::is_arithmetic_v<T>) multiply<T>(out, a, b);
      });
  }
}

}  // namespace assay::optimized
