// my_backend is a tensor backend in C++, built as a plugin of Assay. Each op is
// a member function with the op's name. The types that it takes decide for
// which dtypes the op is claimed.
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

namespace {

using assay::Array;
using assay::Index;

template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;
template <typename T>
concept Number = std::floating_point<T> || Integer<T>;

// Returns x + y. Sums of signed integers must wrap, and C++ defines that only
// for unsigned integers, so integers are added as unsigned.
template <Integer T>
T sum(T x, T y) {
  using Unsigned = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<Unsigned>(x) + static_cast<Unsigned>(y));
}
template <std::floating_point T>
T sum(T x, T y) {
  return x + y;
}

class MyBackend : public assay::TypedBackend<MyBackend> {
 public:
  static constexpr std::string_view kName = "my_backend";
  static constexpr std::string_view kVersion = "0.1.0";
  // Lists the functions below that carry out ops. The compiler reports an entry
  // that is not the function of an op, and a function that is missing here or
  // in the class.
  static constexpr assay::OpFunctionName kFunctions[] = {
      "add", "neg", "cmplt", "where", "reduce_max", "sort"};

  // out[i] = a[i] + b[i]. Operands may be strided in any way; `out` may be one
  // of them.
  template <Number T>
  void add(Array<T> out, Array<const T> a, Array<const T> b) {
    for (const Index& at : out.indices()) out[at] = sum(a[at], b[at]);
  }

  // Negates an integer as ~x + 1, which wraps for the lowest integer.
  template <Number T>
  void neg(Array<T> out, Array<const T> x) {
    for (const Index& at : out.indices())
      if constexpr (Integer<T>)
        out[at] = sum(static_cast<T>(~x[at]), T{1});
      else
        out[at] = -x[at];
  }

  template <Number T>
  void cmplt(Array<bool> out, Array<const T> a, Array<const T> b) {
    for (const Index& at : out.indices()) out[at] = a[at] < b[at];
  }

  template <Number T>
  void where(Array<T> out, Array<const bool> condition, Array<const T> if_true,
             Array<const T> if_false) {
    for (const Index& at : out.indices())
      out[at] = condition[at] ? if_true[at] : if_false[at];
  }

  // Finds the largest element over the axes, or NaN if one element is NaN.
  template <Number T>
  void reduce_max(Array<T> out, Array<const T> x,
                  const std::vector<std::int64_t>& axes, bool keepdims) {
    using Limits = std::numeric_limits<T>;
    constexpr T kLowest =
        Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    for (const Index& at : out.indices()) out[at] = kLowest;
    const auto is_reduced = [&](std::size_t axis) {
      return std::count(axes.begin(), axes.end(), axis) > 0;
    };
    Index to;
    for (const Index& at : x.indices()) {
      to.clear();
      for (std::size_t axis = 0; axis < at.size(); ++axis)
        if (!is_reduced(axis))
          to.push_back(at[axis]);
        else if (keepdims)
          to.push_back(0);
      if (x[at] > out[to] || x[at] != x[at]) out[to] = x[at];
    }
  }

  // Sorts along the axis. NaN comes last in both directions.
  template <Number T>
  void sort(Array<T> out, Array<const T> x, std::int64_t axis,
            bool descending) {
    const auto along = static_cast<std::size_t>(axis);
    const std::int64_t extent = x.shape()[along];
    const auto comes_first = [descending](T a, T b) {
      if (a != a || b != b) return a == a && b != b;
      return descending ? b < a : a < b;
    };
    std::vector<T> slice;
    for (const Index& start : x.indices()) {
      if (start[along] != 0) continue;
      Index at = start;
      slice.clear();
      for (at[along] = 0; at[along] < extent; ++at[along])
        slice.push_back(x[at]);
      std::stable_sort(slice.begin(), slice.end(), comes_first);
      for (at[along] = 0; at[along] < extent; ++at[along])
        out[at] = slice[static_cast<std::size_t>(at[along])];
    }
  }
};

}  // namespace

ASSAY_EXPORT_BACKEND(MyBackend)
