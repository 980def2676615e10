// Programs on the reference: tensors are made and read back, steps carried
// out, and what should not change is watched.
#include "harness/run/program.h"

#include <gtest/gtest.h>

#include "tests/harness/float_bits.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using test::elements;

CaseTensor stored(std::string name, DType dtype, View view,
                  std::vector<std::uint64_t> bits) {
  return {
      std::move(name), dtype, std::move(view), elements(std::move(bits)), {}};
}
Step step_of(Op op, std::vector<std::string> operands,
             std::vector<std::string> outs, Attributes attributes = {}) {
  return {.op = op,
          .operands = std::move(operands),
          .attributes = std::move(attributes),
          .outs = std::move(outs)};
}

// Returns a case of out = x + x, where x is reversed.
Case doubling_case(DType dtype = DType::kInt8) {
  Case test_case;
  test_case.tensors = {stored("x", dtype, View({3}, {-1}, 2), {1, 2, 3}),
                       {"out", dtype, View({3}), {}, {}}};
  test_case.steps = {step_of("add"_op, {"x", "x"}, {"out"})};
  return test_case;
}

TEST(StorageOf, ATensorWithoutStorageIsPoisoned) {
  for (const DTypeSpec& row : kDTypes) {
    const auto storage =
        storage_of({"out", row.dtype, View({2, 3}), std::nullopt, {}});
    ASSERT_EQ(storage.size(), 6u);
    for (ElementBits bits : storage) {
      EXPECT_EQ(bits.re & 0xf, 0x5u) << row.name;
      EXPECT_NE(bits.re, 0u);
      EXPECT_EQ(bits.im != 0, is_complex(row.dtype));
    }
  }
}

TEST(StorageOf, TheSecondPoisonDiffersAndIsANanWhereThereIsOne) {
  for (const DTypeSpec& row : kDTypes) {
    const CaseTensor out{"out", row.dtype, View({2}), std::nullopt, {}};
    const ElementBits first = storage_of(out)[1];
    const ElementBits second = storage_of(out, Poison::kSecond)[1];
    EXPECT_NE(first, second) << row.name;
    const bool has_nan = is_real(row.dtype) || is_complex(row.dtype);
    EXPECT_EQ(is_nan_element(row.dtype, second), has_nan) << row.name;
    EXPECT_FALSE(is_nan_element(row.dtype, first)) << row.name;
    if (row.dtype == DType::kBool) {
      EXPECT_EQ(second.re, 0u) << "a backend may read it as a bool";
    }
  }
}

TEST(StorageOf, ARecipeIsDeterministicAndFitsTheDType) {
  for (const DTypeSpec& row : kDTypes) {
    const CaseTensor tensor{
        "x", row.dtype, View({8}), {}, Recipe{"random_bits", 42, 10}};
    const auto storage = storage_of(tensor);
    ASSERT_EQ(storage.size(), 10u);
    EXPECT_EQ(storage, storage_of(tensor));
    for (ElementBits bits : storage) {
      const int part = is_complex(row.dtype) ? row.bits / 2 : row.bits;
      EXPECT_TRUE(part == 64 || (bits.re | bits.im) >> part == 0) << row.name;
      EXPECT_TRUE(row.dtype != DType::kBool || bits.re <= 1);
    }
  }
}

TEST(Program, RunsAStepAndReadsItsResult) {
  Reference backend;
  Program program(backend);
  const Case test_case = doubling_case();
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  EXPECT_EQ(*program.read("x", false), elements({3, 2, 1}));
  EXPECT_EQ(*program.read("x", true), elements({1, 2, 3}));
  ASSERT_TRUE(program.run(test_case.steps[0]).ok());
  EXPECT_EQ(*program.read("out", false), elements({6, 4, 2}));
  EXPECT_EQ(program.find("nowhere"), nullptr);
  const Call call = program.call_of(test_case.steps[0]);
  EXPECT_EQ(call.operands.size(), 2u);
  EXPECT_EQ(call.outs.size(), 1u);
  EXPECT_EQ(call.outs[0].view, View({3}));
}

