// Fills the marks of a page with its parts.
// Tested by tests/reports/html_page_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct PagePart {
  std::string_view mark;  // "/*style*/"
  std::string_view text;
};

// Returns the page with a text in place of each mark. The page has each mark
// once, in the order of `parts`. Text that is filled in is not searched.
std::string filled_page(std::string_view page,
                        const std::vector<PagePart>& parts);

}  // namespace assay
