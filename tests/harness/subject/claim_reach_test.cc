// Tests the layouts of views, and which calls and cases are beyond a claim.
#include "harness/subject/claim_reach.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/case/layout.h"
#include "harness/run/program.h"
#include "harness/subject/view_layouts.h"
#include "tests/harness/plans.h"

namespace assay {
namespace {

using Names = std::vector<std::string_view>;
using test::plan_of;

constexpr std::uint64_t kReachSeeds[] = {0, 3, 1234567};

struct ViewRow {
  const char* what;
  View view;
  Names names;
};

TEST(LayoutsOf, AreThoseOfTheView) {
  const ViewRow rows[] = {
      {"contiguous", View({2, 3}), {"contiguous"}},
      {"offset", View({2, 3}, {3, 1}, 4), {"offset"}},
      {"transposed", View({2, 3}, {1, 2}, 0), {"transpose"}},
      {"transposed, from an offset on",
       View({2, 3}, {1, 2}, 4),
       {"transpose", "offset"}},
      {"every other element", View({3}, {2}, 0), {"slice"}},
      {"every other element from the second on", View({3}, {2}, 1), {"slice"}},
      {"some columns", View({2, 3}, {5, 1}, 1), {"slice"}},
      {"columns of rows apart",
       View({2, 3}, {1, 4}, 0),
       {"transpose", "slice"}},
      {"reversed", View({2, 3}, {-3, -1}, 5), {"flip"}},
      {"one axis reversed", View({2, 3}, {3, -1}, 2), {"flip"}},
      {"reversed, in a longer buffer", View({3}, {-1}, 7), {"flip"}},
      {"reversed and sliced", View({3}, {-2}, 5), {"mixed"}},
      {"reversed and transposed", View({2, 3}, {-1, 2}, 1), {"mixed"}},
      {"repeated", View({2, 3}, {0, 1}, 0), {"broadcast"}},
      {"one element repeated", View({2, 3}, {0, 0}, 0), {"broadcast"}},
      {"repeated, from an offset on",
       View({2, 3}, {0, 1}, 2),
       {"broadcast", "offset"}},
      {"repeated and reversed",
       View({2, 3}, {0, -1}, 2),
       {"flip", "broadcast"}},
      {"rows that overlap", View({3, 4}, {2, 1}, 0), {"slice", "broadcast"}},
      {"one element", View(), {}},
      {"one element, further on", View({}, {}, 3), {"offset"}},
      {"extents of 1 with any strides",
       View({1, 3, 1}, {-7, 1, 0}, 0),
       {"contiguous"}},
      {"one element with any strides", View({1, 1}, {-7, 0}, 0), {}},
      {"no elements", View({2, 0}, {-3, -1}, 0), {}},
  };
  for (const ViewRow& row : rows)
    EXPECT_EQ(row.names, layouts_of(row.view)) << row.what;
}

// A simple layout of a shape without extents of 1 has the name it says, and a
// combined one no more than its parts.
TEST(LayoutsOf, AgreeWithTheLadderOfLayouts) {
  for (const std::uint64_t seed : kReachSeeds)
    for (const Shape& shape : {Shape{3}, Shape{2, 3}, Shape{2, 3, 4}})
      for (int i = 0; i < kLayoutCount + 7; ++i) {
        const auto layout = static_cast<Layout>(i);
        const Names names = layouts_of(lay_out(layout, shape, seed).view);
        const auto parts = parts_of_layout(name_of(layout));
        SCOPED_TRACE(testing::Message()
                     << name_of(layout) << " of rank " << shape.size());
        ASSERT_FALSE(names.empty());
        if (layout == Layout::kTranspose && shape.size() == 1) {
          EXPECT_EQ((Names{"contiguous"}), names);
          continue;
        }
        for (const std::string_view name : names)
          EXPECT_TRUE(std::find(parts.begin(), parts.end(), name) !=
                          parts.end() ||
                      name == "contiguous")
              << name;
      }
}

std::string beyond_text(const std::optional<BeyondClaim>& beyond) {
  return beyond ? beyond->kind + ": " + beyond->needs : "";
}

// The call of an op on one operand.
std::string beyond_of(const Claim& claim, const View& view,
                      const Attributes& attributes = {},
                      std::size_t operands = 1) {
  return beyond_text(beyond_claim(
      claim, AskedCall{&attributes, std::vector(operands, view), {}, {}}));
}

TEST(BeyondClaim, IsEachLimitOnBothSides) {
  Claim claim;
  claim.layouts = {"contiguous", "slice"};
  EXPECT_EQ("", beyond_of(claim, View({2, 3})));
  EXPECT_EQ("", beyond_of(claim, View({2}, {2}, 0)));
  EXPECT_EQ("layout: layout flip", beyond_of(claim, View({2}, {-1}, 1)));
  EXPECT_EQ("", beyond_of(claim, View({1}, {-1}, 0)));
  claim = {.max_rank = 2};
  EXPECT_EQ("", beyond_of(claim, View({2, 3})));
  EXPECT_EQ("rank: rank 3", beyond_of(claim, View({2, 3, 1})));
  claim = {.max_operands = 2};
  EXPECT_EQ("", beyond_of(claim, View({2}), {}, 2));
  EXPECT_EQ("operands: 3 operands", beyond_of(claim, View({2}), {}, 3));
  claim = {.min_extent = 1, .max_extent = 3};
  EXPECT_EQ("", beyond_of(claim, View({1, 3})));
  EXPECT_EQ("extent: extents below 1", beyond_of(claim, View({1, 0})));
  EXPECT_EQ("extent: extents above 3", beyond_of(claim, View({4, 1})));
  claim = {.min_axes = 1, .max_axes = 1};
  const View view({2, 3});
  EXPECT_EQ("", beyond_of(claim, view, Attributes().axes({1})));
  EXPECT_EQ("axes: 0 axes", beyond_of(claim, view, Attributes().axes({})));
  EXPECT_EQ("axes: 2 axes", beyond_of(claim, view, Attributes().axes({1, 0})));
  EXPECT_EQ("", beyond_of(claim, view, Attributes().axis(1)));
  EXPECT_EQ("", beyond_of(claim, view, Attributes().flips({false, true})));
  EXPECT_EQ("axes: 2 axes",
            beyond_of(claim, view, Attributes().flips({true, true})));
  EXPECT_EQ("", beyond_of(claim, view, Attributes().ranges({{0, 2}, {1, 3}})));
  EXPECT_EQ("axes: 2 axes",
            beyond_of(claim, view, Attributes().ranges({{0, 1}, {1, 3}})));
  EXPECT_EQ("", beyond_of(claim, view, Attributes().padding({{1, 1}, {0, 0}})));
  EXPECT_EQ("axes: 2 axes",
            beyond_of(claim, view, Attributes().padding({{1, 0}, {0, 1}})));
}

TEST(BeyondClaim, IsOfOutsAndResultsToo) {
  Claim claim;
  claim.layouts = {"offset"};
  const Attributes none;
  // Ops write into contiguous outs, which no claim can do without.
  EXPECT_EQ("", beyond_text(beyond_claim(
                    claim, AskedCall{&none, {}, {View({2})}, {}})));
  EXPECT_EQ(
      "layout: layout contiguous",
      beyond_text(beyond_claim(claim, AskedCall{&none, {View({2})}, {}, {}})));
  EXPECT_EQ("layout: layout flip",
            beyond_text(beyond_claim(
                claim, AskedCall{&none, {}, {View({2}, {-1}, 1)}, {}})));
  claim = {.max_rank = 1, .max_extent = 4};
  EXPECT_EQ("rank: rank 2", beyond_text(beyond_claim(
                                claim, AskedCall{&none, {}, {}, {{1, 2}}})));
  EXPECT_EQ("extent: extents above 4",
            beyond_text(
                beyond_claim(claim, AskedCall{&none, {View({4})}, {}, {{5}}})));
}

TEST(LimitsText, NamesWhatIsLimited) {
  EXPECT_EQ("", limits_text({}));
  Claim claim{4, {"contiguous", "offset"}};
  claim.max_axes = claim.min_axes = 1;
  claim.max_operands = 2;
  claim.min_extent = 1;
  claim.max_extent = 9;
  claim.composed = claim.immutable = true;
  EXPECT_EQ(
      "max_rank 4; layouts contiguous, offset; min_axes 1; max_axes 1; "
      "max_operands 2; min_extent 1; max_extent 9; composed; immutable",
      limits_text(claim));
}

// The reference, limited, and unforgiving: it notes every call with a reversed
// operand or out.
class ForwardOnly : public Reference {
 public:
  std::optional<Claim> claim(const Cell& cell) const override {
    auto claim = Reference::claim(cell);
    if (claim && cell.op != "flip"_op)
      claim->layouts = {"contiguous", "offset", "transpose", "slice",
                        "broadcast"};
    return claim;
  }
  Result<Tensors> execute(const Call& call) override {
    for (const auto* tensors : {&call.operands, &call.outs})
      for (const Tensor& tensor : *tensors)
        for (std::size_t axis = 0; axis < tensor.view.rank(); ++axis)
          if (tensor.view.numel() > 0 && tensor.view.shape()[axis] > 1 &&
              tensor.view.strides()[axis] < 0 && call.op != "flip"_op)
            ++reversed;
    return Reference::execute(call);
  }
  int reversed = 0;
};

// Runs a case on a backend without looking at what comes of it.
void run(const Case& test_case, Backend& backend) {
  Program program(backend);
  ASSERT_TRUE(program.make_tensors(test_case).ok());
  for (const Step& step : test_case.steps)
    if (!program.run(step).ok()) return;
}

// Returns whether a call asks the backend for the case's own op.
bool is_called(Op op) {
  const Delivery delivery = spec_of(op).signature.delivery;
  return delivery != Delivery::kHosted && delivery != Delivery::kAccessed &&
         delivery != Delivery::kProtocol;
}

// For every op and clause a case is beyond the claim exactly if one of its
// calls would reverse something.
TEST(BeyondClaims, KnowsEveryStepOfACase) {
  ForwardOnly backend;
  int within = 0, beyond = 0;
  for (const std::uint64_t seed : kReachSeeds)
    for (PlannedCase plan : test::every_plan()) {
      // One dtype of each op, as views do not depend on it.
      const bool has_int32 = variant_named(spec_of(plan.op), plan.variant)
                                 ->dtypes()
                                 .contains(DType::kInt32);
      if (plan.dtype != (has_int32 ? DType::kInt32 : DType::kComplex64))
        continue;
      if (!is_called(plan.op)) continue;
      for (const Layout layout :
           {Layout::kContiguous, Layout::kMixed, Layout::kSeveral}) {
        plan.layout = layout;
        const Case test_case = build_case(plan, seed);
        const auto found =
            beyond_claims(backend, backend.claim(plan.cell()), test_case);
        backend.reversed = 0;
        run(test_case, backend);
        EXPECT_EQ(found.has_value(), backend.reversed > 0)
            << plan.id() << ", seed " << seed << ": " << beyond_text(found);
        ++(found ? beyond : within);
      }
    }
  EXPECT_LT(500, within);
  EXPECT_LT(500, beyond);
}

// A flip is not limited, and what it returns goes into the next step.
TEST(BeyondClaims, FollowsWhatMovementsReturn) {
  ForwardOnly backend;
  Case test_case = build_case(plan_of("copy"_op, "copy.value"), 3);
  const Shape& shape = test_case.tensors[0].view.shape();
  Step flip;
  flip.op = "flip"_op;
  flip.operands = {"x"};
  flip.attributes = Attributes().flips(std::vector<bool>(shape.size(), true));
  flip.outs = {"flipped"};
  EXPECT_EQ("", beyond_text(beyond_claims(backend, {}, test_case)));
  test_case.steps.insert(test_case.steps.begin(), flip);
  EXPECT_EQ("", beyond_text(beyond_claims(backend, {}, test_case)));
  test_case.steps[1].operands = {"flipped"};
  EXPECT_EQ("layout: layout flip",
            beyond_text(beyond_claims(backend, {}, test_case)));
}

// A serving step that is not claimed is held to the claim of the case's cell.
TEST(BeyondClaims, HoldsServingStepsToTheClaimOfTheCase) {
  class OnlyShrink : public Reference {
   public:
    std::optional<Claim> claim(const Cell& cell) const override {
      if (cell.op != "shrink"_op) return std::nullopt;
      return Claim{kMaxRank, {"contiguous", "offset", "slice"}};
    }
  };
  OnlyShrink backend;
  const PlannedCase plan = plan_of("shrink"_op, "shrink.zero_copy");
  Case test_case = build_case(plan, 3);
  const auto claim = backend.claim(plan.cell());
  EXPECT_EQ("", beyond_text(beyond_claims(backend, claim, test_case)));
  for (CaseTensor& tensor : test_case.tensors)
    if (tensor.name == "source") {
      const std::int64_t last = tensor.view.numel() - 1;
      Strides strides = tensor.view.strides();
      for (std::int64_t& stride : strides) stride = -stride;
      tensor.view = View(tensor.view.shape(), strides, last);
    }
  EXPECT_EQ("layout: layout flip",
            beyond_text(beyond_claims(backend, claim, test_case)));
}

}  // namespace
}  // namespace assay
