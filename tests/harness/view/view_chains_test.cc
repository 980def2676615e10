// Cases about views against the oracle that enumerates: what each case that was
// written by hand says of elements is what the definition of its steps gives,
// and the chains that are drawn are the same in every run.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/view/element_map.h"
#include "harness/view/view_case_plan.h"
#include "harness/view/view_subject.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Returns the elements of a view as it is created. Its shape must be static.
ElementMap created(const ViewCase& view_case) {
  ElementMap map{*view_case.shape.concrete(), {}};
  const ViewLayout& layout = view_case.layout;
  const Strides strides = layout.strides.value_or(row_major_strides(map.shape));
  for (const Index& at : indices(map.shape)) {
    Element element = layout.offset;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      *element += at[axis] * strides[axis];
    }
    for (std::size_t axis = 0; layout.mask && axis < at.size(); ++axis) {
      const auto [start, stop] = (*layout.mask)[axis];
      if (at[axis] < start || at[axis] >= stop) element = std::nullopt;
    }
    map.elements.push_back(element);
  }
  return map;
}

// The elements after a step that is carried out; nothing where variables are
// bound.
std::optional<ElementMap> stepped(const ElementMap& map, const ViewStep& step) {
  const auto shape = step.shape.concrete();
  if (step.name == "permute") return permuted(map, step.axes);
  if (step.name == "flip") return flipped(map, step.flags);
  if (step.name == "shrink") return shrunk(map, step.pairs);
  if (step.name == "pad") return padded(map, step.pairs);
  if (step.name == "expand" && shape) return expanded(map, *shape);
  if (step.name == "reshape" && shape) return reshaped(map, *shape);
  return std::nullopt;
}

Json listed(const ElementMap& map) {
  Json list = Json::array();
  for (const Element& element : map.elements)
    list.push_back(element ? Json(*element) : Json(nullptr));
  return list;
}

TEST(ViewChains, ElementsOfEveryCaseAreThoseOfTheOracle) {
  const auto cases = planned_view_cases();
  ASSERT_TRUE(cases.ok()) << cases.status().message;
  int compared = 0;
  for (const ViewCase& view_case : *cases) {
    if (view_case.statuses != std::vector{StatusCode::kOk} ||
        !view_case.shape.is_static())
      continue;
    std::optional<ElementMap> map = created(view_case);
    for (const ViewStep& step : view_case.steps)
      if (map) map = stepped(*map, step);
    for (const ViewQuestion& question : view_case.questions) {
      if (!map || question.name != "elements" || question.is_of_first) continue;
      EXPECT_EQ(question.answer, listed(*map)) << view_case.id;
      ++compared;
    }
  }
  EXPECT_GT(compared, 140);
}

TEST(ViewChains, AreTheSameInEveryRun) {
  const auto once = view_chain_cases();
  const auto again = view_chain_cases();
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i)
    EXPECT_EQ(view_case_to_json(once[i]), view_case_to_json(again[i]));
}

// A chain that starts from a fresh view would not see what is forgotten.
TEST(ViewChains, HaveAllThatAStepCanForget) {
  std::set<std::size_t> lengths;
  int offsets = 0, steps_back = 0, repeats = 0, masks = 0, ranks = 0;
  const auto chains = view_chain_cases();
  for (const ViewCase& view_case : chains) {
    lengths.insert(view_case.steps.size());
    const Strides& strides = *view_case.layout.strides;
    offsets += view_case.layout.offset != 0 ? 1 : 0;
    masks += view_case.layout.mask ? 1 : 0;
    steps_back += std::any_of(strides.begin(), strides.end(),
                              [](auto stride) { return stride < 0; });
    repeats += std::count(strides.begin(), strides.end(), 0) > 0 ? 1 : 0;
    ranks += strides.size() > 2 ? 1 : 0;
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{1, 2, 3, 4}));
  EXPECT_GT(chains.size(), 100u);
  const int some = static_cast<int>(chains.size()) / 8;
  for (int count : {offsets, steps_back, repeats, masks, ranks})
    EXPECT_GT(count, some);
}

// A stride that no element depends on is unspecified, so no case may ask for
// it.
TEST(ViewChains, NoCaseAsksForStridesOfExtentOneOrOfNothing) {
  const auto cases = planned_view_cases();
  ASSERT_TRUE(cases.ok()) << cases.status().message;
  const std::set<std::string> kAboutStrides = {"strides", "strides_opt",
                                               "stride", "to_view"};
  int asked = 0;
  for (const ViewCase& view_case : *cases) {
    SymbolicViewSubject subject;
    ASSERT_EQ(judge_view_case(view_case, subject).verdict, Verdict::kPass);
    for (const ViewQuestion& question : view_case.questions) {
      if (!kAboutStrides.contains(question.name) || question.answer.is_null() ||
          question.status != StatusCode::kOk)
        continue;
      ++asked;
      const auto shape =
          subject.ask({"shape", {}, question.is_of_first, StatusCode::kOk, {}});
      ASSERT_TRUE(shape.ok());
      for (const Json& extent : *shape)
        EXPECT_TRUE(extent.is_string() || extent.get<std::int64_t>() > 1)
            << view_case.id << " asks for " << question.name << " of "
            << shape->dump();
    }
  }
  EXPECT_GT(asked, 50);
}

}  // namespace
}  // namespace assay
