// Checks that kernels give the same bytes past the caches as in them, and for
// results that L1 does not hold, wherever the result begins, and touch nothing
// else.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>

#include "optimized/elementwise/cast.h"
#include "optimized/elementwise/elementwise.h"
#include "optimized/elementwise/kernels.h"
#include "optimized/layout/conversion.h"
#include "optimized/pointwise/kernels.h"
#include "optimized/resources/settings.h"
#include "spec/op_table.h"

namespace assay::optimized {
namespace {

using Bytes = std::vector<std::byte>;

struct Case {
  std::string name;
  std::size_t element;                // bytes of the result's
  std::vector<std::size_t> operands;  // bytes of theirs
  std::function<void(std::byte*, const std::byte* const*, std::int64_t)> run;
};

std::size_t bytes_of(DType dtype) {
  return static_cast<std::size_t>(spec_of(dtype).bits / 8);
}

Case binary(Op op, DType dtype, std::size_t element, Kernel kernel) {
  return {std::string(name_of(op)) + " " + std::string(name_of(dtype)),
          element,
          {bytes_of(dtype), bytes_of(dtype)},
          kernel};
}

std::vector<Case> cases() {
  using enum DType;
  std::vector<Case> list;
  for (const DType dtype : {kInt8, kInt16, kFloat32, kFloat64, kUint64})
    list.push_back(
        binary("cmplt"_op, dtype, 1, elementwise_kernel("cmplt"_op, dtype)));
  list.push_back(binary("cmpeq"_op, kComplex64, 1,
                        elementwise_kernel("cmpeq"_op, kComplex64)));
  for (const DType dtype : {kInt8, kFloat32, kComplex128})
    list.push_back(binary("add"_op, dtype, bytes_of(dtype),
                          elementwise_kernel("add"_op, dtype)));
  for (const DType dtype : {kFloat32, kFloat64})
    list.push_back({"neg " + std::string(name_of(dtype)),
                    bytes_of(dtype),
                    {bytes_of(dtype)},
                    elementwise_kernel("neg"_op, dtype)});
  for (const DType dtype : {kInt8, kFloat16, kFloat64})
    list.push_back({"relu " + std::string(name_of(dtype)),
                    bytes_of(dtype),
                    {bytes_of(dtype)},
                    bit_kernel("relu"_op, dtype)});
  list.push_back({"is_nan float32", 1, {4}, bit_kernel("is_nan"_op, kFloat32)});
  list.push_back(
      binary("shift_left"_op, kInt32, 4, bit_kernel("shift_left"_op, kInt32)));
  // Long functions, which ask for their operands ahead.
  for (const DType dtype : {kFloat32, kFloat64}) {
    list.push_back({"sin " + std::string(name_of(dtype)),
                    bytes_of(dtype),
                    {bytes_of(dtype)},
                    elementwise_kernel("sin"_op, dtype)});
    list.push_back(binary("pow"_op, dtype, bytes_of(dtype),
                          elementwise_kernel("pow"_op, dtype)));
  }
  for (const std::size_t size : {1u, 2u, 4u, 8u, 16u})
    list.push_back({"where " + std::to_string(size),
                    size,
                    {1, size, size},
                    select_kernel(static_cast<std::int64_t>(size))});
  const auto cast = [&](DType from, DType to, Kernel kernel) {
    list.push_back({std::string(name_of(from)) + ">" + std::string(name_of(to)),
                    bytes_of(to),
                    {bytes_of(from)},
                    kernel});
  };
  for (const DType to : {kInt8, kUint8, kInt16, kUint16, kInt32, kInt64, kBool})
    cast(kFloat32, to, cast_to_integer(kFloat32, to));
  cast(kInt64, kInt32, cast_to_integer(kInt64, kInt32));
  for (const DType to : {kFloat32, kFloat64, kComplex64, kComplex128})
    cast(kInt8, to, cast_to_float(kInt8, to));
  for (const DType dtype : {kFloat16, kBfloat16, kFloat8E4m3fn, kFloat8E5m2}) {
    const std::string name(name_of(dtype));
    list.push_back(
        {"widen " + name,
         4,
         {bytes_of(dtype)},
         [=](std::byte* out, const std::byte* const* in, std::int64_t count) {
           widen(dtype, in[0], reinterpret_cast<float*>(out), count);
         }});
    list.push_back(
        {"narrow " + name,
         bytes_of(dtype),
         {4},
         [=](std::byte* out, const std::byte* const* in, std::int64_t count) {
           narrow(dtype, reinterpret_cast<const float*>(in[0]), out, count);
         }});
  }
  return list;
}

class PastCaches : public testing::TestWithParam<const char*> {
 protected:
  ~PastCaches() override { use_settings(Settings()); }

