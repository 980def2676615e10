// Checks that plain calls of elementwise ops are carried out at once, and that
// no other call is taken for one.
#include <gtest/gtest.h>

#include <vector>

#include "optimized/elementwise/elementwise.h"
#include "optimized/optimized.h"
#include "spec/op_table.h"
#include "spec/plain_calls.h"
#include "tests/optimized/rooms.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;
using test::waves;

constexpr DType kFloat = DType::kFloat32;

bool is_lifted(const Call& call) {
  return is_plain_call(call) && lift_plain(call);
}

TEST(PlainLift, HasTheElementsOfTheOp) {
  for (const Shape& shape :
       {Shape{}, Shape{1}, Shape{7}, Shape{3, 0}, Shape{5, 67}}) {
    const Tensor a = waves<float>(kFloat, shape);
    const Tensor b = waves<float>(kFloat, shape);
    const Tensor out = room(kFloat, shape);
    ASSERT_TRUE(is_lifted({"mul"_op, {a, b}, {}, {out}}));
    for (std::int64_t i = 0; i < out.view.numel(); ++i)
      EXPECT_EQ(elements_of<float>(out)[i],
                elements_of<float>(a)[i] * elements_of<float>(b)[i]);
  }
}

// Operands may lie anywhere in their buffers, as long as they are row-major.
TEST(PlainLift, ReadsFromTheOffset) {
  const Tensor whole = waves<float>(kFloat, {12});
  const Tensor x{kFloat, View({2, 4}, {4, 1}, 3), whole.buffer};
  const Tensor out = room(kFloat, {2, 4});
  ASSERT_TRUE(is_lifted({"neg"_op, {x}, {}, {out}}));
  for (std::int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(elements_of<float>(out)[i], -elements_of<float>(whole)[i + 3]);
}

TEST(PlainLift, IsNoOtherCall) {
  const Tensor a = waves<float>(kFloat, {4, 4});
  const Tensor out = room(kFloat, {4, 4});
  const Tensor turned{kFloat, View({4, 4}, {1, 4}, 0), a.buffer};
  const Tensor long_room = room(kFloat, {20});
  const Tensor half = room(DType::kFloat16, {4, 4});
  const std::vector<Call> others = {
      {"add"_op, {a, turned}, {}, {out}},
      {"neg"_op, {a}, {}, {{kFloat, turned.view, out.buffer}}},
      {"neg"_op,
       {a},
       {},
       {{kFloat, View({4, 4}, {4, 1}, 4), long_room.buffer}}},
      {"neg"_op, {out}, {}, {out}},
      {"neg"_op,
       {{kFloat, View({4, 4}, {4, 1}, 2), long_room.buffer}},
       {},
       {{kFloat, View({4, 4}), long_room.buffer}}},
      {"add"_op, {a}, {}, {out}},
      {"neg"_op, {a, a}, {}, {out}},
      {"neg"_op, {a}, {}, {}},
      {"neg"_op, {a}, {}, {room(kFloat, {4, 3})}},
      {"neg"_op, {a}, {}, {room(DType::kFloat64, {4, 4})}},
      {"neg"_op, {half}, {}, {room(DType::kFloat16, {4, 4})}},
      {"cmplt"_op, {a, a}, {}, {out}},
      {"assign"_op, {a}, {}, {out}},
      {"matmul"_op, {a, a}, {}, {out}},
  };
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_FALSE(is_lifted(others[i])) << i;
}

// The backend refuses what is not valid, and computes in place.
TEST(PlainLift, LeavesSharedMemoryToTheChecks) {
  const auto backend = make_optimized();
  const Tensor whole = waves<float>(kFloat, {9});
  const Tensor first{kFloat, View({8}), whole.buffer};
  const Tensor second{kFloat, View({8}, {1}, 1), whole.buffer};
  EXPECT_EQ(backend->execute({"neg"_op, {second}, {}, {first}}).status().code,
            StatusCode::kInvalid);
  const float before = elements_of<float>(whole)[5];
  EXPECT_TRUE(backend->execute({"neg"_op, {first}, {}, {first}}).ok());
  EXPECT_EQ(elements_of<float>(whole)[5], -before);
}

}  // namespace
}  // namespace assay::optimized
