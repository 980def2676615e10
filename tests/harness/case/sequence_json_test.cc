// Cases in format 2: what is written is read again, the largest failing case is
// a small file, and what is wrong in a short form is said in one sentence.
#include "harness/case/sequence_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/case/case_json.h"
#include "harness/case/compact_lists.h"
#include "harness/generate/build_case.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
using P = Json::json_pointer;

constexpr std::string_view kCase = R"({
  "format": 2, "id": "elementwise/add:value:case=0", "clause": "add.value",
  "seed": "1f", "profile": "nx",
  "sequences": [
    {"count": 4, "runs": [[2, 0, 1], [2, 1, -1]]},
    {"count": 4, "bits": 2, "packed": "5A==", "first": -1},
    {"count": 4, "seed": "1f", "shift": 3, "modulo": 2, "except": [[3, 1]]}],
  "tensors": {
    "a": {"dtype": "float32", "shape": [4], "storage": {"sequence": 1}},
    "b": {"dtype": "float32", "shape": [4],
          "storage": {"sequence": 0, "table": ["0x1p+0", "-inf"]}},
    "z": {"dtype": "complex64", "shape": [4], "storage": {"sequence": [0, 1]}},
    "i": {"dtype": "int8", "shape": [4], "storage": {"sequence": 1}},
    "out": {"dtype": "float32", "shape": [4]}},
  "steps": [
    {"op": "add", "operands": ["a", "b"], "outs": ["out"]},
    {"op": "copy", "operands": ["z"], "outs": ["w"]}],
  "expect": [
    {"tensor": "out", "values": ["0x0p+0", "-inf", "-inf", "0x1.8p+1"],
     "judge": {"class": "ulp", "accept":
       {"sequence": 0, "table": ["any", ["-inf", "-0x1p+0"]]}}},
    {"tensor": "w", "values": {"sequence": [0, 1]},
     "judge": {"class": "normwise", "bound":
       {"sequence": 0, "table": ["0x1p-20", "any"]}}}]})";

// Returns float32 add of rung 6 and 7, and other cases of many elements.
PlannedCase rung_of(Op op, std::string_view clause, DType dtype, int rung,
                    int number = 0) {
  PlannedCase plan = test::plan_of(op, clause, dtype, {}, number);
  plan.rung = rung;
  return plan;
}

TEST(SequenceJson, ExpandsEveryForm) {
  const auto read = parse_case(kCase);
  ASSERT_TRUE(read.ok()) << read.status().message;
  const auto& a = *read->find("a")->storage;
  // 0xe4 is 0, 1, 2, 3 from the lowest bits on.
  EXPECT_EQ(a[0].re, 0xbf800000u);
  EXPECT_EQ(a[1].re, 0u);
  EXPECT_EQ(a[3].re, 0x40000000u);
  const auto& b = *read->find("b")->storage;
  EXPECT_EQ(b[0].re, 0x3f800000u);
  EXPECT_EQ(b[1], b[2]);
  EXPECT_EQ(b[0], b[3]);
  EXPECT_EQ((*read->find("z")->storage)[1].re, 0x3f800000u);
  EXPECT_EQ((*read->find("z")->storage)[1].im, 0u);
  EXPECT_EQ((*read->find("i")->storage)[0].re, 0xffu);
  const Permitted& out = read->expect[0].any_of[0];
  EXPECT_TRUE(out.accept[0].any);
  EXPECT_FALSE(out.accept[1].any);
  EXPECT_EQ(read->expect[1].any_of[0].bound[1], -1);
}

void expect_refused(const Json& json, std::string_view fragment) {
  const auto read = parse_case(json.dump());
  ASSERT_FALSE(read.ok()) << "taken; expected: " << fragment;
  const std::string& message = read.status().message;
  EXPECT_LT(message.size(), 300u);
  EXPECT_EQ(message.find_first_of("\n\r"), std::string::npos) << message;
  EXPECT_NE(message.find(fragment), std::string::npos) << message;
}

TEST(SequenceJson, SaysWhatIsWrong) {
  const std::tuple<const char*, const char*, const char*> kWrong[] = {
      {"/format", "1", "\"sequences\" belong to format 2"},
      {"/format", "4", "expected an integer from 1 to 3"},
      {"/sequences", "3", "\"sequences\" is not a list"},
      {"/sequences/0", "3", "sequences[0]: found 3, expected an object"},
      {"/sequences/0/count", "5", "runs of 4 terms in all, \"count\" is 5"},
      {"/sequences/0/count", "3", "a run of 2 terms where 1 are left"},
      {"/sequences/0/count", "-1", "expected an integer from 0"},
      {"/sequences/0/count", "1e300", "expected an integer from 0"},
      {"/sequences/0/colour", "1", "unknown key \"colour\""},
      {"/sequences/0/seed", "\"1\"", "are given, expected one"},
      {"/sequences/0/runs", "[[4, 0]]", "expected lists of 3 integers"},
      {"/sequences/0/runs", "[[4, 0, 1e9]]", "expected lists of 3 integers"},
      {"/sequences/0/runs/0", "[2, 0, 9007199254740993]", "leaves the numbers"},
      {"/sequences/1/bits", "3", "expected 1, 2, 4, 8, 16 or 32"},
      {"/sequences/1/bits", "4", "1 bytes for 4 terms of 4 bits, expected 2"},
      {"/sequences/1/packed", "\"5A\"", "is not base64"},
      {"/sequences/2/modulo", "0", "expected an integer from 1"},
      {"/sequences/2/shift", "64", "expected an integer from 0 to 63"},
      {"/sequences/2/except/0/0", "4", "\"except\" has position 4"},
      {"/sequences/2/count", "33554433", "to 33554424"},
      {"/tensors/a/storage/sequence", "3", "there is no sequence 3"},
      {"/tensors/a/storage/sequence", "-1", "there is no sequence -1"},
      {"/tensors/a/storage/sequence", "[0, 1]", "two sequences of elements"},
      {"/tensors/z/storage/sequence", "0", "one sequence of elements"},
      {"/tensors/b/storage/table", "[\"0x1p+0\"]",
       "has the term 1, expected the number of one of 1 entries"},
      {"/tensors/b/storage/table", "[\"x\", \"y\"]", "x"},
      {"/tensors/b/storage/colour", "1", "unknown key \"colour\""},
      {"/tensors/b/shape", "[5]", "leaves its storage of 4"},
      {"/tensors/i/dtype", "\"bool\"", "has the term -1, which bool"},
      {"/expect/0/judge/accept/table", "[\"any\"]", "term 1, expected"},
      {"/expect/1/judge/bound", "{\"sequence\": 0}", "has no table"}};
  for (const auto& [place, value, fragment] : kWrong) {
    Json json = Json::parse(kCase);
    json[P(place)] = Json::parse(value);
    SCOPED_TRACE(std::string(place) + " " + value);
    expect_refused(json, fragment);
  }
}

