// Signatures as data: roles, deliveries and what follows from them.
#include "spec/signature.h"

#include <gtest/gtest.h>

#include "spec/call_attributes.h"
#include "spec/cells.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

const Signature& signature_of(Op op) { return spec_of(op).signature; }

TEST(Signature, CellIsSelectedByTheFirstOperandOfItsDType) {
  EXPECT_EQ(0u, signature_of("add"_op).cell_operand());
  EXPECT_EQ(1u, signature_of("where"_op).cell_operand());
  EXPECT_EQ(0u, signature_of("gather"_op).cell_operand());
  EXPECT_EQ(0u, signature_of("threefry"_op).cell_operand());
}

TEST(Signature, PairsAreThoseWithAPairedResult) {
  for (const OpSpec* op : kOps)
    EXPECT_EQ(op->name == "cast" || op->name == "rfft" || op->name == "irfft" ||
                  op->name == "dequantize" || op->name == "abs_real" ||
                  op->name == "convert",
              op->signature.is_paired())
        << op->name;
}

TEST(Signature, LiftedOpsTakeElementsOfOneDType) {
  EXPECT_TRUE(signature_of("add"_op).is_lifted());
  EXPECT_TRUE(signature_of("cmplt"_op).is_lifted());
  EXPECT_FALSE(signature_of("where"_op).is_lifted());
  EXPECT_FALSE(signature_of("cast"_op).is_lifted());
  EXPECT_FALSE(signature_of("reduce_sum"_op).is_lifted());
}

TEST(Signature, DeliveriesSayWhoHoldsTheResult) {
  EXPECT_FALSE(signature_of("add"_op).returns_tensor());
  EXPECT_FALSE(signature_of("assign"_op).returns_tensor());
  EXPECT_TRUE(signature_of("flip"_op).returns_tensor());
  EXPECT_TRUE(signature_of("scatter"_op).returns_tensor());
  EXPECT_TRUE(signature_of("fft"_op).takes_optional_out());
  EXPECT_FALSE(signature_of("pad"_op).takes_optional_out());
  EXPECT_TRUE(signature_of("full"_op).is_executed());
  for (Op op : {"buffer"_op, "from_host"_op, "to_host"_op, "view"_op})
    EXPECT_FALSE(signature_of(op).is_executed()) << name_of(op);
}

// An operand that an attribute makes optional.
TEST(Signature, OptionalOperandsAreThereIfTheirAttributeSaysSo) {
  const Argument bias{.name = "bias", .given_by = AttributeKey::kUpper};
  EXPECT_TRUE(is_given({.name = "x"}, {}));
  EXPECT_FALSE(is_given(bias, {}));
  EXPECT_FALSE(is_given(bias, Attributes().flag(AttributeKey::kUpper, false)));
  EXPECT_TRUE(is_given(bias, Attributes().flag(AttributeKey::kUpper, true)));
}

TEST(CellOf, FollowsTheRolesOfTheRow) {
  const Tensor flags{DType::kBool, View({2}), nullptr};
  const Tensor halves{DType::kFloat16, View({2}), nullptr};
  const Call where{"where"_op, {flags, halves, halves}, {}, {halves}};
  EXPECT_EQ((Cell{"where"_op, "", DType::kFloat16, DType::kFloat16}),
            cell_of(where));
  const Call cast{"cast"_op, {halves}, {}, {flags}};
  EXPECT_EQ((Cell{"cast"_op, "", DType::kFloat16, DType::kBool}),
            cell_of(cast));
  const Call rfft{
      "rfft"_op, {halves}, Attributes().dtype(DType::kComplex64), {}};
  EXPECT_EQ((Cell{"rfft"_op, "", DType::kFloat16, DType::kComplex64}),
            cell_of(rfft));
  const Call full{"full"_op, {}, Attributes().dtype(DType::kInt8), {}};
  EXPECT_EQ((Cell{"full"_op, "", DType::kInt8, DType::kInt8}), cell_of(full));
}

