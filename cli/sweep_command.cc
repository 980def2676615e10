// Implements `assay sweep`, which tries every input of one op, and `assay
// sweeps`, which adds up files of sweeps.
// Tested by tests/cli/sweep_command_test.cc.
#include "cli/sweep_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <thread>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output_file.h"
#include "cli/scratch_folder.h"
#include "cli/subject_named.h"
#include "conformance/nearest_name.h"
#include "conformance/profile_file.h"
#include "conformance/shard.h"
#include "sweep/run_sweep.h"
#include "sweep/sweep_text.h"

namespace assay {
namespace {

std::vector<std::string> op_names() {
  std::vector<std::string> names;
  for (const OpSpec* op : every_op()) names.emplace_back(op->name);
  return names;
}

std::vector<std::string> dtype_names() {
  std::vector<std::string> names;
  for (const DTypeSpec& dtype : kDTypes) names.emplace_back(dtype.name);
  return names;
}

// Parses "FIRST-LAST" of the blocks that there are.
Status choose_blocks(const std::string& text, SweepOptions& options) {
  options.end_block = options.inputs.block_count();
  if (text.empty()) return {};
  unsigned long long first = 0;
  unsigned long long last = 0;
  int read = 0;
  const int found =
      std::sscanf(text.c_str(), "%6llu-%6llu%n", &first, &last, &read);
  if (found != 2 || static_cast<std::size_t>(read) != text.size() ||
      first > last || last >= options.end_block)
    return Status::invalid(fmt::format(
        "--blocks is \"{}\"; expected FIRST-LAST with 0 <= FIRST <= LAST < {}",
        text, options.end_block));
  options.first_block = first;
  options.end_block = last + 1;
  return {};
}

Result<SweepOptions> options_of(const SweepArguments& arguments) {
  const auto profile = chosen_profile(arguments.profile);
  if (!profile) return profile.status();
  auto made = options_for(arguments.subject, **profile,
                          arguments.timeout_seconds, 4096);
  if (!made) return made.status();
  const auto op = op_named(arguments.op);
  if (!op)
    return Status::invalid(
        fmt::format("there is no op \"{}\"{}; `assay list ops` shows them all",
                    arguments.op, did_you_mean(arguments.op, op_names())));
  const auto dtype = dtype_named(arguments.dtype);
  if (!dtype)
    return Status::invalid(fmt::format(
        "there is no dtype \"{}\"{}; `assay list dtypes` shows them all",
        arguments.dtype, did_you_mean(arguments.dtype, dtype_names())));
  const auto inputs =
      arguments.rounds == 0
          ? inputs_of(*op, *dtype)
          : sampled_inputs_of(*op, *dtype, arguments.rounds, arguments.seed);
  if (!inputs) return inputs.status();
  if (auto refused = refused_inputs(*inputs, **profile))
    return Status::invalid(*std::move(refused));
  SweepOptions options;
  options.subject = made->subject;
  options.make_subject = made->make_subject;
  options.make_oracle = made->make_oracle;
  options.profile = *profile;
  options.inputs = *inputs;
  options.jobs = arguments.jobs > 0
                     ? arguments.jobs
                     : static_cast<int>(std::thread::hardware_concurrency());
  options.block_seconds = arguments.timeout_seconds;
  options.resume = arguments.resume;
  if (Status s = choose_blocks(arguments.blocks, options); !s.ok()) return s;
  if (!arguments.shard.empty()) {
    const auto shard = parse_shard(arguments.shard);
    if (!shard) return shard.status();
    options.shard_index = static_cast<std::uint64_t>(shard->index);
    options.shard_count = static_cast<std::uint64_t>(shard->count);
  }
  if (arguments.resume && arguments.out.empty())
    return Status::invalid(
        "--resume needs --out with the file of the interrupted sweep");
  if (!arguments.out.empty())
    if (Status status = try_output(arguments.out); !status.ok()) return status;
  return options;
}

}  // namespace

int exit_code_of(SweepError error) {
  switch (error) {
    case SweepError::kNotClaimed:
      return kExitNothingSelected;
    case SweepError::kSubject:
      return kExitSubject;
    case SweepError::kBroke:
      return kExitDoesNotConform;
    case SweepError::kUnwritable:
      return kExitUsage;
    case SweepError::kInterrupted:
      return kExitInterrupted;
    case SweepError::kInternal:
      break;
  }
  return kExitInternal;
}

int sweep_command(const SweepArguments& arguments) {
  auto options = options_of(arguments);
  if (!options) return complain(kExitUsage, options.status().message);
  ScratchFolder scratch;
  options->out = arguments.out;
  if (arguments.out.empty()) {
    if (Status s = scratch.make(); !s.ok())
      return complain(kExitUsage, s.message);
    options->out = scratch.path() / "sweep.jsonl";
  }
  std::optional<RunLock> lock;
  if (!arguments.out.empty()) {
    auto taken = RunLock::take(arguments.out + ".lock", arguments.out);
    if (!taken) return complain(kExitUsage, taken.status().message);
    lock.emplace(*std::move(taken));
  }
  if (isatty(STDERR_FILENO) != 0)
    options->progress = [](std::uint64_t done, std::uint64_t total) {
      std::fputs(fmt::format("\r{:3}% of {} blocks{}", 100 * done / total,
                             total, done == total ? "\r\x1b[K" : "")
                     .c_str(),
                 stderr);
    };
  Sweep sweep;
  if (const auto failure = run_sweep(*options, sweep)) {
    std::string message = failure->message;
    if (failure->error == SweepError::kInterrupted && !arguments.out.empty())
      message += fmt::format(
          "; the finished blocks are in {}.partial, and --resume continues the "
          "sweep",
          arguments.out);
    return complain(exit_code_of(failure->error), message);
  }
  fmt::print("{}", text_of(sweep));
  if (!arguments.out.empty()) fmt::print("totals: {}\n", arguments.out);
  // A shard answers only for its own blocks.
  return sweep.total().rejected == 0 ? kExitConforms : kExitDoesNotConform;
}

int sweeps_command(const std::vector<std::string>& files, bool markdown,
                   const std::string& out) {
  std::vector<Sweep> sweeps;
  for (const std::string& file : files) {
    const auto read = read_sweep(file, false);
    if (!read) return complain(kExitUsage, read.status().message);
    const auto same = std::find_if(
        sweeps.begin(), sweeps.end(),
        [&](const Sweep& sweep) { return sweep.head == read->head; });
    if (same == sweeps.end()) {
      sweeps.push_back(*read);
    } else if (Status s = join(*same, *read); !s.ok()) {
      return complain(kExitDoesNotConform, file + ": " + s.message);
    }
  }
  if (!out.empty()) {
    if (sweeps.size() != 1)
      return complain(
          kExitUsage,
          fmt::format(
              "--out takes one sweep, but these files contain {} sweeps",
              sweeps.size()));
    if (Status s = write_sweep(out, sweeps.front()); !s.ok())
      return complain(kExitUsage, s.message);
  }
  if (markdown) fmt::print("{}", table_of(sweeps));
  for (const Sweep& sweep : sweeps)
    if (!markdown) fmt::print("{}", text_of(sweep));
  return std::all_of(sweeps.begin(), sweeps.end(), is_clean)
             ? kExitConforms
             : kExitDoesNotConform;
}

}  // namespace assay
