// Tests that records are read back as they were written, and that other lines
// are rejected.
#include "harness/record/record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Record failing_record() {
  Record record;
  record.id = "elementwise/add:value:dtype=float32,layout=flip,case=1";
  record.clause = "add.value";
  record.op = "add";
  record.dtype = "float32";
  record.verdict = Verdict::kFail;
  record.compared = 12;
  record.max_ulp = 1.5;
  record.case_file = "failing/add.json";
  record.failure = Failure{.message = "1 of 12 elements",
                           .tensor = "out",
                           .index = {1, 2},
                           .expected = ElementReport{"1", "0x1p+0", "0x3f"},
                           .got = ElementReport{"2", "0x1p+1", "0x40"},
                           .accepted = "[0, 1]",
                           .operands = "a=0x1p+0, b=-0x0p+0",
                           .distance = 2.25};
  return record;
}

TEST(Record, OfAFailureReadsBack) {
  const Record record = failing_record();
  const auto read = record_from_json(Json::parse(to_json(record).dump()));
  ASSERT_TRUE(read.ok()) << read.status().message;
  EXPECT_EQ(read->id, record.id);
  EXPECT_EQ(read->clause, record.clause);
  EXPECT_EQ(read->op, record.op);
  EXPECT_EQ(read->dtype, record.dtype);
  EXPECT_EQ(read->verdict, Verdict::kFail);
  EXPECT_EQ(read->compared, 12);
  EXPECT_EQ(read->max_ulp, 1.5);
  EXPECT_EQ(read->case_file, record.case_file);
  ASSERT_TRUE(read->failure.has_value());
  EXPECT_EQ(read->failure->message, record.failure->message);
  EXPECT_EQ(read->failure->tensor, "out");
  EXPECT_EQ(read->failure->index, record.failure->index);
  EXPECT_EQ(read->failure->expected->exact, "0x1p+0");
  EXPECT_EQ(read->failure->got->bits, "0x40");
  EXPECT_EQ(read->failure->accepted, "[0, 1]");
  EXPECT_EQ(read->failure->operands, record.failure->operands);
  EXPECT_EQ(read->failure->distance, 2.25);
}

// Every number reads back as it was written, and is written again in the same
// way: a share of what is allowed may be subnormal, as one of the square root.
// A record without one, as those of earlier versions are, has none.
TEST(Record, OfACrashReadsBack) {
  Record record = failing_record();
  EXPECT_FALSE(to_json(record)["failure"].contains("crash"));
  EXPECT_FALSE(record_from_json(to_json(record))->failure->crash.has_value());
  record.failure->crash = Crash{.call = "abs(x=int8[2]) -> out",
                                .signal = "SIGSEGV",
                                .address = "null + 8",
                                .frames = {"kernel+0x4 (toy.so+0x9)", "b"}};
  const auto read = record_from_json(Json::parse(to_json(record).dump()));
  ASSERT_TRUE(read.ok() && read->failure && read->failure->crash);
  const Crash& crash = *read->failure->crash;
  EXPECT_EQ("abs(x=int8[2]) -> out", crash.call);
  EXPECT_EQ("SIGSEGV", crash.signal);
  EXPECT_EQ("null + 8", crash.address);
  EXPECT_EQ(record.failure->crash->frames, crash.frames);
}

