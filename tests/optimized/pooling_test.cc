// Compares pools with plain loops at sizes with several vectors and blocks, odd
// ends and strides of every kind, on every target and with threads.
#include "optimized/pooling/pooling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"
#include "tests/optimized/rooms.h"
#include "tests/optimized/settings_cases.h"

namespace assay::optimized {
namespace {

using test::elements_of;
using test::room;

// A pool over planes of two axes, the same along both but for the extents.
struct Pool {
  std::int64_t planes, height, width;
  std::int64_t kernel, stride, padding, dilation;

  std::int64_t count(std::int64_t extent) const {
    return (extent + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
  }
  Shape in() const { return {1, planes, height, width}; }
  Shape out() const { return {1, planes, count(height), count(width)}; }
};
constexpr Pool kPools[] = {
    {3, 37, 131, 3, 2, 1, 1},  {2, 40, 70, 2, 2, 0, 1},
    {5, 7, 7, 3, 1, 1, 1},     {2, 33, 600, 3, 1, 1, 1},
    {2, 30, 45, 5, 3, 2, 1},   {3, 19, 83, 3, 2, 1, 2},
    {2, 41, 41, 13, 1, 6, 1},  {2, 64, 90, 4, 9, 2, 1},
    {1, 50, 90, 30, 11, 0, 1}, {2, 9, 1100, 2, 1, 1, 3},
    {40, 11, 28, 3, 1, 1, 1},  {70, 5, 9, 2, 2, 1, 1},
    {2, 45, 23, 19, 1, 9, 1},  {3, 4, 5, 3, 4, 1, 1},
};

// Attributes that last as long as calls read them.
struct Windows {
  explicit Windows(const Pool& pool)
      : kernel(2, pool.kernel),
        stride(2, pool.stride),
        dilation(2, pool.dilation),
        padding(2, {pool.padding, pool.padding}) {}
  PoolWindows get() const { return {kernel, stride, padding}; }

