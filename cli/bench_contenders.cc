// Starts subjects and peers as contenders, each by the way that its name
// implies.
// Tested by tests/cli/bench_command_test.cc.
#include "cli/bench_contenders.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

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

}  // namespace

Status check_timed(const std::string& name, int threads) {
  constexpr std::string_view kThreads = "threads=";
  const std::string settings = optimized_settings(name).value_or("");
  const std::size_t at = settings.find(kThreads);
  if (threads == 1 && at != std::string::npos &&
      std::atoi(settings.c_str() + at + kThreads.size()) > 1)
    return Status::invalid(fmt::format(
        "{} uses more than one thread, and with one thread the CPU time of the "
        "calling thread would be measured; say --threads 2 or more",
        name));
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
  if (std::find(std::begin(bench::kPythonPeers), std::end(bench::kPythonPeers),
                name) != std::end(bench::kPythonPeers))
    return bench::start_python_peer(name, options.places.interpreters(name),
                                    options.threads, options.clock);
  if (name == "openblas")
    return bench::load_openblas(options.places.libraries(name), options.threads,
                                options.clock);
  if (name == "mkl")
    return bench::load_mkl(options.places.libraries(name), options.threads,
                           options.clock);
  if (name == "fftw") return bench::load_fftw(options.clock);
  if (name == "eigen")
    return bench::load_eigen(program_folder(), options.clock);
  if (!subject_named(name, kNx, 600))
    return Status::invalid(
        fmt::format("there is no peer \"{}\"; expected numpy, torch, jax, "
                    "onnxruntime, openblas, mkl, eigen, fftw or a subject",
                    name));
  return start_subject(name, options);
}

}  // namespace assay
