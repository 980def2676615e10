# Writes a C++ file that contains the scripts of the peers in Python as strings.
# Usage:
#   cmake -DFOLDER=bench/peers -DOUT=python_scripts.cc -P embed.cmake
file(READ "${FOLDER}/numpy_peer.py" numpy)
file(READ "${FOLDER}/torch_peer.py" torch)
file(READ "${FOLDER}/jax_peer.py" jax)
file(READ "${FOLDER}/peer_loop.py" loop)
file(WRITE "${OUT}" "// Written by bench/peers/embed.cmake.
#include \"bench/peers/python_scripts.h\"

namespace assay::bench {

// The loop has a literal of its own, because compilers limit their length.
const char* const kNumpyScript = R\"SCRIPT(${numpy})SCRIPT\" R\"SCRIPT(${loop})SCRIPT\";
const char* const kTorchScript = R\"SCRIPT(${torch})SCRIPT\" R\"SCRIPT(${loop})SCRIPT\";
const char* const kJaxScript = R\"SCRIPT(${jax})SCRIPT\" R\"SCRIPT(${loop})SCRIPT\";

}  // namespace assay::bench
")
