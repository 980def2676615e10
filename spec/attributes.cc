// Stores every attribute as a list of integers, sorted by key, and converts the
// C++ type of each attribute to and from such a list.
// Tested by tests/spec/attributes_test.cc.
#include "spec/attributes.h"

#include <algorithm>

namespace assay {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

Attributes::Integers flatten(const Pairs& pairs) {
  Attributes::Integers integers;
  for (const auto& [first, second] : pairs) {
    integers.push_back(first);
    integers.push_back(second);
  }
  return integers;
}

Pairs unflatten(const Attributes::Integers& integers) {
  Pairs pairs;
  for (std::size_t i = 0; i + 1 < integers.size(); i += 2)
    pairs.emplace_back(integers[i], integers[i + 1]);
  return pairs;
}

}  // namespace

Attributes& Attributes::set(AttributeKey key, Integers integers) {
  const auto place =
      std::find_if(entries_.begin(), entries_.end(),
                   [key](const Entry& entry) { return entry.key >= key; });
  if (place != entries_.end() && place->key == key)
    place->integers = std::move(integers);
  else
    entries_.insert(place, {key, std::move(integers)});
  return *this;
}

Attributes& Attributes::axis(std::int64_t value) {
  return set(AttributeKey::kAxis, {value});
}
Attributes& Attributes::axes(Integers value) {
  return set(AttributeKey::kAxes, std::move(value));
}
Attributes& Attributes::keepdims(bool value) {
  return set(AttributeKey::kKeepdims, {value ? 1 : 0});
}
Attributes& Attributes::descending(bool value) {
  return set(AttributeKey::kDescending, {value ? 1 : 0});
}
Attributes& Attributes::op(Scan value) {
  return set(AttributeKey::kOp, {static_cast<std::int64_t>(value)});
}
Attributes& Attributes::shape(Shape value) {
  return set(AttributeKey::kShape, std::move(value));
}
Attributes& Attributes::permutation(Integers value) {
  return set(AttributeKey::kPermutation, std::move(value));
}
Attributes& Attributes::ranges(const Pairs& value) {
  return set(AttributeKey::kRanges, flatten(value));
}
Attributes& Attributes::flips(const std::vector<bool>& value) {
  return set(AttributeKey::kFlips, Integers(value.begin(), value.end()));
}
Attributes& Attributes::padding(const Pairs& value) {
  return set(AttributeKey::kPadding, flatten(value));
}
Attributes& Attributes::value(ElementBits bits) {
  return element(AttributeKey::kValue, bits);
}
Attributes& Attributes::dtype(DType value) {
  return set(AttributeKey::kDType, {static_cast<std::int64_t>(value)});
}
Attributes& Attributes::mode(ScatterMode value) {
  return set(AttributeKey::kMode, {static_cast<std::int64_t>(value)});
}
Attributes& Attributes::interpolation(Interpolation value) {
  return set(AttributeKey::kInterpolation, {static_cast<std::int64_t>(value)});
}
Attributes& Attributes::padding_mode(PaddingMode value) {
  return set(AttributeKey::kPaddingMode, {static_cast<std::int64_t>(value)});
}
Attributes& Attributes::transpose_a(TransposeA value) {
  return set(AttributeKey::kTransposeA, {static_cast<std::int64_t>(value)});
}
Attributes& Attributes::update(UpdateMode value) {
  return set(AttributeKey::kUpdate, {static_cast<std::int64_t>(value)});
}
Attributes& Attributes::flag(AttributeKey key, bool value) {
  return set(key, {value ? 1 : 0});
}
Attributes& Attributes::element(AttributeKey key, ElementBits bits) {
  return set(key, {static_cast<std::int64_t>(bits.re),
                   static_cast<std::int64_t>(bits.im)});
}

const Attributes::Integers* Attributes::find(AttributeKey key) const {
  for (const Entry& entry : entries_)
    if (entry.key == key) return &entry.integers;
  return nullptr;
}

std::int64_t Attributes::axis() const {
  return find(AttributeKey::kAxis)->front();
}
const Attributes::Integers& Attributes::axes() const {
  return *find(AttributeKey::kAxes);
}
bool Attributes::keepdims() const {
  return find(AttributeKey::kKeepdims)->front() != 0;
}
bool Attributes::descending() const {
  return find(AttributeKey::kDescending)->front() != 0;
}
Scan Attributes::op() const {
  return static_cast<Scan>(find(AttributeKey::kOp)->front());
}
const Shape& Attributes::shape() const { return *find(AttributeKey::kShape); }
const Attributes::Integers& Attributes::permutation() const {
  return *find(AttributeKey::kPermutation);
}
Pairs Attributes::ranges() const {
  return unflatten(*find(AttributeKey::kRanges));
}
std::vector<bool> Attributes::flips() const {
  const Integers& flags = *find(AttributeKey::kFlips);
  return {flags.begin(), flags.end()};
}
Pairs Attributes::padding() const {
  return unflatten(*find(AttributeKey::kPadding));
}
ElementBits Attributes::value() const { return element(AttributeKey::kValue); }
DType Attributes::dtype() const {
  return static_cast<DType>(find(AttributeKey::kDType)->front());
}
ScatterMode Attributes::mode() const {
  return static_cast<ScatterMode>(find(AttributeKey::kMode)->front());
}
Interpolation Attributes::interpolation() const {
  return static_cast<Interpolation>(
      find(AttributeKey::kInterpolation)->front());
}
PaddingMode Attributes::padding_mode() const {
  return static_cast<PaddingMode>(find(AttributeKey::kPaddingMode)->front());
}
TransposeA Attributes::transpose_a() const {
  return static_cast<TransposeA>(find(AttributeKey::kTransposeA)->front());
}
UpdateMode Attributes::update() const {
  return static_cast<UpdateMode>(find(AttributeKey::kUpdate)->front());
}
bool Attributes::flag(AttributeKey key) const {
  return find(key)->front() != 0;
}
ElementBits Attributes::element(AttributeKey key) const {
  const Integers& bits = *find(key);
  return {static_cast<std::uint64_t>(bits[0]),
          static_cast<std::uint64_t>(bits[1])};
}

}  // namespace assay
