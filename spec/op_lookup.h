// Looks up rows of the op table while the program runs. The rows themselves are
// in spec/op_table.h, which takes long to compile. Only sources that need them
// in constant expressions, such as "add"_op, include it.
// Tested by tests/spec/op_table_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "spec/op.h"

namespace assay {

// Returns the rows of all ops; the position of a row is its Op.
std::span<const OpSpec* const> every_op();

// Returns the ops by ascending name.
std::span<const Op> every_op_by_name();

// Returns all families, in the order of their ops.
std::span<const FamilySpec> every_family();

// Return the row, the name or the family of an op.
const OpSpec& spec_of(Op op);
std::string_view name_of(Op op);
const FamilySpec& family_of(Op op);

// Returns the name of the op set that the op belongs to: that of its row, or
// else of its family.
std::string_view set_of(Op op);

// Returns the op of a name, if there is one.
std::optional<Op> op_named(std::string_view name);

// Returns the clause of an id, or null.
const Clause* clause_named(std::string_view id);

// Returns the id of the op's own clause of this aspect, or else of its
// family's; empty if neither has one.
std::string_view clause_of(Op op, std::string_view aspect);

// Returns whether a clause of the family is put to the test on backends: not
// those of views, which have cases of their own, nor what callers guarantee.
constexpr bool is_judged_of_backends(const FamilySpec& family,
                                     const Clause& clause) {
  return family.op_count > 0 && clause.enforced_by != EnforcedBy::kInfer;
}

// Returns the variant of a name ("" for the unnamed one), or null.
constexpr const Variant* variant_named(const OpSpec& op,
                                       std::string_view name) {
  for (const Variant& variant : op.variants)
    if (variant.name == name) return &variant;
  return nullptr;
}

// Returns the need of a variant of an op on a dtype; where cells are pairs,
// also of the result's dtype, which elsewhere is that of the operand.
constexpr Need need_of(const OpSpec& spec, const Variant& variant, DType dtype,
                       DType result) {
  if (!variant.dtypes().contains(dtype)) return Need::kNone;
  if (!spec.signature.is_paired() && result != dtype) return Need::kNone;
  const Need need =
      variant.required.contains(dtype) ? Need::kRequired : Need::kOptional;
  return spec.pair_need == nullptr ? need : spec.pair_need(dtype, result, need);
}
inline Need need_of(Op op, const Variant& variant, DType dtype, DType result) {
  return need_of(spec_of(op), variant, dtype, result);
}

// Returns the variant that a call's attributes select.
const Variant& variant_of(Op op, const Attributes& attributes);

// Returns whether some dtype of the variant is judged by the class: sums are
// condition-aware in floats, also where integers make them exact.
constexpr bool is_judged_by(const Variant& variant, Accuracy accuracy) {
  for (const Tolerance& tolerance : variant.accuracy)
    if (tolerance.accuracy == accuracy) return true;
  return false;
}

// Returns whether results of the variant are sums of terms in some dtype, so
// that they are exact if every partial sum is.
constexpr bool is_sum_of_terms(const Variant& variant) {
  for (const Tolerance& tolerance : variant.accuracy)
    if (tolerance.accuracy == Accuracy::kConditionAware && tolerance.bound == 0)
      return true;
  return false;
}

// Returns how exact an op must be on a dtype; the dtype is one of its cells.
constexpr Tolerance tolerance_of(const Variant& variant, DType dtype) {
  for (const Tolerance& tolerance : variant.accuracy)
    if (tolerance.dtypes.contains(dtype)) return tolerance;
  return {};
}

// Returns whether results of the op are judged by residuals, so that there is
// no answer to compare them with.
constexpr bool is_judged_by_residual(const OpSpec& spec) {
  return spec.variants.begin()->accuracy.begin()->accuracy ==
         Accuracy::kResidual;
}
inline bool is_judged_by_residual(Op op) {
  return is_judged_by_residual(spec_of(op));
}

}  // namespace assay
