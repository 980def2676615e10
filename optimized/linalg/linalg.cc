// Each matrix of a batch is widened to double, scaled by a power of two where
// its elements are far from 1, factored, and scaled back.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg/linalg.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "optimized/linalg/linalg_batch.h"
#include "spec/infer.h"

namespace assay::optimized {
namespace {

Status numeric(std::string kind, std::string message) {
  return {StatusCode::kNumeric, std::move(kind), std::move(message)};
}
Status no_convergence() {
  return numeric("no_convergence", "the iteration does not converge");
}
Status not_positive_definite() {
  return numeric("not_positive_definite", "a pivot is not positive");
}

// Makes the results that a call infers.
Result<Tensors> make_results(Backend& memory, Op op, const Tensor& a,
                             const Attributes& attributes) {
  const TensorType operand{a.dtype, a.view.shape()};
  const auto types = infer(op, {&operand, 1}, attributes, a.dtype);
  if (!types) return types.status();
  Tensors results;
  for (const TensorType& type : *types) {
    auto made = memory.buffer(type.dtype, type.shape);
    if (!made) return made.status();
    results.push_back(*std::move(made));
  }
  return results;
}

// Makes the results and calls f(type of the elements, type in which they are
// factored, part of a, part of the results) to fill them, for the parts of the
// batch that threads take.
template <typename F>
Result<Tensors> factored(Backend& memory, Op op, const Tensor& a,
                         const Attributes& attributes, F f) {
  auto results = make_results(memory, op, a, attributes);
  if (!results) return results;
  const Status status = with_compute_type(
      a.dtype, [&]<typename T>(std::type_identity<T> type) -> Status {
        if constexpr (std::is_integral_v<T>)
          return Status::internal("no matrices of integers");
        else
          return for_batch_parts(a, [&](const auto& part_of) {
            Tensors parts;
            for (const Tensor& result : *results)
              parts.push_back(part_of(result));
            return f(type, std::type_identity<typename Wide<T>::type>(),
                     part_of(a), parts);
          });
      });
  if (!status.ok()) return status;
  return results;
}

// Half of the smallest positive value: what is not greater rounds to zero.
double rounds_to_zero(DType dtype) {
  const FloatFormat& format = format_of(dtype);
  return std::ldexp(1, format.min_exponent - format.precision);
}

}  // namespace

Result<Tensors> cholesky(Backend& memory, const Tensor& a, bool upper) {
  return factored(
      memory, "cholesky"_op, a, Attributes().flag(AttributeKey::kUpper, upper),
      [&]<typename T, typename S>(std::type_identity<T>, std::type_identity<S>,
                                  const Tensor& part,
                                  const Tensors& results) -> Status {
        const Batch batch(part);
        if (part.view.numel() == 0) return {};
        const std::int64_t n = batch.rows;
        const Dense<T> matrices(part);
        Matrix<S> matrix(n, n);
        Factor<T, S> factor(results[0], batch.rank);
        for (std::int64_t i = 0; i < batch.count; ++i) {
          matrix.read_lower(matrices.data() + i * n * n);
          S* l = factor.elements();
          if (!matrix.scale() || !factor_cholesky(matrix.elements(), n, l))
            return not_positive_definite();
          const int exponent = matrix.exponent() / 2;
          for (std::int64_t j = 0; j < n; ++j)
            if (std::ldexp(std::real(l[j * n + j]), exponent) <=
                rounds_to_zero(a.dtype))
              return not_positive_definite();
          if (upper)
            for (std::int64_t j = 0; j < n; ++j)
              for (std::int64_t k = 0; k < j; ++k) {
                S& lower = l[j * n + k];
                if constexpr (std::is_same_v<S, Complex>)
                  l[k * n + j] = std::conj(lower);
                else
                  l[k * n + j] = lower;
                lower = 0;
              }
          factor.put(i, exponent);
        }
        factor.store();
        return {};
      });
}

Result<Tensors> qr(Backend& memory, const Tensor& a, bool reduced) {
  return factored(
      memory, "qr"_op, a, Attributes().flag(AttributeKey::kReduced, reduced),
      [&]<typename T, typename S>(std::type_identity<T>, std::type_identity<S>,
                                  const Tensor& part,
                                  const Tensors& results) -> Status {
        const Batch batch(part);
        const Dense<T> matrices(part);
        Matrix<S> matrix(batch.rows, batch.columns);
        Factor<T, S> q(results[0], batch.rank);
        Factor<T, S> r(results[1], batch.rank);
        const std::int64_t inner = results[0].view.shape().back();
        const std::int64_t size = batch.rows * batch.columns;
        for (std::int64_t i = 0; i < batch.count; ++i) {
          if (size == 0) {
            q.put_identity(i, inner);
            r.put(i);
            continue;
          }
          matrix.read(matrices.data() + i * size);
          if (!matrix.scale()) {
            q.put_nan(i);
            r.put_nan(i);
            continue;
          }
          factor_qr(matrix.elements(), batch.rows, batch.columns, inner,
                    q.elements(), r.elements());
          q.put(i);
          r.put(i, matrix.exponent());
        }
        q.store();
        r.store();
        return {};
      });
}

Result<Tensors> svd(Backend& memory, const Tensor& a, bool full_matrices) {
  return factored(
      memory, "svd"_op, a,
      Attributes().flag(AttributeKey::kFullMatrices, full_matrices),
      [&]<typename T, typename S>(std::type_identity<T>, std::type_identity<S>,
                                  const Tensor& part,
                                  const Tensors& results) -> Status {
        const Batch batch(part);
        const Dense<T> matrices(part);
        Matrix<S> matrix(batch.rows, batch.columns);
        Factor<T, S> u(results[0], batch.rank);
        Factor<double, double> s(results[1], batch.rank);
        Factor<T, S> vh(results[2], batch.rank);
        const std::int64_t size = batch.rows * batch.columns;
        for (std::int64_t i = 0; i < batch.count; ++i) {
          if (size == 0) {
            u.put_identity(i, results[0].view.shape().back());
            vh.put_identity(i, batch.columns);
            continue;
          }
          matrix.read(matrices.data() + i * size);
          if (!matrix.scale()) {
            u.put_nan(i);
            s.put_nan(i);
            vh.put_nan(i);
            continue;
          }
          if (!factor_svd(matrix.elements(), batch.rows, batch.columns,
                          full_matrices, u.elements(), s.elements(),
                          vh.elements()))
            return no_convergence();
          u.put(i);
          s.put(i, matrix.exponent());
          vh.put(i);
        }
        u.store();
        vh.store();
        return {};
      });
}

Result<Tensors> eig(Backend& memory, const Tensor& a, bool vectors) {
  return factored(
      memory, "eig"_op, a, Attributes().flag(AttributeKey::kVectors, vectors),
      [&]<typename T, typename S>(std::type_identity<T>, std::type_identity<S>,
                                  const Tensor& part,
                                  const Tensors& results) -> Status {
        const Batch batch(part);
        if (part.view.numel() == 0) return {};
        const std::int64_t n = batch.rows;
        const Dense<T> matrices(part);
        Matrix<S> matrix(n, n);
        using Values = Factor<Complex, Complex>;
        Values w(results[0], batch.rank);
        std::optional<Values> v;
        if (vectors) v.emplace(results[1], batch.rank);
        for (std::int64_t i = 0; i < batch.count; ++i) {
          matrix.read(matrices.data() + i * n * n);
          if (!matrix.scale()) {
            w.put_nan(i);
            if (v) v->put_nan(i);
            continue;
          }
          if (!factor_eig(matrix.elements(), n, w.elements(),
                          v ? v->elements() : nullptr))
            return no_convergence();
          w.put(i, matrix.exponent());
          if (v) v->put(i);
        }
        return {};
      });
}

Result<Tensors> eigh(Backend& memory, const Tensor& a, bool vectors) {
  return factored(
      memory, "eigh"_op, a, Attributes().flag(AttributeKey::kVectors, vectors),
      [&]<typename T, typename S>(std::type_identity<T>, std::type_identity<S>,
                                  const Tensor& part,
                                  const Tensors& results) -> Status {
        const Batch batch(part);
        if (part.view.numel() == 0) return {};
        const std::int64_t n = batch.rows;
        const Dense<T> matrices(part);
        Matrix<S> matrix(n, n);
        Factor<double, double> w(results[0], batch.rank);
        std::optional<Factor<T, S>> v;
        if (vectors) v.emplace(results[1], batch.rank);
        for (std::int64_t i = 0; i < batch.count; ++i) {
          matrix.read_lower(matrices.data() + i * n * n);
          if (!matrix.scale()) {
            w.put_nan(i);
            if (v) v->put_nan(i);
            continue;
          }
          if (!factor_eigh(matrix.elements(), n, w.elements(),
                           v ? v->elements() : nullptr))
            return no_convergence();
          w.put(i, matrix.exponent());
          if (v) v->put(i);
        }
        if (v) v->store();
        return {};
      });
}

}  // namespace assay::optimized
