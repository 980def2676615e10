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

constexpr DType kF32 = DType::kFloat32;

Attributes over(std::vector<std::int64_t> axes) {
  return Attributes().axes(std::move(axes)).keepdims(false);
}

// Returns a tensor after some elements that are not part of it.
Tensor numbers(DType dtype, const Shape& shape) {
  const std::int64_t parts = is_complex(dtype) ? 2 : 1;
  const std::int64_t count = (element_count(shape) + 3) * parts;
  const Tensor whole =
      bytes_of(dtype) / parts == 4 && !kIntegers.contains(dtype)
          ? test::waves<float>(kF32, {count})
      : bytes_of(dtype) / parts == 8 && !kIntegers.contains(dtype)
          ? test::waves<double>(DType::kFloat64, {count})
      : bytes_of(dtype) == 4
          ? test::waves<std::int32_t>(DType::kInt32, {count}, 1e9)
      : bytes_of(dtype) == 8
          ? test::waves<std::int64_t>(DType::kInt64, {count}, 1e18)
          : test::waves<std::int8_t>(DType::kInt8, {count}, 100);
  return {dtype, View(shape, row_major_strides(shape), 3), whole.buffer};
}

struct Named {
  Op op;
  Scan scan;
};
constexpr Named kReductions[] = {{"reduce_sum"_op, Scan::kSum},
                                 {"reduce_prod"_op, Scan::kProd},
                                 {"reduce_max"_op, Scan::kMax},
                                 {"reduce_min"_op, Scan::kMin}};

TEST_P(PlainReductions, HaveTheBitsOfOthers) {
  int in_place = 0;
  for (const DType dtype :
       {kF32, DType::kFloat64, DType::kComplex64, DType::kInt8, DType::kInt32,
        DType::kUint32, DType::kInt64})
    for (const Named& named : kReductions) {
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
          const Tensor x = numbers(dtype, shape);
          const Tensor expected = room(dtype, kept), out = room(dtype, kept);
          ASSERT_TRUE(reduce(named.scan, expected, x, axes).ok());
          const Call call{named.op, {x}, over(axes), {out}};
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
  const Tensor x = room(kF32, {4, 16}), out = room(kF32, {4});
  const Tensor turned{kF32, View({4, 16}, {1, 4}, 0), x.buffer};
  const Tensor backward{kF32, View({4, 16}, {16, -1}, 15), x.buffer};
  const Tensor spread{kF32, View({4}, {2}, 0), room(kF32, {8}).buffer};
  const Tensor shared{kF32, View({4}, {1}, 0), x.buffer};
  const Tensor foreign{kF32, x.view, nullptr};
  const auto call = [](const Tensor& from, Attributes attributes,
                       const Tensor& to) {
    return Call{"reduce_sum"_op, {from}, std::move(attributes), {to}};
  };
  const Call others[] = {
      call(x, over({0}), room(kF32, {16})),
      call(x, over({}), room(kF32, {4, 16})),
      call(x, over({-1}), out),
      call(x, over({2}), out),
      call(x, over({1, 1}), out),
      call(x, over({1, 0}), room(kF32, {})),
      call(x, Attributes().axes({1}).keepdims(true), room(kF32, {4, 1})),
      call(turned, over({1}), out),
      call(backward, over({1}), out),
      call(x, over({1}), spread),
      call(x, over({1}), shared),
      call(foreign, over({1}), out),
      call(x, over({1}), foreign),
      call(x, over({1}), {kF32, out.view, nullptr}),
      call(x, over({1}), room(kF32, {5})),
      call(x, over({1}), room(DType::kFloat64, {4})),
      call(room(DType::kFloat16, {4, 16}), over({1}),
           room(DType::kFloat16, {4})),
      call(room(kF32, {4, 1}), over({1}), out),
      call(room(kF32, {4, 0}), over({1}), out),
      call(room(kF32, {0, 4}), over({1}), room(kF32, {0})),
      call(room(kF32, {2, 4096}), over({1}), room(kF32, {2})),
  };
  for (std::size_t i = 0; i < std::size(others); ++i)
    EXPECT_FALSE(is_plain_call(others[i]) && reduce_plain(others[i])) << i;
}

INSTANTIATE_TEST_SUITE_P(All, PlainReductions,
                         ::testing::ValuesIn(test::kSettingsCases));

}  // namespace
}  // namespace assay::optimized
