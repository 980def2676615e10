// Each matrix of a batch is widened to double, scaled by a power of two where
// its elements are far from 1, factored, and scaled back.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "optimized/dense.h"
#include "optimized/linalg_factors.h"
#include "spec/infer.h"

namespace assay::optimized {
namespace {

// The type in which matrices of T are factored.
template <typename T>
struct Wide {
  using type = double;
};
template <typename T>
struct Wide<std::complex<T>> {
  using type = Complex;
};

template <typename T>
std::vector<T> array_of(std::int64_t count) {
  return std::vector<T>(static_cast<std::size_t>(count));
}

double magnitude(double x) { return std::abs(x); }
double magnitude(Complex z) {
  // A NaN of either component is that of the result.
  return std::abs(z.real()) + std::abs(z.imag());
}
double scaled(double x, int exponent) { return std::ldexp(x, exponent); }
Complex scaled(Complex z, int exponent) {
  return {std::ldexp(z.real(), exponent), std::ldexp(z.imag(), exponent)};
}

// A matrix in row-major order, times 2^-exponent.
template <typename S>
class Matrix {
 public:
  Matrix(std::int64_t rows, std::int64_t columns)
      : rows_(rows),
        columns_(columns),
        elements_(array_of<S>(rows * columns)) {}

  // Takes all elements, or the lower triangle of a Hermitian matrix: the upper
  // one and the imaginary part of the diagonal are not looked at.
  template <typename T>
  void read(const T* from) {
    for (std::size_t i = 0; i < elements_.size(); ++i)
      elements_[i] = static_cast<S>(from[i]);
  }
  template <typename T>
  void read_lower(const T* from) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      for (std::int64_t j = 0; j < i; ++j) {
        at(i, j) = static_cast<S>(from[i * columns_ + j]);
        if constexpr (std::is_same_v<S, Complex>)
          at(j, i) = std::conj(at(i, j));
        else
          at(j, i) = at(i, j);
      }
      at(i, i) = std::real(from[i * columns_ + i]);
    }
  }

  // Brings the largest element near 1 where squares could leave the range, by
  // an even power. Returns whether all elements are finite.
  bool scale() {
    double largest = 0;
    double sum = 0;  // not finite if an element is not
    for (const S& element : elements_) {
      largest = std::max(largest, magnitude(element));
      sum += magnitude(element) * 0x1p-64;
    }
    exponent_ = 0;
    if (!std::isfinite(sum)) return false;
    if (largest == 0 || (largest > 0x1p-100 && largest < 0x1p100)) return true;
    exponent_ = std::ilogb(largest) / 2 * 2;
    for (S& element : elements_) element = scaled(element, -exponent_);
    return true;
  }

  const S* elements() const { return elements_.data(); }
  int exponent() const { return exponent_; }

 private:
  S& at(std::int64_t i, std::int64_t j) {
    return elements_[static_cast<std::size_t>(i * columns_ + j)];
  }

  std::int64_t rows_, columns_;
  std::vector<S> elements_;
  int exponent_ = 0;
};

// One result of all matrices: a part of the dtype's compute type for each, from
// an array in which a factorization leaves that of one.
template <typename T, typename S>
class Factor {
 public:
  Factor(const Tensor& tensor, std::size_t batch_rank)
      : out_(tensor), part_(1) {
    const Shape& shape = tensor.view.shape();
    for (std::size_t i = batch_rank; i < shape.size(); ++i) part_ *= shape[i];
    elements_ = array_of<S>(part_);
  }

  S* elements() { return elements_.data(); }
  std::int64_t part() const { return part_; }

  void put(std::int64_t batch, int exponent = 0) {
    T* to = out_.data() + batch * part_;
    for (std::int64_t i = 0; i < part_; ++i) {
      const S& element = elements_[static_cast<std::size_t>(i)];
      to[i] =
          static_cast<T>(exponent == 0 ? element : scaled(element, exponent));
    }
  }
  void put_nan(std::int64_t batch) {
    constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
    std::fill_n(out_.data() + batch * part_, part_, T(kNan));
  }
  // Puts the first columns of an identity matrix.
  void put_identity(std::int64_t batch, std::int64_t columns) {
    std::fill(elements_.begin(), elements_.end(), S(0));
    for (std::int64_t i = 0; i * columns < part_; ++i)
      if (i < columns) elements_[static_cast<std::size_t>(i * columns + i)] = 1;
    put(batch);
  }
  void store() { out_.store(); }

 private:
  DenseOut<T> out_;
  std::int64_t part_;
  std::vector<S> elements_;
};

// What a call's matrices have in common.
struct Batch {
  explicit Batch(const Tensor& a)
      : rank(a.view.rank() - 2),
        rows(a.view.shape()[rank]),
        columns(a.view.shape()[rank + 1]) {
    for (std::size_t i = 0; i < rank; ++i) count *= a.view.shape()[i];
  }

  std::size_t rank;
  std::int64_t rows, columns;
  std::int64_t count = 1;
};

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

// Calls f(type of the elements, type in which they are factored).
template <typename F>
Status with_types(DType dtype, F f) {
  return with_compute_type(
      dtype, [&]<typename T>(std::type_identity<T> type) -> Status {
        if constexpr (std::is_integral_v<T>)
          return Status::internal("no matrices of integers");
        else
          return f(type, std::type_identity<typename Wide<T>::type>());
      });
}

