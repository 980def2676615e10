// Adds up totals, and converts them to JSON and back.
// Tested by tests/sweep/totals_test.cc.
#include "sweep/totals.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::string hex(std::uint64_t bits) { return fmt::format("0x{:x}", bits); }

// Parses what hex() writes. Throws an exception that derives from
// std::exception.
std::uint64_t number_of(const Json& json) {
  const auto& text = json.get_ref<const std::string&>();
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  if (text.starts_with("0x")) {
    const auto [stop, error] =
        std::from_chars(text.data() + 2, end, number, 16);
    if (error == std::errc() && stop == end) return number;
  }
  throw std::invalid_argument("\"" + text + "\" is not a number such as 0x1f");
}

Json to_json(const SweptInput& swept) {
  Json json = {{"input", hex(swept.input)},
               {"got", hex(swept.got)},
               {"expected", hex(swept.expected)}};
  // JSON has no infinity.
  if (std::isfinite(swept.ulp))
    json["ulp"] = swept.ulp;
  else
    json["ulp"] = "inf";
  return json;
}

SweptInput swept_from_json(const Json& json) {
  SweptInput swept;
  swept.input = number_of(json.at("input"));
  swept.got = number_of(json.at("got"));
  swept.expected = number_of(json.at("expected"));
  const Json& ulp = json.at("ulp");
  swept.ulp = ulp == "inf" ? HUGE_VAL : ulp.get<double>();
  return swept;
}

}  // namespace

void Totals::note_worst(const SweptInput& candidate) {
  if (!worst || candidate.ulp > worst->ulp ||
      (candidate.ulp == worst->ulp && candidate.input < worst->input))
    worst = candidate;
}

void Totals::note_rejected(const SweptInput& candidate) {
  if (!first_rejected || candidate.input < first_rejected->input)
    first_rejected = candidate;
}

void Totals::add(const Totals& other) {
  inputs += other.inputs;
  open += other.open;
  digest += other.digest;
  rejected += other.rejected;
  breaks += other.breaks;
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] += other.steps[i];
  if (other.worst) note_worst(*other.worst);
  if (other.first_rejected) note_rejected(*other.first_rejected);
}

Json to_json(const Totals& totals) {
  Json json = {{"inputs", totals.inputs},      {"open", totals.open},
               {"digest", hex(totals.digest)}, {"rejected", totals.rejected},
               {"breaks", totals.breaks},      {"steps", totals.steps}};
  if (totals.worst) json["worst"] = to_json(*totals.worst);
  if (totals.first_rejected)
    json["first_rejected"] = to_json(*totals.first_rejected);
  return json;
}

Result<Totals> totals_from_json(const Json& json) {
  try {
    Totals totals;
    totals.inputs = json.at("inputs").get<std::uint64_t>();
    totals.open = json.at("open").get<std::uint64_t>();
    totals.digest = number_of(json.at("digest"));
    totals.rejected = json.at("rejected").get<std::uint64_t>();
    totals.breaks = json.at("breaks").get<std::uint64_t>();
    totals.steps = json.at("steps").get<decltype(totals.steps)>();
    if (json.contains("worst"))
      totals.worst = swept_from_json(json.at("worst"));
    if (json.contains("first_rejected"))
      totals.first_rejected = swept_from_json(json.at("first_rejected"));
    return totals;
  } catch (const std::exception& error) {
    return Status::invalid(error.what());
  }
}

}  // namespace assay
