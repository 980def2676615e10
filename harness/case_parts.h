// The readers of a case file's parts: each names the part it reads in its
// error, so that a bad file is answered by one sentence.
// Tested by tests/harness/case_json_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "spec/element.h"
#include "spec/result.h"

namespace assay {

// An object of a case file with the place it stands at, such as "steps[0]".
// Readers remember the first error; read on freely and check status() once.
class CaseReader {
 public:
  using Json = nlohmann::ordered_json;

  // Reads `json`, which must be an object with no keys but `keys`.
  CaseReader(const Json& json, std::string place,
             std::initializer_list<std::string_view> keys);

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

  void fail(std::string message);
  const Status& status() const { return status_; }
  const std::string& place() const { return place_; }

 private:
  const Json& json_;
  std::string place_;
  Status status_;
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
