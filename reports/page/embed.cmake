# Writes a C++ file that contains the files of the HTML page as strings, with
# the scripts and the styles joined in the order of the lists below. Usage:
#   cmake -DFOLDER=reports/page -DOUT=page_text.cc -P embed.cmake
include(${CMAKE_CURRENT_LIST_DIR}/embed_strings.cmake)
set(pages page.html)
set(scripts report_model.js elements.js wording.js marks.js addresses.js
    matching.js routes.js search.js overview.js findings.js grid.js heatmap.js
    lists.js case.js bench_contest.js bench_table.js bench_strip.js bench.js
    scroll.js theme.js page.js)
set(styles page.css findings.css bench.css scroll.css)
embed_strings(page "reports/page_text.h")