TEST(Record, EveryNumberReadsBack) {
  using Limits = std::numeric_limits<double>;
  for (const double number :
       {0.0, -0.0, 0.5, 1.0 / 3, 3.48e-310, Limits::denorm_min(),
        -Limits::denorm_min(), Limits::min(), std::nextafter(Limits::min(), 0),
        Limits::max(), -Limits::max(), 1.795e308, 1e300, Limits::epsilon(),
        Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
    SCOPED_TRACE(number);
    Record record = failing_record();
    record.max_ulp = number;
    record.tightness = number;
    record.failure->distance = number;
    const std::string text = to_json(record).dump();
    const auto read = record_from_json(Json::parse(text));
    ASSERT_TRUE(read.ok()) << read.status().message;
    EXPECT_EQ(text, to_json(*read).dump());
    EXPECT_EQ(std::isnan(number), std::isnan(read->max_ulp));
    EXPECT_EQ(std::signbit(number), std::signbit(read->max_ulp));
    EXPECT_EQ(std::isfinite(number), std::isfinite(read->max_ulp));
    EXPECT_EQ(std::isfinite(number), std::isfinite(*read->failure->distance));
    if (number <= 0) continue;  // no share of anything, and not written
    EXPECT_EQ(std::isfinite(number), std::isfinite(read->tightness));
    if (std::isfinite(number)) {
      EXPECT_NEAR(number, read->tightness,
                  std::max(5e-3 * number, Limits::denorm_min()));
    }
  }
}

TEST(Record, EveryVerdictReadsBack) {
  for (std::size_t i = 0; i < std::size(kVerdictNames); ++i) {
    Record record = failing_record();
    record.variant = "sum";
    record.verdict = static_cast<Verdict>(i);
    record.unsupported_kind = i == 1 ? "rank" : "";
    record.needs = i == 1 ? "rank 5" : "";
    record.broken = i == 1 ? "add.value" : "";
    record.failure.reset();
    const Json json = to_json(record);
    EXPECT_EQ(json["verdict"], kVerdictNames[i]);
    EXPECT_EQ(json.contains("failure"), false);
    const auto read = record_from_json(json);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->verdict, record.verdict);
    EXPECT_EQ(read->unsupported_kind, record.unsupported_kind);
    EXPECT_EQ(read->needs, record.needs);
    EXPECT_EQ(read->broken, record.broken);
    EXPECT_EQ(read->variant, "sum");
    EXPECT_FALSE(read->failure.has_value());
  }
}

TEST(Record, CopiesHaveFailuresOfTheirOwn) {
  const Record record = failing_record();
  Record copy = record;
  copy.failure->message = "another";
  EXPECT_NE(record.failure->message, copy.failure->message);
  copy = record;
  EXPECT_EQ(record.failure->message, copy.failure->message);
  const Record moved = std::move(copy);
  EXPECT_EQ(record.failure->message, moved.failure->message);
  EXPECT_EQ(sizeof(void*), sizeof(Boxed<Failure>));
}

TEST(Controls, AddUpInAnyOrder) {
  ControlCount one, other;
  one.add("exact", true, "a");
  one.add("ulp", false, "b was accepted");
  other.add("exact", false, "a was accepted");
  ControlCount forward = one, backward = other;
  forward.add(other);
  backward.add(one);
  for (const ControlCount& all : {forward, backward}) {
    EXPECT_EQ(3, all.made);
    EXPECT_EQ(1, all.caught);
    EXPECT_EQ((std::map<std::string, std::int64_t>{{"exact", 2}, {"ulp", 1}}),
              all.classes);
    EXPECT_EQ("a was accepted", all.missed);
  }
}

TEST(Controls, ReadBackFromTheirLineAndFromAHead) {
  ControlCount controls;
  controls.add("fft", true, "");
  controls.add("fft", false, "a case: a NaN was put");
  const auto read =
      controls_from_json(Json::parse(to_json("an/id", controls).dump()));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ("an/id", read->first);
  EXPECT_EQ(2, read->second.made);
  EXPECT_EQ(1, read->second.caught);
  EXPECT_EQ(controls.missed, read->second.missed);
  EXPECT_EQ(controls.classes, read->second.classes);
  EXPECT_FALSE(controls_from_json(to_json(failing_record())).has_value());
  EXPECT_FALSE(controls_from_json(Json::parse(R"({"controls_of": "x"})")));

  RunRecord run;
  run.controls = controls;
  Json head = to_json(run);
  ASSERT_TRUE(run_from_json(head).ok());
  EXPECT_EQ(1, run_from_json(head)->controls.caught);
  EXPECT_EQ(controls.missed, run_from_json(head)->controls.missed);
  head["controls"].erase("caught");
  EXPECT_FALSE(run_from_json(head).ok());
}

