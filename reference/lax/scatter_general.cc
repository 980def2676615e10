// Evaluates scatter_general: each update goes to the element of x that the
// index maps of the specification name. Tested by
// tests/reference/lax_indexing_test.cc.
#include <optional>
#include <string>
#include <vector>

#include "reference/accumulators.h"
#include "reference/lax/window_places.h"
#include "reference/nx/elementwise_order.h"
#include "reference/tensor_ops.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Finds the place of each update as the profile says.
class UpdatePlaces {
 public:
  UpdatePlaces(const Evaluation& call, const WindowPlaces& places)
      : profile_(call.profile), places_(places) {}

  // Returns nothing if the update is left out.
  std::optional<Index> place(const Index& at) const {
    Index start = places_.start(at);
    if (!places_.is_inside(start)) {
      if (profile_.is("scatter_general.out_of_range=drop_window"_policy))
        return std::nullopt;
      if (profile_.is("scatter_general.out_of_range=clamp"_policy))
        start = places_.moved_inside(start);
    }
    return places_.place(at, start);  // scatter_general.out_of_range,
                                      // scatter_general.extreme
  }

  // Returns whether the window of an update leaves x, and the profile permits
  // anything then.
  bool is_open(const Index& at) const {
    return profile_.is("scatter_general.out_of_range=any"_policy) &&
           !places_.is_inside(places_.start(at));
  }

  const WindowPlaces& windows() const { return places_; }

 private:
  const Profile& profile_;
  const WindowPlaces& places_;
};

// Holds the least or the greatest element so far.
template <OpName op, typename T>
class ScatteredExtremum {
 public:
  explicit ScatteredExtremum(const Evaluation& call) : profile_(call.profile) {}
  void add(T x) {
    if (!value_) {
      value_ = Open<T>{x};
      return;
    }
    constexpr OpTag<op> extremum{};
    const Open<T> next =
        apply(extremum, profile_, value_->value, x);  // scatter_general.nan
    const bool lasts = value_->freedom == Freedom::kAny ||
                       next.value == T{0};  // scatter_general.signed_zero
    const Freedom before = lasts ? value_->freedom : Freedom::kNone;
    value_ = Open<T>{next.value, std::max(before, next.freedom)};
  }
  void write(const Results& y, const Index& at) const { y.put(at, *value_); }

 private:
  const Profile& profile_;
  std::optional<Open<T>> value_;
};
template <typename T>
using ScatteredMin = ScatteredExtremum<"min", T>;
template <typename T>
using ScatteredMax = ScatteredExtremum<"max", T>;

// y[p] = x[p] combined with the updates whose place is p. If there is none, y
// keeps the bits of x.
template <template <typename> typename Combined, typename T>
void combine_updates(const Evaluation& call, const UpdatePlaces& places,
                     const Tensor& made) {
  const Elements x = call.operand(0);
  const Elements updates = call.operand(2);
  const View order(x.view().shape());
  std::vector<std::optional<Combined<T>>> all(
      static_cast<std::size_t>(order.numel()));
  for (const Index& at : indices(updates.view().shape())) {
    const auto to = places.place(at);
    if (!to) continue;
    auto& combined = all[static_cast<std::size_t>(order.linear_index(*to))];
    if (!combined) {
      combined.emplace(call);
      combined->add(x.value<T>(*to));
    }
    combined->add(updates.value<T>(at));  // scatter_general.accumulate,
    // scatter_general.order, scatter_general.unique_hint
  }
  const Results y = call.results_in(made);
  const Elements kept(made);
  for (const Index& at : indices(order.shape())) {
    auto& combined = all[static_cast<std::size_t>(order.linear_index(at))];
    if (combined) {
      combined->write(y, at);  // scatter_general.wrap,
      // scatter_general.accuracy, scatter_general.nonfinite,
      // scatter_general.partial_overflow
      continue;
    }
    kept.store(at, x.bits(at));  // scatter_general.untouched
    y.note_roundings(at, 0);
  }
}

