// Makes the page of a site from its sources in page/.
// Tested by tests/reports/site/site_files_test.cc.
#pragma once

#include <string>

namespace assay {

// Returns index.html with its styles and scripts inside.
std::string site_page();

}  // namespace assay
