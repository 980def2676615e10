// Tests case files that are wrong in one way each. For every one the parser
// returns one sentence that names the place, and throws nothing.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/case/case_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
using P = Json::json_pointer;

// float32 values, with an interval and a group; int8 and a fill value; complex
// values with a bound. Each is right.
constexpr std::string_view kCase = R"({
  "format": 1, "id": "elementwise/add:value:case=0", "clause": "add.value",
  "seed": "1f", "profile": "nx",
  "tensors": {
    "a": {"dtype": "float32", "shape": [2], "strides": [-1], "offset": 1,
          "storage": ["0x1p+0", "nan"]},
    "b": {"dtype": "float32", "shape": [2],
          "storage": ["0x1p+0", "-inf"]},
    "out": {"dtype": "float32", "shape": [2]},
    "i": {"dtype": "int8", "shape": [1, 1], "storage": ["-128"]},
    "z": {"dtype": "complex64", "shape": [],
          "storage": [["0x1p+0", "-0x0p+0"]]}},
  "steps": [
    {"op": "add", "operands": ["a", "b"], "outs": ["out"]},
    {"op": "pad", "operands": ["i"],
     "attributes": {"padding": [[0, 1], [0, 0]], "value": "5"},
     "outs": ["padded"]},
    {"op": "copy", "operands": ["z"], "outs": ["w"]}],
  "expect": [
    {"tensor": "out", "dtype": "float32", "shape": [2],
     "values": ["nan", "-inf"],
     "judge": {"class": "ulp", "accept": ["any", ["-inf", "-0x1p+0"]]}},
    {"tensor": "padded", "values": ["-128", "5"],
     "judge": {"class": "exact", "interchangeable": [[0, 1]]}},
    {"tensor": "w", "any_of": [
      {"values": [["0x1p+0", "-0x0p+0"]],
       "judge": {"class": "normwise", "bound": ["0x1p-20"]}}]}]})";

TEST(BadCases, TheCaseThatTheyComeFromIsRight) {
  const auto read = parse_case(kCase);
  EXPECT_TRUE(read.ok()) << read.status().message;
}

void expect_refused(std::string_view text, std::string_view fragment) {
  const auto read = parse_case(text);
  ASSERT_FALSE(read.ok()) << "taken; expected: " << fragment;
  const std::string& message = read.status().message;
  EXPECT_EQ(read.status().code, StatusCode::kInvalid);
  EXPECT_FALSE(message.empty());
  EXPECT_LT(message.size(), 300u);
  EXPECT_EQ(message.find_first_of("\n\r"), std::string::npos) << message;
  EXPECT_NE(message.find(fragment), std::string::npos)
      << "expected: " << fragment << "\nfound: " << message;
}

// Holds a place in the JSON and the text that replaces it there ("" leaves it
// out).
struct Bad {
  std::string_view place;
  std::string_view json;
  std::string_view fragment;
};

