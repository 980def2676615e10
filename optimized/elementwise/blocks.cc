// Implements elementwise calls in blocks: readers bring each operand's block
// into place, the kernel runs, and the block is stored. Calls on plain memory
// skip the blocks, and calls on long rows run the kernel once per row.
// Tested by tests/optimized/blocks_test.cc, and by the suite with blocks of
// eight elements.
#include "optimized/elementwise/blocks.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "optimized/elementwise/operand_source.h"
#include "optimized/elementwise/rows.h"
#include "optimized/layout/conversion.h"
#include "optimized/layout/gather_runs.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

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

}  // namespace

bool run_whole(const Tensor& out, std::span<const Tensor* const> operands,
               Kernel kernel, bool as_is) {
  const auto is_plain = [&](const Tensor& x) {
    return !kPacked.contains(x.dtype) && (as_is || !is_narrow_real(x.dtype));
  };
  const std::int64_t count = out.view.numel();
  if (count == 0) return true;
  if (!is_plain(out)) return false;
  std::int64_t traffic = count * bytes_of(out.dtype);
  const std::byte* in[kMaxOperands];
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Tensor& x = *operands[i];
    if (!is_plain(x) || !x.view.is_row_major()) return false;
    in[i] = HostMemory::storage_of(x) + x.view.offset() * bytes_of(x.dtype);
    traffic += count * bytes_of(x.dtype);
  }
  if (is_worth_threads(traffic)) return false;
  kernel(HostMemory::storage_of(out) + out.view.offset() * bytes_of(out.dtype),
         in, count);
  return true;
}

void run_blocks(const Tensor& out, std::span<const Tensor* const> operands,
                Kernel kernel, bool as_is, RowsKernel rows_kernel) {
  const std::int64_t count = out.view.numel();
  if (run_whole(out, operands, kernel, as_is)) return;
  const bool narrows = is_narrow_real(out.dtype) && !as_is;
  const bool packs = kPacked.contains(out.dtype);
  std::byte* storage = HostMemory::storage_of(out);
  const std::int64_t element = bytes_of(out.dtype);
  bool is_whole = !narrows && !packs;
  std::int64_t traffic = count * element;
  std::vector<OperandSource> sources;
  sources.reserve(operands.size());
  for (const Tensor* x : operands) {
    sources.emplace_back(*x, as_is);
    is_whole = is_whole && sources.back().is_whole();
    traffic += count * sources.back().element;
  }
  if (!is_whole && !narrows && !packs) {
    const Rows rows(out, operands, sources);
    if (rows.are_direct(rows_kernel != nullptr))
      return rows.run(kernel, rows_kernel, is_worth_threads(traffic));
  }
  const auto run_range = [&](std::int64_t from, std::int64_t to) {
    const std::int64_t block =
        is_whole ? to - from : std::min(settings().block, to - from);
    Scratch result;
    if (narrows || packs)
      result = Scratch(block * bytes_of(compute_dtype_of(out.dtype)));
    std::vector<BlockReader> readers;
    readers.reserve(sources.size());
    for (const OperandSource& source : sources)
      readers.emplace_back(source, block);
    const std::byte* in[kMaxOperands];
    for (std::int64_t first = from, some = 0; first < to; first += some) {
      some = std::min(block, to - first);
      for (std::size_t i = 0; i < readers.size(); ++i)
        in[i] = readers[i].read(first, some);
      const std::int64_t place = out.view.offset() + first;
      if (!narrows && !packs) {
        kernel(storage + place * element, in, some);
        continue;
      }
      kernel(result.bytes(), in, some);
      if (narrows)
        narrow(out.dtype, reinterpret_cast<const float*>(result.bytes()),
               storage + place * element, some);
      else
        pack_nibbles(reinterpret_cast<const std::uint8_t*>(result.bytes()),
                     storage, place, some);
    }
  };
  // Two threads must not share a byte of packed elements.
  if (packs) return run_range(0, count);
  in_ranges(count, 64, is_worth_threads(traffic),
            [&](std::int64_t from, std::int64_t to) {
              const PartOfResult part(is_whole ? count * element : 0);
              run_range(from, to);
            });
}

}  // namespace assay::optimized
