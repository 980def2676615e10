// Tests case files: their names, and which files are refused.
#include "conformance/case_file.h"

#include <set>

#include "harness/operands/value_kind.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class CaseFile : public ScratchRun {};

TEST_F(CaseFile, IsNamedAfterItsCase) {
  EXPECT_EQ("sorting.sort.descending.value.dtype=int8,layout=flip,case=3.json",
            case_file_name(
                "sorting/sort:descending:value:dtype=int8,layout=flip,case=3"));
  std::set<std::string> names;
  const auto plan = plan_cases(Level::kStandard, Filter());
  for (const PlannedCase& one : plan) {
    const std::string name = case_file_name(one.id());
    EXPECT_EQ(std::string::npos, name.find_first_of("/:\\ ")) << name;
    EXPECT_GT(200u, name.size()) << name;
    names.insert(name);
  }
  EXPECT_EQ(plan.size(), names.size());
}

TEST_F(CaseFile, IsWrittenWholeOrNotAtAll) {
  CheckOptions options = this->options("neg:value:dtype=int8", confuse);
  const CheckReport report = report_of(options);
  const auto read = read_case_file(options.out / report.records[0].case_file);
  ASSERT_TRUE(read.ok()) << read.status().message;
  const auto path = folder_ / "again.json";
  ASSERT_TRUE(write_case_file(path, *read).ok());
  EXPECT_EQ(text_of(options.out / report.records[0].case_file), text_of(path));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "again.json.partial"));
  std::filesystem::create_directories(folder_ / "taken" / "x");
  for (const char* name : {"no/such/folder.json", "taken"}) {
    const Status status = write_case_file(folder_ / name, *read);
    ASSERT_FALSE(status.ok()) << name;
    EXPECT_NE(std::string::npos, status.message.find(name)) << status.message;
  }
}

// Such a case is replayed by its id, because nobody reads a file of gigabytes.
TEST_F(CaseFile, IsNotWrittenWhereItCouldNotBeRead) {
  Case test_case;
  test_case.id = "sorting/sort:value:dtype=float32,case=0";
  test_case.tensors.push_back({"x", DType::kFloat32, View(Shape{0}), {}, {}});
  // The limit holds for the number of elements and for the text.
  for (const std::size_t count :
       {std::size_t{10} << 20, std::size_t{2} << 20}) {
    test_case.tensors[0].storage.emplace(count);
    // Elements that no short form has.
    ValueStream stream(1, 0);
    for (ElementBits& bits : *test_case.tensors[0].storage)
      bits = draw_element(ValueKind::kPlain, DType::kFloat32, stream);
    const Status status = write_case_file(folder_ / "large.json", test_case);
    ASSERT_FALSE(status.ok()) << count;
    EXPECT_NE(std::string::npos, status.message.find("16777216 bytes"))
        << status.message;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "large.json"));
  }
  test_case.tensors[0].storage->resize(1000);
  EXPECT_TRUE(write_case_file(folder_ / "small.json", test_case).ok());
}

TEST_F(CaseFile, ThatIsNoneSaysWhich) {
  std::ofstream(folder_ / "empty.json");
  std::ofstream(folder_ / "text.json") << "{\"format\": 1}";
  std::ofstream(folder_ / "huge.json").seekp(std::int64_t{17} << 20) << "x";
  for (const char* name :
       {"missing.json", "empty.json", "text.json", "huge.json", "."}) {
    const auto read = read_case_file(folder_ / name);
    ASSERT_FALSE(read.ok()) << name;
    EXPECT_TRUE(read.status().message.starts_with((folder_ / name).string()))
        << read.status().message;
  }
}

}  // namespace
}  // namespace assay
