// Runs kernels over operands of any layout, in blocks of any length, and checks
// that they see the elements in row-major order.
#include "optimized/elementwise/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "optimized/elementwise/kernels.h"
#include "optimized/optimized.h"
#include "optimized/resources/alternation.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

constexpr Op kSub = "sub"_op;

// Uses two operands, so that runs of one end inside those of the other.
template <typename T>
void first_less_second(std::byte* out, const std::byte* const* in,
                       std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    T a, b;
    std::memcpy(&a, in[0] + i * std::int64_t{sizeof a}, sizeof a);
    std::memcpy(&b, in[1] + i * std::int64_t{sizeof b}, sizeof b);
    a = static_cast<T>(a - b);
    std::memcpy(out + i * std::int64_t{sizeof a}, &a, sizeof a);
  }
}

class Blocks : public testing::Test {
 protected:
  ~Blocks() override { use_settings(before_); }

  std::int64_t draw(std::int64_t below) {
    return static_cast<std::int64_t>(random_() %
                                     static_cast<std::uint32_t>(below));
  }

  // Makes a view with gaps between its axes, some of them reversed or repeated.
  // The last axis is mostly the innermost one, so that there are runs.
  Tensor operand(DType dtype, const Shape& shape) {
    Strides strides(shape.size());
    std::vector<std::size_t> order(shape.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = order.size() - 1 - i;
    if (draw(3) == 0) std::shuffle(order.begin(), order.end(), random_);
    std::int64_t stride = 1 + draw(3), offset = draw(3);
    for (const std::size_t axis : order) {
      if (draw(6) == 0) continue;  // a repeated axis
      const bool is_reversed = draw(4) == 0;
      if (is_reversed) offset += stride * (shape[axis] - 1);
      strides[axis] = is_reversed ? -stride : stride;
      stride = stride * shape[axis] + draw(2);
    }
    const std::int64_t storage = offset + stride;
    std::vector<std::byte> bytes(
        static_cast<std::size_t>(storage * spec_of(dtype).bits / 8));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_());
    Tensor x = memory_->from_host(dtype, storage, bytes).value();
    x.view = View(shape, strides, offset);
    return x;
  }

  // Makes a view whose axis `fastest` has neighbours, followed by the others
  // from the last to the first, with gaps.
  Tensor transposed(DType dtype, const Shape& shape, std::size_t fastest) {
    Strides strides(shape.size());
    strides[fastest] = 1;
    std::int64_t stride = shape[fastest] + 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (axis == fastest) continue;
      strides[axis] = stride;
      stride *= shape[axis];
    }
    std::vector<std::byte> bytes(
        static_cast<std::size_t>(stride * spec_of(dtype).bits / 8));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random_());
    Tensor x = memory_->from_host(dtype, stride, bytes).value();
    x.view = View(shape, strides, 0);
    return x;
  }

  // Panels of the two operands have rows of different lengths, and they end
  // inside an axis and between two elements of the axis around it.
  template <typename T>
  void check_panels(DType dtype, std::int64_t block, std::int64_t threads) {
    Settings settings = before_;
    settings.block = block;
    settings.threads = threads;
    settings.thread_bytes = 1;
    use_settings(settings);
    const Shape shape = {3, 21, 2, 37};
    for (std::size_t i = 0; i < 9; ++i) {
      const Tensor a = transposed(dtype, shape, i / 3);
      const Tensor b = transposed(dtype, shape, i % 3);
      check_difference<T>(dtype, a, b, nullptr);
    }
  }

  // L2 does not hold the operands, so every second call begins at the end.
  void check_both_directions(const Settings& settings) {
    use_settings(settings);
    const Shape shape = {l2_bytes() / (4 * 16800) + 1, 210, 2, 40};
    constexpr DType kDType = DType::kUint32;
    const RowsKernel rows = rows_kernel(kSub, kDType);
    const Tensor in_order = transposed(kDType, shape, 3);
    Tensor repeated = in_order;
    repeated.view = View(shape, {0, 80, 40, 1}, 0);
    for (int direction = 0; direction < 2; ++direction) {
      check_difference<std::uint32_t>(kDType, repeated, in_order, rows);
      check_difference<std::uint32_t>(kDType, repeated, in_order, nullptr);
      for (std::size_t fastest = 0; fastest < 3; ++fastest)
        check_difference<std::uint32_t>(
            kDType, transposed(kDType, shape, fastest), in_order, rows);
    }
  }

  template <typename T>
  void check(DType dtype) {
    Shape shape;
    for (std::int64_t rank = 1 + draw(4); rank > 0; --rank)
      shape.push_back(1 + draw(7));
    shape.back() *= 1 + draw(draw(3) == 0 ? 300 : 3);  // up to long runs
    constexpr std::int64_t kBlocks[] = {8, 64, 1000, 8192};
    Settings settings = before_;
    settings.block = kBlocks[draw(4)];
    constexpr std::int64_t kRows[] = {1, 16, 100000};
    settings.direct_row = kRows[draw(3)];
    use_settings(settings);
    // `sub` computes the same, row by row.
    const RowsKernel rows = draw(2) == 0 ? rows_kernel(kSub, dtype) : nullptr;
    const Tensor a = operand(dtype, shape);
    const Tensor b = operand(dtype, shape);
    check_difference<T>(dtype, a, b, rows);
  }

 private:
  template <typename T>
  void check_difference(DType dtype, const Tensor& a, const Tensor& b,
                        RowsKernel rows) {
    const Shape& shape = a.view.shape();
    const Tensor out = memory_->buffer(dtype, shape).value();
    const Tensor* operands[] = {&a, &b};
    run_blocks(out, operands, first_less_second<T>, true, rows);
    const auto element = [](const Tensor& x, const Index& at) {
      return reinterpret_cast<const T*>(
          HostMemory::storage_of(x))[x.view.linear_index(at)];
    };
    for (const Index& at : indices(shape))
      ASSERT_EQ(static_cast<T>(element(a, at) - element(b, at)),
                element(out, at))
          << shape_text(shape) << shape_text(a.view.strides())
          << shape_text(b.view.strides()) << " blocks of " << settings().block
          << ", rows of " << settings().direct_row;
  }

  const Settings before_ = settings();
  std::mt19937 random_{11};
  const std::unique_ptr<Backend> memory_ = make_optimized();
};

TEST_F(Blocks, AreReadInRowMajorOrderWhateverTheLayout) {
  for (int i = 0; i < 300; ++i) {
    check<std::uint8_t>(DType::kUint8);
    check<std::uint16_t>(DType::kUint16);
    check<std::uint32_t>(DType::kUint32);
    check<std::uint64_t>(DType::kUint64);
  }
}

TEST_F(Blocks, AreReadFromPanelsOfTransposedOperands) {
  for (const std::int64_t block : {8, 20, 100, 2048})
    for (const std::int64_t threads : {1, 3}) {
      check_panels<std::uint8_t>(DType::kUint8, block, threads);
      check_panels<std::uint16_t>(DType::kUint16, block, threads);
      check_panels<std::uint32_t>(DType::kUint32, block, threads);
      check_panels<std::uint64_t>(DType::kUint64, block, threads);
    }
}

TEST_F(Blocks, AreWalkedInBothDirections) {
  Settings settings;
  check_both_directions(settings);
  settings.block = 1000;
  settings.threads = 2;
  check_both_directions(settings);
}

}  // namespace
}  // namespace assay::optimized
