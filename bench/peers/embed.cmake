# Writes a C++ file that contains the script of the NumPy peer as a string.
# Usage:
#   cmake -DSCRIPT=numpy_peer.py -DOUT=numpy_script.cc -P embed.cmake
file(READ "${SCRIPT}" text)
file(WRITE "${OUT}" "// Written by bench/peers/embed.cmake.
#include \"bench/peers/numpy_script.h\"

namespace assay::bench {

const char* const kNumpyScript = R\"SCRIPT(${text})SCRIPT\";

}  // namespace assay::bench
")
