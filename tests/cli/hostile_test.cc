// Plugins that each do one thing wrong: the run survives, the case at fault
// gets the verdict, and every other case passes. The table of this file is
// that of docs/isolation.md.
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/record/record.h"
#include "tests/cli/command_run.h"

namespace assay {
namespace {

// Says what a plugin of tests/hostile/ does at every abs or flip, and what the
// records of those cases must say. Its neg is always right.
struct Fault {
  const char* plugin;
  const char* op;
  Verdict verdict;
  const char* message;  // a part of it
  friend void PrintTo(const Fault& fault, std::ostream* out) {
    *out << fault.plugin;
  }
};

constexpr const char* kDescriptors =
    "file descriptors that are not the subject's were closed or replaced";

constexpr const char* kSharedMemory =
    "memory that the run shares with the process of the subject was written";
constexpr const char* kChild =
    "a child process was left, running or not waited for";

const Fault kFaults[] = {
    {"segfault", "abs", Verdict::kCrashed, "signal 11 (Segmentation fault)"},
    {"divide", "abs", Verdict::kCrashed, "signal 8 (Floating point exception)"},
    {"call_abort", "abs", Verdict::kCrashed, "signal 6 (Aborted)"},
    {"terminate_now", "abs", Verdict::kCrashed, "signal 6 (Aborted)"},
    {"throw_through", "abs", Verdict::kCrashed, "signal 6 (Aborted)"},
    {"call_exit", "abs", Verdict::kCrashed, "exited with status 3"},
    {"call_exit_now", "abs", Verdict::kCrashed, "exited with status 0"},
    {"spin", "abs", Verdict::kTimedOut,
     "no answer within 0.2 s, the limit of --timeout"},
    {"deadlock", "abs", Verdict::kTimedOut, "no answer within 0.2 s"},
    {"overflow_stack", "abs", Verdict::kCrashed, "signal 11"},
    {"allocate_without_end", "abs", Verdict::kOutOfMemory,
     "where --memory allows 300"},
    {"close_files", "abs", Verdict::kChangedEnvironment, kDescriptors},
    {"replace_stdout", "abs", Verdict::kChangedEnvironment, kDescriptors},
    {"replace_files", "abs", Verdict::kChangedEnvironment, kDescriptors},
    {"write_files", "abs", Verdict::kProtocolError,
     "bytes that are not a record were written to the descriptor through which "
     "records are handed over"},
    {"truncate_files", "abs", Verdict::kPass, ""},
    {"scribble_shared", "abs", Verdict::kChangedEnvironment, kSharedMemory},
    {"scribble_and_spin", "abs", Verdict::kChangedEnvironment, kSharedMemory},
    {"fork_on", "abs", Verdict::kChangedEnvironment, kChild},
    {"leave_child", "abs", Verdict::kChangedEnvironment, kChild},
    {"change_limits", "abs", Verdict::kChangedEnvironment,
     "the resource limit RLIMIT_NOFILE was changed"},
    {"set_timer", "abs", Verdict::kChangedEnvironment,
     "the timer ITIMER_REAL was left running"},
    {"create_timer", "abs", Verdict::kChangedEnvironment,
     " timers of timer_create() are there where 0 were"},
    {"change_umask", "abs", Verdict::kChangedEnvironment,
     "the umask was changed from"},
    {"change_variables", "abs", Verdict::kChangedEnvironment,
     "the environment variable HOSTILE_VARIABLE was changed"},
    {"change_niceness", "abs", Verdict::kChangedEnvironment,
     "the niceness was changed from"},
    {"round_upward", "abs", Verdict::kChangedEnvironment,
     "the rounding mode was changed by a call"},
#if defined(__x86_64__)
    {"flush_subnormals", "abs", Verdict::kChangedEnvironment,
     "the flushing of subnormals (FTZ, DAZ) was changed by a call"},
#endif
    {"change_locale", "abs", Verdict::kChangedEnvironment,
     "the locale was changed from C to C.UTF-8"},
    {"change_handlers", "abs", Verdict::kChangedEnvironment,
     "the handler of signal 8 (Floating point exception) was changed"},
    {"change_folder", "abs", Verdict::kChangedEnvironment,
     "the working directory was changed from"},
    {"leave_thread", "abs", Verdict::kChangedEnvironment,
     "ASSAY_KEEPS_THREADS"},
    {"keeps_threads", "abs", Verdict::kPass, ""},
    {"print_noise", "abs", Verdict::kPass, ""},
    {"print_pid", "abs", Verdict::kPass, ""},
    {"right", "abs", Verdict::kPass, ""},
    {"false_claim", "abs", Verdict::kFail,
     "abs is claimed, and answered unsupported (dtype)"},
    {"spoil_dtype", "flip", Verdict::kWrongMetadata,
     "has dtype int32, expected float32"},
    {"spoil_shape", "flip", Verdict::kWrongMetadata, "has shape [1"},
    {"spoil_strides", "flip", Verdict::kFail, "are not accepted"},
    {"spoil_offset", "flip", Verdict::kProtocolError,
     "where the 48 bytes of its buffer hold 12 of float32"},
    {"free_buffer", "flip", Verdict::kCrashed, "signal 11"},
    {"return_nothing", "flip", Verdict::kProtocolError, "0 tensors"},
};

// Cases that every fault can be seen in: of rank 1 and more, with elements.
constexpr const char* kCases =
    "neg:value:dtype=float32,neg:every_element:dtype=float32,"
    "abs:value:dtype=float32,flip:bits:dtype=float32";

class Hostile : public CommandRun {
 protected:
  static std::string plugin(const std::string& name) {
    return std::filesystem::path(ASSAY_COMMAND).parent_path() /
           "tests/hostile" / (name + ".so");
  }
  static std::vector<std::string> check(const std::string& name,
                                        const std::string& filter,
                                        const std::string& timeout = "0.2") {
    return {"check",    plugin(name), "--filter", filter, "--timeout", timeout,
            "--memory", "300",        "--out",    "out",  "--jobs",    "2"};
  }
  std::vector<Record> records() const {
    std::vector<Record> records;
    std::ifstream file(folder_ / "out/records.jsonl");
    for (std::string line; std::getline(file, line);)
      if (auto record = record_from_json(nlohmann::ordered_json::parse(line)))
        records.push_back(*std::move(record));
    return records;
  }
};

class Faults : public Hostile, public testing::WithParamInterface<Fault> {};
INSTANTIATE_TEST_SUITE_P(Plugins, Faults, testing::ValuesIn(kFaults),
                         [](const auto& at) {
                           return std::string(at.param.plugin);
                         });

TEST_P(Faults, AreTheVerdictOfTheCaseAtFault) {
  const Fault& fault = GetParam();
  const bool is_slow = fault.verdict == Verdict::kOutOfMemory;
  const Ran ran = assay(check(fault.plugin, kCases, is_slow ? "30" : "0.2"));
  EXPECT_EQ(fault.verdict == Verdict::kPass ? 0 : 1, ran.code)
      << ran.out << ran.err;
  EXPECT_EQ("", ran.err);
  EXPECT_FALSE(contains(ran.out, "{\"noise\"")) << ran.out;
  int hit = 0;
  std::set<std::string> ops;
  for (const Record& record : records()) {
    ops.insert(record.op);
    if (record.op != fault.op) {
      EXPECT_EQ(Verdict::kPass, record.verdict) << record.id;
      continue;
    }
    ++hit;
    EXPECT_EQ(fault.verdict, record.verdict) << record.id;
    if (fault.verdict == Verdict::kPass) continue;
    ASSERT_TRUE(record.failure.has_value()) << record.id;
    EXPECT_TRUE(contains(record.failure->message, fault.message))
        << record.failure->message;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / record.case_file));
  }
  EXPECT_LT(0, hit);
  EXPECT_EQ((std::set<std::string>{"abs", "flip", "neg"}), ops);
}

