// Fills the page of the site with its styles and scripts.
// Tested by tests/reports/site/site_files_test.cc.
#include "reports/site/site_page.h"

#include "reports/filled_page.h"
#include "reports/site/site_text.h"

namespace assay {

std::string site_page() {
  constexpr std::string_view kTitle = "Tensor backends, judged by Assay";
  return filled_page(site_html(), {{"<!--title-->", kTitle},
                                   {"/*style*/", site_css()},
                                   {"<!--title-->", kTitle},
                                   {"/*script*/", site_js()}});
}

}  // namespace assay
