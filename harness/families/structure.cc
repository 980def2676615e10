// Draws structures with RapidCheck and walks its shrinks.
// Tested by tests/harness/generate/build_case_test.cc.
#include "harness/families/structure.h"

#include <rapidcheck.h>

#include <algorithm>

namespace assay {
namespace {

// Generates shapes with extents of 1 to 5; fewer axes are simpler.
rc::Gen<Shape> shapes(std::size_t min_rank) {
  const auto low = static_cast<int>(min_rank);
  return rc::gen::mapcat(rc::gen::inRange(low, low + 4), [](int rank) {
    return rc::gen::container<Shape>(
        static_cast<std::size_t>(rank),
        rc::gen::inRange<std::int64_t>(1, rank > 2 ? 4 : 6));
  });
}

rc::Gen<Structure> structures(CaseShape shape, std::size_t min_rank) {
  const bool fixed = shape == CaseShape::kRankZero;
  return rc::gen::map(
      rc::gen::pair(fixed ? rc::gen::just(Shape{}) : shapes(min_rank),
                    rc::gen::container<std::vector<std::uint32_t>>(
                        kChoiceCount, rc::gen::inRange<std::uint32_t>(0, 64))),
      [](std::pair<Shape, std::vector<std::uint32_t>> drawn) {
        return Structure{std::move(drawn.first), std::move(drawn.second)};
      });
}

rc::Shrinkable<Structure> shrinkable(std::uint64_t seed, CaseShape shape,
                                     std::size_t min_rank) {
  return structures(shape, min_rank)(rc::Random(seed), rc::kNominalSize);
}

}  // namespace

Structure draw_structure(std::uint64_t seed, CaseShape shape,
                         std::size_t min_rank) {
  return shrinkable(seed, shape, min_rank).value();
}

Structure shrink_structure(std::uint64_t seed, CaseShape shape,
                           std::size_t min_rank, int attempts,
                           const std::function<bool(const Structure&)>& fails) {
  rc::Shrinkable<Structure> best = shrinkable(seed, shape, min_rank);
  // The number of attempts ends the loop, whatever the shrinker returns.
  for (bool simpler = true; simpler && attempts > 0;) {
    simpler = false;
    auto candidates = best.shrinks();
    while (auto candidate = candidates.next()) {
      if (attempts-- <= 0) break;
      if (!fails(candidate->value())) continue;
      best = *candidate;
      simpler = true;
      break;
    }
  }
  return best.value();
}

std::int64_t shrinkable_size(const Structure& structure, std::int64_t target) {
  const std::uint32_t part =
      std::min(structure.choices[kSizeChoice], kFullSize);
  return 1 + (target - 1) * part / kFullSize;
}

}  // namespace assay
