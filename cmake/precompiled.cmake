# Precompiles headers of the system that most sources include. A build in which
# sixteen sources are compiled as one then takes 10 % less time. The preset
# debug has no precompiled headers, so that it shows where an include is
# missing.
set(ASSAY_PRECOMPILED <algorithm> <cmath> <cstdint> <functional> <map>
    <optional> <set> <span> <string> <string_view> <utility> <vector>
    <fmt/format.h> <nlohmann/json.hpp>)

# Declares assay_precompiled_NAME. Targets with the same options, including
# -fPIC or -fPIE, can use its headers.
function(assay_precompiled name)
  cmake_parse_arguments(ARG "" "" "HEADERS;DEPENDS;OPTIONS" ${ARGN})
  set(source ${CMAKE_BINARY_DIR}/precompiled_${name}.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "// The headers, and no more.\n")
  add_library(assay_precompiled_${name} OBJECT ${source})
  target_link_libraries(assay_precompiled_${name} PRIVATE assay_compiler
    fmt::fmt nlohmann_json::nlohmann_json ${ARG_DEPENDS})
  target_compile_options(assay_precompiled_${name} PRIVATE ${ARG_OPTIONS})
  # The precompiled file of clang++ contains its own path, so ccache must not
  # give it to another clone. Without times in it, a second build in the same
  # folder finds all other objects. The precompiled file of g++ differs each
  # time, so the second build only finds objects without one.
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
    # g++ 12 forgets that a precompiled header belongs to the system, and its
    # optimizer warns about std::string (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-stringop-overflow)
  endif()
endfunction()

assay_precompiled(libraries OPTIONS ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
