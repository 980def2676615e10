// Makes libraries of Python peers: a separate process holds the same operands,
// and runs a workload when it is its turn.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/contender.h"

namespace assay::bench {

// The peers that are libraries of Python.
inline constexpr std::string_view kPythonPeers[] = {"numpy", "torch", "jax",
                                                    "onnxruntime"};

// Starts a peer with the first of some Python interpreters that has the
// library, and lets it use a number of threads. For numpy an interpreter with
// NumPy 2 goes before those with NumPy 1. Fails with `internal` and a sentence
// if no interpreter can be run and has the library.
Result<std::unique_ptr<Contender>> start_python_peer(
    const std::string& name, const std::vector<std::string>& interpreters,
    int threads, Clock clock);

}  // namespace assay::bench