TEST(Program, NamesWhatOpsReturn) {
  Reference backend;
  Program program(backend);
  Case test_case = doubling_case();
  test_case.steps = {
      step_of("flip"_op, {"x"}, {"y"}, Attributes().flips({true})),
      step_of("buffer"_op, {}, {"b"},
              Attributes().dtype(DType::kInt8).shape({2})),
      step_of("to_host"_op, {"x"}, {"h"}), step_of("view"_op, {"y"}, {"v"})};
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  for (const Step& step : test_case.steps)
    ASSERT_TRUE(program.run(step).ok()) << name_of(step.op);
  EXPECT_EQ(*program.read("y", false), elements({1, 2, 3}));
  EXPECT_EQ(program.find("b")->view.shape(), (Shape{2}));
  EXPECT_EQ(*program.read("h", false), elements({3, 2, 1}));
  EXPECT_NE(program.find("h")->buffer, program.find("x")->buffer);
  EXPECT_EQ(program.find("v")->buffer, program.find("x")->buffer);
}

TEST(Program, SeesAModifiedOperand) {
  Reference backend;
  Program program(backend);
  const Case test_case = doubling_case();
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  ASSERT_TRUE(program.run(test_case.steps[0]).ok());
  EXPECT_FALSE(program.changed_operand(test_case)->has_value());
  test::bytes_of(*program.find("x"))[1] = std::byte{9};
  EXPECT_EQ((**program.changed_operand(test_case)).tensor, "x");
}

TEST(Program, SeesBytesBehindAResult) {
  for (DType dtype : {DType::kInt8, DType::kFloat64, DType::kComplex64}) {
    Reference backend;
    Program program(backend);
    const Case test_case = doubling_case(dtype);
    ASSERT_TRUE(program.make_tensors(test_case).ok());
    ASSERT_TRUE(program.run(test_case.steps[0]).ok());
    EXPECT_FALSE(program.changed_canary()->has_value());
    const Tensor& out = *program.find("out");
    const auto end =
        static_cast<std::size_t>(storage_bytes(dtype, out.view.numel()));
    for (std::size_t at : {end, test::byte_count(out) - 1}) {
      test::bytes_of(out)[at] ^= std::byte{1};
      ASSERT_TRUE(program.changed_canary()->has_value()) << at;
      EXPECT_EQ((**program.changed_canary()).tensor, "out");
      test::bytes_of(out)[at] ^= std::byte{1};
    }
    test::bytes_of(out)[end - 1] ^= std::byte{1};
    EXPECT_FALSE(program.changed_canary()->has_value());
  }
}

// Three elements of int4 leave a nibble of their second byte free.
TEST(Program, SeesTheOddNibble) {
  Reference backend;
  Program program(backend);
  const Case test_case = doubling_case(DType::kInt4);
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  ASSERT_TRUE(program.run(test_case.steps[0]).ok());
  EXPECT_EQ(program.read("out", false)->size(), 3u);
  EXPECT_EQ(program.read("out", true)->size(), 3u);
  EXPECT_FALSE(program.changed_canary()->has_value());
  test::bytes_of(*program.find("out"))[1] ^= std::byte{0x10};
  EXPECT_EQ((**program.changed_canary()).tensor, "out");
  // The nibble below is an element.
  test::bytes_of(*program.find("out"))[1] ^= std::byte{0x11};
  EXPECT_FALSE(program.changed_canary()->has_value());
}

