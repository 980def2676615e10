// Applies chains of transformations to views, and compares each view, and a
// symbolic twin of it, with an enumeration of its elements.
// Tested by tests/fuzz/targets_test.cc.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "fuzz/choices.h"
#include "fuzz/targets/enumerated.h"
#include "fuzz/targets/target.h"
#include "spec/symbolic_view.h"

namespace assay {
namespace {

constexpr std::int64_t kMaxElements = 96;
constexpr std::size_t kMaxViewRank = 6;

// The result of one transformation: on the view, on its symbolic twin, and on
// the enumeration.
struct ViewStepTaken {
  Result<SymbolicView> view = Status::invalid("");
  Result<SymbolicView> twin = Status::invalid("");
  std::optional<Enumerated> meaning;  // nothing if the call is wrong
  bool may_be_unsupported = false;
  bool may_be_far = false;  // positions may exceed the limit of views
};

class ViewChain {
 public:
  explicit ViewChain(FuzzBytes bytes) : choices_(bytes) {}

  void run() {
    if (!create()) return;
    check();
    for (int step = 0; step < 12; ++step) {
      const int kind = static_cast<int>(choices_.below(7));
      if (kind == 6) return;
      ViewStepTaken next = taken_step(kind);
      if (next.view) {
        demand(next.meaning.has_value(), "a wrong call is refused");
        if (element_count(next.meaning->shape) > kMaxElements) return;
      } else {
        demand(!next.view.status().message.empty(), "a refusal says why");
        demand(!next.meaning ||
                   (next.may_be_unsupported &&
                    next.view.status().code == StatusCode::kUnsupported) ||
                   (next.may_be_far &&
                    next.view.status().code == StatusCode::kInvalid),
               "a right call is carried out: " + next.view.status().message);
        continue;
      }
      if (twin_ && next.twin)
        twin_ = *next.twin;
      else
        twin_.reset();
      view_ = *std::move(next.view);
      meaning_ = *std::move(next.meaning);
      check();
    }
  }

 private:
  // Returns a small number, and sometimes one near the end of the range.
  std::int64_t number() {
    const std::uint8_t byte = choices_.next();
    if (byte == 255) return INT64_MAX - choices_.next();
    if (byte == 254) return INT64_MIN + choices_.next();
    if (byte == 253) return std::int64_t{1} << (choices_.next() % 63);
    return static_cast<std::int64_t>(byte % 12) - 3;
  }

  bool create() {
    const auto rank = static_cast<std::size_t>(choices_.below(4));
    for (std::size_t axis = 0; axis < rank; ++axis)
      shape_.push_back(choices_.below(5));
    ViewLayout layout;
    layout.offset = number();
    if (choices_.flag()) {
      layout.strides.emplace();
      for (std::size_t axis = 0; axis < rank; ++axis)
        layout.strides->push_back(number());
    }
    if (choices_.flag()) {
      layout.mask.emplace();
      for (const std::int64_t extent : shape_) {
        const std::int64_t start = choices_.below(extent + 1);
        const std::int64_t stop = start + choices_.below(extent - start + 1);
        layout.mask->emplace_back(start, stop);
      }
    }
    const auto view = SymbolicView::create(shape_, layout);
    if (!view) {
      demand(view.status().code == StatusCode::kInvalid, "refused as invalid");
      return false;
    }
    view_ = *view;
    const Strides strides = layout.strides.value_or(row_major_strides(shape_));
    meaning_.shape = shape_;
    for (const Index& at : indices(shape_)) {
      std::int64_t position = layout.offset;
      bool valid = true;
      for (std::size_t axis = 0; axis < rank; ++axis) {
        // Only positions that are not valid may overflow 64 bits.
        position = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(position) +
            static_cast<std::uint64_t>(at[axis]) *
                static_cast<std::uint64_t>(strides[axis]));
        if (layout.mask)
          valid = valid && at[axis] >= (*layout.mask)[axis].first &&
                  at[axis] < (*layout.mask)[axis].second;
      }
      meaning_.positions.push_back(valid ? std::optional<std::int64_t>(position)
                                         : std::nullopt);
    }
    make_twin(layout);
    return true;
  }

  // Makes the same view with a variable as its first extent.
  void make_twin(const ViewLayout& layout) {
    if (shape_.empty() || layout.mask) return;
    std::vector<SymbolicExtent> extents(shape_.begin(), shape_.end());
    extents[0] = *SymbolicExtent::variable("n", 0, 9);
    bindings_ = {{"n", shape_[0]}};
    auto twin = SymbolicView::create(SymbolicShape(extents), layout);
    if (twin) twin_ = *std::move(twin);
  }

  template <typename F>
  void transform(ViewStepTaken& step, F f) const {
    step.view = f(view_);
    if (twin_) step.twin = f(*twin_);
  }

