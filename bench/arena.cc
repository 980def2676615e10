// Fills operands with pseudo-random elements, which are the same in every run.
// Tested by tests/bench/workload_test.cc.
#include "bench/arena.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "spec/float_codec.h"

namespace assay::bench {
namespace {

// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators"). The elements only need to look random.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // 0 <= x < 1
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

ElementBits element_of(DType dtype, double re, double im) {
  switch (category_of(dtype)) {
    case Category::kReal:
      return {encode_real(format_of(dtype), re), 0};
    case Category::kComplex:
      return {encode_real(format_of(dtype), re),
              encode_real(format_of(dtype), im)};
    default:
      return {
          static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(re))),
          0};
  }
}

// Elements repeat after this prime number. Longer operands are copies, since
// the cost of an element does not depend on where an equal one is stored.
constexpr std::int64_t kPeriod = 1048573;

void fill_uniform(const Operand& operand, std::int64_t period, Random& random,
                  std::span<std::byte> bytes) {
  const double width = operand.high - operand.low;
  const std::int64_t first = std::min(operand.count, period);
  for (std::int64_t i = 0; i < first; ++i) {
    const double re = operand.low + width * random.uniform();
    const double im = operand.low + width * random.uniform();
    store_element(bytes.data(), operand.dtype, i,
                  element_of(operand.dtype, re, im));
  }
  std::size_t done =
      static_cast<std::size_t>(storage_bytes(operand.dtype, first));
  // With an odd count of packed elements, two share a byte. The last ones may
  // be 0.
  while (done != 0 && done < bytes.size()) {
    const std::size_t more = std::min(done, bytes.size() - done);
    std::memcpy(bytes.data() + done, bytes.data(), more);
    done += more;
  }
}

// Fills symmetric matrices whose diagonal outweighs the rest of its row, or
// their lower triangles.
void fill_matrices(const Operand& operand, Random& random,
                   std::span<std::byte> bytes) {
  const Shape& shape = operand.view.shape();
  const std::int64_t n = shape.back();
  for (std::int64_t matrix = 0; matrix < operand.count / (n * n); ++matrix) {
    for (std::int64_t row = 0; row < n; ++row) {
      for (std::int64_t column = 0; column <= row; ++column) {
        double x = random.uniform() - 0.5;
        if (row == column) x = static_cast<double>(n);
        const std::int64_t start = matrix * n * n;
        const ElementBits bits = element_of(operand.dtype, x, 0);
        store_element(bytes.data(), operand.dtype, start + row * n + column,
                      bits);
        if (operand.fill == Fill::kPositive)
          store_element(bytes.data(), operand.dtype, start + column * n + row,
                        bits);
      }
    }
  }
}

}  // namespace

Result<Arena::Piece> Arena::piece(std::int64_t bytes, std::size_t position) {
  // Each piece is shifted by a few cache lines more. With equal offsets in a
  // page, loads from one piece would wait for stores to another.
  const std::size_t shift = position * 576;
  const std::size_t size = static_cast<std::size_t>(bytes) + shift + 4096;
  Piece made;
  made.memory = pages_of(size);
  if (made.memory == nullptr)
    return Status{StatusCode::kOutOfMemory, "",
                  fmt::format("there is no memory of {} bytes", size)};
  made.bytes = {made.memory.get() + shift, static_cast<std::size_t>(bytes)};
  return made;
}

Result<Arena> Arena::of(const Workload& workload) {
  Arena arena;
  Random random(0);
  std::size_t position = 0;
  for (const Operand& operand : workload.operands) {
    auto made = piece(storage_bytes(operand.dtype, operand.count), position++);
    if (!made) return made.status();
    const bool is_sorted = workload.family() == "sorting";
    if (operand.fill == Fill::kUniform)
      fill_uniform(operand, is_sorted ? operand.count : kPeriod, random,
                   made->bytes);
    else
      fill_matrices(operand, random, made->bytes);
    arena.operands_.push_back(*std::move(made));
  }
  for (const TensorType& type : workload.outs) {
    auto made =
        piece(storage_bytes(type.dtype, element_count(type.shape)), position++);
    if (!made) return made.status();
    arena.outs_.push_back(*std::move(made));
  }
  return arena;
}

}  // namespace assay::bench
