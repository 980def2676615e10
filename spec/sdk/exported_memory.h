// Defines the buffers of an exported backend. The dtype of their bytes is known
// only once a call uses them. Tested by tests/spec/export_backend_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "spec/backend.h"

namespace assay {

class ExportedBuffer {
 public:
  // Makes a buffer of undefined bytes, in a place if one is given.
  explicit ExportedBuffer(std::size_t bytes,
                          std::optional<std::uint32_t> place = {})
      : bytes_(bytes), place_(place) {}
  // Makes the buffer of a tensor that the backend returned.
  static Result<ExportedBuffer> of_result(Backend& backend, Tensor tensor);
  // Wraps memory of the host. The host still owns it.
  static Result<ExportedBuffer> wrap(Backend& backend,
                                     std::span<std::byte> memory,
                                     bool writable);

  std::size_t bytes() const { return bytes_; }

  // Returns the backend's buffer. Makes it with this dtype if it does not
  // exist.
  Result<std::shared_ptr<Buffer>> buffer_as(Backend& backend, DType dtype);
  // Return the place of the buffer, and a copy of it in another place.
  Result<std::uint32_t> place_of(Backend& backend);
  Result<ExportedBuffer> transfer(Backend& backend, std::uint32_t place);
  // Gives the buffer up, if nothing else refers to it.
  Status reclaim(Backend& backend);

  // Returns whether this is the buffer of a tensor that a call returned.
  bool is(const std::shared_ptr<Buffer>& buffer) const {
    return whole_.buffer == buffer;
  }

  // Write or read a range of bytes. They fail with `invalid` if the range is
  // not within the buffer.
  Status write(Backend& backend, std::size_t offset,
               std::span<const std::byte> from);
  Status read(Backend& backend, std::size_t offset, std::span<std::byte> to);

  void retain() { ++references_; }
  // Returns whether that was the last reference.
  bool release() { return --references_ == 0; }

 private:
  Status check_range(std::size_t offset, std::size_t count) const;
  Result<Tensor> make(Backend& backend, DType dtype);

  std::size_t bytes_ = 0;
  std::uint64_t references_ = 1;
  std::optional<std::uint32_t> place_;  // nothing: that of buffer()
  std::optional<Bytes> written_;        // not yet given to the backend
  std::byte* host_memory_ = nullptr;    // null unless memory is wrapped
  Tensor whole_;                        // has no buffer before the first use
};

}  // namespace assay
