// Applies blocks of Householder reflections.
// Tested by tests/optimized/linalg_reflections_test.cc.
#include "optimized/linalg/reflectors.h"

#include <algorithm>

namespace assay::optimized {
namespace {

// Multiplies without the checks for infinities of operator*.
template <typename T>
T times(T x, T y) {
  return x * y;
}
template <typename T>
std::complex<T> times(std::complex<T> x, std::complex<T> y) {
  return {x.real() * y.real() - x.imag() * y.imag(),
          x.real() * y.imag() + x.imag() * y.real()};
}

// Adds x · factor to `sum`, for a range of elements.
template <typename T>
void add_multiple(Planes<const T*, 1> x, T factor, std::int64_t count,
                  Planes<T*, 1> sum) {
  for (std::int64_t i = 0; i < count; ++i) sum[0][i] += x[0][i] * factor;
}
template <typename T>
void add_multiple(Planes<const T*, 2> x, std::complex<T> factor,
                  std::int64_t count, Planes<T*, 2> sum) {
  const T re = factor.real(), im = factor.imag();
  for (std::int64_t i = 0; i < count; ++i) {
    sum[0][i] += x[0][i] * re - x[1][i] * im;
    sum[1][i] += x[0][i] * im + x[1][i] * re;
  }
}

template <typename T>
T value_at(const Planes<const T*, 1>& planes, std::int64_t i) {
  return planes[0][i];
}
template <typename T>
std::complex<T> value_at(const Planes<const T*, 2>& planes, std::int64_t i) {
  return {planes[0][i], planes[1][i]};
}
template <typename T>
void set_value(Planes<T*, 1> planes, std::int64_t i, T x) {
  planes[0][i] = x;
}
template <typename T>
void set_value(Planes<T*, 2> planes, std::int64_t i, std::complex<T> z) {
  planes[0][i] = z.real();
  planes[1][i] = z.imag();
}

}  // namespace

template <typename T, std::size_t planes>
void set_triangle(ReflectorBlock<T, planes>& block,
                  const PlaneValue<T, planes>* tau,
                  Planes<const T*, planes> products) {
  const std::int64_t n = block.count;
  Planes<T*, planes> columns;
  for (std::size_t p = 0; p < planes; ++p) {
    block.t[p].assign(static_cast<std::size_t>(n * n), T(0));
    columns[p] = block.t[p].data();
  }
  for (std::int64_t j = 0; j < n; ++j) {
    const auto column = advanced(columns, j * n);
    for (std::int64_t s = 0; s < j; ++s)
      add_multiple<T>(constant<T, planes>(advanced(columns, s * n)),
                      value_at(products, s * n + j), s + 1, column);
    for (std::int64_t i = 0; i < j; ++i)
      set_value(column, i,
                -times(tau[j], value_at(constant<T, planes>(column), i)));
    set_value(column, j, tau[j]);
  }
}

template <typename T, std::size_t planes>
void apply_block(const ReflectorBlock<T, planes>& block, bool adjoint,
                 Planes<T*, planes> c, std::int64_t c_row, std::int64_t columns,
                 std::vector<T>& room, std::int64_t identity) {
  const std::int64_t n = block.count;
  if (n == 0 || columns == 0) return;
  // Small pieces of memory would stay with a thread that frees them.
  constexpr std::size_t kLeast = 512;
  const auto size =
      std::max(2 * planes * static_cast<std::size_t>(n * columns), kLeast);
  if (room.size() < size) room.resize(size);
  Planes<T*, planes> projections, factors;
  Planes<const T*, planes> from_c, from_projections, from_factors, t;
  for (std::size_t p = 0; p < planes; ++p) {
    from_projections[p] = projections[p] =
        room.data() + 2 * p * static_cast<std::size_t>(n * columns);
    from_factors[p] = factors[p] = projections[p] + n * columns;
    from_c[p] = c[p];
    t[p] = block.t[p].data();
  }
  // Vᴴ times the identity is the first rows of V.
  const std::int64_t known =
      identity < 0 ? 0 : std::clamp<std::int64_t>(n - identity, 0, columns);
  for (std::size_t p = 0; p < planes; ++p)
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < known; ++j) {
        const T element =
            block.v[p][(identity + j) * block.row + i * block.column];
        projections[p][i * columns + j] = p == 0 ? element : -element;
      }
  multiply_planes(PlaneProduct<T, planes>{.m = n,
                                          .n = columns - known,
                                          .k = block.rows,
                                          .a = block.v,
                                          .a_row = block.column,
                                          .a_column = block.row,
                                          .conjugates = true,
                                          .b = advanced(from_c, known),
                                          .b_row = c_row,
                                          .c = advanced(projections, known),
                                          .c_row = columns});
  multiply_planes(PlaneProduct<T, planes>{.m = n,
                                          .n = columns,
                                          .k = n,
                                          .a = t,
                                          .a_row = adjoint ? n : 1,
                                          .a_column = adjoint ? 1 : n,
                                          .conjugates = adjoint,
                                          .b = from_projections,
                                          .b_row = columns,
                                          .c = factors,
                                          .c_row = columns});
  multiply_planes(PlaneProduct<T, planes>{.m = block.rows,
                                          .n = columns,
                                          .k = n,
                                          .a = block.v,
                                          .a_row = block.row,
                                          .a_column = block.column,
                                          .b = from_factors,
                                          .b_row = columns,
                                          .c = c,
                                          .c_row = c_row,
                                          .into = Into::kSubtract});
}

template void set_triangle<float, 1>(ReflectorBlock<float, 1>&, const float*,
                                     Planes<const float*, 1>);
template void set_triangle<double, 1>(ReflectorBlock<double, 1>&, const double*,
                                      Planes<const double*, 1>);
template void set_triangle<float, 2>(ReflectorBlock<float, 2>&,
                                     const std::complex<float>*,
                                     Planes<const float*, 2>);
template void set_triangle<double, 2>(ReflectorBlock<double, 2>&,
                                      const std::complex<double>*,
                                      Planes<const double*, 2>);
template void apply_block<float, 1>(const ReflectorBlock<float, 1>&, bool,
                                    Planes<float*, 1>, std::int64_t,
                                    std::int64_t, std::vector<float>&,
                                    std::int64_t);
template void apply_block<double, 1>(const ReflectorBlock<double, 1>&, bool,
                                     Planes<double*, 1>, std::int64_t,
                                     std::int64_t, std::vector<double>&,
                                     std::int64_t);
template void apply_block<float, 2>(const ReflectorBlock<float, 2>&, bool,
                                    Planes<float*, 2>, std::int64_t,
                                    std::int64_t, std::vector<float>&,
                                    std::int64_t);
template void apply_block<double, 2>(const ReflectorBlock<double, 2>&, bool,
                                     Planes<double*, 2>, std::int64_t,
                                     std::int64_t, std::vector<double>&,
                                     std::int64_t);

}  // namespace assay::optimized
