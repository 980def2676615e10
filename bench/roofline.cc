// Measures bandwidth and arithmetic when they are first needed, and keeps the
// results for the other workloads of the run.
// Tested by tests/bench/run_bench_test.cc.
#include "bench/roofline.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <thread>

#include "bench/contender.h"
#include "bench/pages.h"

namespace assay::bench {
namespace {

constexpr std::int64_t kLeastBytes = std::int64_t{1} << 13;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 28;

// Floats that all are 1.
class Floats {
 public:
  Floats() = default;
  explicit Floats(std::size_t count) : pages_(pages_of(count * sizeof(float))) {
    if (pages_ != nullptr) std::fill_n(get(), count, 1.0f);
  }
  float* get() const { return reinterpret_cast<float*>(pages_.get()); }

 private:
  Pages pages_;
};

// Returns the best rate of a thread's work, in units per second for all threads
// together, if `threads` threads do it at once. It is the highest of several
// samples, because the machine is never faster than it is.
double best_rate(int threads,
                 const std::function<double(int thread, std::int64_t)>& work) {
  constexpr int kSamples = 12;
  constexpr double kSampleSeconds = 2e-3;
  const Clock clock = threads == 1 ? Clock::kThread : Clock::kWall;
  const auto once = [&](std::int64_t repetitions, double& units) {
    const double start = seconds_now(clock);
    std::vector<double> done(static_cast<std::size_t>(threads));
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i)
      others.emplace_back(
          [&, i] { done[static_cast<std::size_t>(i)] = work(i, repetitions); });
    done[0] = work(0, repetitions);
    for (std::thread& other : others) other.join();
    units = 0;
    for (double part : done) units += part;
    return seconds_now(clock) - start;
  };
  double best = 0;
  std::int64_t repetitions = 1;
  for (int sample = 0; sample < kSamples;) {
    double units = 0;
    const double seconds = std::max(once(repetitions, units), 1e-9);
    if (seconds < kSampleSeconds / 2) {
      repetitions *= 2;
      continue;
    }
    best = std::max(best, units / seconds);
    ++sample;
  }
  return best;
}

// Receives results, so that the compiler cannot leave out the loops.
volatile double g_sink;

struct Arrays {
  Floats a, b, out;
};

}  // namespace

std::int64_t Roofline::stream_bytes(std::int64_t bytes) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(
      std::clamp(bytes * 2 / 3, kLeastBytes, kMostBytes))));
}

double Roofline::bandwidth(Stream kind, std::int64_t bytes) {
  const auto rounded = static_cast<std::uint64_t>(stream_bytes(bytes));
  const auto [entry, is_new] =
      bandwidths_.try_emplace({kind, static_cast<std::int64_t>(rounded)}, 0.0);
  if (!is_new) return entry->second;
  const std::size_t array_count = kind == Stream::kAdd    ? 3
                                  : kind == Stream::kCopy ? 2
                                                          : 1;
  const std::size_t count = std::max<std::size_t>(
      64,
      rounded / 4 / array_count / static_cast<std::size_t>(threads_) / 64 * 64);
  std::vector<Arrays> arrays(static_cast<std::size_t>(threads_));
  for (Arrays& own : arrays) {
    own.a = Floats(count);
    own.b = Floats(array_count == 3 ? count : 64);
    own.out = Floats(array_count == 1 && kind == Stream::kSum ? 64 : count);
    if (own.a.get() == nullptr || own.b.get() == nullptr ||
        own.out.get() == nullptr)
      return 0;
  }
  for (const bool past : {false, true}) {
    // Within the caches, stores that bypass them are never faster.
    if (past && rounded < (1u << 22)) continue;
    const double rate =
        best_rate(threads_, [&](int thread, std::int64_t repetitions) {
          const Arrays& own = arrays[static_cast<std::size_t>(thread)];
          double sum = 0;
          for (std::int64_t i = 0; i < repetitions; ++i)
            sum += static_cast<double>(stream(
                kind, past, own.a.get(), own.b.get(), own.out.get(), count));
          g_sink = sum;
          return static_cast<double>(repetitions) * 4.0 *
                 static_cast<double>(count * array_count);
        });
    entry->second = std::max(entry->second, rate);
  }
  return entry->second;
}

double Roofline::arithmetic(bool is_double, int chains) {
  const auto [entry, is_new] =
      arithmetic_.try_emplace({is_double, chains}, 0.0);
  if (is_new)
    entry->second = best_rate(threads_, [&](int, std::int64_t repetitions) {
      double sink = 0;
      const double done =
          multiply_add(is_double, chains, 4096 * repetitions, sink);
      g_sink = sink;
      return done;
    });
  return entry->second;
}

double Roofline::cycles_per_second() {
  if (cycles_per_second_ != 0) return cycles_per_second_;
  // One thread suffices, and its sum cannot be computed in advance.
  cycles_per_second_ = best_rate(1, [&](int, std::int64_t repetitions) {
    constexpr int kRounds = 1024, kAdditions = 16;
    std::int64_t sum = repetitions;
    const std::int64_t term = sum;
    for (std::int64_t i = 0; i < kRounds * repetitions; ++i)
      for (int k = 0; k < kAdditions; ++k) {
        sum += term;
        asm volatile("" : "+r"(sum));
      }
    g_sink = static_cast<double>(sum);
    return static_cast<double>(kRounds * kAdditions * repetitions);
  });
  return cycles_per_second_;
}

Roofline& Roofline::of_one_thread() {
  if (one_ == nullptr) one_ = std::make_unique<Roofline>(1);
  return *one_;
}

RooflineTime Roofline::least_time(const Workload& workload) {
  if (workload.level == Level::kCall) return {};
  // Uses the stream that reads a similar share of its bytes: all, two thirds,
  // half or nothing.
  const double share =
      static_cast<double>(workload.read) / static_cast<double>(workload.bytes);
  const Stream kind = share > 5.0 / 6    ? Stream::kSum
                      : share > 7.0 / 12 ? Stream::kAdd
                      : share > 1.0 / 4  ? Stream::kCopy
                                         : Stream::kFill;
  RooflineTime least{
      static_cast<double>(workload.bytes) / bandwidth(kind, workload.bytes),
      false};
  const bool is_float = is_real(workload.dtype) || is_complex(workload.dtype);
  if (workload.flops == 0 || !is_float) return least;
  const bool is_double =
      workload.dtype == DType::kFloat64 || workload.dtype == DType::kComplex128;
  const double computing = workload.flops / arithmetic(is_double);
  if (computing > least.seconds) least = {computing, true};
  return least;
}

std::vector<RooflineEntry> Roofline::entries() const {
  std::vector<RooflineEntry> list;
  for (const auto& [key, rate] : bandwidths_)
    list.push_back(
        {std::string(kStreamNames[static_cast<std::size_t>(key.first)]), "",
         key.second, rate});
  for (const auto& [key, rate] : arithmetic_)
    list.push_back({key.second == 1 ? "fma chain" : "fma",
                    key.first ? "float64" : "float32", 0, rate});
  if (cycles_per_second_ != 0)
    list.push_back({"clock", "", 0, cycles_per_second_});
  return list;
}

}  // namespace assay::bench
