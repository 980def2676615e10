// Writes and reads pairs of classes as JSON.
// Tested by tests/harness/record/record_test.cc.
#include "harness/record/class_pair.h"

#include <nlohmann/json.hpp>

namespace assay {

nlohmann::ordered_json to_json(const ClassPair& pair) {
  nlohmann::ordered_json json = {{"expected_class", pair.expected_class},
                                 {"got_class", pair.got_class},
                                 {"count", pair.count},
                                 {"index", pair.index},
                                 {"expected", pair.expected},
                                 {"got", pair.got}};
  if (!pair.operands.empty()) json["operands"] = pair.operands;
  return json;
}

ClassPair class_pair_of(const nlohmann::ordered_json& json) {
  ClassPair pair;
  pair.expected_class = json.value("expected_class", "");
  pair.got_class = json.value("got_class", "");
  pair.count = json.value("count", std::int64_t{0});
  pair.index = json.value("index", std::vector<std::int64_t>());
  pair.expected = json.value("expected", "");
  pair.got = json.value("got", "");
  pair.operands = json.value("operands", "");
  return pair;
}

}  // namespace assay
