// The signals family of the toy set: a correlation along the last axis.
#include "reference/accumulators.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// y[…, i] = bias[i] + Σ_k e[…, i + k] · kernel[k], summed exactly and rounded
// once.
template <typename T>
void correlate(const Evaluation& call, const Results& y, const Results& terms) {
  const Elements x = call.operand(0);
  const Elements kernel = call.operand(1);
  const Attributes& attributes = call.call.attributes;
  const bool is_biased = attributes.flag(AttributeKey::kBiased);
  const bool wraps = attributes.integers(AttributeKey::kEdges)[0] == 1;
  const T fill = decode<T>(x.dtype(), attributes.value());
  const std::int64_t extent = x.view().shape().back();
  const std::int64_t length = call.call.operands.back().view.shape()[0];
  Shape shape = x.view().shape();
  shape.back() = length;  // correlate.like
  for (const Index& at : indices(shape)) {
    Sum<T> sum(call);  // correlate.wrap, correlate.accuracy
    const std::int64_t i = at.back();
    if (is_biased)
      sum.add(call.operand(2).template value<T>({i}));  // correlate.bias
    for (std::int64_t k = 0; k < kernel.view().numel(); ++k) {
      Index place = at;
      place.back() = wraps ? (i + k) % extent : i + k;  // correlate.around
      const T e =
          place.back() < extent ? x.value<T>(place) : fill;  // correlate.fill
      sum.add_product(e, kernel.value<T>({k}));              // correlate.value,
      // correlate.every_term, correlate.nonfinite
    }
    sum.write(y, at);
  }
  const auto count =
      static_cast<std::int64_t>(kernel.view().numel() + (is_biased ? 1 : 0));
  for (std::int64_t i = 0; i < length; ++i)
    terms.put(Index{i}, count);  // correlate.terms
}

}  // namespace

Result<Tensors> evaluate(OpTag<"correlate">, const Evaluation& call) {
  const Tensor& x = call.call.operands[0];
  const Shape like = call.call.operands.back().view.shape();
  Shape shape = x.view.shape();
  shape.back() = like[0];
  auto y = make_tensor(x.dtype, shape);
  if (!y) return y.status();
  auto terms = make_tensor(DType::kInt32, like);
  if (!terms) return terms.status();
  return with_scalar_of(
      x.dtype, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>) {
          correlate<T>(call, call.results_in(*y), call.results_in(*terms, 1));
          return Tensors{*y, *terms};
        }
        return Status::internal("no sums of bool");
      });
}

}  // namespace assay
