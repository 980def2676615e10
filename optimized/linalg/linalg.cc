// Implements the factorizations of batches. Each matrix is scaled by a power of
// two if its elements are far from 1, factored, and scaled back.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg/linalg.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/small_matrices.h"
#include "optimized/resources/settings.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

Status numeric(std::string kind, std::string message) {
  return {StatusCode::kNumeric, std::move(kind), std::move(message)};
}
Status converged(bool is_so) {
  if (is_so) return {};
  return numeric("no_convergence", "the iteration does not converge");
}
Status not_positive_definite() {
  return numeric("not_positive_definite", "a pivot is not positive");
}

// Allocates the results that infer() gives for the call.
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

// A part of a batch: matrices with elements of T, which are factored as S, and
// their results.
template <typename T, typename S>
struct BatchPart {
  Factor<T, S> result(std::size_t i) const { return {results[i], batch.rank}; }

  const Tensor& a;
  const Tensors& results;
  std::int64_t call_count;  // matrices of the call, of which these are a part
  Batch batch = Batch(a);
};

// Calls f(part) to fill the results, for the parts of the batch that threads
// take.
template <typename F>
Status fill_factors(const Tensor& a, const Tensors& results, F f) {
  return with_compute_type(
      a.dtype, [&]<typename T>(std::type_identity<T>) -> Status {
        if constexpr (std::is_integral_v<T>)
          return Status::internal("no matrices of integers");
        else
          return for_batch_parts(a, [&](const auto& part_of) {
            if (part_of.is_whole())
              return f(BatchPart<T, T>{a, results, Batch(a).count});
            Tensors parts;
            for (const Tensor& result : results)
              parts.push_back(part_of(result));
            const Tensor part = part_of(a);
            return f(BatchPart<T, T>{part, parts, Batch(a).count});
          });
      });
}

// Allocates the results and fills them.
template <typename F>
Result<Tensors> factored(Backend& memory, Op op, const Tensor& a,
                         const Attributes& attributes, F f) {
  auto results = make_results(memory, op, a, attributes);
  if (!results) return results;
  const Status status = fill_factors(a, *results, f);
  if (!status.ok()) return status;
  return results;
}

// A result of a factorization, or null if the call does not want it. It is
// scaled back by the matrix's scale to the power of halves / 2.
template <typename F>
struct Output {
  F* factor;
  int halves;
};
// clang 14 needs this guide, because it does not deduce the parameter of an
// aggregate.
template <typename F>
Output(F*, int) -> Output<F>;

// Says how matrices are read, and which status the call has if a matrix has an
// element that is not finite. If that status is ok, the results of such a
// matrix are NaN.
struct Reading {
  enum class Part { kAll, kLower };
  Part part = Part::kAll;
  Status if_not_finite = {};
  // Matrices that are done already, by their index; may be empty.
  std::vector<bool> done = {};
};

// Reads and scales every matrix of a part, calls factor(matrix) to compute the
// elements of the outputs, and puts these into the results.
template <typename T, typename S, typename F, typename... Factors>
Status factor_each(const BatchPart<T, S>& part, const Reading& reading,
                   F factor, Output<Factors>... outputs) {
  if (part.a.view.numel() == 0) return {};
  const Batch& batch = part.batch;
  const Dense<T> matrices(part.a);
  Matrix<S> matrix(batch.rows, batch.columns);
  // Calls f(output) for each result that the call wants.
  const auto for_wanted = [&](auto f) {
    ((outputs.factor == nullptr ? void() : f(outputs)), ...);
  };
  for (std::int64_t i = 0; i < batch.count; ++i) {
    if (!reading.done.empty() && reading.done[std::size_t(i)]) continue;
    const T* elements = matrices.data() + i * batch.rows * batch.columns;
    if (reading.part == Reading::Part::kLower)
      matrix.read_lower(elements);
    else
      matrix.read(elements);
    const bool is_finite = matrix.scale();
    for_wanted([&](auto output) { output.factor->begin(i); });
    const Status status = is_finite ? factor(matrix) : reading.if_not_finite;
    if (!status.ok()) return status;
    for_wanted([&](auto output) {
      if (is_finite)
        output.factor->put(matrix.exponent() / 2 * output.halves);
      else
        output.factor->put_nan();
    });
  }
  for_wanted([&](auto output) { output.factor->store(); });
  return {};
}

// Stores identity matrices, which are the orthonormal factors of empty
// matrices.
template <typename F>
void store_identities(const Batch& batch, std::int64_t columns, F& factor) {
  for (std::int64_t i = 0; i < batch.count; ++i) {
    factor.begin(i);
    factor.put_identity(columns);
  }
  factor.store();
}

