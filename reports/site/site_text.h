// Gives the files of reports/site/page/, which are embedded when the library is
// built, so that a site needs no installed file. Tested by
// tests/reports/site/site_files_test.cc.
#pragma once

#include <string_view>

namespace assay {

std::string_view site_html();
std::string_view site_css();
std::string_view site_js();

}  // namespace assay
