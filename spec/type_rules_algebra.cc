// Derives the dtypes and shapes of the results of matmul, the Fourier
// transforms and linear algebra, and rejects calls that break a precondition.
// Tested by tests/spec/infer_algebra_test.cc.
#include <algorithm>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns the extents of the axes before the last two.
Shape batch_of(const Shape& shape) {
  return Shape(shape.begin(), shape.end() - 2);
}

// Returns the dtype of the modulus of an element.
DType real_dtype_of(DType dtype) {
  if (dtype == DType::kComplex64) return DType::kFloat32;
  return dtype == DType::kComplex128 ? DType::kFloat64 : dtype;
}

// Returns the dtype of the results of eig on operands of this dtype.
DType eigen_dtype_of(DType dtype, const Profile& profile) {
  const bool is_double =
      dtype == DType::kFloat64 || dtype == DType::kComplex128;
  return is_double || profile.is("eig.values=complex128"_policy)
             ? DType::kComplex128
             : DType::kComplex64;
}

std::int64_t rows_of(const Shape& shape) { return shape[shape.size() - 2]; }

// Returns the shape of a batch of matrices with r rows and c columns.
Shape matrices(Shape batch, std::int64_t r, std::int64_t c) {
  batch.push_back(r);
  batch.push_back(c);
  return batch;
}

Shape vectors(Shape batch, std::int64_t n) {
  batch.push_back(n);
  return batch;
}

Status check_rank(Op op, const Shape& shape) {
  if (shape.size() >= 2) return {};
  return broken(op, "linalg.rank"_clause,
                fmt::format("{} has no two matrix axes", shape_text(shape)));
}

Status check_square(Op op, const Shape& shape) {
  if (shape.back() == shape[shape.size() - 2]) return {};
  return broken(
      op, "linalg.square"_clause,
      fmt::format("the matrices of {} are not square", shape_text(shape)));
}

// Returns the extent that irfft gives its last transformed axis.
Result<std::int64_t> real_length(Op op, const Shape& shape,
                                 const Attributes& attributes) {
  const auto& axes = attributes.axes();
  const auto* s = attributes.find(AttributeKey::kSizes);
  if (s == nullptr) {
    const std::int64_t bins = shape[static_cast<std::size_t>(axes.back())];
    if (bins >= 2) return 2 * (bins - 1);
    return broken(op, "irfft.two_bins"_clause,
                  fmt::format("without s, {} bins give no extent", bins));
  }
  bool fits = s->size() == axes.size() && !s->empty() && s->back() >= 1 &&
              checked_element_count({s->back()});
  for (std::size_t i = 0; fits && i + 1 < axes.size(); ++i)
    fits = (*s)[i] == shape[static_cast<std::size_t>(axes[i])];
  if (fits) return s->back();
  return broken(
      op, "irfft.s_lengths"_clause,
      fmt::format("s {} does not fit the axes {} of {}", shape_text(*s),
                  shape_text(axes), shape_text(shape)));
}

// Rejects axes that the operand does not have or that have no elements.
Status check_transform(const CallTypes& call) {
  const Shape& shape = call.operands[0].shape;
  for (std::int64_t axis : call.attributes.axes()) {
    if (Status s =
            check_axis(call.op, "fourier.axes_valid"_clause, axis, shape);
        !s.ok())
      return s;
    if (shape[static_cast<std::size_t>(axis)] < 1)
      return broken(call.op, "fourier.length"_clause,
                    fmt::format("axis {} of {} has no elements", axis,
                                shape_text(shape)));
  }
  return {};
}

// Returns the dtype of singular values and of the eigenvalues of eigh.
DType singular_dtype_of(DType dtype, const Profile& profile) {
  return profile.is("svd.values=same"_policy) ? real_dtype_of(dtype)
                                              : DType::kFloat64;
}

// Returns the types of the eigenvalues and, if the call asks for them, of the
// eigenvectors.
TypesResult eigen_types(const CallTypes& call, DType values, DType vectors_of) {
  const TensorType& a = call.operands[0];
  if (Status s = check_rank(call.op, a.shape); !s.ok()) return s;
  if (Status s = check_square(call.op, a.shape); !s.ok()) return s;
  std::vector<TensorType> types = {
      {values, vectors(batch_of(a.shape), a.shape.back())}};
  if (call.attributes.flag(AttributeKey::kVectors))
    types.push_back({vectors_of, a.shape});
  return types;
}

}  // namespace

TypesResult types_contracted(const CallTypes& call) {
  const Op op = call.op;
  const TypeSpan operands = call.operands;
  if (Status s = check_same_dtype(op, "matmul.same_dtype"_clause, operands);
      !s.ok())
    return s;
  const Shape& a = operands[0].shape;
  const Shape& b = operands[1].shape;
  if (a.size() < 2 || a.size() != b.size())
    return broken(
        op, "matmul.rank"_clause,
        fmt::format("operands have ranks {} and {}", a.size(), b.size()));
  if (a.back() != b[b.size() - 2])
    return broken(op, "matmul.inner"_clause,
                  fmt::format("{} and {} have no inner extent in common",
                              shape_text(a), shape_text(b)));
  if (batch_of(a) != batch_of(b))
    return broken(op, "matmul.batch"_clause,
                  fmt::format("{} and {} have different batch extents",
                              shape_text(a), shape_text(b)));
  return std::vector<TensorType>{
      {operands[0].dtype, matrices(batch_of(a), a[a.size() - 2], b.back())}};
}

