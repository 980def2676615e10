// Gives the functions of MKL that differ only in the prefix of their name one
// name in C++, and shows tensors of the kit as MKL takes them.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <tuple>

// MKL lets its user define the complex types before its header.
#define MKL_Complex8 std::complex<float>
#define MKL_Complex16 std::complex<double>
#include <mkl.h>

#include "spec/sdk/array.h"
#include "spec/sdk/host_memory.h"

namespace assay_mkl {

using assay::Array;

template <typename T>
concept Complex = std::same_as<T, std::complex<float>> ||
    std::same_as<T, std::complex<double>>;
template <typename T>
concept Real = std::floating_point<T>;
template <typename T>
concept Number = Real<T> || Complex<T>;

// Returns the place in the storage of the first element of a row.
template <typename T>
T* row_of(Array<T> x, const assay::Index& outer) {
  T* first = x.first();
  for (std::size_t i = 0; i < outer.size(); ++i)
    first += outer[i] * x.strides()[i];
  return first;
}

inline MKL_INT narrow(std::int64_t count) {
  return static_cast<MKL_INT>(count);
}

// Calls f(n, x, increment, …, out, 1) once for operands in row-major order, and
// once for each row otherwise.
template <typename F, typename To, typename... From>
void each(F f, Array<To> out, Array<const From>... x) {
  To* to = out.first();
  if (out.size() == 0) return;
  if ((x.is_row_major() && ...)) {
    std::apply(f, std::tuple_cat(std::make_tuple(narrow(out.size())),
                                 std::make_tuple(x.first(), MKL_INT{1})...,
                                 std::make_tuple(to, MKL_INT{1})));
    return;
  }
  const assay::Shape& shape = out.shape();
  const std::int64_t length = shape.back();
  const assay::Shape leading(shape.begin(), shape.end() - 1);
  for (const assay::Index& outer : assay::IndexSpace(leading)) {
    std::apply(f, std::tuple_cat(std::make_tuple(narrow(length)),
                                 std::make_tuple(row_of(x, outer),
                                                 narrow(x.strides().back()))...,
                                 std::make_tuple(to, MKL_INT{1})));
    to += length;
  }
}

}  // namespace assay_mkl
