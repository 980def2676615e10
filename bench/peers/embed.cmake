# Writes a C++ file that contains the scripts of the peers in Python as strings.
# Usage:
#   cmake -DFOLDER=bench/peers -DOUT=python_scripts.cc -P embed.cmake
# A script is several files, one after the other. Each file has a literal of its
# own, because compilers limit their length.
function(embed variable)
  set(literals "")
  foreach(name IN LISTS ARGN ITEMS peer_loop)
    file(READ "${FOLDER}/${name}.py" text)
    string(APPEND literals "R\"SCRIPT(${text})SCRIPT\" ")
  endforeach()
  set(${variable} "${literals}" PARENT_SCOPE)
endfunction()
embed(numpy numpy_peer numpy_tensors)
embed(torch torch_peer torch_layers torch_tensors)
embed(jax jax_peer jax_layers)
file(WRITE "${OUT}" "// Written by bench/peers/embed.cmake.
#include \"bench/peers/python_scripts.h\"

namespace assay::bench {

const char* const kNumpyScript = ${numpy};
const char* const kTorchScript = ${torch};
const char* const kJaxScript = ${jax};

}  // namespace assay::bench
")
