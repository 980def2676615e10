// Tests `assay export`: its programs need no other file and judge as Assay
// does.
#include <nlohmann/json.hpp>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

class ExportCommand : public CommandRun {
 protected:
  // Writes the first case of a golden vector whose id has the part.
  void write_case(const std::string& file, const std::string& part) {
    const Json vectors = Json::parse(
        text_of(ASSAY_SOURCE_DIR "/conformance/vectors/" + file + ".json"));
    for (const Json& test_case : vectors["cases"])
      if (contains(test_case["id"], part)) {
        std::ofstream(folder_ / "case.json") << test_case.dump();
        return;
      }
    ADD_FAILURE() << "no case of " << file << " has " << part;
  }

  // Exports case.json to C++, compiles it, and runs it on a plugin.
  Ran run_cpp(const std::string& plugin) {
    return shell(
        "$ASSAY export case.json --cpp --out case.cpp && " ASSAY_COMPILER
        " -std=c++17 -O0 -Wall -Wextra -Werror -I "
        "'" ASSAY_SOURCE_DIR "/spec/sdk' case.cpp -ldl -o case && ./case '" +
        plugin + "'");
  }

  Ran run_python() {
    return shell(
        "$ASSAY export case.json --python > case.py && "
        "/usr/bin/python3 case.py");
  }

  // Returns the program of case.json that calls a library, by --torch or such.
  std::string program(const std::string& library) {
    const Ran ran = assay({"export", "case.json", library});
    EXPECT_EQ(0, ran.code) << ran.err;
    return ran.out;
  }

  // Makes the expected value of case.json another one.
  void corrupt() {
    Json json = Json::parse(text_of(folder_ / "case.json"));
    json["expect"][0]["values"][0] = "0x1.8p+100";
    json["expect"][0]["judge"] = {{"class", "exact"}};
    std::ofstream(folder_ / "case.json") << json.dump();
  }

  static std::string plugin() {
    return (std::filesystem::path(ASSAY_COMMAND).parent_path() /
            "libassay_reference.so")
        .string();
  }
};

// There is one case of each way to judge and of each kind of attribute.
TEST_F(ExportCommand, CppProgramsAcceptTheReference) {
  for (const auto& [file, part] :
       {std::pair{"elementwise/mul", "dtype=complex64,"},
        std::pair{"fourier/irfft", ":value:"},
        std::pair{"sorting/argsort", ":nan_last:"},
        std::pair{"movement/pad", "dtype=int4,"},
        std::pair{"movement/flip", ":zero_copy:"},
        std::pair{"elementwise/add", ":same_shape:call=broken,"}}) {
    SCOPED_TRACE(file);
    write_case(file, part);
    const Ran ran = run_cpp(plugin());
    EXPECT_EQ(0, ran.code) << ran.out << ran.err;
  }
}

// Long cases are long in a program only as text: their sequences are expanded
// when it runs. A table, integers, and packed bits.
TEST_F(ExportCommand, ProgramsOfLongCasesAreShort) {
  for (const auto& [file, part] :
       {std::pair{"elementwise/add", "rung=6,"},
        std::pair{"memory/copy", "rung=6,"},
        std::pair{"reduction/reduce_sum", "rung=6,"}}) {
    SCOPED_TRACE(file);
    write_case(file, part);
    const Ran ran = run_cpp(plugin());
    EXPECT_EQ(0, ran.code) << ran.out << ran.err;
    EXPECT_LT(std::filesystem::file_size(folder_ / "case.cpp"), 150000u);
    if (shell("/usr/bin/python3 -c 'import numpy'").code != 0) continue;
    const Ran python = run_python();
    EXPECT_EQ(0, python.code) << python.out << python.err;
    EXPECT_LT(std::filesystem::file_size(folder_ / "case.py"), 250000u);
  }
  // The middle element of a table differs.
  write_case("elementwise/add", "rung=6,");
  Json json = Json::parse(text_of(folder_ / "case.json"));
  json["expect"][0]["values"]["table"][100] = "0x1.8p+100";
  std::ofstream(folder_ / "case.json") << json.dump();
  EXPECT_EQ(1, run_cpp(plugin()).code);
  EXPECT_EQ(1, run_python().code);
}

TEST_F(ExportCommand, CppProgramsRefuseWhatIsWrong) {
  write_case("elementwise/neg", ":value:dtype=float32,");
  EXPECT_EQ(0, run_cpp(plugin()).code);
  corrupt();
  const Ran ran = run_cpp(plugin());
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "expected 0x")) << ran.out;
  EXPECT_EQ(2, run_cpp("/dev/null").code);
}

TEST_F(ExportCommand, PythonProgramsJudgeNumpy) {
  if (shell("/usr/bin/python3 -c 'import numpy'").code != 0)
    GTEST_SKIP() << "python3-numpy is not installed";
  for (const auto& [file, part, code] :
       {std::tuple{"elementwise/neg", ":value:dtype=float32,", 0},
        std::tuple{"fourier/fft", ":value:dtype=complex64,", 0},
        std::tuple{"sorting/sort", ":nan_last:dtype=float64,", 0},
        std::tuple{"fourier/ifft", ":value:", 1},
        std::tuple{"elementwise/round", ":half:dtype=float32,", 1},
        std::tuple{"elementwise/erf", ":value:dtype=float32,", 2}}) {
    SCOPED_TRACE(std::string(file) + part);
    write_case(file, part);
    const Ran ran = run_python();
    EXPECT_EQ(code, ran.code) << ran.out << ran.err;
  }
  write_case("elementwise/neg", ":value:dtype=float32,");
  corrupt();
  EXPECT_EQ(1, run_python().code);
}

