// Builds unfold and fold at all sizes: long rows of windows, long kernels, many
// leading slices, planes, and windows that reach far.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>

#include "harness/families/clause_rows/windows.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Says which extent is long; the case number selects it.
enum class WindowWay : int { kRow, kKernel, kLeading, kPlane, kDilation };
constexpr int kWindowWayCount = 5;

struct Windows {
  Shape leading;
  Shape spatial;
  Shape kernel;
  Shape stride;
  Shape dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;

  void add_axis(std::int64_t extent, std::int64_t size, std::int64_t step,
                std::int64_t spread, std::int64_t before, std::int64_t after) {
    spatial.push_back(std::max(extent, spread * (size - 1) + 1));
    kernel.push_back(size);
    stride.push_back(step);
    dilation.push_back(spread);
    padding.emplace_back(before, after);
  }
  Attributes attributes() const {
    return Attributes()
        .padding(padding)
        .set(AttributeKey::kKernelSize, kernel)
        .set(AttributeKey::kStride, stride)
        .set(AttributeKey::kDilation, dilation);
  }
};

Windows windows_of(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const std::int64_t extent = structure.shape[0];
  const std::int64_t before = structure.choose(0, 3);
  const std::int64_t after = structure.choose(1, 3);
  // On the highest rung there are as many windows as elements.
  const std::int64_t step = extent > 65536 ? 1 : 1 + structure.choose(2, 3);
  Windows windows;
  switch (static_cast<WindowWay>(builder.plan().number % kWindowWayCount)) {
    case WindowWay::kRow:
      windows.leading = {1 + structure.choose(3, 2)};
      windows.add_axis(extent, 2 + structure.choose(4, 2), step, 1, before,
                       after);
      break;
    case WindowWay::kKernel:  // one or two windows of nearly the whole row
      windows.add_axis(extent + structure.choose(3, 3), extent, step, 1, 0,
                       structure.choose(4, 2));
      break;
    case WindowWay::kLeading:
      windows.leading = {extent};
      windows.add_axis(3 + structure.choose(3, 2), 2, step, 1, 0, after % 2);
      break;
    case WindowWay::kPlane: {
      const std::int64_t rows = 3 + structure.choose(3, 7);
      windows.add_axis(rows, 2, 1 + structure.choose(4, 2), 1, before, 0);
      windows.add_axis(extent / rows + 1, 1 + structure.choose(5, 2), step, 1,
                       0, after);
      break;
    }
    case WindowWay::kDilation: {
      const std::int64_t spread = std::max<std::int64_t>(extent / 4, 1);
      windows.add_axis(extent, 3, step, spread, before, after);
      break;
    }
  }
  return windows;
}

Shape joined(Shape first, const Shape& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace

bool is_long_kernel(int number) {
  return static_cast<WindowWay>(number % kWindowWayCount) == WindowWay::kKernel;
}

void build_windows_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Windows windows = windows_of(builder);
  Attributes attributes = windows.attributes();
  const std::uint64_t seed = builder.seed();
  if (!takes_output_size(spec_of(plan.op))) {
    const auto many = static_cast<std::uint64_t>(
        std::min<std::int64_t>(address_count(plan.dtype), 1 << 22));
    builder.add_tensor(
        "x", plan.dtype, joined(windows.leading, windows.spatial),
        builder.layout_of(0), [&](std::size_t k) {
          return address_element(
              plan.dtype, static_cast<std::int64_t>(scrambled(seed, k) % many));
        });
    builder.add_returning_program({"x"}, attributes);
    return;
  }
  attributes.set(AttributeKey::kOutputSize, windows.spatial);
  const Shape shape =
      joined(windows.leading,
             {element_count(windows.kernel),
              element_count(window_counts(windows.spatial, attributes))});
  builder.add_tensor(
      "x", plan.dtype, shape, builder.layout_of(0), [&](std::size_t k) {
        const std::uint64_t word = scrambled(seed, k);
        const auto term = static_cast<std::int64_t>(word % 2);
        ElementBits bits = small_integer(plan.dtype, 2 * term - 1);
        if (is_complex(plan.dtype))
          bits.im = small_integer(plan.dtype, 1 - 2 * term).re;
        return bits;
      });
  builder.add_returning_program({"x"}, attributes);
  builder.demand_exact();
}

}  // namespace assay
