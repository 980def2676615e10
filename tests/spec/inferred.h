// Expectations on what infer() answers. For the tests of inference.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <utility>
#include <vector>

#include "spec/infer.h"

namespace assay::test {

using Types = std::vector<TensorType>;

inline TensorType f32(Shape shape) {
  return {DType::kFloat32, std::move(shape)};
}

inline TensorType i32(Shape shape) { return {DType::kInt32, std::move(shape)}; }

// Expects exactly one result, of the given type.
inline void expect_type(Op op, const Types& operands,
                        const Attributes& attributes,
                        const TensorType& expected,
                        DType requested = DType::kFloat64) {
  const auto types = infer(op, operands, attributes, requested);
  ASSERT_TRUE(types.ok()) << name_of(op) << ": " << types.status().message;
  ASSERT_EQ(types->size(), 1u);
  EXPECT_EQ((*types)[0].dtype, expected.dtype) << name_of(op);
  EXPECT_EQ((*types)[0].shape, expected.shape)
      << name_of(op) << " gives " << shape_text((*types)[0].shape);
}

// Expects `invalid` with the broken clause as its kind.
inline void expect_broken(Op op, const Types& operands,
                          const Attributes& attributes, std::string_view clause,
                          DType requested = DType::kFloat64) {
  ASSERT_NE(clause_named(clause), nullptr) << clause;
  const auto types = infer(op, operands, attributes, requested);
  ASSERT_FALSE(types.ok()) << name_of(op) << " gives "
                           << shape_text((*types)[0].shape);
  EXPECT_EQ(types.status().code, StatusCode::kInvalid);
  EXPECT_EQ(types.status().kind, clause) << types.status().message;
  EXPECT_FALSE(types.status().message.empty());
}

}  // namespace assay::test
