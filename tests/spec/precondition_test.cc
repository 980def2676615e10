// What callers guarantee: each precondition broken in isolation is rejected
// with its clause, and the control beside it, which differs in that one thing,
// is accepted.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "spec/infer.h"

namespace assay {
namespace {

TensorType f32(Shape shape) { return {DType::kFloat32, std::move(shape)}; }
TensorType f64(Shape shape) { return {DType::kFloat64, std::move(shape)}; }
TensorType i32(Shape shape) { return {DType::kInt32, std::move(shape)}; }
TensorType c64(Shape shape) { return {DType::kComplex64, std::move(shape)}; }
TensorType flag(Shape shape) { return {DType::kBool, std::move(shape)}; }

struct Sample {
  std::vector<TensorType> operands;
  Attributes attributes = {};
  std::vector<TensorType> outs = {};
};

struct Row {
  std::string_view clause;
  Op op;
  Sample broken;
  Sample control;
};

using Key = AttributeKey;

Attributes windows(
    Attributes::Integers kernel, Attributes::Integers stride,
    Attributes::Integers dilation,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& padding) {
  Attributes attributes;
  attributes.set(Key::kKernelSize, std::move(kernel))
      .set(Key::kStride, std::move(stride))
      .set(Key::kDilation, std::move(dilation))
      .padding(padding);
  return attributes;
}

Attributes folded(Attributes attributes, Attributes::Integers output) {
  return attributes.set(Key::kOutputSize, std::move(output));
}

Attributes scatter(std::int64_t axis) {
  return Attributes()
      .axis(axis)
      .mode(ScatterMode::kAdd)
      .flag(Key::kUniqueIndices, false);
}

Attributes solve() {
  return Attributes()
      .flag(Key::kUpper, true)
      .flag(Key::kTranspose, false)
      .flag(Key::kUnitDiag, false);
}

Attributes irfft(DType dtype, Attributes::Integers axes) {
  return Attributes().axes(std::move(axes)).dtype(dtype);
}

Attributes sized(Attributes attributes, Attributes::Integers sizes) {
  return attributes.set(Key::kSizes, std::move(sizes));
}

// One out of the wrong shape, beside the right one.
Row wrong_out(std::string_view clause, Op op, std::vector<TensorType> operands,
              const Attributes& attributes, const TensorType& out) {
  TensorType other = out;
  other.shape.push_back(1);
  return {clause,
          op,
          {operands, attributes, {other}},
          {operands, attributes, {out}}};
}

const std::vector<Row>& rows() {
  const TensorType x = f32({2, 3});
  const Attributes none;
  const Attributes axis = Attributes().axis(1);
  const Attributes one = windows({2}, {1}, {1}, {{0, 0}});
  static const std::vector<Row> table = {
      {"elementwise.same_shape", "add"_op, {{x, f32({3, 2})}}, {{x, x}}},
      {"elementwise.same_dtype", "add"_op, {{x, f64({2, 3})}}, {{x, x}}},
      wrong_out("elementwise.out", "cmplt"_op, {x, x}, none, flag({2, 3})),
      {"where.condition", "where"_op, {{x, x, x}}, {{flag({2, 3}), x, x}}},
      {"reduction.axes_valid",
       "reduce_sum"_op,
       {{x}, Attributes().axes({1, 1}).keepdims(false)},
       {{x}, Attributes().axes({1, 0}).keepdims(false)}},
      {"reduction.axes_valid",
       "reduce_sum"_op,
       {{x}, Attributes().axes({2}).keepdims(false)},
       {{x}, Attributes().axes({1}).keepdims(false)}},
      {"reduction.axes_valid",
       "argmax"_op,
       {{f32({})}, Attributes().axis(0).keepdims(false)},
       {{f32({1})}, Attributes().axis(0).keepdims(false)}},
      {"reduction.axes_valid",
       "associative_scan"_op,
       {{x}, Attributes().axis(-1).op(Scan::kSum)},
       {{x}, Attributes().axis(0).op(Scan::kSum)}},
      wrong_out("reduction.out", "argmin"_op, {x},
                Attributes().axis(0).keepdims(true), i32({1, 3})),
      {"sorting.axis_valid",
       "sort"_op,
       {{f32({})}, Attributes().axis(0).descending(false)},
       {{f32({1})}, Attributes().axis(0).descending(false)}},
      wrong_out("sorting.out", "argsort"_op, {x},
                Attributes().axis(0).descending(false), i32({2, 3})),
      {"expand.shape",
       "expand"_op,
       {{x}, Attributes().shape({4, 3})},
       {{f32({1, 3})}, Attributes().shape({4, 3})}},
      {"reshape.count",
       "reshape"_op,
       {{x}, Attributes().shape({5})},
       {{x}, Attributes().shape({6})}},
      {"permute.permutation",
       "permute"_op,
       {{x}, Attributes().permutation({0, 0})},
       {{x}, Attributes().permutation({1, 0})}},
      {"shrink.bounds",
       "shrink"_op,
       {{x}, Attributes().ranges({{0, 1}, {2, 2}})},
       {{x}, Attributes().ranges({{0, 1}, {1, 2}})}},
      {"flip.length",
       "flip"_op,
       {{x}, Attributes().flips({true})},
       {{x}, Attributes().flips({true, false})}},
      {"pad.lengths",
       "pad"_op,
       {{x}, Attributes().padding({{0, 1}}).value({})},
       {{x}, Attributes().padding({{0, 1}, {0, 0}}).value({})}},
      {"pad.lengths",
       "pad"_op,
       {{x}, Attributes().padding({{0, 1}, {-1, 0}}).value({})},
       {{x}, Attributes().padding({{0, 1}, {1, 0}}).value({})}},
      {"cat.not_empty", "cat"_op, {{}, axis}, {{x}, axis}},
      {"cat.axis_valid", "cat"_op, {{x}, Attributes().axis(2)}, {{x}, axis}},
      {"cat.same_dtype", "cat"_op, {{x, f64({2, 3})}, axis}, {{x, x}, axis}},
      {"cat.shapes",
       "cat"_op,
       {{x, f32({3, 3})}, axis},
       {{x, f32({2, 4})}, axis}},
      wrong_out("movement.out", "cat"_op, {x, x}, axis, f32({2, 6})),
      wrong_out("conversion.out", "cast"_op, {x}, none, f64({2, 3})),
      wrong_out("assign.match", "assign"_op, {x}, none, x),
      {"threefry.int32",
       "threefry"_op,
       {{x, i32({2, 2})}},
       {{i32({2, 2}), i32({2, 2})}}},
      {"threefry.same_shape",
       "threefry"_op,
       {{i32({1, 2}), i32({2, 2})}},
       {{i32({2, 2}), i32({2, 2})}}},
      {"threefry.pairs",
       "threefry"_op,
       {{i32({2, 3}), i32({2, 3})}},
       {{i32({3, 2}), i32({3, 2})}}},
      wrong_out("random.out", "threefry"_op, {i32({2}), i32({2})}, none,
                i32({2})),
      {"gather.int32", "gather"_op, {{x, x}, axis}, {{x, i32({2, 3})}, axis}},
      {"gather.rank",
       "gather"_op,
       {{x, i32({3})}, axis},
       {{x, i32({1, 3})}, axis}},
      {"gather.axis",
       "gather"_op,
       {{x, i32({2, 3})}, Attributes().axis(2)},
       {{x, i32({2, 3})}, axis}},
      {"gather.extents",
       "gather"_op,
       {{x, i32({3, 1})}, axis},
       {{x, i32({2, 9})}, axis}},
      wrong_out("indexing.out", "gather"_op, {x, i32({1, 9})}, axis,
                f32({1, 9})),
      {"scatter.dtypes",
       "scatter"_op,
       {{x, x, x}, scatter(1)},
       {{x, i32({2, 3}), x}, scatter(1)}},
      {"scatter.dtypes",
       "scatter"_op,
       {{x, i32({2, 3}), f64({2, 3})}, scatter(1)},
       {{x, i32({2, 3}), x}, scatter(1)}},
      {"scatter.rank",
       "scatter"_op,
       {{x, i32({3}), f32({3})}, scatter(1)},
       {{x, i32({1, 3}), f32({1, 3})}, scatter(1)}},
      {"scatter.same_shape",
       "scatter"_op,
       {{x, i32({1, 3}), f32({1, 2})}, scatter(1)},
       {{x, i32({1, 2}), f32({1, 2})}, scatter(1)}},
      {"scatter.axis",
       "scatter"_op,
       {{x, i32({2, 3}), x}, scatter(-1)},
       {{x, i32({2, 3}), x}, scatter(0)}},
      {"scatter.extents",
       "scatter"_op,
       {{x, i32({3, 3}), f32({3, 3})}, scatter(1)},
       {{x, i32({3, 3}), f32({3, 3})}, scatter(0)}},
      {"unfold.lengths",
       "unfold"_op,
       {{x}, windows({2}, {1, 1}, {1}, {{0, 0}})},
       {{x}, one}},
      {"unfold.lengths",
       "unfold"_op,
       {{x}, windows({}, {}, {}, {})},
       {{x}, one}},
      {"unfold.positive",
       "unfold"_op,
       {{x}, windows({2}, {0}, {1}, {{0, 0}})},
       {{x}, one}},
      {"unfold.positive",
       "unfold"_op,
       {{x}, windows({2}, {1}, {1}, {{0, -1}})},
       {{x}, one}},
      {"unfold.rank", "unfold"_op, {{f32({})}, one}, {{f32({2})}, one}},
      {"unfold.fits", "unfold"_op, {{f32({1})}, one}, {{f32({2})}, one}},
      {"fold.lengths",
       "fold"_op,
       {{f32({2, 2})}, folded(one, {3, 1})},
       {{f32({2, 2})}, folded(one, {3})}},
      {"fold.positive",
       "fold"_op,
       {{f32({2, 2})}, folded(windows({2}, {1}, {-1}, {{0, 0}}), {3})},
       {{f32({2, 2})}, folded(one, {3})}},
      {"fold.consistent",
       "fold"_op,
       {{f32({2, 2})}, folded(one, {4})},
       {{f32({2, 3})}, folded(one, {4})}},
      {"matmul.same_dtype",
       "matmul"_op,
       {{x, f64({3, 2})}},
       {{x, f32({3, 2})}}},
      {"matmul.rank", "matmul"_op, {{x, f32({1, 3, 2})}}, {{x, f32({3, 2})}}},
      {"matmul.rank",
       "matmul"_op,
       {{f32({3}), f32({3})}},
       {{f32({1, 3}), f32({3, 1})}}},
      {"matmul.inner", "matmul"_op, {{x, x}}, {{x, f32({3, 4})}}},
      {"matmul.batch",
       "matmul"_op,
       {{f32({2, 1, 1}), f32({1, 1, 1})}},
       {{f32({2, 1, 1}), f32({2, 1, 1})}}},
      wrong_out("contraction.out", "matmul"_op, {x, f32({3, 4})}, none,
                f32({2, 4})),
      {"fourier.axes_valid",
       "fft"_op,
       {{c64({4})}, Attributes().axes({1})},
       {{c64({4})}, Attributes().axes({0})}},
      {"fourier.length",
       "ifft"_op,
       {{c64({0, 2})}, Attributes().axes({0})},
       {{c64({0, 2})}, Attributes().axes({1})}},
      wrong_out("fourier.out", "rfft"_op, {f32({4})},
                irfft(DType::kComplex64, {0}), c64({3})),
      {"rfft.complex_dtype",
       "rfft"_op,
       {{x}, irfft(DType::kFloat64, {1})},
       {{x}, irfft(DType::kComplex64, {1})}},
      {"irfft.real_dtype",
       "irfft"_op,
       {{c64({3})}, irfft(DType::kComplex64, {0})},
       {{c64({3})}, irfft(DType::kFloat32, {0})}},
      {"irfft.s_lengths",
       "irfft"_op,
       {{c64({2, 3})}, sized(irfft(DType::kFloat32, {0, 1}), {3, 4})},
       {{c64({2, 3})}, sized(irfft(DType::kFloat32, {0, 1}), {2, 4})}},
      {"irfft.s_lengths",
       "irfft"_op,
       {{c64({3})}, sized(irfft(DType::kFloat32, {0}), {0})},
       {{c64({3})}, sized(irfft(DType::kFloat32, {0}), {1})}},
      {"irfft.two_bins",
       "irfft"_op,
       {{c64({1})}, irfft(DType::kFloat32, {0})},
       {{c64({2})}, irfft(DType::kFloat32, {0})}},
      {"linalg.rank",
       "qr"_op,
       {{f32({3})}, Attributes().flag(Key::kReduced, true)},
       {{f32({3, 1})}, Attributes().flag(Key::kReduced, true)}},
      {"linalg.square",
       "eigh"_op,
       {{x}, Attributes().flag(Key::kVectors, true)},
       {{f32({3, 3})}, Attributes().flag(Key::kVectors, true)}},
      {"triangular_solve.same_dtype",
       "triangular_solve"_op,
       {{f32({3, 3}), f64({3})}, solve()},
       {{f32({3, 3}), f32({3})}, solve()}},
      {"triangular_solve.right_sides",
       "triangular_solve"_op,
       {{f32({2, 3, 3}), f32({3, 2})}, solve()},
       {{f32({2, 3, 3}), f32({2, 3})}, solve()}},
  };
  return table;
}

Tensor tensor_of(const TensorType& type) {
  return {type.dtype, View(type.shape), nullptr};
}

Status status_of(Op op, const Sample& sample) {
  Call call{op, {}, sample.attributes, {}};
  for (const TensorType& type : sample.operands)
    call.operands.push_back(tensor_of(type));
  if (sample.outs.empty()) {
    const auto types =
        infer(op, sample.operands, sample.attributes, DType::kFloat32);
    if (!types) return types.status();
    if (!returns_tensor(spec_of(op).signature))
      call.outs.push_back(tensor_of(types->front()));
  }
  for (const TensorType& type : sample.outs)
    call.outs.push_back(tensor_of(type));
  return check_call(call);
}

TEST(Precondition, BrokenInIsolationIsRejectedWithItsClause) {
  for (const Row& row : rows()) {
    const Status status = status_of(row.op, row.broken);
    EXPECT_EQ(status.code, StatusCode::kInvalid) << row.clause;
    EXPECT_EQ(status.kind, row.clause) << status.message;
    EXPECT_FALSE(status.message.empty()) << row.clause;
  }
}

TEST(Precondition, ControlIsAccepted) {
  for (const Row& row : rows()) {
    const Status status = status_of(row.op, row.control);
    EXPECT_TRUE(status.ok()) << row.clause << ": " << status.message;
  }
}

class OneBuffer : public Buffer {};

// out on the memory of an operand: the very operand is allowed, a shifted view
// of it is not.
TEST(Precondition, PartialOverlapIsRejected) {
  const auto buffer = std::make_shared<OneBuffer>();
  const Tensor x{DType::kFloat32, View({4}), buffer};
  const Tensor apart{DType::kFloat32, View({4}, {1}, 4), buffer};
  const Tensor shifted{DType::kFloat32, View({4}, {1}, 1), buffer};
  const Tensor flipped{DType::kFloat32, View({4}, {-1}, 3), buffer};
  const auto neg = [&](const Tensor& operand) {
    return check_call({"neg"_op, {operand}, {}, {x}});
  };
  EXPECT_TRUE(neg(x).ok());
  EXPECT_TRUE(neg(apart).ok());
  EXPECT_EQ(neg(shifted).kind, "elementwise.partial_overlap");
  EXPECT_EQ(neg(flipped).kind, "elementwise.partial_overlap");
}

// Those that depend on elements are rejected by the reference, and tested with
// it.
TEST(Precondition, EveryOneIsTested) {
  std::set<std::string_view> tested = {"elementwise.partial_overlap",
                                       "gather.range", "scatter.range",
                                       "linalg.hermitian"};
  for (const Row& row : rows()) tested.insert(row.clause);
  std::set<std::string_view> stated;
  const auto collect = [&](const Clause& clause) {
    if (clause.enforced_by == EnforcedBy::kInfer) stated.insert(clause.id);
  };
  for (const OpSpec* op : kOps)
    for (const Clause& clause : op->clauses) collect(clause);
  for (const FamilySpec& family : kFamilies)
    for (const Clause& clause : family.clauses) collect(clause);
  EXPECT_EQ(tested, stated);
}

}  // namespace
}  // namespace assay
