// Gives the scripts of the peers in Python, which are embedded when the library
// is built, so that they need no installed file. Each ends with peer_loop.py.
// Tested by tests/bench/peers_test.cc.
#pragma once

namespace assay::bench {

extern const char* const kNumpyScript;
extern const char* const kTorchScript;
extern const char* const kJaxScript;
extern const char* const kOnnxRuntimeScript;

}  // namespace assay::bench
