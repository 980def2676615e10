// The text of numpy_peer.py, embedded when the library is built.
// Tested by tests/bench/peers_test.cc.
#pragma once

namespace assay::bench {

extern const char* const kNumpyScript;

}  // namespace assay::bench
