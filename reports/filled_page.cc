// Copies a page from mark to mark.
// Tested by tests/reports/html_page_test.cc.
#include "reports/filled_page.h"

namespace assay {

std::string filled_page(std::string_view page,
                        const std::vector<PagePart>& parts) {
  std::string filled;
  for (const PagePart& part : parts) {
    const std::size_t at = page.find(part.mark);
    filled += page.substr(0, at);
    filled += part.text;
    page.remove_prefix(at + part.mark.size());
  }
  filled += page;
  return filled;
}

}  // namespace assay
