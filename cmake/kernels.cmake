# Joins kernels of Highway, and precompiles its headers for them. A kernel includes
# itself once per target, and so CMake cannot compile it with other sources.
# Highway's headers for all targets alone take g++ two to three seconds.

# Replaces kernels among the sources of a target by files that include up to four
# kernels of one folder, once per target. Names in these have to differ. ALONE is
# a regular expression of the names of kernels that are compiled by themselves.
function(assay_join_kernels target)
  cmake_parse_arguments(ARG "" "ALONE" "SOURCES" ${ARGN})
  foreach(source IN LISTS ARG_SOURCES)
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${source})
    file(STRINGS ${source} kernel REGEX "^#include <hwy/foreach_target.h>")
    if(NOT kernel OR name MATCHES "${ARG_ALONE}")
      continue()
    endif()
    get_filename_component(folder ${name} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    set_source_files_properties(${source} PROPERTIES HEADER_FILE_ONLY ON)
    list(APPEND folders ${folder})
    list(APPEND kernels_${folder} ${name})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    set(number 0)
    while(kernels_${folder})
      list(SUBLIST kernels_${folder} 0 4 some)
      list(REMOVE_ITEM kernels_${folder} ${some})
      set(joined joined_kernels/${folder}_${number}.cc)
      list(TRANSFORM some REPLACE "(.+)" "#include \"\\1\"\n")
      string(JOIN "" includes ${some})
      file(CONFIGURE OUTPUT ${joined} @ONLY CONTENT [[
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "@joined@"
#include <hwy/foreach_target.h>
@includes@
// Each of these has defined the macro as itself.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "@joined@"
]])
      target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${joined})
      set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${joined}
        PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
      math(EXPR number "${number} + 1")
    endwhile()
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# Precompiles the headers of most kernels of a target: those of Highway for all
# targets, and some of the library. The headers are read again for each target, so
# another <hwy/highway.h> stands before Highway's. Where all is precompiled, it
# only sets the macros of the target that comes next.
function(assay_precompile_kernels target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/precompiled_kernels)
  file(CONFIGURE OUTPUT ${folder}/hwy/highway.h @ONLY CONTENT [[
#ifdef ASSAY_PRECOMPILED_KERNELS
#include <hwy/ops/set_macros-inl.h>
#else
#include_next <hwy/highway.h>
#endif
]])
  file(CONFIGURE OUTPUT ${folder}/kernels.h @ONLY CONTENT [[
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hwy/highway.h"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// A kernel goes through the targets again, as if for the first time.
#undef HIGHWAY_HWY_FOREACH_TARGET_H_
#undef HWY_HIGHWAY_INCLUDED
#undef HWY_TARGET_TOGGLE
#define ASSAY_PRECOMPILED_KERNELS
]])
  target_precompile_headers(${target} PRIVATE ${folder}/kernels.h)
  target_include_directories(${target} SYSTEM BEFORE PRIVATE ${folder})
  # g++ 12 forgets that these headers belong to the system. It then warns about
  # std::string, and about vectors that its own headers leave undefined.
  target_compile_options(${target} PRIVATE -Wno-stringop-overflow
                         -Wno-uninitialized -Wno-maybe-uninitialized)
endfunction()
