// Subjects in processes: the good NumPy adapter, and adapters that each break
// the protocol in one way (tests/adapters/broken.py).
#include "harness/subject/process_subject.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::string_view kPython = "/usr/bin/python3 -S -E";

std::string broken(std::string_view way) {
  return fmt::format("{} '{}/tests/adapters/broken.py' {}", kPython,
                     ASSAY_SOURCE_DIR, way);
}

std::unique_ptr<ProcessSubject> start(std::string_view way,
                                      double case_seconds = 2) {
  auto subject = ProcessSubject::start(broken(way), case_seconds);
  EXPECT_TRUE(subject.ok()) << way << ": " << subject.status().message;
  return subject ? *std::move(subject) : nullptr;
}

Tensor tensor_of(Backend& backend, const std::vector<float>& values) {
  auto tensor = backend.from_host(DType::kFloat32,
                                  static_cast<std::int64_t>(values.size()),
                                  std::as_bytes(std::span(values)));
  EXPECT_TRUE(tensor.ok()) << tensor.status().message;
  return tensor ? *std::move(tensor) : Tensor{};
}

std::vector<float> values_of(Backend& backend, const Tensor& tensor) {
  const auto storage = backend.to_host(tensor);
  EXPECT_TRUE(storage.ok()) << storage.status().message;
  if (!storage) return {};
  std::vector<float> values(storage->size() / 4);
  if (!values.empty())
    std::memcpy(values.data(), storage->data(), storage->size());
  return values;
}

// A case of each kind: one call that writes into an out, one that returns a
// view. Returns the status of the first call that failed.
Status run_case(Subject& subject) {
  subject.begin_case();
  Backend& backend = subject.backend();
  const Tensor x = tensor_of(backend, {1, 2, 3, 4});
  const auto out = backend.buffer(DType::kFloat32, {4});
  if (!out) return out.status();
  auto done = backend.execute({"add"_op, {x, x}, {}, {*out}});
  if (!done) return done.status();
  const auto read = backend.to_host(*out);
  if (!read) return read.status();
  done = backend.execute({"flip"_op, {x}, Attributes().flips({true}), {}});
  if (!done) return done.status();
  return {};
}

bool is_one_sentence(std::string_view text) {
  return !text.empty() && text.find('\n') == std::string_view::npos &&
         !text.ends_with('.') && text.size() < 700;
}

// Returns how many file descriptors this process has open.
std::ptrdiff_t descriptor_count() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return std::distance(begin(all), end(all));
}

using Kind = Breakdown::Kind;

// A way to break the protocol, a part of the message that it must give, and
// what it counts as in a case.
struct Way {
  std::string_view name;
  std::string_view message;
  Kind kind = Kind::kProtocolError;
  friend void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }
};

class BrokenAtHello : public testing::TestWithParam<Way> {};

TEST_P(BrokenAtHello, DoesNotStart) {
  const auto descriptors = descriptor_count();
  ProcessLimits limits;
  limits.hello_seconds = GetParam().name == "hangs_at_hello" ? 0.3 : 5;
  const auto subject = ProcessSubject::start(broken(GetParam().name), limits);
  ASSERT_FALSE(subject.ok());
  const std::string& message = subject.status().message;
  EXPECT_NE(std::string::npos, message.find(GetParam().message)) << message;
  EXPECT_TRUE(is_one_sentence(message)) << message;
  EXPECT_EQ(descriptors, descriptor_count());
  EXPECT_EQ(-1, ::waitpid(-1, nullptr, WNOHANG)) << "a zombie is left";
}

