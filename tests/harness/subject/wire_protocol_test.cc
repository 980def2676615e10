// Sessions, places, memory and plans on the wire: what hello says of them, what
// a server answers, and what is said of each bad message.
#include <gtest/gtest.h>

#include "harness/subject/in_process_subject.h"
#include "harness/subject/wire_messages.h"
#include "harness/subject/wire_server.h"
#include "spec/op_table.h"
#include "tests/mutants/two_place_reference.h"

namespace assay {
namespace {

using mutants::TwoPlaceReference;

WireJson hello_with(WireJson fields) {
  WireJson hello = {{"protocol", 1},
                    {"name", "places"},
                    {"version", "1"},
                    {"spec_version", "0.1.0"},
                    {"claims", WireJson::array()}};
  if (!fields.empty()) hello.update(fields);
  return hello;
}

TEST(WireProtocol, HelloNamesPlaces) {
  const auto hello = parse_hello(
      hello_with({{"places", {"host", "gpu:0", "gpu:1"}}, {"home", "gpu:1"}}));
  ASSERT_TRUE(hello.ok()) << hello.status().message;
  EXPECT_EQ(3u, hello->places.names.size());
  EXPECT_EQ(2u, hello->places.home);
  EXPECT_TRUE(parse_hello(hello_with({}))->places.names.empty());
}

TEST(WireProtocol, HelloSkipsClaimsOfLaterOps) {
  const WireJson claims = {{{"op", "frobnicate"}, {"dtypes", {"float32"}}},
                           {{"op", "add"}, {"dtypes", {"float32"}}}};
  EXPECT_FALSE(parse_hello(hello_with({{"claims", claims}})).ok());
  for (const char* later : {"0.1.1", "0.2.0", "1.0", "0.10.0"}) {
    const auto hello =
        parse_hello(hello_with({{"claims", claims}, {"spec_version", later}}));
    ASSERT_TRUE(hello.ok()) << later << ": " << hello.status().message;
    EXPECT_EQ(1u, hello->claims.size());
  }
  for (const char* earlier : {"0.1.0", "0.0.9", "0.1", "next", ""})
    EXPECT_FALSE(
        parse_hello(hello_with({{"claims", claims}, {"spec_version", earlier}}))
            .ok())
        << earlier;
  // A row that is wrong in another way is still refused.
  EXPECT_FALSE(parse_hello(hello_with({{"claims", {{{"op", 5}}}},
                                       {"spec_version", "9.0"}}))
                   .ok());
}

TEST(WireProtocol, HelloIsCheckedFieldByField) {
  const WireJson placement = {{{"op", "placement"}, {"dtypes", {"float32"}}}};
  const std::pair<WireJson, const char*> rows[] = {
      {{{"places", "host"}}, "\"places\" is \"host\" where a list"},
      {{{"places", {1}}, {"home", "host"}}, "\"places\" is [1] where a list"},
      {{{"places", {"host"}}}, "\"home\" is missing"},
      {{{"places", {"host"}}, {"home", "gpu"}},
       "\"home\" is \"gpu\" where one of \"places\""},
      {{{"places", {"gpu"}}, {"home", "gpu"}},
       "the first place is \"gpu\" where host is expected"},
      {{{"places", {"host", "a", "a"}}, {"home", "a"}},
       "the name \"a\" of place 2 is empty or that of another place"},
      {{{"places", WireJson::array()}, {"home", "host"}},
       "\"home\" is \"host\""},
      {{{"claims", placement}},
       "placement is claimed and \"places\" is missing"}};
  for (const auto& [fields, message] : rows) {
    const auto hello = parse_hello(hello_with(fields));
    ASSERT_FALSE(hello.ok()) << fields;
    EXPECT_NE(std::string::npos, hello.status().message.find(message))
        << hello.status().message;
  }
}

class WireProtocolServer : public testing::Test {
 protected:
  WireProtocolServer()
      : subject_(std::make_unique<TwoPlaceReference>()), server_(subject_) {}

  // Answers a request, whose payload is `values`.
  WireJson answer(WireJson header, std::vector<float> values = {}) {
    header["id"] = ++id_;
    const auto bytes = std::as_bytes(std::span(values));
    reply_ = server_.answer({header, Bytes(bytes.begin(), bytes.end())});
    return reply_.header;
  }
  std::string status(WireJson header, std::vector<float> values = {}) {
    const WireJson reply = answer(std::move(header), std::move(values));
    return reply.value("status", "") +
           (reply.contains("kind") ? "/" + reply.value("kind", "") : "");
  }
  void make(int buffer, std::vector<float> values,
            const char* place = nullptr) {
    WireJson request = {
        {"type", "alloc"}, {"buffer", buffer}, {"bytes", 4 * values.size()}};
    if (place != nullptr) request["place"] = place;
    EXPECT_EQ("ok", status(request));
    EXPECT_EQ("ok", status({{"type", "write"}, {"buffer", buffer}}, values));
  }
  static WireJson tensor(int buffer, int count = 2) {
    return tensor_to_json(buffer, DType::kFloat32, View({count}));
  }
  std::vector<float> read(int buffer) {
    EXPECT_EQ("ok", status({{"type", "read"}, {"buffer", buffer}}));
    std::vector<float> values(reply_.payload.size() / 4);
    std::memcpy(values.data(), reply_.payload.data(), reply_.payload.size());
    return values;
  }

