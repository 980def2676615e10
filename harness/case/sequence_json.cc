// Reads and writes single sequences, and expands them within the limits.
// Tested by tests/harness/case/sequence_json_test.cc.
#include "harness/case/sequence_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Reads a list of lists of `width` integers.
std::vector<std::vector<std::int64_t>> rows_at(CaseReader& reader,
                                               std::string_view key,
                                               std::size_t width) {
  std::vector<std::vector<std::int64_t>> rows;
  if (!reader.list(key)) return rows;
  for (const Json& entry : reader.at(key)) {
    std::vector<std::int64_t> row;
    if (entry.is_array() && entry.size() == width)
      for (const Json& number : entry)
        if (const auto integer = integer_from_json(number))
          row.push_back(*integer);
    if (row.size() != width) {
      reader.fail(fmt::format("\"{}\" has {}, expected lists of {} integers",
                              key, found_text(entry), width));
      return rows;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<SequenceForm> form_from_json(const Json& json, std::size_t number,
                                    std::int64_t most) {
  CaseReader reader(json, fmt::format("sequences[{}]", number),
                    {"count", "runs", "bits", "packed", "seed", "shift",
                     "modulo", "first", "except"});
  SequenceForm form;
  form.count = reader.integer("count", 0, most);
  const bool has_runs = reader.has("runs");
  const bool has_bits = reader.has("packed");
  const bool has_draw = reader.has("seed");
  if (reader.status().ok() && has_runs + has_bits + has_draw != 1)
    reader.fail(
        fmt::format("{} of \"runs\", \"packed\" and \"seed\" are "
                    "given, expected one",
                    has_runs + has_bits + has_draw));
  if (!reader.status().ok()) return reader.status();
  if (has_runs)
    for (const auto& row : rows_at(reader, "runs", 3))
      form.runs.push_back({row[0], row[1], row[2]});
  if (has_bits) {
    const auto bytes = base64_bytes(reader.text("packed"));
    if (!bytes) reader.fail("\"packed\" is not base64");
    form.bits = SequenceBits{static_cast<int>(reader.integer("bits", 1, 32)),
                             bytes.value_or("")};
  }
  if (has_draw)
    form.draw = SequenceDraw{
        reader.seed("seed"),
        reader.has("shift") ? static_cast<int>(reader.integer("shift", 0, 63))
                            : 0,
        static_cast<std::uint64_t>(reader.integer("modulo", 1, kMaxTerm))};
  if (reader.has("first"))
    form.first = reader.integer("first", -kMaxTerm, kMaxTerm);
  if (reader.has("except"))
    for (const auto& row : rows_at(reader, "except", 2))
      form.except.emplace_back(row[0], row[1]);
  if (reader.status().ok())
    if (Status status = check_form(form); !status.ok())
      reader.fail(status.message);
  if (!reader.status().ok()) return reader.status();
  return form;
}

}  // namespace

Json sequence_to_json(const SequenceForm& form) {
  Json json = {{"count", form.count}};
  if (form.draw) {
    json["seed"] = fmt::format("{:016x}", form.draw->seed);
    if (form.draw->shift != 0) json["shift"] = form.draw->shift;
    json["modulo"] = form.draw->modulo;
  } else if (form.bits) {
    json["bits"] = form.bits->width;
    json["packed"] = base64_text(form.bits->bytes);
  } else {
    json["runs"] = Json::array();
    for (const SequenceRun& run : form.runs)
      json["runs"].push_back({run.count, run.first, run.step});
  }
  if (form.first != 0) json["first"] = form.first;
  if (!form.except.empty()) {
    json["except"] = Json::array();
    for (const auto& [at, term] : form.except)
      json["except"].push_back(Json::array({at, term}));
  }
  return json;
}

Result<Sequences> Sequences::read(const Json& json) {
  if (!json.is_array())
    return Status::invalid("case: \"sequences\" is not a list");
  Sequences sequences;
  std::int64_t left = kMostExpanded;
  for (const Json& entry : json) {
    const auto form = form_from_json(entry, sequences.terms_.size(), left);
    if (!form) return form.status();
    left -= form->count;
    sequences.terms_.push_back(terms_of(*form));
  }
  return sequences;
}

const std::vector<std::int64_t>* Sequences::find(std::int64_t number) const {
  if (number < 0 || number >= std::ssize(terms_)) return nullptr;
  return &terms_[static_cast<std::size_t>(number)];
}

bool Sequences::take(std::size_t count) {
  if (static_cast<std::int64_t>(count) > left_) return false;
  left_ -= static_cast<std::int64_t>(count);
  return true;
}

}  // namespace assay
