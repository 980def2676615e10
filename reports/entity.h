// Characters that are markup in HTML and XML, as text. Tested by
// tests/reports/junit_test.cc.
#pragma once

#include <string_view>

namespace assay {

// Returns the entity of a character that may not stand for itself; empty for
// every other one.
constexpr std::string_view entity_of(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return {};
  }
}

}  // namespace assay
