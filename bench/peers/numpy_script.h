// Gives the text of numpy_peer.py, which is embedded when the library is built,
// so that the peer needs no installed file.
// Tested by tests/bench/peers_test.cc.
#pragma once

namespace assay::bench {

extern const char* const kNumpyScript;

}  // namespace assay::bench
