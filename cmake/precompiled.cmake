# Headers of the system that most sources include, compiled once for many of
# them: a tenth less to compile where sixteen sources stand together. The preset
# debug has none, and shows where an include is missing.
set(ASSAY_PRECOMPILED <algorithm> <cmath> <cstdint> <functional> <map>
    <optional> <set> <span> <string> <string_view> <utility> <vector>
    <fmt/format.h> <nlohmann/json.hpp>)

# Declares assay_precompiled_NAME, whose headers targets can use that have the
# same options; -fPIC and -fPIE are part of them.
function(assay_precompiled name)
  cmake_parse_arguments(ARG "" "" "HEADERS;DEPENDS;OPTIONS" ${ARGN})
  set(source ${CMAKE_BINARY_DIR}/precompiled_${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "// The headers, and no more.\n")
  add_library(assay_precompiled_${name} OBJECT ${source})
  target_link_libraries(assay_precompiled_${name} PRIVATE assay_compiler
    fmt::fmt nlohmann_json::nlohmann_json ${ARG_DEPENDS})
  target_compile_options(assay_precompiled_${name} PRIVATE ${ARG_OPTIONS})
  # What clang++ precompiles says where it is, so that ccache must not hand it to
  # another clone. Without times, a second build in one folder finds the rest; with
  # g++, whose file is another one each time, only what has none.
  set_target_properties(assay_precompiled_${name} PROPERTIES
                        POSITION_INDEPENDENT_CODE OFF CXX_COMPILER_LAUNCHER "")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(assay_precompiled_${name} PRIVATE
                           "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  target_precompile_headers(assay_precompiled_${name} PRIVATE
                            ${ASSAY_PRECOMPILED} ${ARG_HEADERS})
endfunction()

# Compiles a target with the headers of assay_precompiled_NAME.
function(assay_use_precompiled target name)
  target_precompile_headers(${target} REUSE_FROM assay_precompiled_${name})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # g++ 12 forgets that a precompiled header is the system's, and its optimizer
    # warns of std::string (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-stringop-overflow)
  endif()
endfunction()

assay_precompiled(libraries OPTIONS ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