TypesResult types_transformed(const CallTypes& call) {
  if (Status s = check_transform(call); !s.ok()) return s;
  return std::vector<TensorType>{call.operands[0]};
}

TypesResult types_half_spectrum(const CallTypes& call) {
  if (Status s = check_transform(call); !s.ok()) return s;
  const DType dtype = call.attributes.dtype();
  if (!is_complex(dtype))
    return broken(call.op, "rfft.complex_dtype"_clause,
                  fmt::format("dtype is {}", name_of(dtype)));
  const auto& axes = call.attributes.axes();
  TensorType result{dtype, call.operands[0].shape};
  if (!axes.empty()) {
    std::int64_t& last = result.shape[static_cast<std::size_t>(axes.back())];
    last = last / 2 + 1;  // rfft.half
  }
  return std::vector<TensorType>{result};
}

TypesResult types_of_half_spectrum(const CallTypes& call) {
  if (Status s = check_transform(call); !s.ok()) return s;
  const DType dtype = call.attributes.dtype();
  if (!kTransformable.contains(dtype))
    return broken(call.op, "irfft.real_dtype"_clause,
                  fmt::format("dtype is {}", name_of(dtype)));
  const auto& axes = call.attributes.axes();
  TensorType result{dtype, call.operands[0].shape};
  const auto* s = call.attributes.find(AttributeKey::kSizes);
  if (!axes.empty() || (s != nullptr && !s->empty())) {
    const auto length = real_length(call.op, result.shape, call.attributes);
    if (!length) return length.status();
    result.shape[static_cast<std::size_t>(axes.back())] = *length;
  }
  return std::vector<TensorType>{result};
}

TypesResult types_square(const CallTypes& call) {
  const TensorType& a = call.operands[0];
  if (Status s = check_rank(call.op, a.shape); !s.ok()) return s;
  if (Status s = check_square(call.op, a.shape); !s.ok()) return s;
  return std::vector<TensorType>{a};
}

TypesResult types_qr(const CallTypes& call) {
  const TensorType& a = call.operands[0];
  if (Status s = check_rank(call.op, a.shape); !s.ok()) return s;
  const Shape batch = batch_of(a.shape);
  const std::int64_t m = rows_of(a.shape), n = a.shape.back();
  const bool reduced = call.attributes.flag(AttributeKey::kReduced);
  const std::int64_t inner = reduced ? std::min(m, n) : m;  // qr.reduced
  return std::vector<TensorType>{{a.dtype, matrices(batch, m, inner)},
                                 {a.dtype, matrices(batch, inner, n)}};
}

TypesResult types_svd(const CallTypes& call) {
  const TensorType& a = call.operands[0];
  if (Status s = check_rank(call.op, a.shape); !s.ok()) return s;
  const Shape batch = batch_of(a.shape);
  const std::int64_t m = rows_of(a.shape), n = a.shape.back();
  const std::int64_t k = std::min(m, n);
  const bool full = call.attributes.flag(AttributeKey::kFullMatrices);
  return std::vector<TensorType>{
      {a.dtype, matrices(batch, m, full ? m : k)},
      {singular_dtype_of(a.dtype, call.profile), vectors(batch, k)},
      {a.dtype, matrices(batch, full ? n : k, n)}};
}

TypesResult types_eig(const CallTypes& call) {
  const DType dtype = eigen_dtype_of(call.operands[0].dtype, call.profile);
  return eigen_types(call, dtype, dtype);
}

TypesResult types_eigh(const CallTypes& call) {
  const DType dtype = call.operands[0].dtype;
  return eigen_types(call, singular_dtype_of(dtype, call.profile), dtype);
}

TypesResult types_solved(const CallTypes& call) {
  const Op op = call.op;
  const TypeSpan operands = call.operands;
  if (Status s =
          check_same_dtype(op, "triangular_solve.same_dtype"_clause, operands);
      !s.ok())
    return s;
  const Shape& a = operands[0].shape;
  const Shape& b = operands[1].shape;
  if (Status s = check_rank(op, a); !s.ok()) return s;
  if (Status s = check_square(op, a); !s.ok()) return s;
  const Shape left(a.begin(), a.end() - 1);  // batch, n
  const bool fits = b.size() + 1 >= a.size() && b.size() <= a.size() &&
                    std::equal(left.begin(), left.end(), b.begin());
  if (!fits)
    return broken(op, "triangular_solve.right_sides"_clause,
                  fmt::format("{} are no right-hand sides of {}", shape_text(b),
                              shape_text(a)));
  return std::vector<TensorType>{operands[1]};
}

}  // namespace assay
