// Makes Eigen a backend. The table of ops and Eigen's calls is in README.md;
// claims.cc has the limits of each op.
#include <algorithm>
#include <string_view>

#include "adapters/eigen/elementwise.h"
#include "adapters/eigen/factor_shapes.h"
#include "adapters/eigen/tensor_ops.h"
#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

namespace {

using assay_eigen::Axes;
using assay_eigen::ElementBits;
using assay_eigen::Pairs;
using assay_eigen::Reduction;
using assay_eigen::Result;
using assay_eigen::Scan;
using assay_eigen::Shape;
using assay_eigen::Status;
using assay_eigen::Tensor;
using assay_eigen::Tensors;

class EigenBackend : public assay::TypedBackend<EigenBackend>,
                     public assay_eigen::Elementwise {
 public:
  static constexpr std::string_view kName = "eigen";
  static constexpr std::string_view kVersion = "3.4.0";

  std::optional<assay::Claim> claim(const assay::Cell& cell) const override {
    auto claim = assay::TypedBackend<EigenBackend>::claim(cell);
    return claim ? assay_eigen::narrowed(cell, *claim) : claim;
  }

  Status max(const Tensor& out, const Tensor& a, const Tensor& b) {
    return assay_eigen::larger(out, a, b);
  }
  Status min(const Tensor& out, const Tensor& a, const Tensor& b) {
    return assay_eigen::smaller(out, a, b);
  }
  Status clamp(const Tensor& out, const Tensor& x,
               std::optional<ElementBits> low,
               std::optional<ElementBits> high) {
    return assay_eigen::clamp(out, x, low, high);
  }
  Status relu(const Tensor& out, const Tensor& x) {
    return assay_eigen::relu(out, x);
  }
  Status cast(const Tensor& out, const Tensor& x) {
    return assay_eigen::cast(out, x);
  }

#define ASSAY_REDUCTION(op, kind)                                         \
  Status op(const Tensor& out, const Tensor& x, const Axes& axes, bool) { \
    return assay_eigen::reduce(Reduction::kind, out, x, axes);            \
  }
  ASSAY_REDUCTION(reduce_sum, kSum)
  ASSAY_REDUCTION(reduce_prod, kProd)
  ASSAY_REDUCTION(reduce_max, kMax)
  ASSAY_REDUCTION(reduce_min, kMin)
  ASSAY_REDUCTION(mean, kMean)
  ASSAY_REDUCTION(any, kAny)
  ASSAY_REDUCTION(all, kAll)
#undef ASSAY_REDUCTION

  Status argmax(const Tensor& out, const Tensor& x, std::int64_t axis, bool) {
    return assay_eigen::arg_reduce(true, out, x, axis);
  }
  Status argmin(const Tensor& out, const Tensor& x, std::int64_t axis, bool) {
    return assay_eigen::arg_reduce(false, out, x, axis);
  }
  Status associative_scan(const Tensor& out, const Tensor& x, std::int64_t axis,
                          Scan op) {
    return assay_eigen::scan(out, x, axis, op);
  }

  Result<Tensor> full(assay::DType dtype, const Shape& shape,
                      ElementBits value) {
    return assay_eigen::full(*this, dtype, shape, value);
  }
  Result<Tensor> copy(const Tensor& x) {
    Result<Tensor> y = buffer(x.dtype, x.view.shape());
    if (!y) return y;
    if (Status s = assay_eigen::assign(*y, x); !s.ok()) return s;
    return y;
  }
  Status assign(const Tensor& out, const Tensor& x) {
    return assay_eigen::assign(out, x);
  }
  Result<Tensor> permute(const Tensor& x, const Axes& axes) {
    return assay_eigen::permute(*this, x, axes);
  }
  Result<Tensor> expand(const Tensor& x, const Shape& shape) {
    return assay_eigen::expand(*this, x, shape);
  }
  Result<Tensor> shrink(const Tensor& x, const Pairs& ranges) {
    return assay_eigen::shrink(*this, x, ranges);
  }
  Result<Tensor> flip(const Tensor& x, const std::vector<bool>& axes) {
    return assay_eigen::flip(*this, x, axes);
  }
  Result<Tensor> slice_general(const Tensor& x, const Axes& starts,
                               const Axes& limits, const Axes& strides) {
    return assay_eigen::slice_general(*this, x, starts, limits, strides);
  }
  Status pad(const Tensor& y, const Tensor& x, const Pairs& padding,
             ElementBits value) {
    return assay_eigen::pad(y, x, padding, value);
  }
  Status cat(const Tensor& out, const Tensors& members, std::int64_t axis) {
    if (members.size() == 1) return assay_eigen::assign(out, members[0]);
    return assay_eigen::cat(out, members[0], members[1], axis);
  }
  Status repeat(const Tensor& out, const Tensor& x, std::int64_t axis,
                std::int64_t times) {
    return assay_eigen::repeat(out, x, axis, times);
  }

  Status matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
    return assay_eigen::matmul(out, a, b);
  }
  Status triangular_solve(const Tensor& y, const Tensor& a, const Tensor& b,
                          bool upper, bool transpose, bool unit_diag) {
    return assay_eigen::triangular_solve(y, a, b, upper, transpose, unit_diag);
  }
  Status solve(const Tensor& x, const Tensor& a, const Tensor& b) {
    return assay_eigen::solve(x, a, b);
  }

