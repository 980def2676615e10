// Checks that calls that are split give the same bits with one thread and with
// five. scripts/tsan.sh runs this under ThreadSanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "optimized/optimized.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"
#include "spec/sdk/host_memory.h"

namespace assay {
namespace {

class Threads : public testing::Test {
 protected:
  void TearDown() override { optimized::use_settings({}); }

  // Makes a tensor of random elements. Sums of floats among them are rounded.
  Tensor random_tensor(DType dtype, const Shape& shape) {
    auto made = *backend_->buffer(dtype, shape);
    const std::int64_t count = made.view.numel();
    for (std::int64_t i = 0; i < count; ++i)
      store_element(HostMemory::storage_of(made), dtype, i,
                    {random_bits(dtype), random_bits(dtype)});
    return made;
  }

  // Returns the bits of a number from 1 to 2, or an integer of 7 bits.
  std::uint64_t random_bits(DType dtype) {
    switch (dtype) {
      case DType::kBool:
        return random_() % 2;
      case DType::kFloat16:
        return 0x3c00 | random_() % 0x400;
      case DType::kFloat32:
      case DType::kComplex64:
        return 0x3f80'0000 | random_() % 0x80'0000;
      case DType::kFloat64:
        return 0x3ff0'0000'0000'0000 | std::uint64_t{random_()} << 20;
      default:
        return random_() % 100;
    }
  }

  // Expects the same results for any number of threads, in `outs` or in tensors
  // that the call makes.
  void expect_same(Op op, const std::vector<Tensor>& operands,
                   const Attributes& attributes,
                   const std::vector<Tensor>& outs) {
    std::vector<Bytes> once;
    for (const std::int64_t threads : {1, 2, 3, 5}) {
      settings_.threads = threads;
      settings_.thread_bytes = settings_.thread_flops = 1;
      optimized::use_settings(settings_);
      for (int repeat = 0; repeat < 3; ++repeat) {
        const auto made = backend_->execute({op, operands, attributes, outs});
        ASSERT_TRUE(made) << name_of(op) << made.status().message;
        std::vector<Bytes> bytes;
        for (const Tensor& result : outs.empty() ? *made : outs) {
          bytes.push_back(*backend_->to_host(result));
          // Overwrites the outs, so that what a thread leaves out does not
          // remain from the previous run.
          std::memset(HostMemory::storage_of(result), 0x5a,
                      bytes.back().size());
        }
        if (once.empty()) once = bytes;
        ASSERT_EQ(once, bytes) << name_of(op) << ", " << threads << " threads";
      }
    }
  }
  void expect_same(Op op, const std::vector<Tensor>& operands,
                   const Attributes& attributes, const Tensor& out) {
    expect_same(op, operands, attributes, std::vector{out});
  }

  // Runs a matrix product with the default block sizes and with small ones.
  void expect_same_product(const Tensor& a, const Tensor& b, Shape shape) {
    const Tensor out = random_tensor(a.dtype, shape);
    settings_ = {};
    expect_same("matmul"_op, {a, b}, {}, out);
    settings_.matmul_depth = 5;
    settings_.matmul_rows = 20;
    settings_.matmul_columns = 128;
    settings_.matmul_direct_bytes = settings_.matmul_copy_rows = 1;
    expect_same("matmul"_op, {a, b}, {}, out);
    settings_ = {};
  }

