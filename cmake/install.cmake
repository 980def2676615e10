# Says what `cmake --install` installs, and where: the command, the headers
# under one root, the libraries of the SDK and the backends, and the files that
# find_package(Assay) reads. Tested by tests/install/install_test.py.
include(CMakePackageConfigHelpers)

# Authors in C need only this header. It is also installed with the others, in
# spec/sdk/.
add_library(assay_abi INTERFACE)
target_include_directories(assay_abi INTERFACE
  $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/spec/sdk>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(FILES spec/sdk/assay_backend.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(DIRECTORY spec DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay
        FILES_MATCHING PATTERN "*.h" PATTERN skeleton EXCLUDE)
install(FILES reference/reference.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay/reference)

set(ASSAY_INSTALLED abi spec reference)
set(ASSAY_INSTALLED_PLUGINS assay_reference_plugin)
if(ASSAY_OPTIMIZED)
  list(APPEND ASSAY_INSTALLED optimized)
  list(APPEND ASSAY_INSTALLED_PLUGINS assay_optimized_plugin)
  install(FILES optimized/optimized.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay/optimized)
  install(FILES optimized/resources/settings.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/assay/optimized/resources)
endif()
foreach(name ${ASSAY_INSTALLED})
  set_target_properties(assay_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
list(TRANSFORM ASSAY_INSTALLED PREPEND assay_)
install(TARGETS assay ${ASSAY_INSTALLED} EXPORT AssayTargets)
install(TARGETS ${ASSAY_INSTALLED_PLUGINS}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/assay)
set(ASSAY_CONFIG_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Assay)
install(EXPORT AssayTargets NAMESPACE Assay::
        DESTINATION ${ASSAY_CONFIG_FOLDER})
configure_package_config_file(
  cmake/AssayConfig.cmake.in ${CMAKE_BINARY_DIR}/AssayConfig.cmake
  INSTALL_DESTINATION ${ASSAY_CONFIG_FOLDER})
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/AssayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/AssayConfig.cmake
              ${CMAKE_BINARY_DIR}/AssayConfigVersion.cmake
        DESTINATION ${ASSAY_CONFIG_FOLDER})
