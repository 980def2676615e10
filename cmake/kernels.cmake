# Joins kernels of Highway. A kernel includes itself once per target, and so CMake
# cannot compile it with other sources. Highway's headers for all targets alone
# take g++ three seconds.

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
