// Files of sweeps: read back whole, put together from parts in any order, and
// refused where a line is not one of them.
#include "sweep/sweep_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "spec/op_table.h"
#include "sweep/sweep_text.h"

namespace assay {
namespace {

class SweepFile : public testing::Test {
 protected:
  SweepFile()
      : path_(std::filesystem::path(testing::TempDir()) /
              ("assay-sweep-file-" + std::to_string(getpid()))) {}
  ~SweepFile() override { std::filesystem::remove(path_); }

  static Sweep sweep(std::initializer_list<std::uint64_t> blocks) {
    Sweep made;
    made.head = head_of(*inputs_of("exp"_op, DType::kFloat32), kNx, 10, 14);
    made.head.subject_name = "tested";
    for (const std::uint64_t block : blocks) {
      Totals& totals = made.blocks[block];
      totals.inputs = 1;
      totals.digest = block;
      totals.steps[0] = 1;
    }
    return made;
  }

  void write(const std::string& text) const { std::ofstream(path_) << text; }
  // Expects that reading fails with this in the message.
  void expect_refused(const std::string& text, const std::string& part) const {
    write(text);
    const auto read = read_sweep(path_, false);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(std::string::npos, read.status().message.find(part))
        << read.status().message;
  }

  const std::filesystem::path path_;
};

TEST_F(SweepFile, KnowsTheShardsThatAreMissing) {
  using Shards = std::vector<std::int64_t>;
  EXPECT_EQ(Shards(), missing_shards(sweep({10, 11, 12, 13}), 3));
  // Blocks 11 and 12 are missing; block b is in shard 1 + b mod the count.
  EXPECT_EQ((Shards{1, 3}), missing_shards(sweep({10, 13}), 3));
  EXPECT_EQ((Shards{1, 4}), missing_shards(sweep({10, 13}), 4));
  EXPECT_EQ(Shards{1}, missing_shards(sweep({10}), 1));
}

TEST_F(SweepFile, IsTold) {
  ASSERT_TRUE(write_sweep(path_, sweep({10})).ok());
  EXPECT_TRUE(is_sweep_file(path_));
  for (const char* text : {"", "{\"swee", "{\"run\":1}"}) {
    write(text);
    EXPECT_FALSE(is_sweep_file(path_)) << text;
  }
  EXPECT_FALSE(is_sweep_file(path_.parent_path()));
}

TEST_F(SweepFile, IsReadAsWritten) {
  const Sweep made = sweep({10, 11, 12, 13});
  ASSERT_TRUE(write_sweep(path_, made).ok());
  const auto read = read_sweep(path_, false);
  ASSERT_TRUE(read) << read.status().message;
  EXPECT_EQ(made.head, read->head);
  EXPECT_EQ(made.blocks, read->blocks);
  EXPECT_EQ("ulp 3", read->head.accuracy);
  EXPECT_EQ(0u, read->missing());
  EXPECT_TRUE(is_clean(*read));
}

TEST_F(SweepFile, IsJoinedFromPartsInAnyOrder) {
  Sweep forward = sweep({10, 13});
  ASSERT_TRUE(join(forward, sweep({11})).ok());
  EXPECT_EQ(1u, forward.missing());
  EXPECT_FALSE(is_clean(forward));
  ASSERT_TRUE(join(forward, sweep({12})).ok());
  Sweep backward = sweep({12});
  ASSERT_TRUE(join(backward, sweep({11})).ok());
  ASSERT_TRUE(join(backward, sweep({13, 10})).ok());
  EXPECT_EQ(forward.blocks, backward.blocks);
  EXPECT_EQ(forward.total(), backward.total());
  EXPECT_TRUE(is_clean(forward));
  // A block that was swept twice has to be the same.
  EXPECT_TRUE(join(forward, sweep({11})).ok());
  Sweep other = sweep({11});
  other.blocks[11].digest = 5;
  EXPECT_FALSE(join(forward, other).ok());
  other = sweep({11});
  other.head.op = "log";
  EXPECT_FALSE(join(forward, other).ok());
}

TEST_F(SweepFile, IsLeftOutFromATornLineOn) {
  const Sweep made = sweep({10, 11});
  std::string text = line_of(made.head) + "\n";
  text += line_of(10, made.blocks.at(10)) + "\n";
  text += line_of(11, made.blocks.at(11));
  write(text);
  EXPECT_FALSE(read_sweep(path_, false));
  const auto read = read_sweep(path_, true);
  ASSERT_TRUE(read) << read.status().message;
  EXPECT_EQ(1u, read->blocks.size());
}

TEST_F(SweepFile, IsRefusedWhereALineIsNone) {
  const Sweep made = sweep({});
  const std::string head = line_of(made.head) + "\n";
  const std::string block = line_of(10, Totals{}) + "\n";
  expect_refused("", "is empty");
  expect_refused(
      "x\n",
      ":1: the line is not the head of a sweep; expected the first line");
  expect_refused("[]\n", ":1: the line is not the head of a sweep");
  expect_refused(head + "{}\n", ":2: the line is not the record of a block");
  expect_refused(head + line_of(14, Totals{}) + "\n", ":2: block 14 is not");
  expect_refused(head + line_of(9, Totals{}) + "\n", ":2: block 9 is not");
  Totals other;
  other.rejected = 1;
  expect_refused(head + block + line_of(10, other) + "\n",
                 ":3: block 10 was swept twice");
  std::string wrong = head;
  wrong.replace(wrong.find("\"sweep\":1"), 9, "\"sweep\":2");
  expect_refused(wrong, "another format");
  EXPECT_FALSE(read_sweep(path_ / "none", false));
}

TEST_F(SweepFile, IsShownToPeople) {
  Sweep made = sweep({10, 11, 12, 13});
  EXPECT_NE(std::string::npos,
            text_of(made).find("every result is the correctly rounded one"));
  made.blocks[12].worst = SweptInput{0x3f800000, 0x402df855, 0x402df854, 1.25};
  made.blocks[12].rejected = 1;
  made.blocks[12].first_rejected = made.blocks[12].worst;
  const std::string text = text_of(made);
  EXPECT_NE(std::string::npos, text.find("not permitted (ulp 3): 1\n")) << text;
  EXPECT_NE(std::string::npos,
            text.find("worst: 1.2500 ULP at 0x1p+0 (0x3f800000): got"))
      << text;
  EXPECT_FALSE(is_clean(made));
  EXPECT_NE(std::string::npos, table_of({made}).find("| all but 1 | 1.2500 |"));
}

}  // namespace
}  // namespace assay
