// Checks that small reductions that are computed in place have the bits of all
// others, and that no other call is taken for one.
#include "optimized/reduction/plain_reduction.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "optimized/layout/compute_type.h"
#include "optimized/reduction/reduction.h"
#include "spec/op_table.h"
#include "spec/plain_calls.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

class PlainReductions : public test::SettingsCases {};

constexpr DType kSingle = DType::kFloat32;

Attributes along(std::vector<std::int64_t> axes) {
  return Attributes().axes(std::move(axes)).keepdims(false);
}

// Returns a tensor after some elements that are not part of it.
Tensor part_of_waves(DType dtype, const Shape& shape) {
  const std::int64_t parts = is_complex(dtype) ? 2 : 1;
  const std::int64_t count = (element_count(shape) + 3) * parts;
  const Tensor whole =
      bytes_of(dtype) / parts == 4 && !kIntegers.contains(dtype)
          ? test::waves<float>(kSingle, {count})
      : bytes_of(dtype) / parts == 8 && !kIntegers.contains(dtype)
          ? test::waves<double>(DType::kFloat64, {count})
      : bytes_of(dtype) == 4
          ? test::waves<std::int32_t>(DType::kInt32, {count}, 1e9)
      : bytes_of(dtype) == 8
          ? test::waves<std::int64_t>(DType::kInt64, {count}, 1e18)
          : test::waves<std::int8_t>(DType::kInt8, {count}, 100);
  return {dtype, View(shape, row_major_strides(shape), 3), whole.buffer};
}

struct FoldOfOp {
  Op op;
  Scan scan;
};
constexpr FoldOfOp kReductions[] = {{"reduce_sum"_op, Scan::kSum},
                                    {"reduce_prod"_op, Scan::kProd},
                                    {"reduce_max"_op, Scan::kMax},
                                    {"reduce_min"_op, Scan::kMin}};

TEST_P(PlainReductions, HaveTheBitsOfOthers) {
  int in_place = 0;
  for (const DType dtype :
       {kSingle, DType::kFloat64, DType::kComplex64, DType::kInt8,
        DType::kInt32, DType::kUint32, DType::kInt64})
    for (const FoldOfOp& named : kReductions) {
      if (is_complex(dtype) && named.scan != Scan::kSum &&
          named.scan != Scan::kProd)
        continue;
      for (const Shape& kept : {Shape{}, Shape{1}, Shape{3}, Shape{2, 5}})
        for (const Shape& folded :
             {Shape{2}, Shape{7}, Shape{64}, Shape{3, 1, 11}, Shape{130}}) {
          Shape shape = kept;
          shape.insert(shape.end(), folded.begin(), folded.end());
          std::vector<std::int64_t> axes;
          for (std::size_t i = kept.size(); i < shape.size(); ++i)
            axes.push_back(static_cast<std::int64_t>(i));
          const Tensor x = part_of_waves(dtype, shape);
          const Tensor expected = room(dtype, kept), out = room(dtype, kept);
          ASSERT_TRUE(reduce(named.scan, expected, x, axes).ok());
          const Call call{named.op, {x}, along(axes), {out}};
          ASSERT_TRUE(is_plain_call(call));
          if (!reduce_plain(call)) {
            EXPECT_GT(element_count(folded), settings().sum_block);
            continue;
          }
          ++in_place;
          EXPECT_EQ(
              std::memcmp(
                  elements_of<char>(out), elements_of<char>(expected),
                  static_cast<std::size_t>(out.view.numel() * bytes_of(dtype))),
              0)
              << name_of(named.op) << " of " << element_count(folded);
        }
    }
  EXPECT_GT(in_place, 0);
}

TEST_P(PlainReductions, AreNoOtherCalls) {
  const Tensor x = room(kSingle, {4, 16}), out = room(kSingle, {4});
  const Tensor turned{kSingle, View({4, 16}, {1, 4}, 0), x.buffer};
  const Tensor backward{kSingle, View({4, 16}, {16, -1}, 15), x.buffer};
  const Tensor spread{kSingle, View({4}, {2}, 0), room(kSingle, {8}).buffer};
  const Tensor shared{kSingle, View({4}, {1}, 0), x.buffer};
  const Tensor foreign{kSingle, x.view, nullptr};
  const auto call = [](const Tensor& from, Attributes attributes,
                       const Tensor& to) {
    return Call{"reduce_sum"_op, {from}, std::move(attributes), {to}};
  };
  const Call others[] = {
      call(x, along({0}), room(kSingle, {16})),
      call(x, along({}), room(kSingle, {4, 16})),
      call(x, along({-1}), out),
      call(x, along({2}), out),
      call(x, along({1, 1}), out),
      call(x, along({1, 0}), room(kSingle, {})),
      call(x, Attributes().axes({1}).keepdims(true), room(kSingle, {4, 1})),
      call(turned, along({1}), out),
      call(backward, along({1}), out),
      call(x, along({1}), spread),
      call(x, along({1}), shared),
      call(foreign, along({1}), out),
      call(x, along({1}), foreign),
      call(x, along({1}), {kSingle, out.view, nullptr}),
      call(x, along({1}), room(kSingle, {5})),
      call(x, along({1}), room(DType::kFloat64, {4})),
      call(room(DType::kFloat16, {4, 16}), along({1}),
           room(DType::kFloat16, {4})),
      call(room(kSingle, {4, 1}), along({1}), out),
      {"reduce_max"_op,
       {room(DType::kComplex64, {4, 16})},
       along({1}),
       {room(DType::kComplex64, {4})}},
      call(room(DType::kBool, {4, 16}), along({1}), room(DType::kBool, {4})),
      call(room(kSingle, {4, 0}), along({1}), out),
      call(room(kSingle, {0, 4}), along({1}), room(kSingle, {0})),
      call(room(kSingle, {2, 4096}), along({1}), room(kSingle, {2})),
  };
  for (std::size_t i = 0; i < std::size(others); ++i)
    EXPECT_FALSE(is_plain_call(others[i]) && reduce_plain(others[i])) << i;
}

INSTANTIATE_TEST_SUITE_P(All, PlainReductions,
                         ::testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
