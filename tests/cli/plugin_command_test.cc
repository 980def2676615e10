// Plugins on the command line, of this version of the C header and of others,
// and the reference in process, as a plugin and as a process.
#include <nlohmann/json.hpp>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class PluginCommand : public CommandRun {
 protected:
  // A plugin of tests/plugins/, by its version or name.
  static std::string plugin(const std::string& version) {
    return (fs::path(ASSAY_COMMAND).parent_path() / "tests" /
            fmt::format("libassay_{}.so", version))
        .string();
  }
  static std::string reference_plugin() {
    return (fs::path(ASSAY_COMMAND).parent_path() / "libassay_reference.so")
        .string();
  }
};

TEST_F(PluginCommand, AFrozenPluginKeepsLoadingAndPassing) {
  for (const std::string version : {"frozen", "later"}) {
    const Ran ran = assay({"check", plugin(version), "--out", version,
                           "--level", "standard", "--filter",
                           "elementwise/add,elementwise/neg,movement/flip,"
                           "memory/copy"});
    EXPECT_EQ(0, ran.code) << version << ": " << ran.out << ran.err;
    EXPECT_TRUE(contains(ran.out, ", 0 failed")) << ran.out;
    EXPECT_FALSE(contains(ran.out, " 0 passed")) << ran.out;
  }
}

TEST_F(PluginCommand, ListsTheClaimsOfAPlugin) {
  const Ran ran = assay({"caps", plugin("frozen")});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("floats 1\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "neg                          float32\n"));
  // Additions of a later version are ignored.
  EXPECT_EQ(ran.out, assay({"caps", plugin("later")}).out);
}

TEST_F(PluginCommand, SaysWhyAPluginIsRefused) {
  std::ofstream(folder_ / "text.so") << "no library";
  std::ofstream(folder_ / "empty.so").flush();
  fs::create_directory(folder_ / "folder.so");
  const std::pair<std::string, std::string> rows[] = {
      {plugin("short"),
       "its table has 128 bytes where ABI version 1.0 needs "
       "at least 152"},
      {plugin("second"), "is a backend of ABI version 2; expected version 1"},
      {plugin("unnamed"),
       "is not a backend: it does not export assay_backend_v1()"},
      {"./none.so", "there is no file ./none.so"},
      {"none.so", "there is no file none.so"},
      {"text.so", "text.so cannot be loaded: file too short"},
      {"empty.so", "empty.so cannot be loaded: file too short"},
      {"folder.so", "folder.so is not a file; expected a shared library"},
      {ASSAY_COMMAND, "cannot be loaded: cannot dynamically load "},
  };
  for (const auto& [subject, part] : rows) {
    SCOPED_TRACE(subject);
    expect_complaint(assay({"caps", subject}), 4, part);
    expect_complaint(
        assay({"check", subject, "--filter", "neg", "--out", "out"}), 4, part);
    EXPECT_FALSE(fs::exists(folder_ / "out"));
  }
  expect_complaint(assay({"caps", "libbackend"}), 2,
                   "expected reference, optimized, path/to/LIBRARY.so, "
                   "py:MODULE, onnx:RUNTIME, pjrt:PLUGIN or "
                   "\"exec:COMMAND …\"");
}

TEST_F(PluginCommand, ReplaysACaseOnAPlugin) {
  std::ofstream(folder_ / "case.json") << R"({"format": 1,
      "id": "elementwise/neg:value:dtype=float32,layout=contiguous,case=0",
      "clause": "neg.value", "seed": "0",
      "tensors": {"x": {"dtype": "float32", "shape": [1], "strides": [1],
                        "offset": 0, "storage": ["0x1p+0"]},
                  "out": {"dtype": "float32", "shape": [1]}},
      "steps": [{"op": "neg", "operands": ["x"], "attributes": {},
                 "outs": ["out"]}],
      "expect": [{"tensor": "out", "values": ["-0x1p+0"],
                  "judge": {"class": "exact"}}]})";
  const Ran ran = assay({"replay", "case.json", plugin("frozen")});
  EXPECT_EQ(0, ran.code) << ran.out << ran.err;
  EXPECT_TRUE(contains(ran.out, "pass: 1 elements compared")) << ran.out;
}

