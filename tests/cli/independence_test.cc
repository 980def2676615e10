// Tests whether the reference is right. The oracle and `reference` as a subject
// are the same code, so NumPy is compared: its functions, sums and casts must
// be within the declared bounds of the reference, judged by the profile
// `numpy`.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "spec/built_in_profiles.h"
#include "spec/op_sets.h"

namespace {

constexpr char kNumpy[] = "/usr/bin/python3";

// Records of `assay check` on the NumPy adapter, by op.
std::map<std::string, std::vector<nlohmann::json>> check_numpy(
    const std::string& filter, const std::string& level = "standard",
    int code = 0) {
  const auto out = std::filesystem::temp_directory_path() /
                   ("assay-independence-" + std::to_string(::getpid()));
  const std::string command = std::string(ASSAY_COMMAND) +
                              " check 'exec:" + kNumpy + " " +
                              ASSAY_SOURCE_DIR +
                              "/adapters/numpy/backend.py' --profile numpy "
                              "--level " +
                              level + " --timeout 60 --filter '" + filter +
                              "' --out " + out.string() + " > /dev/null 2>&1";
  const int status = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), code) << command;
  std::map<std::string, std::vector<nlohmann::json>> records;
  std::ifstream file(out / "records.jsonl");
  std::string line;
  std::getline(file, line);  // the run itself
  while (std::getline(file, line)) {
    auto record = nlohmann::json::parse(line);
    records[record["op"]].push_back(std::move(record));
  }
  std::filesystem::remove_all(out);
  return records;
}

// Returns why NumPy is not compared here, or nothing.
std::string reason_to_skip() {
#ifdef ASSAY_SANITIZED
  return "the build without sanitizers asks NumPy";
#else
  const std::string import = std::string(kNumpy) + " -c 'import numpy'";
  return std::system((import + " > /dev/null 2>&1").c_str()) == 0
             ? ""
             : "python3-numpy is not installed";
#endif
}

// Elements that were compared in passing cases of an op on a dtype.
std::int64_t compared(const std::vector<nlohmann::json>& records,
                      const std::string& dtype) {
  std::int64_t count = 0;
  for (const auto& record : records)
    if (record["verdict"] == "pass" &&
        record["dtype"].get<std::string>().starts_with(dtype))
      count += record["compared"].get<std::int64_t>();
  return count;
}

TEST(IndependenceTest, NumpyAgreesOnFunctions) {
  if (const auto reason = reason_to_skip(); !reason.empty())
    GTEST_SKIP() << reason;
  const auto records = check_numpy(
      "sqrt,exp,log,sin,cos,tan,asin,acos,atan,sinh,cosh,tanh,pow,atan2",
      "quick");
  EXPECT_EQ(records.size(), 14u);
  for (const auto& [op, of_op] : records)
    for (const char* dtype : {"float16", "float32", "float64"})
      EXPECT_GT(compared(of_op, dtype), 500) << op << " " << dtype;
}

TEST(IndependenceTest, NumpyAgreesOnSumsProductsAndCasts) {
  if (const auto reason = reason_to_skip(); !reason.empty())
    GTEST_SKIP() << reason;
  const auto records = check_numpy("reduce_sum,reduce_prod,cast");
  EXPECT_EQ(records.size(), 3u);
  for (const auto& [op, of_op] : records)
    for (const char* dtype : {"int8", "uint64", "float32", "complex128"})
      EXPECT_GT(compared(of_op, dtype), 50) << op << " " << dtype;
}

// Lists differences of NumPy that are known but not documented by it
// (adapters/numpy/README.md).
const std::set<std::string> kKnown = {
    "clamp_general clamp_general.nan_bound", "div div.value",
    "flip movement.rank_zero", "tril tril.extreme", "triu triu.extreme"};

// docs/second_opinions.md names who vouches for these instead.
const std::set<std::string> kVouchedByOthers = {"erf", "threefry", "unfold",
                                                "fold", "triangular_solve"};

// All ops of nx, and those of lax that the adapter claims without SciPy.
std::set<std::string> ops_with_opinions() {
  std::set<std::string> names = {
      "abs_real",      "clamp_general", "cmpge",
      "cmpgt",         "conj",          "einsum",
      "expm1",         "solve",         "select_general",
      "slice_general", "tril",          "extract_diagonal",
      "triu"};
  for (const assay::Op op : assay::every_op_by_name())
    if (assay::set_of(op) == "nx") names.emplace(assay::name_of(op));
  return names;
}

// Every op that NumPy has agrees with the reference on enough elements, and
// nothing else differs. Where NumPy disagrees with itself, which depends on the
// processor and on addresses, it says nothing about the reference.
TEST(IndependenceTest, NumpyVouchesForEveryOpThatItHas) {
  if (const auto reason = reason_to_skip(); !reason.empty())
    GTEST_SKIP() << reason;
  const auto records = check_numpy("*", "quick", 1);
  std::set<std::string> differing, judged, expected = ops_with_opinions(),
                                           vouched;
  for (const auto& [op, of_op] : records) {
    std::int64_t count = 0;
    for (const auto& record : of_op) {
      if (record["verdict"] == "pass")
        count += record["compared"].get<std::int64_t>();
      else if (record["verdict"] != "unsupported" &&
               record["verdict"] != "nondeterministic")
        differing.insert(op + " " + record["clause"].get<std::string>());
    }
    if (expected.contains(op)) judged.insert(op);
    if (expected.contains(op) && count > 50) vouched.insert(op);
  }
  EXPECT_EQ(kKnown, differing);
  EXPECT_EQ(expected, judged);
  for (const std::string& op : kVouchedByOthers)
    EXPECT_EQ(1u, expected.erase(op)) << op;
  EXPECT_EQ(expected, vouched);
}

}  // namespace
