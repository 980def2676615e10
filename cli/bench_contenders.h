// From a name on the command line of `assay bench` to who takes part.
#pragma once

#include <memory>
#include <string>

#include "bench/contender.h"
#include "spec/result.h"

namespace assay {

struct ContenderOptions {
  int threads = 1;
  std::string python;
  bench::Clock clock = bench::Clock::kThread;
};

// Returns why a subject cannot be timed from here, if it cannot.
Status check_timed(const std::string& name);

// Starts a subject as a contender. `invalid` where there is none of this name,
// `internal` where it does not start.
Result<std::unique_ptr<bench::Contender>> start_subject(
    const std::string& name, const ContenderOptions& options);

// Starts a peer: one of bench/peers/ by name, or else a subject.
Result<std::unique_ptr<bench::Contender>> start_peer(
    const std::string& name, const ContenderOptions& options);

}  // namespace assay
