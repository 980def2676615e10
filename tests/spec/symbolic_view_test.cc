// Tests the view module, one behaviour after the other. Each rejected call
// differs in one thing from one that works. If a test is about a single clause,
// harness/view/view_case_plan.cc has a case of it as well.
#include "spec/symbolic_view.h"

#include <gtest/gtest.h>

#include "tests/spec/element_map.h"
#include "tests/spec/refused.h"

namespace assay {
namespace {

using test::expect_invalid;

SymbolicExtent n() { return SymbolicExtent::variable("n", 0, 8).value(); }
SymbolicExtent m() { return SymbolicExtent::variable("m", 0, 8).value(); }

SymbolicView view_of(SymbolicShape shape, ViewLayout layout = {}) {
  const auto view = SymbolicView::create(std::move(shape), std::move(layout));
  EXPECT_TRUE(view.ok()) << view.status().message;
  return view.ok() ? *view : SymbolicView();
}

void expect_unsupported(const auto& result) {
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code, StatusCode::kUnsupported);
  EXPECT_EQ(result.status().kind, "view");
}

TEST(SymbolicView, OfRankZeroShowsTheFirstElement) {
  const SymbolicView view;
  EXPECT_EQ(view, view_of({}));
  EXPECT_EQ(view.ndim(), 0u);
  EXPECT_EQ(view.numel(), SymbolicExtent(1));
  EXPECT_EQ(view.linear_index({}).value(), 0);
  EXPECT_TRUE(view.is_valid({}));
  EXPECT_TRUE(view.is_c_contiguous());
  EXPECT_FALSE(view_of({}, {.mask = AxisPairs{}}).mask());
}

TEST(SymbolicView, KeepsWhatItIsCreatedWith) {
  const SymbolicView view = view_of(
      {2, 3},
      {.offset = 5, .strides = Strides{-3, 7}, .mask = {{{0, 1}, {1, 3}}}});
  EXPECT_EQ(view.shape(), (SymbolicShape{2, 3}));
  EXPECT_EQ(view.strides(), (Strides{-3, 7}));
  EXPECT_EQ(view.offset(), 5);
  EXPECT_EQ(view.offset_dim(), SymbolicExtent(5));
  EXPECT_EQ(view.mask(), (AxisPairs{{0, 1}, {1, 3}}));
  EXPECT_EQ(view.dim(1).value(), SymbolicExtent(3));
  EXPECT_EQ(view.stride(0).value(), -3);
  expect_invalid(view.dim(2));
  expect_invalid(view.dim(-1));
  expect_invalid(view.stride(2));
  expect_invalid(view.stride(-1));
}

TEST(SymbolicView, FillsInWhatIsLeftOut) {
  EXPECT_EQ(view_of({2, 3, 4}).strides(), (Strides{12, 4, 1}));
  EXPECT_EQ(view_of({2, 3}).offset(), 0);
  EXPECT_FALSE(view_of({2, 3}).mask());
  EXPECT_EQ(view_of({n(), 3}).strides(), (Strides{1, 1}));
  EXPECT_EQ(view_of({n(), 3}, {.strides = Strides{4, 1}}).strides(),
            (Strides{4, 1}));
}

TEST(SymbolicView, RejectsPartsThatDoNotFit) {
  EXPECT_TRUE(SymbolicView::create({2, 3}, {.strides = Strides{3, 1}}).ok());
  expect_invalid(SymbolicView::create({2, 3}, {.strides = Strides{3}}));
  expect_invalid(SymbolicView::create({2, 3}, {.mask = {{{0, 1}}}}));
  expect_invalid(SymbolicView::create({2, -3}));
  expect_invalid(SymbolicView::create({n(), -3}));
  expect_invalid(SymbolicView::create({2, SymbolicExtent::infer()}));
  for (const auto& range : AxisPairs{{-1, 2}, {2, 1}, {0, 4}})
    expect_invalid(SymbolicView::create({3}, {.mask = AxisPairs{range}}));
  EXPECT_TRUE(SymbolicView::create(Shape(32, 1)).ok());
  expect_invalid(SymbolicView::create(Shape(33, 1)));
}

TEST(SymbolicView, RejectsPositionsFarAway) {
  constexpr std::int64_t kFar = std::int64_t{1} << 56;
  EXPECT_TRUE(SymbolicView::create({2}, {.offset = kFar - 1}).ok());
  expect_invalid(SymbolicView::create({2}, {.offset = kFar}));
  // Every view that can be created can be flipped, because its positions stay
  // the same.
  const SymbolicView down =
      view_of({2}, {.offset = kFar, .strides = Strides{-2}});
  EXPECT_TRUE(down.flip({true})->flip({true}).ok());
  expect_invalid(
      SymbolicView::create({2}, {.offset = kFar - 1, .strides = {{2}}}));
  EXPECT_TRUE(SymbolicView::create({2}, {.strides = {{kFar / 2}}}).ok());
  expect_invalid(SymbolicView::create({2}, {.strides = {{kFar / 2 + 1}}}));
  expect_invalid(SymbolicView::create({2}, {.strides = {{INT64_MIN}}}));
  expect_invalid(SymbolicView::create({1, 1}, {.strides = {{INT64_MIN, 1}}}));
  expect_invalid(SymbolicView::create(Shape{std::int64_t{1} << 21, 1 << 20}));
  const SymbolicView far = view_of({2}, {.strides = Strides{kFar / 2}});
  expect_invalid(far.pad({{1, 0}}));
  expect_invalid(far.pad({{INT64_MAX, 0}}));
  expect_invalid(far.pad({{INT64_MAX, INT64_MAX}}));
  expect_invalid(far.linear_index({INT64_MAX}));
  EXPECT_TRUE(far.flip({true}).ok());
  EXPECT_TRUE(far.reshape({1, 2, 1}).ok());
  const SymbolicExtent large = std::int64_t{1} << 39;
  expect_invalid(SymbolicView::create({large, n(), large}));
  // Products of a view without elements are never formed.
  const auto empty = SymbolicView::create({0, large, n(), 1});
  EXPECT_TRUE(empty->permute({1, 2, 3, 0}).ok());
}

TEST(SymbolicView, WithoutElementsHasNeitherOffsetNorMask) {
  const ViewLayout layout = {.offset = 4, .mask = {{{0, 0}, {1, 2}}}};
  EXPECT_EQ(view_of({0, 3}, layout).offset(), 0);
  EXPECT_FALSE(view_of({0, 3}, layout).mask());
  EXPECT_EQ(view_of({1, 3}, layout).offset(), 4);
  EXPECT_TRUE(view_of({1, 3}, layout).mask());
  EXPECT_EQ(view_of({0, n()}, layout).offset(), 0);
  EXPECT_TRUE(view_of({0, 3}, {.strides = {{9, 9}}}).is_c_contiguous());
  EXPECT_TRUE(view_of({0, n()}, {.strides = {{9, 9}}}).is_c_contiguous());
}

TEST(SymbolicView, DropsMasksThatHideNothing) {
  EXPECT_FALSE(view_of({2, 3}, {.mask = {{{0, 2}, {0, 3}}}}).mask());
  EXPECT_TRUE(view_of({2, 3}, {.mask = {{{0, 2}, {0, 2}}}}).mask());
  // It may hide something, as long as n is open.
  const SymbolicView open = view_of({n(), 3}, {.mask = {{{0, 2}, {0, 3}}}});
  EXPECT_TRUE(open.mask());
  EXPECT_FALSE(open.bind({{"n", 2}})->mask());
  EXPECT_TRUE(open.bind({{"n", 3}})->mask());
  expect_invalid(open.bind({{"n", 1}}));
}

TEST(SymbolicView, MayBeAllPadding) {
  const SymbolicView view =
      view_of({2}).pad({{1, 3}})->shrink({{4, 6}}).value();
  EXPECT_EQ(map_of(view), (ElementMap{{2}, {std::nullopt, std::nullopt}}));
  EXPECT_EQ(view.bounds().value(),
            (std::pair<std::int64_t, std::int64_t>(0, -1)));
  EXPECT_EQ(view.mask(), (AxisPairs{{0, 0}}));
  EXPECT_EQ(view.flip({true})->mask(), (AxisPairs{{0, 0}}));
  EXPECT_EQ(view, view_of({2}, {.offset = view.offset(), .mask = {{{1, 1}}}}));
  EXPECT_EQ(map_of(*view_of({0, 2}).pad({{1, 0}, {0, 1}})).elements,
            std::vector<Element>(3));
}

TEST(SymbolicView, IsContiguousOnlyFromZeroUnmaskedInRows) {
  EXPECT_TRUE(view_of({2, 3}).is_c_contiguous());
  EXPECT_FALSE(view_of({2, 3}, {.offset = 1}).is_c_contiguous());
  EXPECT_FALSE(view_of({2, 3}, {.strides = {{1, 2}}}).is_c_contiguous());
  EXPECT_FALSE(view_of({2, 3}, {.mask = {{{0, 1}, {0, 3}}}}).is_c_contiguous());
  EXPECT_TRUE(view_of({2, 1, 3}, {.strides = {{3, 9, 1}}}).is_c_contiguous());
}

TEST(SymbolicView, SymbolicIsContiguousWhereEveryBindingIs) {
  EXPECT_TRUE(view_of({n(), m()}).is_c_contiguous());
  EXPECT_TRUE(view_of({n(), 3}, {.strides = {{3, 1}}}).is_c_contiguous());
  EXPECT_FALSE(view_of({n(), 3}, {.strides = {{4, 1}}}).is_c_contiguous());
  EXPECT_FALSE(view_of({n(), m()}, {.strides = {{1, 1}}}).is_c_contiguous());
  EXPECT_FALSE(view_of({n(), m()}, {.offset = 1}).is_c_contiguous());
  EXPECT_FALSE(view_of({n()}, {.mask = {{{0, 1}}}}).is_c_contiguous());
  EXPECT_FALSE(view_of({n(), m()}).permute({1, 0})->is_c_contiguous());
  EXPECT_TRUE(view_of({n(), 1}).permute({1, 0})->is_c_contiguous());
}

TEST(SymbolicView, HasStridesWithoutMaskOnly) {
  const SymbolicView plain = view_of({2}, {.strides = {{-4}}});
  const SymbolicView masked = view_of({2}, {.mask = {{{0, 1}}}});
  const SymbolicView symbolic = view_of({n()});
  EXPECT_EQ(plain.strides_opt(), Strides{-4});
  EXPECT_TRUE(plain.can_get_strides());
  EXPECT_TRUE(plain.is_materializable());
  EXPECT_EQ(masked.strides_opt(), std::nullopt);
  EXPECT_EQ(masked.strides(), Strides{1});
  EXPECT_FALSE(masked.can_get_strides());
  EXPECT_FALSE(masked.is_materializable());
  EXPECT_EQ(symbolic.strides_opt(), Strides{1});
  EXPECT_FALSE(symbolic.is_materializable());
  EXPECT_TRUE(symbolic.bind({{"n", 3}})->is_materializable());
}

TEST(SymbolicView, CountsElementsSymbolically) {
  EXPECT_EQ(view_of({2, 3}).numel(), SymbolicExtent(6));
  EXPECT_EQ(view_of({n(), 3}).numel(), n().times(3).value());
  EXPECT_FALSE(view_of({n(), 3}).numel().is_static());
}

TEST(SymbolicView, IndexesLinearly) {
  const SymbolicView view = view_of({2, 3}, {.offset = 5});
  EXPECT_EQ(view.linear_index({1, 2}).value(), 10);
  EXPECT_EQ(view.linear_index({-2, 0}).value(), -1);  // a formula, no check
  expect_invalid(view.linear_index({1}));
  expect_invalid(view.linear_index({1, 2, 0}));
  EXPECT_EQ(view_of({n(), 3}).linear_index({2, 1}).value(), 7);
  expect_unsupported(view_of({2, n()}).linear_index({1, 0}));
  EXPECT_EQ(
      view_of({2, n()}, {.strides = {{9, 2}}}).linear_index({1, 3}).value(),
      15);
}

TEST(SymbolicView, KnowsValidIndices) {
  const SymbolicView view = view_of({2, 4}, {.mask = {{{0, 2}, {1, 3}}}});
  EXPECT_TRUE(view.is_valid({1, 1}));
  EXPECT_TRUE(view.is_valid({1, 2}));
  EXPECT_FALSE(view.is_valid({1, 0}));
  EXPECT_FALSE(view.is_valid({1, 3}));
  EXPECT_FALSE(view.is_valid({2, 1}));
  EXPECT_FALSE(view.is_valid({-1, 1}));
  EXPECT_FALSE(view.is_valid({1}));
  EXPECT_FALSE(view.is_valid({1, 1, 0}));
  EXPECT_FALSE(view_of({2}).is_valid({2}));
  EXPECT_TRUE(view_of({n()}).is_valid({100}));
  EXPECT_FALSE(view_of({n()}).is_valid({-1}));
  EXPECT_FALSE(view_of({n()}, {.mask = {{{0, 2}}}}).is_valid({2}));
}

TEST(SymbolicView, WalksItsElements) {
  const SymbolicView view = view_of({2}).pad({{1, 0}}).value();
  EXPECT_EQ(map_of(view), (ElementMap{{3}, {std::nullopt, 0, 1}}));
  EXPECT_EQ(view.offset(), -1);
  expect_unsupported(view_of({n()}).elements());
  expect_unsupported(view_of({n()}).bounds());
}

TEST(SymbolicView, ReshapesToItsOwnShapeEvenMasked) {
  const SymbolicView masked = view_of({2, 3}, {.mask = {{{0, 1}, {0, 3}}}});
  EXPECT_EQ(*masked.reshape({2, 3}), masked);
  EXPECT_EQ(*masked.reshape({2, SymbolicExtent::infer()}), masked);
  expect_unsupported(masked.reshape({6}));
  expect_unsupported(masked.reshape({0}));
  expect_invalid(masked.reshape({5}));
}

TEST(SymbolicView, SaysHowToReshapeAllTheSame) {
  const auto result = view_of({2, 3}).permute({1, 0})->reshape({6});
  expect_unsupported(result);
  for (const char* part : {"[2, 1]", "[1, 3]", "contiguous()"})
    EXPECT_NE(result.status().message.find(part), std::string::npos) << part;
}

TEST(SymbolicView, InfersOneExtent) {
  const SymbolicExtent infer = SymbolicExtent::infer();
  const SymbolicView view = view_of({2, 6});
  EXPECT_EQ(view.reshape({3, infer})->shape(), (SymbolicShape{3, 4}));
  EXPECT_EQ(view.reshape({infer})->shape(), SymbolicShape{12});
  expect_invalid(view.reshape({5, infer}));
  expect_invalid(view.reshape({infer, infer}));
  expect_invalid(view.reshape({0, infer}));
  expect_invalid(view.reshape({-2, infer}));
  EXPECT_EQ(view_of({0, 6}).reshape({3, infer})->shape(),
            (SymbolicShape{3, 0}));
  EXPECT_EQ(view_of({n(), 6}).reshape({infer, 3})->shape(),
            (SymbolicShape{n().times(2).value(), 3}));
  expect_invalid(view_of({n(), 6}).reshape({infer, 4}));
  expect_invalid(view.expand({2, infer}));
}

TEST(SymbolicView, SymbolicReshapesWhereContiguous) {
  const SymbolicView view = view_of({n(), 6});
  const auto result = view.reshape({3, n(), 2});
  ASSERT_TRUE(result.ok()) << result.status().message;
  EXPECT_TRUE(result->is_c_contiguous());
  EXPECT_EQ(result->bind({{"n", 2}})->strides(), (Strides{4, 2, 1}));
  expect_invalid(view.reshape({n(), 5}));
  expect_invalid(view.reshape({m(), 6}));
  expect_invalid(view.reshape({12}));
  expect_unsupported(view.permute({1, 0})->reshape({n(), 6}));
  expect_unsupported(view_of({n(), 6}, {.offset = 1}).reshape({6, n()}));
  expect_unsupported(
      view_of({n(), 6}, {.mask = {{{0, 1}, {0, 6}}}}).reshape({6, n()}));
  EXPECT_TRUE(view.reshape({0, n()}).ok());
  EXPECT_TRUE(view_of({0, n()}).reshape({7}).ok());
}

TEST(SymbolicView, ExpandsSymbolically) {
  const SymbolicView view =
      view_of({1, n()}, {.offset = 2, .strides = {{7, 3}}});
  const auto result = view.expand({m(), n()});
  ASSERT_TRUE(result.ok()) << result.status().message;
  EXPECT_EQ(result->strides(), (Strides{7, 3}));
  EXPECT_EQ(result->offset(), 2);
  const auto bound = result->bind({{"n", 2}, {"m", 3}});
  EXPECT_EQ(bound->strides(), (Strides{0, 3}));
  EXPECT_EQ(map_of(*bound), (ElementMap{{3, 2}, {2, 5, 2, 5, 2, 5}}));
  EXPECT_EQ(view_of({1, 3}).expand({n(), 3})->bind({{"n", 2}}).value(),
            view_of({1, 3}).expand({2, 3}).value());
  expect_invalid(view.expand({m(), m()}));
  expect_invalid(view.expand({m(), n(), 1}));
  expect_invalid(view_of({3}).expand({n()}));
  EXPECT_EQ(view_of({}).expand({n(), 2})->strides(), (Strides{0, 0}));
  EXPECT_FALSE(view_of({}).expand({n()})->is_c_contiguous());
  expect_unsupported(
      view_of({1, 3}, {.mask = {{{0, 1}, {0, 2}}}}).expand({n(), 3}));
}

TEST(SymbolicView, ExpandsAroundAMask) {
  const SymbolicView view = view_of({1, 3}, {.mask = {{{0, 1}, {1, 3}}}});
  EXPECT_EQ(view.expand({2, 3})->mask(), (AxisPairs{{0, 2}, {1, 3}}));
  const SymbolicView hidden = view_of({1, 3}, {.mask = {{{0, 0}, {0, 3}}}});
  expect_unsupported(hidden.expand({2, 3}));
  EXPECT_TRUE(hidden.expand({1, 3}).ok());
}

TEST(SymbolicView, TransformsNumbersOnlyWherePositionsMove) {
  const SymbolicView view = view_of({n(), 3});
  expect_unsupported(view.shrink({{0, 1}, {0, 3}}));
  expect_unsupported(view.pad({{0, 0}, {0, 0}}));
  expect_unsupported(view.flip({false, false}));
  const SymbolicView bound = view.bind({{"n", 2}}).value();
  EXPECT_TRUE(bound.shrink({{0, 1}, {0, 3}}).ok());
  EXPECT_TRUE(bound.pad({{0, 0}, {0, 0}}).ok());
  EXPECT_TRUE(bound.flip({false, false}).ok());
  EXPECT_EQ(view.permute({1, 0})->shape(), (SymbolicShape{3, n()}));
}

TEST(SymbolicView, RejectsWhatIsNoTransformation) {
  const SymbolicView view = view_of({2, 3});
  expect_invalid(view.permute({0, 0}));
  expect_invalid(view.permute({0}));
  expect_invalid(view_of({n(), 3}).permute({0, 2}));
  expect_invalid(view.pad({{0, 1}}));
  expect_invalid(view.pad({{0, 0}, {0, -1}}));
  expect_invalid(view.pad({{-1, 0}, {0, 0}}));
  expect_invalid(view.flip({true}));
  expect_invalid(view.shrink({{0, 2}}));
  expect_invalid(view.shrink({{0, 2}, {1, 1}}));
  expect_invalid(view.expand({2, 4}));
}

TEST(SymbolicView, LeavesItselfAlone) {
  const SymbolicView view = view_of({2, 1}, {.offset = 3});
  const SymbolicView before = view;
  (void)view.flip({true, true});
  (void)view.pad({{1, 1}, {1, 1}});
  (void)view.permute({1, 0});
  (void)view.expand({2, 4});
  EXPECT_EQ(view, before);
  EXPECT_EQ(*view.pad({{0, 0}, {0, 0}}), before);
  EXPECT_EQ(*view.shrink({{0, 2}, {0, 1}}), before);
  EXPECT_EQ(*view.expand({2, 1}), before);
  EXPECT_EQ(*view.flip({false, false}), before);
}

TEST(SymbolicView, BindsInSteps) {
  const SymbolicView view = view_of({n(), m()}).permute({1, 0}).value();
  const SymbolicView half = view.bind({{"m", 3}}).value();
  EXPECT_EQ(half.shape(), (SymbolicShape{3, n()}));
  EXPECT_EQ(half.strides(), (Strides{1, 1}));
  const SymbolicView whole = half.bind({{"n", 2}, {"m", 8}}).value();
  EXPECT_EQ(whole, view_of({2, 3}).permute({1, 0}).value());
  EXPECT_EQ(view.bind({{"n", 0}, {"m", 3}})->offset(), 0);
  expect_invalid(view.bind({{"n", 9}}));
  EXPECT_EQ(*view.bind({{"other", 9}}), view);
}

TEST(SymbolicView, ConvertsToAndFromStridedViews) {
  const View strided({2, 3}, {-4, 7}, 9);
  const SymbolicView view = SymbolicView::from_view(strided).value();
  EXPECT_EQ(view.strides(), (Strides{-4, 7}));
  EXPECT_EQ(view.to_view().value(), strided);
  expect_unsupported(view.pad({{0, 1}, {0, 0}})->to_view());
  expect_unsupported(view_of({n()}).to_view());
}

}  // namespace
}  // namespace assay
