// Compares two versions part by part: runs of digits, and single other
// characters. Tested by tests/reports/site/version_order_test.cc.
#include "reports/site/version_order.h"

#include <algorithm>

namespace assay {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// Takes the digits at the front of a text, without leading zeros.
std::string_view take_number(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  std::string_view digits =
      text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

// Says whether what follows a version makes it a pre-release: "-rc1", "b2",
// ".dev3".
bool begins_pre_release(std::string_view rest) {
  if (rest.starts_with(".dev")) return true;
  return !rest.empty() && (rest[0] == '-' || is_letter(rest[0]));
}

}  // namespace

bool is_earlier_version(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const std::string_view x = take_number(a), y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (a[0] != b[0]) {
      if (begins_pre_release(a) != begins_pre_release(b))
        return begins_pre_release(a);
      return a[0] < b[0];
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() && b.empty()) return false;
  return a.empty() ? !begins_pre_release(b) : begins_pre_release(a);
}

}  // namespace assay
