// Derives the types of the results of the elementwise ops of lax, and of
// convert, and selects variants by the ranks of operands.
// Tested by tests/spec/infer_lax_elementwise_test.cc.
#include <cmath>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

static_assert(
    [] {
      int required = 0;
      int allowed = 0;
      for (const DTypeSpec& from : kDTypes)
        for (const DTypeSpec& to : kDTypes) {
          const Need need =
              need_of_conversion(from.dtype, to.dtype, Need::kRequired);
          required += need == Need::kRequired ? 1 : 0;
          allowed += may_convert(from.dtype, to.dtype) ? 1 : 0;
        }
      return required == 104 && allowed == 135;
    }(),
    "convert allows 135 pairs, and 31 of them have a packed dtype");

// Rejects an operand that has neither the shape of x nor rank 0.
Status check_scalar_or(Op op, std::string_view clause, const Shape& shape,
                       const TensorType& operand, std::string_view name) {
  if (operand.shape.empty() || operand.shape == shape) return {};
  return broken(op, clause,
                fmt::format("{} has the shape {}, neither {} nor []", name,
                            shape_text(operand.shape), shape_text(shape)));
}

}  // namespace

TypesResult types_of_moduli(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  if (!is_complex(x.dtype)) return one_type(x.dtype, x.shape);
  return one_type(
      x.dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64,
      x.shape);
}

TypesResult types_clamped_generally(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  if (Status s = check_same_dtype(call.op, "elementwise.same_dtype"_clause,
                                  call.operands);
      !s.ok())
    return s;
  for (std::size_t i = 1; i < call.operands.size(); ++i)
    if (Status s = check_scalar_or(call.op, "clamp_general.shape"_clause,
                                   x.shape, call.operands[i],
                                   spec_of(call.op).signature.operands[i].name);
        !s.ok())
      return s;
  return one_type(x.dtype, x.shape);
}

TypesResult types_selected_generally(const CallTypes& call) {
  constexpr std::string_view kShape = "select_general.shape"_clause;
  const TensorType& pred = call.operands[0];
  const TypeSpan branches = call.operands.subspan(1);
  if (pred.dtype != DType::kBool)
    return broken(call.op, "select_general.pred"_clause,
                  fmt::format("the predicate is {}", name_of(pred.dtype)));
  if (Status s =
          check_same_dtype(call.op, "elementwise.same_dtype"_clause, branches);
      !s.ok())
    return s;
  if (Status s = check_same_shape(call.op, kShape, branches); !s.ok()) return s;
  if (Status s =
          check_scalar_or(call.op, kShape, branches[0].shape, pred, "pred");
      !s.ok())
    return s;
  return one_type(branches[0].dtype, branches[0].shape);
}

// A pair that is not allowed is a typed error of the op, so no type is wrong.
TypesResult types_converted(const CallTypes& call) {
  return one_type(call.requested, call.operands[0].shape);
}

std::size_t variant_by_bounds(std::span<const TensorType> operands,
                              const Attributes&) {
  if (operands.empty() || operands[0].shape.empty()) return 0;
  for (const TensorType& bound : operands.subspan(1))
    if (bound.shape.empty()) return 1;
  return 0;
}

std::size_t variant_by_predicate(std::span<const TensorType> operands,
                                 const Attributes&) {
  return operands.size() > 1 && operands[0].shape.empty() &&
                 !operands[1].shape.empty()
             ? 1
             : 0;
}

bool has_exact_modulus(DType dtype, ComplexPoint z) {
  const double a = std::fabs(z.re);
  const double b = std::fabs(z.im);
  if (!(std::isfinite(a) && std::isfinite(b))) return false;
  if (b == 0) return true;
  const double unit = std::fmax(a, b) / 4;
  int exponent = 0;
  return std::frexp(unit, &exponent) == 0.5 && std::fmin(a, b) == 3 * unit &&
         std::fmin(a, b) >= std::ldexp(1.0, format_of(dtype).min_exponent);
}

bool is_power_of_four(DType dtype, ComplexPoint x) {
  int exponent = 0;
  return x.im == 0 && x.re >= std::ldexp(1.0, format_of(dtype).min_exponent) &&
         std::isfinite(x.re) && std::frexp(x.re, &exponent) == 0.5 &&
         exponent % 2 != 0;
}

}  // namespace assay
