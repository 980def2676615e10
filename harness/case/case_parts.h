// The readers of a case file's parts: each names the part it reads in its
// error, so that a bad file is answered by one sentence.
// Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/element.h"
#include "spec/result.h"

namespace assay {

class Sequences;

// A list of a case in short form: its terms, and the table that they number;
// without one the terms are the elements, with imaginary parts of their own.
struct ShortList {
  const std::vector<std::int64_t>* terms = nullptr;
  const std::vector<std::int64_t>* imaginary = nullptr;
  const nlohmann::ordered_json* table = nullptr;
};

// An object of a case file with the place it stands at, such as "steps[0]".
// Readers remember the first error; read on freely and check status() once.
class CaseReader {
 public:
  using Json = nlohmann::ordered_json;

  // Reads `json`, which must be an object with no keys but `keys`.
  CaseReader(const Json& json, std::string place,
             std::initializer_list<std::string_view> keys);

  // Reads lists in short form, made of these sequences; without them, as in
  // format 1, every list has to be written out.
  void use(Sequences* sequences) { sequences_ = sequences; }

  bool has(std::string_view key) const;
  // Returns the value of a key; an error and null if it is missing.
  const Json& at(std::string_view key);
  std::string text(std::string_view key);
  std::int64_t integer(std::string_view key, std::int64_t low,
                       std::int64_t high);
  bool flag(std::string_view key);  // false if missing
  // Returns whether the value of a key is a list; an error if it is not.
  bool list(std::string_view key);
  std::vector<std::int64_t> integers(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  DType dtype(std::string_view key);
  std::uint64_t seed(std::string_view key);
  std::vector<ElementBits> elements(std::string_view key, DType dtype);

  // Reads a list of bounds, hex floats or "any", which stands for -1.
  std::vector<double> bounds(std::string_view key);

  // Returns the list of a key that is in short form, with room for it taken;
  // nothing if it is written out, or after an error.
  std::optional<ShortList> short_list(std::string_view key);
  // Returns the entries of a list in short form out of those of its table, each
  // of which is `parts` long; an error if a term is no number of an entry.
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

// Returns a refusal whose message is one short line, whatever of a file it
// quotes.
Status in_one_line(Status refusal);

// Returns bounds as case files hold them: hex floats, "any" if negative.
CaseReader::Json bounds_json(const std::vector<double>& bounds);

// Returns one component as the text that case files hold; "nan" for the quiet
// NaN without payload.
std::string component_json(DType dtype, std::uint64_t bits);

}  // namespace assay