INSTANTIATE_TEST_SUITE_P(
    Ways, BrokenAtHello,
    testing::Values(
        Way{"exits_at_hello", "the subject exited with code 3 during hello"},
        Way{"aborts_at_hello", "the subject died of SIGABRT during hello"},
        Way{"hangs_at_hello", "did not answer hello within 0.3 s"},
        Way{"hangs_up_at_hello", "hung up during hello and lived on"},
        Way{"says_why", "stderr ends with \"the reason: out of toys\""},
        Way{"lacks_module", "No module named 'no_such_module'"},
        Way{"prints_banner", "a frame starts with \"Loading libf\""},
        Way{"prints_banner", "its stdout says \"Loading libfoo 1.2 ...\""},
        Way{"prints_and_dies",
            "its stdout says \"Loading libfoo 1.2 ... | no license found\""},
        Way{"lacks_module", "its stderr says \"Traceback (most recent call"},
        Way{"huge_header", "lengths of 1073741824 and 0 bytes where at "},
        Way{"huge_payload", "lengths of 2 and 1099511627776 bytes where"},
        Way{"some_payload", "a payload of 8 bytes where at most 0 are"},
        Way{"no_json", "\"{'id': 1}\" where a JSON object is expected"},
        Way{"no_object", "\"[1]\" where a JSON object is expected"},
        Way{"no_utf8", "where a JSON object is expected"},
        Way{"deep_json", "nests 100000 levels deep where at most 16"},
        Way{"wrong_version", "\"protocol\" is 2 where 1 is expected"},
        Way{"text_version", "\"protocol\" is \"1\" where an integer is"},
        Way{"no_name", "\"name\" is missing"},
        Way{"claims_object", "where a list is expected"},
        Way{"claims_text", "claim 0: it is \"add\" where an object is"},
        Way{"unknown_op", "\"frobnicate\" is no op"},
        Way{"unknown_dtype", "add: \"float12\" where a dtype is expected"},
        Way{"unknown_variant", "add has no variant \"fast\""},
        Way{"unknown_layout", "\"diagonal\" is no layout"},
        Way{"no_pairs", "\"pairs\" of cast is missing"},
        Way{"bad_rank", "\"max_rank\" is 40 where 0 to 32 is expected"},
        Way{"bad_axes", "claim 0: \"min_axes\" is 2 where \"max_axes\" is 1"},
        Way{"bad_extent", "\"min_extent\" is -1 where 0 or more is expected"},
        Way{"bad_operands",
            "\"max_operands\" is 0 where 1 or more is expected"},
        Way{"bad_composed",
            "\"composed\" is \"yes\" where true or false is expected"},
        Way{"bad_immutable",
            "\"immutable\" is 1 where true or false is expected"}),
    [](const auto& entry) {
      return fmt::format("{}_{}", entry.param.name, entry.index);
    });

class BrokenInACase : public testing::TestWithParam<Way> {};

TEST_P(BrokenInACase, BreaksDown) {
  const auto descriptors = descriptor_count();
  auto subject = start(GetParam().name, GetParam().name == "hangs" ? 0.3 : 2);
  ASSERT_NE(nullptr, subject);
  Status status;
  for (int cases = 0; cases < 4 && !subject->breakdown(); ++cases)
    status = run_case(*subject);
  ASSERT_TRUE(subject->breakdown()) << status.message;
  EXPECT_EQ(StatusCode::kInternal, status.code);
  EXPECT_EQ(subject->breakdown()->message, status.message);
  EXPECT_EQ(GetParam().kind, subject->breakdown()->kind);
  EXPECT_NE(std::string::npos, status.message.find(GetParam().message))
      << status.message;
  EXPECT_TRUE(is_one_sentence(status.message)) << status.message;
  // Nothing works after that, and no process is left.
  const auto later = subject->backend().buffer(DType::kInt8, {1});
  ASSERT_FALSE(later.ok());
  EXPECT_EQ(StatusCode::kInternal, later.status().code);
  EXPECT_EQ(-1, ::waitpid(-1, nullptr, WNOHANG)) << "a zombie is left";
  EXPECT_EQ(descriptors, descriptor_count());
}

INSTANTIATE_TEST_SUITE_P(
    Ways, BrokenInACase,
    testing::Values(
        Way{"wrong_id", "\"id\" is 77 where 5 is"},
        Way{"no_id", "\"id\" is missing where 5 is"},
        Way{"truncated",
            "exited with code 0 during invoke of add: its stdout reached "
            "the end after 1 of the 12 bytes of a frame's prefix",
            Kind::kCrashed},
        Way{"half_header", "after 5 of the 40 bytes of a frame's header",
            Kind::kCrashed},
        Way{"no_status", "\"status\" is missing"},
        Way{"unknown_status",
            "\"status\" is \"fine\" where ok, unsupported, invalid, "},
        Way{"no_kind",
            "\"kind\" of unsupported is \"\" where op, dtype, layout, "},
        Way{"odd_kind", "\"kind\" of numeric is \"awkward\" where "},
        Way{"invoke_payload",
            "a payload of 4 bytes where at most 0 are expected"},
        Way{"short_read", "the payload has 15 bytes where 16 are expected"},
        Way{"long_read", "a payload of 17 bytes where at most 16 are expected"},
        Way{"past_end",
            "reach elements 1 to 4 where the 16 bytes of buffer 1 hold 4"},
        Way{"before_start",
            "reach elements -1 to 2 where the 16 bytes of buffer 1"},
        Way{"far_stride", "reach elements 0 to 9223372036854775807 where"},
        Way{"negative_extent",
            "\"shape\" is [-4], not a list of possible extents"},
        Way{"huge_extents", "possible extents"},
        Way{"rank_33", "\"shape\" has rank 33 where at most 32 is expected"},
        Way{"short_strides", "\"strides\" has 0 entries where \"shape\" has 1"},
        Way{"fraction", "\"offset\" is 0.5 where an integer is expected"},
        Way{"big_integer",
            "\"offset\" is 9223372036854775808 where an integer"},
        Way{"odd_dtype", "\"float12\" where a dtype is expected"},
        Way{"foreign_buffer",
            "\"buffer\" is 99 where the buffer of an operand or a "},
        Way{"new_without_bytes", "\"bytes\" is missing where buffer -7 is new"},
        Way{"new_too_small",
            "where the 15 bytes of buffer -7 hold 3 of float32"},
        Way{"negative_bytes", "\"bytes\" is -1 where 0 or more is expected"},
        Way{"needless_tensor",
            "has 1 entries where none are expected, as this op writes"},
        Way{"no_tensors",
            "\"tensors\" has 0 entries where the returned tensor is"},
        Way{"two_texts", "tensor 0: it is \"x\" where an object is expected"},
        Way{"tensors_number",
            "\"tensors\" is 3 where a list of at most 16 is expected"},
        Way{"release_fails",
            "reply to release breaks the protocol: \"status\" is "},
        Way{"segfaults", "died of SIGSEGV during invoke", Kind::kCrashed},
        Way{"exits", "exited with code 4 during invoke", Kind::kCrashed},
        Way{"hangs",
            "did not answer invoke of add within 0.3 s, the limit of "
            "--timeout, and was killed",
            Kind::kTimedOut},
        Way{"raises",
            "its stderr says \"Traceback (most recent call last): | File ",
            Kind::kCrashed},
        Way{"hangs_up", "and lived on"},
        Way{"leaves_child",
            "the subject exited with code 5 during invoke of add: it "
            "ended",
            Kind::kCrashed},
        Way{"exits_later", "exited with code 0 during", Kind::kCrashed}),
    [](const auto& entry) { return std::string(entry.param.name); });

