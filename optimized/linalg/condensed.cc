// Reduces real matrices to tridiagonal and bidiagonal form. Reflections of a
// block are applied together as products of matrices; until then each vector is
// corrected for them (Dongarra, Sorensen and Hammarling, "Block reduction of
// matrices to condensed forms for eigenvalue computations", 1989).
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg/condensed.h"

#include <algorithm>
#include <cmath>

#include "optimized/linalg/block_product.h"
#include "optimized/linalg/matrix_vector.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {

namespace {

// Rows that are a multiple of many cache lines apart would compete for the few
// ways of the same sets, so the stride of long rows has a line more.
template <typename T>
std::int64_t padded_stride(std::int64_t columns) {
  constexpr std::int64_t kLines = 8;
  const std::int64_t stride = unit_ceiling<T>(columns);
  const std::int64_t lines = stride / vector_unit<T>;
  return lines > kLines && lines % kLines == 0 ? stride + vector_unit<T>
                                               : stride;
}

}  // namespace

template <typename T>
PaddedMatrix<T>::PaddedMatrix(std::int64_t rows, std::int64_t columns)
    : stride_(padded_stride<T>(columns)),
      scratch_(rows * stride_ * static_cast<std::int64_t>(sizeof(T))),
      elements_(reinterpret_cast<T*>(scratch_.bytes())) {
  std::fill_n(elements_, rows * stride_, T(0));
}

template <typename T>
void ReflectorRows<T>::end_block(std::int64_t count, const T* tau,
                                 const T* products) {
  ReflectorBlock<T> block;
  block.v[0] = vectors_.row(ended_) + ended_ + shift_;
  block.row = 1;
  block.column = stride();
  block.rows = length_ - ended_ - shift_;
  block.count = count;
  set_triangle<T, 1>(block, tau, {products});
  blocks_.push_back(std::move(block));
  ended_ += count;
}

template <typename T>
void ReflectorRows<T>::apply(T* c, std::int64_t columns) const {
  std::vector<T> room;
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
    apply_block<T, 1>(*block, false, {c + (length_ - block->rows) * columns},
                      columns, columns, room);
}

template <typename T>
T make_reflector(T* x, std::int64_t count, T& tau) {
  constexpr T kSmallest = sizeof(T) == 4 ? T(0x1p-110) : T(0x1p-960);
  const T alpha = x[0];
  x[0] = 1;
  tau = 0;
  // Four sums, because an addition waits for the one before.
  T sums[4] = {};
  std::int64_t i = 1;
  for (; i + 4 <= count; i += 4)
    for (int c = 0; c < 4; ++c) sums[c] += x[i + c] * x[i + c];
  for (; i < count; ++i) sums[0] += x[i] * x[i];
  const T norm = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  // Such elements are far smaller than a rounding error of the matrix.
  if (!(norm > kSmallest)) {
    std::fill(x + 1, x + count, T(0));
    return alpha;
  }
  const T beta = -std::copysign(std::sqrt(alpha * alpha + norm), alpha);
  tau = (beta - alpha) / beta;
  const T scale = 1 / (alpha - beta);
  for (i = 1; i < count; ++i) x[i] *= scale;
  return beta;
}

