// Checks what the suite cannot see of the transforms: that results depend
// neither on where operands are in memory nor on earlier plans, and that plans
// are dropped and made again.
#include "optimized/fourier/fourier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include "optimized/optimized.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

using C = std::complex<double>;

class Fourier : public testing::Test {
 protected:
  // Returns complex numbers that start `shift` bytes after an aligned address.
  Tensor numbers(std::int64_t count, std::size_t shift) {
    auto& room = rooms_.emplace_back(static_cast<std::size_t>(count) + 16);
    auto* first = reinterpret_cast<std::byte*>(room.data());
    first += (64 - reinterpret_cast<std::uintptr_t>(first) % 64) + shift;
    for (std::int64_t i = 0; i < count; ++i) {
      const C z(std::sin(double(i)), std::cos(double(3 * i)));
      std::memcpy(first + i * 16, &z, 16);
    }
    return *backend_->wrap(DType::kComplex128, count,
                           {first, static_cast<std::size_t>(count) * 16}, true);
  }

  std::vector<C> transformed(std::int64_t count, std::size_t from,
                             std::size_t to) {
    const Tensor out = numbers(count, to);
    EXPECT_TRUE(fft(out, numbers(count, from), {0}, false).ok());
    std::vector<C> result(static_cast<std::size_t>(count));
    std::memcpy(result.data(), HostMemory::storage_of(out),
                result.size() * sizeof(C));
    return result;
  }

  std::unique_ptr<Backend> backend_ = make_optimized();
  std::vector<std::vector<C>> rooms_;
};

TEST_F(Fourier, DoesNotDependOnAlignment) {
  for (std::int64_t count : {64, 97, 360}) {
    const auto expected = transformed(count, 0, 0);
    EXPECT_EQ(expected, transformed(count, 8, 0));
    EXPECT_EQ(expected, transformed(count, 0, 8));
    EXPECT_EQ(expected, transformed(count, 24, 40));
  }
}

TEST_F(Fourier, DoesNotDependOnEarlierPlans) {
  const auto expected = transformed(1001, 0, 0);
  for (std::int64_t count = 2; count < 150; ++count) transformed(count, 0, 0);
  EXPECT_EQ(expected, transformed(1001, 0, 0));
}

// There are more lines than are gathered side by side at a time.
TEST_F(Fourier, FindsTheWaveOfEveryLine) {
  constexpr std::int64_t kN = 24, kLines = 37;
  const Tensor x = *backend_->buffer(DType::kComplex128, {2, kN, kLines});
  const Tensor y = *backend_->buffer(DType::kComplex128, {2, kN, kLines});
  auto* from =
      reinterpret_cast<std::complex<double>*>(HostMemory::storage_of(x));
  for (std::int64_t batch = 0; batch < 2; ++batch)
    for (std::int64_t i = 0; i < kN; ++i)
      for (std::int64_t line = 0; line < kLines; ++line) {
        const auto wave = static_cast<double>((line + batch) % kN * i);
        from[(batch * kN + i) * kLines + line] =
            std::polar(1.0, 2 * M_PI * wave / kN);
      }
  ASSERT_TRUE(fft(y, x, {1}, false).ok());
  const auto* to =
      reinterpret_cast<const std::complex<double>*>(HostMemory::storage_of(y));
  for (std::int64_t batch = 0; batch < 2; ++batch)
    for (std::int64_t k = 0; k < kN; ++k)
      for (std::int64_t line = 0; line < kLines; ++line) {
        const double expected = (line + batch) % kN == k ? kN : 0;
        EXPECT_NEAR(expected, std::abs(to[(batch * kN + k) * kLines + line]),
                    1e-12);
      }
}

}  // namespace
}  // namespace assay::optimized
