# Says how CPack makes Debian packages of what is installed: assay (the command,
# the adapters, the pages), assay-dev (the SDK) and assay-vectors.
# scripts/build_deb.sh makes them, and tests/packages/deb_test.py installs them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_CONTACT "The authors of Assay <assay@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance kit for tensor backends")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/deb_documentation.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_ASSAY_PACKAGE_NAME assay)
set(CPACK_DEBIAN_ASSAY_DESCRIPTION
    "Judges tensor backends against a written contract, with a reference that
follows it line by line. This package has the command, adapters of Python
libraries, and the documentation.")
set(CPACK_DEBIAN_ASSAY_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_DEBIAN_ASSAY_PACKAGE_SUGGESTS "assay-dev, assay-vectors")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME assay-dev)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "Headers, libraries and CMake's configuration for backends in C and C++ that
Assay judges.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "assay (= ${PROJECT_VERSION}), libfmt-dev, libmpfr-dev, libmpc-dev, \
libhwy-dev")
set(CPACK_DEBIAN_VECTORS_PACKAGE_NAME assay-vectors)
set(CPACK_DEBIAN_VECTORS_DESCRIPTION
    "Golden vectors of Assay: operands and accepted results of every operation, in
JSON.")
set(CPACK_DEBIAN_VECTORS_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_VECTORS_PACKAGE_ARCHITECTURE all)

include(CPack)
cpack_add_component_group(assay)
cpack_add_component_group(development)
cpack_add_component_group(vectors)
foreach(component command manual data documentation)
  cpack_add_component(${component} GROUP assay)
endforeach()
cpack_add_component(development GROUP development)
cpack_add_component(vectors GROUP vectors)