template <typename T>
ReflectorRows<T> reduce_symmetric(const T* a, std::int64_t n, double* diagonal,
                                  double* beside) {
  const std::int64_t size = padded_stride<T>(n);
  PaddedMatrix<T> left(size, n);
  for (std::int64_t i = 0; i < n; ++i) {
    std::copy_n(a + i * n, i + 1, left.row(i));
    // Blocks on the diagonal are stored in full.
    for (std::int64_t j = unit_floor<T>(i); j < i; ++j)
      left.row(j)[i] = a[i * n + j];
  }
  ReflectorRows<T> q(std::max<std::int64_t>(n - 1, 1), n, 1);
  const std::int64_t width = std::min(settings().factor_block, n);
  // Rows of V, W and V again: the update of the matrix is V·Wᵀ + W·Vᵀ.
  PaddedMatrix<T> factors(3 * width, n);
  const auto floats = [](std::int64_t count) {
    return std::vector<T>(static_cast<std::size_t>(count));
  };
  std::vector<T> products = floats(width * width), tau = floats(width),
                 dots = floats(width), x = floats(size);
  for (std::int64_t first = 0; first < n - 1; first += width) {
    const std::int64_t count = std::min(width, n - 1 - first);
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t k = first + j;
      const std::int64_t from = unit_floor<T>(k);
      for (std::int64_t i = k; i < n; ++i) x[i] = left.row(i)[k];
      const RowBlock<T> v{factors.row(0) + from, size, j, size - from};
      const RowBlock<T> w{factors.row(width) + from, size, j, size - from};
      add_rows(v, factors.row(width) + k, size, T(-1), x.data() + from);
      add_rows(w, factors.row(0) + k, size, T(-1), x.data() + from);
      diagonal[k] = x[k];
      T* vector = q.vector(k);
      std::copy(x.begin() + k + 1, x.begin() + n, vector + k + 1);
      beside[k] = make_reflector(vector + k + 1, n - k - 1, tau[j]);
      std::copy_n(vector, size, factors.row(j));
      std::copy_n(vector, size, factors.row(2 * width + j));
      const std::int64_t start = unit_floor<T>(k + 1);
      const std::int64_t rest = size - start;
      T* product = factors.row(width + j);
      std::fill_n(product, start, T(0));
      multiply_symmetric(RowBlock<T>{left.row(start) + start, size, rest, rest},
                         vector + start, product + start);
      const RowBlock<T> v_rest{factors.row(0) + start, size, j, rest};
      const RowBlock<T> w_rest{factors.row(width) + start, size, j, rest};
      dot_rows(w_rest, vector + start, dots.data());
      add_rows(v_rest, dots.data(), 1, T(-1), product + start);
      dot_rows(v_rest, vector + start, dots.data());
      add_rows(w_rest, dots.data(), 1, T(-1), product + start);
      for (std::int64_t s = 0; s < j; ++s) products[s * count + j] = dots[s];
      T shared = 0;
      dot_rows(RowBlock<T>{product + start, size, 1, rest}, vector + start,
               &shared);
      const T half = tau[j] * tau[j] * shared / 2;
      for (std::int64_t i = start; i < size; ++i)
        product[i] = i > k ? tau[j] * product[i] - half * vector[i] : T(0);
    }
    q.end_block(count, tau.data(), products.data());
    const std::int64_t next = first + count;
    for (std::int64_t i = unit_floor<T>(next); i < size;) {
      const std::int64_t rows = std::min(4 * vector_unit<T>, size - i);
      const std::int64_t start = unit_floor<T>(next);
      BlockProduct<T> update{.m = rows,
                             .n = i + rows - start,
                             .k = count,
                             .a = factors.row(0) + i,
                             .a_row = 1,
                             .a_column = size,
                             .b = factors.row(width) + start,
                             .b_row = size,
                             .c = left.row(i) + start,
                             .c_row = size,
                             .into = Into::kSubtract};
      if (count == width) {
        update.k = 2 * width;
        multiply_block(update);
      } else {
        multiply_block(update);
        update.a = factors.row(width) + i;
        update.b = factors.row(0) + start;
        multiply_block(update);
      }
      i += rows;
    }
  }
  diagonal[n - 1] = left.row(n - 1)[n - 1];
  return q;
}

