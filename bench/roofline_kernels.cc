// Implements the streams and multiply-add loops with Highway, once for each
// instruction set.
// Tested by tests/bench/run_bench_test.cc.
#include "bench/roofline_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/roofline_kernels.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::bench::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <bool past, class D, class V>
void put(V v, D d, float* to) {
  if constexpr (past)
    hn::Stream(v, d, to);
  else
    hn::Store(v, d, to);
}

template <bool past>
void write(Stream kind, const float* a, const float* b, float* out,
           std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t n = hn::Lanes(d);
  const auto one = hn::Set(d, 1.0f);
  for (std::size_t i = 0; i < count; i += 4 * n) {
    for (std::size_t k = i; k < i + 4 * n; k += n) {
      if (kind == Stream::kFill)
        put<past>(one, d, out + k);
      else if (kind == Stream::kCopy)
        put<past>(hn::Load(d, a + k), d, out + k);
      else
        put<past>(hn::Add(hn::Load(d, a + k), hn::Load(d, b + k)), d, out + k);
    }
  }
}

// Sums an array read in one place or in four; with four, more loads are in
// flight.
template <std::size_t places>
float sum(const float* a, std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t n = hn::Lanes(d);
  const std::size_t apart = places == 1 ? n : count / 4;
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (std::size_t i = 0; i < count / places; i += places == 1 ? 4 * n : n) {
    s0 = hn::Add(s0, hn::Load(d, a + i));
    s1 = hn::Add(s1, hn::Load(d, a + i + apart));
    s2 = hn::Add(s2, hn::Load(d, a + i + 2 * apart));
    s3 = hn::Add(s3, hn::Load(d, a + i + 3 * apart));
  }
  return hn::GetLane(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
}

float run_stream(Stream kind, bool past, const float* a, const float* b,
                 float* out, std::size_t count) {
  if (kind == Stream::kSum) return past ? sum<4>(a, count) : sum<1>(a, count);
  if (past) {
    write<true>(kind, a, b, out, count);
    hwy::FlushStream();
  } else {
    write<false>(kind, a, b, out, count);
  }
  return out[0];
}

// Returns where a chain starts. Each starts from a number of its own, because
// chains that start alike are one chain to a compiler.
template <typename T>
hn::Vec<hn::ScalableTag<T>> start_of(int chain) {
  return hn::Set(hn::ScalableTag<T>(), static_cast<T>(chain) / kChains);
}

template <typename T>
double operations(int chains, std::int64_t rounds) {
  return 2.0 * chains * static_cast<double>(hn::Lanes(hn::ScalableTag<T>())) *
         static_cast<double>(rounds);
}

template <typename T>
double run_one(std::int64_t rounds, double& sink) {
  const hn::ScalableTag<T> d;
  const auto x = hn::Set(d, static_cast<T>(0.999));
  const auto y = hn::Set(d, static_cast<T>(0.001));
  auto c = start_of<T>(0);
  for (std::int64_t i = 0; i < rounds; ++i) c = hn::MulAdd(c, x, y);
  sink += static_cast<double>(hn::GetLane(c));
  return operations<T>(1, rounds);
}

template <typename T>
double run_all(std::int64_t rounds, double& sink) {
  const hn::ScalableTag<T> d;
  const auto x = hn::Set(d, static_cast<T>(0.999));
  const auto y = hn::Set(d, static_cast<T>(0.001));
  auto c0 = start_of<T>(0), c1 = start_of<T>(1), c2 = start_of<T>(2);
  auto c3 = start_of<T>(3), c4 = start_of<T>(4), c5 = start_of<T>(5);
  auto c6 = start_of<T>(6), c7 = start_of<T>(7), c8 = start_of<T>(8);
  auto c9 = start_of<T>(9), c10 = start_of<T>(10), c11 = start_of<T>(11);
  for (std::int64_t i = 0; i < rounds; ++i) {
    c0 = hn::MulAdd(c0, x, y);
    c1 = hn::MulAdd(c1, x, y);
    c2 = hn::MulAdd(c2, x, y);
    c3 = hn::MulAdd(c3, x, y);
    c4 = hn::MulAdd(c4, x, y);
    c5 = hn::MulAdd(c5, x, y);
    c6 = hn::MulAdd(c6, x, y);
    c7 = hn::MulAdd(c7, x, y);
    c8 = hn::MulAdd(c8, x, y);
    c9 = hn::MulAdd(c9, x, y);
    c10 = hn::MulAdd(c10, x, y);
    c11 = hn::MulAdd(c11, x, y);
  }
  c0 = hn::Add(hn::Add(hn::Add(c0, c1), hn::Add(c2, c3)), hn::Add(c4, c5));
  c6 = hn::Add(hn::Add(hn::Add(c6, c7), hn::Add(c8, c9)), hn::Add(c10, c11));
  sink += static_cast<double>(hn::GetLane(hn::Add(c0, c6)));
  return operations<T>(kChains, rounds);
}

double run_chains(bool is_double, int chains, std::int64_t rounds,
                  double& sink) {
  if (chains == 1)
    return is_double ? run_one<double>(rounds, sink)
                     : run_one<float>(rounds, sink);
  return is_double ? run_all<double>(rounds, sink)
                   : run_all<float>(rounds, sink);
}

const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace assay::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::bench {
namespace {
HWY_EXPORT(run_stream);
HWY_EXPORT(run_chains);
HWY_EXPORT(target_name);
}  // namespace

float stream(Stream kind, bool past, const float* a, const float* b, float* out,
             std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(run_stream)(kind, past, a, b, out, count);
}
double multiply_add(bool is_double, int chains, std::int64_t rounds,
                    double& sink) {
  return HWY_DYNAMIC_DISPATCH(run_chains)(is_double, chains, rounds, sink);
}
std::string_view roofline_target() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace assay::bench
#endif
