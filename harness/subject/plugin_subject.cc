// Reports violations of the C header as breakdowns.
// Tested by tests/harness/subject/plugin_backend_test.cc.
#include "harness/subject/plugin_subject.h"

namespace assay {

Result<std::unique_ptr<PluginSubject>> PluginSubject::start(
    const std::string& path) {
  auto library = PluginLibrary::open(path);
  if (!library) return library.status();
  return start(*std::move(library));
}

Result<std::unique_ptr<PluginSubject>> PluginSubject::start(
    std::shared_ptr<const PluginLibrary> library) {
  auto backend = PluginBackend::create(library);
  if (!backend) return backend.status();
  return std::unique_ptr<PluginSubject>(
      new PluginSubject(std::move(library), *std::move(backend)));
}

const std::optional<Breakdown>& PluginSubject::breakdown() const {
  if (!breakdown_ && backend_->violation())
    breakdown_ =
        Breakdown{Breakdown::Kind::kProtocolError, *backend_->violation()};
  return breakdown_;
}

Status PluginSubject::restart() {
  auto backend = PluginBackend::create(library_);
  if (!backend) {
    breakdown_ = Breakdown{
        Breakdown::Kind::kCrashed,
        "the plugin cannot be restarted: " + backend.status().message};
    return backend.status();
  }
  backend_ = *std::move(backend);
  breakdown_.reset();
  return {};
}

std::unique_ptr<Backend> PluginSubject::another_context() {
  auto backend = PluginBackend::create(library_);
  if (!backend) return nullptr;
  return *std::move(backend);
}

}  // namespace assay
