// Evaluates gather and scatter, where an int32 index replaces the coordinate of
// one axis.
// Tested by tests/reference/indexing_test.cc.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/accumulators.h"
#include "reference/tensor_ops.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Says what the profile does with an index outside of the extent.
enum class Outside : std::uint8_t { kRefused, kClamped, kDropped, kOpen };

Outside outside_of_gather(const Profile& profile) {
  if (profile.is("gather.out_of_range=clamp"_policy)) return Outside::kClamped;
  if (profile.is("gather.out_of_range=any"_policy)) return Outside::kOpen;
  return Outside::kRefused;
}
Outside outside_of_scatter(const Profile& profile) {
  if (profile.is("scatter.out_of_range=clamp"_policy)) return Outside::kClamped;
  if (profile.is("scatter.out_of_range=drop"_policy)) return Outside::kDropped;
  return Outside::kRefused;
}

// Finds the places in another tensor that an index tensor points to. The
// profile says how an index outside of the extent is treated.
class Pointers {
 public:
  Pointers(const Elements& into, const Elements& places, const Evaluation& call,
           Outside outside)
      : axis_(static_cast<std::size_t>(call.call.attributes.axis())),
        extent_(into.view().shape()[axis_]),
        places_(places),
        wraps_(call.profile.is("gather.negative=wrap"_policy)),
        outside_(outside) {}

  // Returns the first index that the call must refuse, if there is one.
  std::optional<std::int64_t> refused() const {
    const bool refuses = outside_ == Outside::kRefused ||
                         (outside_ == Outside::kClamped && extent_ == 0);
    for (const Index& at : indices(places_.view().shape())) {
      const std::int64_t index = wrapped(at);
      if (refuses && (index < 0 || index >= extent_)) return index;
    }
    return std::nullopt;
  }

  // Returns `at` with its coordinate on the axis replaced by the index at that
  // place. Returns nothing if the index is out of range and dropped or open.
  std::optional<Index> target(Index at) const {
    const std::int64_t index = wrapped(at);
    const bool is_inside = index >= 0 && index < extent_;
    if (!is_inside && outside_ != Outside::kClamped) return std::nullopt;
    at[axis_] = std::clamp<std::int64_t>(index, 0, extent_ - 1);
    return at;
  }

  // Returns `invalid` with the broken clause as its kind, as infer() does.
  Status broken(Op op, std::string_view clause, std::int64_t index) const {
    Status status = Status::invalid(std::string(name_of(op)) + ": index " +
                                    std::to_string(index) + " is outside [0, " +
                                    std::to_string(extent_) + ")");
    status.kind = clause;
    return status;
  }

 private:
  std::int64_t wrapped(const Index& at) const {
    const auto index = places_.value<std::int64_t>(at);
    return index < 0 && wraps_ ? index + extent_ : index;
  }

  std::size_t axis_;
  std::int64_t extent_;
  Elements places_;
  bool wraps_;
  Outside outside_;
};

// Returns whether results start from zeros instead of the template.
bool starts_from_zero(const Evaluation& call) {
  return call.profile.is("scatter.base=zero"_policy);
}

// Sets y[target] to each update in turn, so that the last update to a place
// stays.
void set(const Elements& y, const Pointers& pointers, const Elements& updates) {
  for (const Index& at : indices(updates.view().shape()))
    if (const auto target = pointers.target(at))
      y.store(*target, updates.bits(at));  // scatter.last_wins
}

