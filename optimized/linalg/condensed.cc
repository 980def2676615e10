// Reduces matrices to tridiagonal and bidiagonal form. Reflections of a block
// are applied together as products of matrices; until then each vector is
// corrected for them (Dongarra, Sorensen and Hammarling, "Block reduction of
// matrices to condensed forms for eigenvalue computations", 1989).
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg/condensed.h"

#include <algorithm>
#include <cmath>

#include "optimized/linalg/plane_vector.h"
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

// Zeros for each plane.
template <typename T, std::size_t planes>
class PlaneVector {
 public:
  explicit PlaneVector(std::int64_t count)
      : count_(count), elements_(static_cast<std::size_t>(planes * count)) {}

  Planes<T*, planes> begin() {
    Planes<T*, planes> parts;
    for (std::size_t p = 0; p < planes; ++p)
      parts[p] = elements_.data() + p * count_;
    return parts;
  }

 private:
  std::int64_t count_;
  std::vector<T> elements_;
};

template <typename P, std::size_t planes>
void copy_planes(
    const std::array<P, planes>& from, std::int64_t count,
    const std::array<std::remove_const_t<std::remove_pointer_t<P>>*, planes>&
        to) {
  for (std::size_t p = 0; p < planes; ++p) std::copy_n(from[p], count, to[p]);
}

template <typename T, std::size_t planes>
void clear_planes(const std::array<T*, planes>& to, std::int64_t count) {
  for (T* plane : to) std::fill_n(plane, count, T(0));
}

// Replaces the rows [first, last) of x by tau · x - shift · v.
template <typename T, std::size_t planes>
void combine(PlaneValue<T, planes> tau, T shift, Planes<const T*, planes> v,
             std::int64_t first, std::int64_t last, Planes<T*, planes> x) {
  for (std::int64_t i = first; i < last; ++i) {
    if constexpr (planes == 1) {
      x[0][i] = tau * x[0][i] - shift * v[0][i];
    } else {
      const T re = x[0][i], im = x[1][i];
      x[0][i] = tau.real() * re - tau.imag() * im - shift * v[0][i];
      x[1][i] = tau.real() * im + tau.imag() * re - shift * v[1][i];
    }
  }
}