// Returns half of the smallest positive value. Values up to it round to zero.
double rounds_to_zero(DType dtype) {
  const FloatFormat& format = format_of(dtype);
  return std::ldexp(1, format.min_exponent - format.precision);
}

// Returns the largest magnitude on the diagonal. No element of a positive
// definite matrix has a larger one.
template <typename T>
T largest_on_diagonal(const T* a, std::int64_t n) {
  T largest = 0;
  for (std::int64_t i = 0; i < n; ++i)
    largest = std::max(largest, std::abs(a[i * (n + 1)]));
  return largest;
}

// Returns whether an element on the diagonal of a factor of cholesky rounds to
// zero.
template <typename S>
bool has_no_pivot(const S* factor, std::int64_t n, int exponent, double least) {
  auto smallest = std::real(factor[0]);
  for (std::int64_t j = 1; j < n; ++j)
    smallest = std::min(smallest, std::real(factor[j * (n + 1)]));
  const double pivot = smallest;
  return (exponent == 0 ? pivot : std::ldexp(pivot, exponent)) <= least;
}

// Returns whether there is nothing left to factor.
bool all_done(const Batch& batch, const std::vector<bool>& done) {
  return batch.count == 0 || batch.rows == 0 ||
         (!done.empty() &&
          std::find(done.begin(), done.end(), false) == done.end());
}

// Factors the real matrices of a part that are not done and do not have to be
// scaled, and sets that they are done. They are read where they are. A matrix
// that is not finite has a pivot that is not positive.
template <typename T>
Status factor_moderate(const BatchPart<T, T>& part, bool upper, double least,
                       Factor<T, T>& factor, std::vector<bool>& done) {
  const std::int64_t n = part.batch.rows;
  if (all_done(part.batch, done)) return {};
  done.resize(static_cast<std::size_t>(part.batch.count));
  const Dense<T> matrices(part.a);
  for (std::int64_t i = 0; i < part.batch.count; ++i) {
    const T* a = matrices.data() + i * n * n;
    if (done[static_cast<std::size_t>(i)] ||
        !Matrix<T>::is_moderate(largest_on_diagonal(a, n)))
      continue;
    factor.begin(i);
    if (!factor_cholesky(a, n, upper, factor.elements()) ||
        has_no_pivot(factor.elements(), n, 0, least))
      return not_positive_definite();
    done[static_cast<std::size_t>(i)] = true;
  }
  return {};
}

