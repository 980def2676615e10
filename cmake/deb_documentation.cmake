# Run by CPack before it makes the packages: gives each the license where
# Debian looks for it, and compresses manual pages as Debian does.
file(GLOB packages LIST_DIRECTORIES true ${CPACK_TEMPORARY_DIRECTORY}/*)
foreach(folder ${packages})
  get_filename_component(group ${folder} NAME)
  string(TOUPPER ${group} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  if(NOT package)
    continue()
  endif()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/deb_copyright
                 ${folder}/usr/share/doc/${package}/copyright COPYONLY)
  file(GLOB pages ${folder}/usr/share/man/man1/*.1)
  if(pages)
    execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
