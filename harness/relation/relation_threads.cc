// Checks the relations about several contexts and threads. Two contexts of a
// subject must not affect each other, used alternately or in two threads at
// once. A context that claims to be thread-safe must give the same results in
// two threads as in one. A context that has ended must leave no memory behind.
// Tested by tests/harness/relation/relation_threads_test.cc.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include "harness/relation/relation_trial.h"

namespace assay {
namespace {

// Threads overlap only by chance, so they run for a while: as many rounds as
// fit into this time, but at least kFewestRounds and at most kMostRounds.
constexpr std::chrono::microseconds kTime{1500};
constexpr int kFewestRounds = 3;
constexpr int kMostRounds = 200;

// How many contexts are made one after the other to see whether each leaves
// memory behind. What the first ones leave may be caches of the process, so
// they do not count.
constexpr int kContextsInTurn = 6;
constexpr int kFirstThatCounts = 3;
constexpr int kCallsOfContext = 16;
constexpr std::size_t kSmallestPiece = 16;  // bytes; malloc's smallest piece

// Holds the calls of one thread and what each returned in a single thread.
struct ThreadProgram {
  std::vector<const LiveCall*> calls;
  std::vector<const Arrays*> expected;
  // What went wrong, and in which call.
  Status status;
  std::size_t failed = 0;
  std::optional<Arrays> different;
};

bool are_same(const Arrays& a, const Arrays& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].elements != b[i].elements) return false;
  return true;
}

// Makes the calls of a program in turn until the time is over.
void follow(ThreadProgram& program) {
  const auto end = std::chrono::steady_clock::now() + kTime;
  for (int round = 0; round < kMostRounds; ++round) {
    if (round >= kFewestRounds && std::chrono::steady_clock::now() > end)
      return;
    for (std::size_t i = 0; i < program.calls.size(); ++i) {
      program.failed = i;
      const LiveCall& call = *program.calls[i];
      const auto results = call.run();
      program.status = results.status();
      if (!results.ok()) return;
      auto arrays = call.read(*results);
      program.status = arrays.status();
      if (!arrays.ok()) return;
      if (are_same(*arrays, *program.expected[i])) continue;
      program.different = *std::move(arrays);
      return;
    }
  }
}

// Runs both programs at once and judges their results.
void run_at_once(RelationTrial& trial, ThreadProgram (&programs)[2],
                 const std::string& how) {
  std::atomic<int> ready{0};
  const auto work = [&](ThreadProgram& program) {
    ++ready;
    while (ready < 2) std::this_thread::yield();
    follow(program);
  };
  trial.subject().call_from_threads([&] {
    std::thread first(work, std::ref(programs[0]));
    std::thread second(work, std::ref(programs[1]));
    first.join();
    second.join();
  });
  for (ThreadProgram& program : programs) {
    const SampleCall& sample = program.calls[program.failed]->sample();
    if (!program.status.ok())
      trial.fail(fmt::format("{}: {} answered {}: {}", how, name_of(sample.op),
                             name_of(program.status.code),
                             program.status.message));
    // Compares equal results too, so that they count as compared.
    const Arrays& expected = *program.expected[program.failed];
    trial.demand_bits(sample, expected,
                      program.different ? *program.different : expected, how);
  }
}

// Returns two calls of the op with different shapes, and for each another with
// the same shape and other elements.
std::vector<SampleCall> samples_of(const RelationTrial& trial) {
  ValueStream stream = trial.stream(1);
  const Cell cell = trial.plan().cell();
  const std::int64_t largest =
      std::min<std::int64_t>(600, largest_size(cell) / 3);
  std::vector<SampleCall> samples;
  for (int i = 0; i < 2; ++i) {
    SampleWish wish;
    wish.size = draw_size(stream, 30, largest);
    wish.form = static_cast<SampleForm>(stream.below(kSampleFormCount));
    wish.shape_seed = stream.next();
    wish.value_seed = stream.next();
    samples.push_back(sample_call(cell, wish, trial.profile()));
    wish.value_seed ^= 1;
    samples.push_back(sample_call(cell, wish, trial.profile()));
  }
  return samples;
}

// Holds calls that are placed in a context, and their results there.
struct Placed {
  std::vector<LiveCall> calls;
  std::vector<Arrays> expected;
};

