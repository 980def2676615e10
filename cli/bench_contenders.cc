// Starts subjects and peers as contenders, each by the way that its name
// implies.
// Tested by tests/cli/bench_command_test.cc.
#include "cli/bench_contenders.h"

#include <fmt/format.h>

#include <filesystem>

#include "bench/peers/library_peers.h"
#include "bench/peers/python_peer.h"
#include "cli/short_subject.h"
#include "cli/subject_named.h"

namespace assay {
namespace {

// Returns a function that installs the settings of a subject again. Settings
// are process-wide, so each subject with settings re-installs its own before
// its turn. The function is empty for other subjects.
Result<std::function<void()>> activation(const std::string& name,
                                         const ContenderOptions& options) {
  const auto settings = optimized_settings(name);
  if (!settings) return std::function<void()>();
  return optimized_activation(*settings, options.threads);
}

// Returns the folder of this program, where the build also puts the plugins.
std::string own_folder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error)
      .parent_path()
      .string();
}

}  // namespace

Status check_timed(const std::string& name) {
  if (!name.starts_with("exec:") && !is_short_subject(name)) return {};
  return Status::invalid(
      fmt::format("{} cannot be timed, because its calls cross a pipe and the "
                  "time of the pipe would be measured",
                  name));
}

Result<std::unique_ptr<bench::Contender>> start_subject(
    const std::string& name, const ContenderOptions& options) {
  const auto maker = subject_named(name, kNx, 600);
  if (!maker) return maker.status();
  auto activate = activation(name, options);
  if (!activate) return activate.status();
  auto subject = (*maker)();
  if (!subject)
    return Status{StatusCode::kInternal, "", subject.status().message};
  return bench::contender_of(name, *std::move(subject), options.clock,
                             *std::move(activate));
}

Result<std::unique_ptr<bench::Contender>> start_peer(
    const std::string& name, const ContenderOptions& options) {
  if (name == "numpy")
    return bench::start_numpy(options.python, options.threads, options.clock);
  if (name == "torch")
    return bench::start_torch(options.python, options.threads, options.clock);
  if (name == "openblas")
    return bench::load_openblas(options.threads, options.clock);
  if (name == "fftw") return bench::load_fftw(options.clock);
  if (name == "eigen") return bench::load_eigen(own_folder(), options.clock);
  if (!subject_named(name, kNx, 600))
    return Status::invalid(
        fmt::format("there is no peer \"{}\"; expected numpy, torch, openblas, "
                    "eigen, fftw or "
                    "a subject",
                    name));
  return start_subject(name, options);
}

}  // namespace assay
