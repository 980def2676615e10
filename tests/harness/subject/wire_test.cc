// Frames and the messages in them: lengths, limits, deadlines, broken ends.
#include "harness/subject/wire.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "harness/subject/command_words.h"
#include "harness/subject/wire_messages.h"
#include "spec/op_table.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

Deadline soon(int ms = 2000) { return steady_clock::now() + milliseconds(ms); }

// Claims add of float32 with the limits of a claim.
class Claiming : public Backend {
 public:
  explicit Claiming(Claim claim) : claim_(std::move(claim)) {}
  std::string_view name() const override { return "claiming"; }
  std::string_view version() const override { return "1"; }
  std::optional<Claim> claim(const Cell& cell) const override {
    if (cell.op != "add"_op || cell.dtype != DType::kFloat32)
      return std::nullopt;
    return claim_;
  }
  Result<Tensor> buffer(DType, const Shape&) override { return none(); }
  Result<Tensor> from_host(DType, std::int64_t,
                           std::span<const std::byte>) override {
    return none();
  }
  Result<Bytes> to_host(const Tensor&) override { return none(); }
  Result<Tensors> execute(const Call&) override { return none(); }

 private:
  static Status none() { return Status::unsupported("op", "nothing"); }
  Claim claim_;
};

WireJson hello_of(const Claim& claim) {
  return {{"protocol", 1},
          {"name", "claiming"},
          {"version", "1"},
          {"spec_version", "0.1.0"},
          {"claims", claims_to_json(Claiming(claim))}};
}

TEST(Claims, CrossTheWire) {
  Claim limited{5, {"offset", "slice"}};
  limited.min_axes = 1;
  limited.max_axes = 2;
  limited.max_operands = 3;
  limited.min_extent = 4;
  limited.max_extent = 6;
  limited.composed = limited.immutable = true;
  for (const Claim& claim : {Claim{}, limited}) {
    const auto hello = parse_hello(hello_of(claim));
    ASSERT_TRUE(hello.ok()) << hello.status().message;
    ASSERT_EQ(1u, hello->claims.size());
    EXPECT_EQ(claim, hello->claims[0].second);
  }
  // Only limits are mentioned.
  EXPECT_EQ(4u, claims_to_json(Claiming(Claim{}))[0].size());
}

TEST(Claims, AreAllImmutableWhereHelloSaysSo) {
  for (const bool immutable : {false, true}) {
    WireJson reply = hello_of({});
    reply["immutable"] = immutable;
    const auto hello = parse_hello(reply);
    ASSERT_TRUE(hello.ok()) << hello.status().message;
    EXPECT_EQ(immutable, hello->claims[0].second.immutable);
  }
}

// Two connected sockets; the reading end is non-blocking.
class WireTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(0, ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_));
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  void TearDown() override {
    ::close(ends_[0]);
    hang_up();
  }
  void hang_up() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  std::optional<WireError> send(std::span<const std::byte> bytes) {
    return write_bytes(ends_[1], bytes, soon(), wait_by_poll);
  }
  std::optional<WireError> send_text(std::string_view text) {
    return send(std::as_bytes(std::span(text)));
  }

  int ends_[2] = {-1, -1};
};

