// Escapes text for a cell of a Markdown table. Tested by
// tests/spec/spec_export_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Returns the text with its vertical bars escaped: they would end the cell.
inline std::string markdown_cell(std::string_view text) {
  std::string escaped;
  for (char character : text) {
    if (character == '|') escaped += '\\';
    escaped += character;
  }
  return escaped;
}

}  // namespace assay
