# Gives embed_strings(), with which the HTML page and the site write their files
# as strings into C++.

# Appends to `code` a C++ function that returns files of FOLDER, joined in the
# given order. Each file is one string literal, because compilers need not take
# longer ones than 65,536 characters.
function(append_string name)
  string(APPEND code "std::string_view ${name}() {\n")
  string(APPEND code "  static const std::string text = std::string()")
  foreach(file ${ARGN})
    file(READ "${FOLDER}/${file}" one)
    string(FIND "${one}" ")PAGE\"" clash)
    if(NOT clash EQUAL -1)
      message(FATAL_ERROR "${file} holds the end mark of its own string")
    endif()
    string(APPEND code " +\n      R\"PAGE(${one})PAGE\"")
  endforeach()
  set(code "${code};\n  return text;\n}\n" PARENT_SCOPE)
endfunction()

# Writes OUT with the functions NAME_html(), NAME_css() and NAME_js(), which
# HEADER declares, from the lists `pages`, `styles` and `scripts`.
function(embed_strings name header)
  set(code "// Written by reports/page/embed_strings.cmake.\n")
  string(APPEND code "#include \"${header}\"\n\n#include <string>\n\n")
  string(APPEND code "namespace assay {\n")
  append_string(${name}_html ${pages})
  append_string(${name}_css ${styles})
  append_string(${name}_js ${scripts})
  string(APPEND code "}  // namespace assay\n")
  file(WRITE "${OUT}" "${code}")
endfunction()
