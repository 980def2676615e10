// Checks fusion plans against their ops one by one, bit for bit, at sizes with
// several blocks and odd tails, and donated operands against calls that keep
// them.
#include "optimized/fusion/fusion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "optimized/resources/settings.h"
#include "spec/op_table.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

class Fusion : public test::SettingsCases {
 protected:
  template <typename T>
  Tensor numbers(DType dtype, const Shape& shape) {
    const T specials[] = {T(0),
                          T(-0.0),
                          std::numeric_limits<T>::infinity(),
                          -std::numeric_limits<T>::infinity(),
                          std::numeric_limits<T>::quiet_NaN(),
                          std::numeric_limits<T>::denorm_min()};
    const Tensor made = room(dtype, shape);
    std::uniform_real_distribution<T> some(-3, 3);
    for (std::int64_t i = 0; i < made.view.numel(); ++i)
      elements_of<T>(made)[i] =
          random_() % 16 == 0 ? specials[random_() % 6] : some(random_);
    return made;
  }

  // Returns steps of the ops, each of which has the result before it as one
  // operand in three quarters of all cases.
  std::vector<PlanStep> steps_of(const std::vector<Op>& ops, std::size_t count,
                                 std::uint32_t inputs) {
    std::vector<PlanStep> steps;
    for (std::uint32_t known = inputs; steps.size() < count; ++known) {
      PlanStep step{ops[random_() % ops.size()], {}};
      for (std::size_t i = 0; i < spec_of(step.op).signature.operands.size();
           ++i)
        step.inputs.push_back(
            random_() % 4 != 0 ? known - 1
                               : static_cast<std::uint32_t>(random_() % known));
      steps.push_back(std::move(step));
    }
    return steps;
  }

  // Returns all results, inputs first, of the ops one by one.
  Tensors one_by_one(const Plan& plan) {
    Tensors known;
    for (std::size_t i = 0; i < plan.inputs.size(); ++i)
      known.push_back({plan.dtype, *shown_input(plan, i, plan.inputs[i].view),
                       plan.inputs[i].buffer});
    for (const PlanStep& step : plan.steps) {
      Call call{step.op, {}, {}, {}};
      for (const std::uint32_t id : step.inputs)
        call.operands.push_back(known[id]);
      call.outs.push_back(room(plan.dtype, plan.shape));
      EXPECT_TRUE(backend_->execute(call));
      known.push_back(call.outs[0]);
    }
    return known;
  }

  template <typename T>
  void expect_bits(const Tensor& found, const Tensor& expected) {
    ASSERT_EQ(found.view.shape(), expected.view.shape());
    constexpr Op kCopy = "copy"_op;
    const Tensor plain =
        backend_->execute({kCopy, {expected}, {}, {}})->front();
    for (std::int64_t i = 0; i < found.view.numel(); ++i) {
      const T a = elements_of<T>(found)[i], b = elements_of<T>(plain)[i];
      if (std::isnan(a) && std::isnan(b)) continue;
      ASSERT_EQ(std::memcmp(&a, &b, sizeof(T)), 0) << i << ' ' << a << ' ' << b;
    }
  }

  template <typename T>
  void check(const Plan& plan) {
    const auto found = backend_->execute_plan(plan);
    ASSERT_TRUE(found) << found.status().message;
    const Tensors expected = one_by_one(plan);
    ASSERT_EQ(found->size(), plan.outputs.size());
    for (std::size_t i = 0; i < plan.outputs.size(); ++i)
      expect_bits<T>((*found)[i], expected[plan.outputs[i]]);
  }

  std::mt19937_64 random_{11};
  std::unique_ptr<Backend> backend_ = make_optimized();
};

const std::vector<Op> kCheap = {"add"_op, "sub"_op, "mul"_op,
                                "div"_op, "max"_op, "min"_op,
                                "neg"_op, "abs"_op, "sqrt"_op};
const std::vector<Op> kMixed = {"add"_op, "sub"_op,  "mul"_op, "div"_op,
                                "exp"_op, "tanh"_op, "max"_op, "sqrt"_op,
                                "sin"_op, "neg"_op};

template <typename T>
struct NamedType;
template <>
struct NamedType<float> {
  static constexpr DType kDType = DType::kFloat32;
};
template <>
struct NamedType<double> {
  static constexpr DType kDType = DType::kFloat64;
};

