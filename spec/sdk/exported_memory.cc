// Keeps the bytes of a buffer of a plugin until a call tells their dtype, and
// then hands them to the backend as a buffer of that dtype.
// Tested by tests/spec/export_backend_test.cc.
#include "spec/sdk/exported_memory.h"

#include <algorithm>
#include <string>
#include <utility>

#include "spec/op_table.h"

namespace assay {
namespace {

// Returns whether this number of bytes is a whole number of elements.
bool divides(DType dtype, std::size_t bytes) {
  return bytes * 8 % static_cast<std::size_t>(spec_of(dtype).bits) == 0;
}

std::int64_t count_of(DType dtype, std::size_t bytes) {
  return static_cast<std::int64_t>(bytes * 8) / spec_of(dtype).bits;
}

// Returns the dtype in which a backend gets bytes whose dtype is unknown. This
// is uint8 if the backend claims it, else the first claimed dtype that fits.
DType byte_dtype(const Backend& backend, Op op, std::size_t bytes) {
  const auto fits = [&](DType dtype) {
    return divides(dtype, bytes) && backend.claim({op, "", dtype, dtype});
  };
  if (fits(DType::kUint8)) return DType::kUint8;
  for (const DTypeSpec& spec : kDTypes)
    if (fits(spec.dtype)) return spec.dtype;
  return DType::kUint8;
}

}  // namespace

Result<ExportedBuffer> ExportedBuffer::of_result(Backend& backend,
                                                 Tensor tensor) {
  ExportedBuffer buffer(0);
  if (tensor.view.is_c_contiguous()) {
    buffer.bytes_ = static_cast<std::size_t>(
        storage_bytes(tensor.dtype, tensor.view.numel()));
  } else {
    // Only the backend knows how large the storage of this view is.
    const auto storage = backend.to_host(tensor);
    if (!storage) return storage.status();
    buffer.bytes_ = storage->size();
  }
  buffer.whole_ = std::move(tensor);
  return buffer;
}

Result<ExportedBuffer> ExportedBuffer::wrap(Backend& backend,
                                            std::span<std::byte> memory,
                                            bool writable) {
  const DType dtype = byte_dtype(backend, "from_host"_op, memory.size());
  auto made =
      backend.wrap(dtype, count_of(dtype, memory.size()), memory, writable);
  if (!made) return made.status();
  ExportedBuffer buffer(memory.size());
  buffer.host_memory_ = memory.data();
  buffer.whole_ = *std::move(made);
  return buffer;
}

// Makes the backend's buffer, with the bytes that were written.
Result<Tensor> ExportedBuffer::make(Backend& backend, DType dtype) {
  const std::int64_t count = count_of(dtype, bytes_);
  if (!place_)
    return written_ ? backend.from_host(dtype, count, *written_)
                    : backend.buffer(dtype, {count});
  auto made = backend.alloc_in(*place_, dtype, {count});
  if (made && written_)
    if (Status status = backend.write(*made, *written_); !status.ok())
      return status;
  return made;
}

Result<std::shared_ptr<Buffer>> ExportedBuffer::buffer_as(Backend& backend,
                                                          DType dtype) {
  if (whole_.buffer != nullptr) return whole_.buffer;
  if (!divides(dtype, bytes_)) dtype = DType::kUint8;
  auto made = make(backend, dtype);
  if (!made) return made.status();
  if (made->buffer == nullptr)
    return Status::internal("the backend made a tensor without a buffer");
  whole_ = *std::move(made);
  written_.reset();
  return whole_.buffer;
}

Result<std::uint32_t> ExportedBuffer::place_of(Backend& backend) {
  if (whole_.buffer != nullptr) return backend.place_of(whole_);
  if (place_) return *place_;
  const auto places = backend.places();
  if (!places) return places.status();
  return places->home;
}

Result<ExportedBuffer> ExportedBuffer::transfer(Backend& backend,
                                                std::uint32_t place) {
  const Op op = written_ ? "from_host"_op : "buffer"_op;
  const auto buffer = buffer_as(backend, byte_dtype(backend, op, bytes_));
  if (!buffer) return buffer.status();
  auto copy = backend.transfer(whole_, place);
  if (!copy) return copy.status();
  ExportedBuffer made(bytes_, place);
  made.whole_ = *std::move(copy);
  return made;
}

Status ExportedBuffer::reclaim(Backend& backend) {
  Tensor tensor = std::move(whole_);
  whole_ = {};
  if (tensor.buffer == nullptr || tensor.buffer.use_count() > 1) return {};
  return backend.reclaim(std::move(tensor));
}

Status ExportedBuffer::check_range(std::size_t offset,
                                   std::size_t count) const {
  if (offset <= bytes_ && count <= bytes_ - offset) return {};
  return Status::invalid(std::to_string(count) + " bytes from byte " +
                         std::to_string(offset) + " on leave the buffer of " +
                         std::to_string(bytes_));
}

Status ExportedBuffer::write(Backend& backend, std::size_t offset,
                             std::span<const std::byte> from) {
  if (Status status = check_range(offset, from.size()); !status.ok())
    return status;
  if (host_memory_ != nullptr) {
    std::copy(from.begin(), from.end(), host_memory_ + offset);
    return {};
  }
  if (from.size() == bytes_ && whole_.buffer == nullptr) {
    written_.emplace(from.begin(), from.end());
    return {};
  }
  // To write a part, read the storage, change the part, and make the buffer
  // again from all of it.
  if (whole_.buffer != nullptr) {
    if (from.size() == bytes_ && place_) return backend.write(whole_, from);
    auto storage = backend.to_host(whole_);
    if (!storage) return storage.status();
    written_ = *std::move(storage);
    written_->resize(bytes_);
    std::copy(from.begin(), from.end(),
              written_->begin() + static_cast<std::ptrdiff_t>(offset));
    const DType dtype = whole_.dtype;
    whole_.buffer.reset();
    return buffer_as(backend, dtype).status();
  }
  if (!written_) written_.emplace(bytes_);
  std::copy(from.begin(), from.end(),
            written_->begin() + static_cast<std::ptrdiff_t>(offset));
  return {};
}

Status ExportedBuffer::read(Backend& backend, std::size_t offset,
                            std::span<std::byte> to) {
  if (Status status = check_range(offset, to.size()); !status.ok())
    return status;
  const Op op = written_ ? "from_host"_op : "buffer"_op;
  const auto buffer = buffer_as(backend, byte_dtype(backend, op, bytes_));
  if (!buffer) return buffer.status();
  const auto storage = backend.to_host(whole_);
  if (!storage) return storage.status();
  if (storage->size() < bytes_)
    return Status::internal("the backend returned " +
                            std::to_string(storage->size()) +
                            " bytes of a buffer of " + std::to_string(bytes_));
  std::copy_n(storage->begin() + static_cast<std::ptrdiff_t>(offset), to.size(),
              to.begin());
  return {};
}

}  // namespace assay