  AxisIntegers kernel, stride, dilation;
  AxisPairs padding;
};

std::uint32_t mixed(std::int64_t i) {
  auto x = static_cast<std::uint32_t>(i) * 2654435761u;
  return (x ^ (x >> 15)) * 2246822519u;
}

// Fills a tensor with few different elements, so that many are equal.
template <typename T>
void fill(const Tensor& x, std::uint32_t values) {
  for (std::int64_t i = 0; i < x.view.numel(); ++i)
    elements_of<T>(x)[i] = static_cast<T>(
        static_cast<T>(mixed(i) % values) -
        (std::is_signed_v<T> ? static_cast<T>(values / 2) : T(0)));
}

std::string bytes_of_tensor(const Tensor& x) {
  return {reinterpret_cast<const char*>(HostMemory::storage_of(x)),
          static_cast<std::size_t>(x.view.numel() * spec_of(x.dtype).bits / 8)};
}

class Pools : public test::SettingsCases {};

// Calls f(position in the plane, element) for the elements of a window.
template <typename T, typename F>
void for_window(const Pool& pool, const T* plane, std::int64_t p,
                std::int64_t q, F f) {
  for (std::int64_t k = 0; k < pool.kernel; ++k)
    for (std::int64_t l = 0; l < pool.kernel; ++l) {
      const std::int64_t i = p * pool.stride + k * pool.dilation - pool.padding;
      const std::int64_t j = q * pool.stride + l * pool.dilation - pool.padding;
      if (i >= 0 && i < pool.height && j >= 0 && j < pool.width)
        f(i * pool.width + j, plane[i * pool.width + j]);
    }
}

template <typename T>
void expect_largest(DType dtype, const Pool& pool, std::uint32_t values) {
  SCOPED_TRACE(testing::Message()
               << name_of(dtype) << " " << pool.width << " kernel "
               << pool.kernel << " stride " << pool.stride);
  const Tensor x = room(dtype, pool.in());
  fill<T>(x, values);
  if constexpr (std::is_floating_point_v<T>) {
    elements_of<T>(x)[x.view.numel() / 2] = std::numeric_limits<T>::quiet_NaN();
    for (int i = 0; i < 5 * 7; ++i)
      elements_of<T>(x)[i] = -std::numeric_limits<T>::infinity();
  }
  const Tensor y = room(dtype, pool.out());
  const Tensor with_index = room(dtype, pool.out());
  const Windows windows(pool);
  max_pool(y, x, windows.get(), windows.dilation);
  const std::int64_t rows = pool.count(pool.height);
  const std::int64_t columns = pool.count(pool.width);
  for (const DType index_dtype : {DType::kInt32, DType::kInt64}) {
    const Tensor index = room(index_dtype, pool.out());
    max_pool_with_indices(with_index, index, x, windows.get(),
                          windows.dilation);
    for (std::int64_t at = 0; at < y.view.numel(); ++at) {
      const std::int64_t plane = at / (rows * columns);
      const T* from = elements_of<T>(x) + plane * pool.height * pool.width;
      std::int64_t best = -1;
      T largest{};
      for_window(pool, from, at / columns % rows, at % columns,
                 [&](std::int64_t place, T v) {
                   if (best < 0 || v > largest ||
                       (v != v && best >= 0 && largest == largest)) {
                     best = place;
                     largest = v;
                   }
                 });
      ASSERT_GE(best, 0);
      const std::int64_t found = index_dtype == DType::kInt32
                                     ? elements_of<std::int32_t>(index)[at]
                                     : elements_of<std::int64_t>(index)[at];
      if (largest != largest) {
        ASSERT_TRUE(elements_of<T>(y)[at] != elements_of<T>(y)[at]);
        ASSERT_TRUE(from[found] != from[found]);
        continue;
      }
      ASSERT_EQ(elements_of<T>(y)[at], largest) << at;
      ASSERT_EQ(elements_of<T>(with_index)[at], largest) << at;
      ASSERT_EQ(found, best) << at;
    }
  }
}

TEST_P(Pools, FindTheLargestElementAndItsFirstPlace) {
  for (const Pool& pool : kPools) {
    expect_largest<float>(DType::kFloat32, pool, 50);
    expect_largest<double>(DType::kFloat64, pool, 5000);
  }
  for (const Pool& pool : {kPools[0], kPools[5], kPools[7]}) {
    expect_largest<std::int8_t>(DType::kInt8, pool, 256);
    expect_largest<std::uint8_t>(DType::kUint8, pool, 256);
    expect_largest<std::uint32_t>(DType::kUint32, pool, 1u << 31);
    expect_largest<std::uint64_t>(DType::kUint64, pool, 100);
  }
}

// A window of the dilated kernel may have all its elements in the padding.
TEST_P(Pools, GiveWindowsWithoutElementsNoPlace) {
  const Pool pool = {1, 2, 2, 2, 1, 1, 3};
  const Tensor x = room(DType::kUint8, pool.in());
  fill<std::uint8_t>(x, 200);
  const Tensor y = room(DType::kUint8, pool.out());
  const Tensor index = room(DType::kInt64, pool.out());
  const Windows windows(pool);
  max_pool_with_indices(y, index, x, windows.get(), windows.dilation);
  EXPECT_EQ(pool.count(2), 1);
  EXPECT_EQ(elements_of<std::int64_t>(index)[0], -1);
  EXPECT_EQ(elements_of<std::uint8_t>(y)[0], 0);
}

void expect_near(double a, double b) {
  ASSERT_NEAR(a, b, 1e-4 * (1 + std::fabs(b)));
}

TEST_P(Pools, AverageWindowsAndReturnGradients) {
  for (const Pool& pool : kPools) {
    if (pool.dilation != 1) continue;
    const Tensor x = room(DType::kFloat32, pool.in());
    const Tensor y = room(DType::kFloat32, pool.out());
    const Tensor grad = room(DType::kFloat32, pool.out());
    const Tensor gx = room(DType::kFloat32, pool.in());
    fill<float>(x, 1000);
    fill<float>(grad, 77);
    const Windows windows(pool);
    const std::int64_t rows = pool.count(pool.height);
    const std::int64_t columns = pool.count(pool.width);
    const std::int64_t plane_size = pool.height * pool.width;
    avg_pool(y, x, windows.get(), false);
    avg_pool_backward(gx, x, grad, windows.get(), false);
    std::vector<double> gradients(static_cast<std::size_t>(x.view.numel()));
    for (std::int64_t at = 0; at < y.view.numel(); ++at) {
      const std::int64_t plane = at / (rows * columns);
      double sum = 0;
      std::vector<std::int64_t> places;
      for_window(pool, elements_of<float>(x) + plane * plane_size,
                 at / columns % rows, at % columns,
                 [&](std::int64_t place, float v) {
                   sum += v;
                   places.push_back(plane * plane_size + place);
                 });
      const auto count = static_cast<double>(places.size());
      for (const std::int64_t place : places)
        gradients[static_cast<std::size_t>(place)] +=
            elements_of<float>(grad)[at] / count;
      expect_near(elements_of<float>(y)[at], sum / count);
    }
    for (std::int64_t i = 0; i < x.view.numel(); ++i)
      expect_near(elements_of<float>(gx)[i],
                  gradients[static_cast<std::size_t>(i)]);
  }
}

// Windows of volumes read rows of several slices.
TEST_P(Pools, FoldWindowsOfVolumes) {
  const Shape in = {1, 2, 5, 9, 37};
  for (const std::int64_t stride : {1, 2, 9}) {
    const auto count = [&](std::int64_t extent) {
      return (extent + 2 - 3) / stride + 1;
    };
    const Shape out = {1, 2, count(5), count(9), count(37)};
    const Tensor x = room(DType::kFloat32, in);
    const Tensor largest = room(DType::kFloat32, out);
    const Tensor mean = room(DType::kFloat32, out);
    fill<float>(x, 1000);
    const AxisIntegers kernel(3, 3), strides(3, stride), dilation(3, 1);
    const AxisPairs padding(3, {1, 1});
    const PoolWindows windows = {kernel, strides, padding};
    max_pool(largest, x, windows, dilation);
    avg_pool(mean, x, windows, false);
    for (const Index& at : indices(out)) {
      double sum = 0, most = -1e9;
      int elements = 0;
      for (const Index& tap : indices(Shape{3, 3, 3})) {
        Index from = at;
        bool is_inside = true;
        for (std::size_t a = 0; a < 3; ++a) {
          from[a + 2] = at[a + 2] * stride + tap[a] - 1;
          is_inside &= from[a + 2] >= 0 && from[a + 2] < in[a + 2];
        }
        if (!is_inside) continue;
        const double v = elements_of<float>(x)[x.view.linear_index(from)];
        sum += v;
        most = std::max(most, v);
        ++elements;
      }
      const std::int64_t place = mean.view.linear_index(at);
      ASSERT_EQ(elements_of<float>(largest)[place], most) << stride;
      expect_near(elements_of<float>(mean)[place], sum / elements);
    }
  }
}

TEST_P(Pools, AverageBinsAndReturnGradients) {
  for (const auto& sizes : {std::pair{Shape{2, 3, 37, 130}, Shape{2, 3, 5, 21}},
                            {Shape{1, 2, 40, 96}, Shape{1, 2, 20, 48}},
                            {Shape{1, 5, 7, 7}, Shape{1, 5, 1, 1}},
                            {Shape{1, 2, 33, 470}, Shape{1, 2, 1, 1}},
                            {Shape{1, 2, 5, 9}, Shape{1, 2, 11, 30}}}) {
    const Shape& in = sizes.first;
    const Shape& out = sizes.second;
    const Tensor x = room(DType::kFloat32, in), gx = room(DType::kFloat32, in);
    const Tensor y = room(DType::kFloat32, out);
    const Tensor grad = room(DType::kFloat32, out);
    fill<float>(x, 1000);
    fill<float>(grad, 77);
    adaptive_avg_pool(y, x);
    adaptive_avg_pool_backward(gx, x, grad);
    std::vector<double> gradients(static_cast<std::size_t>(x.view.numel()));
    for (const Index& at : indices(out)) {
      const auto bin = [&](std::size_t axis) {
        return Span{at[axis] * in[axis] / out[axis],
                    ((at[axis] + 1) * in[axis] + out[axis] - 1) / out[axis]};
      };
      const Span rows = bin(2), columns = bin(3);
      const auto count = static_cast<double>(rows.count() * columns.count());
      double sum = 0;
      for (std::int64_t i = rows.first; i < rows.last; ++i)
        for (std::int64_t j = columns.first; j < columns.last; ++j) {
          const std::int64_t place = x.view.linear_index({at[0], at[1], i, j});
          sum += elements_of<float>(x)[place];
          gradients[static_cast<std::size_t>(place)] +=
              elements_of<float>(grad)[y.view.linear_index(at)] / count;
        }
      expect_near(elements_of<float>(y)[y.view.linear_index(at)], sum / count);
    }
    for (std::int64_t i = 0; i < x.view.numel(); ++i)
      expect_near(elements_of<float>(gx)[i],
                  gradients[static_cast<std::size_t>(i)]);
  }
}

TEST_P(Pools, DoNotDependOnThreadsOrLayout) {
  const Settings before = settings();
  for (const Pool& pool : kPools) {
    const Windows windows(pool);
    const Tensor x = room(DType::kFloat32, pool.in());
    for (std::int64_t i = 0; i < x.view.numel(); ++i)
      elements_of<float>(x)[i] = static_cast<float>(mixed(i)) * 0x1p-20F;
    // The same elements, stored with the last two axes exchanged.
    Tensor turned =
        room(DType::kFloat32, {1, pool.planes, pool.width, pool.height});
    turned.view = *turned.view.permute({0, 1, 3, 2});
    for (const Index& at : indices(pool.in()))
      elements_of<float>(turned)[turned.view.linear_index(at)] =
          elements_of<float>(x)[x.view.linear_index(at)];
    std::string once[3];
    for (const std::int64_t threads : {1, 2}) {
      Settings now = before;
      now.threads = threads;
      now.thread_bytes = now.thread_flops = 1;
      use_settings(now);
      for (const Tensor& operand : {x, turned}) {
        const Tensor y[3] = {room(DType::kFloat32, pool.out()),
                             room(DType::kFloat32, pool.out()),
                             room(DType::kFloat32, pool.out())};
        const Tensor index = room(DType::kInt32, pool.out());
        max_pool(y[0], operand, windows.get(), windows.dilation);
        avg_pool(y[1], operand, windows.get(), true);
        max_pool_with_indices(y[2], index, operand, windows.get(),
                              windows.dilation);
        for (int i = 0; i < 3; ++i) {
          if (once[i].empty()) once[i] = bytes_of_tensor(y[i]);
          EXPECT_TRUE(once[i] == bytes_of_tensor(y[i])) << i << threads;
        }
      }
    }
  }
}

// Several small planes are summed together, and the last ones alone.
TEST_P(Pools, ReturnGradientsToThePlacesOfTheLargest) {
  for (const Shape& out :
       {Shape{1, 1, 30, 30}, Shape{1, 4, 9, 7}, Shape{1, 11, 8, 8}}) {
    const std::int64_t planes = out[1], windows = out[2] * out[3];
    const std::int64_t in = windows / 2;
    const Tensor x = room(DType::kFloat32, {1, planes, 1, in});
    const Tensor gx = room(DType::kFloat32, {1, planes, 1, in});
    const Tensor grad = room(DType::kFloat32, out);
    const Tensor index = room(DType::kInt32, out);
    fill<float>(grad, 99);
    std::vector<float> sums(static_cast<std::size_t>(planes * in));
    for (std::int64_t i = 0; i < planes * windows; ++i) {
      const std::int64_t place =
          static_cast<std::int64_t>(mixed(i / 3)) % (in + 1) - 1;
      elements_of<std::int32_t>(index)[i] = static_cast<std::int32_t>(place);
      if (place >= 0)
        sums[static_cast<std::size_t>(i / windows * in + place)] +=
            elements_of<float>(grad)[i];
    }
    ASSERT_TRUE(max_pool_backward(gx, x, grad, index).ok());
    for (std::int64_t i = 0; i < planes * in; ++i)
      ASSERT_EQ(elements_of<float>(gx)[i], sums[static_cast<std::size_t>(i)])
          << planes << " planes, " << i;
  }
}

TEST_P(Pools, RefuseIndicesThatNameNoPosition) {
  const Tensor x = room(DType::kFloat32, {1, 1, 2, 40});
  const Tensor gx = room(DType::kFloat32, {1, 1, 2, 40});
  const Tensor grad = room(DType::kFloat32, {1, 1, 1, 20});
  const Tensor index = room(DType::kInt32, {1, 1, 1, 20});
  fill<float>(grad, 9);
  std::fill_n(elements_of<std::int32_t>(index), 20, -1);
  EXPECT_TRUE(max_pool_backward(gx, x, grad, index).ok());
  EXPECT_EQ(elements_of<float>(gx)[79], 0);
  elements_of<std::int32_t>(index)[17] = 79;
  EXPECT_TRUE(max_pool_backward(gx, x, grad, index).ok());
  EXPECT_EQ(elements_of<float>(gx)[79], elements_of<float>(grad)[17]);
  for (const std::int32_t wrong : {80, -2, -80}) {
    elements_of<std::int32_t>(index)[17] = wrong;
    EXPECT_FALSE(max_pool_backward(gx, x, grad, index).ok()) << wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, Pools,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512"));

}  // namespace
}  // namespace assay::optimized