  ViewStepTaken taken_step(int kind) {
    switch (kind) {
      case 0:
        return permuted();
      case 1:
        return flipped();
      case 2:
        return shrunk();
      case 3:
        return padded();
      case 4:
        return expanded();
      default:
        return reshaped();
    }
  }

  ViewStepTaken permuted() {
    const std::size_t rank = meaning_.shape.size();
    std::vector<std::int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    for (std::size_t i = 0; i + 1 < rank; ++i) {
      const auto rest = static_cast<std::int64_t>(rank - i);
      std::swap(axes[i],
                axes[i + static_cast<std::size_t>(choices_.below(rest))]);
    }
    const bool is_wrong = rank > 0 && choices_.next() % 16 == 15;
    if (is_wrong) axes[0] = number();
    ViewStepTaken step;
    transform(step,
              [&](const SymbolicView& view) { return view.permute(axes); });
    std::vector<std::int64_t> sorted = axes;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < rank; ++i)
      if (sorted[i] != static_cast<std::int64_t>(i)) return step;
    Shape shape;
    for (const std::int64_t axis : axes)
      shape.push_back(meaning_.shape[static_cast<std::size_t>(axis)]);
    step.meaning = taken(meaning_, shape, [&](const Index& at) {
      Index source(rank);
      for (std::size_t i = 0; i < rank; ++i)
        source[static_cast<std::size_t>(axes[i])] = at[i];
      return std::optional<Index>(source);
    });
    return step;
  }

  ViewStepTaken flipped() {
    const Shape& shape = meaning_.shape;
    std::vector<bool> axes;
    for (std::size_t i = 0; i < shape.size(); ++i)
      axes.push_back(choices_.flag());
    const bool is_wrong = choices_.next() % 16 == 15;
    if (is_wrong) axes.push_back(true);
    ViewStepTaken step;
    transform(step, [&](const SymbolicView& view) { return view.flip(axes); });
    if (is_wrong) return step;
    step.meaning = taken(meaning_, shape, [&](const Index& at) {
      Index source = at;
      for (std::size_t i = 0; i < shape.size(); ++i)
        if (axes[i]) source[i] = shape[i] - 1 - at[i];
      return std::optional<Index>(source);
    });
    return step;
  }

  ViewStepTaken shrunk() {
    AxisPairs ranges;
    Shape shape;
    bool is_right = true;
    for (const std::int64_t extent : meaning_.shape) {
      std::int64_t start = choices_.below(std::max<std::int64_t>(extent, 1));
      std::int64_t stop =
          start + 1 + choices_.below(std::max<std::int64_t>(extent - start, 1));
      if (choices_.next() % 32 == 31) start = number();
      if (choices_.next() % 32 == 31) stop = number();
      is_right = is_right && start >= 0 && start < stop && stop <= extent;
      ranges.emplace_back(start, stop);
    }
    ViewStepTaken step;
    transform(step,
              [&](const SymbolicView& view) { return view.shrink(ranges); });
    if (!is_right) return step;
    for (const auto& [start, stop] : ranges) shape.push_back(stop - start);
    step.meaning = taken(meaning_, shape, [&](const Index& at) {
      Index source = at;
      for (std::size_t i = 0; i < source.size(); ++i)
        source[i] += ranges[i].first;
      return std::optional<Index>(source);
    });
    return step;
  }