TEST(ProcessSubject, TellsWhatTheAdapterSays) {
  const auto subject = start("none");
  ASSERT_NE(nullptr, subject);
  const Backend& toy = subject->backend();
  EXPECT_EQ("toy", toy.name());
  EXPECT_EQ("1.0", toy.version());
  EXPECT_EQ("0.1.0", subject->spec_version());
  const auto claim = [&](Op op, std::string_view variant, DType result) {
    return toy.claim({op, variant, DType::kFloat32, result});
  };
  const auto add = claim("add"_op, "", DType::kFloat32);
  ASSERT_TRUE(add);
  EXPECT_EQ(4, add->max_rank);
  EXPECT_EQ((std::vector<std::string>{"contiguous", "flip"}), add->layouts);
  EXPECT_FALSE(claim("mul"_op, "", DType::kFloat32));
  EXPECT_TRUE(claim("sort"_op, "descending", DType::kFloat32));
  EXPECT_FALSE(claim("sort"_op, "", DType::kFloat32));
  EXPECT_TRUE(claim("cast"_op, "", DType::kInt32));
  EXPECT_FALSE(claim("cast"_op, "", DType::kFloat32));
}

TEST(ProcessSubject, CarriesOutCallsAndKeepsIdentity) {
  const auto subject = start("none");
  ASSERT_NE(nullptr, subject);
  Backend& toy = subject->backend();
  const Tensor x = tensor_of(toy, {1, 2, 3, 4});
  const Tensor out = tensor_of(toy, {9, 9, 9, 9});
  ASSERT_TRUE(toy.execute({"add"_op, {x, x}, {}, {out}}).ok());
  EXPECT_EQ((std::vector<float>{2, 4, 6, 8}), values_of(toy, out));
  const auto flipped =
      toy.execute({"flip"_op, {x}, Attributes().flips({true}), {}});
  ASSERT_TRUE(flipped.ok()) << flipped.status().message;
  EXPECT_EQ(x.buffer, flipped->front().buffer);
  EXPECT_EQ(View({4}, {-1}, 3), flipped->front().view);
  const auto copied = toy.execute({"copy"_op, {x}, {}, {}});
  ASSERT_TRUE(copied.ok()) << copied.status().message;
  EXPECT_NE(x.buffer, copied->front().buffer);
  EXPECT_EQ((std::vector<float>{1, 2, 3, 4}), values_of(toy, copied->front()));
  // The host may replace what a buffer holds, one that the adapter made too.
  const auto other = toy.to_host(tensor_of(toy, {5, 6, 7, 8}));
  ASSERT_TRUE(other.ok()) << other.status().message;
  EXPECT_TRUE(toy.write(copied->front(), *other).ok());
  EXPECT_EQ((std::vector<float>{5, 6, 7, 8}), values_of(toy, copied->front()));
  EXPECT_EQ((std::vector<float>{1, 2, 3, 4}), values_of(toy, x));
  EXPECT_EQ(StatusCode::kInvalid, toy.write(out, Bytes(3)).code);
  const auto refused = toy.execute({"mul"_op, {x, x}, {}, {out}});
  EXPECT_EQ(StatusCode::kUnsupported, refused.status().code);
  EXPECT_EQ("op", refused.status().kind);
  EXPECT_EQ("the toy has no mul", refused.status().message);
  EXPECT_FALSE(subject->breakdown());
}

