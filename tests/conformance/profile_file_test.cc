// Tests profile files: every value of every axis can be set and judged, the
// schema lists what the reader accepts, and broken files are refused.
#include "conformance/profile_file.h"

#include <nlohmann/json.hpp>
#include <set>

#include "conformance/records_file.h"
#include "spec/built_in_profiles.h"
#include "tests/conformance/scratch_run.h"
#include "tests/sampled.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

class ProfileFile : public ScratchRun {
 protected:
  std::filesystem::path write(const std::string& text) const {
    const auto path = folder_ / "profile.json";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  // Returns what is wrong with a file of this text, without its name.
  std::string complaint(const std::string& text) const {
    const auto path = write(text);
    const auto read = read_profile(path);
    if (read) return "";
    const std::string& message = read.status().message;
    EXPECT_TRUE(message.starts_with(path.string() + ": ")) << message;
    return message.substr(std::min(message.size(), path.string().size() + 2));
  }
  static Json schema() {
    std::ifstream file(ASSAY_SOURCE_DIR "/conformance/profile.schema.json");
    return Json::parse(file);
  }
};

// Returns a filter of a few cases that an axis decides, by the part of its name
// before the dot.
std::string cases_of(std::string_view axis) {
  const std::pair<std::string_view, const char*> kFilters[] = {
      {"sum.", "reduce_sum:*:dtype=float*"},
      {"prod.", "associative_scan:prod:*:dtype=float16"},
      {"scan.", "associative_scan:sum:*:dtype=float16"},
      {"float.", "mul:*:dtype=float32"},
      {"layout.", "exp:*:dtype=float32"},
      {"reduce.", "reduce_sum:empty"},
      {"fft.", "ifft:*:dtype=complex64"},
      {"solve.", "triangular_solve:*:dtype=float32"},
      {"pool.", "max_pool:*:ceil_start:dtype=float32"},
      {"max.",
       "max:*:dtype=float32,max_abs:nan:dtype=float32,"
       "max_with_index:nan:dtype=float32"},
      {"view.", "permute:zero_copy:dtype=float32,slice:zero_copy:dtype=int8"},
      {"sort.complex", "sort:*:dtype=complex64"},
      {"sort.", "sort:*:dtype=float32"},
      {"cast.float8", "cast:*:dtype=float32,to=float8_e4m3fn"},
      {"cast.complex", "cast:*:dtype=complex64,to=bool"},
      {"cast.", "cast:*:dtype=float32,to=int8"},
      {"convert.", "convert:refused:dtype=float64,to=int8"},
      {"clamp_general.", "clamp_general:crossed:dtype=float32"},
      {"svd.", "svd:*:dtype=float32"},
      {"eig.", "eig:*:dtype=float32"},
      {"cholesky.", "cholesky:*:dtype=float32"},
      {"lu.", "lu:parity:dtype=complex64"},
      {"full_piv_lu.", "full_piv_lu:singular:dtype=float32"},
      {"dot_general.", "dot_general:value:dtype=int32"},
      {"session.", "session:same_bits"},
      {"fusion.", "fusion:exact_bits:dtype=float32"},
      {"triangular_solve.", "triangular_solve:*:dtype=complex64"},
      {"sign.complex", "sign:*:dtype=complex64"},
      {"sign.", "sign:*:dtype=float32"},
      {"round.", "round:*:dtype=float32"},
      {"argmax.", "argmax:*:dtype=float32"},
      {"contiguous.", "contiguous:*:dtype=float32"},
      {"gather.", "gather:*:dtype=float32"},
      {"dynamic_slice.", "dynamic_slice:negative:dtype=int8"},
      {"gather_general.", "gather_general:out_of_range:dtype=int8"},
      {"scatter_general.out", "scatter_general:*:out_of_range:dtype=int8"},
      {"scatter_general.", "scatter_general:*:order:dtype=float32"},
      {"scatter.", "scatter:*:dtype=float32"},
      {"flip.", "flip:*:dtype=float32"},
      {"mod.", "mod:*:dtype=int32"},
      {"div.", "div:*:dtype=int32"},
      {"recip.", "recip:*:dtype=int32"},
      {"pow.", "pow:*:dtype=int32"},
      {"shift.", "shift_right:count:dtype=int32"},
      {"conv.",
       "conv:padding_is_no_term:dtype=float32,conv:every_term:dtype=float32"},
      {"pool.",
       "pooling:ceil_start:dtype=float32,max_pool*:nan:dtype=float32,"
       "max_pool_with_indices:nan_index:dtype=float32"},
      {"topk.", "topk:first_tie:dtype=int32"},
      {"mean.", "mean:truncated:dtype=int8"},
      {"reshape.", "reshape:*:dtype=float32"},
      {"broadcast_in_dim.", "broadcast_in_dim:*:dtype=float32"},
      {"quantize.", "quantize:*:half:dtype=float32"},
      {"attention.",
       "attention:causal_offset:dtype=float32,"
       "attention:empty_row:dtype=float32,"
       "attention:accumulator:dtype=float16"}};
  for (const auto& [start, filter] : kFilters)
    if (axis.starts_with(start)) return filter;
  return "";
}

TEST_F(ProfileFile, SetsEveryValueOfEveryAxis) {
  int number = 0;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    for (const std::string_view value : kPolicyAxes[axis].values) {
      if (value.empty()) continue;
      const std::string name(kPolicyAxes[axis].name);
      SCOPED_TRACE(name + "=" + std::string(value));
      if (++number % 7 != 0 && test::kIsSanitized) continue;
      const Json json = {{"format", 1},
                         {"name", fmt::format("one_{}", number)},
                         {"values", {{name, value}}}};
      const auto profile = read_profile(write(json.dump()));
      ASSERT_TRUE(profile.ok()) << profile.status().message;
      EXPECT_EQ(value, kPolicyAxes[axis].values[(*profile)->values[axis]]);
      const std::string filter = cases_of(name);
      ASSERT_NE("", filter) << "the table has no cases for this axis";
      CheckOptions options = this->options(filter);
      options.profile = *profile;
      options.make_oracle = [profile] {
        return std::make_unique<Reference>(**profile);
      };
      options.make_subject = [profile]() -> Result<std::unique_ptr<Subject>> {
        return std::unique_ptr<Subject>(std::make_unique<InProcessSubject>(
            std::make_unique<Reference>(**profile)));
      };
      CheckReport report;
      const auto failure = run_check(options, report);
      ASSERT_FALSE(failure) << failure->message;
      EXPECT_LT(0u, report.records.size());
      for (const Record& record : report.records)
        EXPECT_FALSE(is_failure(record.verdict))
            << record.id << ": "
            << (record.failure ? record.failure->message : "");
    }
}

TEST_F(ProfileFile, ChangesTheProfileThatItIsBasedOn) {
  const auto read =
      read_profile(write(R"({"format": 1, "name": "based", "based_on": "torch",
               "values": {"mod.sign": "dividend", "sum.order": "any"}})"));
  ASSERT_TRUE(read.ok()) << read.status().message;
  const Profile expected =
      kTorch.with("mod.sign=dividend"_policy).with("sum.order=any"_policy);
  EXPECT_EQ(expected.values, (*read)->values);
  EXPECT_EQ(*read, profile_named("based"));
}

TEST_F(ProfileFile, SaysWhatIsWrong) {
  const struct {
    std::string text, complaint;
  } rows[] = {
      {"", "not JSON: the text is empty"},
      {"{\"format\": 1,", "not JSON: the text of 13 bytes ends too early"},
      {"{1}", "not JSON: syntax error at byte 2 of 3"},
      {"[]", "profile: found [], expected an object"},
      {"{\"format\": 1e999}", "not a profile: a number in it is out of range"},
      {R"({"name": "a", "values": {}})", "profile: \"format\" is missing"},
      {R"({"format": 2, "name": "a", "values": {}})",
       "profile: \"format\" is 2, expected an integer from 1 to 1"},
      {R"({"format": 1, "values": {}})", "profile: \"name\" is missing"},
      {R"({"format": 1, "name": 5, "values": {}})",
       "profile: \"name\" is 5, expected a string"},
      {R"({"format": 1, "name": "a/b", "values": {}})",
       "profile: \"name\" is \"a/b\", expected a letter, and then letters, "
       "digits, \"_\" and \"-\", at most 60 in all"},
      {R"({"format": 1, "name": "a"})", "profile: \"values\" is missing"},
      {R"({"format": 1, "name": "a", "values": []})",
       "profile: \"values\" is [], expected an object"},
      {R"({"format": 1, "name": "a", "values": {"mod.sign": 1}})",
       "profile: \"values\" has 1 for mod.sign, expected a string"},
      {R"({"format": 1, "name": "a", "values": {"mod.sign": ""}})",
       "profile: \"values\": mod.sign is \"\", expected dividend or divisor"}};
  for (const auto& row : rows)
    EXPECT_EQ(row.complaint, complaint(row.text)) << row.text;
  EXPECT_TRUE(complaint(std::string(100000, ' ')).starts_with("it is longer"));
  // Deep nesting exhausts nothing.
  const std::string deep(60000, '[');
  EXPECT_TRUE(complaint(deep).starts_with("not JSON")) << complaint(deep);
  EXPECT_TRUE(complaint(R"({"format": )" + std::string(30000, '[') +
                        std::string(30000, ']') + "}")
                  .starts_with("profile: "));
}

TEST_F(ProfileFile, RefusesTwoProfilesOfOneName) {
  const std::string start = R"({"format": 1, "name": "same", "values": {)";
  EXPECT_EQ("", complaint(start + "}}"));
  EXPECT_EQ("", complaint(start + R"("mod.sign": "dividend"}})"));
  EXPECT_EQ(
      "there are two profiles same, and their values of mod.sign are dividend "
      "and divisor",
      complaint(start + R"("mod.sign": "divisor"}})"));
}

TEST_F(ProfileFile, HasASchemaThatListsTheTable) {
  const Json properties = schema()["properties"];
  std::set<std::string> keys;
  for (const auto& [key, value] : properties.items()) keys.insert(key);
  EXPECT_EQ((std::set<std::string>{"format", "name", "based_on", "values"}),
            keys);
  Json names = Json::array();
  for (const Profile* profile : kProfiles) names.push_back(profile->name);
  EXPECT_EQ(names, properties["based_on"]["enum"]);
  Json axes = Json::object();
  for (const PolicyAxis& axis : kPolicyAxes) {
    Json values = Json::array();
    for (const std::string_view value : axis.values)
      if (!value.empty()) values.push_back(value);
    axes[std::string(axis.name)] = {{"enum", values}};
  }
  EXPECT_EQ(axes, properties["values"]["properties"]);
}

TEST_F(ProfileFile, IsDescribedByAPage) {
  std::ifstream file(ASSAY_SOURCE_DIR "/docs/profiles.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const PolicyAxis& axis : kPolicyAxes) {
    std::string values;
    for (const std::string_view value : axis.values)
      if (!value.empty())
        values += fmt::format("{}`{}`", values.empty() ? "" : ", ", value);
    EXPECT_NE(std::string::npos,
              page.find(fmt::format("\n| `{}` | {} | {} |\n", axis.name, values,
                                    axis.source)))
        << axis.name;
  }
  const std::size_t open = page.find("```json\n") + 8;
  const auto example =
      read_profile(write(page.substr(open, page.find("```", open) - open)));
  ASSERT_TRUE(example.ok()) << example.status().message;
  EXPECT_EQ(kTorch.with("mod.sign=dividend"_policy)
                .with("sum.order=any"_policy)
                .values,
            (*example)->values);
}

TEST_F(ProfileFile, IsNotNeededToReadARecordedRun) {
  RunRecord run;
  run.profile = "recorded";
  run.profile_values = PolicyValues{{"mod.sign", "divisor"}};
  run.profile_file = "gone.json";
  const auto read = run_from_json(to_json(run));
  ASSERT_TRUE(read.ok()) << read.status().message;
  EXPECT_EQ(run.profile_values, read->profile_values);
  EXPECT_EQ(run.profile_file, read->profile_file);
  const auto profile = profile_of(*read);
  ASSERT_TRUE(profile.ok()) << profile.status().message;
  EXPECT_TRUE((*profile)->is("mod.sign=divisor"_policy));
  run.profile_values = PolicyValues{{"mod.sign", "up"}};
  EXPECT_FALSE(profile_of(run).ok());
  RunRecord built_in;
  built_in.profile = "torch";
  EXPECT_EQ(&kTorch, *profile_of(built_in));
  EXPECT_FALSE(to_json(built_in).contains("profile_values"));
  EXPECT_FALSE(to_json(built_in).contains("profile_file"));
}

}  // namespace
}  // namespace assay
