// Tests the reference as a backend: claims, checks, buffers, and the content of
// an answer.
#include "reference/reference.h"

#include <gtest/gtest.h>

#include "spec/cells.h"
#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

TEST(AnswerTest, KeepsNotesOfEachResultWhereTheyAre) {
  Answer answer;
  Answer& first = answer.about(1);
  first.terms = {3};
  for (std::size_t k = 2; k < kMaxResults; ++k)
    answer.about(k).terms = {static_cast<std::int64_t>(k)};
  EXPECT_EQ(&first, &answer.about(1));
  EXPECT_EQ(first.terms[0], 3);
  EXPECT_EQ(answer.about(2).terms[0], 2);
  const Answer& read = answer;
  EXPECT_TRUE(read.about(kMaxResults + 1).terms.empty());
  EXPECT_EQ(&read, &read.about(0));
}

TEST(ReferenceTest, AddsFloats) {
  expect_same({4, 6, 0},
              binary("add"_op, DType::kFloat32, {1, 2, -0.0}, {3, 4, 0.0}));
}

TEST(ReferenceTest, ReadsAFlippedOperand) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2, 3});
  Tensor flipped = x;
  flipped.view = *x.view.flip({true});
  expect_same({4, 4, 4}, numbers_in(execute(call_of("add"_op, {x, flipped}))));
}

TEST(ReferenceTest, AllowsOutToBeAnOperand) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2, 3});
  expect_same({2, 4, 6}, numbers_in(execute({"add"_op, {x, x}, {}, {x}})));
}

TEST(ReferenceTest, AnswersWithoutTouchingOut) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2, 3});
  const Answer given = answer({"add"_op, {x, x}, {}, {x}});
  expect_same({2, 4, 6}, numbers_in(given.tensors[0]));
  expect_same({1, 2, 3}, numbers_in(x));
  EXPECT_TRUE(given.residue.empty());
  EXPECT_TRUE(given.freedom.empty());
}

TEST(ReferenceTest, RefusesACellOutsideTheTable) {
  const Tensor x = tensor_of(DType::kBool, Numbers{1, 0});
  const auto tensors = Reference().execute(call_of("add"_op, {x, x}));
  EXPECT_EQ(StatusCode::kUnsupported, tensors.status().code);
  EXPECT_EQ("dtype", tensors.status().kind);
}

TEST(ReferenceTest, RefusesAnOpThatIsNotExecuted) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1});
  for (Op op :
       {"from_host"_op, "to_host"_op, "view"_op, "dtype"_op, "context"_op}) {
    const auto tensors = Reference().execute(call_of(op, {x}));
    EXPECT_EQ(StatusCode::kUnsupported, tensors.status().code);
    EXPECT_EQ("op", tensors.status().kind);
  }
}

TEST(ReferenceTest, RefusesAViewThatLeavesItsBuffer) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2, 3});
  for (const View& view :
       {View({3}, {2}, 0), View({3}, {1}, 1), View({3}, {-1}, 1),
        View({3}, {1}, -1), View({2}, {std::int64_t{1} << 62}, 0),
        View({3}, {1, 1}, 0)}) {
    Call call = call_of("neg"_op, {x});
    call.operands[0].view = view;
    EXPECT_EQ(StatusCode::kInvalid, Reference().execute(call).status().code);
  }
  Call call = call_of("neg"_op, {x});
  call.operands[0].view = View({3}, {-1}, 2);
  EXPECT_TRUE(Reference().execute(call).ok());
}

TEST(ReferenceTest, RefusesBuffersOfOthers) {
  class Foreign : public Buffer {};
  Call call = call_of("neg"_op, {tensor_of(DType::kFloat32, Numbers{1})});
  call.operands[0].buffer = std::make_shared<Foreign>();
  EXPECT_EQ(StatusCode::kInvalid, Reference().execute(call).status().code);
  EXPECT_FALSE(Reference().to_host(call.operands[0]).ok());
  call.operands[0].buffer = nullptr;
  EXPECT_EQ(StatusCode::kInvalid, Reference().execute(call).status().code);
}

TEST(ReferenceTest, RefusesAttributesOutOfRange) {
  Attributes attributes;
  attributes.axis(0).set(AttributeKey::kOp, {4});
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1});
  const Call call{"associative_scan"_op, {x}, attributes, {x}};
  EXPECT_EQ(StatusCode::kInvalid, Reference().execute(call).status().code);
}

TEST(ReferenceTest, RefusesStorageThatIsTooLarge) {
  const auto tensor =
      Reference().buffer(DType::kFloat64, {std::int64_t{1} << 39});
  EXPECT_EQ(StatusCode::kOutOfMemory, tensor.status().code);
}

TEST(ReferenceTest, RefusesShortHostStorage) {
  const Bytes storage(7);
  EXPECT_EQ(StatusCode::kInvalid,
            Reference().from_host(DType::kFloat32, 2, storage).status().code);
}

// Every cell that is claimed is carried out, on every dtype, and no other.
TEST(ReferenceTest, WrapsMemoryWithoutACopy) {
  Reference backend;
  Bytes in{std::byte{1}, std::byte{2}};
  Bytes out(2);
  const auto x = backend.wrap(DType::kInt8, 2, in, false);
  const auto y = backend.wrap(DType::kInt8, 2, out, true);
  ASSERT_TRUE(x.ok() && y.ok());
  ASSERT_TRUE(backend.execute({"add"_op, {*x, *x}, {}, {*y}}).ok());
  EXPECT_EQ(out, (Bytes{std::byte{2}, std::byte{4}}));
  in[0] = std::byte{5};
  EXPECT_EQ((*backend.to_host(*x))[0], std::byte{5});
}

