// Implements the walk over rows.
// Tested by tests/optimized/blocks_test.cc.
#include "optimized/elementwise/rows.h"

#include <algorithm>

#include "optimized/layout/gather_runs.h"
#include "optimized/layout/parallel_axes.h"
#include "optimized/resources/alternation.h"
#include "optimized/resources/plain_run.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {

Rows::Rows(const Tensor& out, std::span<const Tensor* const> operands,
           const std::vector<OperandSource>& sources)
    : sources_(sources), out_(HostMemory::storage_of(out)) {
  out_ += out.view.offset() * bytes_of(out.dtype);
  element_ = bytes_of(out.dtype);
  bytes_ = out.view.numel() * element_;
  const View whole(out.view.shape());
  std::array<View, kMaxOperands> views;
  std::array<const View*, kMaxOperands + 1> all;
  all.fill(&whole);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    views[i] = sources[i].walk(*operands[i]);
    all[i + 1] = &views[i];
  }
  axes_ = Axes<kMaxOperands + 1>(all);
}

bool Rows::are_direct(bool has_rows_kernel) const {
  // A kernel that is called for each row computes a whole vector for its tail.
  constexpr std::int64_t kLonger = 16;
  if (axes_.count() == 0) return false;
  const Axis<kMaxOperands + 1>& row = axes_[axes_.count() - 1];
  bool are =
      row.extent >= settings().direct_row * (has_rows_kernel ? 1 : kLonger);
  for (std::size_t i = 0; i < sources_.size(); ++i)
    are = are && sources_[i].is_plain() &&
          (row.strides[i + 1] == 1 || row.strides[i + 1] == 0);
  return are;
}

void Rows::run(Kernel kernel, RowsKernel rows, std::int64_t traffic) const {
  const Axis<kMaxOperands + 1>& row = axes_[axes_.count() - 1];
  const bool is_worth = is_worth_threads(traffic);
  const bool both_repeat = row.strides[1] == 0 && row.strides[2] == 0;
  const auto run_part = [&](Walk part, Offsets begin) {
    if (!is_worth && part.count() > 1 && traffic > l2_bytes() &&
        !goes_past_caches(bytes_) && walks_from_end())
      for (std::size_t t = 0; t < begin.size(); ++t) {
        std::int64_t& stride = part[0].strides[t];
        begin[t] += stride * (part[0].extent - 1);
        stride = -stride;
      }
    if (rows == nullptr || both_repeat)
      run_each(kernel, part, begin);
    else
      run_rows(rows, part, begin);
  };
  in_axis_ranges(axes_, 64, is_worth, run_part);
}

const std::byte* Rows::place_of(std::size_t i, std::int64_t at) const {
  return sources_[i].storage + (sources_[i].offset + at) * sources_[i].element;
}

void Rows::run_rows(RowsKernel kernel, const Walk& part,
                    const Offsets& begin) const {
  const std::size_t inner = part.count() - 1;
  const Axis<kMaxOperands + 1> rows =
      inner > 0 ? part[inner - 1] : Axis<kMaxOperands + 1>{1, {}};
  RowWalk walk = {rows.extent, part[inner].extent, rows.strides[0]};
  for (std::size_t i = 0; i < 2; ++i) {
    walk.steps[i] = rows.strides[i + 1];
    walk.repeats[i] = part[inner].strides[i + 1] == 0;
  }
  // A kernel that stores past the caches waits for its stores at the end.
  const bool is_long =
      walk.rows * walk.count * element_ >= settings().stream_run;
  const PartOfResult result(is_long ? bytes_ : 0);
  for_outer(part, std::max<std::size_t>(inner, 1) - 1,
            [&](const Offsets& offsets) {
              const std::byte* in[2];
              for (std::size_t i = 0; i < 2; ++i)
                in[i] = place_of(i, begin[i + 1] + offsets[i + 1]);
              kernel(out_ + (begin[0] + offsets[0]) * element_, in, walk);
            });
}

void Rows::run_each(Kernel kernel, const Walk& part,
                    const Offsets& begin) const {
  const Axis<kMaxOperands + 1>& row = part[part.count() - 1];
  Scratch repeated[kMaxOperands];
  const std::byte* held[kMaxOperands] = {};
  std::int64_t block = row.extent;
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (row.strides[i + 1] == 0) block = std::min(block, settings().block);
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (row.strides[i + 1] == 0)
      repeated[i] = Scratch(block * sources_[i].element);
  for_outer(part, part.count() - 1, [&](const Offsets& offsets) {
    const std::byte* in[kMaxOperands];
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      in[i] = place_of(i, begin[i + 1] + offsets[i + 1]);
      if (row.strides[i + 1] != 0) continue;
      if (held[i] != in[i])
        gather_runs(repeated[i].bytes(), in[i], {.stride = 0, .count = block},
                    static_cast<std::size_t>(sources_[i].element));
      held[i] = in[i];
      in[i] = repeated[i].bytes();
    }
    std::byte* to = out_ + (begin[0] + offsets[0]) * element_;
    for (std::int64_t done = 0; done < row.extent; done += block) {
      const std::byte* from[kMaxOperands];
      for (std::size_t i = 0; i < sources_.size(); ++i)
        from[i] = in[i] + done * row.strides[i + 1] * sources_[i].element;
      kernel(to + done * element_, from, std::min(block, row.extent - done));
    }
  });
}

}  // namespace assay::optimized
