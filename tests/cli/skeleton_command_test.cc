// Tests `assay new`: what it writes, and what it refuses without leaving
// anything. tests/install/ builds and checks the projects.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class SkeletonCommandTest : public CommandRun {
 protected:
  // The files below a folder, sorted.
  std::vector<std::string> files_of(const std::string& name) const {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / name))
      if (entry.is_regular_file())
        files.push_back(
            entry.path().lexically_relative(folder_ / name).string());
    std::sort(files.begin(), files.end());
    return files;
  }
};

TEST_F(SkeletonCommandTest, WritesAProjectUnderTheFoldersName) {
  const Ran ran = assay({"new", "fast-math"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "assay check fast-math/build/fast-math.so"));
  EXPECT_EQ((std::vector<std::string>{".github/workflows/conformance.yml",
                                      ".gitignore", "CMakeLists.txt",
                                      "README.md", "backend.cc"}),
            files_of("fast-math"));
  for (const std::string& name : files_of("fast-math"))
    EXPECT_FALSE(contains(text_of(folder_ / "fast-math" / name), "my_backend"))
        << name;
  EXPECT_TRUE(contains(text_of(folder_ / "fast-math/backend.cc"),
                       "kName = \"fast-math\""));
  EXPECT_EQ(std::vector<std::string>{"fast-math"}, made());
}

TEST_F(SkeletonCommandTest, PlainCBringsItsHeader) {
  EXPECT_EQ(0, assay({"new", "--c", "plain"}).code);
  EXPECT_EQ(
      (std::vector<std::string>{".github/workflows/conformance.yml",
                                ".gitignore", "CMakeLists.txt", "Makefile",
                                "README.md", "assay_backend.h", "backend.c"}),
      files_of("plain"));
  EXPECT_TRUE(contains(text_of(folder_ / "plain/Makefile"), "build/plain.so"));
  EXPECT_EQ(text_of(fs::path(ASSAY_SOURCE_DIR) / "spec/sdk/assay_backend.h"),
            text_of(folder_ / "plain/assay_backend.h"));
}

TEST_F(SkeletonCommandTest, ADeviceHasMemoryOfItsOwn) {
  EXPECT_EQ(0, assay({"new", "--device", "gpu"}).code);
  EXPECT_EQ(5u, files_of("gpu").size());
  EXPECT_TRUE(contains(text_of(folder_ / "gpu/backend.cc"), "DeviceMemory"));
}

TEST_F(SkeletonCommandTest, RustBringsItsCrate) {
  const Ran ran = assay({"new", "--rust", "fast-math"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "cargo build --offline"));
  EXPECT_TRUE(
      contains(ran.out, "assay check fast-math/target/debug/libfast_math.so"));
  const auto files = files_of("fast-math");
  for (const char* name :
       {".gitignore", "Cargo.toml", "README.md", "src/lib.rs", "src/main.rs",
        "src/number.rs", "tests/conformance.rs", "assay-backend/Cargo.toml",
        "assay-backend/src/generated/ops.rs"})
    EXPECT_TRUE(std::count(files.begin(), files.end(), name)) << name;
  const fs::path crate = fs::path(ASSAY_SOURCE_DIR) / "spec/sdk/rust";
  for (const std::string& name : files) {
    const std::string text = text_of(folder_ / "fast-math" / name);
    EXPECT_FALSE(contains(text, "my_backend")) << name;
    if (name.starts_with("assay-backend/")) {
      EXPECT_EQ(text, text_of(crate / name.substr(14))) << name;
    }
  }
  // Cargo takes the name as it is, and code an identifier.
  EXPECT_TRUE(contains(text_of(folder_ / "fast-math/Cargo.toml"),
                       "name = \"fast-math\""));
  EXPECT_TRUE(contains(text_of(folder_ / "fast-math/src/main.rs"),
                       "fast_math::MyBackend"));
  const std::string workflow =
      text_of(folder_ / "fast-math/.github/workflows/conformance.yml");
  EXPECT_TRUE(contains(workflow, "cargo build --release --offline"));
  EXPECT_TRUE(contains(workflow, "SUBJECT: target/release/libfast_math.so\n"));
  EXPECT_FALSE(contains(workflow, "cmake -B build"));
}

TEST_F(SkeletonCommandTest, JavaScriptIsAProcess) {
  const Ran ran = assay({"new", "--node", "a folder/script"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(
      ran.out, "assay check \"exec:node 'a folder/script'/backend.mjs\""));
  EXPECT_EQ((std::vector<std::string>{".github/workflows/conformance.yml",
                                      ".gitignore", "README.md",
                                      "assay_wire.mjs", "backend.mjs"}),
            files_of("a folder/script"));
}

TEST_F(SkeletonCommandTest, AProjectIsOfOneKind) {
  const std::vector<std::string> kinds = {"--c", "--device", "--rust",
                                          "--node"};
  for (const std::string& first : kinds)
    for (const std::string& second : kinds)
      if (first != second)
        expect_complaint(assay({"new", first, second, "both"}), 2, second);
  EXPECT_EQ(std::vector<std::string>{}, made());
}

TEST_F(SkeletonCommandTest, FillsAnEmptyFolderAndMakesParents) {
  fs::create_directory(folder_ / "empty");
  EXPECT_EQ(0, shell("cd empty && $ASSAY new . && ls CMakeLists.txt").code);
  EXPECT_EQ(5u, files_of("empty").size());
  EXPECT_EQ(0, assay({"new", "far/away/"}).code);
  EXPECT_EQ(5u, files_of("far/away").size());
}

TEST_F(SkeletonCommandTest, LeavesWhatIsThereAlone) {
  fs::create_directory(folder_ / "full");
  std::ofstream(folder_ / "full/notes.txt") << "mine";
  expect_complaint(assay({"new", "full"}), 2, "not empty");
  EXPECT_EQ(std::vector<std::string>{"notes.txt"}, files_of("full"));
  std::ofstream(folder_ / "file") << "mine";
  expect_complaint(assay({"new", "file"}), 2, "exists and is not a folder");
  EXPECT_EQ("mine", text_of(folder_ / "file"));
}

TEST_F(SkeletonCommandTest, RefusesNamesThatNoTargetCanHave) {
  for (const char* name : {"two words", "9lives", "a;b", "/", ""})
    expect_complaint(assay({"new", name}), 2, "the name of a backend");
  EXPECT_EQ(std::vector<std::string>{}, made());
}

TEST_F(SkeletonCommandTest, LeavesNothingWhereItCannotWrite) {
  std::ofstream(folder_ / "file") << "mine";
  expect_complaint(assay({"new", "file/below"}), 2, "cannot be written");
  // A file system that takes no more: files of at most 1 KiB.
  const Ran ran = shell("ulimit -f 1; trap '' XFSZ; $ASSAY new cut");
  expect_complaint(ran, 2, "cannot be written");
  EXPECT_EQ(std::vector<std::string>{"file"}, made());
  EXPECT_EQ(0, shell("! ls -d .cut*").code);
}

}  // namespace
}  // namespace assay
