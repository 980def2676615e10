// Reads an operand of any layout in row-major order, block by block, so that
// kernels see plain memory.
// Tested by tests/optimized/blocks_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "optimized/elementwise/operand_source.h"
#include "optimized/layout/axes.h"
#include "optimized/layout/conversion.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/gather_runs.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/plain_run.h"

namespace assay::optimized {

// Reads an operand in row-major order, one range after the other.
class BlockReader {
 public:
  // An operand in panels has `panel` elements in each, whole rows of it.
  BlockReader(const OperandSource& source, std::int64_t block,
              std::int64_t panel = 0)
      : source_(source), panel_(panel) {
    if (!source.is_direct || source.is_packed)
      gathered_ =
          Scratch((source.panels.row != 0 ? panel : block) * source.element);
    if (source.widens) wide_ = Scratch(block * std::int64_t{sizeof(float)});
  }

  // Returns the elements [first, first + count), which are in one panel. They
  // stay valid until the next call.
  const std::byte* read(std::int64_t first, std::int64_t count) {
    if (source_.is_packed) {
      gather_nibbles(first, count);
      return gathered_.bytes();
    }
    const std::byte* raw = gathered_.bytes();
    if (source_.is_direct)
      raw = source_.storage + (source_.offset + first) * source_.element;
    else if (source_.panels.row != 0)
      raw = in_panel(first);
    else
      gather(first, count);
    if (!source_.widens) return raw;
    widen(source_.dtype, raw, reinterpret_cast<float*>(wide_.bytes()), count);
    return wide_.bytes();
  }

 private:
  // Calls visit(offset, runs, done) for the runs along the innermost axis that
  // make up the range. Whole runs that follow each other along the next axis
  // are passed together.
  template <typename F>
  void for_runs(std::int64_t first, std::int64_t count, F visit) const {
    std::array<std::int64_t, kMaxRank> at{};
    std::int64_t offset = source_.offset;
    std::int64_t rest = first;
    for (std::size_t i = source_.axes.count(); i-- > 0;) {
      at[i] = rest % source_.axes[i].extent;
      rest /= source_.axes[i].extent;
      offset += at[i] * source_.axes[i].strides[0];
    }
    const std::size_t inner = source_.axes.count() - 1;
    const Axis<1>& axis = source_.axes[inner];
    const Axis<1> next = inner > 0 ? source_.axes[inner - 1] : Axis<1>{1, {}};
    for (std::int64_t done = 0; done < count;) {
      Runs runs{.stride = axis.strides[0],
                .count = std::min(axis.extent - at[inner], count - done),
                .row_stride = next.strides[0]};
      if (inner > 0 && runs.count == axis.extent)
        runs.rows =
            std::min(next.extent - at[inner - 1], (count - done) / axis.extent);
      visit(offset, runs, done);
      done += runs.rows * runs.count;
      if (inner == 0) continue;
      // If the last of the runs was whole, the next one follows it.
      at[inner - 1] += runs.rows - 1;
      offset += (runs.rows - 1) * runs.row_stride + runs.count * runs.stride;
      at[inner] += runs.count;
      for (std::size_t i = inner; at[i] == source_.axes[i].extent && i > 0;
           --i) {
        at[i] = 0;
        offset += source_.axes[i - 1].strides[0] -
                  source_.axes[i].extent * source_.axes[i].strides[0];
        ++at[i - 1];
      }
    }
  }

  // Returns the place of an element in its panel, which is copied if it is not
  // the one that is held.
  const std::byte* in_panel(std::int64_t element) {
    const std::int64_t first = element - element % panel_;
    if (first != held_) gather_panel(first);
    held_ = first;
    return gathered_.bytes() + (element - first) * source_.element;
  }

  void gather_panel(std::int64_t first) const {
    const PartOfResult none(0);  // a panel stays in the caches
    const OperandPanels& panels = source_.panels;
    const Axis<1>& axis = source_.axes[panels.axis];
    std::int64_t all = 1;
    for (std::size_t i = 0; i < source_.axes.count(); ++i)
      all *= source_.axes[i].extent;
    std::int64_t rows = (std::min(first + panel_, all) - first) / panels.row;
    std::byte* to = gathered_.bytes();
    std::int64_t at = first / panels.row;
    while (rows > 0) {
      std::int64_t offset = source_.offset;
      std::int64_t rest = at;
      for (std::size_t i = panels.axis + 1; i-- > 0;) {
        offset += rest % source_.axes[i].extent * source_.axes[i].strides[0];
        rest /= source_.axes[i].extent;
      }
      const std::int64_t some = std::min(rows, axis.extent - at % axis.extent);
      Axes<2> part;
      std::int64_t step = panels.row;
      part.add({some, {step, axis.strides[0]}});
      for (std::size_t i = panels.axis + 1; i < source_.axes.count(); ++i) {
        const Axis<1>& inner = source_.axes[i];
        step /= inner.extent;
        part.add({inner.extent, {step, inner.strides[0]}});
      }
      strided_copy(to, source_.storage + offset * source_.element, part,
                   static_cast<std::size_t>(source_.element));
      to += some * panels.row * source_.element;
      at += some;
      rows -= some;
    }
  }

  void gather(std::int64_t first, std::int64_t count) const {
    for_runs(first, count,
             [&](std::int64_t offset, const Runs& runs, std::int64_t done) {
               gather_runs(gathered_.bytes() + done * source_.element,
                           source_.storage + offset * source_.element, runs,
                           static_cast<std::size_t>(source_.element));
             });
  }

  void gather_nibbles(std::int64_t first, std::int64_t count) const {
    auto* to = reinterpret_cast<std::uint8_t*>(gathered_.bytes());
    if (source_.axes.count() == 0)
      return unpack_nibbles(source_.dtype, source_.storage, source_.offset, to,
                            1);
    for_runs(first, count,
             [&](std::int64_t offset, const Runs& runs, std::int64_t done) {
               std::uint8_t* place = to + done;
               for (std::int64_t row = 0; row < runs.rows; ++row) {
                 unpack_run(offset + row * runs.row_stride, runs, place);
                 place += runs.count;
               }
             });
  }

  void unpack_run(std::int64_t offset, const Runs& run,
                  std::uint8_t* to) const {
    if (run.stride == 1)
      return unpack_nibbles(source_.dtype, source_.storage, offset, to,
                            run.count);
    for (std::int64_t i = 0; i < run.count; ++i)
      unpack_nibbles(source_.dtype, source_.storage, offset + i * run.stride,
                     to + i, 1);
  }

  const OperandSource& source_;
  std::int64_t panel_;
  std::int64_t held_ = -1;  // the first element of the panel that is held
  Scratch gathered_, wide_;
};

}  // namespace assay::optimized
