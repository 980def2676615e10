// Tests `assay launch`: the job script, shards that die, launches that stop or
// go on, and what each engine is told. scripts/test_slurm.sh runs the engines
// for real.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class LaunchCommand : public CommandRun {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    std::filesystem::permissions(folder_ / name,
                                 std::filesystem::perms::owner_all);
  }
  std::string file(const std::string& name) const {
    return text_of(folder_ / name);
  }
  std::vector<std::string> words(
      const std::string& engine, std::vector<std::string> options,
      const std::vector<std::string>& command) const {
    std::vector<std::string> all = {"launch", "--engine", engine, "--shards",
                                    "3",      "--out",    "run"};
    all.insert(all.end(), options.begin(), options.end());
    all.emplace_back("--");
    all.insert(all.end(), command.begin(), command.end());
    return all;
  }
  Ran launch(const std::string& subject, std::vector<std::string> options = {},
             const std::string& filter = "neg,abs") const {
    return assay(words("local", std::move(options),
                       {"check", subject, "--filter", filter}));
  }
  // The records of a folder without the time of the run.
  std::string records(const std::string& folder) const {
    std::string text = file(folder + "/records.jsonl");
    const std::size_t stamp = text.find("\"started_at\":\"");
    if (stamp != std::string::npos)
      text.erase(stamp, text.find(',', stamp) - stamp);
    return text;
  }
  // Returns a subject that is like confused.py, but kills the run that asks it
  // for the first `times` times.
  std::string deadly(int times) const {
    write("deadly.sh",
          fmt::format("#!/bin/sh\n"
                      "for i in $(seq {}); do\n"
                      "  mkdir {}/killed-$i 2> /dev/null || continue\n"
                      "  at=$PPID\n"
                      "  while [ \"$(cat /proc/$at/comm)\" = assay ]; do\n"
                      "    run=$at; at=$(cut -d ' ' -f 4 /proc/$at/stat)\n"
                      "  done\n"
                      "  kill -9 $run; exit 1\n"
                      "done\n"
                      "exec {}\n",
                      times, folder_.string(), confused().substr(5)));
    return "exec:" + (folder_ / "deadly.sh").string();
  }
};

TEST_F(LaunchCommand, PrintsTheScriptOfADryRun) {
  const Ran ran = assay(
      words("slurm", {"--dry-run"}, {"check", "exec:a 'b c'", "--jobs", "4"}));
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("#!/bin/sh\n")) << ran.out;
  for (const char* line : {"\n#SBATCH --array=1-3\n", "\n#SBATCH --requeue\n",
                           "\n#SBATCH --cpus-per-task=4\n",
                           " check 'exec:a '\\''b c'\\''' --jobs 4 \\\n",
                           " --shard \"$shard/3\" --out "
                           "\"$launch/part-$shard\" --resume\n"})
    EXPECT_TRUE(contains(ran.out, line)) << line << ran.out;
  EXPECT_EQ(std::vector<std::string>(), made());
  const Ran sweep = assay(
      words("local", {"--dry-run"}, {"sweep", "reference", "--op", "exp"}));
  EXPECT_TRUE(contains(sweep.out, "/part-$shard.jsonl\" --resume\n"));
  EXPECT_TRUE(contains(sweep.out, " --op exp --jobs 1 \\\n")) << sweep.out;
}

TEST_F(LaunchCommand, MergesAllShards) {
  EXPECT_EQ(
      1, assay({"check", confused(), "--filter", "neg,abs", "--out", "serial"})
             .code);
  const Ran ran = launch(confused());
  EXPECT_EQ(1, ran.code);
  EXPECT_EQ("", ran.err);
  EXPECT_TRUE(contains(ran.out, "\ndigest: ")) << ran.out;
  EXPECT_EQ(records("serial"), records("run/whole"));
  const Ran status = assay({"launch", "--status", "run"});
  EXPECT_EQ(0, status.code);
  EXPECT_TRUE(contains(status.out, "3 of 3 shards are done\n")) << status.out;
  // The same command only merges again.
  std::filesystem::remove_all(folder_ / "run/whole");
  EXPECT_EQ(ran.out, launch(confused()).out);
  EXPECT_EQ(records("serial"), records("run/whole"));
  expect_complaint(launch(confused(), {}, "neg"), 2,
                   "run belongs to another launch: its command is ");
  expect_complaint(launch(confused(), {"--shards", "4"}), 2, "");
}

