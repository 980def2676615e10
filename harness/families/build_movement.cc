// Builds the cases of the movement family: attributes for each op, and programs
// that show whether a result shares memory with its operand.
// Tested by tests/harness/generate/build_case_test.cc.
#include <algorithm>
#include <numeric>

#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/movement.h"
#include "harness/families/op_rows.h"
#include "spec/infer.h"

namespace assay {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Returns the shape with its elements regrouped: two neighbouring axes are
// merged, one axis is split, or an axis of extent 1 is inserted.
Shape regrouped(const Structure& structure, const Shape& shape) {
  // A shape of rank 32 has the largest rank and cannot get another axis.
  const std::int64_t way = shape.size() >= 32 ? 0 : structure.choose(0, 3);
  Shape result = shape;
  if (way == 0 && shape.size() >= 2) {
    const auto at = static_cast<std::size_t>(
        structure.choose(1, static_cast<std::int64_t>(shape.size()) - 1));
    result[at] *= result[at + 1];
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    return result;
  }
  if (way == 1 && !shape.empty() && shape.back() % 2 == 0) {
    result.back() /= 2;
    result.push_back(2);
    return result;
  }
  result.insert(result.begin(), 1);
  return result;
}

Attributes expand_attributes(const CaseBuilder& builder, const Shape& shape) {
  // Repeats at most three axes, because repeating many would need too much
  // memory.
  Shape wide = shape;
  int repeated = 0;
  for (std::int64_t& extent : wide)
    if (extent == 1 && repeated++ < 3)
      extent = 1 + builder.structure().choose(0, 4);
  return Attributes().shape(wide);
}

Attributes reshape_attributes(const CaseBuilder& builder, const Shape& shape) {
  return Attributes().shape(regrouped(builder.structure(), shape));
}

Attributes permute_attributes(const CaseBuilder& builder, const Shape& shape) {
  std::vector<std::int64_t> axes(shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  for (std::size_t i = 0; i + 1 < axes.size(); ++i)
    std::swap(axes[i],
              axes[i + static_cast<std::size_t>(builder.structure().choose(
                           i % kChoiceCount,
                           static_cast<std::int64_t>(axes.size() - i)))]);
  return Attributes().permutation(axes);
}

Attributes shrink_attributes(const CaseBuilder& builder, const Shape& shape) {
  const Structure& structure = builder.structure();
  Pairs ranges;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::int64_t start =
        structure.choose(axis % 4, std::max<std::int64_t>(shape[axis], 1));
    const std::int64_t length =
        1 + structure.choose(4 + axis % 4,
                             std::max<std::int64_t>(shape[axis] - start, 1));
    ranges.emplace_back(start, start + length);
  }
  return Attributes().ranges(ranges);
}

Attributes flip_attributes(const CaseBuilder& builder, const Shape& shape) {
  std::vector<bool> flips;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    flips.push_back((builder.structure().choices[0] >> axis & 1) == 0);
  return Attributes().flips(flips);
}

Attributes pad_attributes(const CaseBuilder& builder, const Shape& shape) {
  const Structure& structure = builder.structure();
  // With many axes, padding all of them would need too much memory.
  const bool many = shape.size() > 5;
  Pairs padding;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (axis < 8 && (!many || axis % 2 == 0))
      padding.emplace_back(structure.choose(axis % 4, many ? 2 : 3),
                           structure.choose(4 + axis % 4, many ? 2 : 3));
    else
      padding.emplace_back(0, 0);
  ValueStream values(builder.seed(), 1002);
  return Attributes().padding(padding).value(
      draw_element(builder.row().values, builder.plan().dtype, values));
}

// Names the function that makes the attributes of a call from the shape of the
// operand.
struct MovementAttributes {
  Op op;
  Attributes (*attributes)(const CaseBuilder& builder, const Shape& shape);
};
constexpr MovementAttributes kMovementAttributes[] = {
    {"expand"_op, expand_attributes},
    {"reshape"_op, reshape_attributes},
    {"permute"_op, permute_attributes},
    {"shrink"_op, shrink_attributes},
    {"flip"_op, flip_attributes},
    {"pad"_op, pad_attributes},
    {"cat"_op, nullptr},  // takes several operands: see build_cat()
};
static_assert(is_complete("movement", kMovementAttributes));

// Returns the shape of the operand: expand needs an axis of extent 1, and
// shrink must not have one of extent 0.
Shape moved_shape(const CaseBuilder& builder) {
  Shape shape = builder.structure().shape;
  const OpSpec& op = spec_of(builder.plan().op);
  if (repeats_axes(op) && !shape.empty())
    shape[static_cast<std::size_t>(builder.structure().choose(
        1, static_cast<std::int64_t>(shape.size())))] = 1;
  if (builder.row().shape == CaseShape::kHighRank)
    return with_high_rank(shape, builder.plan().number);
  const bool empties = builder.row().shape == CaseShape::kEmpty;
  if (empties && may_be_empty(op)) shape.back() = 0;
  if (empties && repeats_axes(op) && shape.size() > 1) shape.front() = 1;
  return shape;
}

void build_cat(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  Shape shape = structure.shape;
  if (builder.row().shape == CaseShape::kEmpty) shape.back() = 0;
  if (builder.row().shape == CaseShape::kHighRank)
    shape = with_high_rank(shape, plan.number);
  const std::int64_t axis =
      structure.choose(0, static_cast<std::int64_t>(shape.size()));
  const auto along = static_cast<std::size_t>(axis);
  std::vector<std::string> members;
  std::vector<TensorType> types;
  for (std::int64_t i = 0; i < 1 + structure.choose(1, 3); ++i) {
    Shape member = shape;
    member[along] = shape[along] + i;
    if (builder.row().shape == CaseShape::kEmptyAxis && i == 0)
      member[along] = 0;
    members.push_back("member" + std::to_string(i));
    types.push_back({plan.dtype, member});
    builder.add_operand(members.back(), plan.dtype, member,
                        builder.layout_of(static_cast<std::size_t>(i)));
  }
  if (builder.row().shape == CaseShape::kEmptyAxis) {
    members.push_back("full_member");
    types.push_back({plan.dtype, shape});
    builder.add_operand(members.back(), plan.dtype, shape, Layout::kContiguous);
  }
  const Attributes attributes = Attributes().axis(axis);
  const auto result = infer(plan.op, types, attributes, plan.dtype);
  builder.add_writing_program(members, attributes, plan.dtype,
                              result->front().shape);
}

// Returns the elements of a storage that the view shows.
std::vector<ElementBits> shown(const std::vector<ElementBits>& storage,
                               const View& view) {
  std::vector<ElementBits> elements;
  for (const Index& at : indices(view.shape()))
    elements.push_back(
        storage[static_cast<std::size_t>(view.linear_index(at))]);
  return elements;
}

// Returns the shape with an axis of extent 1 inserted and every even axis
// split. A view can express it whatever the strides are.
Shape divided(const Structure& structure, const Shape& shape) {
  Shape result;
  for (std::int64_t extent : shape) {
    if (extent % 2 == 0) result.push_back(2);
    result.push_back(extent % 2 == 0 ? extent / 2 : extent);
  }
  result.insert(result.begin() + structure.choose(0, 2), 1);
  return result;
}

// Builds a reshape of a transposed operand. A later write shows in a view but
// not in a copy. If strides can express the shape, the result must be a view.
void build_strided_reshape(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const bool is_view =
      builder.row().clause == "reshape.compatible_strides"_clause;
  Shape shape = builder.structure().shape;
  while (shape.size() < 2) shape.push_back(2);
  const Shape target = is_view ? divided(builder.structure(), shape)
                               : Shape{element_count(shape)};
  const LaidOut laid_out = lay_out(Layout::kTranspose, shape);
  std::vector<ElementBits> before;
  std::vector<ElementBits> after;
  ValueStream values(builder.seed(), 1003);
  for (std::int64_t i = 0; i < laid_out.storage_count; ++i) {
    before.push_back(draw_element(ValueKind::kPlain, plan.dtype, values));
    after.push_back(draw_element(ValueKind::kPlain, plan.dtype, values));
  }
  std::size_t k = 0;
  const auto old_values = shown(before, View(shape));
  const auto new_values = shown(after, View(shape));
  builder.add_tensor("x", plan.dtype, shape, Layout::kTranspose,
                     [&](std::size_t) { return old_values[k++]; });
  builder.add_tensor("source", plan.dtype, shape, Layout::kContiguous,
                     [&](std::size_t at) { return new_values[at]; });
  builder.add_step(plan.op, {"x"}, Attributes().shape(target), {"y"});
  builder.add_step("assign"_op, {"source"}, {}, {"x"});
  if (is_view)
    builder.expect_values("y", {new_values});
  else
    builder.expect_values("y", {old_values, new_values});
}

}  // namespace