TEST(ProcessSubject, AnswersMoreRequestsThanAPipeHolds) {
  const auto subject = start("none", 10);
  ASSERT_NE(nullptr, subject);
  std::vector<Tensor> tensors;
  for (int i = 0; i < 1000; ++i)
    tensors.push_back(tensor_of(subject->backend(), {static_cast<float>(i)}));
  EXPECT_EQ(std::vector<float>{999},
            values_of(subject->backend(), tensors.back()));
  tensors.clear();
  const std::vector<float> many(std::size_t{1} << 21, 2.5f);
  EXPECT_EQ(many,
            values_of(subject->backend(), tensor_of(subject->backend(), many)));
}

TEST(ProcessSubject, StartsAnewAfterABreakdown) {
  const auto subject = start("exits_later");
  ASSERT_NE(nullptr, subject);
  const Tensor old = tensor_of(subject->backend(), {1});
  while (!subject->breakdown()) (void)run_case(*subject);
  ASSERT_TRUE(subject->restart().ok());
  EXPECT_FALSE(subject->breakdown());
  EXPECT_TRUE(run_case(*subject).ok());
  EXPECT_FALSE(subject->backend().to_host(old).ok());
  EXPECT_FALSE(subject->breakdown());
}

TEST(ProcessSubject, CountsOnlyTheTimeSpentWaiting) {
  const auto subject = start("none", 0.3);
  ASSERT_NE(nullptr, subject);
  subject->begin_case();
  const Tensor x = tensor_of(subject->backend(), {1});
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(subject->backend().to_host(x).ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }
}

TEST(ProcessSubject, KillsGrandchildrenToo) {
  const auto subject = start("leaves_child");
  ASSERT_NE(nullptr, subject);
  (void)run_case(*subject);
  ASSERT_TRUE(subject->breakdown());
  const std::string& message = subject->breakdown()->message;
  const std::size_t at = message.find("grandchild ");
  ASSERT_NE(std::string::npos, at) << message;
  const pid_t pid = std::stoi(message.substr(at + 11));
  // It is not our child, so init reaps it at some later time.
  const std::string stat = fmt::format("/proc/{}/exe", pid);
  for (int i = 0; i < 100 && std::filesystem::exists(stat); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(std::filesystem::exists(stat));
}

TEST(ProcessSubject, TimesOutOnAnAdapterThatStopsReading) {
  const auto subject = start("stops_reading", 0.3);
  ASSERT_NE(nullptr, subject);
  const std::vector<float> many(std::size_t{1} << 21);
  EXPECT_FALSE(
      subject->backend()
          .from_host(DType::kFloat32, 1 << 21, std::as_bytes(std::span(many)))
          .ok());
  ASSERT_TRUE(subject->breakdown());
  EXPECT_EQ(Kind::kTimedOut, subject->breakdown()->kind);
}

TEST(ProcessSubject, BearsNoise) {
  const auto subject = start("noisy");
  ASSERT_NE(nullptr, subject);
  EXPECT_TRUE(run_case(*subject).ok());
}

TEST(ProcessSubject, TensorsMayOutliveIt) {
  auto subject = start("none");
  ASSERT_NE(nullptr, subject);
  const Tensor x = tensor_of(subject->backend(), {1});
  subject.reset();
  EXPECT_EQ(-1, ::waitpid(-1, nullptr, WNOHANG));
}

// The adapter that docs/protocol.md shows is a subject as it stands there.
TEST(ProcessSubject, RunsTheAdapterOfTheDocument) {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/docs/protocol.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = page.find("# A minimal adapter:");
  ASSERT_NE(std::string::npos, begin);
  const std::string path =
      fmt::format("{}minimal_adapter_{}.py", testing::TempDir(), ::getpid());
  std::ofstream(path) << page.substr(begin, page.find("```", begin) - begin);
  auto subject =
      ProcessSubject::start(fmt::format("{} '{}'", kPython, path), 2);
  ASSERT_TRUE(subject.ok()) << subject.status().message;
  Backend& minimal = (*subject)->backend();
  Tensor x = tensor_of(minimal, {1, 2, 3, 4});
  x.view = View({2, 2}, {-1, -2}, 3);
  const auto out = minimal.buffer(DType::kFloat32, {2, 2});
  const auto done = minimal.execute({"add"_op, {x, x}, {}, {*out}});
  ASSERT_TRUE(done.ok()) << done.status().message;
  EXPECT_EQ((std::vector<float>{8, 4, 6, 2}), values_of(minimal, *out));
  EXPECT_EQ("op",
            minimal.execute({"mul"_op, {x, x}, {}, {*out}}).status().kind);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace assay