// Does the same for profiles in which any update to a place may stay. It keeps
// the first one, and the others are alternatives.
void set_any(const Elements& y, const Pointers& pointers,
             const Elements& updates, Answer* answer) {
  const View place(y.view().shape());
  std::vector<bool> is_set(static_cast<std::size_t>(place.numel()));
  std::map<std::int64_t, std::vector<ElementBits>> others;
  for (const Index& at : indices(updates.view().shape())) {
    const auto target = pointers.target(at);
    if (!target) continue;
    const std::int64_t position = place.linear_index(*target);
    if (is_set[static_cast<std::size_t>(position)]) {
      if (answer != nullptr) others[position].push_back(updates.bits(at));
      continue;
    }
    y.store(*target, updates.bits(at));
    is_set[static_cast<std::size_t>(position)] = true;
  }
  for (auto& [position, elements] : others)
    answer->alternatives.push_back({position, std::move(elements)});
}

// y[p] = template[p] + the updates whose target is p. The sum is exact and
// rounded once. If there is no such update, y keeps the template's bits.
template <typename T>
void add(const Evaluation& call, const Results& y, const Pointers& pointers) {
  const Elements into = call.operand(0);
  const Elements updates = call.operand(2);
  const View place(into.view().shape());
  std::vector<std::optional<Sum<T>>> sums(
      static_cast<std::size_t>(place.numel()));
  for (const Index& at : indices(updates.view().shape())) {
    const auto target = pointers.target(at);
    if (!target) continue;
    auto& sum = sums[static_cast<std::size_t>(place.linear_index(*target))];
    if (!sum) {
      sum.emplace(call);
      if (!starts_from_zero(call))
        sum->add(into.value<T>(*target));  // scatter.onto_template
    }
    sum->add(updates.value<T>(at));  // scatter.accumulate, scatter.wrap
  }
  for (const Index& at : indices(place.shape())) {
    auto& sum = sums[static_cast<std::size_t>(place.linear_index(at))];
    if (sum)
      sum->write(y, at);  // scatter.accuracy, scatter.nonfinite
    else
      y.note_roundings(at, 0);
  }
}

}  // namespace

// out[…, i, …] = data[…, indices[…, i, …], …]. The loop visits the shape of
// indices, which may be smaller than that of data.
Result<Tensors> evaluate(OpTag<"gather">, const Evaluation& call) {
  const Elements data = call.operand(0);
  const Results out = call.results();
  const Pointers pointers(data, call.operand(1), call,
                          outside_of_gather(call.profile));
  if (const auto index = pointers.refused())
    return pointers.broken(call.call.op, "gather.range"_clause,
                           *index);  // gather.range
  const Shape& shape = call.call.operands[1].view.shape();
  for (const Index& at : indices(shape)) {  // gather.smaller
    const auto target = pointers.target(at);
    if (target)
      out.put(at, data.bits(*target));  // gather.value, gather.repeated
    else
      out.put(at, Open<ElementBits>{{}, Freedom::kAny});
  }
  return Tensors{};
}

// Ignores the hint unique_indices.
Result<Tensors> evaluate(OpTag<"scatter">, const Evaluation& call) {
  const Elements into = call.operand(0);
  const Pointers pointers(into, call.operand(1), call,
                          outside_of_scatter(call.profile));
  if (const auto index = pointers.refused())
    return pointers.broken(call.call.op, "scatter.range"_clause,
                           *index);  // scatter.range
  const auto made = make_tensor(into.dtype(), into.view().shape());
  if (!made) return made.status();
  const Elements y(*made);
  for (const Index& at : indices(into.view().shape()))
    y.store(at, starts_from_zero(call) ? ElementBits{}
                                       : into.bits(at));  // scatter.value
  if (call.call.attributes.mode() == ScatterMode::kSet) {
    if (call.profile.is("scatter.duplicates=any"_policy))
      set_any(y, pointers, call.operand(2), call.answer);
    else
      set(y, pointers,
          call.operand(2));  // scatter.smaller, scatter.empty, scatter.unique
    return Tensors{*made};
  }
  const Results sums = call.results_in(*made);
  return with_scalar_of(
      into.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>) {
          add<T>(call, sums, pointers);
          return Tensors{*made};
        }
        return Status::internal("no sums of bool");
      });
}

}  // namespace assay
