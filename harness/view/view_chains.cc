// Draws chains of up to four transformations on views with offsets, steps,
// repeats and masks. Most real bugs forget something that an earlier step left
// behind; the rows written by hand find bugs that show on fresh views. The
// answers come from the enumerating oracle of element_map.h, so no arithmetic
// on strides takes part.
// Tested by tests/harness/view/view_chains_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/case/seed.h"
#include "harness/view/element_map.h"
#include "harness/view/view_case_plan.h"
#include "harness/view/view_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostElements = 48;

// Describes the cases of a clause: their last step, whether the view before it
// has padding, and whether the step must be refused.
struct ChainRow {
  std::string_view clause;
  std::string_view last_step;
  bool is_masked = false;
  bool is_refused = false;
  int count = 8;
};
constexpr ChainRow kChainRows[] = {
    {.clause = "view.permute", .last_step = "permute"},
    {.clause = "view.permute_mask", .last_step = "permute", .is_masked = true},
    {.clause = "view.shrink", .last_step = "shrink", .count = 12},
    {.clause = "view.shrink_mask",
     .last_step = "shrink",
     .is_masked = true,
     .count = 12},
    {.clause = "view.flip", .last_step = "flip"},
    {.clause = "view.flip_mask", .last_step = "flip", .is_masked = true},
    {.clause = "view.pad_offset", .last_step = "pad"},
    {.clause = "view.pad_mask", .last_step = "pad"},
    {.clause = "view.pad_masked", .last_step = "pad", .is_masked = true},
    {.clause = "view.expand", .last_step = "expand"},
    {.clause = "view.expand_masked", .last_step = "expand", .is_masked = true},
    {.clause = "view.reshape_order", .last_step = "reshape", .count = 16},
    {.clause = "view.reshape_strides",
     .last_step = "reshape",
     .is_refused = true,
     .count = 16},
    {.clause = "view.reshape_masked",
     .last_step = "reshape",
     .is_masked = true,
     .is_refused = true,
     .count = 4},
};

bool has_padding(const ElementMap& map) {
  return std::count(map.elements.begin(), map.elements.end(), std::nullopt) > 0;
}

bool has_valid(const ElementMap& map) {
  return std::any_of(
      map.elements.begin(), map.elements.end(),
      [](const Element& element) { return element.has_value(); });
}

// Returns the range of each axis that contains valid elements; at least one
// element must be valid.
AxisPairs valid_ranges(const ElementMap& map) {
  AxisPairs ranges(map.shape.size(), {INT64_MAX, 0});
  for (const Index& at : indices(map.shape)) {
    if (!map.elements[map.place(at)]) continue;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      ranges[axis].first = std::min(ranges[axis].first, at[axis]);
      ranges[axis].second = std::max(ranges[axis].second, at[axis] + 1);
    }
  }
  return ranges;
}

// Holds the strides and the offset. They are unique for a view that has two or
// more valid elements along each axis.
struct Placement {
  Strides strides;
  std::int64_t offset = 0;
};
std::optional<Placement> placement_of(const ElementMap& map) {
  const AxisPairs ranges = valid_ranges(map);
  Index first;
  for (const auto& [start, stop] : ranges) {
    if (stop - start < 2) return std::nullopt;
    first.push_back(start);
  }
  Placement placed{{}, *map.elements[map.place(first)]};
  for (std::size_t axis = 0; axis < first.size(); ++axis) {
    Index next = first;
    ++next[axis];
    placed.strides.push_back(*map.elements[map.place(next)] -
                             *map.elements[map.place(first)]);
  }
  for (std::size_t axis = 0; axis < first.size(); ++axis)
    placed.offset -= first[axis] * placed.strides[axis];
  return placed;
}

// Draws chains from the words of a stream.
class ChainMaker {
 public:
  explicit ChainMaker(ValueStream stream) : stream_(stream) {}