TEST_F(LaunchCommand, MergesTheShardsOfASweep) {
  const std::string libm =
      std::filesystem::path(ASSAY_COMMAND).parent_path() / "libassay_libm.so";
  std::vector<std::string> sweep = {"sweep", libm,       "--op",
                                    "exp",   "--blocks", "1016-1018"};
  const Ran ran = assay(words("local", {}, sweep));
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\n  digest: ")) << ran.out;
  const Ran status = assay({"launch", "--status", "run"});
  EXPECT_TRUE(contains(status.out, "3         3  3 of 3 shards are done\n"))
      << status.out;
  sweep.insert(sweep.end(), {"--out", "serial"});
  EXPECT_EQ(0, assay(sweep).code);
  EXPECT_EQ(file("serial"), file("run/whole.jsonl"));
}

TEST_F(LaunchCommand, RunsAShardThatDiedAgain) {
  const Ran ran = launch(deadly(2), {"--retries", "2", "--at-once", "1"});
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_EQ(
      "assay: shard 1/3 ended with exit code 137: Killed\n"
      "assay: shard 2/3 ended with exit code 137: Killed\n"
      "assay: 2 of 3 shards died and are run again\n",
      ran.err);
  EXPECT_TRUE(contains(ran.out, "\ndigest: ")) << ran.out;
}

TEST_F(LaunchCommand, GivesUpAfterItsRetriesAndGoesOnLater) {
  const Ran ran = launch(deadly(4), {"--retries", "0"});
  EXPECT_EQ(3, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.err, "3 of 3 shards died and are not run again"))
      << ran.err;
  const Ran status = assay({"launch", "--status", "run"});
  EXPECT_EQ(3, status.code);
  EXPECT_TRUE(contains(status.out, "ended with exit code 137: Killed"))
      << status.out;
  EXPECT_TRUE(contains(status.out, "0 of 3 shards are done\n"));
  const Ran again = launch(deadly(4), {"--retries", "1"});
  EXPECT_EQ(1, again.code) << again.err;
  EXPECT_TRUE(contains(again.err, "1 of 3 shards died and are run again"))
      << again.err;
  // A subject that never starts.
  const Ran none = assay({"launch", "--engine", "local", "--shards", "2",
                          "--out", "none", "--", "check", "exec:none"});
  EXPECT_EQ(4, none.code);
  EXPECT_TRUE(contains(none.err, "exit code 4: none cannot be started"));
  const std::string log = file("none/logs/1.log");
  EXPECT_EQ(3, std::count(log.begin(), log.end(), '\n')) << log;
}

TEST_F(LaunchCommand, StopsWhereARepetitionWouldNotHelp) {
  const Ran level = assay(words("local", {"--at-once", "1"},
                                {"check", "reference", "--level", "full"}));
  expect_complaint(level, 2,
                   "shard 1/3 ended with exit code 2: there is no level");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run/logs/3.log"));
  std::filesystem::remove_all(folder_ / "run");
  expect_complaint(launch("reference", {"--at-once", "1"}, "add:nothing"), 5,
                   "exit code 5: the filter \"add:nothing\" selects no case");
}