// A call that is made for a cell belongs to it, whether it has tensors or only
// their types.
TEST(CellOf, IsTheInverseOfDtypeBy) {
  for (const auto& [cell, required] : every_cell()) {
    const OpSpec& spec = spec_of(cell.op);
    if (spec.variant_rule != nullptr || spec.variant_by_types != nullptr)
      continue;
    Call call{cell.op, {}, {}, {{cell.result, View({2}), nullptr}}};
    select_variant(cell.op, cell.variant, call.attributes);
    if (spec.has(AttributeKey::kDType)) call.attributes.dtype(cell.result);
    std::vector<TensorType> types;
    for (const Argument& operand : spec.signature.operands) {
      types.push_back({dtype_by(operand.role, cell), {2}});
      call.operands.push_back({types.back().dtype, View({2}), nullptr});
    }
    EXPECT_EQ(cell, cell_of(call)) << name_of(cell.op);
    EXPECT_EQ(cell, cell_of(cell.op, types, call.attributes, cell.result))
        << name_of(cell.op);
  }
}

TEST(ElementDtype, IsThatOfTheAttributeOrElseOfTheFirstOperand) {
  using Named = std::optional<DType>;
  const Named named = DType::kInt8;
  const Named first = DType::kFloat16;
  EXPECT_EQ(named, element_dtype(named, first));
  EXPECT_EQ(first, element_dtype(Named(), first));
  EXPECT_EQ(Named(), element_dtype(Named(), Named()));

  const Tensor halves{DType::kFloat16, View({2}), nullptr};
  const Call pad{"pad"_op, {halves}, {}, {}};
  EXPECT_EQ(DType::kFloat16, element_dtype(pad));
  const Call full{"full"_op, {}, Attributes().dtype(DType::kInt8), {}};
  EXPECT_EQ(DType::kInt8, element_dtype(full));
  EXPECT_EQ(DType::kFloat32, element_dtype(Call{"full"_op, {}, {}, {}}));
}

// Kernels are chosen by the cell, so they can take a fill value only in the
// cell's dtype.
TEST(ElementDtype, IsThatOfTheCell) {
  std::size_t found = 0;
  for (const auto& [cell, required] : every_cell()) {
    const OpSpec& spec = spec_of(cell.op);
    for (const AttributeKey key : spec.attributes) {
      if (spec_of(key).kind != AttributeKind::kElement) continue;
      ++found;
      Call call{cell.op, {}, {}, {}};
      if (spec.has(AttributeKey::kDType)) call.attributes.dtype(cell.result);
      for (const Argument& operand : spec.signature.operands)
        call.operands.push_back(
            {dtype_by(operand.role, cell), View({2}), nullptr});
      EXPECT_EQ(cell.dtype, element_dtype(call)) << name_of(cell.op);
    }
  }
  EXPECT_GT(found, 0u);
}

// Every variant is selected by the attributes that are made for it. A rule of
// the row selects others, by attributes that have no default.
TEST(SelectVariant, IsTheInverseOfVariantOf) {
  for (const OpSpec* op : kOps)
    for (const Variant& variant : op->variants) {
      if (op->variant_rule != nullptr || op->variant_by_types != nullptr)
        continue;
      Attributes attributes;
      select_variant(*op_named(op->name), variant.name, attributes);
      EXPECT_EQ(variant.name, variant_of(*op_named(op->name), attributes).name)
          << op->name;
    }
}

TEST(AttributesAlong, AreThoseOfTheRow) {
  EXPECT_EQ(Attributes().axes({1, 0}).keepdims(true),
            attributes_along("reduce_sum"_op, "", {1, 0}, true));
  EXPECT_EQ(Attributes().axis(1).op(Scan::kMax),
            attributes_along("associative_scan"_op, "max", {1}, true));
  EXPECT_EQ(Attributes().axis(1).descending(true),
            attributes_along("sort"_op, "descending", {1}, false));
}

// The type rules and the roles do not contradict each other.
TEST(Signature, RolesAreThoseThatTheTypeRuleGives) {
  for (const OpSpec* op : kOps) {
    if (!op->signature.is_by_element) continue;
    Cell cell{*op_named(op->name), "", DType::kFloat32, DType::kFloat16};
    if (op->pair_need != nullptr &&
        need_of(*op, op->variants[0], cell.dtype, cell.result) == Need::kNone)
      cell = {cell.op, "", DType::kComplex64, DType::kFloat32};
    std::vector<TensorType> operands;
    for (const Argument& operand : op->signature.operands)
      operands.push_back({dtype_by(operand.role, cell), {2}});
    const auto types = infer(cell.op, operands, {}, cell.result);
    ASSERT_TRUE(types.ok()) << op->name << types.status().message;
    EXPECT_EQ(dtype_by(op->signature.results[0].role, cell),
              types->front().dtype)
        << op->name;
  }
}

}  // namespace
}  // namespace assay