  ViewStepTaken padded() {
    AxisPairs padding;
    Shape shape = meaning_.shape;
    bool is_right = true;
    bool is_large = false;
    for (std::int64_t& extent : shape) {
      std::int64_t before = choices_.below(3);
      const std::int64_t after = choices_.below(3);
      if (choices_.next() % 32 == 31) before = number();
      is_right = is_right && before >= 0;
      is_large = is_large || before > kMaxElements;
      padding.emplace_back(before, after);
      if (is_right && !is_large) extent += before + after;
    }
    ViewStepTaken step;
    // These are more elements than can be enumerated.
    if (is_large || element_count(shape) > kMaxElements) {
      step.view = Status::unsupported("view", "too large to enumerate");
      step.meaning = meaning_;
      step.may_be_unsupported = true;
      return step;
    }
    transform(step,
              [&](const SymbolicView& view) { return view.pad(padding); });
    if (!is_right) return step;
    // Only padding reaches farther. The contract leaves open where the limit
    // is.
    constexpr double kNear = 0x1p55;
    step.may_be_far = std::fabs(static_cast<double>(view_.offset())) > kNear;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const double reach = static_cast<double>(view_.strides()[i]) *
                           static_cast<double>(shape[i]);
      step.may_be_far = step.may_be_far || std::fabs(reach) > kNear;
    }
    const Shape old = meaning_.shape;
    step.meaning = taken(meaning_, shape, [&](const Index& at) {
      Index source = at;
      for (std::size_t i = 0; i < source.size(); ++i) {
        source[i] -= padding[i].first;
        if (source[i] < 0 || source[i] >= old[i]) return std::optional<Index>();
      }
      return std::optional<Index>(source);
    });
    return step;
  }

  ViewStepTaken expanded() {
    const Shape old = meaning_.shape;
    Shape shape = old;
    if (shape.empty())
      shape.assign(static_cast<std::size_t>(choices_.below(3)), 1);
    for (std::int64_t& extent : shape)
      if (extent == 1) extent = choices_.below(4);
    const bool is_wrong = choices_.next() % 16 == 15 && !shape.empty() &&
                          !old.empty() && old[0] != 1;
    if (is_wrong) shape[0] = old[0] + 1;
    ViewStepTaken step;
    step.may_be_unsupported = view_.mask().has_value();
    transform(step,
              [&](const SymbolicView& view) { return view.expand(shape); });
    if (is_wrong) return step;
    step.meaning = taken(meaning_, shape, [&](const Index& at) {
      Index source(old.size());
      for (std::size_t i = 0; i < old.size(); ++i)
        source[i] = old[i] == 1 ? 0 : at[i];
      return std::optional<Index>(source);
    });
    return step;
  }

  ViewStepTaken reshaped() {
    Shape shape = meaning_.shape;
    const std::int64_t way = choices_.below(4);
    const std::int64_t rank = std::ssize(shape);
    if (way == 0 || shape.empty()) {
      shape = {element_count(meaning_.shape)};
    } else if (way == 1 && rank >= 2) {
      const auto at = static_cast<std::ptrdiff_t>(choices_.below(rank - 1));
      shape[static_cast<std::size_t>(at)] *=
          shape[static_cast<std::size_t>(at) + 1];
      shape.erase(shape.begin() + at + 1);
    } else if (way == 2 && shape.size() < kMaxViewRank) {
      const auto at = static_cast<std::ptrdiff_t>(choices_.below(rank));
      std::int64_t& extent = shape[static_cast<std::size_t>(at)];
      const std::int64_t part = extent % 3 == 0 ? 3 : 2;
      extent /= part;  // for an odd extent, the count is wrong
      shape.insert(shape.begin() + at + 1, part);
    } else if (shape.size() < kMaxViewRank) {
      shape.insert(
          shape.begin() + static_cast<std::ptrdiff_t>(choices_.below(rank + 1)),
          1);
    }
    ViewStepTaken step;
    step.may_be_unsupported = !view_.is_c_contiguous();
    transform(step,
              [&](const SymbolicView& view) { return view.reshape(shape); });
    const std::int64_t old = element_count(meaning_.shape);
    const std::int64_t count = element_count(shape);
    if (old == 0 || count == 0) {  // view.reshape_zero_size
      step.meaning = {shape, {}};
      for (std::int64_t i = 0; i < count; ++i)
        step.meaning->positions.emplace_back(i);
      return step;
    }
    if (count != old) return step;
    step.meaning = {shape, meaning_.positions};
    return step;
  }

  void demand_elements(const SymbolicView& view, const char* whose) const {
    const auto elements = view.elements();
    demand(elements.ok(), "a static view has elements");
    std::size_t i = 0;
    for (const auto position : *elements) {
      demand(i < meaning_.positions.size(), "no more elements than there are");
      demand(position == meaning_.positions[i], whose);
      ++i;
    }
    demand(i == meaning_.positions.size(), "no fewer elements than there are");
  }

  void check() const {
    demand(view_.shape() == SymbolicShape(meaning_.shape), "the shape");
    demand_elements(view_, "the elements are those of the enumeration");
    std::int64_t low = INT64_MAX, high = INT64_MIN;
    bool counts_up = true, has_padding = false;
    for (std::size_t i = 0; i < meaning_.positions.size(); ++i) {
      const auto position = meaning_.positions[i];
      counts_up = counts_up && position == static_cast<std::int64_t>(i);
      has_padding = has_padding || !position;
      if (!position) continue;
      low = std::min(low, *position);
      high = std::max(high, *position);
    }
    const auto bounds = view_.bounds();
    demand(bounds.ok(), "a static view has bounds");
    const auto none = std::pair<std::int64_t, std::int64_t>(0, -1);
    demand(*bounds == (low > high ? none : std::pair(low, high)), "the bounds");
    if (!meaning_.positions.empty()) {
      demand(view_.is_c_contiguous() == counts_up, "contiguity");
      demand(view_.to_view().ok() == !has_padding, "it is a view without mask");
    }
    if (!twin_) return;
    const auto bound = twin_->bind(bindings_);
    demand(bound.ok(), "the variable takes its value");
    demand_elements(*bound, "the bound twin has the same elements");
  }

  Choices choices_;
  Shape shape_;
  SymbolicView view_;
  std::optional<SymbolicView> twin_;
  Bindings bindings_;
  Enumerated meaning_;
};

}  // namespace

void fuzz_view(FuzzBytes bytes) { ViewChain(bytes).run(); }

}  // namespace assay
