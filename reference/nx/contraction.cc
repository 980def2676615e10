// Evaluates matmul with one exact sum of products per element.
// Tested by tests/reference/contraction_test.cc.
#include "reference/accumulators.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// out[…, i, j] = Σ_k a[…, i, k] · b[…, k, j]. The products and their sum are
// exact, and the sum is rounded once. An empty sum is 0.
template <typename T>
Result<Tensors> multiply(const Evaluation& call) {
  const Elements a = call.operand(0);
  const Elements b = call.operand(1);
  const Results out = call.results();
  const Shape& shape = call.call.outs[0].view.shape();
  const std::int64_t inner = a.view().shape().back();
  const std::size_t row = shape.size() - 2;
  const std::size_t column = shape.size() - 1;
  for (const Index& at : indices(shape)) {
    Sum<T> sum(call);   // matmul.empty_sum, matmul.isolated_nan
    Index a_at = at;    // matmul.batched, matmul.broadcast_batch
    Index b_at = a_at;  // the batch and, in turn, i and j
    for (std::int64_t k = 0; k < inner; ++k) {
      a_at[column] = k;
      b_at[row] = k;
      sum.add_product(a.value<T>(a_at),
                      b.value<T>(b_at));  // matmul.value, matmul.every_term
    }
    sum.write(out, at);
  }
  return Tensors{};
}

}  // namespace

Result<Tensors> evaluate(OpTag<"matmul">, const Evaluation& call) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>) return multiply<T>(call);
        return Status::internal("no products of bool");
      });
}

}  // namespace assay
