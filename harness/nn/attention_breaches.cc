// Lists the calls that break the preconditions of attention, each with a
// control that differs in that one thing.
// Tested by tests/spec/precondition_test.cc.
#include <cmath>

#include "harness/families/drawn_families.h"
#include "harness/nn/draw_slices.h"

namespace assay {

void add_attention_rows(const Cell& cell, RobustnessRows& rows) {
  const bool is_combined = cell.variant == "combined";
  const bool is_masked = cell.variant == "mask" || is_combined;
  const bool is_biased = cell.variant == "bias" || is_combined;
  const auto number = [&](double value) {
    return nearest_element(cell.dtype, value);
  };
  Sample control{{of(cell.dtype, {1, 2, 3, 2}), of(cell.dtype, {1, 2, 4, 2}),
                  of(cell.dtype, {1, 2, 4, 5})},
                 Attributes()
                     .flag(AttributeKey::kCausal, false)
                     .flag(AttributeKey::kMasked, is_masked)
                     .flag(AttributeKey::kBiased, is_biased)
                     .element(AttributeKey::kScale, number(1))};
  if (cell.variant == "softcap")
    control.attributes.element(AttributeKey::kSoftcap, number(2));
  if (is_masked) control.operands.push_back(of(DType::kBool, {1, 2, 3, 4}));
  if (is_biased) control.operands.push_back(of(cell.dtype, {1, 2, 3, 4}));
  const auto add = [&](std::string_view clause, auto change) {
    Sample broken = control;
    change(broken);
    rows.push_back({clause, std::move(broken), control});
  };
  const auto add_shape = [&](std::string_view clause, std::size_t operand,
                             const Shape& shape) {
    add(clause,
        [&](Sample& sample) { sample.operands[operand].type.shape = shape; });
  };
  constexpr std::string_view kExtents = "attention.extents"_clause;
  add_shape("attention.rank"_clause, 0, {2, 3, 2});
  add_shape(kExtents, 0, {2, 2, 3, 2});
  add_shape(kExtents, 1, {1, 2, 4, 3});
  add_shape(kExtents, 1, {1, 1, 4, 2});
  add_shape(kExtents, 2, {1, 2, 3, 5});
  if (control.operands.size() > 3)
    add_shape(kExtents, control.operands.size() - 1, {1, 2, 3, 1});
  add("attention.same_dtype"_clause, [&](Sample& sample) {
    sample.operands[2].type.dtype = another(cell.dtype);
  });
  add("attention.finite_scale"_clause, [&](Sample& sample) {
    sample.attributes.element(AttributeKey::kScale, number(HUGE_VAL));
  });
  if (control.attributes.find(AttributeKey::kSoftcap) != nullptr)
    for (const double softcap : {0.0, -1.0})
      add("attention.softcap_positive"_clause, [&](Sample& sample) {
        sample.attributes.element(AttributeKey::kSoftcap, number(softcap));
      });
  add_out_rows(cell, "attention.out"_clause, control,
               {cell.dtype, {1, 2, 3, 5}}, rows);
}

}  // namespace assay
