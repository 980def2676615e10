// Defines the contenders of a measurement: backends, and libraries that are
// wrapped as peers.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bench/arena.h"
#include "harness/subject/subject.h"

namespace assay::bench {

// The clock of a measurement. For one thread it is the time that the thread
// ran, which leaves out what other processes took of the processor. For several
// threads it is wall-clock time.
enum class Clock : std::uint8_t { kThread, kWall };
double seconds_now(Clock clock);

// A workload that a contender has prepared.
class Timed {
 public:
  virtual ~Timed() = default;

  // Runs the workload `repetitions` times and returns the seconds that all of
  // them took together, by the clock of the measurement.
  virtual Result<double> seconds(std::int64_t repetitions) = 0;

  // Runs the workload once and returns the storage of its results in row-major
  // order; empty if the contender has its results in another form.
  virtual Result<std::vector<Bytes>> results() = 0;
};

class Contender {
 public:
  virtual ~Contender() = default;

  virtual std::string name() const = 0;     // as on the command line
  virtual std::string version() const = 0;  // of the backend or library

  // Returns whether the contender says that it has the op for the dtype.
  virtual bool claims(const Workload& workload) const {
    static_cast<void>(workload);
    return true;
  }

  // Prepares a workload. The arena must stay as long as the result is used.
  // Fails with `unsupported` if the contender does not have the op, or not in
  // this form.
  virtual Result<std::unique_ptr<Timed>> prepare(const Workload& workload,
                                                 const Arena& arena) = 0;
};

// Returns a subject as a contender. `activate`, if set, is called before each
// measurement and installs the subject's process-wide settings again.
std::unique_ptr<Contender> contender_of(std::string name,
                                        std::unique_ptr<Subject> subject,
                                        Clock clock,
                                        std::function<void()> activate);

// A Timed made of two functions: one runs the workload once, and the other then
// returns the storage of the results.
template <typename F, typename R>
class TimedFunction : public Timed {
 public:
  TimedFunction(F function, R read, Clock clock)
      : function_(std::move(function)), read_(std::move(read)), clock_(clock) {}
  Result<double> seconds(std::int64_t repetitions) override {
    const double start = seconds_now(clock_);
    for (std::int64_t i = 0; i < repetitions; ++i) function_();
    return seconds_now(clock_) - start;
  }
  Result<std::vector<Bytes>> results() override {
    function_();
    return read_();
  }

 private:
  F function_;
  R read_;
  Clock clock_;
};
template <typename F, typename R>
std::unique_ptr<Timed> timed_with_results(F function, R read, Clock clock) {
  return std::make_unique<TimedFunction<F, R>>(std::move(function),
                                               std::move(read), clock);
}
// Returns a Timed of a function that writes into the outs of the arena.
template <typename F>
std::unique_ptr<Timed> timed(F function, const Workload& workload,
                             const Arena& arena, Clock clock) {
  std::vector<std::span<std::byte>> outs;
  for (std::size_t i = 0; i < workload.outs.size(); ++i)
    outs.push_back(arena.out(i));
  return timed_with_results(
      std::move(function),
      [outs] {
        std::vector<Bytes> stored;
        for (const auto& out : outs)
          stored.emplace_back(out.begin(), out.end());
        return stored;
      },
      clock);
}

}  // namespace assay::bench