const Bad kBad[] = {
    // The head.
    {"/format", "4", "\"format\" is 4"},
    {"/format", "\"1\"", "expected an integer from 1 to 3"},
    {"/format", "1.0", "expected an integer"},
    {"/format", "", "\"format\" is missing"},
    {"/id", "7", "\"id\" is 7, expected a string"},
    {"/clause", "\"add.velocity\"", "there is no clause \"add.velocity\""},
    {"/clause", "null", "\"clause\" is null"},
    {"/seed", "\"xyz\"", "hex digits"},
    {"/seed", "\"11112222333344445\"", "hex digits"},
    {"/seed", "31", "expected a string"},
    {"/profile", "[]", "\"profile\" is []"},
    {"/colour", "1", "unknown key \"colour\""},
    {"/tensors", "[]", "\"tensors\" is not an object"},
    {"/steps", "{}", "\"steps\" is not a list"},
    {"/steps", "[]", "no steps"},
    {"/expect", "{}", "\"expect\" is not a list"},
    // Tensors.
    {"/tensors/a", "3", "tensors.a: found 3, expected an object"},
    {"/tensors/a/dtype", "\"float31\"", "there is no dtype \"float31\""},
    {"/tensors/a/dtype", "4", "\"dtype\" is 4"},
    {"/tensors/a/shape", "2", "expected a list of integers"},
    {"/tensors/a/shape", "[2.5]", "\"shape\" has 2.5, expected integers"},
    {"/tensors/a/shape", "[-2]", "has the extent -2"},
    {"/tensors/a/shape", "[4611686018427387904]", "from -2^40 to 2^40"},
    {"/tensors/a/shape", "[18446744073709551615]", "from -2^40 to 2^40"},
    {"/tensors/out/shape", "[1048576, 1048576, 2]", "2^40 elements"},
    {"/tensors/out/shape", "[1073741824]", "1073741824 elements, expected"},
    {"/tensors/a/shape", "[2, 3]", "1 strides for rank 2"},
    {"/tensors/a/strides", "[-1, 1]", "2 strides for rank 1"},
    {"/tensors/a/strides", "[18446744073709551615]", "from -2^40 to 2^40"},
    {"/tensors/a/strides", "[1]", "leaves its storage of 2"},
    {"/tensors/a/strides", "[-2]", "leaves its storage of 2"},
    {"/tensors/a/offset", "-1", "\"offset\" is -1"},
    {"/tensors/a/offset", "2", "leaves its storage of 2"},
    {"/tensors/a/offset", "1e99", "expected an integer"},
    {"/tensors/a/offset", "18446744073709551615", "expected an integer"},
    {"/tensors/a/storage", "[\"0x1p+0\"]", "leaves its storage of 1"},
    {"/tensors/a/storage", "[]", "leaves its storage of 0"},
    {"/tensors/a/storage", "\"0x1p+0\"", "expected a list of elements"},
    {"/tensors/a/storage/0", "1.5", "1.5 is not an element of float32"},
    {"/tensors/a/storage/0", "\"1.5\"", "expected a hex float"},
    {"/tensors/a/storage/0", "\"0x1.0000001p+0\"", "not exactly representable"},
    {"/tensors/a/storage/0", "\"0x1p+128\"",
     "beyond the largest, 0x1.fffffep+127"},
    {"/tensors/a/storage/0", "\"nan:7f800000\"", "the bits of a NaN"},
    {"/tensors/a/storage/0", "[\"0x0p+0\", \"0x0p+0\"]", "expected a string"},
    {"/tensors/i/storage/0", "\"128\"", "from -128 to 127"},
    {"/tensors/i/storage/0", "\"0x1p+0\"", "from -128 to 127"},
    {"/tensors/i/storage/0", "\" 1\"", "from -128 to 127"},
    {"/tensors/z/storage/0", "\"0x1p+0\"", "is not an element of complex64"},
    {"/tensors/z/storage/0", "[\"0x1p+0\"]", "expected [\"re\", \"im\"]"},
    {"/tensors/a/storage", "", "without storage it must be contiguous"},
    {"/tensors/a/recipe", R"({"name": "random_bits", "seed": "0", "count": 2})",
     "both storage and a recipe"},
    {"/tensors/out/recipe", R"({"name": "zeros", "seed": "0", "count": 2})",
     "there is no recipe \"zeros\""},
    {"/tensors/out/recipe",
     R"({"name": "random_bits", "seed": "0", "count": 1})",
     "leaves its storage of 1"},
    {"/tensors/out/recipe",
     R"({"name": "random_bits", "seed": "0", "count": 268435456})",
     "expected at most"},
    {"/tensors/out/recipe", R"({"name": "random_bits", "count": 2})",
     "\"seed\" is missing"},
    // Steps.
    {"/steps/0", "null", "steps[0]: found null"},
    {"/steps/0/op", "\"plus\"", "there is no op \"plus\""},
    {"/steps/0/op", "", "\"op\" is missing"},
    {"/steps/0/operands", "\"a\"", "expected a list of names"},
    {"/steps/0/operands", "[\"a\"]", "1 operands where 2"},
    {"/steps/0/operands", "[\"a\", \"c\"]", "operand c is not a tensor"},
    {"/steps/0/operands", "[\"a\", \"i\"]", "operands have dtypes"},
    {"/steps/0/outs", "[]", "0 outs where 1"},
    {"/steps/0/outs", "[\"out\", \"b\"]", "2 outs where 1"},
    {"/steps/0/outs", "[\"nowhere\"]", "out nowhere is not a tensor"},
    {"/steps/0/outs", "[\"i\"]", "out i is int8 [1, 1]"},
    {"/steps/0/status", "\"well\"", "there is no status \"well\""},
    {"/steps/0/status", "0", "expected a string"},
    {"/steps/0/attributes", R"({"axis": 0})", "add has no attribute axis"},
    {"/steps/0/attributes", "[]", "expected an object"},
    {"/steps/1/attributes", "", "pad lacks its attribute padding"},
    {"/steps/1/attributes/padding", "[[0, 1]]", "1 paddings for rank 2"},
    {"/steps/1/attributes/padding", "[[0, -1], [0, 0]]", "negative"},
    {"/steps/1/attributes/padding", "[[0, 4611686018427387904], [0, 0]]",
     "too large"},
    {"/steps/1/attributes/padding", "[[0, 1073741824], [0, 0]]",
     "1073741825 elements, expected"},
    {"/steps/1/attributes/value", "\"500\"", "from -128 to 127"},
    {"/steps/1/outs", "[\"b\"]", "its result b exists already"},
    {"/steps/2/outs", "[\"padded\"]", "its result padded exists already"},
    {"/steps/2",
     R"({"op": "sort", "operands": ["a"], "outs": ["out"],
         "attributes": {"axis": 1, "descending": false}})",
     "axis 1 is out of range for rank 1"},
    {"/steps/2",
     R"({"op": "expand", "operands": ["i"], "outs": ["w"],
         "attributes": {"shape": [4611686018427387904, 4]}})",
     "expand"},
    {"/steps/2",
     R"({"op": "shrink", "operands": ["a"], "outs": ["w"],
         "attributes": {"ranges": [[1, 1]]}})",
     "is empty or outside"},
    {"/steps/2",
     R"({"op": "full", "operands": [], "outs": ["w"],
         "attributes": {"dtype": "int8", "shape": [2199023255552],
                        "value": "0"}})",
     "not a shape"},
    // Expectations.
    {"/expect/0", "[]", "expect[0]: found []"},
    {"/expect/0/tensor", "\"nowhere\"", "there is no tensor nowhere"},
    {"/expect/0/dtype", "\"float16\"", "the program gives float32"},
    {"/expect/0/shape", "[3]", "\"shape\" is [3], the program gives [2]"},
    {"/expect/0/contiguous", "1", "expected true or false"},
    {"/expect/0/same_bits_as", "\"nowhere\"", "there is no tensor nowhere"},
    {"/expect/0/whole_storage", "true", "whole_storage needs a tensor"},
    {"/expect/0/values", "[\"nan\"]", "1 values for 2 elements"},
    {"/expect/0/values", "{}", "expected a list of elements"},
    {"/expect/0/values", "", "\"values\" is missing"},
    {"/expect/0/judge", "", "\"judge\" is missing"},
    {"/expect/0/judge/class", "\"fair\"", "there is no class \"fair\""},
    {"/expect/0/judge/slack", "3", "unknown key \"slack\""},
    {"/expect/0/judge/accept", "[\"any\"]", "1 accept entries for 2"},
    {"/expect/0/judge/accept", "\"any\"", "expected a list"},
    {"/expect/0/judge/accept/1", "\"all\"", "expected [low, high] or"},
    {"/expect/0/judge/accept/1", "[\"0x1p+0\"]", "expected [low, high] or"},
    {"/expect/0/judge/accept/1", "[\"0\", \"1\"]", "expected [low, high] or"},
    {"/expect/0/judge/bound", "[\"0x1p+0\"]", "1 bounds for 2 elements"},
    {"/expect/1/judge/interchangeable", "[[0, 2]]", "expected a position"},
    {"/expect/1/judge/interchangeable", "[[-1]]", "expected a position"},
    {"/expect/1/judge/interchangeable", "[[0, 0]]", "expected a position"},
    {"/expect/1/judge/interchangeable", "[[0], [0]]", "expected a position"},
    {"/expect/1/judge/interchangeable", "[[]]", "expected a list of positions"},
    {"/expect/1/judge/interchangeable", "[1]", "expected a list of positions"},
    {"/expect/1/judge/interchangeable", "1", "expected a list"},
    {"/expect/1/judge/alternatives", "3", "expected a list"},
    {"/expect/1/judge/alternatives", "[3]", "alternatives: found 3"},
    {"/expect/1/judge/alternatives", R"([{"position": 2, "values": ["1"]}])",
     "expected"},
    {"/expect/1/judge/alternatives",
     R"([{"position": 1, "values": ["1"]}, {"position": 1, "values": ["2"]}])",
     "expected"},
    {"/expect/1/judge/alternatives", R"([{"position": 1, "values": []}])",
     "\"values\" has no element"},
    {"/expect/1/judge/alternatives", R"([{"position": 1, "values": ["128"]}])",
     "expected"},
    {"/expect/2/any_of", "3", "expected a list"},
    {"/expect/2/any_of/0", "3", "any_of: found 3"},
    {"/expect/2/any_of/0/judge/bound", "[1.0]", "expected a hex float"},
    {"/expect/2/any_of/0/judge/bound", "[\"1.0\"]", "expected a hex float"},
    {"/expect/2/any_of/0/judge/accept", "[[\"any\"]]", "expected a pair"},
    {"/expect/2/values", "[]", "any_of and values"},
};

