// Tests the class fft in case files: the text, and one sentence for each error.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/case/case_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTransformCase = R"({
  "format": 1, "id": "fourier/rfft:value:case=0", "clause": "rfft.value",
  "seed": "1f", "profile": "nx",
  "tensors": {
    "x": {"dtype": "float32", "shape": [2, 2],
          "storage": ["0x1p+0", "0x1p+1", "0x1p+0", "nan"]}},
  "steps": [
    {"op": "rfft", "operands": ["x"],
     "attributes": {"axes": [1], "dtype": "complex64"}, "outs": ["out"]}],
  "expect": [
    {"tensor": "out", "dtype": "complex64", "shape": [2, 2],
     "values": [["0x1.8p+1", "0x0p+0"], ["-0x1p+0", "0x0p+0"],
                ["nan", "nan"], ["nan", "nan"]],
     "judge": {"class": "fft", "axes": [1], "l2": ["0x1p-20", "any"],
               "max": ["0x1p-21", "any"]}}]})";

TEST(CaseSlices, BoundsAreReadAndWritten) {
  const auto read = parse_case(kTransformCase);
  ASSERT_TRUE(read.ok()) << read.status().message;
  const Permitted& permitted = read->expect[0].any_of[0];
  EXPECT_EQ(permitted.accuracy, Accuracy::kFft);
  ASSERT_TRUE(permitted.slices.has_value());
  EXPECT_EQ(permitted.slices->axes, (std::vector<std::int64_t>{1}));
  EXPECT_EQ(permitted.slices->l2, (std::vector<double>{0x1p-20, -1}));
  EXPECT_EQ(permitted.slices->max, (std::vector<double>{0x1p-21, -1}));
  EXPECT_EQ(case_to_json(*read)["expect"][0]["judge"],
            Json::parse(kTransformCase)["expect"][0]["judge"]);
}

struct BadSlice {
  std::string_view key;
  std::string_view json;
  std::string_view fragment;
};
const BadSlice kBadSlice[] = {
    {"axes", "", "\"axes\" is missing"},
    {"l2", "", "\"l2\" is missing"},
    {"max", "", "\"max\" is missing"},
    {"axes", "1", "expected a list of integers"},
    {"axes", "[2]", "axis 2 is none of [2, 2]"},
    {"axes", "[-1]", "axis -1 is none of [2, 2]"},
    {"axes", "[]", "2 l2 and 2 max entries for 4 slices"},
    {"axes", "[0, 1]", "2 l2 and 2 max entries for 1 slices"},
    {"l2", "[\"any\"]", "1 l2 and 2 max entries for 2 slices"},
    {"max", "[]", "2 l2 and 0 max entries for 2 slices"},
    {"max", "[0.5, \"any\"]", "\"max\" has 0.5, expected a hex float"},
    {"l2", "[\"-0x1p+0\", \"any\"]", "\"l2\" has \"-0x1p+0\""},
    {"l2", "[\"nan\", \"any\"]", "\"l2\" has \"nan\""},
    {"l2", "{}", "\"l2\" is {}, expected a list"},
    {"class", "\"normwise\"", "belong to class fft"},
};

TEST(CaseSlices, WhatIsWrongIsSaidInOneSentence) {
  for (const BadSlice& bad : kBadSlice) {
    Json json = Json::parse(kTransformCase);
    Json& judge = json["expect"][0]["judge"];
    if (bad.json.empty())
      judge.erase(std::string(bad.key));
    else
      judge[std::string(bad.key)] = Json::parse(bad.json);
    const auto read = parse_case(json.dump());
    ASSERT_FALSE(read.ok()) << bad.fragment;
    EXPECT_EQ(read.status().code, StatusCode::kInvalid);
    EXPECT_NE(read.status().message.find(bad.fragment), std::string::npos)
        << read.status().message;
  }
}

TEST(CaseSlices, IntegersAreNotJudgedBySlices) {
  Json json = Json::parse(kTransformCase);
  json["clause"] = "add.value";
  json["tensors"] = {
      {"a", {{"dtype", "int8"}, {"shape", {1}}, {"storage", {"1"}}}},
      {"b", {{"dtype", "int8"}, {"shape", {1}}, {"storage", {"1"}}}},
      {"out", {{"dtype", "int8"}, {"shape", {1}}}}};
  json["steps"][0] = {
      {"op", "add"}, {"operands", {"a", "b"}}, {"outs", {"out"}}};
  json["expect"][0] = {{"tensor", "out"},
                       {"values", {"2"}},
                       {"judge",
                        {{"class", "fft"},
                         {"axes", {0}},
                         {"l2", {"0x0p+0"}},
                         {"max", {"0x0p+0"}}}}};
  const auto read = parse_case(json.dump());
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.status().message.find("floats and complex"), std::string::npos)
      << read.status().message;
}

}  // namespace
}  // namespace assay
