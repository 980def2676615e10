// The files of reports/page/, embedded when the library is built.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <string_view>

namespace assay {

std::string_view page_html();
std::string_view page_css();
std::string_view page_js();

}  // namespace assay