// Factors small matrices side by side, except those that have to be scaled or
// are not finite, by factor(group, first, count) for the matrices from the
// first one on. Sets which ones are done. Whether this is worthwhile follows
// from the extents of the whole call, and no matrix depends on its neighbours.
template <typename T, typename F>
Status factor_small(const BatchPart<T, T>& part, std::vector<bool>& done,
                    F factor) {
  const Batch& batch = part.batch;
  const std::int64_t size = batch.rows * batch.columns;
  if (size == 0 ||
      std::max(batch.rows, batch.columns) > settings().factor_lanes ||
      part.call_count < settings().factor_batch)
    return {};
  done.resize(static_cast<std::size_t>(batch.count));
  const Dense<T> matrices(part.a);
  SmallMatrices<T> group(batch.rows, batch.columns);
  for (std::int64_t first = 0; first < batch.count; first += vector_unit<T>) {
    const std::int64_t some = std::min(vector_unit<T>, batch.count - first);
    const T* largest = group.read(matrices.data() + first * size, some);
    for (std::int64_t lane = 0; lane < some; ++lane) {
      const bool is_moderate = Matrix<T>::is_moderate(largest[lane]);
      done[static_cast<std::size_t>(first + lane)] = is_moderate;
      if (!is_moderate) group.clear(lane);
    }
    const Status status = factor(group, first, some);
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace

Result<Tensors> cholesky(Backend& memory, const Tensor& a, bool upper) {
  auto made = memory.buffer(a.dtype, a.view.shape());
  if (!made) return made.status();
  const Tensors results{*std::move(made)};
  const double least = rounds_to_zero(a.dtype);
  const Status status = fill_factors(
      a, results,
      [&]<typename T, typename S>(const BatchPart<T, S>& part) -> Status {
        constexpr bool kReal = !kIsComplex<T>;
        auto factor = part.result(0);
        std::vector<bool> done;
        if constexpr (kReal) {
          const Status of_small = factor_small(
              part, done,
              [&](SmallMatrices<T>& group, std::int64_t first,
                  std::int64_t count) -> Status {
                if (!group.factor_cholesky(static_cast<T>(least)))
                  return not_positive_definite();
                factor.begin(first);
                group.store_triangles(factor.elements(), count, upper);
                return {};
              });
          if (!of_small.ok()) return of_small;
          const Status rest = factor_moderate(part, upper, least, factor, done);
          if (!rest.ok()) return rest;
          if (all_done(part.batch, done)) {
            factor.store();
            return {};
          }
        }
        return factor_each(
            part, {Reading::Part::kLower, not_positive_definite(), done},
            [&](const Matrix<S>& matrix) -> Status {
              const std::int64_t n = part.batch.rows;
              S* to = factor.elements();
              if (!factor_cholesky(matrix.elements(), n, upper, to) ||
                  has_no_pivot(to, n, matrix.exponent() / 2, least))
                return not_positive_definite();
              return {};
            },
            Output{&factor, 1});
      });
  if (!status.ok()) return status;
  return results;
}

Result<Tensors> qr(Backend& memory, const Tensor& a, bool reduced) {
  const auto attributes = Attributes().flag(AttributeKey::kReduced, reduced);
  return factored(
      memory, "qr"_op, a, attributes,
      [&]<typename T, typename S>(const BatchPart<T, S>& part) -> Status {
        const Batch& batch = part.batch;
        const std::int64_t inner = part.results[0].view.shape().back();
        auto q = part.result(0);
        auto r = part.result(1);
        if (part.a.view.numel() == 0) {
          store_identities(batch, inner, q);
          return {};
        }
        std::vector<bool> done;
        if constexpr (!kIsComplex<T>) {
          const Status status = factor_small(
              part, done,
              [&](SmallMatrices<T>& group, std::int64_t first,
                  std::int64_t count) -> Status {
                q.begin(first);
                r.begin(first);
                group.factor_qr(inner, count, q.elements(), r.elements());
                return {};
              });
          if (!status.ok()) return status;
        }
        return factor_each(
            part, {.done = done},
            [&](const Matrix<S>& matrix) -> Status {
              factor_qr(matrix.elements(), batch.rows, batch.columns, inner,
                        q.elements(), r.elements());
              return {};
            },
            Output{&q, 0}, Output{&r, 2});
      });
}

Result<Tensors> svd(Backend& memory, const Tensor& a, bool full_matrices) {
  const auto attributes =
      Attributes().flag(AttributeKey::kFullMatrices, full_matrices);
  return factored(
      memory, "svd"_op, a, attributes,
      [&]<typename T, typename S>(const BatchPart<T, S>& part) -> Status {
        const Batch& batch = part.batch;
        auto u = part.result(0);
        Factor<double, double> s(part.results[1], batch.rank);
        auto vh = part.result(2);
        if (part.a.view.numel() == 0) {
          store_identities(batch, part.results[0].view.shape().back(), u);
          store_identities(batch, batch.columns, vh);
          return {};
        }
        return factor_each(
            part, {},
            [&](const Matrix<S>& matrix) {
              return converged(factor_svd(
                  matrix.elements(), batch.rows, batch.columns, full_matrices,
                  u.elements(), s.elements(), vh.elements()));
            },
            Output{&u, 0}, Output{&s, 2}, Output{&vh, 0});
      });
}

Result<Tensors> eig(Backend& memory, const Tensor& a, bool vectors) {
  const auto attributes = Attributes().flag(AttributeKey::kVectors, vectors);
  return factored(
      memory, "eig"_op, a, attributes,
      [&]<typename T, typename S>(const BatchPart<T, S>& part) -> Status {
        using W = typename Wide<T>::type;
        using Values = Factor<Complex, Complex>;
        const BatchPart<T, W> wide{part.a, part.results, part.call_count};
        Values w(part.results[0], part.batch.rank);
        std::optional<Values> v;
        if (vectors) v.emplace(part.results[1], part.batch.rank);
        return factor_each(
            wide, {},
            [&](const Matrix<W>& matrix) {
              return converged(factor_eig(matrix.elements(), part.batch.rows,
                                          w.elements(),
                                          v ? v->elements() : nullptr));
            },
            Output{&w, 2}, Output{v ? &*v : nullptr, 0});
      });
}

Result<Tensors> eigh(Backend& memory, const Tensor& a, bool vectors) {
  const auto attributes = Attributes().flag(AttributeKey::kVectors, vectors);
  return factored(
      memory, "eigh"_op, a, attributes,
      [&]<typename T, typename S>(const BatchPart<T, S>& part) -> Status {
        Factor<double, double> w(part.results[0], part.batch.rank);
        std::optional<Factor<T, S>> v;
        if (vectors) v.emplace(part.results[1], part.batch.rank);
        return factor_each(
            part, {Reading::Part::kLower, {}},
            [&](const Matrix<S>& matrix) {
              return converged(factor_eigh(matrix.elements(), part.batch.rows,
                                           w.elements(),
                                           v ? v->elements() : nullptr));
            },
            Output{&w, 2}, Output{v ? &*v : nullptr, 0});
      });
}

}  // namespace assay::optimized
