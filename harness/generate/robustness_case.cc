// Turns rows into cases whose broken call is the last step, so that nothing
// depends on its result.
// Tested by tests/harness/generate/robustness_case_test.cc.
#include "harness/generate/robustness_case.h"

#include <algorithm>
#include <cstdlib>

#include "harness/case/case_types.h"
#include "harness/case/refusal.h"
#include "harness/families/case_builder.h"
#include "harness/families/drawn_families.h"
#include "harness/generate/robustness_rows.h"
#include "harness/protocol/build_protocol.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

ElementBits number_of(DType dtype, double value) {
  return {encode_real(format_of(dtype), value), 0};
}

// Returns element k of a batch of matrices, in row-major order.
ElementBits matrix_element(const SampleTensor& sample, std::size_t k) {
  const Shape& shape = sample.type.shape;
  const std::int64_t columns = shape.back();
  const std::int64_t rows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  const std::int64_t place = static_cast<std::int64_t>(k) % (rows * columns);
  if (place / columns == place % columns)
    return number_of(sample.type.dtype, 4);
  const bool is_odd_one =
      sample.filling == Filling::kNotHermitian && place == 1;
  return number_of(sample.type.dtype, is_odd_one ? 2 : 1);
}

void add_sample_tensor(CaseBuilder& builder, const std::string& name,
                       const SampleTensor& sample) {
  const auto& [dtype, shape] = sample.type;
  const Layout layout = sample.has_gaps ? Layout::kSlice : Layout::kContiguous;
  if (sample.filling == Filling::kPlain)
    return builder.add_operand(name, dtype, shape, layout);
  builder.add_tensor(name, dtype, shape, layout, [&](std::size_t k) {
    if (sample.filling == Filling::kScales)
      return number_of(sample.type.dtype, k == 0 ? sample.first_scale : 1);
    if (sample.filling != Filling::kIndices) return matrix_element(sample, k);
    const std::int64_t index = k == 0 ? sample.first_index : 0;
    return ElementBits{static_cast<std::uint32_t>(index), 0};
  });
}

// Stores an operand of out's dtype in the same buffer as out, as two views of
// it. Returns the operand's name.
std::string add_shared(CaseBuilder& builder, const TensorType& out,
                       Sharing sharing) {
  const std::int64_t count = out.shape[0];
  const std::int64_t start = sharing == Sharing::kApart ? count : 1;
  builder.add_operand("x", out.dtype, {start + count}, Layout::kContiguous);
  builder.add_step("shrink"_op, {"x"},
                   Attributes().ranges({{start, start + count}}), {"operand"});
  builder.add_step("shrink"_op, {"x"}, Attributes().ranges({{0, count}}),
                   {"out"});
  return "operand";
}

// Adds the tensors that the call writes to, unless the op makes them. Returns
// their names.
std::vector<std::string> add_outs(CaseBuilder& builder,
                                  const RobustnessRow& row,
                                  const Sample& sample) {
  const PlannedCase& plan = builder.plan();
  std::vector<std::string> names;
  const auto types = result_types(plan.cell(), row);
  const bool is_kept = spec_of(plan.op).signature.delivery == Delivery::kKept;
  const bool makes = makes_tensor(plan.op) && sample.outs.empty();
  for (std::size_t i = 0; i < types.size(); ++i) {
    names.push_back(i == 0 ? "out" : "out_" + std::to_string(i + 1));
    if (makes || sample.sharing != Sharing::kNone) continue;
    const SampleTensor out =
        sample.outs.empty() ? SampleTensor{.type = types[i]} : sample.outs[i];
    if (out.has_gaps || is_kept)
      add_sample_tensor(builder, names[i], out);
    else
      builder.add_out(names[i], out.type.dtype, out.type.shape);
  }
  return names;
}

const RobustnessRow& row_of(const PlannedCase& plan,
                            const RobustnessRows& rows) {
  int number = plan.number;
  for (const RobustnessRow& row : rows)
    if (row.clause == plan.clause && number-- == 0) return row;
  std::abort();  // plans have only the numbers of rows
}

// Returns the first index that counts from the end, or null.
ElementBits* negative_index(Case& test_case, const Step& step,
                            std::int64_t extent) {
  for (CaseTensor& tensor : test_case.tensors)
    if (tensor.name == step.operands[1] && tensor.storage)
      for (ElementBits& bits : *tensor.storage) {
        const auto index =
            static_cast<std::int32_t>(static_cast<std::uint32_t>(bits.re));
        if (index < 0 && index >= -extent) return &bits;
      }
  return nullptr;
}

}  // namespace

Case build_robustness_case(const PlannedCase& plan, std::uint64_t run_seed) {
  static constexpr ClauseCase kRow{};
  const Structure structure{{}, std::vector<std::uint32_t>(kChoiceCount, 0)};
  CaseBuilder builder(plan, case_seed(run_seed, plan.id()), structure, kRow);
  if (surrounds_calls(plan.op)) {
    build_protocol_breach(builder);
    return builder.finish();
  }
  const RobustnessRows rows = robustness_rows(plan.cell());
  const RobustnessRow& row = row_of(plan, rows);
  const bool breaks = plan.breach == Breach::kBroken;
  const Sample& sample = breaks ? row.broken : row.control;
  std::string shared;
  const TensorType first_out = result_types(plan.cell(), row).front();
  if (sample.sharing != Sharing::kNone)
    shared = add_shared(builder, first_out, sample.sharing);
  std::vector<std::string> operands;
  for (const SampleTensor& operand : sample.operands) {
    if (!shared.empty() && operand.type.dtype == first_out.dtype) {
      operands.push_back(shared);
      continue;
    }
    operands.push_back("operand_" + std::to_string(operands.size() + 1));
    add_sample_tensor(builder, operands.back(), operand);
  }
  const auto outs = add_outs(builder, row, sample);
  builder.add_step(plan.op, operands, sample.attributes, outs);
  if (!breaks || row.may_wrap)
    for (const std::string& out : outs) builder.expect(out);
  Case made = builder.finish();
  Step& call = made.steps.back();
  if (breaks) call.kind = kRefusal;
  if (breaks && !row.may_wrap) call.status = StatusCode::kInvalid;
  return made;
}

std::optional<Case> with_wrapped_indices(const Case& test_case) {
  if (test_case.steps.empty()) return std::nullopt;
  const Step& step = test_case.steps.back();
  if (!may_be_refused(step) || family_of(step.op).name != "indexing" ||
      !spec_of(step.op).has(AttributeKey::kAxis))
    return std::nullopt;
  const CaseTensor* indexed = test_case.find(step.operands[0]);
  const std::int64_t extent =
      indexed->view.shape()[static_cast<std::size_t>(step.attributes.axis())];
  Case wrapped = test_case;
  wrapped.steps.back().kind.clear();
  ElementBits* index = negative_index(wrapped, step, extent);
  if (index == nullptr) return std::nullopt;
  index->re = static_cast<std::uint32_t>(index->re +
                                         static_cast<std::uint64_t>(extent));
  return wrapped;
}

}  // namespace assay