TEST(Record, IsOneLine) {
  Record record = failing_record();
  record.failure->message = "two\nlines";
  EXPECT_EQ(to_json(record).dump().find('\n'), std::string::npos);
}

TEST(Record, RefusesWhatIsNone) {
  const Json good = to_json(failing_record());
  for (const char* key : {"id", "clause", "op", "variant", "dtype", "verdict",
                          "compared", "max_ulp"}) {
    Json json = good;
    json.erase(key);
    EXPECT_FALSE(record_from_json(json).ok()) << "without " << key;
    json = good;
    json[key] = Json::array();
    EXPECT_FALSE(record_from_json(json).ok()) << "list for " << key;
  }
  Json json = good;
  json["verdict"] = "passed";
  EXPECT_FALSE(record_from_json(json).ok());
  json = good;
  for (const char* number : {"many", "", "1 ulp", "1,5", "1e999", " 1"}) {
    json["max_ulp"] = number;
    EXPECT_EQ(fmt::format("not a record: \"{}\" is not a number", number),
              record_from_json(json).status().message);
  }
  json = good;
  json["failure"] = Json{{"index", "nowhere"}};
  EXPECT_FALSE(record_from_json(json).ok());
  EXPECT_FALSE(record_from_json(Json(3)).ok());
  EXPECT_FALSE(record_from_json(Json::array()).ok());
}

TEST(RunRecord, ReadsBack) {
  RunRecord run;
  run.subject = "exec:python3 adapter.py";
  run.subject_name = "toy";
  run.subject_version = "1.0";
  run.profile = "nx";
  run.level = "quick";
  run.filter = "add,-sort";
  run.seed = 18446744073709551615u;
  run.spec_version = "0.1.0";
  run.suite_version = kSuiteVersion;
  run.started_at = "2020-01-01T00:00:00Z";
  run.cells_required = 3;
  run.cells_optional = 2;
  run.cells_claimed = 1;
  run.composed = {"add", "associative_scan:sum"};
  const Json json = Json::parse(to_json(run).dump());
  const auto read = run_from_json(json);
  ASSERT_TRUE(read.ok()) << read.status().message;
  EXPECT_EQ(to_json(*read), to_json(run));
  EXPECT_EQ(read->seed, run.seed);
  for (const auto& [key, value] : json.items()) {
    Json without = json;
    without.erase(key);
    // Files of earlier versions do not say how often calls are repeated, nor
    // what was composed.
    const bool may_lack = key == "run" || key == "repeats" || key == "composed";
    EXPECT_EQ(run_from_json(without).ok(), may_lack) << key;
  }
}

TEST(Verdict, WorstWinsAndOnlyBadOnesFail) {
  EXPECT_EQ(worst(Verdict::kPass, Verdict::kFail), Verdict::kFail);
  EXPECT_EQ(worst(Verdict::kCrashed, Verdict::kFail), Verdict::kCrashed);
  for (Verdict good :
       {Verdict::kPass, Verdict::kUnsupported, Verdict::kExpectedFailure,
        Verdict::kFlaky, Verdict::kMissing})
    EXPECT_FALSE(is_failure(good)) << name_of(good);
  for (Verdict bad :
       {Verdict::kUnexpectedPass, Verdict::kFail, Verdict::kWrongMetadata,
        Verdict::kNondeterministic, Verdict::kModifiedOperand,
        Verdict::kWroteOutside, Verdict::kHarnessError, Verdict::kTimedOut})
    EXPECT_TRUE(is_failure(bad)) << name_of(bad);
}

}  // namespace
}  // namespace assay