void build_movement(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  if (spec_of(plan.op).signature.operands[0].is_list) return build_cat(builder);
  const CaseProgram program = builder.row().program;
  if (program == CaseProgram::kMayCopy ||
      builder.row().clause == "reshape.compatible_strides"_clause)
    return build_strided_reshape(builder);
  const Shape shape = moved_shape(builder);
  // The base of a zero-copy case is contiguous, so that even reshape must share
  // it.
  builder.add_operand("x", plan.dtype, shape, builder.layout_of(0));
  const Attributes attributes =
      row_for(plan.op, kMovementAttributes).attributes(builder, shape);
  const bool view_of_one = builder.row().shape == CaseShape::kRankZero &&
                           returns_view(spec_of(plan.op));
  if (program == CaseProgram::kZeroCopy || program == CaseProgram::kFresh ||
      view_of_one) {
    builder.add_operand("source", plan.dtype, shape, Layout::kContiguous);
    builder.add_step(plan.op, {"x"}, attributes, {"y"});
    builder.add_step("assign"_op, {"source"}, {}, {"x"});
    if (program == CaseProgram::kFresh)
      builder.add_next_result({"x"}, attributes);
  } else {
    builder.add_step(plan.op, {"x"}, attributes, {"y"});
  }
  builder.expect("y");
}

}  // namespace assay
