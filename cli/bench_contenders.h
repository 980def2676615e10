// Starts the contenders of `assay bench` from their names on the command line.
// Tested by tests/cli/bench_command_test.cc.
#pragma once

#include <memory>
#include <string>

#include "bench/contender.h"
#include "cli/bench_places.h"
#include "spec/result.h"

namespace assay {

struct ContenderOptions {
  int threads = 1;
  BenchPlaces places;
  bench::Clock clock = bench::Clock::kThread;
};

// Returns an error if a subject cannot be timed from this process with a number
// of threads. With one thread the clock is that of the calling thread, so a
// subject whose settings name more threads would appear too fast.
Status check_timed(const std::string& name, int threads);

// Starts a subject as a contender. Fails with `invalid` if there is none of
// this name, and with `internal` if it does not start.
Result<std::unique_ptr<bench::Contender>> start_subject(
    const std::string& name, const ContenderOptions& options);

// Starts a peer: one of bench/peers/ by its name, or else a subject.
Result<std::unique_ptr<bench::Contender>> start_peer(
    const std::string& name, const ContenderOptions& options);

}  // namespace assay
