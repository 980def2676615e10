// Copies and fills runs of contiguous memory. Results too large for the caches
// can be stored with non-temporal stores, which spare the processor from
// reading cache lines only to overwrite them.
// Tested by tests/optimized/plain_run_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Returns whether a result of this size, or the one that the thread computes a
// part of, is stored past the caches (settings().stream_bytes).
bool goes_past_caches(std::int64_t bytes);

// Returns whether L2 holds the result, the whole of it.
bool is_held_by_l2(std::int64_t bytes);

// Marks that the thread computes a part of a result of `bytes` bytes, as long
// as the mark exists.
class PartOfResult {
 public:
  explicit PartOfResult(std::int64_t bytes);
  ~PartOfResult();
  PartOfResult(const PartOfResult&) = delete;
  PartOfResult& operator=(const PartOfResult&) = delete;

 private:
  std::int64_t before_;
};

// Copies bytes from low to high addresses. If the two ranges overlap, the
// contents of `to` are unspecified. Used instead of memmove(), whose time for
// what L2 holds depends on how far apart the two addresses are within their
// pages. More is copied by memmove(), in runs of at least long_copy_bytes().
void copy_bytes(std::byte* to, const std::byte* from, std::int64_t bytes);
std::int64_t long_copy_bytes();

// Rows of at least 16 bytes each. Steps lead from one row to the next, in
// bytes.
struct ByteRows {
  std::int64_t count = 0;
  std::int64_t bytes = 0;
  std::int64_t to_step = 0;
  std::int64_t from_step = 0;
};

// Copies rows. If targets and sources overlap, the contents of the targets are
// unspecified. A call per row would take longer than a short row.
void copy_rows(std::byte* to, const std::byte* from, const ByteRows& rows);

// Copies bytes past the caches; the two ranges must not overlap. The stores are
// ordered before later ones only after end_past_caches().
void copy_past_caches(std::byte* to, const std::byte* from, std::int64_t bytes);
void end_past_caches();

// Stores one element of 1, 2, 4, 8 or 16 bytes `count` times. Large results are
// stored past the caches.
void fill_run(std::byte* to, const std::byte* element,
              std::size_t element_bytes, std::int64_t count);

}  // namespace assay::optimized
