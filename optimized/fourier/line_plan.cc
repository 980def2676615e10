// Makes plans and their tables, and keeps them.
// Tested by tests/optimized/fourier_plans_test.cc.
#include "optimized/fourier/line_plan.h"

#include <algorithm>
#include <array>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "optimized/fourier/column_radices.h"
#include "optimized/fourier/fourier_kernels.h"
#include "optimized/fourier/roots.h"
#include "optimized/layout/dense.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

template <typename T>
void append(std::vector<T>& to, std::complex<long double> z) {
  to.push_back(static_cast<T>(z.real()));
  to.push_back(static_cast<T>(z.imag()));
}

template <typename T>
ColumnPlan<T> column_plan(std::int64_t n) {
  ColumnPlan<T> plan;
  plan.n = n;
  std::int64_t rest = n;
  if (n == 1) return plan;
  for (const int radix : radices_of(n)) {
    const std::int64_t count = rest / radix;
    plan.passes.push_back(
        {radix, count, n / rest, static_cast<std::int64_t>(plan.roots.size())});
    if (count > 1)
      for (std::int64_t p = 0; p < count; ++p)
        for (int k = 1; k < radix; ++k)
          append(plan.roots, root_of_unity(p * k, rest));
    rest = count;
  }
  return plan;
}

template <typename T>
void add_turns(LinePlan<T>& plan) {
  const std::int64_t n1 = plan.first.n, n2 = plan.second.n;
  const std::int64_t lanes = plan.lanes;
  const std::int64_t groups = (n2 + lanes - 1) / lanes;
  const bool has_steps = plan.method == Method::kSplit && groups > 1 &&
                         plan.n > settings().fourier_roots;
  const auto first_of = [&](std::int64_t group) {
    return std::min(group * lanes, std::max<std::int64_t>(n2 - lanes, 0));
  };
  for (std::int64_t group = 0; group < (has_steps ? 1 : groups); ++group)
    for (std::int64_t k = 0; k < n1; ++k) {
      const std::size_t row = plan.turns.size();
      plan.turns.resize(row + 2 * static_cast<std::size_t>(lanes));
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        // Lanes that are left over belong to another line.
        const std::int64_t j =
            first_of(group) + loaded_into<T>(lane, lanes) % n2;
        const auto root = root_of_unity(j * k % plan.n, plan.n);
        const auto at = row + static_cast<std::size_t>(lane);
        plan.turns[at] = static_cast<T>(root.real());
        plan.turns[at + static_cast<std::size_t>(lanes)] =
            static_cast<T>(root.imag());
      }
    }
  if (!has_steps) return;
  for (std::int64_t group = 0; group < groups; ++group)
    for (std::int64_t k = 0; k < n1; ++k)
      append(plan.steps, root_of_unity(first_of(group) * k % plan.n, plan.n));
}

// Returns the plan for columns, or for lines that are one per lane of vectors
// of `lanes`.
template <typename T>
std::shared_ptr<const LinePlan<T>> lanes_plan(std::int64_t n,
                                              std::int64_t lanes) {
  auto plan = std::make_shared<LinePlan<T>>();
  plan->n = n;
  plan->method = Method::kLanes;
  plan->lanes = lanes;
  plan->first = column_plan<T>(n);
  plan->room = 3 * n * 2 * plan->lanes;
  return plan;
}

struct ShortMatrix {
  MatrixShape shape;
  std::int64_t lanes;
};

// Returns the matrix of a short line that is computed in vectors of at most
// `lanes`, or nothing.
std::optional<ShortMatrix> single_matrix_of(std::int64_t n,
                                            std::int64_t lanes) {
  const auto matrix = [&](std::int64_t columns, std::int64_t own_lanes) {
    return ShortMatrix{{n / columns, columns}, own_lanes};
  };
  switch (n) {
    case 16:
    case 20:
    case 24:
    case 32:
      return matrix(4, 4);
    case 40:
    case 48:
      return lanes < 8 ? matrix(4, 4) : matrix(8, 8);
    case 64:
    case 80:
    case 96:
    case 128:
      return matrix(8, std::min<std::int64_t>(lanes, 8));
    case 160:
    case 192:
      return matrix(lanes > 8 ? 16 : 8, lanes);
    case 256:
    case 320:
    case 384:
    case 640:
    case 768:
      return matrix(16, lanes);
    default:
      return std::nullopt;
  }
}

