// Finds the interpreters and shared libraries of peers.
// Tested by tests/cli/bench_command_test.cc.
#include "cli/bench_places.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <span>

#include "bench/peers/python_peer.h"
#include "cli/installed_files.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibraryPeers[] = {"openblas", "mkl"};

// Returns the folder of the environments that scripts/judge_field.py makes.
fs::path field_folder() {
  return fs::path(program_folder()).parent_path() / "field";
}

// Returns the files whose names begin and end so, in a folder below
// lib/python3*/site-packages of an environment, sorted.
std::vector<std::string> packaged(const std::string& environment,
                                  const std::string& folder,
                                  const std::string& start) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& python :
       fs::directory_iterator(field_folder() / environment / "lib", error))
    for (const auto& file : fs::directory_iterator(
             python.path() / "site-packages" / folder, error)) {
      const std::string name = file.path().filename();
      if (name.starts_with(start) && name.ends_with(".so"))
        found.push_back(file.path());
    }
  std::sort(found.begin(), found.end());
  return found;
}

// Returns the value of ASSAY_, the name in capitals, and the rest; or "".
std::string variable(std::string name, const char* rest) {
  for (char& c : name)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const char* value = std::getenv(("ASSAY_" + name + rest).c_str());
  return value == nullptr ? "" : value;
}

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path().string();
}

Result<BenchPlaces> BenchPlaces::parse(
    const std::vector<std::string>& pythons,
    const std::vector<std::string>& libraries) {
  BenchPlaces places;
  for (const std::string& text : pythons) {
    const std::size_t at = text.find('=');
    const std::string name = text.substr(0, at);
    if (at == std::string::npos || name.find('/') != std::string::npos) {
      places.pythons_[""] = text;
    } else if (contains(bench::kPythonPeers, name)) {
      places.pythons_[name] = text.substr(at + 1);
    } else {
      return Status::invalid(fmt::format(
          "--python {}: there is no peer \"{}\" in Python; expected one of {}",
          text, name, fmt::join(bench::kPythonPeers, ", ")));
    }
  }
  for (const std::string& text : libraries) {
    const std::size_t at = text.find('=');
    const std::string name = text.substr(0, at);
    if (at == std::string::npos || !contains(kLibraryPeers, name))
      return Status::invalid(fmt::format(
          "--library {}: expected openblas=FILE or mkl=FILE", text));
    places.libraries_[name] = text.substr(at + 1);
  }
  return places;
}

std::vector<std::string> BenchPlaces::interpreters(
    const std::string& peer) const {
  for (const std::string& key : {peer, std::string()})
    if (const auto named = pythons_.find(key); named != pythons_.end())
      return {named->second};
  std::vector<std::string> list;
  const auto add = [&](const std::string& python) {
    if (!python.empty() &&
        std::find(list.begin(), list.end(), python) == list.end())
      list.push_back(python);
  };
  add(variable(peer, "_PYTHON"));
  std::error_code error;
  const fs::path made = field_folder() / peer / "bin" / "python";
  if (fs::exists(made, error)) add(made.string());
  add(adapter_python());
  add("/usr/bin/python3");
  return list;
}

std::vector<std::string> BenchPlaces::libraries(const std::string& peer) const {
  if (const auto named = libraries_.find(peer); named != libraries_.end())
    return {named->second};
  if (const std::string file = variable(peer, ""); !file.empty()) return {file};
  if (peer == "mkl")
    return {(field_folder() / "mkl/lib/libmkl_rt.so.3").string(),
            "libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"};
  std::vector<std::string> list =
      packaged("openblas", "scipy_openblas64/lib", "libscipy_openblas64_");
  for (std::string& file : packaged("numpy", "numpy.libs", "libscipy_openblas"))
    list.push_back(std::move(file));
  list.push_back("libopenblas.so.0");
  return list;
}

}  // namespace assay