// y[p] = the first of the updates whose place is p. The others are
// alternatives.
void set_updates(const Evaluation& call, const UpdatePlaces& places,
                 const Tensor& made) {
  const Elements x = call.operand(0);
  const Elements updates = call.operand(2);
  const Results y = call.results_in(made);
  const View order(x.view().shape());
  for (const Index& at : indices(order.shape())) y.put(at, x.bits(at));
  std::vector<bool> is_set(static_cast<std::size_t>(order.numel()));
  for (const Index& at : indices(updates.view().shape())) {
    const auto to = places.place(at);
    if (!to) continue;
    const auto position = static_cast<std::size_t>(order.linear_index(*to));
    if (is_set[position])
      y.note_alternative(  // scatter_general.set_duplicates
          *to, updates.bits(at));
    else
      y.put(*to, updates.bits(at));
    is_set[position] = true;
  }
}

Status combine_by_mode(const Evaluation& call, const UpdatePlaces& places,
                       const Tensor& made) {
  const ScatterMode mode = call.call.attributes.mode();
  if (mode == ScatterMode::kSet) {
    set_updates(call, places, made);
    return {};
  }
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Status {
        if constexpr (!Bool<T>) {
          if (mode == ScatterMode::kAdd) {
            combine_updates<Sum, T>(call, places, made);
            return {};
          }
        }
        if constexpr (Ordered<T>) {
          if (mode == ScatterMode::kMin)
            combine_updates<ScatteredMin, T>(call, places, made);
          else
            combine_updates<ScatteredMax, T>(call, places, made);
          return {};
        }
        return Status::internal("the op has no such mode of this dtype");
      });
}

// Opens the elements that a window which leaves x would reach from some start.
void open_reach(const Evaluation& call, const UpdatePlaces& places,
                const Tensor& made) {
  const Results y = call.results_in(made);
  const Shape& updates = call.call.operands[2].view.shape();
  for (const Index& at : indices(updates)) {
    if (at != places.windows().first_of_window(at) || !places.is_open(at))
      continue;
    for (const Index& to : indices(made.view.shape()))
      if (places.windows().may_reach(at, to)) y.note_freedom(to, Freedom::kAny);
  }
}

// Rejects unique_indices if two updates meet.
Status check_unique(const Evaluation& call, const UpdatePlaces& places) {
  if (!call.call.attributes.flag(AttributeKey::kUniqueIndices)) return {};
  const View order(call.call.operands[0].view.shape());
  std::vector<bool> is_met(static_cast<std::size_t>(order.numel()));
  for (const Index& at : indices(call.call.operands[2].view.shape())) {
    const auto to = places.place(at);
    if (!to) continue;
    const auto position = static_cast<std::size_t>(order.linear_index(*to));
    if (is_met[position]) {
      Status status = Status::invalid(std::string(name_of(call.call.op)) +
                                      ": unique_indices, and updates meet");
      status.kind = "scatter_general.unique"_clause;
      return status;  // scatter_general.unique
    }
    is_met[position] = true;
  }
  return {};
}

// Returns the extents of a window, one per axis of x.
Shape sizes_of_windows(const WindowDimensions& of, std::size_t rank,
                       const Shape& updates) {
  Shape sizes(rank, 1);
  const auto axes = axes_of_windows(of, rank);
  for (std::size_t i = 0; i < axes.size(); ++i)
    sizes[axes[i]] = updates[static_cast<std::size_t>(of.window[i])];
  return sizes;
}

}  // namespace

// y = x, then y[start + batching + offset] ← updates[at]
Result<Tensors> evaluate(OpTag<"scatter_general">, const Evaluation& call) {
  const Shape& x = call.call.operands[0].view.shape();
  const Shape& updates = call.call.operands[2].view.shape();
  const WindowDimensions of = scatter_dimensions(call.call.attributes);
  const WindowPlaces windows(x, call.operand(1), of,
                             sizes_of_windows(of, x.size(), updates));
  const UpdatePlaces places(call, windows);
  if (Status s =
          check_sorted(call, windows, updates, "scatter_general.sorted"_clause);
      !s.ok())
    return s;  // scatter_general.sorted_hint
  if (Status s = check_unique(call, places); !s.ok()) return s;
  const auto made = make_tensor(call.call.operands[0].dtype, x);
  if (!made) return made.status();
  if (Status s = combine_by_mode(call, places, *made);  // scatter_general.value
      !s.ok())                                          // scatter_general.empty
    return s;
  if (call.answer != nullptr) open_reach(call, places, *made);
  return Tensors{*made};
}

}  // namespace assay
