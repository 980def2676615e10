// Runs of a few cases in a scratch folder, on the reference with something
// changed, for the tests of whole runs.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/check.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {

// The reference, but every call passes through a function first, which may
// change it or never return.
class Meddled : public Reference {
 public:
  using Meddle = std::function<void(Call&)>;
  explicit Meddled(Meddle meddle) : meddle_(std::move(meddle)) {}

  std::string_view name() const override { return "meddled"; }
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    meddle_(changed);
    return Reference::execute(changed);
  }

 private:
  Meddle meddle_;
};

// Computes abs where neg is asked for.
inline void confuse(Call& call) {
  if (call.op == "neg"_op) call.op = "abs"_op;
}

inline std::unique_ptr<Subject> subject_of(Meddled::Meddle meddle) {
  return std::make_unique<InProcessSubject>(
      std::make_unique<Meddled>(std::move(meddle)));
}

class ScratchRun : public testing::Test {
 protected:
  ScratchRun()
      : folder_(std::filesystem::path(testing::TempDir()) /
                fmt::format("assay-run-{}", getpid())) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ScratchRun() override { std::filesystem::remove_all(folder_); }

  // Options of a run into the folder `out` of the scratch folder.
  CheckOptions options(
      std::string_view filter, Meddled::Meddle meddle = [](Call&) {}) {
    CheckOptions options;
    options.subject = "meddled";
    options.make_subject =
        [meddle = std::move(meddle)]() -> Result<std::unique_ptr<Subject>> {
      return subject_of(meddle);
    };
    options.make_oracle = [] { return std::make_unique<Reference>(); };
    auto parsed = Filter::parse(filter);
    EXPECT_TRUE(parsed.ok()) << parsed.status().message;
    options.filter = *std::move(parsed);
    options.filter_text = filter;
    options.out = folder_ / "out";
    return options;
  }

  // Runs, and expects that there is a report.
  static CheckReport report_of(const CheckOptions& options) {
    CheckReport report;
    const auto failure = run_check(options, report);
    EXPECT_FALSE(failure.has_value()) << failure->message;
    return report;
  }

  // Runs, and expects that there is none.
  static CheckFailure failure_of(const CheckOptions& options) {
    CheckReport report;
    auto failure = run_check(options, report);
    EXPECT_TRUE(failure.has_value());
    return failure.value_or(CheckFailure{CheckError::kInternal, "none"});
  }

  static std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.good()) << path;
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  // Every file of a run by its name, without the time stamp.
  static std::map<std::string, std::string> files_of(
      const std::filesystem::path& out) {
    std::map<std::string, std::string> files;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(out)) {
      if (!entry.is_regular_file()) continue;
      std::string text = text_of(entry.path());
      const std::size_t stamp = text.find("\"started_at\":\"");
      if (stamp != std::string::npos)
        text.erase(stamp, text.find(',', stamp) - stamp);
      files[entry.path().lexically_relative(out).string()] = std::move(text);
    }
    return files;
  }

  const std::filesystem::path folder_;
};

}  // namespace assay