  // Returns a case of the row, or nothing if the drawn chain does not fit it.
  std::optional<ViewCase> make(const ChainRow& row) {
    create();
    const std::uint64_t before = stream_.below(4);
    constexpr std::string_view kSteps[] = {"permute", "shrink", "pad",
                                           "flip",    "expand", "reshape"};
    for (std::uint64_t step = 0; step < before; ++step)
      if (!take(kSteps[stream_.below(std::size(kSteps))])) return std::nullopt;
    if (has_padding(map_) != row.is_masked) return std::nullopt;
    const bool is_taken = take(row.last_step);
    if (is_taken == row.is_refused || is_trivial_) return std::nullopt;
    case_.clause = row.clause;
    if (row.is_refused)
      case_.statuses = {StatusCode::kUnsupported};
    else
      ask();
    return case_;
  }

 private:
  std::int64_t from(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(
                     stream_.below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool one_in(std::uint64_t count) { return stream_.below(count) == 0; }

  // Draws a view. The stride of each axis follows from the axes inside it: it
  // is the same, doubled, reversed or zero, or makes windows overlap. Many
  // views are row-major or start at 0, because a module that checks only part
  // of a layout takes those for contiguous.
  void create() {
    Shape shape(static_cast<std::size_t>(from(1, 4)));
    do {
      for (std::int64_t& extent : shape) extent = one_in(4) ? 1 : from(2, 4);
    } while (element_count(shape) > kMostElements);
    Strides strides(shape.size());
    std::int64_t inner = 1;
    const bool is_row_major = one_in(4);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      const std::int64_t chained =
          axis + 1 == shape.size() ? 1 : inner * shape[axis + 1];
      const std::int64_t choices[] = {chained,  chained, chained, 2 * chained,
                                      -chained, inner,   0};
      const std::uint64_t choice = stream_.below(std::size(choices));
      strides[axis] = is_row_major ? chained : choices[choice];
      inner = strides[axis];
    }
    std::int64_t offset = one_in(2) ? 0 : from(1, 9);
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      offset -= std::min<std::int64_t>(0, (shape[axis] - 1) * strides[axis]);
    case_.shape = shape;
    case_.layout = {.offset = offset, .strides = strides, .mask = {}};
    map_ = {shape, {}};
    AxisPairs mask;
    for (std::int64_t extent : shape) {
      const std::int64_t start = from(0, extent - 1);
      mask.emplace_back(start, from(start + 1, extent));
    }
    const bool is_masked = one_in(3);
    for (const Index& at : indices(shape)) {
      Element element = offset;
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        const auto [start, stop] = mask[axis];
        if (is_masked && (at[axis] < start || at[axis] >= stop)) element = {};
        if (element) *element += at[axis] * strides[axis];
      }
      map_.elements.push_back(element);
    }
    if (has_padding(map_)) case_.layout.mask = mask;
  }

  // Draws the argument of a step and carries it out. Returns false if a view
  // module must refuse it; the map then stays unchanged.
  bool take(std::string_view name) {
    ViewStep step;
    step.name = name;
    const ElementMap before = map_;
    bool is_taken = true;
    if (name == "permute") {
      step.axes = drawn_axes();
      map_ = permuted(map_, step.axes);
    } else if (name == "flip") {
      for (std::size_t axis = 0; axis < map_.shape.size(); ++axis)
        step.flags.push_back(!one_in(3));
      map_ = flipped(map_, step.flags);
    } else if (name == "shrink") {
      for (std::int64_t extent : map_.shape) {
        const std::int64_t start = one_in(3) ? 0 : from(0, extent - 1);
        step.pairs.emplace_back(start,
                                one_in(3) ? extent : from(start + 1, extent));
      }
      map_ = shrunk(map_, step.pairs);
    } else if (name == "pad") {
      for (std::size_t axis = 0; axis < map_.shape.size(); ++axis) {
        const std::int64_t padding = one_in(3) ? 0 : from(0, 2);
        step.pairs.emplace_back(padding, one_in(3) ? 0 : from(0, 1));
      }
      map_ = padded(map_, step.pairs);
    } else if (name == "expand") {
      Shape shape = map_.shape;
      for (std::int64_t& extent : shape)
        if (extent == 1) extent = from(1, 3);
      step.shape = shape;
      map_ = expanded(map_, shape);
    } else {
      const Shape shape = drawn_shape();
      step.shape = shape;
      is_taken = shape == map_.shape ||
                 (!has_padding(map_) && has_strides(reshaped(map_, shape)));
      if (is_taken) map_ = reshaped(map_, shape);
      is_trivial_ = shape == before.shape;
    }
    if (name != "reshape") is_trivial_ = map_ == before;
    case_.steps.push_back(std::move(step));
    // Without a valid element the ranges of the mask would be unknown.
    if (element_count(map_.shape) > kMostElements || !has_valid(map_))
      is_trivial_ = is_taken = false, map_ = before;
    return is_taken;
  }