// Turns x of `count` elements into a vector v with v[0] = 1, such that the
// adjoint of the reflection I - tau·v·vᴴ moves x to (beta, 0, …). Returns beta,
// which is real.
template <typename T, std::size_t planes>
T make_reflector(Planes<T*, planes> x, std::int64_t count,
                 PlaneValue<T, planes>& tau) {
  // Such elements are far smaller than a rounding error of the matrix.
  constexpr T kSmallest = sizeof(T) == 4 ? T(0x1p-110) : T(0x1p-960);
  const T alpha = x[0][0];
  [[maybe_unused]] const T imaginary = x[planes - 1][0];
  T norm = 0;
  for (const T* plane : x) {
    // Four sums, because an addition waits for the one before.
    T sums[4] = {};
    std::int64_t i = 1;
    for (; i + 4 <= count; i += 4)
      for (int c = 0; c < 4; ++c) sums[c] += plane[i + c] * plane[i + c];
    for (; i < count; ++i) sums[0] += plane[i] * plane[i];
    norm += (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  tau = 0;
  if constexpr (planes == 2) norm += imaginary * imaginary;
  if (!(norm > kSmallest)) {
    clear_planes(x, count);
    x[0][0] = 1;
    return alpha;
  }
  const T beta = -std::copysign(std::sqrt(alpha * alpha + norm), alpha);
  if constexpr (planes == 1) {
    tau = (beta - alpha) / beta;
    const T scale = 1 / (alpha - beta);
    for (std::int64_t i = 1; i < count; ++i) x[0][i] *= scale;
  } else {
    tau = {(beta - alpha) / beta, -imaginary / beta};
    const std::complex<T> scale =
        std::complex<T>(1) / std::complex<T>(alpha - beta, imaginary);
    for (std::int64_t i = 1; i < count; ++i) {
      const T re = x[0][i], im = x[1][i];
      x[0][i] = re * scale.real() - im * scale.imag();
      x[1][i] = re * scale.imag() + im * scale.real();
    }
    x[1][0] = 0;
  }
  x[0][0] = 1;
  return beta;
}

// Stores the dot products with vector j of a block in their column.
template <typename T, std::size_t planes>
void keep_products(Planes<T*, planes> dots, std::int64_t j, std::int64_t count,
                   Planes<T*, planes> products) {
  for (std::size_t p = 0; p < planes; ++p)
    for (std::int64_t s = 0; s < j; ++s)
      products[p][s * count + j] = dots[p][s];
}

}  // namespace

template <typename T, std::size_t planes>
PaddedMatrix<T, planes>::PaddedMatrix(std::int64_t rows, std::int64_t columns)
    : stride_(padded_stride<T>(columns)),
      scratch_(planes * rows * stride_ * static_cast<std::int64_t>(sizeof(T))) {
  for (std::size_t p = 0; p < planes; ++p)
    elements_[p] = reinterpret_cast<T*>(scratch_.bytes()) + p * rows * stride_;
  clear_planes(elements_, rows * stride_);
}

template <typename T, std::size_t planes>
void ReflectorRows<T, planes>::end_block(std::int64_t count,
                                         const PlaneValue<T, planes>* tau,
                                         Planes<const T*, planes> products) {
  ReflectorBlock<T, planes> block;
  block.v =
      constant<T, planes>(advanced(vectors_.row(ended_), ended_ + shift_));
  block.row = 1;
  block.column = stride();
  block.rows = length_ - ended_ - shift_;
  block.count = count;
  set_triangle<T, planes>(block, tau, products);
  blocks_.push_back(std::move(block));
  ended_ += count;
}

template <typename T, std::size_t planes>
void ReflectorRows<T, planes>::apply(Planes<T*, planes> c,
                                     std::int64_t columns) const {
  std::vector<T> room;
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
    apply_block<T, planes>(*block, false,
                           advanced(c, (length_ - block->rows) * columns),
                           columns, columns, room);
}

// The conjugate of A is updated, since a product conjugates its left operand:
// conj(A) - conj(V)·Wᵀ - conj(W)·Vᵀ.
template <typename T, std::size_t planes>
ReflectorRows<T, planes> reduce_hermitian(Planes<const T*, planes> a,
                                          std::int64_t n, double* diagonal,
                                          double* beside) {
  const std::int64_t size = padded_stride<T>(n);
  PaddedMatrix<T, planes> left(size, n);
  for (std::size_t p = 0; p < planes; ++p) {
    const T sign = p == 0 ? T(1) : T(-1);
    for (std::int64_t i = 0; i < n; ++i) {
      T* row = left.row(i)[p];
      for (std::int64_t j = 0; j <= i; ++j) row[j] = sign * a[p][i * n + j];
      // Blocks on the diagonal are stored in full.
      for (std::int64_t j = unit_floor<T>(i); j < i; ++j)
        left.row(j)[p][i] = a[p][i * n + j];
    }
  }
  ReflectorRows<T, planes> q(std::max<std::int64_t>(n - 1, 1), n, 1);
  const std::int64_t width = std::min(settings().factor_block, n);
  // Rows of V, of W, and of V again.
  PaddedMatrix<T, planes> factors(3 * width, n);
  PlaneVector<T, planes> products(width * width), dots(width), x(size);
  std::vector<PlaneValue<T, planes>> tau(static_cast<std::size_t>(width));
  std::vector<T> room;
  const auto rows_of = [&](std::int64_t first, std::int64_t count,
                           std::int64_t from) {
    return PlaneRows<T, planes>{
        constant<T, planes>(advanced(factors.row(first), from)), size, count,
        size - from};
  };
  const auto at = [](const Planes<T*, planes>& from, std::int64_t offset) {
    return constant<T, planes>(advanced(from, offset));
  };
  for (std::int64_t first = 0; first < n - 1; first += width) {
    const std::int64_t count = std::min(width, n - 1 - first);
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t k = first + j;
      const std::int64_t from = unit_floor<T>(k);
      const auto column = x.begin();
      for (std::int64_t i = k; i < n; ++i) {
        column[0][i] = left.row(i)[0][k];
        if constexpr (planes == 2) column[1][i] = -left.row(i)[1][k];
      }
      add_rows(rows_of(0, j, from), at(factors.row(width), k), size, true,
               T(-1), advanced(column, from));
      add_rows(rows_of(width, j, from), at(factors.row(0), k), size, true,
               T(-1), advanced(column, from));
      diagonal[k] = column[0][k];
      const auto vector = q.vector(k);
      copy_planes(advanced(column, k + 1), n - k - 1, advanced(vector, k + 1));
      beside[k] =
          make_reflector<T, planes>(advanced(vector, k + 1), n - k - 1, tau[j]);
      copy_planes(vector, size, factors.row(j));
      copy_planes(vector, size, factors.row(2 * width + j));
      const std::int64_t start = unit_floor<T>(k + 1);
      const std::int64_t rest = size - start;
      const auto product = factors.row(width + j);
      clear_planes(product, start);
      const auto to = advanced(product, start);
      multiply_conjugate(
          PlaneRows<T, planes>{at(left.row(start), start), size, rest, rest},
          at(vector, start), to, room);
      const auto of_dots = constant<T, planes>(dots.begin());
      dot_rows(rows_of(width, j, start), true, at(vector, start), dots.begin(),
               room);
      add_rows(rows_of(0, j, start), of_dots, 1, false, T(-1), to);
      dot_rows(rows_of(0, j, start), true, at(vector, start), dots.begin(),
               room);
      add_rows(rows_of(width, j, start), of_dots, 1, false, T(-1), to);
      keep_products<T, planes>(dots.begin(), j, count, products.begin());
      // vᴴ·A·v is real.
      dot_rows(PlaneRows<T, planes>{at(product, start), size, 1, rest}, true,
               at(vector, start), dots.begin(), room);
      const T half = std::norm(tau[j]) * dots.begin()[0][0] / 2;
      for (T* plane : product) std::fill(plane + start, plane + k + 1, T(0));
      combine<T, planes>(tau[j], half, constant<T, planes>(vector), k + 1, size,
                         product);
    }
    q.end_block(count, tau.data(), constant<T, planes>(products.begin()));
    const std::int64_t next = first + count;
    const std::int64_t start = unit_floor<T>(next);
    for (std::int64_t i = start; i < size;) {
      const std::int64_t rows = std::min(4 * vector_unit<T>, size - i);
      PlaneProduct<T, planes> update{.m = rows,
                                     .n = i + rows - start,
                                     .k = count,
                                     .a = at(factors.row(0), i),
                                     .a_row = 1,
                                     .a_column = size,
                                     .conjugates = true,
                                     .b = at(factors.row(width), start),
                                     .b_row = size,
                                     .c = advanced(left.row(i), start),
                                     .c_row = size,
                                     .into = Into::kSubtract};
      if (count == width) {
        update.k = 2 * width;
        multiply_planes(update);
      } else {
        multiply_planes(update);
        update.a = at(factors.row(width), i);
        update.b = at(factors.row(0), start);
        multiply_planes(update);
      }
      i += rows;
    }
  }
  diagonal[n - 1] = left.row(n - 1)[0][n - 1];
  return q;
}