Bytes frame_of(const WireJson& header, std::span<const std::byte> payload) {
  Bytes bytes;
  append_frame_start(bytes, header, payload.size());
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

// The frame that docs/protocol.md shows byte for byte.
TEST(WireBytes, AreThoseOfTheDocument) {
  const Bytes bytes = frame_of({{"id", 7}, {"type", "write"}, {"buffer", 1}},
                               std::as_bytes(std::span("\x01\x02", 2)));
  // Lengths of 34 and 2, then the header, then the payload.
  const std::string wanted(
      "\x22\0\0\0\x02\0\0\0\0\0\0\0"
      "{\"id\":7,\"type\":\"write\",\"buffer\":1}\x01\x02",
      12 + 34 + 2);
  EXPECT_EQ(wanted, std::string(reinterpret_cast<const char*>(bytes.data()),
                                bytes.size()));
}

TEST_F(WireTest, FramesArriveAsSent) {
  const Bytes payload(3, std::byte{9});
  ASSERT_FALSE(send(frame_of({{"id", 1}}, payload)));
  ASSERT_FALSE(send(frame_of({{"id", 2}}, {})));
  FrameReader reader(ends_[0]);
  Frame frame;
  ASSERT_FALSE(reader.read(frame, 3, soon()));
  EXPECT_EQ(1, frame.header["id"]);
  EXPECT_EQ(payload, frame.payload);
  ASSERT_FALSE(reader.read(frame, 0, soon()));
  EXPECT_EQ(2, frame.header["id"]);
  EXPECT_TRUE(frame.payload.empty());
}

TEST_F(WireTest, FramesArriveByteByByte) {
  std::thread writer([this] {
    for (std::byte byte : frame_of({{"id", 1}}, Bytes(2)))
      (void)send({&byte, 1});
  });
  FrameReader reader(ends_[0]);
  Frame frame;
  EXPECT_FALSE(reader.read(frame, 2, soon()));
  writer.join();
  EXPECT_EQ(2u, frame.payload.size());
}

TEST_F(WireTest, LargePayloadsPassThroughSmallSockets) {
  Bytes payload(std::size_t{40} << 20);
  for (std::size_t i = 0; i < payload.size(); ++i)
    payload[i] = static_cast<std::byte>(i * 7 >> 3);
  std::thread writer([&] {
    EXPECT_FALSE(send(frame_of({{"id", 1}}, payload)));
  });
  FrameReader reader(ends_[0]);
  Frame frame;
  EXPECT_FALSE(reader.read(frame, payload.size(), soon(10000)));
  writer.join();
  EXPECT_TRUE(payload == frame.payload);
}

TEST_F(WireTest, EndsAndDeadlinesAreTold) {
  FrameReader reader(ends_[0]);
  Frame frame;
  auto error = reader.read(frame, 0, soon(30));
  ASSERT_TRUE(error);
  EXPECT_EQ(WireError::Kind::kTimedOut, error->kind);
  ASSERT_FALSE(send_text("\x05"));
  hang_up();
  error = reader.read(frame, 0, soon());
  ASSERT_TRUE(error);
  EXPECT_EQ(WireError::Kind::kClosed, error->kind);
  EXPECT_EQ(
      "its stdout reached the end after 1 of the 12 bytes of a frame's prefix",
      error->message);
}

TEST_F(WireTest, WritingToAClosedEndIsAnErrorAndNoSignal) {
  ::shutdown(ends_[0], SHUT_RDWR);
  const auto error = send_text("x");
  ASSERT_TRUE(error);
  EXPECT_EQ(WireError::Kind::kClosed, error->kind);
}

TEST_F(WireTest, WritingToAReaderThatDoesNotReadTimesOut) {
  const Bytes much(std::size_t{8} << 20);
  const auto error = write_bytes(ends_[1], much, soon(50), wait_by_poll);
  ASSERT_TRUE(error);
  EXPECT_EQ(WireError::Kind::kTimedOut, error->kind);
}

TEST_F(WireTest, TextOnTheWireIsShown) {
  ASSERT_FALSE(send_text("Using device \"cpu\"\n"));
  FrameReader reader(ends_[0]);
  Frame frame;
  const auto error = reader.read(frame, 0, soon());
  ASSERT_TRUE(error);
  EXPECT_EQ(WireError::Kind::kMalformed, error->kind);
  EXPECT_NE(std::string::npos, error->message.find("\"Using device\""));
}

TEST_F(WireTest, LimitsAreExact) {
  // A header of exactly the limit passes, one byte more does not.
  const std::string header =
      "{\"x\":\"" + std::string(kMaxHeaderBytes - 8, 'a') + "\"}";
  ASSERT_EQ(kMaxHeaderBytes, header.size());
  std::thread writer([&] {
    (void)send_text(std::string_view("\x00\x00\x10\x00\0\0\0\0\0\0\0\0", 12));
    (void)send_text(header);
    (void)send_text(std::string_view("\x01\x00\x10\x00\0\0\0\0\0\0\0\0", 12));
  });
  FrameReader reader(ends_[0]);
  Frame frame;
  EXPECT_FALSE(reader.read(frame, 0, soon()));
  const auto error = reader.read(frame, 0, soon());
  writer.join();
  ASSERT_TRUE(error);
  EXPECT_EQ(WireError::Kind::kMalformed, error->kind);
}

TEST_F(WireTest, NestingIsLimited) {
  const auto nested = [](std::size_t depth) {
    return "{\"x\":" + std::string(depth - 1, '[') +
           std::string(depth - 1, ']') + "}";
  };
  FrameReader reader(ends_[0]);
  Frame frame;
  for (std::size_t depth : {16u, 17u}) {
    const std::string text = nested(depth);
    Bytes bytes(kFramePrefixBytes);
    bytes[0] = static_cast<std::byte>(text.size());
    ASSERT_FALSE(send(bytes));
    ASSERT_FALSE(send_text(text));
    EXPECT_EQ(depth == 17, reader.read(frame, 0, soon()).has_value());
  }
}

TEST(WireMessages, StatusesAreAClosedList) {
  Status status;
  EXPECT_TRUE(parse_status({{"status", "ok"}}, status).ok());
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(parse_status({{"status", "numeric"},
                            {"kind", "singular"},
                            {"message", "pivot 2 is 0\n"}},
                           status)
                  .ok());
  EXPECT_EQ(StatusCode::kNumeric, status.code);
  EXPECT_EQ("singular", status.kind);
  EXPECT_EQ("pivot 2 is 0 ", status.message);
  EXPECT_FALSE(parse_status({{"status", "OK"}}, status).ok());
  EXPECT_FALSE(parse_status({{"status", 0}}, status).ok());
  EXPECT_FALSE(parse_status({{"status", "unsupported"}}, status).ok());
}

TEST(WireMessages, BoundsAreExact) {
  const auto within = [](Shape shape, Strides strides, std::int64_t offset,
                         std::int64_t bytes, DType dtype = DType::kFloat32) {
    return check_bounds({1, -1, "", dtype, View(shape, strides, offset)}, bytes)
        .ok();
  };
  EXPECT_TRUE(within({4}, {1}, 0, 16));
  EXPECT_FALSE(within({4}, {1}, 0, 15));
  EXPECT_FALSE(within({4}, {1}, 1, 16));
  EXPECT_TRUE(within({4}, {-1}, 3, 16));
  EXPECT_FALSE(within({4}, {-1}, 2, 16));
  EXPECT_TRUE(within({5}, {0}, 3, 16));
  EXPECT_TRUE(within({0, 9}, {100, 100}, 0, 0));
  EXPECT_TRUE(within({}, {}, 0, 4));
  EXPECT_FALSE(within({}, {}, 0, 3));
  EXPECT_FALSE(within({3, 3}, {INT64_MAX, INT64_MAX}, 0, 16));
  EXPECT_FALSE(within({3}, {INT64_MIN}, INT64_MIN, 16));
  EXPECT_TRUE(within({5}, {1}, 0, 3, DType::kInt4));
  EXPECT_FALSE(within({7}, {1}, 0, 3, DType::kInt4));
}

TEST(WireMessages, ExcerptsAreOneShortLine) {
  EXPECT_EQ("\"a\\nb\"", excerpt("a\nb"));
  EXPECT_EQ(63u, excerpt(std::string(200, 'x')).size());
}

TEST(CommandWords, AreThoseOfAShell) {
  const auto words = [](std::string_view command) {
    auto split = command_words(command);
    return split ? *split : std::vector<std::string>{split.status().message};
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ((Words{"a", "b"}), words("  a \t b\n"));
  EXPECT_EQ((Words{"a b", "c\"d"}), words("'a b' 'c\"d'"));
  EXPECT_EQ((Words{"a b", "c'd\\e\"f"}), words("\"a b\" \"c'd\\e\\\"f\""));
  EXPECT_EQ((Words{"a b\\"}), words("a\\ b\\\\"));
  EXPECT_EQ((Words{"", "x"}), words("'' x"));
  EXPECT_EQ((Words{"--key=a b"}), words("--key='a b'"));
  EXPECT_EQ((Words{"$HOME", "*"}), words("$HOME *"));
  for (std::string_view bad : {"", "  ", "a 'b", "a \"b", "a\\", "\"a\\\""})
    EXPECT_FALSE(command_words(bad).ok()) << bad;
  EXPECT_EQ(
      "the command <a 'b> opens a quote ' at character 3 that is never closed",
      command_words("a 'b").status().message);
}

}  // namespace
}  // namespace assay