  std::vector<std::int64_t> drawn_axes() {
    std::vector<std::int64_t> axes;
    for (std::size_t axis = 0; axis < map_.shape.size(); ++axis)
      axes.insert(axes.begin() + from(0, std::ssize(axes)),
                  static_cast<std::int64_t>(axis));
    return axes;
  }

  // Draws a shape with the same number of elements and up to four axes.
  Shape drawn_shape() {
    std::int64_t left = element_count(map_.shape);
    Shape shape;
    for (int axis = 0; axis < 3 && (left > 1 || one_in(4)); ++axis) {
      std::vector<std::int64_t> factors;
      for (std::int64_t factor = 1; factor <= left; ++factor)
        if (left % factor == 0) factors.push_back(factor);
      shape.push_back(factors[stream_.below(factors.size())]);
      left /= shape.back();
    }
    if (left > 1) shape.push_back(left);
    return shape;
  }

  void add(std::string_view name, Json answer) {
    case_.questions.push_back(
        {std::string(name), {}, false, StatusCode::kOk, std::move(answer)});
  }

  // Asks everything that the elements decide, in the order of kViewProperties.
  void ask() {
    const bool is_masked = has_padding(map_);
    Json elements = Json::array();
    bool counts_up = true;
    for (std::size_t i = 0; i < map_.elements.size(); ++i) {
      const Element& element = map_.elements[i];
      elements.push_back(element ? Json(*element) : Json(nullptr));
      counts_up = counts_up && element == static_cast<std::int64_t>(i);
    }
    add("shape", map_.shape);
    if (const auto placed = placement_of(map_)) {
      add("strides", placed->strides);
      add("offset", placed->offset);
    }
    add("numel", element_count(map_.shape));
    add("mask", is_masked ? Json(valid_ranges(map_)) : Json(nullptr));
    add("is_c_contiguous", counts_up);
    add("can_get_strides", !is_masked);
    add("is_materializable", !is_masked);
    add("elements", std::move(elements));
    Index at;
    for (std::int64_t extent : map_.shape) at.push_back(from(0, extent - 1));
    const Element element = map_.elements[map_.place(at)];
    if (element)
      case_.questions.push_back(
          {"linear_index", at, false, StatusCode::kOk, *element});
    case_.questions.push_back(
        {"is_valid", at, false, StatusCode::kOk, element.has_value()});
  }

  ValueStream stream_;
  ViewCase case_;
  ElementMap map_;
  bool is_trivial_ = false;  // the last step changed nothing
};

// Draws chains until one fits the row.
ViewCase chain_of(const ChainRow& row, int number) {
  const std::uint64_t seed =
      case_seed(0, fmt::format("view chain {} {}", row.clause, number));
  for (std::uint32_t draw = 0;; ++draw)
    if (auto found = ChainMaker(ValueStream(seed, draw)).make(row))
      return *std::move(found);
}

}  // namespace

std::vector<ViewCase> view_chain_cases() {
  std::vector<ViewCase> cases;
  for (const ChainRow& row : kChainRows)
    for (int number = 0; number < row.count; ++number)
      cases.push_back(chain_of(row, number));
  return cases;
}

}  // namespace assay
