// Eliminates matrices as a textbook does, in the precision of the operand (in
// float32 for 16-bit dtypes), with the pivots of a column, of all that is left,
// or with any pivot that is not zero.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "spec/element.h"
#include "tests/mutants/mutant.h"

namespace assay::mutants {

enum class TextbookPivots : std::uint8_t { kOfColumn, kOfAll, kNotZero };

// Holds P·A·Qᵀ = L·U, packed and row-major.
template <typename T>
struct TextbookLu {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<T> packed;
  std::vector<std::int64_t> row_order;
  std::vector<std::int64_t> column_order;
  std::vector<std::int64_t> pivots;
  int parity = 1;

  T& at(std::int64_t i, std::int64_t j) {
    return packed[static_cast<std::size_t>(i * columns + j)];
  }
  T at(std::int64_t i, std::int64_t j) const {
    return packed[static_cast<std::size_t>(i * columns + j)];
  }
};

template <typename T>
std::pair<std::int64_t, std::int64_t> textbook_pivot(const TextbookLu<T>& lu,
                                                     std::int64_t k,
                                                     TextbookPivots pivots) {
  std::pair best{k, k};
  const bool is_all = pivots == TextbookPivots::kOfAll;
  for (std::int64_t j = k; j < (is_all ? lu.columns : k + 1); ++j)
    for (std::int64_t i = k; i < lu.rows; ++i) {
      if (pivots == TextbookPivots::kNotZero) {
        if (lu.at(i, j) != T(0)) return {i, j};
      } else if (std::abs(lu.at(i, j)) >
                 std::abs(lu.at(best.first, best.second))) {
        best = {i, j};
      }
    }
  return best;
}

template <typename T>
TextbookLu<T> textbook_lu(std::vector<T> a, std::int64_t rows,
                          std::int64_t columns, TextbookPivots pivots) {
  TextbookLu<T> lu{rows, columns, std::move(a), {}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) lu.row_order.push_back(i);
  for (std::int64_t j = 0; j < columns; ++j) lu.column_order.push_back(j);
  for (std::int64_t k = 0; k < std::min(rows, columns); ++k) {
    const auto [row, column] = textbook_pivot(lu, k, pivots);
    lu.pivots.push_back(row);
    if (row != k) {
      for (std::int64_t j = 0; j < columns; ++j)
        std::swap(lu.at(k, j), lu.at(row, j));
      std::swap(lu.row_order[static_cast<std::size_t>(k)],
                lu.row_order[static_cast<std::size_t>(row)]);
      lu.parity = -lu.parity;
    }
    if (column != k) {
      for (std::int64_t i = 0; i < rows; ++i)
        std::swap(lu.at(i, k), lu.at(i, column));
      std::swap(lu.column_order[static_cast<std::size_t>(k)],
                lu.column_order[static_cast<std::size_t>(column)]);
      lu.parity = -lu.parity;
    }
    if (lu.at(k, k) == T(0)) continue;
    for (std::int64_t i = k + 1; i < rows; ++i) {
      lu.at(i, k) /= lu.at(k, k);
      for (std::int64_t j = k + 1; j < columns; ++j)
        lu.at(i, j) -= lu.at(i, k) * lu.at(k, j);
    }
  }
  return lu;
}

// Returns the x with A·x = b.
template <typename T>
std::vector<T> textbook_solution(const TextbookLu<T>& lu,
                                 const std::vector<T>& b) {
  const std::int64_t n = lu.rows;
  const auto place = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  std::vector<T> y(b.size());
  for (std::int64_t i = 0; i < n; ++i) {
    y[place(i)] = b[place(lu.row_order[place(i)])];
    for (std::int64_t j = 0; j < i; ++j)
      y[place(i)] -= lu.at(i, j) * y[place(j)];
  }
  std::vector<T> x(b.size());
  for (std::int64_t i = n - 1; i >= 0; --i) {
    for (std::int64_t j = i + 1; j < n; ++j)
      y[place(i)] -= lu.at(i, j) * y[place(j)];
    y[place(i)] /= lu.at(i, i);
    x[place(lu.column_order[place(i)])] = y[place(i)];
  }
  return x;
}

// Returns the x with Aᵀ·x = b, from factors of A itself.
template <typename T>
std::vector<T> textbook_transposed_solution(const TextbookLu<T>& lu,
                                            const std::vector<T>& b) {
  const std::int64_t n = lu.rows;
  const auto place = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  std::vector<T> y(b.size());
  for (std::int64_t i = 0; i < n; ++i) {  // Uᵀ·y = Q·b
    y[place(i)] = b[place(lu.column_order[place(i)])];
    for (std::int64_t j = 0; j < i; ++j)
      y[place(i)] -= lu.at(j, i) * y[place(j)];
    y[place(i)] /= lu.at(i, i);
  }
  std::vector<T> x(b.size());
  for (std::int64_t i = n - 1; i >= 0; --i) {  // Lᵀ·(P·x) = y
    for (std::int64_t j = i + 1; j < n; ++j)
      y[place(i)] -= lu.at(j, i) * y[place(j)];
    x[place(lu.row_order[place(i)])] = y[place(i)];
  }
  return x;
}

// Convert between elements and the numbers that a textbook computes with.
template <typename T>
T textbook_number(DType dtype, ElementBits bits) {
  const FloatFormat& format = format_of(dtype);
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(decode_real(format, bits.re));
  else
    return {static_cast<typename T::value_type>(decode_real(format, bits.re)),
            static_cast<typename T::value_type>(decode_real(format, bits.im))};
}
template <typename T>
ElementBits textbook_bits(DType dtype, T x) {
  const FloatFormat& format = format_of(dtype);
  if constexpr (std::is_floating_point_v<T>)
    return {encode_real(format, static_cast<double>(x)), 0};
  else
    return {encode_real(format, static_cast<double>(x.real())),
            encode_real(format, static_cast<double>(x.imag()))};
}

// Calls f(a number of the type in which a textbook computes with the dtype).
template <typename F>
auto with_textbook_type(DType dtype, F f) {
  switch (dtype) {
    case DType::kFloat64:
      return f(double());
    case DType::kComplex64:
      return f(std::complex<float>());
    case DType::kComplex128:
      return f(std::complex<double>());
    default:
      return f(float());
  }
}

}  // namespace assay::mutants
