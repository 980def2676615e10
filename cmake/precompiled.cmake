# Headers of the system that most sources include, compiled once for many of
# them. Every source still includes what it names: the preset debug, and in a
# build with g++ all but the tests, are compiled without.

# Seconds that a source of a test takes with g++ 12: 2.2 without, 1.6 with them.
# With clang++ 14 and sanitizers: 2.1 and 1.4; a source of a library 2.6 and 1.9.
set(ASSAY_PRECOMPILED <algorithm> <cmath> <cstdint> <functional> <map>
    <optional> <set> <span> <string> <string_view> <utility> <vector>
    <fmt/format.h>)
# Whatever uses a precompiled header, g++ instantiates the templates that its
# functions need again, for JSON a third of a second; clang++ keeps them.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND ASSAY_PRECOMPILED <nlohmann/json.hpp>)
endif()

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
  set_target_properties(assay_precompiled_${name} PROPERTIES
                        POSITION_INDEPENDENT_CODE OFF)
  # What clang++ precompiles says where it is, so that ccache must not hand it to
  # another clone. Without times, a second build in one folder finds the rest.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set_target_properties(assay_precompiled_${name} PROPERTIES
                          CXX_COMPILER_LAUNCHER "")
    target_compile_options(assay_precompiled_${name} PRIVATE
                           "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  target_precompile_headers(assay_precompiled_${name} PRIVATE
                            ${ASSAY_PRECOMPILED} ${ARG_HEADERS})
endfunction()

# With g++, libraries are compiled without, which shows where an include is
# missing.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  assay_precompiled(libraries OPTIONS ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
endif()
