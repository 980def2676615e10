// Replaces characters that are markup in HTML and XML.
// Tested by tests/reports/junit_test.cc.
#pragma once

#include <string_view>

namespace assay {

// Returns the entity of a character that must not appear as itself; empty for
// every other character.
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