  Result<Tensors> cholesky(const Tensor& a, bool upper) {
    return assay_eigen::made(*this, {{a.dtype, a.view.shape()}},
                             [&](const Tensors& made) {
                               return assay_eigen::cholesky(made[0], a, upper);
                             });
  }
  Result<Tensors> qr(const Tensor& a, bool reduced) {
    const Shape& shape = a.view.shape();
    const auto m = shape[shape.size() - 2], n = shape.back();
    const auto k = reduced ? std::min(m, n) : m;
    return assay_eigen::made(
        *this,
        {{a.dtype, assay_eigen::with_last(shape, {m, k})},
         {a.dtype, assay_eigen::with_last(shape, {k, n})}},
        [&](const Tensors& made) { return assay_eigen::qr(made, a); });
  }
  Result<Tensors> svd(const Tensor& a, bool full_matrices) {
    const Shape& shape = a.view.shape();
    const auto m = shape[shape.size() - 2], n = shape.back();
    const auto k = std::min(m, n);
    return assay_eigen::made(
        *this,
        {{a.dtype, assay_eigen::with_last(shape, {m, full_matrices ? m : k})},
         {assay_eigen::real_of(a.dtype), assay_eigen::with_last(shape, {k})},
         {a.dtype, assay_eigen::with_last(shape, {full_matrices ? n : k, n})}},
        [&](const Tensors& made) {
          return assay_eigen::svd(made, a, full_matrices);
        });
  }
  Result<Tensors> eig(const Tensor& a, bool vectors) {
    return spectrum(a, assay_eigen::complex_of(a.dtype),
                    assay_eigen::complex_of(a.dtype), vectors,
                    assay_eigen::eig);
  }
  Result<Tensors> eigh(const Tensor& a, bool vectors) {
    return spectrum(a, assay_eigen::real_of(a.dtype), a.dtype, vectors,
                    assay_eigen::eigh);
  }

  Status fft(const Tensor& out, const Tensor& x, const Axes& axes) {
    return along(axes, [&](std::int64_t axis) {
      return assay_eigen::fft(out, x, axis, false);
    });
  }
  Status ifft(const Tensor& out, const Tensor& x, const Axes& axes) {
    return along(axes, [&](std::int64_t axis) {
      return assay_eigen::fft(out, x, axis, true);
    });
  }
  Status rfft(const Tensor& out, const Tensor& x, const Axes& axes,
              assay::DType) {
    return along(axes, [&](std::int64_t axis) {
      return assay_eigen::rfft(out, x, axis);
    });
  }

 private:
  template <typename F>
  static Status along(const Axes& axes, const F& f) {
    if (axes.size() == 1) return f(axes[0]);
    return Status::unsupported("rank", "a transform is along one axis");
  }

  Result<Tensors> spectrum(const Tensor& a, assay::DType value,
                           assay::DType vector, bool vectors,
                           Status (*f)(const Tensors&, const Tensor&)) {
    const Shape& shape = a.view.shape();
    std::vector<std::pair<assay::DType, Shape>> types{
        {value, assay_eigen::with_last(shape, {shape.back()})}};
    if (vectors) types.emplace_back(vector, shape);
    return assay_eigen::made(*this, types,
                             [&](const Tensors& made) { return f(made, a); });
  }
};

}  // namespace

ASSAY_EXPORT_BACKEND(EigenBackend)
