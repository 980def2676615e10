// Tests the layout and the numbers of the C header against literals that were
// written by hand. Whoever moves a member or a number finds out here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "spec/cells.h"
#include "spec/sdk/abi_values.h"
#include "spec/status_kinds.h"

namespace assay {
namespace {

static_assert(sizeof(void*) == 8);

// A header without its comments, as lines without commas and blanks at the end.
std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) + "/" + path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  text = std::regex_replace(text, std::regex(R"(/\*([^*]|\*[^/])*\*/)"), "");
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    line.erase(line.find_last_not_of(", ") + 1);
    if (!line.empty()) lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

constexpr const char* kHeader = "spec/sdk/assay_backend.h";

TEST(AbiLayout, StructsStayWhereTheyAre) {
#define ASSAY_SIZE(type, size) EXPECT_EQ(sizeof(type), std::size_t{size});
#define ASSAY_OFFSET(type, member, offset) \
  EXPECT_EQ(offsetof(type, member), std::size_t{offset}) << #member;
#include "spec/sdk/abi_layout.inc"
#undef ASSAY_OFFSET
#undef ASSAY_SIZE
}

// A struct or member that the table lacks would not be pinned.
TEST(AbiLayout, TheTableHasEveryMember) {
  std::size_t members = 0;
#define ASSAY_SIZE(type, size)
#define ASSAY_OFFSET(type, member, offset) ++members;
#include "spec/sdk/abi_layout.inc"
#undef ASSAY_OFFSET
#undef ASSAY_SIZE
  std::size_t declared = 0;
  bool is_in_struct = false;
  for (const std::string& line : lines_of(kHeader)) {
    if (line.starts_with("typedef struct") && line.ends_with("{"))
      is_in_struct = true;
    else if (line.starts_with("}"))
      is_in_struct = false;
    else if (is_in_struct && line.ends_with(";"))
      ++declared;
  }
  EXPECT_EQ(declared, members);
}

TEST(AbiLayout, ExtensionsHaveTheirNamesAndFlags) {
  EXPECT_STREQ("assay.donation", ASSAY_DONATION);
  EXPECT_STREQ("assay.claim_limits", ASSAY_CLAIM_LIMITS);
  EXPECT_EQ(ASSAY_CLAIM_COMPOSED, 1u);
  EXPECT_EQ(ASSAY_CLAIM_IMMUTABLE, 2u);
}

// The names and numbers of the enumerators with a prefix.
std::vector<std::pair<std::string, int>> enumerators(const std::string& start) {
  const std::regex pattern("^ *" + start + "([A-Z0-9_]+) = ([0-9]+)$");
  std::vector<std::pair<std::string, int>> found;
  for (const std::string& line : lines_of(kHeader)) {
    std::smatch match;
    std::string part = line.substr(line.find_first_not_of(' '));
    if (part.starts_with("enum { ")) continue;
    if (!std::regex_match(part, match, pattern)) continue;
    std::string name = match[1];
    for (char& c : name) c = static_cast<char>(std::tolower(c));
    found.emplace_back(name, std::stoi(match[2]));
  }
  return found;
}

TEST(AbiLayout, TheFrozenHeaderIsContainedInThisOne) {
  const auto frozen = lines_of("tests/plugins/frozen/assay_backend.h");
  const auto now = lines_of(kHeader);
  ASSERT_LT(250u, frozen.size());
  auto at = now.begin();
  for (const std::string& line : frozen) {
    if (line.starts_with("#define ASSAY_ABI_MINOR") ||
        line.starts_with("#define ASSAY_MAX_RESULTS"))
      continue;
    at = std::find(at, now.end(), line);
    ASSERT_NE(now.end(), at) << "gone or moved: " << line;
    ++at;
  }
}

TEST(AbiLayout, OpsHaveTheNumbersOfTheTable) {
  const auto ops = enumerators("ASSAY_OP_");
  EXPECT_EQ(every_op().size(), ops.size());
  for (const auto& [name, number] : ops) {
    const auto op = op_named(name);
    ASSERT_TRUE(op) << name;
    EXPECT_EQ(spec_of(*op).id, number) << name;
    EXPECT_EQ(op, op_of_id(static_cast<std::uint32_t>(number))) << name;
  }
  for (std::uint32_t id : {0u, 13u, 236u, 999u, 0xffffffffu})
    EXPECT_FALSE(op_of_id(id)) << id;
}

TEST(AbiLayout, KeysHaveTheNumbersOfAttributeKey) {
  const auto keys = enumerators("ASSAY_KEY_");
  ASSERT_EQ(std::size_t{kAttributeKeyCount}, keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(static_cast<int>(i), keys[i].second);
    const std::string_view name = kAttributes[i].name;
    // Three keys have a name of their own, as they share one or are a letter.
    const std::string_view expected = i == 6    ? "permutation"
                                      : i == 8  ? "flips"
                                      : i == 18 ? "sizes"
                                                : name;
    EXPECT_EQ(expected, keys[i].first);
  }
}

TEST(AbiLayout, DTypesHaveTheCodesOfDLPack) {
  const std::pair<DType, AssayDType> rows[] = {
      {DType::kFloat16, {2, 16, 1}},      {DType::kFloat32, {2, 32, 1}},
      {DType::kFloat64, {2, 64, 1}},      {DType::kBfloat16, {4, 16, 1}},
      {DType::kFloat8E4m3fn, {10, 8, 1}}, {DType::kFloat8E5m2, {12, 8, 1}},
      {DType::kInt4, {0, 4, 1}},          {DType::kUint4, {1, 4, 1}},
      {DType::kInt8, {0, 8, 1}},          {DType::kUint8, {1, 8, 1}},
      {DType::kInt16, {0, 16, 1}},        {DType::kUint16, {1, 16, 1}},
      {DType::kInt32, {0, 32, 1}},        {DType::kUint32, {1, 32, 1}},
      {DType::kInt64, {0, 64, 1}},        {DType::kUint64, {1, 64, 1}},
      {DType::kComplex64, {5, 64, 1}},    {DType::kComplex128, {5, 128, 1}},
      {DType::kBool, {6, 8, 1}},
  };
  ASSERT_EQ(std::size_t{kDTypeCount}, std::size(rows));
  for (const auto& [dtype, code] : rows) {
    const AssayDType made = abi_dtype(dtype);
    EXPECT_EQ(abi_dtype_text(code), abi_dtype_text(made)) << name_of(dtype);
    EXPECT_EQ(dtype, dtype_of_abi(code));
    EXPECT_FALSE(dtype_of_abi({code.code, code.bits, 2}));
  }
  EXPECT_FALSE(dtype_of_abi({3, 64, 1}));   // an opaque handle
  EXPECT_FALSE(dtype_of_abi({17, 4, 1}));   // float4_e2m1fn
  EXPECT_FALSE(dtype_of_abi({2, 128, 1}));  // no such width
}

TEST(AbiLayout, StatusesHaveTheNumbersOfTheirLists) {
  const std::string_view codes[] = {"ok",      "unsupported",   "invalid",
                                    "numeric", "out_of_memory", "internal"};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(codes[i], name_of(static_cast<StatusCode>(i)));
  EXPECT_EQ(0, ASSAY_OK);
  EXPECT_EQ(1, ASSAY_UNSUPPORTED);
  EXPECT_EQ(2, ASSAY_INVALID);
  EXPECT_EQ(3, ASSAY_NUMERIC);
  EXPECT_EQ(4, ASSAY_OUT_OF_MEMORY);
  EXPECT_EQ(5, ASSAY_INTERNAL);
  const auto unsupported = StatusCode::kUnsupported;
  const auto numeric = StatusCode::kNumeric;
  EXPECT_EQ(1u, abi_kind(unsupported, "op"));
  EXPECT_EQ(2u, abi_kind(unsupported, "dtype"));
  EXPECT_EQ(3u, abi_kind(unsupported, "layout"));
  EXPECT_EQ(4u, abi_kind(unsupported, "rank"));
  EXPECT_EQ(5u, abi_kind(unsupported, "view"));
  EXPECT_EQ(6u, abi_kind(numeric, "not_positive_definite"));
  EXPECT_EQ(7u, abi_kind(numeric, "singular"));
  EXPECT_EQ(8u, abi_kind(numeric, "no_convergence"));
  EXPECT_EQ(0u, abi_kind(numeric, "op"));
  EXPECT_EQ(0u, abi_kind(StatusCode::kInvalid, "sort.axis"));
  EXPECT_EQ(9u, abi_kind(unsupported, "placement"));
  EXPECT_EQ(10u, abi_kind(unsupported, "plan"));
  EXPECT_EQ(10u, enumerators("ASSAY_KIND_").size() - 1);
}

TEST(AbiLayout, LayoutsAndChoicesHaveTheirNumbers) {
  const std::pair<std::string_view, std::uint64_t> layouts[] = {
      {"contiguous", ASSAY_LAYOUT_CONTIGUOUS},
      {"offset", ASSAY_LAYOUT_OFFSET},
      {"transpose", ASSAY_LAYOUT_TRANSPOSE},
      {"slice", ASSAY_LAYOUT_SLICE},
      {"flip", ASSAY_LAYOUT_FLIP},
      {"broadcast", ASSAY_LAYOUT_BROADCAST},
      {"mixed", ASSAY_LAYOUT_MIXED}};
  ASSERT_EQ(std::size_t{kLayoutCount}, std::size(layouts));
  for (std::size_t i = 0; i < std::size(layouts); ++i) {
    EXPECT_EQ(layouts[i].first, kLayoutNames[i]);
    EXPECT_EQ(layouts[i].second, std::uint64_t{1} << i);
  }
  EXPECT_EQ(1u, ASSAY_THREAD_SAFE_CONTEXT);
  EXPECT_EQ(2u, ASSAY_KEEPS_THREADS);
  const std::pair<int, std::string_view> scans[] = {{ASSAY_SCAN_SUM, "sum"},
                                                    {ASSAY_SCAN_PROD, "prod"},
                                                    {ASSAY_SCAN_MAX, "max"},
                                                    {ASSAY_SCAN_MIN, "min"}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(i, scans[i].first);
    EXPECT_EQ(scans[i].second, kScanNames[i]);
  }
  const std::pair<int, std::string_view> interpolations[] = {
      {ASSAY_INTERPOLATION_NEAREST, "nearest"},
      {ASSAY_INTERPOLATION_NEAREST_EXACT, "nearest_exact"},
      {ASSAY_INTERPOLATION_BILINEAR, "bilinear"},
      {ASSAY_INTERPOLATION_BICUBIC, "bicubic"},
      {ASSAY_INTERPOLATION_LANCZOS3, "lanczos3"}};
  ASSERT_EQ(std::size(kInterpolationNames), std::size(interpolations));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(i, interpolations[i].first);
    EXPECT_EQ(interpolations[i].second, kInterpolationNames[i]);
  }
  const std::pair<int, std::string_view> paddings[] = {
      {ASSAY_PADDING_ZEROS, "zeros"},
      {ASSAY_PADDING_BORDER, "border"},
      {ASSAY_PADDING_REFLECTION, "reflection"}};
  ASSERT_EQ(std::size(kPaddingModeNames), std::size(paddings));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(i, paddings[i].first);
    EXPECT_EQ(paddings[i].second, kPaddingModeNames[i]);
  }
  const std::pair<int, std::string_view> updates[] = {
      {ASSAY_UPDATE_ASSIGN, "assign"}, {ASSAY_UPDATE_ADD, "add"},
      {ASSAY_UPDATE_MUL, "mul"},       {ASSAY_UPDATE_MIN, "min"},
      {ASSAY_UPDATE_MAX, "max"},       {ASSAY_UPDATE_OR, "or"}};
  ASSERT_EQ(std::size(kUpdateModeNames), std::size(updates));
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(i, updates[i].first);
    EXPECT_EQ(updates[i].second, kUpdateModeNames[i]);
  }
  EXPECT_EQ(0, ASSAY_SCATTER_SET);
  EXPECT_EQ(1, ASSAY_SCATTER_ADD);
  EXPECT_EQ(2, ASSAY_SCATTER_MIN);
  EXPECT_EQ(3, ASSAY_SCATTER_MAX);
  const std::string_view modes[] = {"set", "add", "min", "max"};
  ASSERT_EQ(std::size(kScatterModeNames), std::size(modes));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(modes[i], kScatterModeNames[i]);
  const std::pair<int, std::string_view> transposes[] = {
      {ASSAY_TRANSPOSE_NONE, "none"},
      {ASSAY_TRANSPOSE_PLAIN, "transpose"},
      {ASSAY_TRANSPOSE_ADJOINT, "adjoint"}};
  ASSERT_EQ(std::size(kTransposeANames), std::size(transposes));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(i, transposes[i].first);
    EXPECT_EQ(transposes[i].second, kTransposeANames[i]);
  }
  EXPECT_EQ(32, ASSAY_MAX_RANK);
  EXPECT_EQ(8, ASSAY_MAX_RESULTS);
}

}  // namespace
}  // namespace assay
