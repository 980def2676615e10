// Parses settings and keeps those of the process.
// Tested by tests/optimized/settings_test.cc.
#include "optimized/resources/settings.h"

#include <fmt/format.h>
#include <hwy/highway.h>

#include <charconv>
#include <limits>

#include "optimized/resources/tile_registers.h"

namespace assay::optimized {
namespace {

struct Size {
  std::string_view name;
  std::int64_t Settings::*member;
  std::int64_t smallest;
  bool is_threshold;  // tiny=1 sets it to its smallest value
};

constexpr Size kSizes[] = {
    {"threads", &Settings::threads, 1, false},
    {"block", &Settings::block, 8, true},
    {"direct_row", &Settings::direct_row, 1, true},
    {"thread_bytes", &Settings::thread_bytes, 1, true},
    {"thread_flops", &Settings::thread_flops, 1, true},
    {"stream_bytes", &Settings::stream_bytes, 1, true},
    {"stream_run", &Settings::stream_run, 1, true},
    {"copy_run", &Settings::copy_run, 0, true},
    {"sum_block", &Settings::sum_block, 8, true},
    {"fold_short", &Settings::fold_short, 1, true},
    {"sort_vector", &Settings::sort_vector, 2, true},
    {"sort_bitonic", &Settings::sort_bitonic, 32, true},
    {"sort_labels", &Settings::sort_labels, 1, true},
    {"matmul_depth", &Settings::matmul_depth, 3, true},
    {"matmul_rows", &Settings::matmul_rows, 2, true},
    {"matmul_columns", &Settings::matmul_columns, 3, true},
    {"matmul_direct_bytes", &Settings::matmul_direct_bytes, 1, true},
    {"matmul_copy_rows", &Settings::matmul_copy_rows, 1, true},
    {"matmul_grouped", &Settings::matmul_grouped, 1, true},
    {"sort_network", &Settings::sort_network, 1, true},
    {"factor_block", &Settings::factor_block, 8, true},
    {"factor_depth", &Settings::factor_depth, 3, true},
    {"factor_batch", &Settings::factor_batch, 1, true},
    {"factor_lanes", &Settings::factor_lanes, 4, true},
    {"divide_rows", &Settings::divide_rows, 2, true},
    {"svd_tall", &Settings::svd_tall, 100, true},
    {"fourier_lanes", &Settings::fourier_lanes, 1, true},
    {"fourier_batch", &Settings::fourier_batch, 1, true},
    {"fourier_short", &Settings::fourier_short, 1, true},
    {"fourier_columns", &Settings::fourier_columns, 1, true},
    {"fourier_roots", &Settings::fourier_roots, 1, true},
};

struct Target {
  std::string_view name;
  std::int64_t bits;  // Highway's; the lower the bit, the better the target
};

constexpr Target kTargets[] = {{"scalar", HWY_SCALAR | HWY_EMU128},
                               {"sse4", HWY_SSE4},
                               {"avx2", HWY_AVX2},
                               {"avx512", HWY_AVX3}};

// Returns the bits of all targets up to the one of this name, or 0 if there is
// no such target.
std::int64_t targets_up_to(std::string_view name) {
  std::int64_t mask = 0;
  for (const Target& target : kTargets) {
    mask |= target.bits;
    if (target.name == name) return mask;
  }
  return 0;
}

// Returns the target of Highway that a setting allows. Kernels for the tile
// registers of AMX are not Highway's.
std::string_view vectors_of(std::string_view target) {
  return target == "amx" ? "avx512" : target;
}

Status unknown(std::string_view found) {
  std::string names = "target, accuracy";
  for (const Size& size : kSizes) names += fmt::format(", {}", size.name);
  return Status::invalid(
      fmt::format("\"{}\" is not a setting of the optimized backend; expected "
                  "NAME=VALUE with one of {}, tiny",
                  found, names));
}

Status set_target(Settings& settings, std::string_view value) {
  if (value != "best") {
    const std::string_view vectors = vectors_of(value);
    const std::int64_t mask = targets_up_to(vectors);
    if (mask == 0)
      return Status::invalid(
          fmt::format("there is no target \"{}\"; expected scalar, sse4, avx2, "
                      "avx512, amx or best",
                      value));
    const std::int64_t own =
        mask & ~targets_up_to(vectors == "avx512" ? "avx2"
                              : vectors == "avx2" ? "sse4"
                                                  : "scalar");
    if ((value != "scalar" && (hwy::SupportedTargets() & own) == 0) ||
        (value == "amx" && !has_tile_registers()))
      return Status::invalid(fmt::format("this processor has no {}", value));
    if (value != "scalar" && (HWY_TARGETS & own) == 0)
      return Status::invalid(fmt::format(
          "this build has no kernels for {}; see ASSAY_TARGETS", vectors));
  }
  settings.target = value;
  return {};
}

Status set_accuracy(Settings& settings, std::string_view value) {
  if (value != "correct" && value != "core")
    return Status::invalid(fmt::format(
        "there is no accuracy \"{}\"; expected correct or core", value));
  settings.accuracy = value == "core" ? Accuracy::kCore : Accuracy::kCorrect;
  return {};
}

Status set_size(Settings& settings, std::string_view name,
                std::string_view value) {
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_number =
      error == std::errc() && end == value.data() + value.size();
  if (name == "tiny" && is_number && (number == 0 || number == 1)) {
    for (const Size& size : kSizes)
      if (size.is_threshold && number == 1)
        settings.*size.member = size.smallest;
    return {};
  }
  for (const Size& size : kSizes) {
    if (size.name != name) continue;
    if (!is_number || number < size.smallest)
      return Status::invalid(fmt::format(
          "the setting {} is \"{}\"; expected an integer of at least {}", name,
          value, size.smallest));
    settings.*size.member = number;
    return {};
  }
  return unknown(name);
}

}  // namespace

// No constructor of another static object reads it.
Settings process_settings;
std::int64_t settings_uses = 1;

Result<Settings> parse_settings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::size_t sign = part.find('=');
    if (sign == std::string_view::npos) return unknown(part);
    const std::string_view name = part.substr(0, sign);
    const std::string_view value = part.substr(sign + 1);
    const Status status = name == "target" ? set_target(settings, value)
                          : name == "accuracy"
                              ? set_accuracy(settings, value)
                              : set_size(settings, name, value);
    if (!status.ok()) return status;
  }
  return settings;
}

void use_settings(const Settings& settings) {
  process_settings = settings;
  ++settings_uses;
  hwy::SetSupportedTargetsForTest(
      settings.target == "best" ? 0
                                : targets_up_to(vectors_of(settings.target)));
  hwy::GetChosenTarget().DeInit();
}

std::string_view dispatched_target() {
  const std::int64_t present = hwy::SupportedTargets() & HWY_TARGETS;
  for (auto target = std::rbegin(kTargets); target != std::rend(kTargets);
       ++target)
    if ((present & target->bits) != 0) return target->name;
  return kTargets[0].name;
}

}  // namespace assay::optimized
