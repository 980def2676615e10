// Attributes and elements as JSON, there and back, and what is refused.
#include "harness/case/attribute_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/operands/boundary_values.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

struct Written {
  std::string_view op;
  Attributes attributes;
  DType element;
  std::string_view json;
};

const Written kWritten[] = {
    {"reduce_sum", Attributes().axes({1, 0}).keepdims(true), DType::kInt8,
     R"({"axes":[1,0],"keepdims":true})"},
    {"argmax", Attributes().axis(2).keepdims(false), DType::kInt8,
     R"({"axis":2,"keepdims":false})"},
    {"sort", Attributes().axis(0).descending(true), DType::kInt8,
     R"({"axis":0,"descending":true})"},
    {"associative_scan", Attributes().axis(0).op(Scan::kProd), DType::kInt8,
     R"({"axis":0,"op":"prod"})"},
    {"expand", Attributes().shape({3, 0, 2}), DType::kInt8,
     R"({"shape":[3,0,2]})"},
    {"permute", Attributes().permutation({1, 0}), DType::kInt8,
     R"({"axes":[1,0]})"},
    {"shrink", Attributes().ranges({{0, 2}, {1, 3}}), DType::kInt8,
     R"({"ranges":[[0,2],[1,3]]})"},
    {"flip", Attributes().flips({true, false}), DType::kInt8,
     R"({"axes":[true,false]})"},
    {"pad", Attributes().padding({{1, 0}}).value({0xff, 0}), DType::kInt8,
     R"({"padding":[[1,0]],"value":"-1"})"},
    {"pad", Attributes().padding({}).value({0x3fc00000, 0x80000000}),
     DType::kComplex64, R"({"padding":[],"value":["0x1.8p+0","-0x0p+0"]})"},
    {"full", Attributes().dtype(DType::kFloat16).shape({2}).value({0x7e00, 0}),
     DType::kFloat32, R"({"dtype":"float16","shape":[2],"value":"nan:7e00"})"},
};

TEST(AttributeJson, IsThatOfTheFormatAndReadsBack) {
  for (const Written& row : kWritten) {
    const Op op = *op_named(row.op);
    const auto* dtype = row.attributes.find(AttributeKey::kDType);
    const DType element =
        dtype != nullptr ? static_cast<DType>(dtype->front()) : row.element;
    const Json expected = Json::parse(row.json);
    const Json written = attributes_to_json(row.attributes, element);
    EXPECT_EQ(nlohmann::json(written), nlohmann::json(expected)) << row.op;
    // A file may order its keys as it likes; the dtype types the value.
    const auto read = attributes_from_json(expected, op, row.element);
    ASSERT_TRUE(read.ok()) << row.op << ": " << read.status().message;
    EXPECT_EQ(*read, row.attributes) << row.op;
  }
}

struct Refused {
  std::string_view op;
  std::string_view json;
  std::string_view fragment;
};

const Refused kRefused[] = {
    {"sort", "3", "expected an object"},
    {"sort", R"({"axis":0})", "lacks its attribute descending"},
    {"sort", R"({"axis":0,"descending":true,"stable":true})",
     "has no attribute stable"},
    {"sort", R"({"axis":"0","descending":true})", "expected an integer"},
    {"sort", R"({"axis":0.5,"descending":true})", "expected an integer"},
    {"sort", R"({"axis":18446744073709551615,"descending":true})",
     "expected an integer"},
    {"sort", R"({"axis":0,"descending":1})", "expected true or false"},
    {"reduce_sum", R"({"axes":0,"keepdims":true})", "a list of integers"},
    {"reduce_sum", R"({"axes":[true],"keepdims":true})", "a list of integers"},
    {"reduce_sum", R"({"axes":[18446744073709551615],"keepdims":true})",
     "a list of integers"},
    {"associative_scan", R"({"axis":0,"op":"mean"})",
     "one of sum, prod, max, min"},
    {"associative_scan", R"({"axis":0,"op":0})", "one of sum, prod, max, min"},
    {"shrink", R"({"ranges":[[0,1,2]]})", "a list of pairs"},
    {"shrink", R"({"ranges":[0,1]})", "a list of pairs"},
    {"shrink", R"({"ranges":[[0,18446744073709551615]]})", "a list of pairs"},
    {"flip", R"({"axes":[0]})", "true and false"},
    {"pad", R"({"padding":[],"value":1})", "expected a string"},
    {"pad", R"({"padding":[],"value":"128"})", "from -128 to 127"},
    {"full", R"({"dtype":"float15","shape":[],"value":"0x0p+0"})", "a dtype"},
    {"full", R"({"dtype":3,"shape":[],"value":"0x0p+0"})", "a dtype"},
    {"full", R"({"dtype":"bool","shape":[],"value":"2"})", "\"0\" or \"1\""},
    {"add", R"({"axis":0})", "has no attribute axis"},
};

TEST(AttributeJson, RefusesWhatIsMissingUnknownOrBadlyTyped) {
  for (const Refused& row : kRefused) {
    const auto read = attributes_from_json(Json::parse(row.json),
                                           *op_named(row.op), DType::kInt8);
    ASSERT_FALSE(read.ok()) << row.json;
    EXPECT_EQ(read.status().code, StatusCode::kInvalid);
    EXPECT_NE(read.status().message.find(row.fragment), std::string::npos)
        << row.json << " gave: " << read.status().message;
  }
}

TEST(ElementJson, RoundTripsEveryBoundaryValue) {
  for (const DTypeSpec& row : kDTypes) {
    const auto& values = boundary_values(row.dtype);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const ElementBits bits{
          values[i].bits,
          is_complex(row.dtype) ? values[values.size() - 1 - i].bits : 0};
      const Json json = element_to_json(row.dtype, bits);
      const auto read = element_from_json(json, row.dtype);
      ASSERT_TRUE(read.ok()) << json << read.status().message;
      EXPECT_EQ(*read, bits) << row.name << " " << json;
    }
  }
}

TEST(ElementJson, RefusesOtherKinds) {
  for (const char* json : {"1", "null", "[\"0x0p+0\"]", "{}", "[1,2]"})
    for (DType dtype : {DType::kFloat32, DType::kComplex64, DType::kBool})
      EXPECT_FALSE(element_from_json(Json::parse(json), dtype).ok()) << json;
}

}  // namespace
}  // namespace assay