TEST(BadCases, AreAnsweredByOneSentence) {
  for (const Bad& bad : kBad) {
    SCOPED_TRACE(std::string(bad.place) + " <- " + std::string(bad.json));
    Json json = Json::parse(kCase);
    const P place{std::string(bad.place)};
    if (bad.json.empty())
      json[place.parent_pointer()].erase(place.back());
    else
      json[place] = Json::parse(bad.json);
    expect_refused(json.dump(), bad.fragment);
  }
}

TEST(BadCases, TextThatIsNoJson) {
  expect_refused("", "the text is empty");
  expect_refused("{", "of 1 bytes ends too early");
  expect_refused("[1, 2]", "expected an object");
  expect_refused("\"text\"", "expected an object");
  expect_refused("{\"format\": 1,}", "syntax error");
  expect_refused("{\"id\": \"\xff\xfe\"}", "syntax error");
  expect_refused(std::string_view("{\"\0\": 1}", 8), "syntax error");
  // A file that is cut off at any place is refused.
  for (std::size_t size = 0; size < kCase.size() - 1; size += 7)
    EXPECT_FALSE(parse_case(kCase.substr(0, size)).ok()) << size;
}

TEST(BadCases, TooMuchOfAnything) {
  expect_refused(std::string(kMaxCaseBytes + 1, ' '), "bytes, expected at");
  expect_refused(std::string(100000, '['), "more than 64 deep");
  // Brackets in a string close nothing.
  const std::string deep(100000, '[');
  const std::string closing(100000, ']');
  expect_refused(
      "{\"id\": \"" + closing + "\", \"format\": " + deep + closing + "}",
      "more than 64 deep");
  expect_refused(
      "{\"id\": \"\\\"" + closing + "\", \"format\": " + deep + closing + "}",
      "more than 64 deep");
}

