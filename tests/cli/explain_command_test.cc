// Tests that `assay explain` takes every name that reports print.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class Explain : public CommandRun {};

TEST_F(Explain, PrintsAClause) {
  const Ran ran = assay({"explain", "sort.nan_last"});
  EXPECT_EQ(0, ran.code);
  EXPECT_TRUE(ran.out.starts_with("sort.nan_last\n  "));
  EXPECT_TRUE(contains(ran.out, "status: documented"));
  EXPECT_TRUE(contains(ran.out, "enforced by: reference"));
  EXPECT_TRUE(contains(ran.out, "source: interface.sort (backend interface"));
  EXPECT_FALSE(contains(ran.out, "reason:"));
  EXPECT_FALSE(contains(ran.out, "order:"));
  EXPECT_TRUE(contains(assay({"explain", "add.infinity"}).out,
                       "order: if add.nan applies to an element, it decides"));
  EXPECT_FALSE(contains(assay({"explain", "add.nan"}).out, "order:"));
  const Ran decided = assay({"explain", "div.int_min"});
  EXPECT_TRUE(contains(decided.out, "status: clarified"));
  EXPECT_TRUE(contains(decided.out, "source: interface.arithmetic"));
  EXPECT_TRUE(contains(decided.out, "reason: 2^(w-1) wraps to INT_MIN"));
  EXPECT_TRUE(contains(assay({"explain", "elementwise.repeatable"}).out,
                       "source: kit (this kit"));
}

TEST_F(Explain, PrintsAnOpWithItsClauses) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"explain", "sort"},
        {"explain", "sort:descending"},
        {"explain", "sorting/sort"},
        {"explain", "sorting/sort:descending"},
        {"explain", "sort:descending      276     201       0"}}) {
    const Ran ran = assay(words);
    EXPECT_EQ(0, ran.code) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("sorting/sort\n  ")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "\n  sort.nan_last ")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "\n  sorting.")) << ran.out;
  }
}

TEST_F(Explain, TakesTheHeadingsOfReports) {
  const Ran whole = assay({"explain", "movement.rank_zero"});
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"explain", "movement.rank_zero", "on", "flip"},
        {"explain", "movement.rank_zero on flip: 13 failing cases"},
        {"explain",
         "  movement.rank_zero on flip             4 cases  int8"}}) {
    const Ran ran = assay(words);
    EXPECT_EQ(0, ran.code) << ran.err;
    EXPECT_TRUE(ran.out.starts_with(whole.out + "  on flip: ")) << ran.out;
  }
  EXPECT_TRUE(assay({"explain", "round.half: 3 failing cases"})
                  .out.starts_with("round.half\n"));
  // A clause of the family, by the name of an op.
  EXPECT_EQ(whole.out, assay({"explain", "flip.rank_zero"}).out);
  EXPECT_TRUE(assay({"explain", "add:", "5", "dtypes", "newly", "claimed"})
                  .out.starts_with("elementwise/add\n"));
  const Ran relation =
      assay({"explain", "layout of add (elementwise.layout): 3 cases, int8"});
  EXPECT_TRUE(contains(relation.out, "relation: layout")) << relation.out;
}

TEST_F(Explain, TakesTheIdOfACase) {
  const std::string parameters = "dtype=float16,layout=contiguous,case=0";
  const Ran own = assay({"explain", "elementwise/round:half:" + parameters});
  EXPECT_EQ(0, own.code) << own.err;
  EXPECT_TRUE(own.out.starts_with("round.half\n")) << own.out;
  EXPECT_TRUE(contains(own.out, "\n  on round: ")) << own.out;
  EXPECT_TRUE(own.out.ends_with("\n  case: " + parameters + "\n")) << own.out;
  EXPECT_TRUE(assay({"explain", "elementwise/round:half"})
                  .out.starts_with("round.half\n"));
  const Ran familys =
      assay({"explain", "sorting/sort:descending:nan_last:" + parameters});
  EXPECT_TRUE(familys.out.starts_with("sort.nan_last\n")) << familys.out;
  const Ran relation = assay(
      {"explain",
       "elementwise/add:metamorphic:relation=repeat,dtype=float32,case=0"});
  EXPECT_TRUE(relation.out.starts_with("elementwise.repeatable\n"))
      << relation.out << relation.err;
  EXPECT_TRUE(contains(relation.out, "\n  relation: repeat")) << relation.out;
}

