// Implements matmul and its sum with a bias: reads operands with whatever
// strides they have, converts what is not of its compute type, and splits the
// product for the caches and threads. Operands repeated along the batch are
// read once. A narrow complex product becomes one of floats: with z = x + iy,
//     [ax  -ay]   [bx]   [cx]
//     [ay   ax] · [by] = [cy],
// where each component is a sum of 2k products.
// Tested by tests/optimized/contraction_test.cc and the contraction family.
#include "optimized/product/contraction.h"

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <mutex>
#include <optional>
#include <type_traits>

#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/product/bfloat16_product.h"
#include "optimized/product/grouped.h"
#include "optimized/product/matrix_operand.h"
#include "optimized/product/product.h"
#include "optimized/product/product_parts.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

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

// Adds one term per column to every row of a matrix. Integers wrap.
template <typename T>
void add_to_rows(T* to, const T* terms, std::int64_t rows,
                 std::int64_t columns) {
  in_ranges(rows, 1,
            is_worth_threads(2 * rows * columns * std::int64_t{sizeof(T)}),
            [&](std::int64_t first, std::int64_t last) {
              for (std::int64_t i = first; i < last; ++i)
                for (std::int64_t j = 0; j < columns; ++j) {
                  T& sum = to[i * columns + j];
                  sum = static_cast<T>(static_cast<Summand<T>>(sum) +
                                       static_cast<Summand<T>>(terms[j]));
                }
            });
}

template <typename T>
void multiply(const Tensor& out, const Tensor& a, const Tensor& b,
              const Tensor* bias) {
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
  if (bias != nullptr) {
    const Dense<T> terms(*bias);
    add_to_rows(to.data(), terms.data(), to.size() / product.n, product.n);
  }
  to.store();
}

// Returns parts of about as many columns, or rows, as there are threads. Each
// part copies a or b as a whole, which takes as long as many products in tile
// registers.
LeastPart parts_of_registers(const Product& product) {
  constexpr std::int64_t kSide = 32;
  const auto least = [](std::int64_t count) {
    return std::max(count / settings().threads / kSide, std::int64_t{1}) *
           kSide;
  };
  return {least(product.m), least(product.n)};
}

// Multiplies bfloat16 by the processor's instruction for them, if there is one
// and it suits the elements. Returns false otherwise; `out` has no meaning
// then. All elements decide, and not the parts that threads take.
bool multiply_bfloat16(const Tensor& out, const Tensor& a, const Tensor& b,
                       const Tensor* bias) {
  const Shape& shape = out.view.shape();
  Product product;
  product.m = product.matrix_rows = shape[shape.size() - 2];
  product.n = shape.back();
  product.k = a.view.shape().back();
  if (!is_worth_grouping(product, out.dtype)) return false;
  if (!multiplies_bfloat16()) return false;
  const bool has_registers = suits_tile_registers(product, false);
  const Tensor a_bits = once({DType::kUint16, a.view, a.buffer}, 1);
  const Tensor b_bits = once({DType::kUint16, b.view, b.buffer}, 1);
  const Dense<std::uint16_t> left(a_bits), right(b_bits);
  const Strides a_strides = repeated(a_bits.view.shape());
  const Strides b_strides = repeated(b_bits.view.shape());
  const std::size_t row = shape.size() - 2;
  product.a = {left.data(), a_strides[row], 1};
  product.b = {right.data(), b_strides[row], 1};
  product.c = HostMemory::storage_of(out) + out.view.offset() * 2;
  product.c_row = product.n;
  product.batch = batch_axes(product, shape, a_strides, b_strides);
  const Tensor none{out.dtype, View(Shape{0}), nullptr};
  const Dense<float> terms(bias == nullptr ? none : *bias);
  std::mutex mutex;
  LowestExponents lowest;
  in_parts(
      product, 2,
      [&](const Product& part) {
        const std::int64_t column = (static_cast<std::uint16_t*>(part.c) -
                                     static_cast<std::uint16_t*>(product.c)) %
                                    product.c_row;
        const float* of_columns =
            bias == nullptr ? nullptr : terms.data() + column;
        const LowestExponents of_part =
            has_registers ? multiply_bfloat16_in_registers(part, of_columns)
                          : multiply_grouped_bfloat16(part, of_columns);
        const std::lock_guard lock(mutex);
        lowest = lowest.and_of(of_part);
      },
      has_registers ? parts_of_registers(product) : LeastPart());
  return lowest.suit_bfloat16_kernel();
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

// Returns whether a product is multiplied as complex numbers and not as floats.
// Panels of b have several vectors, which a narrow product would not fill.
bool suits_complex_tiles(std::int64_t m, std::int64_t n) {
  const std::int64_t few = settings().matmul_copy_rows;
  return m > few / 4 && n > few && multiplies_complex();
}

template <typename T>
void multiply_in_complex_tiles(const Tensor& out, const Tensor& a,
                               const Tensor& b) {
  const Shape& shape = out.view.shape();
  const MatrixOperand<std::complex<T>> left(a, true), right(b, true);
  DenseOut<std::complex<T>> to(out);
  Product product;
  product.m = product.matrix_rows = shape[shape.size() - 2];
  product.n = shape.back();
  product.k = a.view.shape().back();
  product.a = left.place();
  product.b = right.place();
  product.c = to.data();
  product.c_row = product.n;
  product.batch = batch_axes(product, shape, left.strides(), right.strides());
  in_parts(product, sizeof(std::complex<T>), [](const Product& part) {
    multiply_complex_floats(part, std::is_same_v<T, double>);
  });
  to.store();
}

template <typename T>
void multiply_complex(const Tensor& out, const Tensor& a, const Tensor& b) {
  Shape shape = out.view.shape();
  const std::int64_t m = shape[shape.size() - 2];
  const std::int64_t n = shape.back();
  if (suits_complex_tiles(m, n)) return multiply_in_complex_tiles<T>(out, a, b);
  const SplitMatrices<T> left(a, true);
  const SplitMatrices<T> right(b, false);
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

void matmul(const Tensor& out, const Tensor& a, const Tensor& b,
            const Tensor* bias) {
  const std::int64_t count = out.view.numel();
  if (count == 0) return;
  if (a.view.shape().back() == 0 && bias != nullptr) {
    Strides strides(out.view.rank(), 0);
    strides.back() = bias->view.strides()[0];
    const View rows(out.view.shape(), strides, bias->view.offset());
    return strided_copy(HostMemory::storage_of(out), out.view,
                        HostMemory::storage_of(*bias), rows,
                        static_cast<std::size_t>(bytes_of(out.dtype)));
  }
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
  if (out.dtype == DType::kBfloat16 && multiply_bfloat16(out, a, b, bias))
    return;
  switch (compute_dtype_of(out.dtype)) {
    case DType::kComplex64:
      return multiply_complex<float>(out, a, b);
    case DType::kComplex128:
      return multiply_complex<double>(out, a, b);
    default:
      with_compute_type(out.dtype, [&]<typename T>(std::type_identity<T>) {
        if constexpr (std::is_arithmetic_v<T>) multiply<T>(out, a, b, bias);
      });
  }
}

}  // namespace assay::optimized