TEST(BadCases, LongAndStrangeTextsAreNotRepeatedWhole) {
  const std::string longest(5000, 'x');
  const std::string lines = "a\nb\r\tc";
  const std::string wide = [] {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "é";
    return text;
  }();
  for (const std::string& text : {longest, lines, wide}) {
    for (const char* place :
         {"/steps/0/op", "/clause", "/seed", "/tensors/a/dtype",
          "/tensors/a/storage/0", "/steps/0/status", "/expect/0/tensor",
          "/expect/0/judge/class", "/steps/0/operands/0",
          "/steps/1/attributes/value", "/expect/0/judge/accept/1"}) {
      Json json = Json::parse(kCase);
      json[P(place)] = text;
      expect_refused(json.dump(), "");
    }
    Json json = Json::parse(kCase);
    json[text] = 1;
    expect_refused(json.dump(), "unknown key");
    json = Json::parse(kCase);
    json["tensors"][text] = {{"dtype", 1}};
    expect_refused(json.dump(), "tensors.");
  }
  Json json = Json::parse(kCase);
  json["steps"][1]["attributes"]["padding"] =
      std::vector<std::string>(4000, "x");
  expect_refused(json.dump(), "a list of pairs");
}

// One step of a stride may fit 64 bits although the last element does not.
TEST(BadCases, StridesThatOverflowAreOutside) {
  for (const char* strides :
       {"[1099511627776]", "[4294967296]", "[-4294967296]"}) {
    Json json = Json::parse(kCase);
    json["tensors"]["b"]["shape"] = {33554433};
    json["tensors"]["b"]["strides"] = Json::parse(strides);
    expect_refused(json.dump(), "leaves its storage of 2");
  }
  Json json = Json::parse(kCase);
  json["tensors"]["b"]["shape"] = {262144, 262145};
  json["tensors"]["b"]["strides"] = {1, 1};
  expect_refused(json.dump(), "expected at most");
}

}  // namespace
}  // namespace assay
