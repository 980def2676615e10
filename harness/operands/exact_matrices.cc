// Multiplies factors that are chosen so that every product and sum is exact.
// Tested by tests/harness/operands/exact_matrices_test.cc.
#include "harness/operands/exact_matrices.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace assay {
namespace {

// Returns 1 or -1, or for complex dtypes also i or -i.
Entry drawn_unit(DType dtype, ValueStream& stream) {
  constexpr int kReal[] = {1, -1, 0, 0};
  const std::uint64_t turn = stream.below(is_complex(dtype) ? 4 : 2);
  return {static_cast<long double>(kReal[turn]),
          turn < 2 ? 0.0L : static_cast<long double>(kReal[turn - 2])};
}

// Returns 0, or in two of three cases a unit times `size`.
Entry drawn_entry(DType dtype, long double size, ValueStream& stream) {
  if (stream.below(3) == 0) return 0;
  return drawn_unit(dtype, stream) * size;
}

std::vector<std::int64_t> shuffled(std::int64_t count, ValueStream& stream) {
  std::vector<std::int64_t> order;
  for (std::int64_t i = 0; i < count; ++i) order.push_back(i);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[stream.below(i)]);
  return order;
}

}  // namespace

Matrix exactly_eliminated(const ExactMatrix& wanted, ValueStream& stream) {
  const std::int64_t inner = std::min(wanted.rows, wanted.columns);
  Matrix l(wanted.rows, inner);
  Matrix u(inner, wanted.columns);
  for (std::int64_t k = 0; k < inner; ++k) {
    l(k, k) = 1;
    // All elements after the last pivot are zero, so the order of their rows
    // does not matter.
    if (k >= wanted.rank) continue;
    // Each pivot is half of the one before, so that it is the largest element
    // that is left.
    const long double size =
        wanted.is_complete
            ? std::ldexp(4.0L, static_cast<int>(inner - 1 - k))
            : std::ldexp(1.0L, static_cast<int>(stream.below(3)));
    u(k, k) = drawn_unit(wanted.dtype, stream) * size;
    for (std::int64_t j = k + 1; j < wanted.columns; ++j)
      u(k, j) = drawn_entry(wanted.dtype,
                            wanted.is_complete
                                ? size / 2
                                : static_cast<long double>(1 + stream.below(3)),
                            stream);
    for (std::int64_t i = k + 1; i < wanted.rows; ++i)
      l(i, k) = drawn_entry(wanted.dtype, 0.5L, stream);
  }
  const Matrix product = l * u;
  const auto rows = shuffled(wanted.rows, stream);
  std::vector<std::int64_t> columns;
  for (std::int64_t j = 0; j < wanted.columns; ++j) columns.push_back(j);
  if (wanted.is_complete) columns = shuffled(wanted.columns, stream);
  Matrix a(wanted.rows, wanted.columns);
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      a(i, j) = product(rows[static_cast<std::size_t>(i)],
                        columns[static_cast<std::size_t>(j)]);
  return a;
}

Matrix growth_matrix(std::int64_t n, ValueStream& stream) {
  const auto magnitude = [&] {
    return 1 - std::ldexp(static_cast<long double>(stream.unit()), -10);
  };
  Matrix a = Matrix::identity(n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < i; ++j) a(i, j) = -magnitude();
    if (i + 1 < n) a(i, n - 1) = magnitude();
  }
  return a;
}

}  // namespace assay
