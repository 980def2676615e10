// Evaluates unfold, which copies element k of window l from its place, and
// fold, which adds it to that place. Tested by tests/reference/windows_test.cc.
#include <optional>

#include "reference/accumulators.h"
#include "reference/tensor_ops.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Holds the geometry of a call. Windows slide over the extents `spatial`.
class Windows {
 public:
  Windows(const Attributes& attributes, const Shape& spatial)
      : spatial_(spatial),
        kernel_(attributes.integers(AttributeKey::kKernelSize)),
        stride_(attributes.integers(AttributeKey::kStride)),
        dilation_(attributes.integers(AttributeKey::kDilation)),
        padding_(attributes.padding()),
        counts_(window_counts(spatial, attributes)) {}

  const Shape& kernel() const { return kernel_; }
  const Shape& counts() const { return counts_; }

  // Returns the place of element k of window l, which is stride·l + dilation·k
  // - before on each axis. Returns nothing if it is in the padding.
  std::optional<Index> place(const Index& k, const Index& l) const {
    Index p(spatial_.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      p[i] = stride_[i] * l[i]      // unfold.stride
             + dilation_[i] * k[i]  // unfold.dilation
             - padding_[i].first;   // unfold.asymmetric
      if (p[i] < 0 || p[i] >= spatial_[i]) return std::nullopt;
    }
    return p;
  }

  // Returns the window whose element k is at place p, which is the l with
  // place(k, l) = p. Returns nothing if there is none.
  std::optional<Index> window(const Index& k, const Index& p) const {
    Index l(p.size());
    for (std::size_t i = 0; i < l.size(); ++i) {
      const std::int64_t start = p[i] + padding_[i].first  // fold.asymmetric
                                 - dilation_[i] * k[i];    // fold.dilation
      l[i] = start / stride_[i];                           // fold.stride
      const bool starts_here = start >= 0 && start % stride_[i] == 0;
      if (!starts_here || l[i] >= counts_[i]) return std::nullopt;
    }
    return l;
  }

 private:
  Shape spatial_;
  Shape kernel_;
  Shape stride_;
  Shape dilation_;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding_;
  Shape counts_;
};

Index joined(const Index& first, const Index& second) {
  Index at = first;
  at.insert(at.end(), second.begin(), second.end());
  return at;
}

// y[…, p] = Σ_k x[…, k, l] over the k for which some window l has element k at
// place p. Elements in the padding have no place p. If no window covers p, the
// sum is empty.
template <typename T>
void fold(const Evaluation& call, const Shape& leading, const Results& y) {
  const Elements x = call.operand(0);
  const Attributes& attributes = call.call.attributes;
  const Shape& spatial = attributes.integers(AttributeKey::kOutputSize);
  const Windows windows(attributes, spatial);
  const View row(windows.kernel());
  const View column(windows.counts());
  for (const Index& lead : indices(leading)) {  // fold.leading
    for (const Index& p : indices(spatial)) {   // fold.spatial, fold.dropped
      Sum<T> sum(call);                         // fold.uncovered
      for (const Index& k : indices(windows.kernel())) {
        const auto l = windows.window(k, p);
        if (!l) continue;
        sum.add(x.value<T>(joined(  // fold.value, fold.overlap, fold.every_term
            lead, {row.linear_index(k), column.linear_index(*l)})));
      }
      sum.write(y,
                joined(lead, p));  // fold.accuracy, fold.nonfinite, fold.wrap
    }
  }
}

}  // namespace

// y[…, k, l] = x[…, place of element k of window l], and 0 in the padding.
Result<Tensors> evaluate(OpTag<"unfold">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Attributes& attributes = call.call.attributes;
  const Shape& shape = x.view().shape();
  const auto first_spatial =
      shape.end() - std::ssize(attributes.integers(AttributeKey::kKernelSize));
  const Shape leading(shape.begin(), first_spatial);
  const Windows windows(attributes, Shape(first_spatial, shape.end()));
  const View row(windows.kernel());
  const View column(windows.counts());
  const auto made =
      make_tensor(x.dtype(), joined(leading, {row.numel(), column.numel()}));
  if (!made) return made.status();
  const Elements y(*made);
  for (const Index& lead : indices(leading)) {            // unfold.leading
    for (const Index& k : indices(windows.kernel())) {    // unfold.order
      for (const Index& l : indices(windows.counts())) {  // unfold.count
        const auto p = windows.place(k, l);  // unfold.value, unfold.spatial
        const Index at =
            joined(lead, {row.linear_index(k), column.linear_index(l)});
        y.store(at, p ? x.bits(joined(lead, *p))
                      : ElementBits{});  // unfold.padding
      }
    }
  }
  return Tensors{*made};
}

Result<Tensors> evaluate(OpTag<"fold">, const Evaluation& call) {
  const Shape& shape = call.call.operands[0].view.shape();
  const Shape leading(shape.begin(), shape.end() - 2);
  const DType dtype = call.call.operands[0].dtype;
  const auto made = make_tensor(
      dtype, joined(leading,
                    call.call.attributes.integers(AttributeKey::kOutputSize)));
  if (!made) return made.status();
  const Results y = call.results_in(*made);
  return with_scalar_of(
      dtype, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>) {
          fold<T>(call, leading, y);
          return Tensors{*made};
        }
        return Status::internal("no sums of bool");
      });
}

}  // namespace assay
