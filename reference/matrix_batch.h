// Reads batches of matrices from operands and stores them in results, for the
// factorizations and solves of every op set. Each matrix is decoded into
// complex long double, and each result is rounded once. Tested by
// tests/reference/linalg_test.cc.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/evaluation.h"
#include "reference/wide_matrix.h"
#include "spec/infer.h"

namespace assay {

// Returns the extents of the axes before the last `count`.
inline Shape leading_axes(const Shape& shape, std::ptrdiff_t count) {
  return Shape(shape.begin(), shape.end() - count);
}

inline Index at_matrix(Index batch, std::int64_t i, std::int64_t j) {
  batch.push_back(i);
  batch.push_back(j);
  return batch;
}
inline Index at_vector(Index batch, std::int64_t i) {
  batch.push_back(i);
  return batch;
}

inline WideComplex element_of(const Elements& x, const Index& at) {
  if (is_real(x.dtype())) return x.value<double>(at);
  const Complex z = x.value<Complex>(at);
  return {z.re, z.im};
}

inline WideMatrix matrix_of(const Elements& x, const Index& batch) {
  const Shape& shape = x.view().shape();
  WideMatrix matrix(shape[shape.size() - 2], shape.back());
  for (std::int64_t i = 0; i < matrix.rows(); ++i)
    for (std::int64_t j = 0; j < matrix.columns(); ++j)
      matrix(i, j) = element_of(x, at_matrix(batch, i, j));
  return matrix;
}

inline void put_entry(const Tensor& out, const Index& at, WideComplex z) {
  const FloatFormat& format = format_of(out.dtype);
  const std::uint64_t im =
      is_complex(out.dtype) ? round_wide(format, z.imag()) : 0;
  Elements(out).store(at, {round_wide(format, z.real()), im});
}
inline void put_matrix(const Tensor& out, const Index& batch,
                       const WideMatrix& x) {
  for (std::int64_t i = 0; i < x.rows(); ++i)
    for (std::int64_t j = 0; j < x.columns(); ++j)
      put_entry(out, at_matrix(batch, i, j), x(i, j));
}
template <typename T>
void put_vector(const Tensor& out, const Index& batch,
                const std::vector<T>& x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    put_entry(out, at_vector(batch, static_cast<std::int64_t>(i)), x[i]);
}

// Makes the results of a call with the types that infer() derives. Their
// elements are zeros.
inline Result<Tensors> make_results(const Evaluation& evaluation) {
  const Call& call = evaluation.call;
  std::vector<TensorType> operands;
  for (const Tensor& operand : call.operands)
    operands.push_back({operand.dtype, operand.view.shape()});
  const auto types = infer(call.op, operands, call.attributes,
                           operands[0].dtype, evaluation.profile);
  if (!types) return types.status();
  Tensors results;
  for (const TensorType& type : *types) {
    auto made = make_tensor(type.dtype, type.shape);
    if (!made) return made.status();
    results.push_back(*std::move(made));
  }
  return results;
}

inline Status numeric_error(std::string kind, std::string message) {
  return {StatusCode::kNumeric, std::move(kind), std::move(message)};
}
// Fills the results of one matrix with NaN, because the matrix has a NaN or an
// infinity. Integers stay zeros.
inline Status put_nan(const Tensors& results, const Index& batch) {
  for (const Tensor& out : results) {
    if (!is_real(out.dtype) && !is_complex(out.dtype)) continue;
    const Shape& shape = out.view.shape();
    const Shape inner(shape.begin() + std::ssize(batch), shape.end());
    for (const Index& rest : indices(inner)) {
      Index at = batch;
      at.insert(at.end(), rest.begin(), rest.end());
      put_entry(out, at, {kNaN, kNaN});
    }
  }
  return {};
}

// Calls factor(matrix, index of the batch, results) for each finite matrix. The
// first failure is the failure of the call.
template <typename Factor>
Result<Tensors> factored(const Evaluation& call, Factor factor) {
  auto results = make_results(call);
  if (!results) return results;
  const Elements a = call.operand(0);
  for (const Index& batch :
       indices(leading_axes(a.view().shape(), 2))) {  // linalg.batched
    const WideMatrix matrix = matrix_of(a, batch);
    if (Status status = factor(matrix, batch, *results); !status.ok())
      return status;
  }
  return results;
}

}  // namespace assay