TEST_F(Explain, OffersTheNearestName) {
  const std::pair<const char*, const char*> kRows[] = {
      {"sort.nan_lats", "did you mean sort.nan_last?"},
      {"sotr", "did you mean sort?"},
      {"elementwise/",
       "there is no clause, op, case or finding \"elementwise/\""},
      {"elementwise/dtype=int8", "there is no clause, op, case or finding"},
      {"elementwise/rounnd", "did you mean round?"},
      {"elementwise/rounnd:half:dtype=int8,case=0", "did you mean round?"},
      {"elementwise/round:hlaf:dtype=int8,case=0", "did you mean round.half?"}};
  for (const auto& [given, offer] : kRows)
    expect_complaint(assay({"explain", given}), 2, offer);
  EXPECT_FALSE(contains(assay({"explain", "nonsense"}).err, "did you mean"));
}

TEST_F(Explain, ListsWhatOtherPolicyValuesSay) {
  const Ran ran = assay({"explain", "mod.sign"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(ran.out.starts_with(
      "mod.sign\n  A remainder has the sign of the dividend"));
  EXPECT_TRUE(contains(ran.out,
                       "  policy: mod.sign = dividend (nx, numpy, torch, jax, "
                       "stablehlo, onnx, tenferro)\n"
                       "  other: mod.sign = divisor (array_api, burn): A "
                       "remainder has the sign of the divisor"))
      << ran.out;
  const Ran zero = assay({"explain", "mod.integer_zero"});
  EXPECT_TRUE(contains(zero.out,
                       "other: mod.integer_zero = error (torch, burn, "
                       "tenferro): An integer modulo 0 makes"));
  EXPECT_TRUE(contains(zero.out,
                       "other: mod.integer_zero = any (array_api, jax, "
                       "stablehlo, onnx): An integer modulo 0 may"));
  EXPECT_TRUE(contains(assay({"explain", "argmax.nan"}).out,
                       "other: argmax.nan = ignore (no built-in profile)"));
  EXPECT_FALSE(contains(assay({"explain", "add.wrap"}).out, "policy:"));
}

TEST_F(Explain, PrintsWhatAProfileSays) {
  const Ran burn = assay({"explain", "mod.sign", "--profile", "burn"});
  EXPECT_EQ(0, burn.code) << burn.err;
  EXPECT_TRUE(burn.out.starts_with(
      "mod.sign\n  A remainder has the sign of the divisor"));
  EXPECT_TRUE(
      contains(burn.out, "policy: mod.sign = divisor (array_api, burn)"));
  EXPECT_FALSE(contains(burn.out, "dividend"));
  // A clause that two axes decide.
  const Ran range = assay({"explain", "gather.range", "--profile", "numpy"});
  EXPECT_TRUE(contains(range.out,
                       "policy: gather.negative = wrap (numpy, array_api, jax, "
                       "onnx)\n  policy: gather.out_of_range = error (numpy, "
                       "torch, onnx, burn)"))
      << range.out;
  // The clauses of an op.
  EXPECT_TRUE(contains(assay({"explain", "round", "--profile", "torch"}).out,
                       "Halves round to the even neighbour."));
  const Ran unknown = assay({"explain", "mod.sign", "--profile", "torhc"});
  expect_complaint(unknown, 2, "there is no profile \"torhc\"");
}

TEST_F(Explain, TakesAProfileFile) {
  std::ofstream(folder_ / "mylib.json")
      << R"({"format": 1, "name": "mylib",)"
         R"( "values": {"sort.nan": "greatest"}})";
  const Ran ran =
      assay({"explain", "sort.nan_last", "--profile", "mylib.json"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "NaN of reals is greater than every number"));
  EXPECT_TRUE(contains(ran.out, "policy: sort.nan = greatest (torch, jax)"));
}

TEST_F(Explain, SaysWhatAnUnspecifiedClauseStillDemands) {
  EXPECT_TRUE(contains(assay({"explain", "max.signed_zero"}).out,
                       "  demands: Either zero passes and nothing else does"));
  EXPECT_FALSE(contains(assay({"explain", "mod.sign"}).out, "demands:"));
}

}  // namespace
}  // namespace assay
