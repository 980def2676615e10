// Tests the NumPy adapter from end to end: every claimed cell is answered,
// views stay views, and NumPy's exceptions become statuses. Other tests judge
// the values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "harness/subject/process_subject.h"
#include "spec/cells.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

class NumPyAdapter : public testing::Test {
 protected:
  void SetUp() override {
    auto subject = ProcessSubject::start(
        fmt::format("/usr/bin/python3 '{}/adapters/numpy/backend.py'",
                    ASSAY_SOURCE_DIR),
        60);
    const std::string& message = subject.status().message;
    if (message.find("No module named 'numpy'") != std::string::npos)
      GTEST_SKIP() << message;
    ASSERT_TRUE(subject.ok()) << message;
    subject_ = *std::move(subject);
  }

  Backend& numpy() { return subject_->backend(); }

  Tensor floats(const std::vector<float>& values, View view) {
    auto tensor = numpy().from_host(DType::kFloat32,
                                    static_cast<std::int64_t>(values.size()),
                                    std::as_bytes(std::span(values)));
    EXPECT_TRUE(tensor.ok()) << tensor.status().message;
    if (!tensor) return {};
    tensor->view = std::move(view);
    return *tensor;
  }

  // The elements that a tensor shows, in row-major order.
  std::vector<float> shown(const Tensor& tensor) {
    const auto storage = numpy().to_host(tensor);
    EXPECT_TRUE(storage.ok()) << storage.status().message;
    std::vector<float> values;
    if (!storage) return values;
    for (const Index& at : indices(tensor.view.shape())) {
      float value = 0;
      std::memcpy(&value, storage->data() + 4 * tensor.view.linear_index(at),
                  4);
      values.push_back(value);
    }
    return values;
  }

  Tensor returned(const Call& call) {
    auto tensors = numpy().execute(call);
    EXPECT_TRUE(tensors.ok()) << tensors.status().message;
    return tensors ? tensors->front() : Tensor{};
  }

  std::unique_ptr<ProcessSubject> subject_;
};

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Attributes with which an op works on shape [2, 3].
Attributes plain_attributes(Op op, std::string_view variant, DType result) {
  Attributes attributes;
  for (AttributeKey key : spec_of(op).attributes) switch (key) {
      case AttributeKey::kAxis:
        attributes.axis(1);
        break;
      case AttributeKey::kAxes:
        attributes.axes({1, 0});
        break;
      case AttributeKey::kKeepdims:
        attributes.keepdims(true);
        break;
      case AttributeKey::kDescending:
        attributes.descending(variant == "descending");
        break;
      case AttributeKey::kOp:
        for (int i = 0; i < 4; ++i)
          if (kScanNames[i] == variant) attributes.op(static_cast<Scan>(i));
        break;
      case AttributeKey::kShape:
        attributes.shape(op == "reshape"_op ? Shape{3, 2} : Shape{2, 3});
        break;
      case AttributeKey::kPermutation:
        attributes.permutation({1, 0});
        break;
      case AttributeKey::kRanges:
        attributes.ranges(Pairs{{0, 1}, {1, 3}});
        break;
      case AttributeKey::kFlips:
        attributes.flips({true, false});
        break;
      case AttributeKey::kPadding:
        attributes.padding(Pairs{{1, 0}, {0, 2}});
        break;
      case AttributeKey::kValue:
        attributes.value({1, 0});
        break;
      case AttributeKey::kDType:
        attributes.dtype(result);
        break;
      default:  // of ops that come with operands of their own
        break;
    }
  return attributes;
}

TEST_F(NumPyAdapter, AnswersEveryCellThatItClaims) {
  const Bytes ones(6 * 16, std::byte{1});
  const auto answer = [&](Op op, const Variant& variant, DType dtype,
                          DType result) {
    const Signature& signature = spec_of(op).signature;
    Call call{op, {}, plain_attributes(op, variant.name, result), {}};
    std::vector<TensorType> types;
    for (const Argument& operand : signature.operands) {
      types.push_back(
          {dtype_by(operand.role, {op, variant.name, dtype, result}), {2, 3}});
      const auto bytes =
          static_cast<std::size_t>(storage_bytes(types.back().dtype, 6));
      auto made = numpy().from_host(types.back().dtype, 6,
                                    std::span(ones).first(bytes));
      ASSERT_TRUE(made.ok()) << made.status().message;
      made->view = View({2, 3});
      call.operands.push_back(*made);
    }
    const auto expected = infer(op, types, call.attributes, result);
    ASSERT_TRUE(expected.ok()) << expected.status().message;
    const TensorType& type = expected->front();
    if (!signature.returns_tensor())
      call.outs.push_back(*numpy().buffer(type.dtype, type.shape));
    const auto done = numpy().execute(call);
    ASSERT_TRUE(done.ok()) << done.status().message;
    if (!signature.returns_tensor()) return;
    EXPECT_EQ(type.dtype, done->front().dtype);
    EXPECT_EQ(type.shape, done->front().view.shape());
  };
  int claimed = 0;
  for (const OpSpec* row : kOps) {
    const Op op = *op_named(row->name);
    // From threefry on, operands have forms of their own: `assay check` asks
    // for those cells (tests/cli/independence_test.cc).
    constexpr std::string_view kPlain[] = {"elementwise", "reduction",
                                           "sorting",     "movement",
                                           "conversion",  "memory"};
    if (!row->signature.is_executed() || set_of(op) != "nx" ||
        std::find(std::begin(kPlain), std::end(kPlain), family_of(op).name) ==
            std::end(kPlain))
      continue;
    for (const Variant& variant : row->variants)
      for (const DTypeSpec& from : kDTypes)
        for (const DTypeSpec& to : kDTypes) {
          if (from.dtype != to.dtype && op != "cast"_op) continue;
          if (!numpy().claim({op, variant.name, from.dtype, to.dtype}))
            continue;
          SCOPED_TRACE(fmt::format("{}:{} {} -> {}", row->name, variant.name,
                                   from.name, to.name));
          subject_->begin_case();
          answer(op, variant, from.dtype, to.dtype);
          ++claimed;
        }
  }
  EXPECT_GT(claimed, 700);
}

