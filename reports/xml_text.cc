// Decodes UTF-8 far enough to find what XML 1.0 does not allow.
// Tested by tests/reports/junit_test.cc.
#include "reports/xml_text.h"

#include <algorithm>

#include "reports/entity.h"

namespace assay {
namespace {

// Returns how many bytes the first character of the text has. Returns 0 if the
// bytes are not UTF-8, or a character that XML 1.0 does not allow.
std::size_t character_length(std::string_view text) {
  const auto at = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned lead = at(0);
  if (lead < 0x80) return lead >= 0x20 || lead == '\n' || lead == '\t' ? 1 : 0;
  const std::size_t length = lead < 0xc2    ? 0
                             : lead < 0xe0  ? 2
                             : lead < 0xf0  ? 3
                             : lead <= 0xf4 ? 4
                                            : 0;
  unsigned code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (at(i) & 0x3f);
  }
  const bool overlong = (length == 3 && code < 0x800) ||
                        (length == 4 && (code < 0x10000 || code > 0x10ffff));
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool no_character = code == 0xfffe || code == 0xffff;
  return overlong || surrogate || no_character ? 0 : length;
}

}  // namespace

std::string xml_escaped(std::string_view text, std::size_t limit) {
  constexpr std::string_view kNote = "… (cut)";
  std::string result;
  std::size_t fitting = 0;  // how much of it leaves room for the note
  while (!text.empty()) {
    if (result.size() + kNote.size() <= limit) fitting = result.size();
    const std::size_t length = character_length(text);
    if (const std::string_view entity = entity_of(text[0]); !entity.empty())
      result += entity;
    else
      result += length > 0 ? text.substr(0, length) : "?";
    if (result.size() > limit) {
      result.resize(fitting);
      return limit < kNote.size() ? result : result.append(kNote);
    }
    text.remove_prefix(std::max(length, std::size_t{1}));
  }
  return result;
}

}  // namespace assay
