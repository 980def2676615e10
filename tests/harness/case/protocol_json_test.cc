// Steps that are not calls, and what else only format 3 has: there and back,
// and what is said of each bad field.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/case/case_json.h"
#include "harness/case/case_parts.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// A case that has every part of format 3.
constexpr const char* kGood = R"({
  "format": 3, "id": "protocol/fusion:reuse:case=0", "clause": "fusion.reuse",
  "seed": "7",
  "tensors": {
    "x": {"dtype": "float32", "shape": [2, 3], "place": "home",
          "storage": ["0x1p+0", "0x1p+1", "0x1p+2", "0x1p+0", "0x1p+1",
                      "0x1p+2"]},
    "row": {"dtype": "float32", "shape": [3],
            "storage": ["0x1p+0", "0x1p+1", "0x1p+2"]},
    "out": {"dtype": "float32", "shape": [3]}},
  "steps": [
    {"do": "session_begin"},
    {"do": "transfer", "tensor": "row", "place": "away", "out": "far"},
    {"op": "neg", "operands": ["far"], "outs": ["out"],
     "status": "unsupported", "kind": "placement",
     "message_contains": "way_out"},
    {"do": "plan", "dtype": "float32", "shape": [2, 3],
     "inputs": ["x", "row"], "views": [null, [1]],
     "steps": [{"op": "mul", "inputs": [0, 1]}, {"op": "neg", "inputs": [2]}],
     "outputs": [3, 2], "outs": ["negated", "product"]},
    {"op": "neg", "operands": ["row"], "outs": ["out"], "donate": ["row"]},
    {"do": "reclaim", "tensor": "far"},
    {"do": "session_end"}],
  "expect": [
    {"tensor": "product", "place": "home",
     "follows": {"op": "neg", "operands": ["negated"]}}]})";

TEST(ProtocolJson, ComesBackAsItWas) {
  const auto read = parse_case(kGood);
  ASSERT_TRUE(read.ok()) << read.status().message;
  const Json json = case_to_json(*read);
  EXPECT_EQ(3, json["format"]);
  const auto again = parse_case(json.dump());
  ASSERT_TRUE(again.ok()) << again.status().message;
  EXPECT_EQ(json.dump(), case_to_json(*again).dump());
  ASSERT_EQ(7u, read->steps.size());
  EXPECT_EQ(StepKind::kTransfer, read->steps[1].does);
  EXPECT_EQ("away", read->steps[1].place);
  EXPECT_EQ("way_out", read->steps[2].message_contains);
  ASSERT_TRUE(read->steps[3].plan);
  EXPECT_EQ(2u, read->steps[3].plan->steps.size());
  EXPECT_EQ(std::vector<std::string>{"row"}, read->steps[4].donated);
  EXPECT_EQ(StepKind::kReclaim, read->steps[5].does);
  EXPECT_EQ("home", read->tensors[0].place);
  EXPECT_TRUE(read->expect[0].follows);
}

struct BadField {
  const char* place;
  Json value;
  const char* message;
};

TEST(ProtocolJson, SaysWhatIsWrongWithEachField) {
  const BadField rows[] = {
      {"/format", 2,
       "places, donations and steps that are not calls belong to format 3, "
       "\"format\" is 2"},
      {"/format", 4, "\"format\" is 4, expected an integer from 1 to 3"},
      {"/tensors/x/place", 5, "tensors.x: \"place\" is 5, expected a string"},
      {"/steps/0/do", "sleep",
       "steps[0]: there is no step \"sleep\"; expected session_begin, "
       "session_end, reclaim, transfer or plan"},
      {"/steps/0/do", "call", "there is no step \"call\""},
      {"/steps/0/do", 1, "\"do\" is 1, expected a string"},
      {"/steps/0/op", "neg", "unknown key \"op\""},
      {"/steps/1/tensor", "y", "operand y is not a tensor of the case"},
      {"/steps/1/out", "x", "transfer: its result x exists already"},
      {"/steps/1/place", nullptr, "\"place\" is null, expected a string"},
      {"/steps/2/message_contains", true,
       "\"message_contains\" is true, expected a string"},
      {"/steps/3/views", "all", "\"views\" is"},
      {"/steps/3/views/1", 1, "\"views\" has 1, expected null or a list"},
      {"/steps/3/views/1", Json::array({7}), "plan: input 1 of a plan"},
      {"/steps/3/steps/0/op", "matmul", "plan: step 0 is not an op"},
      {"/steps/3/steps/0/op", "plus", "there is no op \"plus\""},
      {"/steps/3/steps/0/inputs", Json::array({0, 2}),
       "plan: step 0 names id 2 where only ids below 2 are known"},
      {"/steps/3/steps/0/inputs", Json::array({-1, 0}),
       "\"inputs\" has -1, expected an id"},
      {"/steps/3/outputs", Json::array({9, 2}), "plan: output 9 of a plan"},
      {"/steps/3/outs", Json::array({"negated"}),
       "plan: outs and outputs are not equally many"},
      {"/steps/3/dtype", "int32", "plan: input 0 is of float32"},
      {"/steps/4/donate", Json::array({"x"}),
       "\"donate\" has x, expected an operand"},
      {"/steps/5/tensor", "nobody", "operand nobody is not a tensor"},
      {"/expect/0/tensor", "far", "there is no tensor far"},
      {"/expect/0/follows/op", "view", "\"view\" is not an op that is called"},
      {"/expect/0/follows/operands", "x", "\"operands\" is"},
  };
  for (const BadField& row : rows) {
    Json json = Json::parse(kGood);
    json[Json::json_pointer(row.place)] = row.value;
    const auto read = parse_case(json.dump());
    ASSERT_FALSE(read.ok()) << row.place << " " << row.value;
    EXPECT_NE(std::string::npos, read.status().message.find(row.message))
        << row.place << ": " << read.status().message;
  }
}

}  // namespace
}  // namespace assay
