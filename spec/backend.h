// The interface that every backend implements, and the one of the oracle that
// knows how far its rounded answers are from the exact ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/attributes.h"
#include "spec/element.h"
#include "spec/op_table.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay {

// One call: an op is data, so a new op changes no layout. Ops that write take
// their results in `outs`; ops that return tensors leave it empty.
struct Call {
  Op op{};
  std::vector<Tensor> operands;
  Attributes attributes;
  std::vector<Tensor> outs;
};

// The tensors that the op returned; empty for ops that write into outs.
using Tensors = std::vector<Tensor>;

// One cell of the capability matrix: an op, its variant and the dtype of its
// operand; for cast, rfft and irfft also that of the result.
struct Cell {
  Op op{};
  std::string_view variant;
  DType dtype = DType::kFloat32;
  DType result = DType::kFloat32;  // of a pair; else equal to dtype
  friend bool operator==(const Cell&, const Cell&) = default;
};

// What a backend promises of a cell that it claims. The limits hold for every
// operand, out and result of a call; a call beyond one of them is not asked.
struct Claim {
  std::int64_t max_rank = kMaxRank;
  // Names of kLayoutNames (spec/cells.h); empty for all.
  std::vector<std::string> layouts;
  // How many axes one call works along: those listed in `axes`, reversed by
  // flip, cut by shrink, or padded.
  std::int64_t min_axes = 0;
  std::int64_t max_axes = kMaxRank;
  std::int64_t max_operands = INT64_MAX;
  // Of every axis.
  std::int64_t min_extent = 0;
  std::int64_t max_extent = INT64_MAX;
  // An adapter made the op of several calls of its library. Told in reports,
  // and judged like any other.
  bool composed = false;
  // What the op returns, and the operands it was made of, cannot be written
  // through `assign`. Cases that have to write there use Backend::write().
  bool immutable = false;
  friend bool operator==(const Claim&, const Claim&) = default;
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view version() const = 0;

  // Returns the claim on a cell, or nothing; a claimed cell must pass.
  virtual std::optional<Claim> claim(const Cell& cell) const = 0;

  // Allocates a C-contiguous tensor whose elements are undefined.
  virtual Result<Tensor> buffer(DType dtype, const Shape& shape) = 0;

  // Makes a rank-1 tensor of `count` elements from host storage.
  virtual Result<Tensor> from_host(DType dtype, std::int64_t count,
                                   std::span<const std::byte> storage) = 0;

  // Returns the whole storage that the tensor's view indexes.
  virtual Result<Bytes> to_host(const Tensor& tensor) = 0;

  // Replaces the whole storage that the tensor's view indexes; `storage` has
  // exactly its size. Optional: `unsupported` where a backend has no such way.
  virtual Status write(const Tensor& tensor,
                       std::span<const std::byte> storage) {
    static_cast<void>(tensor), static_cast<void>(storage);
    return Status::unsupported("op", "this backend writes into no buffer");
  }

  // Makes a rank-1 tensor of the caller's memory, without a copy: results
  // written into it appear there, and memory that is not `writable` is only
  // read. The caller keeps it until the tensor's buffer has gone. Optional:
  // `unsupported` where a backend owns all of its memory.
  virtual Result<Tensor> wrap(DType dtype, std::int64_t count,
                              std::span<std::byte> memory, bool writable) {
    static_cast<void>(dtype), static_cast<void>(count);
    static_cast<void>(memory), static_cast<void>(writable);
    return Status::unsupported("op", "this backend wraps no memory");
  }

  // Returns whether threads may still run when a call has returned, as those
  // of a pool do.
  virtual bool keeps_threads() const { return false; }

  // Carries out a call. A cell without a kernel answers `unsupported`.
  virtual Result<Tensors> execute(const Call& call) = 0;
};

// How much of an element of an answer is left open by U clauses.
enum class Freedom : std::uint8_t { kNone, kZeroSign, kAny };

// Elements that are accepted at a position (row-major) besides the answer's.
struct Alternatives {
  std::int64_t position = 0;
  std::vector<ElementBits> elements;
  friend bool operator==(const Alternatives&, const Alternatives&) = default;
};

// Holds the oracle's answer to a call: the tensors that execute() gives, and
// for each element of the first one (for each component if it is complex, real
// part first) how far the exact value is from it. An empty list stands for
// zeros, ones (terms) or kNone.
struct Answer {
  Tensors tensors;              // the results: outs, or the returned tensors
  std::vector<double> residue;  // exact - rounded, in ulps of the rounded
  std::vector<double> scale;    // B = Σ|terms|, for condition-aware ops
  std::vector<std::int64_t> terms;  // how many terms or factors, per element
  // How many roundings a term may meet, per element; negative, or an empty
  // list: as many as there are terms.
  std::vector<std::int64_t> roundings;
  std::vector<Freedom> freedom;  // per element
  // Positions (row-major) whose values may change places: ties of argsort.
  std::vector<std::vector<std::int64_t>> interchangeable;
  // By ascending position: the other updates to a place of scatter.
  std::vector<Alternatives> alternatives;
  // The same lists for the second and later results, without tensors. Shorter
  // if the rest of the results have nothing to note.
  std::vector<Answer> further;

  // Returns the lists of one result.
  const Answer& about(std::size_t result) const {
    static const Answer kNothing;
    if (result == 0) return *this;
    return result <= further.size() ? further[result - 1] : kNothing;
  }
  Answer& about(std::size_t result) {
    if (result == 0) return *this;
    if (result > further.size()) further.resize(result);
    return further[result - 1];
  }
};

class Oracle : public Backend {
 public:
  virtual Result<Answer> answer(const Call& call) = 0;
};

}  // namespace assay
