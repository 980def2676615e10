# Writes a C++ file that contains the files of the HTML page as strings, with
# the scripts and the styles joined in the order of the lists below. Usage:
#   cmake -DFOLDER=reports/page -DOUT=page_text.cc -P embed.cmake
set(scripts elements.js routes.js search.js overview.js findings.js heatmap.js
    lists.js case.js bench_contest.js bench_table.js bench_strip.js bench.js
    scroll.js page.js)
set(styles page.css findings.css bench.css scroll.css)

# One string literal per file, because compilers need not take longer ones than
# 65,536 characters.
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

set(code "// Written by reports/page/embed.cmake.\n")
string(APPEND code "#include \"reports/page_text.h\"\n\n#include <string>\n\n")
string(APPEND code "namespace assay {\n")
append_string(page_html page.html)
append_string(page_css ${styles})
append_string(page_js ${scripts})
string(APPEND code "}  // namespace assay\n")
file(WRITE "${OUT}" "${code}")
