// Files of records: what is read back, and what is refused with which place.
#include "conformance/records_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class RecordsFile : public ScratchRun {
 protected:
  std::filesystem::path file(const std::string& name,
                             const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string complaint(const std::filesystem::path& place) {
    const auto runs = read_records(place);
    EXPECT_FALSE(runs.ok()) << place;
    return runs.ok() ? "" : runs.status().message;
  }
};

RunRecord head(const std::string& name = "toy") {
  RunRecord run;
  run.subject = run.subject_name = name;
  run.level = "quick";
  run.profile = "nx";
  run.shard_count = 3;
  run.shard = 2;
  run.seed = UINT64_MAX;
  return run;
}

std::string head_line(const std::string& name = "toy") {
  return to_json(head(name)).dump() + "\n";
}

Record neg(int number) {
  Record record;
  record.id = fmt::format(
      "elementwise/neg:value:dtype=int8,layout=contiguous,case={}", number);
  record.clause = "neg.value";
  record.op = "neg";
  record.dtype = "int8";
  record.max_ulp = 0.125;
  return record;
}

std::string line(int number) { return to_json(neg(number)).dump() + "\n"; }

TEST_F(RecordsFile, ReadsBackWhatWasWritten) {
  Record failed = neg(1);
  failed.verdict = Verdict::kFail;
  failed.failure = Failure{.message = "1 of 4", .tensor = "out", .index = {2}};
  const auto path = folder_ / "deep/er/r.jsonl";
  ASSERT_TRUE(write_records(path, head(), {neg(0), failed}).ok());
  const auto runs = read_records(path);
  ASSERT_TRUE(runs.ok()) << runs.status().message;
  ASSERT_EQ(1u, runs->size());
  const RecordedRun& run = (*runs)[0];
  EXPECT_EQ(to_json(head()), to_json(run.run));
  ASSERT_EQ(2u, run.records.size());
  EXPECT_EQ(to_json(neg(0)), to_json(run.records[0]));
  EXPECT_EQ(to_json(failed), to_json(run.records[1]));
  EXPECT_FALSE(run.torn);
  EXPECT_EQ(path.string() + ":1", run.place());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "deep/er/r.jsonl.fresh"));
  ASSERT_TRUE(write_records(folder_ / "again", run.run, run.records).ok());
  EXPECT_EQ(text_of(path), text_of(folder_ / "again"));
}

TEST_F(RecordsFile, SaysWhereItCannotWrite) {
  file("plain", "");
  const Status status = write_records(folder_ / "plain/r", head(), {});
  EXPECT_EQ(
      (folder_ / "plain/r").string() + " cannot be written: Not a directory",
      status.message);
  std::filesystem::create_directories(folder_ / "folder");
  EXPECT_EQ(
      (folder_ / "folder").string() + " cannot be written: Is a directory",
      write_whole(folder_ / "folder", "text").message);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "folder.fresh"));
}

// A pipe, or a device, is written to and not replaced by a file.
TEST_F(RecordsFile, WritesIntoWhatIsNoFile) {
  const auto path = folder_ / "pipe";
  ASSERT_EQ(0, mkfifo(path.c_str(), 0600));
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_LE(0, fd);
  EXPECT_TRUE(write_whole(path, "text").ok());
  EXPECT_TRUE(std::filesystem::is_fifo(path));
  char text[5] = {};
  EXPECT_EQ(4, read(fd, text, 4));
  EXPECT_STREQ("text", text);
  close(fd);
}

TEST_F(RecordsFile, ReadsSeveralRunsOfOneFile) {
  const auto runs =
      read_records(file("r", head_line("a") + line(0) + head_line("b") +
                                 head_line("c") + line(1) + line(2)));
  ASSERT_TRUE(runs.ok()) << runs.status().message;
  ASSERT_EQ(3u, runs->size());
  const std::pair<std::size_t, std::int64_t> expected[] = {
      {1, 1}, {0, 3}, {2, 4}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(expected[i].first, (*runs)[i].records.size());
    EXPECT_EQ(expected[i].second, (*runs)[i].line);
  }
  EXPECT_EQ("b", (*runs)[1].run.subject);
}

TEST_F(RecordsFile, FindsTheFileOfAFolder) {
  file("run/records.jsonl.partial", head_line("partial"));
  EXPECT_EQ("partial", (*read_records(folder_ / "run"))[0].run.subject);
  file("run/records.jsonl", head_line("whole"));
  EXPECT_EQ("whole", (*read_records(folder_ / "run"))[0].run.subject);
  file("none/other", "");
  EXPECT_NE(std::string::npos,
            complaint(folder_ / "none").find("contains no records.jsonl"));
  EXPECT_NE(std::string::npos,
            complaint(folder_ / "nowhere").find("nowhere does not exist"));
}

TEST_F(RecordsFile, LeavesOutTheTornLineOfAPartialFileAlone) {
  const std::string whole = head_line() + line(0);
  for (std::size_t cut :
       {std::size_t{1}, line(1).size() / 2, line(1).size() - 1}) {
    const std::string torn = whole + line(1).substr(0, cut);
    const auto runs = read_records(file("r.partial", torn));
    ASSERT_TRUE(runs.ok()) << runs.status().message;
    EXPECT_EQ(1u, (*runs)[0].records.size());
    EXPECT_TRUE((*runs)[0].torn);
    // In other files only the end of the last line may be missing.
    const bool is_whole = cut == line(1).size() - 1;
    file("r.jsonl", torn);
    if (is_whole) {
      EXPECT_EQ(2u, (*read_records(folder_ / "r.jsonl"))[0].records.size());
    } else {
      const std::string message = complaint(folder_ / "r.jsonl");
      EXPECT_NE(std::string::npos, message.find("r.jsonl:3: the line is cut"))
          << message;
    }
    // And not in the middle, whatever the name.
    EXPECT_EQ(is_whole,
              read_records(file("q.partial", torn + "\n" + line(2))).ok());
  }
  EXPECT_NE(std::string::npos,
            complaint(file("s.partial", "{\"run\":")).find("contains no run"));
}

TEST_F(RecordsFile, NamesTheLineThatIsWrong) {
  struct Row {
    std::string text;
    const char* part;
  };
  auto verdict = to_json(neg(0));
  verdict["verdict"] = "fine";
  auto format = to_json(head());
  format["run"] = 2;
  const Row rows[] = {
      {"", "contains no run"},
      {line(0), "r:1: the line is a record; expected the head"},
      {head_line() + "\n" + line(0), "r:2: the line is not JSON"},
      {head_line() + "[]\n", "r:2: not a record"},
      {head_line() + "7\n", "r:2: not a record"},
      {head_line() + line(0) + "{\"id\":\"x\"}\n", "r:3: not a record"},
      {head_line() + verdict.dump() + "\n", "there is no verdict \"fine\""},
      {"{\"run\":1}\n", "r:1: not the head of a run"},
      {format.dump() + "\n", "r:1: the records have format 2; expected 1"},
      {std::string("\0\0\n", 3), "r:1: the line is not JSON"},
  };
  for (const Row& row : rows) {
    const std::string message = complaint(file("r", row.text));
    EXPECT_NE(std::string::npos, message.find(row.part)) << message;
    EXPECT_EQ(std::string::npos, message.find('\n')) << message;
  }
}

}  // namespace
}  // namespace assay