// Y and U are stored conjugated, so that the update is A - V·Yᵀ - X·Uᵀ.
template <typename T, std::size_t planes>
Bidiagonal<T, planes> reduce_general(Planes<const T*, planes> a, std::int64_t m,
                                     std::int64_t n, double* diagonal,
                                     double* beside) {
  PaddedMatrix<T, planes> left(m, n);
  for (std::int64_t i = 0; i < m; ++i)
    copy_planes(advanced(a, i * n), n, left.row(i));
  const std::int64_t size = left.stride();
  Bidiagonal<T, planes> factors = {{n, m, 0}, {n, n, 1}};
  const std::int64_t width = std::min(settings().factor_block, n);
  // Rows of V and X, and of Y and U.
  PaddedMatrix<T, planes> tall(2 * width, m), wide(2 * width, n);
  const std::int64_t height = tall.stride();
  PlaneVector<T, planes> products_q(width * width), products_p(width * width),
      dots(width), column(height);
  std::vector<PlaneValue<T, planes>> tau_q(static_cast<std::size_t>(width)),
      tau_p(static_cast<std::size_t>(width));
  std::vector<T> room;
  const auto at = [](const Planes<T*, planes>& from, std::int64_t offset) {
    return constant<T, planes>(advanced(from, offset));
  };
  const auto of_dots = constant<T, planes>(dots.begin());
  for (std::int64_t first = 0; first < n; first += width) {
    const std::int64_t count = std::min(width, n - first);
    const auto v_rows = tall.row(0), x_rows = tall.row(count);
    const auto y_rows = wide.row(0), u_rows = wide.row(count);
    std::int64_t reflected = 0;  // rows
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t k = first + j;
      const std::int64_t from = unit_floor<T>(k);
      const std::int64_t start = unit_floor<T>(k + 1);
      const auto tall_rows = [&](const Planes<T*, planes>& rows,
                                 std::int64_t some) {
        return PlaneRows<T, planes>{at(rows, from), height, some,
                                    height - from};
      };
      const auto wide_rows = [&](const Planes<T*, planes>& rows,
                                 std::int64_t some) {
        return PlaneRows<T, planes>{at(rows, start), size, some, size - start};
      };
      const auto of_column = column.begin();
      for (std::size_t p = 0; p < planes; ++p)
        for (std::int64_t i = k; i < m; ++i)
          of_column[p][i] = left.row(i)[p][k];
      add_rows(tall_rows(v_rows, j), at(y_rows, k), size, false, T(-1),
               advanced(of_column, from));
      add_rows(tall_rows(x_rows, j), at(u_rows, k), size, false, T(-1),
               advanced(of_column, from));
      const auto vector = factors.q.vector(k);
      copy_planes(advanced(of_column, k), m - k, advanced(vector, k));
      diagonal[k] =
          make_reflector<T, planes>(advanced(vector, k), m - k, tau_q[j]);
      copy_planes(vector, height, advanced(v_rows, j * height));
      const auto y = advanced(y_rows, j * size);
      const auto u = advanced(u_rows, j * size);
      const auto x = advanced(x_rows, j * height);
      clear_planes(y, size);
      clear_planes(u, size);
      clear_planes(x, height);
      dot_rows(tall_rows(v_rows, j), true, at(vector, from), dots.begin(),
               room);
      keep_products<T, planes>(dots.begin(), j, count, products_q.begin());
      if (k + 1 >= n) continue;
      add_rows(PlaneRows<T, planes>{at(left.row(k), start), size, m - k,
                                    size - start},
               at(vector, k), 1, true, T(1), advanced(y, start));
      add_rows(wide_rows(y_rows, j), of_dots, 1, true, T(-1),
               advanced(y, start));
      dot_rows(tall_rows(x_rows, j), true, at(vector, from), dots.begin(),
               room);
      add_rows(wide_rows(u_rows, j), of_dots, 1, true, T(-1),
               advanced(y, start));
      for (T* plane : y) std::fill(plane + start, plane + k + 1, T(0));
      PlaneValue<T, planes> conjugate = tau_q[j];
      if constexpr (planes == 2) conjugate = std::conj(conjugate);
      combine<T, planes>(conjugate, T(0), constant<T, planes>(y), k + 1, size,
                         y);
      // The row of the matrix that the reflection of the columns left, and its
      // conjugate.
      const auto across = factors.p.vector(k);
      copy_planes(advanced(left.row(k), start), size - start,
                  advanced(across, start));
      add_rows(wide_rows(y_rows, j + 1), at(v_rows, k), height, false, T(-1),
               advanced(across, start));
      add_rows(wide_rows(u_rows, j), at(x_rows, k), height, false, T(-1),
               advanced(across, start));
      for (T* plane : across) std::fill(plane + start, plane + k + 1, T(0));
      if constexpr (planes == 2)
        for (std::int64_t i = k + 1; i < n; ++i) across[1][i] = -across[1][i];
      beside[k] = make_reflector<T, planes>(advanced(across, k + 1), n - k - 1,
                                            tau_p[j]);
      ++reflected;
      dot_rows(PlaneRows<T, planes>{at(left.row(k + 1), start), size, m - k - 1,
                                    size - start},
               false, at(across, start), advanced(x, k + 1), room);
      dot_rows(wide_rows(u_rows, j), false, at(across, start), dots.begin(),
               room);
      keep_products<T, planes>(dots.begin(), j, count, products_p.begin());
      add_rows(tall_rows(x_rows, j), of_dots, 1, false, T(-1),
               advanced(x, from));
      dot_rows(wide_rows(y_rows, j + 1), false, at(across, start), dots.begin(),
               room);
      add_rows(tall_rows(v_rows, j + 1), of_dots, 1, false, T(-1),
               advanced(x, from));
      for (T* plane : x) std::fill(plane + from, plane + k + 1, T(0));
      combine<T, planes>(tau_p[j], T(0), constant<T, planes>(x), k + 1, m, x);
      copy_planes(across, size, u);
      if constexpr (planes == 2)
        for (std::int64_t i = k + 1; i < n; ++i) u[1][i] = -u[1][i];
    }
    factors.q.end_block(count, tau_q.data(),
                        constant<T, planes>(products_q.begin()));
    if (reflected > 0) {
      // The last column of the matrix has no row beside it.
      for (T* plane : products_p.begin())
        for (std::int64_t s = 0; s < reflected; ++s)
          for (std::int64_t r = 0; r < reflected; ++r)
            plane[s * reflected + r] = plane[s * count + r];
      factors.p.end_block(reflected, tau_p.data(),
                          constant<T, planes>(products_p.begin()));
    }
    const std::int64_t next = first + count;
    if (next == n) break;
    const std::int64_t start = unit_floor<T>(next);
    multiply_planes(
        PlaneProduct<T, planes>{.m = m - next,
                                .n = size - start,
                                .k = 2 * count,
                                .a = at(v_rows, next),
                                .a_row = 1,
                                .a_column = height,
                                .b = at(y_rows, start),
                                .b_row = size,
                                .c = advanced(left.row(next), start),
                                .c_row = size,
                                .into = Into::kSubtract});
  }
  return factors;
}

// Instantiates everything for a type and a number of planes.
#define ASSAY_CONDENSED(T, planes)                               \
  template class PaddedMatrix<T, planes>;                        \
  template class ReflectorRows<T, planes>;                       \
  template ReflectorRows<T, planes> reduce_hermitian<T, planes>( \
      Planes<const T*, planes>, std::int64_t, double*, double*); \
  template Bidiagonal<T, planes> reduce_general<T, planes>(      \
      Planes<const T*, planes>, std::int64_t, std::int64_t, double*, double*)
ASSAY_CONDENSED(float, 1);
ASSAY_CONDENSED(double, 1);
ASSAY_CONDENSED(float, 2);
ASSAY_CONDENSED(double, 2);
#undef ASSAY_CONDENSED

}  // namespace assay::optimized
