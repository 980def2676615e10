// Tests the folder of a run: which files are made, removed and left alone.
#include "conformance/run_folder.h"

#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class RunFolder : public ScratchRun {
 protected:
  void write(const char* name) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << name;
  }
  bool has(const char* name) { return std::filesystem::exists(folder_ / name); }
};

TEST_F(RunFolder, IsMadeWithAllAboveIt) {
  ASSERT_TRUE(make_run_folder(folder_ / "a" / "b").ok());
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "a" / "b" / "cases"));
}

TEST_F(RunFolder, MayBeAnEmptyOne) {
  EXPECT_TRUE(make_run_folder(folder_).ok());
  EXPECT_TRUE(has("cases"));
}

TEST_F(RunFolder, LosesWhatAnEarlierRunLeft) {
  for (const char* records : {"records.jsonl", "records.jsonl.partial"}) {
    write(records);
    write("report.txt");
    write("cases/one.json");
    write("junit.xml");
    write("notes/mine");
    ASSERT_TRUE(make_run_folder(folder_).ok()) << records;
    EXPECT_FALSE(has(records));
    EXPECT_FALSE(has("report.txt"));
    EXPECT_FALSE(has("cases/one.json"));
    EXPECT_TRUE(has("cases"));
    EXPECT_TRUE(has("junit.xml"));
    EXPECT_TRUE(has("notes/mine"));
  }
}

TEST_F(RunFolder, OfSomebodyElseIsLeftAlone) {
  write("cases/theirs.json");
  write("report.txt");
  std::filesystem::create_directories(folder_ / "records.jsonl");  // no file
  const Status status = make_run_folder(folder_);
  EXPECT_EQ(StatusCode::kInvalid, status.code);
  EXPECT_NE(std::string::npos,
            status.message.find("is not empty and contains no"))
      << status.message;
  EXPECT_TRUE(has("cases/theirs.json"));
  EXPECT_TRUE(has("report.txt"));
}

TEST_F(RunFolder, IsNoFile) {
  write("file");
  for (const char* out : {"file", "file/below"}) {
    const Status status = make_run_folder(folder_ / out);
    EXPECT_EQ(StatusCode::kInvalid, status.code);
    EXPECT_NE(std::string::npos, status.message.find("cannot be written"))
        << status.message;
  }
  EXPECT_EQ("file", text_of(folder_ / "file"));
}

}  // namespace
}  // namespace assay
