// Checks the file, the symbol and the table in this order, so that each message
// names the first thing that is wrong.
// Tested by tests/harness/subject/plugin_backend_test.cc and
// tests/cli/plugin_command_test.cc.
#include "harness/subject/plugin_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

namespace assay {
namespace {

template <typename... Values>
Status refuse(fmt::format_string<Values...> text, Values&&... values) {
  return Status::internal(fmt::format(text, std::forward<Values>(values)...));
}

// Returns the reason from dlerror() without the file name, which the message
// already contains.
std::string reason_of(const std::string& path) {
  const char* text = dlerror();
  std::string reason = text == nullptr ? "no reason is known" : text;
  if (reason.starts_with(path + ": ")) reason.erase(0, path.size() + 2);
  return reason;
}

bool is_utf8(const std::string& text) {
  try {
    (void)nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

// Returns the name of the first mandatory member that is null, or null.
const char* missing_member(const AssayBackendV1& table) {
  if (table.create == nullptr) return "create";
  if (table.destroy == nullptr) return "destroy";
  if (table.claims == nullptr) return "claims";
  if (table.alloc == nullptr) return "alloc";
  if (table.retain == nullptr) return "retain";
  if (table.release == nullptr) return "release";
  if (table.size == nullptr) return "size";
  if (table.write == nullptr) return "write";
  if (table.read == nullptr) return "read";
  if (table.invoke == nullptr) return "invoke";
  return nullptr;
}

// Copies a text of the table for messages; "" if it is null. Fails if it is too
// long or not UTF-8.
Result<std::string> text_of(const char* text, const char* member,
                            const std::string& path) {
  if (text == nullptr) return std::string();
  constexpr std::size_t kLongest = 100;
  const std::string copy(text, strnlen(text, kLongest + 1));
  if (copy.size() > kLongest)
    return refuse("{}: the {} in its table is longer than {} bytes", path,
                  member, kLongest);
  if (!is_utf8(copy))
    return refuse("{}: the {} in its table is not UTF-8", path, member);
  return copy;
}

}  // namespace

Result<std::shared_ptr<const PluginLibrary>> PluginLibrary::of_table(
    const AssayBackendV1* table, const std::string& path) {
  if (table == nullptr)
    return refuse("{}: assay_backend_v1() returned null", path);
  // Members are read only after struct_size shows that they exist.
  if (table->struct_size < kFirstTableSize)
    return refuse(
        "{}: its table has {} bytes where ABI version 1.0 needs at least {}",
        path, table->struct_size, kFirstTableSize);
  if (const char* member = missing_member(*table))
    return refuse("{}: the function \"{}\" of its table is null", path, member);
  auto name = text_of(table->name, "name", path);
  if (!name) return name.status();
  if (name->empty()) return refuse("{}: its table has no name", path);
  auto version = text_of(table->version, "version", path);
  if (!version) return version.status();
  std::shared_ptr<PluginLibrary> library(new PluginLibrary);
  library->table_ = table;
  library->path_ = path;
  library->name_ = *std::move(name);
  library->version_ = *std::move(version);
  return std::shared_ptr<const PluginLibrary>(std::move(library));
}

Result<std::shared_ptr<const PluginLibrary>> PluginLibrary::open(
    const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return refuse("there is no file {}", path);
  if (!std::filesystem::is_regular_file(status))
    return refuse("{} is not a file; expected a shared library", path);
  // dlopen() searches the system's folders for a name without a slash.
  const std::string place =
      std::filesystem::absolute(path, error).lexically_normal().string();
  void* handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr)
    return refuse("{} cannot be loaded: {}", path, reason_of(place));
  void* symbol = dlsym(handle, "assay_backend_v1");
  if (symbol == nullptr) {
    for (int major = 2; major <= 9; ++major)
      if (dlsym(handle, fmt::format("assay_backend_v{}", major).c_str()))
        return refuse("{} is a backend of ABI version {}; expected version {}",
                      path, major, ASSAY_ABI_MAJOR);
    return refuse("{} is not a backend: it does not export assay_backend_v1()",
                  path);
  }
  using Entry = const AssayBackendV1* (*)();
  return of_table(reinterpret_cast<Entry>(symbol)(), path);
}

std::string PluginLibrary::abi_version() const {
  return fmt::format("{}.{}", ASSAY_ABI_MAJOR, table_->abi_minor);
}

}  // namespace assay
