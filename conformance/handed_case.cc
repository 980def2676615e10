// Checks the frames that a worker has sent: each must be one line of JSON, and
// a record or controls must be those of the case at hand.
// Tested by tests/conformance/handed_case_test.cc.
#include "conformance/handed_case.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/cost_deal.h"

namespace assay {

bool HandedCase::take(Handed what, std::string_view text,
                      const std::string& id) {
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object() || text.find('\n') != std::string_view::npos)
    return false;
  if (what == Handed::kKnown) {
    const auto verdict = json.find("verdict");
    const auto message = json.find("message");
    if (verdict == json.end() || !verdict->is_string() ||
        message == json.end() || !message->is_string())
      return false;
    known = verdict_named(verdict->get<std::string>());
    known_message = message->get<std::string>();
    return known.has_value();
  }
  if (what == Handed::kCost) {
    const auto cost = cost_from_json(json);
    if (!cost || cost->first != id) return false;
    microseconds = cost->second;
    return true;
  }
  if (what == Handed::kControls) {
    auto found = controls_from_json(json);
    if (!found || found->first != id) return false;
    controls = std::move(found->second);
  } else {
    auto found = record_from_json(json);
    if (!found || found->id != id) return false;
    record = *std::move(found);
  }
  if (!lines.empty()) lines += '\n';
  lines += text;
  return true;
}

}  // namespace assay
