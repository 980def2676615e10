# Sets C++20 without extensions, warnings, sanitizers, and the floating-point
# flags that the contract needs: no contraction, no fast-math.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set(ASSAY_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths are relative to the source, so that another clone finds what this one
  # compiled. No source depends on the time; ccache has to be told that for
  # sources that use precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      CCACHE_NOHASHDIR=true
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

add_library(assay_compiler INTERFACE)
target_compile_options(assay_compiler INTERFACE -Wall -Wextra -Wpedantic
                       -Wconversion -Wshadow -ffp-contract=off)
if(ASSAY_WARNINGS_AS_ERRORS)
  target_compile_options(assay_compiler INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 warns about designated initialisers that leave out members with
  # defaults, and wrongly about std::string concatenation (GCC bug 105651).
  target_compile_options(assay_compiler INTERFACE
                         -Wno-missing-field-initializers -Wno-restrict)
  # g++ needs 10 % less time if it collects garbage from 512 MiB on and not from
  # 128 MiB on.
  target_compile_options(assay_compiler INTERFACE
                         --param=ggc-min-heapsize=524288)
endif()
if(CMAKE_UNITY_BUILD)
  # If several sources are compiled as one, names that shadow each other and
  # unnamed namespaces that are included need no warning.
  target_compile_options(assay_compiler INTERFACE -Wno-shadow
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()
if(ASSAY_SANITIZE)
  target_compile_options(assay_compiler INTERFACE -fsanitize=${ASSAY_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(assay_compiler INTERFACE -fsanitize=${ASSAY_SANITIZE})
endif()
target_include_directories(assay_compiler INTERFACE ${CMAKE_SOURCE_DIR})

include(GNUInstallDirs)

# Code that is measured has -O3, with which the vector code of g++ 12 is 1.4
# times as fast. Other code has -O2, and code that runs seldom has -O1, so that
# it compiles faster.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
if(NOT ASSAY_SANITIZE)
  set(ASSAY_MEASURED_OPTIONS $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
endif()
set(ASSAY_QUICK_OPTIONS $<$<CONFIG:Release>:-O1>)

# Declares the static library assay_NAME of one folder. QUICK means that it
# should compile quickly, WITHOUT_PRECOMPILED that it does not use the precompiled
# headers of libraries. Warnings and sanitizers apply to this project only;
# programs that link an installed library do not get them.
function(assay_library name)
  cmake_parse_arguments(ARG "QUICK;WITHOUT_PRECOMPILED" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(assay_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(assay_${name} PUBLIC
                        $<BUILD_INTERFACE:assay_compiler> ${ARG_DEPENDS})
  target_compile_features(assay_${name} PUBLIC cxx_std_20)
  target_include_directories(assay_${name} PUBLIC
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/assay>)
  if(NOT ARG_WITHOUT_PRECOMPILED)
    assay_use_precompiled(assay_${name} libraries)
  endif()
  if(ARG_QUICK)
    target_compile_options(assay_${name} PRIVATE ${ASSAY_QUICK_OPTIONS})
  endif()
  # If several objects have the same instantiation of a template, the linker
  # takes the first one. It must be the optimized one and not that of a test.
  if(ARG_QUICK AND NOT ASSAY_SANITIZE)
    return()
  endif()
  target_link_options(assay_${name} INTERFACE
    "$<BUILD_INTERFACE:SHELL:-Wl,--whole-archive \"$<TARGET_FILE:assay_${name}>\" -Wl,--no-whole-archive>")
endfunction()

# Declares the plugin libassay_NAME.so, in the root of the build. It exports
# the entry of the C header and nothing else.
function(assay_plugin name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(assay_${name}_plugin MODULE ${ARG_SOURCES})
  target_link_libraries(assay_${name}_plugin PRIVATE assay_compiler
                        ${ARG_DEPENDS})
  target_link_options(assay_${name}_plugin PRIVATE -Wl,--exclude-libs,ALL)
  set_target_properties(assay_${name}_plugin PROPERTIES
    OUTPUT_NAME assay_${name}
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
endfunction()