  InProcessSubject subject_;
  WireServer server_;
  Frame reply_;
  int id_ = 0;
};

TEST_F(WireProtocolServer, SaysItsPlaces) {
  const WireJson hello = answer({{"type", "hello"}, {"protocol", 1}});
  EXPECT_EQ(WireJson({"host", "device"}), hello["places"]);
  EXPECT_EQ("device", hello["home"]);
}

TEST_F(WireProtocolServer, MovesAndRefuses) {
  make(1, {1, 2}, "host");
  make(2, {0, 0});
  const WireJson call = {{"type", "invoke"},
                         {"op", "neg"},
                         {"operands", {tensor(1)}},
                         {"outs", {tensor(2)}}};
  EXPECT_EQ("unsupported/placement", status(call));
  EXPECT_NE(std::string::npos,
            reply_.header.value("message", "").find("upload"));
  EXPECT_EQ("ok", status({{"type", "transfer"},
                          {"buffer", 1},
                          {"to", 3},
                          {"place", "device"}}));
  WireJson moved = call;
  moved["operands"] = WireJson::array({tensor(3)});
  EXPECT_EQ("ok", status(moved));
  EXPECT_EQ((std::vector<float>{-1, -2}), read(2));
  EXPECT_EQ((std::vector<float>{1, 2}), read(1));
}

TEST_F(WireProtocolServer, CarriesOutPlans) {
  make(1, {1, 2});
  make(2, {5});
  const WireJson plan = {
      {"type", "plan"},
      {"dtype", "float32"},
      {"shape", {2}},
      {"inputs", {tensor(1), tensor_to_json(2, DType::kFloat32, View({1}))}},
      {"views", {nullptr, WireJson::array({0})}},
      {"steps",
       {{{"op", "add"}, {"inputs", {0, 1}}},
        {{"op", "mul"}, {"inputs", {2, 2}}}}},
      {"outputs", {3, 0}}};
  EXPECT_EQ("ok", status(plan)) << reply_.header;
  ASSERT_EQ(2u, reply_.header["tensors"].size());
  const int square = reply_.header["tensors"][0]["buffer"];
  EXPECT_EQ("device", reply_.header["tensors"][0]["place"]);
  EXPECT_LT(square, 0);
  EXPECT_EQ((std::vector<float>{36, 49}), read(square));
  const auto parsed = parse_plan(plan);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(plan["steps"], plan_to_json(*parsed)["steps"]);
  EXPECT_EQ(plan["views"], plan_to_json(*parsed)["views"]);
}

TEST_F(WireProtocolServer, TakesDonationsAndReclaimsOnce) {
  make(1, {1, 2});
  make(2, {0, 0});
  EXPECT_EQ("ok", status({{"type", "invoke"},
                          {"op", "neg"},
                          {"operands", {tensor(1)}},
                          {"outs", {tensor(2)}},
                          {"donate", {0}}}));
  EXPECT_EQ("ok", status({{"type", "session"}, {"do", "begin"}}));
  EXPECT_EQ("ok", status({{"type", "reclaim"}, {"buffer", 1}}));
  EXPECT_EQ("ok", status({{"type", "session"}, {"do", "end"}}));
  // The number is dead.
  EXPECT_EQ("invalid", status({{"type", "reclaim"}, {"buffer", 1}}));
  EXPECT_EQ("invalid", status({{"type", "release"}, {"buffer", 1}}));
  EXPECT_EQ("invalid", status({{"type", "read"}, {"buffer", 1}}));
}

TEST_F(WireProtocolServer, RefusesEachBadField) {
  make(1, {1, 2});
  const WireJson transfer = {
      {"type", "transfer"}, {"buffer", 1}, {"to", 9}, {"place", "device"}};
  const WireJson plan = {{"type", "plan"},
                         {"dtype", "float32"},
                         {"shape", {2}},
                         {"inputs", {tensor(1)}},
                         {"steps", {{{"op", "neg"}, {"inputs", {0}}}}},
                         {"outputs", {1}}};
  const WireJson call = {{"type", "invoke"},
                         {"op", "copy"},
                         {"operands", {tensor(1)}},
                         {"outs", WireJson::array()}};
  const WireJson session = {{"type", "session"}, {"do", "begin"}};
  const WireJson alloc = {{"type", "alloc"}, {"buffer", 5}, {"bytes", 8}};
  struct Row {
    WireJson good;
    const char* key;
    WireJson value;
  };
  const Row rows[] = {
      {session, "do", "pause"},
      {session, "do", 1},
      {alloc, "place", "moon"},
      {alloc, "place", 0},
      {transfer, "place", "moon"},
      {transfer, "place", nullptr},
      {transfer, "to", 0},
      {transfer, "to", 1},
      {transfer, "to", "9"},
      {transfer, "buffer", 77},
      {call, "donate", 0},
      {call, "donate", {-1}},
      {call, "donate", {64}},
      {call, "donate", {"x"}},
      {plan, "dtype", "float12"},
      {plan, "shape", {-2}},
      {plan, "shape", {3}},
      {plan, "inputs", {tensor(77)}},
      {plan, "views", {1}},
      {plan, "views", {WireJson::array({3})}},
      {plan, "steps", {{{"op", "negate"}, {"inputs", {0}}}}},
      {plan, "steps", {{{"op", "neg"}, {"inputs", {1}}}}},
      {plan, "steps", {{{"op", "neg"}, {"inputs", {-1}}}}},
      {plan, "steps", {5}},
      {plan, "outputs", {2}},
      {plan, "outputs", "1"},
  };
  for (const Row& row : rows) {
    WireJson bad = row.good;
    bad[row.key] = row.value;
    EXPECT_EQ("invalid", status(bad)) << bad << " " << reply_.header;
    EXPECT_FALSE(reply_.header.value("message", "").empty());
  }
  for (const WireJson& good : {session, alloc, transfer, plan, call})
    EXPECT_EQ("ok", status(good)) << good << " " << reply_.header;
}

}  // namespace
}  // namespace assay
