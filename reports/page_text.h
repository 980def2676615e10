// Gives the files of reports/page/, which are embedded when the library is
// built, so that a report needs no installed file.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <string_view>

namespace assay {

std::string_view page_html();
std::string_view page_css();
std::string_view page_js();

}  // namespace assay
