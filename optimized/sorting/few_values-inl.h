// Sorts keys of which only a few are different by counting each of them.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_FEW_VALUES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_FEW_VALUES_INL_H_
#undef ASSAY_OPTIMIZED_FEW_VALUES_INL_H_
#else
#define ASSAY_OPTIMIZED_FEW_VALUES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "optimized/sorting/exchange-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

template <typename Key>
class FewValues {
 public:
  // Counts keys, and returns false as soon as it finds that too many are
  // different. Random keys take as much time as a search in the first of them.
  bool count(const Key* keys, std::int64_t count) {
    std::int64_t i = 0;
    for (; i + kBlock <= count; i += kBlock)
      if (!count_block(keys + i) &&
          !(learn(keys + i, kBlock) && count_block(keys + i)))
        return false;
    if (!learn(keys + i, count - i)) return false;
    for (; i < count; ++i) ++find(keys[i])->count;
    return true;
  }

  // Calls f(key, count) for each value.
  template <typename F>
  void for_each(F f) const {
    for (std::ptrdiff_t i = 0; i < size_; ++i) {
      const Value& value = values_[static_cast<std::size_t>(i)];
      f(value.key, value.count);
    }
  }

  // Stores the keys in order and calls done(keys, count) with all of each
  // value.
  template <typename Done>
  void store(Key* keys, Done done) {
    const auto end = values_.begin() + size_;
    std::sort(values_.begin(), end,
              [](const Value& a, const Value& b) { return a.key < b.key; });
    for (auto value = values_.begin(); value != end; ++value) {
      std::fill_n(keys, value->count, value->key);
      done(keys, value->count);
      keys += value->count;
    }
  }

 private:
  struct Value {
    Key key;
    std::int64_t count;
  };
  static constexpr std::size_t kVectors = 8;
  static constexpr std::int64_t kLanes = HWY_LANES(Key);
  static constexpr std::int64_t kBlock = kVectors * kLanes;
  // A comparison per value takes less time than four levels of partitions.
  static constexpr std::ptrdiff_t kMost = 16;

  Value* find(Key key) {
    return std::find_if(values_.data(), values_.data() + size_,
                        [=](const Value& value) { return value.key == key; });
  }

  // Adds the values of keys. Returns false if there are too many.
  bool learn(const Key* keys, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (find(keys[i]) != values_.data() + size_) continue;
      if (size_ == kMost) return false;
      values_[static_cast<std::size_t>(size_++)] = {keys[i], 0};
    }
    return true;
  }

  // Counts a block of keys unless one of them has an unknown value.
  bool count_block(const Key* keys) {
    const hn::ScalableTag<Key> d;
    std::array<std::int64_t, kMost> counts{};
    std::int64_t all = 0;
    for (std::ptrdiff_t v = 0; v < size_; ++v) {
      const auto value = static_cast<std::size_t>(v);
      const auto same = hn::Set(d, values_[value].key);
      std::size_t found = 0;
      repeat<kVectors>([&](auto i) ASSAY_INLINE {
        const auto x = hn::LoadU(d, keys + i * std::size_t{kLanes});
        found += hn::CountTrue(d, hn::Eq(x, same));
      });
      counts[value] = static_cast<std::int64_t>(found);
      all += counts[value];
    }
    if (all != kBlock) return false;
    for (std::size_t value = 0; value < counts.size(); ++value)
      values_[value].count += counts[value];
    return true;
  }

  std::array<Value, kMost> values_{};
  std::ptrdiff_t size_ = 0;
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
