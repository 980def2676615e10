// Finds the numbers in a message and replaces them.
// Tested by tests/reports/alike_test.cc.
#include "reports/alike.h"

#include <cctype>

namespace assay {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Returns the end of the number that starts here. It may be decimal or hex, and
// have an exponent.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const char c = text[at];
    const bool inside = at + 1 < text.size() && is_word(text[at + 1]);
    const bool signs_exponent =
        (c == '+' || c == '-') && (text[at - 1] == 'e' || text[at - 1] == 'p');
    if (!is_word(c) && !(inside && (c == '.' || signs_exponent))) break;
    ++at;
  }
  return at;
}

}  // namespace

std::string alike(std::string_view message) {
  std::string text;
  for (std::size_t i = 0; i < message.size();) {
    const bool digit =
        std::isdigit(static_cast<unsigned char>(message[i])) != 0;
    if (!digit || (i > 0 && is_word(message[i - 1]))) {
      text += message[i++];
      continue;
    }
    i = end_of_number(message, i);
    if (text.ends_with('-')) text.pop_back();
    if (text.ends_with("#, "))
      text.resize(text.size() - 2);
    else
      text += '#';
  }
  return text;
}

}  // namespace assay
