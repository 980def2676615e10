// Makes rows that many ops have: broken attributes, and outs that do not fit.
// Tested by tests/spec/precondition_test.cc.
#include "harness/families/robustness_row.h"

namespace assay {

void add_attribute_row(std::string_view clause, const SampleTensor& x,
                       const Attributes& broken, const Attributes& control,
                       RobustnessRows& rows) {
  rows.push_back({clause, {{x}, broken}, {{x}, control}});
}

void add_out_rows(const Cell& cell, std::string_view clause,
                  const Sample& control, const TensorType& out,
                  RobustnessRows& rows) {
  const Signature& signature = spec_of(cell.op).signature;
  Sample right = control;
  right.outs = {{.type = out}};
  const auto add = [&](const SampleTensor& wrong) {
    Sample broken = control;
    broken.outs = {wrong};
    rows.push_back({clause, broken, right});
  };
  // The out is too small, so writing to it anyway writes outside.
  TensorType smaller = out;
  --smaller.shape.back();
  add({.type = smaller});
  TensorType other = out;
  other.dtype = another(out.dtype);
  // Without a dtype attribute, the dtype of the out selects the dtype of the
  // result, so every dtype is right.
  const bool takes_any_dtype =
      signature.is_paired() && !spec_of(cell.op).has(AttributeKey::kDType);
  if (!takes_any_dtype) add({.type = other});
  if (signature.delivery != Delivery::kKept)
    add({.type = out, .has_gaps = true});
}

}  // namespace assay
