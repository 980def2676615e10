// Tested by tests/sweep/inputs_test.cc.
#include "sweep/inputs.h"

#include <fmt/format.h>

namespace assay {

Result<Inputs> inputs_of(Op op, DType dtype) {
  const OpSpec& spec = spec_of(op);
  const bool unary = spec.signature == Signature::kUnary;
  const bool binary = spec.signature == Signature::kBinary ||
                      spec.signature == Signature::kComparison;
  if (!unary && !binary)
    return Status::invalid(
        fmt::format("{} is no unary, binary or comparison op, and only those "
                    "are swept",
                    spec.name));
  if (need_of(op, *spec.variants.begin(), dtype, dtype) == Need::kNone)
    return Status::invalid(
        fmt::format("the contract has no {} on {}", spec.name, name_of(dtype)));
  const int limit = unary ? 32 : 8;
  if (spec_of(dtype).bits > limit)
    return Status::invalid(fmt::format(
        "{} has {} bits, and {} ops are swept on elements of at most {}",
        name_of(dtype), spec_of(dtype).bits, unary ? "unary" : "binary",
        limit));
  return Inputs{op, dtype, unary ? 1 : 2};
}

std::optional<std::string> refused_inputs(const Inputs& inputs,
                                          const Profile& profile) {
  if (!is_integer(inputs.dtype)) return std::nullopt;
  const bool power = inputs.op == "pow"_op &&
                     category_of(inputs.dtype) == Category::kSigned &&
                     profile.is("pow.negative_exponent=error"_policy);
  const bool quotient = (inputs.op == "div"_op || inputs.op == "mod"_op) &&
                        profile.is("div.integer_zero=error"_policy);
  if (!power && !quotient) return std::nullopt;
  return fmt::format(
      "profile {} answers {} with an error on some inputs of {}, so that they "
      "cannot be in one call",
      profile.name, name_of(inputs.op), name_of(inputs.dtype));
}

}  // namespace assay
