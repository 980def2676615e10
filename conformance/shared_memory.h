// Holds an object in memory that this process shares with the processes it
// forks.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include <sys/mman.h>

#include <new>
#include <type_traits>
#include <utility>

namespace assay {

template <typename T>
class Shared {
 public:
  static_assert(std::is_trivially_destructible_v<T>);

  // Maps the memory; get() is null if that failed.
  Shared() {
    void* memory = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) object_ = new (memory) T;
  }
  ~Shared() { unmap(); }
  Shared(Shared&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)) {}
  Shared& operator=(Shared&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  // Unmaps the memory in this process; get() is null afterwards.
  void unmap() {
    if (object_ != nullptr) munmap(object_, sizeof(T));
    object_ = nullptr;
  }
  // Makes the memory read-only in this process.
  void only_read() const { mprotect(object_, sizeof(T), PROT_READ); }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }

 private:
  T* object_ = nullptr;
};

}  // namespace assay
