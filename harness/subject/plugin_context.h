// Makes the calls of one plugin context and checks every answer against the
// rules of the C header. Owns the context and tracks its buffers. Tested by
// tests/harness/subject/plugin_backend_test.cc.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "harness/subject/plugin_library.h"
#include "spec/backend.h"

namespace assay {

class PluginContext;

// Holds a buffer of a plugin. Releases it with the last tensor that uses it.
class PluginBuffer : public Buffer {
 public:
  PluginBuffer(std::shared_ptr<PluginContext> context, AssayBuffer* handle,
               std::size_t bytes)
      : context_(std::move(context)), handle_(handle), bytes_(bytes) {}
  ~PluginBuffer() override;
  PluginBuffer(const PluginBuffer&) = delete;
  PluginBuffer& operator=(const PluginBuffer&) = delete;

  const PluginContext* context() const { return context_.get(); }
  AssayBuffer* handle() const { return handle_; }
  std::size_t bytes() const { return bytes_; }

  // Keeps the reference from being released: the plugin has taken it.
  void disown() { is_disowned_ = true; }

 private:
  friend class PluginContext;
  std::shared_ptr<PluginContext> context_;
  AssayBuffer* handle_;
  std::size_t bytes_;
  bool is_disowned_ = false;
};

// Returns whether the table has the functions that a claim of a row of op set
// protocol needs.
bool has_functions_of(const AssayBackendV1& table, std::string_view row);

// Owns a context of a plugin. Its buffers keep it alive.
class PluginContext : public std::enable_shared_from_this<PluginContext> {
 public:
  static Result<std::shared_ptr<PluginContext>> create(
      std::shared_ptr<const PluginLibrary> library);
  ~PluginContext();
  PluginContext(const PluginContext&) = delete;
  PluginContext& operator=(const PluginContext&) = delete;

  const PluginLibrary& library() const { return *library_; }

  Result<std::shared_ptr<PluginBuffer>> alloc(std::size_t bytes);
  Result<std::shared_ptr<PluginBuffer>> wrap(std::span<std::byte> memory,
                                             bool writable);
  Status write(const PluginBuffer& buffer, std::span<const std::byte> bytes);
  Result<Bytes> read(const PluginBuffer& buffer);
  // Makes one call. Zeroes `results` first and then fills it in.
  Status invoke(std::string_view op, const AssayCall& call,
                AssayResults& results);
  Status claims(std::span<const AssayCell>& cells);
  // Lists the limits of the extension "assay.claim_limits", or none if the
  // plugin does not have it.
  Status limits(std::span<const AssayClaimLimits>& limits);

  // Call the optional functions of sessions, places, reclaimed memory and plans
  // (plugin_protocol.cc). Return `unsupported` if the table lacks them. Callers
  // of the last three have called places().
  Status session(bool begins);
  const std::byte* map(const PluginBuffer& buffer);
  Status reclaim(PluginBuffer& buffer);
  Status execute_plan(const AssayPlan& plan, AssayResults& results);
  Result<Places> places();
  Result<std::uint32_t> place_of(const PluginBuffer& buffer, std::size_t count);
  Result<std::shared_ptr<PluginBuffer>> alloc_in(std::uint32_t place,
                                                 std::size_t bytes);
  Result<std::shared_ptr<PluginBuffer>> transfer(const PluginBuffer& buffer,
                                                 std::uint32_t place);

  // Takes over the reference that a result has on its buffer. Fails if the
  // handle breaks the rules.
  Result<std::shared_ptr<PluginBuffer>> adopt(std::string_view function,
                                              AssayBuffer* handle);

  // Remembers what was wrong with an answer. Every later call returns it.
  Status violate(std::string_view function, std::string_view what);
  const std::optional<std::string>& violation() const {
    static const std::optional<std::string> kNone;
    return is_violated_ ? violation_ : kNone;
  }

 private:
  friend class PluginBuffer;
  explicit PluginContext(std::shared_ptr<const PluginLibrary> library)
      : library_(std::move(library)) {}

  const AssayBackendV1& table() const { return library_->table(); }
  AssayStatus fresh_status();
  bool is_in_use(AssayBuffer* handle);
  Status answered(std::string_view function, int code,
                  const AssayStatus& status);
  Result<std::shared_ptr<PluginBuffer>> take_new(const char* function,
                                                 AssayBuffer* handle,
                                                 std::size_t bytes);
  void forget(const PluginBuffer& buffer);

  std::shared_ptr<const PluginLibrary> library_;
  AssayContext* context_ = nullptr;
  // Several threads may call a context at once if the plugin says so. The lock
  // is never held while the plugin is called.
  std::mutex mutex_;
  std::unordered_map<AssayBuffer*, std::weak_ptr<PluginBuffer>> live_;
  std::optional<std::string> violation_;  // written once
  std::atomic<bool> is_violated_{false};
};

}  // namespace assay