// Holds a subject that does not start. The command prints one sentence and
// writes nothing.
struct NoSubject {
  const char* plugin;
  const char* message;
  friend void PrintTo(const NoSubject& subject, std::ostream* out) {
    *out << subject.plugin;
  }
};
const NoSubject kNoSubjects[] = {
    {"other_version", "is a backend of ABI version 2; expected version 1"},
    {"rounds_at_create", "starting the subject changed the rounding mode"},
    {"dies_at_create", "the process died of signal 11 (Segmentation fault)"},
#if defined(__x86_64__) && !defined(ASSAY_SANITIZED)
    {"writes_null_at_create",
     "(Segmentation fault): it wrote to null + 8; at write_null+0x"},
#endif
    {"text", "cannot be loaded: file too short"},
    {"missing", "there is no file"},
};

class Starts : public Hostile, public testing::WithParamInterface<NoSubject> {};
INSTANTIATE_TEST_SUITE_P(Plugins, Starts, testing::ValuesIn(kNoSubjects),
                         [](const auto& at) {
                           return std::string(at.param.plugin);
                         });

TEST_P(Starts, AreRefusedInOneSentence) {
  std::ofstream(folder_ / "text.so") << "no plugin\n";
  auto words = check(GetParam().plugin, kCases);
  if (GetParam().plugin == std::string("text")) words[1] = "./text.so";
  expect_complaint(assay(words), 4, GetParam().message);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

// The runtime of ASan has to come first in a process; where Assay is built with
// it, the plugin runs, and else it is refused with what the runtime said.
TEST_F(Hostile, PluginsWithASanRunOrSayWhyNot) {
  const Ran ran = assay(check("with_asan", kCases));
#ifdef ASSAY_SANITIZED
  EXPECT_EQ(0, ran.code) << ran.err;
#else
  expect_complaint(ran, 4, "ASan runtime does not come first");
#endif
}

TEST_F(Hostile, EndsAreNamedAsWell) {
  const Ran ran = assay(check("dies_at_destroy", kCases));
  EXPECT_EQ(1, ran.code);
  EXPECT_TRUE(contains(ran.err,
                       "when the subject ended, the process died of signal 11"))
      << ran.err;
  for (const Record& record : records())
    EXPECT_EQ(Verdict::kPass, record.verdict) << record.id;
}

// Processes that a subject leaves running end with the worker, unless they
// leave the worker's process group.
TEST_F(Hostile, ChildrenDoNotOutliveTheRun) {
  assay(check("leave_child", "abs:value:dtype=float32"));
  ASSERT_FALSE(records().empty());
  const auto are_left = [this] {
    std::error_code gone;  // the process, while it is looked at
    for (const auto& entry : std::filesystem::directory_iterator("/proc"))
      if (std::filesystem::read_symlink(entry.path() / "cwd", gone) ==
              folder_ &&
          contains(text_of(entry.path() / "maps"), "leave_child.so"))
        return true;
    return false;
  };
  // A process that was killed may take a while to end on a busy machine.
  for (int look = 0; look < 500 && are_left(); ++look) usleep(10'000);
  EXPECT_FALSE(are_left());
}

// The records of all other cases are those of a plugin without a fault.
TEST_F(Hostile, RecordsOfOtherCasesStayAsTheyAre) {
  std::map<std::string, std::string> right;
  assay(check("right", kCases));
  for (const Record& record : records())
    right[record.id] = to_json(record).dump();
  for (const char* name : {"write_files", "scribble_shared", "fork_on"}) {
    SCOPED_TRACE(name);
    assay(check(name, kCases));
    std::size_t count = 0;
    for (const Record& record : records()) {
      ++count;
      if (record.op != "abs") {
        EXPECT_EQ(right[record.id], to_json(record).dump());
      }
    }
    EXPECT_EQ(right.size(), count);
  }
}

// The record of a failing case has what the case printed.
TEST_F(Hostile, LastWordsAreKept) {
  assay(check("throw_through", "abs:value:dtype=float32"));
  for (const Record& record : records())
    EXPECT_TRUE(contains(record.output, "out of toys")) << record.output;
}

// A case file that a run wrote gives the verdict of the run.
TEST_F(Hostile, ReplaysSayTheSame) {
  for (const auto& [name, op, verdict] :
       {std::tuple{"segfault", "abs", "crashed: "},
        std::tuple{"spin", "abs", "timed_out: "},
        std::tuple{"round_upward", "abs", "changed_environment: "},
        std::tuple{"spoil_shape", "flip", "wrong_metadata: "}}) {
    SCOPED_TRACE(name);
    assay(check(name, kCases));
    for (const Record& record : records()) {
      if (record.op != op) continue;
      const Ran ran = assay({"replay", "out/" + record.case_file, plugin(name),
                             "--timeout", "0.2"});
      EXPECT_EQ(1, ran.code);
      EXPECT_EQ("", ran.err);
      EXPECT_TRUE(contains(ran.out, verdict)) << ran.out;
    }
  }
}

// Every case of abs kills its worker; the price of one is what a run without
// deaths takes less, by the number of them.
TEST_F(Hostile, DeathsAreCheap) {
  using Clock = std::chrono::steady_clock;
  const auto milliseconds = [&](const std::string& name) {
    const auto start = Clock::now();
    assay(check(name, "abs:*:dtype=float32"));
    return std::chrono::duration<double, std::milli>(Clock::now() - start)
        .count();
  };
  const double alive = milliseconds("right");
  const double dying = milliseconds("call_exit_now");
  int deaths = 0;
  for (const Record& record : records())
    deaths += record.verdict == Verdict::kCrashed ? 1 : 0;
  ASSERT_LT(10, deaths);
  const double price = 2 * (dying - alive) / deaths;  // two workers
  std::printf("%.1f ms per death\n", price);
#ifndef ASSAY_SANITIZED
  EXPECT_GT(50, price);
#endif
}

}  // namespace
}  // namespace assay
