// Looks up the elements of a result among those of the operands, by their bits.
// Tested by tests/harness/run/misread_test.cc.
#include "harness/run/misread.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "harness/run/program.h"

namespace assay {
namespace {

constexpr ElementBits kZero{};

// Larger operands are not searched: each element takes about 100 bytes in the
// map.
constexpr std::int64_t kMostSearched = std::int64_t{1} << 21;
constexpr std::size_t kMostCompared = std::size_t{1} << 17;

// Finds by its bits where an element of an operand is, if it occurs only once.
class Addresses {
 public:
  explicit Addresses(const CaseTensor& tensor) {
    const std::vector<ElementBits> storage = storage_of(tensor);
    for (const Index& at : indices(tensor.view.shape())) {
      const ElementBits bits =
          storage[static_cast<std::size_t>(tensor.view.linear_index(at))];
      const auto [place, is_new] = places_.try_emplace(key_of(bits), at);
      if (!is_new) place->second.reset();
    }
  }

  // Returns the index of the element if it occurs exactly once.
  std::optional<Index> find(ElementBits bits) const {
    const auto found = places_.find(key_of(bits));
    return bits == kZero || found == places_.end() ? std::nullopt
                                                   : found->second;
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  static Key key_of(ElementBits bits) { return {bits.re, bits.im}; }
  std::map<Key, std::optional<Index>> places_;
};

// A result that consists of elements of an operand may be a coincidence. Many
// operands are boundary values, of which an op returns another one, so one or
// two elements of any result are often found in an operand: max(1, 0) is 1.
// That as many as this different elements are all found, each in one place
// only, is unlikely unless the op moves elements. Shrinking keeps three columns
// of a result that has its elements in wrong places, so no more may be
// demanded.
constexpr std::size_t kFewestMoved = 3;

// Returns whether the result shows that the op moves elements of the operand:
// it consists of them and of zeros, and has enough different ones.
bool is_made_of(const std::vector<ElementBits>& values,
                const Addresses& addresses) {
  std::set<Index> read;
  for (const ElementBits bits : values) {
    if (bits == kZero) continue;
    const auto at = addresses.find(bits);
    if (!at) return false;
    read.insert(*at);
  }
  return read.size() >= kFewestMoved;
}

}  // namespace

std::string misread_text(const Case& test_case, const Expectation& expectation,
                         const Permitted& permitted, const Mismatch& mismatch) {
  for (const Step& step : test_case.steps) {
    if (step.outs.empty() || step.outs.front() != expectation.tensor) continue;
    for (const std::string& name : step.operands) {
      const CaseTensor* operand = test_case.find(name);
      if (operand == nullptr || operand->dtype != expectation.dtype ||
          operand->view.numel() > kMostSearched)
        continue;
      const Addresses addresses(*operand);
      if (!is_made_of(permitted.values, addresses)) continue;
      const auto got = addresses.find(mismatch.got);
      const auto wanted = addresses.find(mismatch.expected);
      if (!got) continue;
      return fmt::format("element {} of {} was read instead of {}",
                         shape_text(*got), name,
                         wanted ? shape_text(*wanted) : "a zero");
    }
  }
  return {};
}

bool is_misplaced(const std::vector<ElementBits>& expected,
                  const std::vector<ElementBits>& got) {
  if (expected.size() != got.size() || got.size() > kMostCompared) return false;
  struct Count {
    std::int64_t expected = 0;
    std::int64_t got = 0;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Count> counts;
  for (const ElementBits& bits : expected)
    ++counts[{bits.re, bits.im}].expected;
  for (const ElementBits& bits : got) ++counts[{bits.re, bits.im}].got;
  const bool is_permuted =
      std::all_of(counts.begin(), counts.end(), [](const auto& entry) {
        return entry.second.expected == entry.second.got;
      });
  bool differs = false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == expected[i]) continue;
    differs = true;
    if (!is_permuted && counts[{got[i].re, got[i].im}].expected != 1)
      return false;
  }
  return differs;
}

}  // namespace assay
