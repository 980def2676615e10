# Says what `cmake --install` installs, and where: the command, the headers
# under one root, the libraries of the SDK and the backends, and the files that
# find_package(Assay) reads. The components are command, manual, data,
# development, vectors and documentation; a package may leave some out.
# Tested by tests/install/install_test.py.
include(CMakePackageConfigHelpers)

# Authors in C need only this header. It is also installed with the others, in
# spec/sdk/.
add_library(assay_abi INTERFACE)
target_include_directories(assay_abi INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/spec/sdk>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(FILES spec/sdk/assay_backend.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

# A wheel goes to machines with other compilers, where these libraries could not
# be linked, so that it has the C header alone. Its command contains the backends,
# and a second copy of them as plugins would double its size.
option(ASSAY_INSTALL_LIBRARIES "Install the libraries for C++ and the plugins" ON)
set(ASSAY_INSTALLED abi)
if(ASSAY_INSTALL_LIBRARIES)
  set(ASSAY_INSTALLED_PLUGINS assay_reference_plugin)
  list(APPEND ASSAY_INSTALLED spec reference)
  install(DIRECTORY spec DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay
          COMPONENT development
          FILES_MATCHING PATTERN "*.h" PATTERN skeleton EXCLUDE)
  install(FILES reference/reference.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay/reference
          COMPONENT development)
endif()
if(ASSAY_OPTIMIZED AND ASSAY_INSTALL_LIBRARIES)
  list(APPEND ASSAY_INSTALLED optimized)
  list(APPEND ASSAY_INSTALLED_PLUGINS assay_optimized_plugin)
  install(FILES optimized/optimized.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay/optimized
          COMPONENT development)
  install(FILES optimized/resources/settings.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay/optimized/resources
          COMPONENT development)
endif()
foreach(name ${ASSAY_INSTALLED})
  set_target_properties(assay_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
list(TRANSFORM ASSAY_INSTALLED PREPEND assay_)
install(TARGETS assay EXPORT AssayTargets COMPONENT command)
install(TARGETS ${ASSAY_INSTALLED} EXPORT AssayTargets COMPONENT development)
if(ASSAY_INSTALLED_PLUGINS)
  install(TARGETS ${ASSAY_INSTALLED_PLUGINS}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/assay COMPONENT command)
endif()
set(ASSAY_CONFIG_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Assay)
install(EXPORT AssayTargets NAMESPACE Assay::
        DESTINATION ${ASSAY_CONFIG_FOLDER} COMPONENT development)
configure_package_config_file(
  cmake/AssayConfig.cmake.in ${CMAKE_BINARY_DIR}/AssayConfig.cmake
  INSTALL_DESTINATION ${ASSAY_CONFIG_FOLDER})
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/AssayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/AssayConfig.cmake
              ${CMAKE_BINARY_DIR}/AssayConfigVersion.cmake
        DESTINATION ${ASSAY_CONFIG_FOLDER} COMPONENT development)

# Makefiles find the C header by `pkg-config --cflags assay`.
set(ASSAY_PKGCONFIG_FOLDER ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH ASSAY_PREFIX_FROM_PKGCONFIG /${ASSAY_PKGCONFIG_FOLDER} /)
string(REGEX REPLACE "/$" "" ASSAY_PREFIX_FROM_PKGCONFIG
       "${ASSAY_PREFIX_FROM_PKGCONFIG}")
configure_file(cmake/assay.pc.in ${CMAKE_BINARY_DIR}/assay.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/assay.pc
        DESTINATION ${ASSAY_PKGCONFIG_FOLDER} COMPONENT development)

# Files that programs read go below share/assay: the adapters in Python, which
# subjects such as py:numpy start, the golden vectors and the contract.
set(ASSAY_DATA_FOLDER ${CMAKE_INSTALL_DATADIR}/assay)
install(FILES adapters/README.md DESTINATION ${ASSAY_DATA_FOLDER}/adapters
        COMPONENT data)
install(DIRECTORY adapters/array_api adapters/numpy adapters/onnx adapters/pjrt
                  adapters/python
        DESTINATION ${ASSAY_DATA_FOLDER}/adapters COMPONENT data
        PATTERN __pycache__ EXCLUDE)
install(DIRECTORY conformance/vectors DESTINATION ${ASSAY_DATA_FOLDER}
        COMPONENT vectors)
install(FILES docs/generated/spec.json harness/case/case.schema.json
        DESTINATION ${ASSAY_DATA_FOLDER} COMPONENT data)
# Documentation goes where the system keeps it.
install(FILES LICENSE README.md CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT documentation
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png")

# Manual pages and completions are made by the command itself (cli/).
install(DIRECTORY ${CMAKE_BINARY_DIR}/cli/manual/
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT manual
        FILES_MATCHING PATTERN "*.1")
install(FILES ${CMAKE_BINARY_DIR}/cli/completions/assay
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT manual)
install(FILES ${CMAKE_BINARY_DIR}/cli/completions/_assay
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
        COMPONENT manual)
install(FILES ${CMAKE_BINARY_DIR}/cli/completions/assay.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT manual)