// Half of the smallest positive value: what is not greater rounds to zero.
double rounds_to_zero(DType dtype) {
  const FloatFormat& format = format_of(dtype);
  return std::ldexp(1, format.min_exponent - format.precision);
}

}  // namespace

Result<Tensors> cholesky(Backend& memory, const Tensor& a, bool upper) {
  auto results = make_results(memory, "cholesky"_op, a,
                              Attributes().flag(AttributeKey::kUpper, upper));
  if (!results || a.view.numel() == 0) return results;
  const Batch batch(a);
  const std::int64_t n = batch.rows;
  const Status status = with_types(
      a.dtype,
      [&]<typename T, typename S>(std::type_identity<T>,
                                  std::type_identity<S>) -> Status {
        const Dense<T> matrices(a);
        Matrix<S> matrix(n, n);
        Factor<T, S> factor((*results)[0], batch.rank);
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
  return status.ok() ? results : Result<Tensors>(status);
}

Result<Tensors> qr(Backend& memory, const Tensor& a, bool reduced) {
  auto results = make_results(
      memory, "qr"_op, a, Attributes().flag(AttributeKey::kReduced, reduced));
  if (!results) return results;
  const Batch batch(a);
  const Status status =
      with_types(a.dtype,
                 [&]<typename T, typename S>(std::type_identity<T>,
                                             std::type_identity<S>) -> Status {
                   const Dense<T> matrices(a);
                   Matrix<S> matrix(batch.rows, batch.columns);
                   Factor<T, S> q((*results)[0], batch.rank);
                   Factor<T, S> r((*results)[1], batch.rank);
                   const std::int64_t inner = (*results)[0].view.shape().back();
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
                     factor_qr(matrix.elements(), batch.rows, batch.columns,
                               inner, q.elements(), r.elements());
                     q.put(i);
                     r.put(i, matrix.exponent());
                   }
                   q.store();
                   r.store();
                   return {};
                 });
  return status.ok() ? results : Result<Tensors>(status);
}

Result<Tensors> svd(Backend& memory, const Tensor& a, bool full_matrices) {
  auto results = make_results(
      memory, "svd"_op, a,
      Attributes().flag(AttributeKey::kFullMatrices, full_matrices));
  if (!results) return results;
  const Batch batch(a);
  const Status status =
      with_types(a.dtype,
                 [&]<typename T, typename S>(std::type_identity<T>,
                                             std::type_identity<S>) -> Status {
                   const Dense<T> matrices(a);
                   Matrix<S> matrix(batch.rows, batch.columns);
                   Factor<T, S> u((*results)[0], batch.rank);
                   Factor<double, double> s((*results)[1], batch.rank);
                   Factor<T, S> vh((*results)[2], batch.rank);
                   const std::int64_t size = batch.rows * batch.columns;
                   for (std::int64_t i = 0; i < batch.count; ++i) {
                     if (size == 0) {
                       u.put_identity(i, (*results)[0].view.shape().back());
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
                     if (!factor_svd(matrix.elements(), batch.rows,
                                     batch.columns, full_matrices, u.elements(),
                                     s.elements(), vh.elements()))
                       return no_convergence();
                     u.put(i);
                     s.put(i, matrix.exponent());
                     vh.put(i);
                   }
                   u.store();
                   vh.store();
                   return {};
                 });
  return status.ok() ? results : Result<Tensors>(status);
}

Result<Tensors> eig(Backend& memory, const Tensor& a, bool vectors) {
  auto results = make_results(
      memory, "eig"_op, a, Attributes().flag(AttributeKey::kVectors, vectors));
  if (!results || a.view.numel() == 0) return results;
  const Batch batch(a);
  const std::int64_t n = batch.rows;
  const Status status =
      with_types(a.dtype,
                 [&]<typename T, typename S>(std::type_identity<T>,
                                             std::type_identity<S>) -> Status {
                   const Dense<T> matrices(a);
                   Matrix<S> matrix(n, n);
                   using Values = Factor<Complex, Complex>;
                   Values w((*results)[0], batch.rank);
                   std::optional<Values> v;
                   if (vectors) v.emplace((*results)[1], batch.rank);
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
  return status.ok() ? results : Result<Tensors>(status);
}

Result<Tensors> eigh(Backend& memory, const Tensor& a, bool vectors) {
  auto results = make_results(
      memory, "eigh"_op, a, Attributes().flag(AttributeKey::kVectors, vectors));
  if (!results || a.view.numel() == 0) return results;
  const Batch batch(a);
  const std::int64_t n = batch.rows;
  const Status status =
      with_types(a.dtype,
                 [&]<typename T, typename S>(std::type_identity<T>,
                                             std::type_identity<S>) -> Status {
                   const Dense<T> matrices(a);
                   Matrix<S> matrix(n, n);
                   Factor<double, double> w((*results)[0], batch.rank);
                   std::optional<Factor<T, S>> v;
                   if (vectors) v.emplace((*results)[1], batch.rank);
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
  return status.ok() ? results : Result<Tensors>(status);
}

}  // namespace assay::optimized
