// Lists the workloads of matrix products, Fourier transforms and
// factorizations.
// Tested by tests/bench/workload_test.cc.
#include "bench/catalogue.h"
#include "spec/op_table.h"

namespace assay::bench {
namespace {

// Returns the level at which three square matrices fit.
Level level_of(DType dtype, std::int64_t n) {
  return level_of_bytes(3 * n * n * spec_of(dtype).bits / 8);
}

void add_products(Catalogue& list) {
  const auto square = [&](bool is_quick, DType dtype, std::int64_t n) {
    const double flops = (is_complex(dtype) ? 8.0 : 2.0) *
                         static_cast<double>(n) * static_cast<double>(n) *
                         static_cast<double>(n);
    // Small integers, so that products of int8 are exact, too.
    list.add(is_quick, "matmul"_op, "contiguous", level_of(dtype, n),
             std::vector(2, dense(dtype, {n, n}, -3, 3)), Attributes(), flops);
  };
  for (const std::int64_t n : {8, 64, 128, 255, 256, 512, 1024, 2048})
    square(n == 8 || n == 64 || n == 256, kF32, n);
  square(true, kF64, 256);
  square(false, kF64, 64);
  square(false, kF64, 1024);
  square(false, kF64, 2048);
  square(true, DType::kInt32, 256);
  square(false, DType::kInt8, 256);
  square(false, DType::kFloat16, 256);
  square(false, kBf16, 256);
  square(false, kBf16, 1024);
  square(false, kC64, 256);
  list.quick("matmul"_op, "batched", Level::kL2,
             std::vector(2, dense(kF32, {1024, 8, 8})), Attributes(),
             2.0 * 1024 * 512);
  list.full("matmul"_op, "batched", Level::kL2,
            std::vector(2, dense(kF32, {64, 32, 32})), Attributes(),
            2.0 * 64 * 32768);
  list.quick("matmul"_op, "transposed", Level::kL2,
             std::vector{transposed(kF32, 256, 256), dense(kF32, {256, 256})},
             Attributes(), 2.0 * 256 * 256 * 256);
  list.full("matmul"_op, "one_row", Level::kL3,
            std::vector{dense(kF32, {1, 1024}), dense(kF32, {1024, 1024})},
            Attributes(), 2.0 * 1024 * 1024);
  list.full("matmul"_op, "thin", Level::kL2,
            std::vector{dense(kF32, {1024, 16}), dense(kF32, {16, 1024})},
            Attributes(), 2.0 * 16 * 1024 * 1024);
}

// Returns 5 n log2 n per transform, the customary count for complex transforms.
double fft_flops(std::int64_t n, std::int64_t count) {
  return 5.0 * static_cast<double>(n * count) *
         std::log2(static_cast<double>(n));
}

constexpr Op kForwardTransform = "fft"_op;

void add_transforms(Catalogue& list) {
  const auto fft = [&](bool is_quick, DType dtype, Level level,
                       std::int64_t rows, std::int64_t n,
                       Op op = kForwardTransform) {
    const Shape shape = rows == 1 ? Shape{n} : Shape{rows, n};
    const std::int64_t axis = rows == 1 ? 0 : 1;
    list.add(is_quick, op, "axis_last", level, std::vector{dense(dtype, shape)},
             Attributes().axes({axis}), fft_flops(n, rows));
  };
  fft(true, kC64, Level::kL1, 1, 1024);
  fft(true, kC64, Level::kL2, 256, 128);
  fft(true, kC64, Level::kL2, 1, 65536);
  fft(true, kC128, Level::kL1, 1, 1024);
  // Short lines, long ones, and lengths that are not powers of two.
  for (const DType dtype : {kC64, kC128}) {
    for (const std::int64_t n : {256, 1000, 1009})
      fft(false, dtype, Level::kL1, 1, n);
    fft(false, dtype, Level::kL2, 1024, 16);
    fft(false, dtype, Level::kL2, 256, 192);
    fft(false, dtype, Level::kL1, 1, 3 << 8);
    fft(false, dtype, Level::kL2, 1, 3 << 10);
    fft(false, dtype, Level::kL2, 1, 3 << 14);
    fft(false, dtype, Level::kL2, 1, 4096);
    fft(false, dtype, Level::kL3, 1, 3 << 16);
    fft(false, dtype, Level::kL3, 1, 1 << 20);
  }
  fft(false, kC64, Level::kL1, 1, 16);
  fft(false, kC128, Level::kL2, 256, 128);
  fft(false, kC128, Level::kL3, 1, 65536);
  fft(false, kC64, Level::kL1, 1, 1024, "ifft"_op);
  fft(false, kC128, Level::kL3, 1, 65536, "ifft"_op);
  list.full("fft"_op, "axis_0", Level::kL2,
            std::vector{dense(kC64, {128, 256})}, Attributes().axes({0}),
            fft_flops(128, 256));
  list.full("fft"_op, "both_axes", Level::kL2,
            std::vector{dense(kC64, {256, 256})}, Attributes().axes({0, 1}),
            2 * fft_flops(256, 256));
  for (const DType dtype : {kF32, kF64}) {
    const DType result = dtype == kF32 ? kC64 : kC128;
    for (const std::int64_t n : {1024, 65536}) {
      const bool is_short = n == 1024;
      const Level level = is_short ? Level::kL1 : Level::kL2;
      list.add(is_short && dtype == kF32, "rfft"_op, "axis_last", level,
               std::vector{dense(dtype, {n})},
               Attributes().axes({0}).dtype(result), fft_flops(n, 1) / 2,
               result);
      list.full("irfft"_op, "axis_last", level,
                std::vector{dense(result, {n / 2 + 1})},
                Attributes().axes({0}).dtype(dtype), fft_flops(n, 1) / 2,
                dtype);
    }
  }
}

void add_factorizations(Catalogue& list) {
  const auto matrix = [](DType dtype, const Shape& shape, Fill fill) {
    Operand operand = dense(dtype, shape);
    operand.fill = fill;
    return operand;
  };
  const auto cube = [](std::int64_t n) {
    return static_cast<double>(n) * static_cast<double>(n) *
           static_cast<double>(n);
  };
  const auto flag = [](AttributeKey key, bool value) {
    return Attributes().flag(key, value);
  };
  const auto forward = [&](DType dtype, const char* name, const Shape& a,
                           const Shape& b, double flops) {
    list.full("triangular_solve"_op, name, Level::kL2,
              std::vector{matrix(dtype, a, Fill::kTriangle), dense(dtype, b)},
              Attributes()
                  .flag(AttributeKey::kUpper, false)
                  .flag(AttributeKey::kTranspose, false)
                  .flag(AttributeKey::kUnitDiag, false),
              flops);
  };
  for (const DType dtype : {kF32, kF64}) {
    for (const std::int64_t n : {32, 64, 256, 1024})
      list.add(n == 64 && dtype == kF64, "cholesky"_op, "contiguous",
               level_of(dtype, n),
               std::vector{matrix(dtype, {n, n}, Fill::kPositive)},
               flag(AttributeKey::kUpper, false), cube(n) / 3);
    list.full("cholesky"_op, "batched", Level::kL2,
              std::vector{matrix(dtype, {1024, 8, 8}, Fill::kPositive)},
              flag(AttributeKey::kUpper, false), 1024 * cube(8) / 3);
    for (const std::int64_t n : {32, 64, 256, 1024})
      list.add(n == 64 && dtype == kF64, "qr"_op, "contiguous",
               level_of(dtype, n), std::vector{dense(dtype, {n, n})},
               flag(AttributeKey::kReduced, true), 8 * cube(n) / 3);
    list.full("qr"_op, "batched", Level::kL2,
              std::vector{dense(dtype, {1024, 8, 8})},
              flag(AttributeKey::kReduced, true), 1024 * 8 * cube(8) / 3);
    list.full("qr"_op, "tall", Level::kL2,
              std::vector{dense(dtype, {1024, 32})},
              flag(AttributeKey::kReduced, true), 4.0 * 1024 * 32 * 32);
    for (const std::int64_t n : {32, 128, 512}) {
      list.add(n == 32 && dtype == kF64, "svd"_op, "contiguous",
               level_of(dtype, n), std::vector{dense(dtype, {n, n})},
               flag(AttributeKey::kFullMatrices, false));
      list.add(n == 32 && dtype == kF64, "eigh"_op, "contiguous",
               level_of(dtype, n),
               std::vector{matrix(dtype, {n, n}, Fill::kPositive)},
               flag(AttributeKey::kVectors, true));
    }
    list.full("svd"_op, "tall", Level::kL2,
              std::vector{dense(dtype, {1024, 32})},
              flag(AttributeKey::kFullMatrices, false));
    list.full("eig"_op, "contiguous", Level::kL1,
              std::vector{dense(dtype, {32, 32})},
              flag(AttributeKey::kVectors, true));
    list.add(dtype == kF64, "triangular_solve"_op, "contiguous", Level::kL2,
             std::vector{matrix(dtype, {128, 128}, Fill::kTriangle),
                         dense(dtype, {128, 16})},
             Attributes()
                 .flag(AttributeKey::kUpper, false)
                 .flag(AttributeKey::kTranspose, false)
                 .flag(AttributeKey::kUnitDiag, false),
             128.0 * 128 * 16);
    forward(dtype, "square", {512, 512}, {512, 512}, cube(512));
    forward(dtype, "batched", {1024, 8, 8}, {1024, 8, 8}, 1024 * cube(8));
  }
  for (const DType dtype : {kC64, kC128}) {
    for (const std::int64_t n : {64, 256}) {
      list.full("cholesky"_op, "contiguous", level_of(dtype, n),
                std::vector{matrix(dtype, {n, n}, Fill::kPositive)},
                flag(AttributeKey::kUpper, false), 4 * cube(n) / 3);
      list.full("qr"_op, "contiguous", level_of(dtype, n),
                std::vector{dense(dtype, {n, n})},
                flag(AttributeKey::kReduced, true), 32 * cube(n) / 3);
    }
    forward(dtype, "contiguous", {128, 128}, {128, 16}, 4 * 128.0 * 128 * 16);
    list.full("svd"_op, "contiguous", level_of(dtype, 64),
              std::vector{dense(dtype, {64, 64})},
              flag(AttributeKey::kFullMatrices, false));
    list.full("eigh"_op, "contiguous", level_of(dtype, 64),
              std::vector{matrix(dtype, {64, 64}, Fill::kPositive)},
              flag(AttributeKey::kVectors, true));
  }
}

}  // namespace

void add_algebra(Catalogue& list) {
  add_products(list);
  add_transforms(list);
  add_factorizations(list);
}

}  // namespace assay::bench