  std::mt19937 random_{3};
  optimized::Settings settings_;
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
  for (const std::int64_t axis : {0, 1})
    expect_same("sort"_op, {x}, Attributes().axis(axis).descending(false), out);
}

// Sorts one row, which the threads cut into buckets, few rows and many, along
// both axes. Many keys are equal, and those of int64 differ in few bits.
TEST_F(Threads, ChangeNoBitOfASort) {
  using enum DType;
  for (const DType dtype :
       {kFloat32, kFloat64, kFloat16, kInt32, kInt64, kUint8, kComplex64})
    for (const Shape& shape : {Shape{1, 5000}, Shape{3000, 1}, Shape{2, 700},
                               Shape{40, 30}, Shape{0, 9}})
      for (const std::int64_t axis : {0, 1}) {
        settings_ = {};
        settings_.sort_bitonic = 32;
        settings_.sort_labels = 100;
        const Tensor x = random_tensor(dtype, shape);
        const auto attributes = Attributes().axis(axis).descending(axis == 0);
        expect_same("sort"_op, {x}, attributes, random_tensor(dtype, shape));
        expect_same("argsort"_op, {x}, attributes,
                    random_tensor(kInt32, shape));
      }
  settings_ = {};
}

// Reduces over each axis and over all of them, with many results and with few,
// in place and gathered. Only products of float64 show the order of blocks.
TEST_F(Threads, ChangeNoBitOfAReduction) {
  settings_.sum_block = 64;
  for (const DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16,
                            DType::kInt32, DType::kInt4})
    for (const Shape& shape :
         {Shape{60, 70}, Shape{3, 600}, Shape{600, 3}, Shape{1, 5000},
          Shape{70, 600}, Shape{4, 9, 250}, Shape{40, 9, 3}}) {
      const auto rank = static_cast<std::int64_t>(shape.size());
      Tensor x = random_tensor(dtype, shape);
      Tensor turned = random_tensor(dtype, Shape(shape.rbegin(), shape.rend()));
      std::vector<std::int64_t> reversed, all;
      for (std::int64_t axis = 0; axis < rank; ++axis) {
        reversed.insert(reversed.begin(), axis);
        all.push_back(axis);
      }
      turned.view = *turned.view.permute(reversed);
      for (const Tensor& operand : {x, turned}) {
        expect_same("reduce_sum"_op, {operand},
                    Attributes().axes(all).keepdims(false),
                    random_tensor(dtype, {}));
        for (const std::int64_t axis : all) {
          Shape kept = shape;
          kept.erase(kept.begin() + axis);
          for (const Op op :
               {"reduce_sum"_op, "reduce_prod"_op, "reduce_max"_op})
            expect_same(op, {operand},
                        Attributes().axes({axis}).keepdims(false),
                        random_tensor(dtype, kept));
          expect_same("argmax"_op, {operand},
                      Attributes().axis(axis).keepdims(false),
                      random_tensor(DType::kInt32, kept));
          for (const Scan scan : {Scan::kSum, Scan::kMin})
            expect_same("associative_scan"_op, {operand},
                        Attributes().axis(axis).op(scan),
                        random_tensor(dtype, shape));
        }
      }
    }
}

// The first of equal values and the first NaN are in one of the pieces.
TEST_F(Threads, FindTheFirstPosition) {
  const std::int64_t size = 1000;
  for (const std::int64_t threads : {1, 2, 3, 5})
    for (const std::int64_t place : {0, 124, 125, 126, 499, 500, 999})
      for (const bool has_nan : {false, true}) {
        const Tensor x = *backend_->buffer(DType::kFloat32, {size});
        auto* values = reinterpret_cast<float*>(HostMemory::storage_of(x));
        std::fill_n(values, size, 0.0f);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        for (std::int64_t i = place; i < size; i += 100)
          values[i] = has_nan ? nan : 1;
        if (has_nan) values[0] = values[999] = 2;
        if (has_nan) values[place] = nan;
        const Tensor out = *backend_->buffer(DType::kInt32, {});
        settings_.threads = threads;
        settings_.thread_bytes = 1;
        optimized::use_settings(settings_);
        const auto attributes = Attributes().axis(0).keepdims(false);
        ASSERT_TRUE(backend_->execute({"argmax"_op, {x}, attributes, {out}}));
        std::int32_t found = 0;
        std::memcpy(&found, HostMemory::storage_of(out), sizeof found);
        EXPECT_EQ(place, found) << threads << " threads";
      }
}

TEST_F(Threads, ChangeNoBitOfACopy) {
  for (const DType dtype : {DType::kInt8, DType::kFloat16, DType::kFloat32,
                            DType::kFloat64, DType::kComplex64}) {
    const Tensor x = random_tensor(dtype, {5, 40, 70});
    const Tensor single = random_tensor(dtype, {2000});
    for (const std::vector<std::int64_t>& axes :
         {std::vector<std::int64_t>{0, 1, 2}, {2, 1, 0}, {1, 2, 0}}) {
      Tensor turned = x;
      turned.view = *turned.view.permute(axes);
      expect_same("assign"_op, {turned}, {},
                  random_tensor(dtype, turned.view.shape()));
      Tensor to = random_tensor(dtype, {5, 40, 70});
      const Tensor from = random_tensor(dtype, turned.view.shape());
      to.view = *to.view.permute(axes);
      expect_same("assign"_op, {from}, {}, to);
    }
    expect_same("assign"_op, {single}, {}, random_tensor(dtype, {2000}));
    expect_same("cat"_op, {x, x}, Attributes().axis(1),
                random_tensor(dtype, {5, 80, 70}));
  }
}

// Along every axis, and with indices that are repeated along the last one.
TEST_F(Threads, ChangeNoBitOfAGather) {
  const Tensor data = random_tensor(DType::kFloat32, {120, 110, 130});
  const Tensor indices = random_tensor(DType::kInt32, {20, 90, 100});
  Tensor repeated = random_tensor(DType::kInt32, {20, 90, 1});
  repeated.view = *repeated.view.expand({20, 90, 100});
  const Tensor out = random_tensor(DType::kFloat32, {20, 90, 100});
  for (const std::int64_t axis : {0, 1, 2})
    for (const Tensor& at : {indices, repeated})
      expect_same("gather"_op, {data, at}, Attributes().axis(axis), out);
  expect_same("gather"_op,
              {random_tensor(DType::kInt8, {100}),
               random_tensor(DType::kInt32, {5000})},
              Attributes().axis(0), random_tensor(DType::kInt8, {5000}));
}

TEST_F(Threads, ChangeNoBitOfWindowsAndWords) {
  const auto attributes = Attributes()
                              .padding({{1, 1}, {0, 0}})
                              .set(AttributeKey::kKernelSize, {2, 3})
                              .set(AttributeKey::kStride, {2, 2})
                              .set(AttributeKey::kDilation, {1, 1});
  auto sized = attributes;
  sized.set(AttributeKey::kOutputSize, {8, 9});
  const std::vector<Tensor> none;
  for (const DType dtype : {DType::kFloat32, DType::kInt4})
    for (const Shape& leading : {Shape{30}, Shape{3, 11}, Shape{1}}) {
      Shape images = leading, windows = leading;
      images.insert(images.end(), {8, 9});
      windows.insert(windows.end(), {6, 20});
      expect_same("unfold"_op, {random_tensor(dtype, images)}, attributes,
                  none);
      expect_same("fold"_op, {random_tensor(dtype, windows)}, sized, none);
    }
  for (const Shape& shape : {Shape{1000, 2}, Shape{40, 7, 2}}) {
    const Tensor key = random_tensor(DType::kInt32, shape);
    expect_same("threefry"_op, {key, random_tensor(DType::kInt32, shape)}, {},
                random_tensor(DType::kInt32, shape));
  }
}

TEST_F(Threads, ChangeNoBitOfATransform) {
  for (const Shape& shape :
       {Shape{100, 300}, Shape{37, 64}, Shape{3, 40, 9}, Shape{1000, 15},
        Shape{15, 1000}, Shape{5000}, Shape{1009}, Shape{3, 5000},
        Shape{7, 4098}, Shape{2 * 4099}, Shape{20000}}) {
    const auto rank = static_cast<std::int64_t>(shape.size());
    const Tensor x = random_tensor(DType::kComplex64, shape);
    const Tensor reals = random_tensor(DType::kFloat32, shape);
    for (std::int64_t axis = 0; axis < rank; ++axis) {
      Shape half = shape;
      std::int64_t& bins = half[static_cast<std::size_t>(axis)];
      bins = bins / 2 + 1;
      Shape even = shape;
      even[static_cast<std::size_t>(axis)] = 2 * (bins - 1);
      const Tensor spectrum = random_tensor(DType::kComplex64, half);
      expect_same("fft"_op, {x}, Attributes().axes({axis}),
                  random_tensor(DType::kComplex64, shape));
      expect_same("rfft"_op, {reals},
                  Attributes().axes({axis}).dtype(DType::kComplex64), spectrum);
      expect_same("irfft"_op, {random_tensor(DType::kComplex64, half)},
                  Attributes().axes({axis}).dtype(DType::kFloat32),
                  random_tensor(DType::kFloat32, even));
    }
  }
}

TEST_F(Threads, ChangeNoBitOfATransformOverTwoAxes) {
  for (const Shape& shape : {Shape{70, 64}, Shape{3, 5000}, Shape{17, 30}}) {
    Shape half = shape;
    half[1] = half[1] / 2 + 1;
    const auto both = Attributes().axes({0, 1});
    expect_same("fft"_op, {random_tensor(DType::kComplex64, shape)}, both,
                random_tensor(DType::kComplex64, shape));
    expect_same("rfft"_op, {random_tensor(DType::kFloat64, shape)},
                Attributes(both).dtype(DType::kComplex128),
                random_tensor(DType::kComplex128, half));
    expect_same("irfft"_op, {random_tensor(DType::kComplex128, half)},
                Attributes(both).dtype(DType::kFloat64),
                random_tensor(DType::kFloat64, shape));
  }
}

TEST_F(Threads, ChangeNoBitOfAFactorization) {
  for (const DType dtype : {DType::kFloat32, DType::kComplex64}) {
    Tensor a = random_tensor(dtype, {2, 9, 4, 4});
    a.view = *a.view.permute({1, 0, 2, 3});
    const Tensor b = random_tensor(dtype, {9, 2, 4, 3});
    const auto solve = Attributes()
                           .flag(AttributeKey::kUpper, true)
                           .flag(AttributeKey::kTranspose, false)
                           .flag(AttributeKey::kUnitDiag, false);
    const std::vector<Tensor> none;
    expect_same("triangular_solve"_op, {a, b}, solve, none);
    expect_same("qr"_op, {a}, Attributes().flag(AttributeKey::kReduced, true),
                none);
    expect_same("svd"_op, {a},
                Attributes().flag(AttributeKey::kFullMatrices, false), none);
    // Threads also take parts of one matrix.
    const Tensor large = random_tensor(dtype, {300, 300});
    for (const Tensor& x : {large, random_tensor(dtype, {90, 230}),
                            random_tensor(dtype, {230, 90})})
      for (const bool reduced : {false, true})
        expect_same("qr"_op, {x},
                    Attributes().flag(AttributeKey::kReduced, reduced), none);
    expect_same("svd"_op, {large},
                Attributes().flag(AttributeKey::kFullMatrices, false), none);
    expect_same("eigh"_op, {random_tensor(dtype, {290, 290})},
                Attributes().flag(AttributeKey::kVectors, true), none);
  }
  const Tensor pivots = random_tensor(DType::kFloat32, {19, 3, 3});
  auto* elements = reinterpret_cast<float*>(HostMemory::storage_of(pivots));
  for (int i = 0; i < 19 * 9; ++i) elements[i] = i % 9 % 4 == 0 ? 4.5F : 0.75F;
  expect_same("cholesky"_op, {pivots},
              Attributes().flag(AttributeKey::kUpper, false),
              std::vector<Tensor>());
}

// One matrix of one thread's part is not positive definite.
TEST_F(Threads, HandStatusesToTheCaller) {
  settings_.threads = 3;
  settings_.thread_flops = 1;
  optimized::use_settings(settings_);
  const Tensor a = *backend_->buffer(DType::kFloat32, {12, 1, 1});
  auto* values = reinterpret_cast<float*>(HostMemory::storage_of(a));
  const auto upper = Attributes().flag(AttributeKey::kUpper, false);
  for (int bad = -1; bad < 12; ++bad) {
    for (int i = 0; i < 12; ++i) values[i] = i == bad ? -1.0f : 4.0f;
    const auto made = backend_->execute({"cholesky"_op, {a}, upper, {}});
    EXPECT_EQ(bad == -1, static_cast<bool>(made));
  }
}

// A source that shares memory with the target is copied by one thread.
TEST_F(Threads, LeaveOverlappingCopiesToOne) {
  const Tensor x = random_tensor(DType::kFloat32, {4000});
  const auto part = [&](std::int64_t first, std::int64_t stride) {
    return Tensor{x.dtype, View({2000}, {stride}, first), x.buffer};
  };
  settings_.threads = 3;
  settings_.thread_bytes = 1;
  optimized::use_settings(settings_);
  for (const Tensor& to : {part(0, 1), part(7, 0)})
    EXPECT_TRUE(backend_->execute({"assign"_op, {part(1, 1)}, {}, {to}}));
}

TEST_F(Threads, ChangeNoBitOfAProduct) {
  const auto turned = [](Tensor x) {
    x.view = *x.view.permute({1, 0});
    return x;
  };
  for (const DType dtype : {DType::kFloat32, DType::kInt32, DType::kInt8,
                            DType::kFloat16, DType::kComplex64}) {
    const auto made = [&](const Shape& shape) {
      return random_tensor(dtype, shape);
    };
    expect_same_product(made({50, 37}), made({37, 129}), {50, 129});
    expect_same_product(turned(made({37, 50})), turned(made({129, 37})),
                        {50, 129});
    expect_same_product(made({130, 37}), made({37, 1}), {130, 1});
    expect_same_product(made({1, 37}), made({37, 1025}), {1, 1025});
    expect_same_product(made({40, 5, 7}), made({40, 7, 9}), {40, 5, 9});
    expect_same_product(made({3, 33, 7}), made({3, 7, 65}), {3, 33, 65});
  }
}

}  // namespace
}  // namespace assay