std::optional<Placed> place_all(RelationTrial& trial,
                                const std::vector<SampleCall>& samples,
                                Backend& backend) {
  Placed placed;
  for (const SampleCall& sample : samples) {
    auto live = trial.place(sample, OperandMemory::kNone, &backend);
    if (!live) return std::nullopt;
    auto results = trial.run(*live);
    if (!results) return std::nullopt;
    placed.calls.push_back(*std::move(live));
    placed.expected.push_back(*std::move(results));
  }
  return placed;
}

ThreadProgram program_of(const Placed& placed,
                         std::initializer_list<std::size_t> order) {
  ThreadProgram program;
  for (const std::size_t at : order) {
    program.calls.push_back(&placed.calls[at]);
    program.expected.push_back(&placed.expected[at]);
  }
  return program;
}

void agree(RelationTrial& trial, const SampleCall& sample,
           const Arrays& expected, const Arrays& got, const std::string& how) {
  if (family_of(sample.op).name == "elementwise")
    trial.demand_bits(sample, expected, got, how);
  else
    trial.demand_agreement(sample, expected, got, how);
}

// Returns how many bytes malloc has handed out and not got back, or 0 if that
// is not known, as under sanitizers.
std::size_t allocated_bytes() {
  const struct mallinfo2 known = mallinfo2();
  return known.uordblks + known.hblkhd;
}

// Makes a few calls in each of several successive contexts. If memory grows
// with each context by at least one piece per call, the context does not free
// it.
void demand_no_leak(RelationTrial& trial, const SampleCall& sample) {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (int i = 0; i < kContextsInTurn; ++i) {
    const std::size_t before = allocated_bytes();
    {
      const std::unique_ptr<Backend> context =
          trial.subject().another_context();
      if (context == nullptr) return;
      const auto live =
          trial.place(sample, OperandMemory::kNone, context.get());
      if (!live) return;
      for (int call = 0; call < kCallsOfContext; ++call)
        if (!live->run().ok()) return;
    }
    const std::size_t after = allocated_bytes();
    if (i >= kFirstThatCounts)
      least = std::min(least, after - std::min(before, after));
  }
  if (least >= kCallsOfContext * kSmallestPiece)
    trial.find_change(fmt::format(
        "a context left {} bytes of memory when it ended, after {} calls of "
        "{}, "
        "and so did each of those before it: {} bytes for each call",
        least, kCallsOfContext, name_of(sample.op), least / kCallsOfContext));
}

}  // namespace

void relate_contexts(RelationTrial& trial) {
  std::unique_ptr<Backend> other = trial.subject().another_context();
  if (other == nullptr)
    return trial.decline("context",
                         "the subject makes no second context beside its own");
  const std::vector<SampleCall> samples = samples_of(trial);
  Arrays before;
  {
    const auto here = place_all(trial, samples, trial.subject().backend());
    if (!here) return;
    const auto there = place_all(trial, samples, *other);
    if (!there) return;
    before = here->expected[0];
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto again = trial.run(here->calls[i]);
      if (!again) return;
      trial.demand_bits(samples[i], here->expected[i], *again,
                        "after calls in another context");
      agree(trial, samples[i], here->expected[i], there->expected[i],
            "in another context");
    }
    if (trial.ended()) return;
    ThreadProgram programs[2] = {program_of(*here, {0, 2, 1}),
                                 program_of(*there, {3, 1, 2})};
    run_at_once(trial, programs, "in two contexts at once");
  }
  other.reset();
  demand_no_leak(trial, samples[0]);
  if (trial.ended()) return;
  // The subject's own context must still work after the other one has ended.
  const auto live = trial.place(samples[0]);
  if (!live) return;
  const auto after = trial.run(*live);
  if (after)
    agree(trial, samples[0], before, *after, "after another context ended");
}

void relate_threads(RelationTrial& trial) {
  if (!trial.subject().has_thread_safe_context())
    return trial.decline("threads",
                         "the subject does not claim that several threads may "
                         "use a context");
  const std::vector<SampleCall> samples = samples_of(trial);
  const auto placed = place_all(trial, samples, trial.subject().backend());
  if (!placed) return;
  ThreadProgram programs[2] = {program_of(*placed, {0, 2, 1}),
                               program_of(*placed, {3, 1, 2})};
  run_at_once(trial, programs, "in two threads at once");
}

}  // namespace assay