template <typename T>
Bidiagonal<T> reduce_general(const T* a, std::int64_t m, std::int64_t n,
                             double* diagonal, double* beside) {
  PaddedMatrix<T> left(m, n);
  for (std::int64_t i = 0; i < m; ++i) std::copy_n(a + i * n, n, left.row(i));
  const std::int64_t size = left.stride();
  Bidiagonal<T> factors = {{n, m, 0}, {n, n, 1}};
  const std::int64_t width = std::min(settings().factor_block, n);
  // Rows of V and X, and of Y and U: the update of the matrix is V·Yᵀ + X·Uᵀ.
  PaddedMatrix<T> tall(2 * width, m), wide(2 * width, n);
  const std::int64_t height = tall.stride();
  const auto floats = [](std::int64_t count) {
    return std::vector<T>(static_cast<std::size_t>(count));
  };
  std::vector<T> products_q = floats(width * width),
                 products_p = floats(width * width), tau_q = floats(width),
                 tau_p = floats(width), dots = floats(width),
                 column = floats(height);
  for (std::int64_t first = 0; first < n; first += width) {
    const std::int64_t count = std::min(width, n - first);
    T *v_rows = tall.row(0), *x_rows = tall.row(count);
    T *y_rows = wide.row(0), *u_rows = wide.row(count);
    std::int64_t reflected = 0;  // rows
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t k = first + j;
      const std::int64_t from = unit_floor<T>(k);
      const RowBlock<T> v{v_rows + from, height, j, height - from};
      const RowBlock<T> x{x_rows + from, height, j, height - from};
      for (std::int64_t i = k; i < m; ++i) column[i] = left.row(i)[k];
      add_rows(v, y_rows + k, size, T(-1), column.data() + from);
      add_rows(x, u_rows + k, size, T(-1), column.data() + from);
      T* vector = factors.q.vector(k);
      std::copy(column.begin() + k, column.begin() + m, vector + k);
      diagonal[k] = make_reflector(vector + k, m - k, tau_q[j]);
      std::copy_n(vector, height, v_rows + j * height);
      const std::int64_t start = unit_floor<T>(k + 1);
      const std::int64_t rest = size - start;
      const RowBlock<T> y{y_rows + start, size, j, rest};
      const RowBlock<T> u{u_rows + start, size, j, rest};
      T* of_y = y_rows + j * size;
      std::fill_n(of_y, size, T(0));
      T* of_u = u_rows + j * size;
      std::fill_n(of_u, size, T(0));
      T* of_x = x_rows + j * height;
      std::fill_n(of_x, height, T(0));
      dot_rows(v, vector + from, dots.data());
      for (std::int64_t s = 0; s < j; ++s) products_q[s * count + j] = dots[s];
      if (k + 1 >= n) continue;
      add_rows(RowBlock<T>{left.row(k) + start, size, m - k, rest}, vector + k,
               1, T(1), of_y + start);
      add_rows(y, dots.data(), 1, T(-1), of_y + start);
      dot_rows(x, vector + from, dots.data());
      add_rows(u, dots.data(), 1, T(-1), of_y + start);
      for (std::int64_t i = start; i < size; ++i)
        of_y[i] = i > k ? tau_q[j] * of_y[i] : T(0);
      // The row of the matrix that the reflection of the columns left.
      T* across = factors.p.vector(k);
      std::copy_n(left.row(k) + start, rest, across + start);
      add_rows(RowBlock<T>{y_rows + start, size, j + 1, rest}, v_rows + k,
               height, T(-1), across + start);
      add_rows(u, x_rows + k, height, T(-1), across + start);
      std::fill(across + start, across + k + 1, T(0));
      beside[k] = make_reflector(across + k + 1, n - k - 1, tau_p[j]);
      ++reflected;
      dot_rows(u, across + start, dots.data());
      for (std::int64_t s = 0; s < j; ++s) products_p[s * count + j] = dots[s];
      dot_rows(RowBlock<T>{left.row(k + 1) + start, size, m - k - 1, rest},
               across + start, of_x + k + 1);
      add_rows(RowBlock<T>{x_rows + from, height, j, height - from},
               dots.data(), 1, T(-1), of_x + from);
      dot_rows(RowBlock<T>{y_rows + start, size, j + 1, rest}, across + start,
               dots.data());
      add_rows(RowBlock<T>{v_rows + from, height, j + 1, height - from},
               dots.data(), 1, T(-1), of_x + from);
      std::copy_n(across, size, of_u);
      for (std::int64_t i = from; i < m; ++i)
        of_x[i] = i > k ? tau_p[j] * of_x[i] : T(0);
    }
    factors.q.end_block(count, tau_q.data(), products_q.data());
    if (reflected > 0) {
      if (reflected < count)  // the last column has no row beside it
        for (std::int64_t s = 0; s < reflected; ++s)
          for (std::int64_t r = 0; r < reflected; ++r)
            products_p[s * reflected + r] = products_p[s * count + r];
      factors.p.end_block(reflected, tau_p.data(), products_p.data());
    }
    const std::int64_t next = first + count;
    if (next == n) break;
    const std::int64_t start = unit_floor<T>(next);
    multiply_block(BlockProduct<T>{.m = m - next,
                                   .n = size - start,
                                   .k = 2 * count,
                                   .a = v_rows + next,
                                   .a_row = 1,
                                   .a_column = height,
                                   .b = y_rows + start,
                                   .b_row = size,
                                   .c = left.row(next) + start,
                                   .c_row = size,
                                   .into = Into::kSubtract});
  }
  return factors;
}

template class PaddedMatrix<float>;
template class PaddedMatrix<double>;
template class ReflectorRows<float>;
template class ReflectorRows<double>;
template ReflectorRows<float> reduce_symmetric(const float*, std::int64_t,
                                               double*, double*);
template ReflectorRows<double> reduce_symmetric(const double*, std::int64_t,
                                                double*, double*);
template Bidiagonal<float> reduce_general(const float*, std::int64_t,
                                          std::int64_t, double*, double*);
template Bidiagonal<double> reduce_general(const double*, std::int64_t,
                                           std::int64_t, double*, double*);

}  // namespace assay::optimized
