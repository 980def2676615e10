// Derives the types of the results of correlate.
#include "spec/type_rules.h"

namespace assay {

TypesResult types_correlated(const CallTypes& call) {
  const auto reject = [&](std::string_view clause, std::string_view what) {
    return broken(call.op, clause, what);
  };
  const TensorType& x = call.operands[0];
  const TensorType& kernel = call.operands[1];
  const TensorType& like = call.operands.back();
  for (std::size_t i = 1; i < call.operands.size(); ++i)
    if (x.shape.empty() || call.operands[i].shape.size() != 1)
      return reject("correlate.rank"_clause,
                    "x has no axis, or another operand has not one axis");
  const bool is_biased = call.operands.size() == 4;
  const TensorType& last = is_biased ? call.operands[2] : kernel;
  if (kernel.dtype != x.dtype || last.dtype != x.dtype ||
      like.dtype != DType::kBool)
    return reject("correlate.same_dtype"_clause, "the dtypes differ");
  if (x.shape.back() == 0 || kernel.shape[0] == 0 ||
      (is_biased && last.shape != like.shape))
    return reject("correlate.extents"_clause,
                  "an extent is 0, or bias is not as long as like");
  Shape shape = x.shape;
  shape.back() = like.shape[0];
  return std::vector<TensorType>{{x.dtype, shape}, {DType::kInt32, like.shape}};
}

}  // namespace assay