TEST(ReferenceTest, OnlyReadsMemoryThatIsNotWritable) {
  Reference backend;
  Bytes in(2), out(2);
  const auto x = backend.wrap(DType::kInt8, 2, in, false);
  const auto y = backend.wrap(DType::kInt8, 2, out, true);
  EXPECT_EQ(backend.execute({"neg"_op, {*y}, {}, {*x}}).status().code,
            StatusCode::kInvalid);
  EXPECT_TRUE(backend.execute({"neg"_op, {*x}, {}, {*y}}).ok());
}

TEST(ReferenceTest, RefusesToWrapTooLittle) {
  Reference backend;
  Bytes memory(7);
  EXPECT_EQ(backend.wrap(DType::kInt32, 2, memory, true).status().code,
            StatusCode::kInvalid);
  EXPECT_TRUE(backend.wrap(DType::kInt32, 1, memory, true).ok());
  EXPECT_EQ(backend.wrap(DType::kInt32, -1, memory, true).status().code,
            StatusCode::kInvalid);
}

TEST(ReferenceTest, CarriesOutEveryClaimedCell) {
  const Reference reference;
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    const OpSpec& spec = spec_of(op);
    if (!spec.signature.is_executed()) continue;
    if (family_of(op).name == "linalg" || family_of(op).name == "fourier" ||
        set_of(op) != "nx")
      continue;  // their tests
    for (const Variant& variant : spec.variants)
      for (const DTypeSpec& dtype : kDTypes) {
        Attributes attributes;
        for (AttributeKey key : spec.attributes) switch (key) {
            case AttributeKey::kAxis:
              attributes.axis(0);
              break;
            case AttributeKey::kAxes:
              attributes.axes({0});
              break;
            case AttributeKey::kKeepdims:
              attributes.keepdims(false);
              break;
            case AttributeKey::kDescending:
              attributes.descending(variant.name == "descending");
              break;
            case AttributeKey::kOp:
              attributes.op(variant.name == "sum"    ? Scan::kSum
                            : variant.name == "prod" ? Scan::kProd
                            : variant.name == "max"  ? Scan::kMax
                                                     : Scan::kMin);
              break;
            case AttributeKey::kShape:
              attributes.shape({2});
              break;
            case AttributeKey::kPermutation:
              attributes.permutation({0});
              break;
            case AttributeKey::kRanges:
              attributes.ranges({{0, 1}});
              break;
            case AttributeKey::kFlips:
              attributes.flips({true});
              break;
            case AttributeKey::kPadding:
              attributes.padding({{1, 1}});
              break;
            case AttributeKey::kValue:
              attributes.value({1, 0});
              break;
            case AttributeKey::kDType:
              attributes.dtype(dtype.dtype);
              break;
            case AttributeKey::kMode:
              attributes.mode(variant.name == "add" ? ScatterMode::kAdd
                                                    : ScatterMode::kSet);
              break;
            case AttributeKey::kUniqueIndices:
              attributes.flag(key, false);
              break;
            case AttributeKey::kKernelSize:
            case AttributeKey::kStride:
            case AttributeKey::kDilation:
              attributes.set(key, {1});
              break;
            case AttributeKey::kOutputSize:
              attributes.set(key, {2});
              break;
            default:
              break;
          }
        if (spec.has(AttributeKey::kOutputSize)) attributes.padding({{0, 0}});
        std::vector<Tensor> operands;
        const Cell cell{op, variant.name, dtype.dtype, dtype.dtype};
        for (const Argument& operand : spec.signature.operands) {
          // If roles fix every dtype, other dtypes are tried instead.
          const bool is_tried = spec.signature.operands[0].role == Role::kInt32;
          const DType type =
              is_tried ? dtype.dtype : dtype_by(operand.role, cell);
          for (int i = 0; i < (operand.is_list ? 2 : 1); ++i)
            operands.push_back(tensor_of(type, Numbers{1, 0}));
        }
        for (Tensor& operand : operands) {
          if (spec.has(AttributeKey::kOutputSize)) operand.view = View({1, 2});
          if (op == "matmul"_op) operand.view = View({1, 1});
        }
        const Call call = call_of(op, operands, attributes);
        const bool is_claimed =
            reference.claim({op, variant.name, dtype.dtype, dtype.dtype})
                .has_value();
        const auto tensors = Reference().execute(call);
        EXPECT_EQ(is_claimed, tensors.ok())
            << spec.name << " " << variant.name << " " << dtype.name << " "
            << tensors.status().message;
        EXPECT_EQ(is_claimed, Reference().answer(call).ok()) << spec.name;
      }
  }
}

TEST(ReferenceTest, AnswersTheSameBitsAsItExecutes) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{0.5, -3, 1e-40, 7e30});
  for (Op op : {"exp"_op, "sin"_op, "neg"_op, "sqrt"_op, "tanh"_op}) {
    const Call call = call_of(op, {x});
    EXPECT_EQ(bits_in(execute(call)), bits_in(answer(call).tensors[0]));
  }
}

}  // namespace
}  // namespace assay::test