// Returns the matrix of a short line and the lanes of the vectors for it, or
// nothing. transform_short() has a kernel for each. Many lines that would fill
// only a part of the lanes share vectors if there is a kernel for it.
std::optional<ShortMatrix> short_matrix_of(std::int64_t n, std::int64_t lanes,
                                           std::int64_t element_bytes,
                                           bool is_batch) {
  constexpr std::int64_t kLeastBytes = 32;
  // Longer lines have butterflies that need 32 registers.
  constexpr std::int64_t kMostOfHalf = 256;
  const std::int64_t bytes = lanes * element_bytes;
  // An odd factor does not count, because the butterflies of such lines have no
  // larger power of two.
  const std::int64_t power = n & -n;
  if (power > settings().fourier_short || bytes < kLeastBytes ||
      (bytes < 64 && n > kMostOfHalf))
    return std::nullopt;
  if (is_batch && bytes == 64) {
    if (n == 16) return ShortMatrix{{4, 4}, lanes};
    if (n == lanes * lanes / 2) return ShortMatrix{{lanes / 2, lanes}, lanes};
  }
  const auto single = single_matrix_of(n, lanes);
  if (single && is_batch && single->lanes != lanes) return std::nullopt;
  return single;
}

template <typename T>
std::shared_ptr<LinePlan<T>> short_plan(std::int64_t n,
                                        const ShortMatrix& matrix) {
  auto plan = std::make_shared<LinePlan<T>>();
  plan->n = n;
  plan->method = Method::kShort;
  plan->lanes = matrix.lanes;
  plan->first = column_plan<T>(matrix.shape.rows);
  plan->second = column_plan<T>(matrix.shape.columns);
  // Two pair buffers, of rows and of turned rows. Lines that share the lanes
  // have no more rows than columns.
  const auto [rows, columns] = matrix.shape;
  const std::int64_t groups = (rows + plan->lanes - 1) / plan->lanes;
  plan->room = 2 * plan->lanes * (std::max(rows, columns) + groups * columns);
  add_turns(*plan);
  return plan;
}

// Returns the plan for lines of n elements as matrices, or nothing.
template <typename T>
std::shared_ptr<LinePlan<T>> split_plan(std::int64_t n) {
  constexpr std::int64_t kBytes{sizeof(T)};
  const std::int64_t wide = fourier_lanes<T>();
  MatrixShape shape{};
  std::int64_t lanes = 0;
  double cost = 0;
  for (const std::int64_t bytes : {64, 32, 16}) {
    const std::int64_t own_lanes = std::min(wide, bytes / kBytes);
    const auto own = matrix_shape_of(n, own_lanes, kBytes);
    if (!own) continue;
    const double own_cost = matrix_cost(*own, own_lanes, kBytes);
    if (lanes != 0 && own_cost >= cost) continue;
    shape = *own;
    lanes = own_lanes;
    cost = own_cost;
  }
  if (lanes == 0) return nullptr;
  auto plan = std::make_shared<LinePlan<T>>();
  plan->n = n;
  plan->method = Method::kSplit;
  plan->lanes = lanes;
  plan->first = column_plan<T>(shape.rows);
  plan->second = column_plan<T>(shape.columns);
  plan->room = 2 * plan->lanes *
               (2 * std::max(shape.rows, shape.columns) +
                (shape.rows + plan->lanes - 1) / plan->lanes *
                    block_rows_of(shape.columns));
  add_turns(*plan);
  return plan;
}

template <typename T>
std::shared_ptr<LinePlan<T>> convolution_plan(std::int64_t n) {
  const std::int64_t length = fast_length(2 * n - 1);
  auto plan = std::make_shared<LinePlan<T>>();
  plan->n = n;
  plan->method = Method::kConvolution;
  plan->longer = line_plan_of<T>(length, false);
  plan->room = 2 * length + plan->longer->room;
  // The spectrum of a chirp that is symmetric about element 0, divided by the
  // length because the transforms are not normalized.
  std::vector<double> chirp(2 * static_cast<std::size_t>(length));
  for (std::int64_t j = 0, square = 0; j < n; ++j) {
    const auto root = root_of_unity(square, 2 * n);
    append(plan->chirp, root);
    for (const std::int64_t at : {j, (length - j) % length}) {
      chirp[2 * static_cast<std::size_t>(at)] =
          static_cast<double>(root.real() / static_cast<long double>(length));
      chirp[2 * static_cast<std::size_t>(at) + 1] =
          static_cast<double>(-root.imag() / static_cast<long double>(length));
    }
    square = (square + 2 * j + 1) % (2 * n);
  }
  const auto in_double = line_plan_of<double>(length, false);
  const Scratch room(in_double->room * std::int64_t{sizeof(double)});
  transform_by_radices(*in_double,
                       {chirp.data(), chirp.data(), 1, length, length, false},
                       reinterpret_cast<double*>(room.bytes()));
  plan->spectrum.assign(chirp.begin(), chirp.end());
  return plan;
}

