// Tests inference of dot_general, its update and einsum: the shapes of results
// under both orders of axes, subscripts, and preconditions broken once.
// tests/spec/precondition_test.cc breaks them on every cell.
#include <gtest/gtest.h>

#include "spec/built_in_profiles.h"
#include "spec/dot_axes.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;

Attributes dot_lists(Axes lhs_contracting, Axes rhs_contracting, Axes lhs_batch,
                     Axes rhs_batch) {
  return Attributes()
      .set(AttributeKey::kLhsContracting, std::move(lhs_contracting))
      .set(AttributeKey::kRhsContracting, std::move(rhs_contracting))
      .set(AttributeKey::kLhsBatch, std::move(lhs_batch))
      .set(AttributeKey::kRhsBatch, std::move(rhs_batch));
}

Attributes labelled(std::vector<Labels> inputs, Labels output) {
  return Attributes().set(
      AttributeKey::kSubscripts,
      subscript_integers({std::move(inputs), std::move(output)}));
}

TEST(InferDotGeneral, PutsTheBatchFirst) {
  constexpr Op kOp = "dot_general"_op;
  expect_type(kOp, {f32({2, 3}), f32({3, 4})}, dot_lists({1}, {0}, {}, {}),
              f32({2, 4}));
  expect_type(kOp, {f32({3, 2, 5}), f32({5, 7, 2})},
              dot_lists({2}, {0}, {1}, {2}), f32({2, 3, 7}));
  // Batch axes stand in the order of lhs_batch.
  expect_type(kOp, {f32({2, 3, 4}), f32({3, 5, 4})},
              dot_lists({}, {}, {2, 1}, {2, 0}), f32({4, 3, 2, 5}));
  expect_type(kOp, {f32({6}), f32({6})}, dot_lists({0}, {0}, {}, {}), f32({}));
  expect_type(kOp, {f32({}), f32({3})}, dot_lists({}, {}, {}, {}), f32({3}));
}

TEST(InferDotGeneral, PutsTheBatchLastUnderTenferro) {
  const std::vector<TensorType> operands = {f32({3, 2, 5}), f32({5, 7, 2})};
  const auto types =
      infer("dot_general"_op, operands, dot_lists({2}, {0}, {1}, {2}),
            DType::kFloat32, kTenferro);
  ASSERT_TRUE(types.ok());
  EXPECT_EQ((*types)[0].shape, (Shape{3, 7, 2}));
}

TEST(InferDotGeneral, NamesTheBrokenClause) {
  const std::vector<TensorType> operands = {f32({2, 3}), f32({3, 2})};
  for (const Attributes& broken :
       {dot_lists({2}, {0}, {}, {}), dot_lists({1}, {-1}, {}, {}),
        dot_lists({1}, {0}, {1}, {1}), dot_lists({1, 1}, {0, 1}, {}, {}),
        dot_lists({1}, {}, {}, {}), dot_lists({1}, {0}, {0}, {})})
    expect_broken("dot_general"_op, operands, broken, "dot_general.axes");
  expect_broken("dot_general"_op, operands, dot_lists({0}, {0}, {}, {}),
                "dot_general.extents");
  expect_broken("dot_general"_op, operands, dot_lists({}, {}, {0}, {0}),
                "dot_general.extents");
  expect_broken("dot_general"_op, {f32({3}), {DType::kInt32, {3}}},
                dot_lists({0}, {0}, {}, {}), "dot_general.same_dtype");
}

TEST(InferUpdate, NamesItsOwnClauses) {
  Attributes attributes = dot_lists({1}, {1}, {}, {});
  attributes.flag(AttributeKey::kLhsConj, false)
      .flag(AttributeKey::kRhsConj, false)
      .set(AttributeKey::kAlpha, {0, 0})
      .set(AttributeKey::kBeta, {0, 0});
  expect_type("dot_general_update"_op, {f32({2, 3}), f32({4, 3})}, attributes,
              f32({2, 4}));
  expect_broken("dot_general_update"_op, {f32({2, 3}), f32({4, 1})}, attributes,
                "dot_general_update.extents");
}

TEST(InferEinsum, TakesExtentsByLabels) {
  constexpr Op kOp = "einsum"_op;
  expect_type(kOp, {f32({2, 3}), f32({3, 4})},
              labelled({{0, 1}, {1, 2}}, {2, 0}), f32({4, 2}));
  expect_type(kOp, {f32({5, 5})}, labelled({{0, 0}}, {}), f32({}));
  expect_type(kOp, {f32({5})}, labelled({{7}}, {7, 7}), f32({5, 5}));
  expect_type(kOp, {f32({}), f32({2})}, labelled({{}, {3}}, {3}), f32({2}));
  EXPECT_EQ(variant_of(kOp, labelled({{0}}, {0, 0})).name, "embed");
  EXPECT_EQ(variant_of(kOp, labelled({{0, 0}}, {0})).name, "");
}

TEST(InferEinsum, NamesTheBrokenClause) {
  constexpr Op kOp = "einsum"_op;
  const std::vector<TensorType> operands = {f32({2, 3}), f32({3, 4})};
  for (const Attributes& broken :
       {labelled({{0, 1}, {1, 2}}, {3}), labelled({{0, 1}, {1}}, {0}),
        labelled({{0, 1}}, {0}), labelled({{0, 1}, {1, 2}, {2}}, {0}),
        Attributes().set(AttributeKey::kSubscripts, {}),
        Attributes().set(AttributeKey::kSubscripts, {2, 2, 0, 1, 9, 1, 2, 0}),
        Attributes().set(AttributeKey::kSubscripts, {-1, 0})})
    expect_broken(kOp, operands, broken, "einsum.labels");
  expect_broken(kOp, {f32({2, 3}), f32({1, 4})},
                labelled({{0, 1}, {1, 2}}, {0}), "einsum.extents");
  expect_broken(kOp, {f32({2, 3})}, labelled({{0, 0}}, {}), "einsum.extents");
  expect_broken(kOp, {f32({2}), {DType::kInt32, {2}}}, labelled({{0}, {0}}, {}),
                "einsum.same_dtype");
  const std::vector<TensorType> nine(9, f32({2}));
  expect_broken(kOp, nine, labelled(std::vector<Labels>(9, {0}), {}),
                "einsum.labels");
}

TEST(Subscripts, ComeBackFromTheirIntegers) {
  const Subscripts subscripts{{{0, 1, 1}, {}, {2, 0}}, {2, 2}};
  EXPECT_EQ(read_subscripts(subscript_integers(subscripts)), subscripts);
  EXPECT_EQ(subscripts.summed(), (Labels{0, 1}));
  EXPECT_EQ(subscripts.lone_count(), 1);
  EXPECT_EQ(subscripts.operands_with(0), 2);
  EXPECT_TRUE(subscripts.embeds());
  EXPECT_FALSE(subscripts.only_moves());
  EXPECT_TRUE((Subscripts{{{0, 1, 1}}, {1, 0}}.only_moves()));
}

TEST(DotSubscripts, SayWhatTheListsSay) {
  // lhs is (free, batch, contracted), rhs (contracted, free, batch).
  const Attributes attributes = dot_lists({2}, {0}, {1}, {2});
  const Subscripts first = dot_subscripts(attributes, 3, 3, false);
  EXPECT_EQ(first.inputs, (std::vector<Labels>{{2, 0, 1}, {1, 3, 0}}));
  EXPECT_EQ(first.output, (Labels{0, 2, 3}));
  EXPECT_EQ(dot_subscripts(attributes, 3, 3, true).output, (Labels{2, 3, 0}));
}

}  // namespace
}  // namespace assay
