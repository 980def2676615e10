# Writes a C++ file that contains the scripts of the peers in Python as strings.
# Usage:
#   cmake -DFOLDER=bench/peers -DADAPTERS=adapters -DOUT=python_scripts.cc
#         -P embed.cmake
# A script is several files, one after the other. Each file has a literal of its
# own, because compilers limit their length.

# Adds a file to the literals of a script, with a text before and after it.
macro(add_file file before after)
  file(READ "${file}" text)
  string(APPEND literals "R\"SCRIPT(${before}${text}${after})SCRIPT\" ")
endmacro()

# embed(VARIABLE FILE... [MODULES FILE...]): the modules, files of adapters/,
# can be imported by the script.
function(embed variable)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" MODULES)
  set(literals "")
  if(given_MODULES)
    add_file("${FOLDER}/modules.py" "" "")
  endif()
  foreach(module IN LISTS given_MODULES)
    get_filename_component(name ${module} NAME)
    add_file("${ADAPTERS}/${module}.py" "module('${name}', r'''" "''')\n")
  endforeach()
  foreach(name IN LISTS given_UNPARSED_ARGUMENTS ITEMS peer_loop)
    add_file("${FOLDER}/${name}.py" "" "")
  endforeach()
  set(${variable} "${literals}" PARENT_SCOPE)
endfunction()
embed(numpy numpy_peer numpy_tensors)
embed(torch torch_peer torch_layers torch_tensors)
embed(jax jax_peer jax_layers)
embed(onnxruntime onnxruntime_peer MODULES python/assay_wire onnx/elements
  onnx/nodes onnx/layers onnx/movement onnx/runtimes)
file(WRITE "${OUT}" "// Written by bench/peers/embed.cmake.
#include \"bench/peers/python_scripts.h\"

namespace assay::bench {

const char* const kNumpyScript = ${numpy};
const char* const kTorchScript = ${torch};
const char* const kJaxScript = ${jax};
const char* const kOnnxRuntimeScript = ${onnxruntime};

}  // namespace assay::bench
")