// Without NumPy the program says so in one sentence, and judges nothing. With
// -I and -S the interpreter sees the modules of the standard library alone.
TEST_F(ExportCommand, PythonProgramsSayThatNumpyIsMissing) {
  write_case("elementwise/neg", ":value:dtype=float32,");
  const Ran ran = shell(
      "$ASSAY export case.json --python > case.py && "
      "/usr/bin/python3 -I -S case.py");
  EXPECT_EQ(2, ran.code) << ran.out;
  EXPECT_EQ("", ran.out);
  EXPECT_TRUE(contains(ran.err, "this program needs NumPy, which ")) << ran.err;
  EXPECT_EQ(1, std::count(ran.err.begin(), ran.err.end(), '\n')) << ran.err;
}

// A program that calls a library has the call of its adapter, the operands as
// exact values, and an assertion of the accepted answers.
TEST_F(ExportCommand, LibraryProgramsMakeTheCallOfTheAdapter) {
  for (const auto& [file, part, library, call] :
       {std::tuple{"elementwise/div", ":dtype=int32,layout=contiguous,case",
                   "--torch", "torch.div(a, b, rounding_mode=\"trunc\")"},
        std::tuple{"elementwise/div", ":value:dtype=float32,", "--torch",
                   "torch.div(a, b, rounding_mode=None)"},
        std::tuple{"elementwise/div", ":dtype=int32,layout=contiguous,case",
                   "--jax", "jax.lax.div(a, b)"},
        std::tuple{"elementwise/mod", ":value:dtype=float32,", "--onnx",
                   "node(\"Mod\", [a, b], [], [np.float32], fmod=1)"},
        std::tuple{"linalg/eigh", ":value:", "--jax",
                   "(a, symmetrize_input=False)"},
        std::tuple{"movement/shrink", ":value:", "--torch", ", ...]"}}) {
    SCOPED_TRACE(std::string(file) + library);
    write_case(file, part);
    const std::string text = program(library);
    EXPECT_TRUE(contains(text, call)) << text;
    EXPECT_TRUE(contains(text, "assert ")) << text;
    EXPECT_LT(text.size(), 60000u);
  }
}

// Payloads of NaN are written as bits, strides by as_strided where the library
// has it, and long cases by their sequences.
TEST_F(ExportCommand, LibraryProgramsKeepBitsAndStrides) {
  write_case("memory/copy", "dtype=float32,");
  Json json = Json::parse(text_of(folder_ / "case.json"));
  json["tensors"].front()["storage"][0] = "nan:7fc01234";
  std::ofstream(folder_ / "case.json") << json.dump();
  EXPECT_TRUE(contains(program("--torch"), "0x7fc01234"));
  EXPECT_TRUE(
      contains(program("--torch"), "dtype=torch.uint32).view(torch.float32)"));
  EXPECT_TRUE(contains(program("--onnx"), "np.uint32).view(np.float32)"));
  write_case("elementwise/add", "layout=transpose,");
  EXPECT_TRUE(contains(program("--torch"), "_storage.as_strided("));
  const std::string jax = program("--jax");
  EXPECT_FALSE(contains(jax, "as_strided"));
  EXPECT_TRUE(contains(jax, "Operands are handed over contiguous.")) << jax;
  write_case("elementwise/add", "rung=6,");
  const std::string rung = program("--torch");
  EXPECT_TRUE(contains(rung, "s0 = expand(")) << rung.substr(0, 2000);
  EXPECT_LT(rung.size(), 250000u);
}

TEST_F(ExportCommand, LibraryProgramsAreOfCallsThatTheLibraryHas) {
  write_case("movement/shrink", "dtype=int4,");
  expect_complaint(assay({"export", "case.json", "--torch"}), 2,
                   "a program for PyTorch cannot hold int4");
  write_case("elementwise/trunc", "dtype=float32,");
  expect_complaint(assay({"export", "case.json", "--onnx"}), 2,
                   "ONNX has no call of trunc");
  write_case("convolution/conv", ":value:");
  Json json = Json::parse(text_of(folder_ / "case.json"));
  json["steps"][0]["attributes"]["padding"][0] = {0, 1};
  std::ofstream(folder_ / "case.json") << json.dump();
  EXPECT_EQ(2, assay({"export", "case.json", "--torch"}).code);
}

TEST_F(ExportCommand, NeedsOneCaseAndALanguage) {
  write_case("memory/to_host", ":rank_zero:");
  expect_complaint(assay({"export", "case.json", "--cpp"}), 2,
                   "a plugin never gets a call of to_host");
  expect_complaint(assay({"export", "case.json"}), 2,
                   "[--python,--cpp,--torch,--jax,--onnx]");
  expect_complaint(
      assay({"export", ASSAY_SOURCE_DIR "/conformance/vectors/view/flip.json",
             "--python"}),
      2, "expected one case of calls");
  expect_complaint(
      assay({"export", "case.json", "--python", "--out", "/dev/null/x"}), 2,
      "cannot be written");
}

}  // namespace
}  // namespace assay