template <typename T>
std::shared_ptr<const LinePlan<T>> make_plan(std::int64_t n, bool is_batch) {
  if (!has_radices(n)) return convolution_plan<T>(n);
  if (const auto matrix =
          short_matrix_of(n, fourier_lanes<T>(), sizeof(T), is_batch))
    return short_plan<T>(n, *matrix);
  if (n > (is_batch ? settings().fourier_batch : settings().fourier_lanes))
    if (auto plan = split_plan<T>(n)) return plan;
  // Few lines leave most lanes of wide vectors empty.
  const std::int64_t lanes = fourier_lanes<T>();
  constexpr std::int64_t kNarrow = 16 / std::int64_t{sizeof(T)};
  return lanes_plan<T>(n, is_batch ? lanes : std::min(lanes, kNarrow));
}

// Keeps what was used last, by key. It is kept longer while it is in use.
template <typename Value>
class Kept {
 public:
  using Key = std::array<std::int64_t, 7>;
  using Handle = std::shared_ptr<const Value>;
  // The value that a thread used last.
  using Last = std::pair<Key, Handle>;

  // Returns what belongs to the key. If there is nothing, make() makes it; two
  // threads may make the same at the same time. What the thread used last is
  // found without the lock.
  template <typename Make>
  const Handle& find(Last& last, const Key& key, Make make) {
    if (last.second == nullptr || last.first != key)
      last = {key, find_or_make(key, make)};
    return last.second;
  }

 private:
  static constexpr std::size_t kMost = 64;
  using Entries = std::list<std::pair<Key, Handle>>;

  template <typename Make>
  Handle find_or_make(const Key& key, Make make) {
    if (Handle found = look_up(key)) return found;
    Handle made = make();
    const std::lock_guard lock(mutex_);
    if (const auto place = places_.find(key); place != places_.end())
      return place->second->second;
    if (entries_.size() == kMost) {
      places_.erase(entries_.back().first);
      entries_.pop_back();
    }
    entries_.emplace_front(key, made);
    places_[key] = entries_.begin();
    return made;
  }

  Handle look_up(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front().second;
  }

  std::mutex mutex_;
  Entries entries_;
  std::map<Key, typename Entries::iterator> places_;
};

}  // namespace

template <typename T>
const std::shared_ptr<const LinePlan<T>>& line_plan_of(std::int64_t n,
                                                       bool is_batch) {
  static Kept<LinePlan<T>> plans;
  thread_local typename Kept<LinePlan<T>>::Last last;
  return plans.find(last,
                    {n, is_batch ? 1 : 0, fourier_lanes<T>(),
                     settings().fourier_lanes, settings().fourier_batch,
                     settings().fourier_short, settings().fourier_roots},
                    [&] { return make_plan<T>(n, is_batch); });
}

template <typename T>
const std::shared_ptr<const LinePlan<T>>& column_plan_of(std::int64_t n) {
  static Kept<LinePlan<T>> plans;
  thread_local typename Kept<LinePlan<T>>::Last last;
  return plans.find(last, {n, fourier_lanes<T>()},
                    [n] { return lanes_plan<T>(n, fourier_lanes<T>()); });
}

template <typename T>
const std::shared_ptr<const std::vector<T>>& quarter_roots_of(std::int64_t n) {
  static Kept<std::vector<T>> roots;
  thread_local typename Kept<std::vector<T>>::Last last;
  return roots.find(last, {n}, [n] {
    auto made = std::make_shared<std::vector<T>>();
    for (std::int64_t k = 0; k <= n / 4; ++k)
      append(*made, root_of_unity(k, n));
    return made;
  });
}

template const std::shared_ptr<const LinePlan<float>>& line_plan_of(
    std::int64_t, bool);
template const std::shared_ptr<const LinePlan<double>>& line_plan_of(
    std::int64_t, bool);
template const std::shared_ptr<const LinePlan<float>>& column_plan_of(
    std::int64_t);
template const std::shared_ptr<const LinePlan<double>>& column_plan_of(
    std::int64_t);
template const std::shared_ptr<const std::vector<float>>& quarter_roots_of(
    std::int64_t);
template const std::shared_ptr<const std::vector<double>>& quarter_roots_of(
    std::int64_t);

}  // namespace assay::optimized
