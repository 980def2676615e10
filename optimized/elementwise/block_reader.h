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

namespace assay::optimized {

// Reads an operand in row-major order, one range after the other.
class BlockReader {
 public:
  BlockReader(const OperandSource& source, std::int64_t block)
      : source_(source) {
    if (!source.is_direct || source.is_packed)
      gathered_ = Scratch(block * source.element);
    if (source.widens) wide_ = Scratch(block * std::int64_t{sizeof(float)});
  }

  // Returns the elements [first, first + count). They stay valid until the next
  // call.
  const std::byte* read(std::int64_t first, std::int64_t count) {
    if (source_.is_packed) {
      gather_nibbles(first, count);
      return gathered_.bytes();
    }
    const std::byte* raw = gathered_.bytes();
    if (source_.is_direct)
      raw = source_.storage + (source_.offset + first) * source_.element;
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
  Scratch gathered_, wide_;
};

}  // namespace assay::optimized
