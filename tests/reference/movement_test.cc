// Tests movement and memory ops: values, aliasing, and that every bit is kept.
#include <gtest/gtest.h>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

// Bits that any arithmetic would change: signaling NaN with payloads, -0.
const Bits kBits = {0x7fa0'0001, 0xffa0'0002, 0x8000'0000, 1, 2, 3};

Tensor x_of(const Shape& shape) {
  return tensor_of_bits(DType::kFloat32, kBits, shape);
}

TEST(MovementTest, ViewsShareTheBuffer) {
  const Tensor x = x_of({1, 6});
  const auto check = [&](Op op, const Attributes& attributes,
                         const Bits& expected) {
    const Call call = call_of(op, {x}, attributes);
    for (const Tensor& y : {execute(call), answer(call).tensors[0]}) {
      EXPECT_EQ(x.buffer, y.buffer) << name_of(op);
      EXPECT_EQ(expected, bits_in(y)) << name_of(op);
    }
  };
  Bits twice = kBits;
  twice.insert(twice.end(), kBits.begin(), kBits.end());
  check("expand"_op, Attributes().shape({2, 6}), twice);
  check("reshape"_op, Attributes().shape({3, 2}), kBits);
  check("permute"_op, Attributes().permutation({1, 0}), kBits);
  check("shrink"_op, Attributes().ranges({{0, 1}, {1, 3}}),
        {kBits[1], kBits[2]});
  check("flip"_op, Attributes().flips({false, true}),
        {kBits[5], kBits[4], kBits[3], kBits[2], kBits[1], kBits[0]});
}

TEST(MovementTest, ReshapeCopiesWhereStridesCannotExpressIt) {
  Tensor x = x_of({2, 3});
  x.view = *x.view.permute({1, 0});
  const Tensor y = execute(call_of("reshape"_op, {x}, Attributes().shape({6})));
  EXPECT_NE(x.buffer, y.buffer);
  EXPECT_EQ((Bits{kBits[0], kBits[3], kBits[1], kBits[4], kBits[2], kBits[5]}),
            bits_in(y));
}

TEST(MovementTest, RefusesWhatTheViewRefuses) {
  const Tensor x = x_of({6});
  EXPECT_EQ(StatusCode::kInvalid,
            Reference()
                .execute({"reshape"_op, {x}, Attributes().shape({5}), {}})
                .status()
                .code);
  EXPECT_EQ(StatusCode::kInvalid,
            Reference()
                .execute({"shrink"_op, {x}, Attributes().ranges({{3, 3}}), {}})
                .status()
                .code);
}

TEST(MovementTest, Pad) {
  const Tensor x = tensor_of(DType::kInt4, Numbers{1, -2, 3, -4}, {2, 2});
  const Tensor y = execute(call_of(
      "pad"_op, {x}, Attributes().padding({{1, 0}, {0, 1}}).value({0xf, 0})));
  EXPECT_EQ((Shape{3, 3}), y.view.shape());
  expect_same({-1, -1, -1, 1, -2, -1, 3, -4, -1}, numbers_in(y));
  const Tensor bits =
      execute(call_of("pad"_op, {x_of({6})},
                      Attributes().padding({{1, 1}}).value({0x7f80'0001, 0})));
  EXPECT_EQ(0x7f80'0001u, bits_in(bits)[0]);
  EXPECT_EQ(kBits[0], bits_in(bits)[1]);
  EXPECT_EQ(8u, bits_in(bits).size());
}

TEST(MovementTest, Cat) {
  const Tensor x = x_of({2, 3});
  const Tensor none = tensor_of_bits(DType::kFloat32, {}, {2, 0});
  Tensor flipped = x;
  flipped.view = *x.view.flip({true, false});
  const Call call = call_of("cat"_op, {x, none, flipped}, Attributes().axis(1));
  EXPECT_EQ((Bits{kBits[0], kBits[1], kBits[2], kBits[3], kBits[4], kBits[5],
                  kBits[3], kBits[4], kBits[5], kBits[0], kBits[1], kBits[2]}),
            bits_in(execute(call)));
}

TEST(MemoryTest, CopiesAndContiguous) {
  const Tensor x = x_of({6});
  Tensor flipped = x;
  flipped.view = *x.view.flip({true});
  Tensor shifted = x;
  shifted.view = View({2}, {1}, 1);
  EXPECT_EQ(x.buffer, execute(call_of("contiguous"_op, {x})).buffer);
  for (const Tensor& t : {flipped, shifted}) {
    const Tensor y = execute(call_of("contiguous"_op, {t}));
    EXPECT_NE(x.buffer, y.buffer);
    EXPECT_TRUE(y.view.is_c_contiguous());
    EXPECT_EQ(bits_in(t), bits_in(y));
  }
  for (const Tensor& t : {x, flipped}) {
    const Tensor y = execute(call_of("copy"_op, {t}));
    EXPECT_NE(x.buffer, y.buffer);
    EXPECT_EQ(bits_in(t), bits_in(y));
  }
}

TEST(MemoryTest, AssignWritesThroughStridesOnly) {
  const Tensor base = tensor_of(DType::kInt4, Numbers{1, 2, 3, 4, 5});
  Tensor odd = base;
  odd.view = View({2}, {-2}, 3);
  const Tensor source = tensor_of(DType::kInt4, Numbers{-1, -2});
  const Call call{"assign"_op, {source}, {}, {odd}};
  const Answer given = answer(call);
  expect_same({1, 2, 3, 4, 5}, numbers_in(base));
  expect_same({-1, -2}, numbers_in(given.tensors[0]));
  expect_same({-1, -2}, numbers_in(execute(call)));
  expect_same({1, -2, 3, -1, 5}, numbers_in(base));
}

TEST(MemoryTest, Creation) {
  const Attributes zeros = Attributes().dtype(DType::kFloat16).shape({2, 2});
  const Tensor made = execute({"buffer"_op, {}, zeros, {}});
  EXPECT_EQ(DType::kFloat16, made.dtype);
  EXPECT_EQ((Shape{2, 2}), made.view.shape());
  const Tensor full = execute(
      {"full"_op,
       {},
       Attributes().dtype(DType::kComplex64).shape({2}).value({0x7fa0'0001, 5}),
       {}});
  const ElementBits value = {0x7fa0'0001, 5};
  EXPECT_EQ((std::vector<ElementBits>{value, value}), elements_of(full));
  const Tensor scalar =
      execute({"full"_op,
               {},
               Attributes().dtype(DType::kUint4).shape({}).value({9, 0}),
               {}});
  expect_same({9}, numbers_in(scalar));
}

TEST(MemoryTest, HostRoundTrip) {
  const Bytes storage = {std::byte{0x12}, std::byte{0x03}};
  const Tensor x = *Reference().from_host(DType::kUint4, 3, storage);
  expect_same({2, 1, 3}, numbers_in(x));
  EXPECT_EQ(storage, *Reference().to_host(x));
}

}  // namespace
}  // namespace assay::test
