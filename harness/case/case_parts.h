// Reads the parts of a case file. Each reader puts the place of its part into
// its errors, so that one sentence says what is wrong with a bad file.
// Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/case.h"
#include "spec/element.h"
#include "spec/file_profile.h"
#include "spec/result.h"

namespace assay {

class Sequences;

// Points to a list in short form. Each term is the number of an entry of
// `table`. Without a table the terms are the elements themselves, and
// `imaginary` holds the imaginary parts.
struct ShortList {
  const std::vector<std::int64_t>* terms = nullptr;
  const std::vector<std::int64_t>* imaginary = nullptr;
  const nlohmann::ordered_json* table = nullptr;
};

// Reads an object of a case file; `place` says where it is, such as "steps[0]".
// A reader remembers its first error, so the caller can read all keys and check
// status() once.
class CaseReader {
 public:
  using Json = nlohmann::ordered_json;

  // Opens `json`, which must be an object and have no keys except `keys`.
  CaseReader(const Json& json, std::string place,
             std::initializer_list<std::string_view> keys);

  // Allows lists in short form that are made of these sequences. Without this
  // call, as in format 1, every list has to be written out.
  void use(Sequences* sequences) { sequences_ = sequences; }

  bool has(std::string_view key) const;
  // Returns the value of a key; notes an error and returns null if it is
  // missing.
  const Json& at(std::string_view key);
  std::string text(std::string_view key);
  std::string named_place();  // of the key "place"
  std::int64_t integer(std::string_view key, std::int64_t low,
                       std::int64_t high);
  bool flag(std::string_view key);  // false if missing
  // Returns whether the value of a key is a list; notes an error if it is not.
  bool list(std::string_view key);
  std::vector<std::int64_t> integers(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  // Returns the values of policy axes in an object, without looking them up.
  PolicyValues policy_values(std::string_view key);
  // Keeps the profile with this name and with the values of the key, so that
  // profile_named() finds it. Notes an error if it cannot be kept.
  void keep_profile_of(std::string_view key, std::string_view name);
  DType dtype(std::string_view key);
  std::uint64_t seed(std::string_view key);
  std::vector<ElementBits> elements(std::string_view key, DType dtype);

  // Reads a list of bounds. Each is a hex float, or "any", which becomes -1.
  std::vector<double> bounds(std::string_view key);

  // Returns the list of a key if it is in short form, after taking its length
  // from the limit of expanded entries. Returns nothing if the list is written
  // out or after an error.
  std::optional<ShortList> short_list(std::string_view key);
  // Returns the entries of a list in short form. The list's terms number the
  // entries of `table`, each of which is `parts` elements long. Notes an error
  // if a term is not such a number.
  template <typename T>
  std::vector<T> spread(std::string_view key, const ShortList& list,
                        const std::vector<T>& table, std::size_t parts = 1) {
    std::vector<T> entries;
    if (!status_.ok() || !numbers_entries(key, list, table.size() / parts))
      return entries;
    entries.reserve(list.terms->size() * parts);
    for (const std::int64_t term : *list.terms)
      for (std::size_t part = 0; part < parts; ++part)
        entries.push_back(table[static_cast<std::size_t>(term) * parts + part]);
    return entries;
  }

  void fail(std::string message);
  const Status& status() const { return status_; }
  const std::string& place() const { return place_; }

 private:
  std::vector<ElementBits> listed_elements(std::string_view key,
                                           const Json& list, DType dtype);
  std::vector<ElementBits> integer_elements(std::string_view key,
                                            const ShortList& list, DType dtype);
  std::vector<double> listed_bounds(std::string_view key, const Json& list);
  bool numbers_entries(std::string_view key, const ShortList& list,
                       std::size_t count);

  const Json& json_;
  std::string place_;
  Status status_;
  Sequences* sequences_ = nullptr;
};

// Returns the refusal with its message cut to one short line, because the
// message may quote anything from the file.
Status in_one_line(Status refusal);

// Returns the refusal of a text that is not JSON; `error_byte` is where the
// parser stopped, counted from 1.
Status not_json(std::string_view text, std::size_t error_byte);

// Returns bounds in the form of case files: hex floats, "any" if negative.
CaseReader::Json bounds_json(const std::vector<double>& bounds);

// Returns one component in the form of case files; "nan" is the quiet NaN
// without payload.
std::string component_json(DType dtype, std::uint64_t bits);

// The next four are about steps and are defined in step_json.cc.

// Reads step `number` and appends it to the case, whose tensors and earlier
// steps are known. Fails with a sentence that begins with the place of the
// step.
Status parse_step(const nlohmann::ordered_json& json, std::size_t number,
                  Case& test_case);

// Reads the call that a result follows from, if there is one.
Status parse_follows(CaseReader& reader, Expectation& expectation);

// Return the JSON of a step that is not a call, but for its status, and of the
// call that a result follows from.
nlohmann::ordered_json surroundings_to_json(const Step& step);
nlohmann::ordered_json follows_to_json(const Follows& follows, DType dtype);

}  // namespace assay