  void choose(std::int64_t stream_bytes) {
    auto chosen = parse_settings(std::string("target=") + GetParam());
    if (!chosen) GTEST_SKIP() << "the machine has no " << GetParam();
    chosen->stream_bytes = stream_bytes;
    use_settings(*chosen);
  }
};

TEST_P(PastCaches, GivesTheSameBytes) {
  constexpr std::size_t kMost = 400;
  std::mt19937 random(5);
  alignas(64) std::byte operands[3][kMost * 16];
  for (auto& operand : operands)
    for (std::byte& b : operand) b = static_cast<std::byte>(random() % 256);
  // Half of the conditions of `where` are true, and half of the elements are
  // equal.
  for (std::size_t i = 0; i < kMost; ++i) operands[0][i] &= std::byte{1};
  std::copy_n(operands[1], kMost * 4, operands[0] + kMost * 4);
  const std::byte* const in[] = {operands[0], operands[1], operands[2]};
  choose(1);
  if (IsSkipped()) return;
  const auto result = [&](const Case& c, std::size_t first, std::size_t count) {
    constexpr std::byte kUntouched{0xa5};
    Bytes room(64 + (first + kMost) * c.element + 64, kUntouched);
    // The address that the allocator chooses must not matter, so the result
    // begins `first` elements after a cache line.
    const auto start = reinterpret_cast<std::uintptr_t>(room.data());
    std::byte* to = room.data() + (64 - start % 64) % 64 + first * c.element;
    c.run(to, in, static_cast<std::int64_t>(count));
    const Bytes made(to, to + count * c.element);
    std::fill_n(to, made.size(), kUntouched);
    EXPECT_EQ(room, Bytes(room.size(), kUntouched)) << c.name;
    return made;
  };
  // Kernels are found after the target is chosen, because they belong to it.
  for (const Case& c : cases())
    for (const std::size_t first : {0u, 1u, 3u, 15u, 16u, 33u})
      for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 200u, 399u}) {
        choose(1);
        const Bytes got = result(c, first, count);
        choose(std::int64_t{1} << 40);
        ASSERT_EQ(result(c, first, count), got)
            << c.name << ", " << first << ", " << count;
      }
}

// Parts of a result stay in L1.
TEST_P(PastCaches, GivesTheSameBytesAsParts) {
  choose(std::int64_t{1} << 40);
  if (IsSkipped()) return;
  constexpr std::size_t kPart = 1000;
  std::mt19937 random(6);
  for (const Case& c : cases())
    for (const std::size_t more : {1u, 77u}) {
      const std::size_t count = (std::size_t{32} << 10) / c.element + more;
      constexpr std::byte kUntouched{0xa5};
      std::vector<Bytes> operands;
      for (const std::size_t element : c.operands) {
        operands.emplace_back(count * element);
        for (std::byte& b : operands.back())
          b = static_cast<std::byte>(random() % 256);
      }
      const auto run = [&](std::size_t part) {
        Bytes made((count + 1) * c.element + 64, kUntouched);
        for (std::size_t i = 0; i < count; i += part) {
          std::vector<const std::byte*> in;
          for (std::size_t k = 0; k < operands.size(); ++k)
            in.push_back(operands[k].data() + i * c.operands[k]);
          c.run(made.data() + (i + 1) * c.element, in.data(),
                static_cast<std::int64_t>(std::min(part, count - i)));
        }
        return made;
      };
      ASSERT_EQ(run(count), run(kPart)) << c.name << ", " << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, PastCaches,
                         testing::Values("scalar", "sse4", "avx2", "avx512"));

}  // namespace
}  // namespace assay::optimized