TEST_P(Fusion, HasTheBitsOfItsOps) {
  const auto run = [&]<typename T>(T) {
    for (const std::int64_t count : {1, 127, 128, 1025, 5000, 70001})
      for (const auto& ops : {kCheap, kMixed})
        for (const std::size_t steps : {1U, 8U, 40U}) {
          Plan plan;
          plan.dtype = NamedType<T>::kDType;
          plan.shape = {count};
          plan.inputs = {numbers<T>(plan.dtype, {count}),
                         numbers<T>(plan.dtype, {count})};
          plan.steps = steps_of(ops, steps, 2);
          const auto last = static_cast<std::uint32_t>(steps + 1);
          plan.outputs = {last, last / 2, 0, last};
          check<T>(plan);
          plan.outputs = {last};
          check<T>(plan);
        }
  };
  run(float());
  run(double());
}

// Inputs that are transposed, reversed, repeated along either axis, or one
// element.
TEST_P(Fusion, ReadsAllLayouts) {
  for (const Shape& shape : {Shape{37, 129}, Shape{3, 1200}}) {
    Plan plan;
    plan.shape = shape;
    Tensor turned = numbers<float>(DType::kFloat32, {shape[1], shape[0]});
    turned.view = *turned.view.permute({1, 0});
    Tensor reversed = numbers<float>(DType::kFloat32, shape);
    reversed.view = *reversed.view.flip({true, true});
    plan.inputs = {turned, reversed,
                   numbers<float>(DType::kFloat32, {shape[1]}),
                   numbers<float>(DType::kFloat32, {shape[0]}),
                   numbers<float>(DType::kFloat32, {})};
    plan.views = {std::nullopt, std::nullopt, {{1}}, {{0}}, std::nullopt};
    for (const auto& ops : {kCheap, kMixed})
      for (int turn = 0; turn < 5; ++turn) {
        plan.steps = steps_of(ops, 12, 5);
        plan.outputs = {16, 10, 4, 0};
        check<float>(plan);
      }
  }
}

// Outs that go past the caches, in plans with and without kernels.
TEST_P(Fusion, StoresPastTheCaches) {
  auto settings = *parse_settings(GetParam());
  settings.stream_bytes = 4096;
  use_settings(settings);
  for (const auto& ops : {kCheap, kMixed})
    for (int turn = 0; turn < 5; ++turn) {
      Plan plan;
      plan.shape = {33333};
      plan.inputs = {numbers<float>(DType::kFloat32, {33333})};
      plan.steps = steps_of(ops, 8, 1);
      plan.outputs = {8, 5};
      check<float>(plan);
    }
}

TEST_P(Fusion, KeepsProgramsInASession) {
  ASSERT_TRUE(backend_->session_begin().ok());
  EXPECT_FALSE(backend_->session_begin().ok());
  Plan plan;
  plan.shape = {1000};
  plan.inputs = {numbers<float>(DType::kFloat32, {1000})};
  for (int turn = 0; turn < 40; ++turn) {
    if (turn % 2 == 0) plan.steps = steps_of(kCheap, 3, 1);
    plan.outputs = {3};
    check<float>(plan);
  }
  ASSERT_TRUE(backend_->session_end().ok());
  EXPECT_FALSE(backend_->session_end().ok());
}

// A scatter into a donated template has its memory, and the bits of one that
// keeps it. Another operand in the same memory prevents this.
TEST_P(Fusion, ScattersIntoDonatedMemory) {
  for (const bool shares : {false, true}) {
    const Tensor x = numbers<float>(DType::kFloat32, {1000});
    const Tensor indices = room(DType::kInt32, {700});
    for (int i = 0; i < 700; ++i)
      elements_of<std::int32_t>(indices)[i] = static_cast<int>(i * i % 1000);
    Tensor updates = numbers<float>(DType::kFloat32, {700});
    if (shares) updates = {DType::kFloat32, View({700}, {-1}, 699), x.buffer};
    for (const ScatterMode mode : {ScatterMode::kAdd, ScatterMode::kSet}) {
      const Tensor kept = backend_->execute({"copy"_op, {x}, {}, {}})->front();
      Call call{"scatter"_op,
                {x, indices, updates},
                Attributes().axis(0).set(AttributeKey::kMode,
                                         {static_cast<std::int64_t>(mode)}),
                {}};
      call.attributes.set(AttributeKey::kUniqueIndices, {0});
      const auto expected = backend_->execute(call);
      ASSERT_TRUE(expected) << expected.status().message;
      call.donated = shares ? 5 : 1;
      const auto found = backend_->execute(call);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->front().buffer == x.buffer, !shares);
      expect_bits<float>(found->front(), expected->front());
      std::copy_n(elements_of<float>(kept), 1000, elements_of<float>(x));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, Fusion,
    ::testing::Values("", "target=scalar", "target=sse4", "target=avx2",
                      "tiny=1", "threads=2",
                      "threads=2,thread_bytes=1,thread_flops=1"));

}  // namespace
}  // namespace assay::optimized