// The shards keep their records when the launch is interrupted.
TEST_F(LaunchCommand, GoesOnAfterAnInterruption) {
  std::vector<std::string> command = words(
      "local", {"--at-once", "1"},
      {"check", "reference", "--filter", "linalg", "--level", "standard"});
  command.insert(command.begin(), ASSAY_COMMAND);
  const pid_t pid = start(command);
  for (int i = 0; i < 3000; ++i) {
    if (file("run/part-1/records.jsonl.partial").size() > 10000) break;
    usleep(10000);
  }
  const Ran status =
      finish(start({ASSAY_COMMAND, "launch", "--status", "run"}));
  EXPECT_EQ(3, status.code);
  EXPECT_TRUE(contains(status.out, "running on ")) << status.out;
  EXPECT_TRUE(contains(status.out, "not started")) << status.out;
  kill(pid, SIGTERM);
  const Ran cut = finish(pid);
  EXPECT_EQ(130, cut.code);
  EXPECT_TRUE(contains(file("run/logs/1.log"), "--resume continues the run"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run/logs/2.log"));
}

// Fake programs of Slurm show what the launch asks for. The second task is lost
// once, as on a node that fails.
TEST_F(LaunchCommand, ResubmitsWhatSlurmLost) {
  write("bin/sbatch",
        "#!/bin/bash\n"
        "echo \"$@\" >> calls\n"
        "for word; do [[ $word == --array=* ]] && array=${word#*=}; done\n"
        "[[ $array == 1-3 ]] && array='1 3'\n"
        "for task in $array; do\n"
        "  SLURM_ARRAY_TASK_ID=$task sh \"${@: -1}\" & wait\n"
        "done\n"
        "echo '77;cluster'\n");
  write("bin/squeue",
        "#!/bin/sh\necho 'Invalid job id specified' >&2\nexit 1\n");
  write("bin/scancel", "#!/bin/sh\n");
  const std::string run =
      "PATH=$PWD/bin:$PATH \"$ASSAY\" launch --engine slurm --shards 3 --out "
      "run --engine-options '--partition \"a b\"' ";
  const Ran ran = shell(run + "-- check reference --filter neg:value");
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ(
      "assay: shard 2/3 was lost\n"
      "assay: 1 of 3 shards died and are run again\n",
      ran.err);
  const std::string job = (folder_ / "run/job.sh").string();
  EXPECT_EQ("--parsable --array=1-3 --partition a b " + job +
                "\n--parsable --array=2 --partition a b " + job + "\n",
            file("calls"));
}

TEST_F(LaunchCommand, TakesOverAJobThatWasSubmitted) {
  write("bin/sbatch",
        "#!/bin/sh\necho \"$@\" >> calls\nfor at; do :; done\n"
        "echo \"$at\" > script\necho 78\n");
  // The job runs when it is asked for the second time.
  write("bin/squeue",
        "#!/bin/sh\n"
        "mkdir asked 2> /dev/null && { echo None; exit; }\n"
        "for task in 1 2 3; do sh \"$(cat script)\" $task; done\n");
  write("bin/scancel", "#!/bin/sh\n");
  const std::string run =
      "PATH=$PWD/bin:$PATH \"$ASSAY\" launch --engine slurm --shards 3 --out "
      "run ";
  const std::string command = "-- check reference --filter neg:value";
  const Ran submitted = shell(run + "--no-wait " + command);
  EXPECT_EQ(0, submitted.code) << submitted.err;
  EXPECT_TRUE(contains(submitted.out, "launch --status ")) << submitted.out;
  const Ran ran = shell(run + command);
  EXPECT_EQ(0, ran.code) << ran.err;
  const std::string calls = file("calls");
  EXPECT_EQ(1, std::count(calls.begin(), calls.end(), '\n')) << calls;
  // A refused submission is an error in Slurm's words.
  write("bin/sbatch", "#!/bin/sh\necho 'sbatch: error: no partition'\nexit 1");
  std::filesystem::remove_all(folder_ / "run");
  expect_complaint(shell(run + command), 2,
                   "sbatch refused the job: sbatch: error: no partition");
}

TEST_F(LaunchCommand, HandsTheShardsToParallel) {
  write("bin/parallel",
        "#!/bin/bash\n"
        "echo \"${@:6}\" > calls\n"
        "for shard in $(cat \"$3\"); do sh \"${@: -2:1}\" $shard; done\n");
  const std::string run =
      "PATH=$PWD/bin:$PATH \"$ASSAY\" launch --engine parallel --shards 3 "
      "--out run ";
  const Ran ran = shell(run +
                        "--at-once 2 --engine-options '--sshloginfile hosts' "
                        "-- check reference --filter neg:value");
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ("--jobs 2 --sshloginfile hosts sh " +
                (folder_ / "run/job.sh").string() + " {}\n",
            file("calls"));
  expect_complaint(shell("PATH=$PWD \"$ASSAY\" launch --engine parallel "
                         "--shards 3 -- check reference"),
                   2, "needs the program parallel, which is not installed");
}

}  // namespace
}  // namespace assay