// A few hundred bytes must not claim gigabytes.
TEST(SequenceJson, LimitsWhatAFileExpandsTo) {
  Json json = Json::parse(kCase);
  json["sequences"][2] = {{"count", 1 << 24}, {"runs", {{1 << 24, 0, 0}}}};
  for (const char* name : {"x", "y", "u", "v"})
    json["tensors"][name] = {{"dtype", "int8"},
                             {"shape", {1 << 24}},
                             {"storage", {{"sequence", 2}}}};
  expect_refused(json, "16777216 entries are too many");
  json = Json::parse(kCase);
  for (int i = 0; i < 5; ++i)
    json["sequences"].push_back(
        {{"count", 1 << 24}, {"runs", {{1 << 24, 0, 0}}}});
  expect_refused(json, "\"count\" is 16777216, expected an integer from 0");
}

// Cases are written, read and written again. A failing case of a million
// elements takes a hundredth of its former size.
TEST(CompactLists, MakeLongCasesShort) {
  struct Row {
    PlannedCase plan;
    std::size_t most;
  };
  const Row kRows[] = {
      {rung_of("add"_op, "elementwise.every_element"_clause, DType::kFloat32,
               7),
       40000},
      {rung_of("copy"_op, "copy.value"_clause, DType::kFloat64, 7), 2000},
      {rung_of("reduce_sum"_op, "reduce_sum.every_term"_clause, DType::kFloat32,
               6),
       140000},
      {rung_of("threefry"_op, "threefry.value"_clause, DType::kInt32, 4),
       60000},
      {rung_of("matmul"_op, "matmul.every_term"_clause, DType::kComplex64, 3),
       90000}};
  for (const Row& row : kRows) {
    const Case test_case = test::prepared(row.plan);
    SCOPED_TRACE(row.plan.id());
    const std::string text = case_to_json(test_case, 0).dump();
    EXPECT_LE(text.size(), row.most);
    const auto read = parse_case(text);
    ASSERT_TRUE(read.ok()) << read.status().message;
    for (std::size_t i = 0; i < test_case.tensors.size(); ++i)
      EXPECT_TRUE(read->tensors[i].storage == test_case.tensors[i].storage);
    for (std::size_t i = 0; i < test_case.expect.size(); ++i) {
      const Permitted& one = read->expect[i].any_of[0];
      EXPECT_TRUE(one.values == test_case.expect[i].any_of[0].values);
      EXPECT_TRUE(one.accept == test_case.expect[i].any_of[0].accept);
      EXPECT_TRUE(one.bound == test_case.expect[i].any_of[0].bound);
    }
  }
}

TEST(CompactLists, LeaveShortCasesInFormatOne) {
  const Case test_case = test::prepared(
      test::plan_of("add"_op, "add.value"_clause, DType::kFloat32));
  EXPECT_EQ(case_to_json(test_case)["format"], 1);
  EXPECT_EQ(case_to_json(test_case, 0)["format"], 1);
}

TEST(CompactLists, KnowTheIntegersOfEachDtype) {
  EXPECT_EQ(integer_of(DType::kFloat32, 0xbf800000u), -1);
  EXPECT_EQ(integer_of(DType::kFloat32, 0x80000000u), std::nullopt);
  EXPECT_EQ(integer_of(DType::kFloat32, 0x3f000000u), std::nullopt);
  EXPECT_EQ(integer_of(DType::kFloat32, 0x7f800000u), std::nullopt);
  EXPECT_EQ(integer_of(DType::kFloat32, 0x7fc00000u), std::nullopt);
  EXPECT_EQ(integer_of(DType::kInt4, 0xfu), -1);
  EXPECT_EQ(integer_of(DType::kUint64, UINT64_MAX), std::nullopt);
  EXPECT_EQ(component_of(DType::kInt32, std::int64_t{1} << 31), 0x80000000u);
  EXPECT_EQ(component_of(DType::kFloat16, 2049), std::nullopt);
  EXPECT_EQ(component_of(DType::kFloat8E4m3fn, 449), std::nullopt);
  EXPECT_EQ(component_of(DType::kBool, 2), std::nullopt);
}

}  // namespace
}  // namespace assay
