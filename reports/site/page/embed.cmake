# Writes a C++ file that contains the files of the site's page as strings: the
# functions site_html(), site_css() and site_js(). Files of ../../page/ are shared
# with the HTML page of a run. Usage:
#   cmake -DFOLDER=reports/site/page -DOUT=site_text.cc -P embed.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../../page/embed_strings.cmake)
set(pages site.html)
set(shared ../../page)
set(scripts site_model.js ${shared}/elements.js ${shared}/wording.js
    ${shared}/marks.js ${shared}/addresses.js ${shared}/matching.js
    ${shared}/grid.js ${shared}/bench_contest.js ${shared}/bench_table.js
    ${shared}/bench_strip.js ${shared}/scroll.js ${shared}/theme.js loading.js
    snapshots.js cells.js download.js controls.js matrix.js operations.js
    subject.js subject_findings.js subject_changes.js subject_run.js
    cell_page.js operation.js clause_page.js accuracy.js compare.js
    site_bench.js about.js site_routes.js site_draw.js)
set(styles ${shared}/page.css ${shared}/findings.css ${shared}/bench.css
    ${shared}/scroll.css site.css matrix.css listing.css)
embed_strings(site "reports/site/site_text.h")
