// The same bits with one thread and with three, for calls that are split. Run
// under ThreadSanitizer by scripts/tsan.sh.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "optimized/optimized.h"
#include "optimized/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay {
namespace {

class Threads : public testing::Test {
 protected:
  void TearDown() override { optimized::use_settings({}); }

  // A tensor of random bits that are finite numbers in any dtype.
  Tensor random_tensor(DType dtype, const Shape& shape) {
    auto made = *backend_->buffer(dtype, shape);
    const std::int64_t count = made.view.numel();
    for (std::int64_t i = 0; i < count; ++i) {
      const float value = static_cast<float>(random_() % 2000) / 128 + 0.25f;
      ElementBits bits{random_() % 100, 0};
      if (dtype == DType::kFloat32) std::memcpy(&bits.re, &value, 4);
      if (dtype == DType::kBool) bits.re %= 2;
      store_element(HostMemory::storage_of(made), dtype, i, bits);
    }
    return made;
  }

  // Expects the same out whatever the number of threads.
  void expect_same(Op op, const std::vector<Tensor>& operands,
                   const Attributes& attributes, const Tensor& out) {
    Bytes once;
    for (const std::int64_t threads : {1, 2, 3}) {
      optimized::Settings settings;
      settings.threads = threads;
      settings.thread_bytes = 1;
      optimized::use_settings(settings);
      for (int repeat = 0; repeat < 5; ++repeat) {
        // What a thread leaves out must not be there from the last run.
        std::memset(HostMemory::storage_of(out), 0x5a,
                    backend_->to_host(out)->size());
        const auto made = backend_->execute({op, operands, attributes, {out}});
        ASSERT_TRUE(made) << name_of(op) << made.status().message;
        const Bytes bytes = *backend_->to_host(out);
        if (once.empty()) once = bytes;
        ASSERT_EQ(once, bytes) << name_of(op) << ", " << threads << " threads";
      }
    }
  }

  std::mt19937 random_{3};
  std::unique_ptr<Backend> backend_ = make_optimized();
};

TEST_F(Threads, ChangeNoBit) {
  const auto floats = DType::kFloat32;
  const Tensor x = random_tensor(floats, {60, 70});
  const Tensor y = random_tensor(floats, {60, 70});
  Tensor turned = random_tensor(floats, {70, 60});
  turned.view = *turned.view.permute({1, 0});
  const Tensor mask = random_tensor(DType::kBool, {60, 70});
  const Tensor nibbles = random_tensor(DType::kInt4, {60, 70});
  const Tensor out = random_tensor(floats, {60, 70});
  for (const Op op : {"add"_op, "max"_op, "pow"_op}) {
    expect_same(op, {x, y}, {}, out);
    expect_same(op, {turned, y}, {}, out);
  }
  expect_same("exp"_op, {x}, {}, out);
  expect_same("where"_op, {mask, x, y}, {}, out);
  expect_same("cmplt"_op, {x, y}, {}, mask);
  expect_same("cast"_op, {nibbles}, {}, out);
  expect_same("cast"_op, {x}, {}, random_tensor(DType::kFloat16, {60, 70}));
  expect_same("cast"_op, {x}, {}, random_tensor(DType::kInt4, {60, 70}));
  for (const std::int64_t axis : {0, 1}) {
    const Shape kept = axis == 0 ? Shape{70} : Shape{60};
    expect_same("reduce_sum"_op, {x}, Attributes().axes({axis}).keepdims(false),
                random_tensor(floats, kept));
    expect_same("argmax"_op, {x}, Attributes().axis(axis).keepdims(false),
                random_tensor(DType::kInt32, kept));
    expect_same("sort"_op, {x}, Attributes().axis(axis).descending(false), out);
  }
}

}  // namespace
}  // namespace assay
