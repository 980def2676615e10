// Draws badges with two rectangles and two texts.
// Tested by tests/reports/site/badge_test.cc.
#include "reports/site/badge.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/entity.h"

namespace assay {
namespace {

// White text has a contrast of at least 4.5 to 1 on each of them.
constexpr std::string_view kClean = "#1a7446";
constexpr std::string_view kPartly = "#8a5a00";
constexpr std::string_view kLabel = "#3f4650";

// An average character of 11 px Verdana is 6.6 px wide. textLength below fits
// the text to the room that this estimate leaves, whatever font the reader has.
int width_of(const std::string& text) {
  return static_cast<int>(std::ceil(6.6 * static_cast<double>(text.size())));
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const std::string_view entity = entity_of(c);
    result += entity.empty() ? std::string(1, c) : std::string(entity);
  }
  return result;
}

std::string text_svg(const std::string& text, int left, int width) {
  return fmt::format(
      "<text x=\"{}\" y=\"14\" textLength=\"{}\" "
      "lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
      left, width, escaped(text));
}

}  // namespace

Badge badge_of(const PublishedRun& run, const std::string& set) {
  const CellNumbers& cells = run.sets.at(set);
  return {.label = "assay " + set,
          .message =
              fmt::format("{} of {} claimed cells proven", cells[0], cells[1]),
          .is_clean = cells[0] == cells[1]};
}

std::string badge_svg(const Badge& badge) {
  constexpr int kPad = 7;
  const int label = width_of(badge.label), message = width_of(badge.message);
  const int middle = label + 2 * kPad, whole = middle + message + 2 * kPad;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" "
      "viewBox=\"0 0 {0} 20\" role=\"img\" aria-label=\"{1}: {2}\">\n"
      "<title>{1}: {2}</title>\n",
      whole, escaped(badge.label), escaped(badge.message));
  svg += fmt::format(
      "<rect width=\"{0}\" height=\"20\" rx=\"3\" fill=\"{1}\"/>\n"
      "<path d=\"M{2} 0h{3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{2}z\" "
      "fill=\"{4}\"/>\n",
      whole, kLabel, middle, whole - middle - 3,
      badge.is_clean ? kClean : kPartly);
  svg +=
      "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" "
      "font-size=\"11\">\n";
  svg += text_svg(badge.label, kPad, label);
  svg += text_svg(badge.message, middle + kPad, message);
  return svg + "</g>\n</svg>\n";
}

std::string badge_json(const Badge& badge) {
  const nlohmann::ordered_json json = {
      {"schemaVersion", 1},
      {"label", badge.label},
      {"message", badge.message},
      {"color", badge.is_clean ? kClean : kPartly},
      {"labelColor", kLabel}};
  return json.dump(1) + "\n";
}

}  // namespace assay