TEST_F(NumPyAdapter, KeepsViewsOnTheBufferOfTheOperand) {
  const std::vector<float> storage = {0, 1, 2, 3, 4, 5, 6, 7};
  // [[7, 5, 3], [6, 4, 2]]: every other element, backwards.
  const Tensor x = floats(storage, View({2, 3}, {-1, -2}, 7));
  EXPECT_EQ((std::vector<float>{7, 5, 3, 6, 4, 2}), shown(x));
  const Tensor turned =
      returned({"permute"_op, {x}, Attributes().permutation({1, 0}), {}});
  EXPECT_EQ(x.buffer, turned.buffer);
  EXPECT_EQ(View({3, 2}, {-2, -1}, 7), turned.view);
  const Tensor cut = returned(
      {"shrink"_op, {x}, Attributes().ranges(Pairs{{1, 2}, {1, 3}}), {}});
  EXPECT_EQ(x.buffer, cut.buffer);
  EXPECT_EQ((std::vector<float>{4, 2}), shown(cut));
  const Tensor flipped =
      returned({"flip"_op, {x}, Attributes().flips({true, true}), {}});
  EXPECT_EQ(x.buffer, flipped.buffer);
  EXPECT_EQ((std::vector<float>{2, 4, 6, 3, 5, 7}), shown(flipped));
  const Tensor wide = returned(
      {"expand"_op, {floats({4}, View())}, Attributes().shape({2, 2}), {}});
  EXPECT_EQ(View({2, 2}, {0, 0}, 0), wide.view);
  // Strides cannot express it, so the result has memory of its own.
  const Tensor flat =
      returned({"reshape"_op, {x}, Attributes().shape({6}), {}});
  EXPECT_NE(x.buffer, flat.buffer);
  EXPECT_EQ((std::vector<float>{7, 5, 3, 6, 4, 2}), shown(flat));
  const Tensor copied = returned({"copy"_op, {x}, {}, {}});
  EXPECT_NE(x.buffer, copied.buffer);
  EXPECT_EQ(shown(x), shown(copied));
}

TEST_F(NumPyAdapter, TakesEveryRankAndNoElements) {
  const auto add = [&](const Tensor& x) {
    const auto out = numpy().buffer(x.dtype, x.view.shape());
    const auto done = numpy().execute({"add"_op, {x, x}, {}, {*out}});
    EXPECT_TRUE(done.ok()) << done.status().message;
    return shown(*out);
  };
  EXPECT_EQ(std::vector<float>{6}, add(floats({1, 3}, View({}, {}, 1))));
  EXPECT_EQ(std::vector<float>{}, add(floats({}, View({0, 4}))));
  EXPECT_EQ(std::vector<float>{}, add(floats({1}, View({4, 0}, {9, 9}, 0))));
  EXPECT_EQ(std::vector<float>{2}, add(floats({1}, View(Shape(32, 1)))));
  const Tensor none = returned({"permute"_op,
                                {floats({}, View({0, 2}))},
                                Attributes().permutation({1, 0}),
                                {}});
  EXPECT_EQ((Shape{2, 0}), none.view.shape());
}

TEST_F(NumPyAdapter, FillsBitForBit) {
  const auto filled = [&](DType dtype, ElementBits bits) {
    const Tensor tensor = returned(
        {"full"_op, {}, Attributes().dtype(dtype).shape({2}).value(bits), {}});
    const auto storage = numpy().to_host(tensor);
    return storage ? load_element(storage->data(), dtype, 1) : ElementBits{};
  };
  const std::tuple<DType, ElementBits> values[] = {
      {DType::kFloat32, {0x7fc0'1234, 0}},  // a payload
      {DType::kFloat16, {0xfc00, 0}},       // -inf
      {DType::kFloat64, {0x8000'0000'0000'0000, 0}},
      {DType::kInt8, {0x80, 0}},
      {DType::kUint64, {0xffff'ffff'ffff'ffff, 0}},
      {DType::kBool, {1, 0}},
      {DType::kComplex64, {0x7f80'0000, 0x8000'0000}},
  };
  for (const auto& [dtype, bits] : values)
    EXPECT_EQ(bits, filled(dtype, bits)) << name_of(dtype);
}

TEST_F(NumPyAdapter, TurnsExceptionsIntoStatuses) {
  const Tensor none = floats({}, View({0}));
  const Tensor one = floats({1}, View());
  const auto empty = numpy().execute(
      {"reduce_max"_op, {none}, Attributes().axes({0}).keepdims(false), {one}});
  EXPECT_EQ(StatusCode::kInvalid, empty.status().code);
  const auto descending = numpy().execute(
      {"sort"_op, {none}, Attributes().axis(0).descending(true), {none}});
  EXPECT_EQ(StatusCode::kUnsupported, descending.status().code);
  EXPECT_EQ("op", descending.status().kind);
  const Tensor brain = *numpy().buffer(DType::kBfloat16, {});
  const auto odd = numpy().execute({"add"_op, {brain, brain}, {}, {brain}});
  EXPECT_EQ(StatusCode::kUnsupported, odd.status().code);
  EXPECT_EQ("dtype", odd.status().kind);
  EXPECT_FALSE(subject_->breakdown());
}

}  // namespace
}  // namespace assay
