// harness/case/case.schema.json lists what the code has: its names are those of
// the tables, and its keys those that cases are written with.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "harness/case/case_json.h"
#include "tests/harness/plans.h"
#include "tests/sampled.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json schema() {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) +
                     "/harness/case/case.schema.json");
  return Json::parse(file);
}
std::set<std::string> names(const Json& list) {
  return list.get<std::set<std::string>>();
}
std::set<std::string> keys(const Json& object) {
  std::set<std::string> found;
  for (const auto& [key, value] : object.items()) found.insert(key);
  return found;
}

TEST(CaseSchema, ListsTheNamesOfTheTables) {
  const Json definitions = schema()["$defs"];
  std::set<std::string> dtypes;
  for (const DTypeSpec& row : kDTypes) dtypes.emplace(row.name);
  EXPECT_EQ(names(definitions["dtype"]["enum"]), dtypes);
  EXPECT_EQ(names(definitions["judge"]["properties"]["class"]["enum"]),
            std::set<std::string>(std::begin(kAccuracyNames),
                                  std::end(kAccuracyNames)));
  std::set<std::string> statuses;
  for (int i = 0; i <= static_cast<int>(StatusCode::kInternal); ++i)
    statuses.emplace(name_of(static_cast<StatusCode>(i)));
  EXPECT_EQ(names(definitions["status"]["enum"]), statuses);
  std::set<std::string> attributes;
  for (const AttributeSpec& row : kAttributes) attributes.emplace(row.name);
  EXPECT_EQ(keys(definitions["attributes"]["properties"]), attributes);
  EXPECT_EQ(
      names(definitions["attributes"]["properties"]["op"]["enum"]),
      std::set<std::string>(std::begin(kScanNames), std::end(kScanNames)));
}

// The keys of an object and of what stands in it, by the definition's name.
void note_keys(const Json& json, std::set<std::string>& found) {
  if (json.is_array())
    for (const Json& entry : json) note_keys(entry, found);
  if (json.is_object())
    for (const auto& [key, value] : json.items()) {
      found.insert(key);
      note_keys(value, found);
    }
}

TEST(CaseSchema, HasEveryKeyThatCasesAreWrittenWith) {
  const Json all = schema();
  std::set<std::string> known = keys(all["properties"]);
  for (const auto& [name, definition] : all["$defs"].items())
    if (definition.contains("properties"))
      known.merge(keys(definition["properties"]));
  std::set<std::string> used;
  for (const PlannedCase& plan : test::sampled(test::every_plan())) {
    Json json = case_to_json(test::prepared(plan));
    for (const auto& [name, tensor] : json["tensors"].items())
      note_keys(tensor, used);
    json["tensors"] = Json::object();
    note_keys(json, used);
  }
  for (const std::string& key : used) EXPECT_TRUE(known.contains(key)) << key;
  EXPECT_GT(used.size(), 30u);
}

// A case with every optional key is read: the parser knows them all.
TEST(CaseSchema, HasNoKeyThatTheParserRefuses) {
  const Json definitions = schema()["$defs"];
  const auto complaint = [](const char* place, const std::string& key) {
    Json json = case_to_json(test::prepared(
        {"add"_op, "", DType::kInt8, DType::kInt8, "add.value", {}, 0}));
    json[Json::json_pointer(place)][key] = Json::object();
    const auto read = parse_case(json.dump());
    return read.ok() ? std::string() : read.status().message;
  };
  const std::pair<const char*, const char*> kPlaces[] = {
      {"tensor", "/tensors/a"},
      {"call", "/steps/0"},
      {"expectation", "/expect/0"},
      {"judge", "/expect/0/judge"}};
  for (const auto& [definition, place] : kPlaces)
    for (const std::string& key : keys(definitions[definition]["properties"]))
      EXPECT_EQ(complaint(place, key).find("unknown key"), std::string::npos)
          << key;
  EXPECT_NE(complaint("/steps/0", "colour").find("unknown key"),
            std::string::npos);
}

}  // namespace
}  // namespace assay
