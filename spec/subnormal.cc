// Decides which calls the policy axis float.subnormal governs, and flushes
// subnormal components of elements to zero.
// Tested by tests/spec/subnormal_test.cc.
#include "spec/subnormal.h"

#include <algorithm>

#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"

namespace assay {
namespace {

std::uint64_t flushed_part(const FloatFormat& format, std::uint64_t bits) {
  const std::uint64_t sign = bits & sign_bit(format);
  return (bits ^ sign) < smallest_normal_bits(format) ? sign : bits;
}

bool is_governed_elementwise(Op op) {
  return op != "abs"_op && op != "neg"_op && op != "where"_op &&
         op != "conj"_op && op != "select_general"_op;
}

// Returns whether the ops of a family compute each element by functions.
bool computes_functions(std::string_view family) {
  return family == "pointwise" || family == "activation";
}

// Returns whether the elements of the results are sums.
bool is_computed(const Variant& variant) {
  return is_judged_by(variant, Accuracy::kConditionAware);
}

}  // namespace

bool is_governed_by_subnormal(const Call& call, DType result) {
  const std::string_view family = family_of(call.op).name;
  if (family == "elementwise") return is_governed_elementwise(call.op);
  if (computes_functions(family)) return true;
  // A reduction over no axes only copies.
  if (family == "reduction")
    return !spec_of(call.op).has(AttributeKey::kAxes) ||
           !call.attributes.axes().empty();
  if (family == "conversion") return call.operands[0].dtype != result;
  if (call.op == "scatter"_op || call.op == "scatter_general"_op)
    return call.attributes.mode() != ScatterMode::kSet;
  if (call.op == "einsum"_op)
    return !read_subscripts(call.attributes.integers(AttributeKey::kSubscripts))
                ->only_moves();
  if (call.op == "any"_op || call.op == "all"_op) return true;
  // Maxima are moved, and only means and sums are computed.
  if (family == "pooling" || family == "statistics")
    return is_judged_by(variant_of(call.op, call.attributes),
                        Accuracy::kConditionAware);
  if (family == "selection")
    return is_computed(variant_of(call.op, call.attributes));
  return call.op == "fold"_op || family == "contraction" ||
         family == "fourier" || family == "linear" || family == "convolution";
}

bool has_subnormal_policy(Op op) {
  const OpSpec& spec = spec_of(op);
  const std::string_view family = family_of(op).name;
  const bool has_floats = std::any_of(
      spec.variants.begin(), spec.variants.end(), [](const Variant& variant) {
        return variant.dtypes().contains(DType::kFloat32) ||
               variant.dtypes().contains(DType::kComplex64);
      });
  if (family == "elementwise") return has_floats && is_governed_elementwise(op);
  if (computes_functions(family)) return has_floats;
  if (family == "pooling" || family == "statistics")
    return is_judged_by(spec.variants[0], Accuracy::kConditionAware);
  if (family == "selection")
    return std::any_of(spec.variants.begin(), spec.variants.end(), is_computed);
  return has_floats &&
         (family == "reduction" || family == "conversion" ||
          family == "contraction" || family == "fourier" ||
          family == "linear" || family == "convolution" || op == "scatter"_op ||
          op == "scatter_general"_op || op == "fold"_op);
}

ElementBits flushed(DType dtype, ElementBits bits) {
  if (!is_real(dtype) && !is_complex(dtype)) return bits;
  const FloatFormat& format = format_of(dtype);
  bits.re = flushed_part(format, bits.re);
  if (is_complex(dtype)) bits.im = flushed_part(format, bits.im);
  return bits;
}

}  // namespace assay
