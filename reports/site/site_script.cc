// Wraps JSON in a call of the page.
// Tested by tests/reports/site/published_json_test.cc.
#include "reports/site/site_script.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_row(const Json& json) {
  return json.is_array() &&
         std::none_of(json.begin(), json.end(),
                      [](const Json& one) { return one.is_structured(); });
}

// Writes the outer `depth` levels over several lines, but arrays of plain
// values.
std::string lines_of(const Json& json, int depth) {
  if (depth == 0 || !json.is_structured() || is_row(json)) return dumped(json);
  std::string text = json.is_object() ? "{" : "[";
  const char* comma = "\n";
  for (const auto& [key, value] : json.items()) {
    text += comma;
    if (json.is_object()) text += dumped(key) + ":";
    text += lines_of(value, depth - 1);
    comma = ",\n";
  }
  return text + (json.is_object() ? "\n}" : "\n]");
}

std::string opening_of(std::string_view name) {
  return fmt::format("assayData(\"{}\", ", name);
}

constexpr std::string_view kEnd = ");\n";

}  // namespace

std::string site_script(std::string_view name, const Json& json) {
  constexpr int kDepth = 2;
  return fmt::format("{}{}{}", opening_of(name), lines_of(json, kDepth), kEnd);
}

Result<Json> parse_site_script(std::string_view name, const std::string& text) {
  const std::string opening = opening_of(name);
  if (!text.starts_with(opening) || !text.ends_with(kEnd))
    return Status::invalid(
        fmt::format("found no data of \"{}\", expected a file that begins with "
                    "\"{}\"",
                    name, opening));
  const auto json = Json::parse(
      text.begin() + static_cast<std::ptrdiff_t>(opening.size()),
      text.end() - static_cast<std::ptrdiff_t>(kEnd.size()), nullptr, false);
  if (json.is_discarded())
    return Status::invalid(
        fmt::format("its data of \"{}\" are not JSON", name));
  return json;
}

}  // namespace assay
