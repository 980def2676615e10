// Tests inference of dynamic slices, gather_general and scatter_general:
// shapes, and variants by the types of operands. Broken calls of every
// precondition are those of precondition_test.cc.
#include <gtest/gtest.h>

#include "spec/cells.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "spec/window_dimensions.h"
#include "tests/spec/inferred.h"

namespace assay {
namespace {

using test::expect_broken;
using test::expect_type;
using test::f32;
using test::i32;
using Key = AttributeKey;
using List = Attributes::Integers;

constexpr Op kSlice = "dynamic_slice"_op;
constexpr Op kUpdate = "dynamic_update_slice"_op;
constexpr Op kGather = "gather_general"_op;
constexpr Op kScatter = "scatter_general"_op;

TensorType i64(Shape shape) { return {DType::kInt64, std::move(shape)}; }

Attributes sizes(List list) {
  return Attributes().set(Key::kSliceSizes, std::move(list));
}

TEST(InferLaxIndexing, SlicesHaveTheirSizes) {
  expect_type(kSlice, {f32({4, 5}), i32({2})}, sizes({2, 0}), f32({2, 0}));
  expect_type(kSlice, {f32({4, 5}), i64({2})}, sizes({4, 5}), f32({4, 5}));
  expect_type(kSlice, {f32({}), i32({0})}, sizes({}), f32({}));
  expect_broken(kSlice, {f32({4, 5}), i32({2})}, sizes({5, 5}),
                "dynamic_slice.sizes");
  expect_broken(kSlice, {f32({}), i32({})}, sizes({}), "dynamic_slice.starts");
}

TEST(InferLaxIndexing, UpdatedSlicesHaveTheTypeOfX) {
  expect_type(kUpdate, {f32({4, 5}), f32({0, 5}), i64({2})}, {}, f32({4, 5}));
  expect_broken(kUpdate, {f32({4, 5}), i32({4, 5}), i32({2})}, {},
                "dynamic_update_slice.dtypes");
}

struct Lists {
  List window, left_out, map;
  std::int64_t vector = 0;
  List batching = {}, of_indices = {};
};

Attributes gathers(const Lists& lists, List slice_sizes) {
  return sizes(std::move(slice_sizes))
      .set(Key::kOffsetDims, lists.window)
      .set(Key::kCollapsedSliceDims, lists.left_out)
      .set(Key::kStartIndexMap, lists.map)
      .set(Key::kIndexVectorDim, {lists.vector})
      .set(Key::kOperandBatchingDims, lists.batching)
      .set(Key::kStartIndicesBatchingDims, lists.of_indices)
      .flag(Key::kIndicesAreSorted, false);
}
Attributes scatters(const Lists& lists, ScatterMode mode) {
  return Attributes()
      .mode(mode)
      .set(Key::kUpdateWindowDims, lists.window)
      .set(Key::kInsertedWindowDims, lists.left_out)
      .set(Key::kScatterDimsToOperandDims, lists.map)
      .set(Key::kIndexVectorDim, {lists.vector})
      .set(Key::kOperandBatchingDims, lists.batching)
      .set(Key::kStartIndicesBatchingDims, lists.of_indices)
      .flag(Key::kIndicesAreSorted, false)
      .flag(Key::kUniqueIndices, false);
}

TEST(InferLaxIndexing, GathersHaveBatchAxesAndWindows) {
  const TensorType x = f32({3, 4, 2});
  expect_type(kGather, {x, i32({2, 7, 2})},
              gathers({{2, 3}, {0}, {1, 0}, 2}, {1, 2, 2}), f32({2, 7, 2, 2}));
  // Windows stand between and before batch axes.
  expect_type(kGather, {x, i32({2, 7, 2})},
              gathers({{0, 2}, {0}, {1, 0}, 2}, {1, 3, 2}), f32({3, 2, 2, 7}));
  // Index vectors along the first axis, past the last one and without
  // components.
  expect_type(kGather, {x, i32({2, 7})},
              gathers({{1, 2}, {0}, {1, 0}, 0}, {1, 3, 2}), f32({7, 3, 2}));
  expect_type(kGather, {x, i32({7})}, gathers({{1, 2}, {0}, {0}, 1}, {1, 3, 2}),
              f32({7, 3, 2}));
  expect_type(kGather, {x, i32({7, 0})},
              gathers({{0, 1, 2}, {}, {}, 1}, {3, 1, 2}), f32({3, 1, 2, 7}));
  expect_type(kGather, {f32({}), i32({7, 0})}, gathers({{}, {}, {}, 1}, {}),
              f32({7}));
  // The batching axis of x is lost, and its partner stays.
  expect_type(kGather, {x, i32({5, 2, 1})},
              gathers({{1}, {0}, {0}, 2, {2}, {1}}, {1, 4, 1}), f32({5, 4, 2}));
}

TEST(InferLaxIndexing, ScatterHasTheTypeOfX) {
  const TensorType x = f32({3, 4, 2});
  const Lists lists = {{1, 2}, {0}, {1, 0}, 1};
  expect_type(kScatter, {x, i32({7, 2}), f32({7, 3, 2})},
              scatters(lists, ScatterMode::kMax), x);
  expect_type(kScatter, {x, i64({7, 2}), f32({7, 0, 2})},
              scatters(lists, ScatterMode::kSet), x);
  expect_broken(kScatter, {x, i64({7, 2}), f32({7, 3, 2})},
                scatters(lists, ScatterMode::kMax),
                "scatter_general.index_vector");
  const Lists batched = {{1}, {0}, {0}, 2, {2}, {1}};
  expect_type(kScatter, {x, i32({5, 2, 1}), f32({5, 4, 2})},
              scatters(batched, ScatterMode::kAdd), x);
  expect_broken(kScatter, {x, i32({5, 2, 1}), f32({5, 4, 2})},
                scatters(batched, ScatterMode::kMin),
                "scatter_general.batching_dims");
  expect_broken(kScatter, {x, i64({5, 2, 1}), f32({5, 4, 2})},
                scatters(batched, ScatterMode::kAdd),
                "scatter_general.index_vector");
}

std::string_view variant_of_types(Op op, const std::vector<TensorType>& types,
                                  const Attributes& attributes) {
  const OpSpec& spec = spec_of(op);
  return spec.variants[spec.variant_by_types(types, attributes)].name;
}

TEST(InferLaxIndexing, VariantsFollowTheIndicesAndTheBatchingAxes) {
  const TensorType x = f32({3, 4, 2});
  const Lists plain = {{1, 2}, {0}, {0}, 1};
  const Lists batched = {{1}, {0}, {0}, 2, {2}, {1}};
  EXPECT_EQ(variant_of_types(kSlice, {x, i32({3})}, sizes({1, 1, 1})), "");
  EXPECT_EQ(variant_of_types(kSlice, {x, i64({3})}, sizes({1, 1, 1})), "int64");
  EXPECT_EQ(variant_of_types(kUpdate, {x, x, i64({3})}, {}), "int64");
  const auto of_gather = [&](const TensorType& indices, const Lists& lists) {
    return variant_of_types(kGather, {x, indices}, gathers(lists, {1, 1, 1}));
  };
  EXPECT_EQ(of_gather(i32({7, 1}), plain), "");
  EXPECT_EQ(of_gather(i64({7, 1}), plain), "int64");
  EXPECT_EQ(of_gather(i32({5, 2, 1}), batched), "batching");
  EXPECT_EQ(of_gather(i64({5, 2, 1}), batched), "batching_int64");
  const auto of_scatter = [&](const TensorType& indices, const Lists& lists,
                              ScatterMode mode) {
    return variant_of_types(kScatter, {x, indices, x}, scatters(lists, mode));
  };
  EXPECT_EQ(of_scatter(i32({7, 1}), plain, ScatterMode::kAdd), "add");
  EXPECT_EQ(of_scatter(i64({7, 1}), plain, ScatterMode::kSet), "set_int64");
  EXPECT_EQ(of_scatter(i32({7, 1}), plain, ScatterMode::kMin), "min");
  EXPECT_EQ(of_scatter(i32({5, 2, 1}), batched, ScatterMode::kSet),
            "set_batching");
  EXPECT_EQ(variant_of(kScatter, scatters(batched, ScatterMode::kAdd)).name,
            "add_batching");
  EXPECT_EQ(variant_of(kScatter, scatters(plain, ScatterMode::kMax)).name,
            "max");
}

// The modes min and max are those of scatter_general.
TEST(InferLaxIndexing, ScatterOfNxHasSetAndAddAlone) {
  const auto plain = [](ScatterMode mode) {
    return Attributes().axis(0).mode(mode).flag(Key::kUniqueIndices, false);
  };
  const std::vector<TensorType> types = {f32({3}), i32({2}), f32({2})};
  EXPECT_TRUE(
      infer("scatter"_op, types, plain(ScatterMode::kAdd), DType::kFloat32)
          .ok());
  for (ScatterMode mode : {ScatterMode::kMin, ScatterMode::kMax})
    EXPECT_FALSE(infer("scatter"_op, types, plain(mode), DType::kFloat32).ok());
}

TEST(WindowDimensions, NameAxesAndExtents) {
  const Attributes attributes =
      gathers({{1}, {0}, {0}, 2, {2}, {1}}, {1, 4, 1});
  const WindowDimensions of = gather_dimensions(attributes);
  EXPECT_EQ(axes_of_windows(of, 3), std::vector<std::size_t>{1});
  EXPECT_EQ(other_axes(of.window, 3), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(component_count(of, {5, 2, 1}), 1);
  EXPECT_EQ(component_count(of, {5, 2}), 1);
  EXPECT_EQ(batch_shape(of, {5, 2, 1}), (Shape{5, 2}));
  EXPECT_EQ(outer_shape(of, {5, 2}, {4}), (Shape{5, 4, 2}));
}

}  // namespace
}  // namespace assay