// The record of every case, without what a subject says of itself.
std::string outcomes(const fs::path& records) {
  std::ifstream file(records);
  std::string line, all;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const auto record = nlohmann::json::parse(line);
    all +=
        fmt::format("{} {} {} {}\n", record.at("id").get<std::string>(),
                    record.at("verdict").get<std::string>(),
                    record.at("compared").dump(), record.at("max_ulp").dump());
  }
  return all;
}

// This runs a quarter of level quick, which has every op of tensors, or less of
// it under sanitizers.
TEST_F(PluginCommand, TheReferenceIsTheSameInThreeWays) {
  // A sum of 2^25 elements can take longer than 5 s on a machine at work.
  std::vector<std::string> arguments = {"check", "",          "--out",
                                        "",      "--timeout", "60"};
#ifdef ASSAY_SANITIZED
  arguments.insert(arguments.end(), {"--filter", "dtype=float32,random/*"});
  constexpr int kLeastCases = 1200;
#else
  arguments.insert(arguments.end(), {"--shard", "2/4"});
  constexpr int kLeastCases = 13000;
#endif
  const auto run = [&](const std::string& subject, const std::string& out) {
    arguments[1] = subject;
    arguments[3] = out;
    const Ran ran = assay(arguments);
    EXPECT_EQ(0, ran.code) << ran.out << ran.err;
    return outcomes(folder_ / out / "records.jsonl");
  };
  const std::string expected = run("reference", "in_process");
  EXPECT_LT(kLeastCases, std::count(expected.begin(), expected.end(), '\n'));
  EXPECT_TRUE(expected == run(reference_plugin(), "plugin"));
  EXPECT_TRUE(
      expected ==
      run(fmt::format("exec:'{}' serve reference", ASSAY_COMMAND), "process"));
}

// All rows of set protocol are proven where there are two places.
TEST_F(PluginCommand, TwoPlacesAreTheSameInTwoWays) {
  const auto run = [&](const std::string& subject, const std::string& out) {
    const Ran ran = assay({"check", subject, "--set", "protocol", "--seed", "5",
                           "--out", out, "--timeout", "60"});
    EXPECT_EQ(0, ran.code) << ran.out << ran.err;
    EXPECT_TRUE(contains(ran.out,
                         "score protocol: 34 proven / 34 claimed / 34 optional "
                         "cells\n"))
        << ran.out;
    return outcomes(folder_ / out / "records.jsonl");
  };
  const std::string plugin_outcomes = run(plugin("two_places"), "plugin");
  EXPECT_LT(250,
            std::count(plugin_outcomes.begin(), plugin_outcomes.end(), '\n'));
  EXPECT_EQ(plugin_outcomes,
            run(fmt::format("exec:'{}' serve '{}'", ASSAY_COMMAND,
                            plugin("two_places")),
                "process"));
}

// `assay serve` serves a plugin over the wire. The server itself refuses some
// requests.
TEST_F(PluginCommand, ServesAPlugin) {
  const Ran ran = assay({"caps", fmt::format("exec:'{}' serve '{}'",
                                             ASSAY_COMMAND, plugin("frozen"))});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ(assay({"caps", plugin("frozen")}).out, ran.out);
  expect_complaint(assay({"serve", "./none.so"}), 4, "there is no file");
  expect_complaint(assay({"serve", "nosuch"}), 2, "there is no subject");
  EXPECT_EQ(0, assay({"serve", "reference"}).code);  // stdin ends at once
  const Ran text = shell("echo 'some text, no frame' | $ASSAY serve reference");
  EXPECT_EQ(4, text.code);
  EXPECT_TRUE(contains(text.err, "a frame starts with \"some text, n\""))
      << text.err;
}

}  // namespace
}  // namespace assay
