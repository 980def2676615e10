// Counts the wrong elements of a result by the class of what was expected and
// the class of what came, and keeps one element of each pair. So a cause that
// spoils one kind of element does not hide another.
// Tested by tests/harness/record/record_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace assay {

// Describes the wrong elements of one pair of classes, such as "nan" where a
// "value" was expected.
struct ClassPair {
  std::string expected_class;
  std::string got_class;
  std::int64_t count = 0;
  // One of them.
  std::vector<std::int64_t> index;
  std::string expected;
  std::string got;
  std::string operands;  // of that element, if known
  friend bool operator==(const ClassPair&, const ClassPair&) = default;
};

nlohmann::ordered_json to_json(const ClassPair& pair);
ClassPair class_pair_of(const nlohmann::ordered_json& json);

}  // namespace assay