// Tensors that do not begin at the start of their buffer have a canary in
// front, and no one who reads them sees it.
TEST(Program, SeesBytesInFrontOfAStridedDestination) {
  for (DType dtype : {DType::kInt8, DType::kInt4, DType::kComplex128}) {
    Reference backend;
    Program program(backend);
    Case test_case;
    test_case.tensors = {
        stored("x", dtype, View({2}), {1, 2}),
        stored("out", dtype, View({2}, {2}, 1), {7, 6, 5, 4, 3})};
    test_case.steps = {step_of("assign"_op, {"x"}, {"out"})};
    ASSERT_TRUE(program.make_tensors(test_case).ok());
    EXPECT_EQ(program.memory(), "canaries");
    ASSERT_TRUE(program.run(test_case.steps[0]).ok());
    EXPECT_EQ(*program.read("out", false), elements({1, 2}));
    EXPECT_EQ(*program.read("out", true), elements({7, 1, 5, 2, 3}));
    EXPECT_FALSE(program.changed_canary()->has_value());
    EXPECT_FALSE(program.changed_gap(test_case)->has_value());
    const Tensor& out = *program.find("out");
    test::bytes_of(out)[63] ^= std::byte{1};
    ASSERT_TRUE(program.changed_canary()->has_value());
    EXPECT_EQ((**program.changed_canary()).text,
              "bytes in front of the elements of out were written");
    test::bytes_of(out)[63] ^= std::byte{1};
    // An element between those that the view shows.
    const std::int64_t gap = out.view.offset() + 1;
    store_element(test::bytes_of(out), dtype, gap, {0, 0});
    ASSERT_TRUE(program.changed_gap(test_case)->has_value());
    EXPECT_EQ((**program.changed_gap(test_case)).text,
              "element 2 of the storage of out, which no out shows, was "
              "written");
  }
}

// A write through a view of a tensor is not a stray write; one beside it is.
TEST(Program, AViewThatIsWrittenMayChangeItsTensor) {
  Reference backend;
  Program program(backend);
  Case test_case;
  test_case.tensors = {stored("x", DType::kInt8, View({4}), {1, 2, 3, 4}),
                       stored("s", DType::kInt8, View({2}), {8, 9})};
  test_case.steps = {
      step_of("shrink"_op, {"x"}, {"y"}, Attributes().ranges({{1, 3}})),
      step_of("assign"_op, {"s"}, {"y"})};
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  for (const Step& step : test_case.steps) ASSERT_TRUE(program.run(step).ok());
  EXPECT_EQ(*program.read("x", false), elements({1, 8, 9, 4}));
  EXPECT_FALSE(program.changed_gap(test_case)->has_value());
  test::bytes_of(*program.find("x"))[3] = std::byte{0};
  ASSERT_TRUE(program.changed_gap(test_case)->has_value());
  EXPECT_EQ((**program.changed_gap(test_case)).tensor, "x");
}

TEST(Program, SeesTheGapsOfAnOperand) {
  Reference backend;
  Program program(backend);
  Case test_case = doubling_case();
  test_case.tensors[0] =
      stored("x", DType::kInt8, View({3}, {2}, 1), {0, 1, 0, 2, 0, 3, 0});
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  ASSERT_TRUE(program.run(test_case.steps[0]).ok());
  EXPECT_FALSE(program.changed_operand(test_case)->has_value());
  const Tensor& x = *program.find("x");
  test::bytes_of(x)[x.view.offset() + 1] = std::byte{5};
  ASSERT_TRUE(program.changed_operand(test_case)->has_value());
  EXPECT_EQ((**program.changed_operand(test_case)).text,
            "operand x was modified at element 2 of its storage, which its "
            "view does not show");
}

TEST(Program, RefusesAViewThatLeavesItsStorage) {
  Reference backend;
  Program program(backend);
  Case test_case = doubling_case();
  test_case.tensors[0].view = View({3});
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  const Tensor x = *program.find("x");
  for (const View& view :
       {View({4}, {1}, 0), View({3}, {1}, 1), View({3}, {-1}, 1),
        View({2, 2}, {INT64_MAX, INT64_MAX}, 0), View({3}, {1}, -1)}) {
    program.name_tensor("y", {x.dtype, view, x.buffer});
    const auto read = program.read("y", false);
    EXPECT_FALSE(read.ok());
    EXPECT_EQ(read.status().code, StatusCode::kInternal);
  }
}

TEST(Program, CountsWhatIsReturned) {
  test::Meddling backend([](const Call&, Result<Tensors> made) {
    Tensors more = made.ok() ? *made : Tensors{};
    more.emplace_back();
    return Result<Tensors>(std::move(more));
  });
  Program program(backend);
  Case test_case = doubling_case();
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  EXPECT_FALSE(program.run(test_case.steps[0]).ok());
  EXPECT_FALSE(program.run(step_of("copy"_op, {"x"}, {"y"})).ok());
}

}  // namespace
}  // namespace assay
