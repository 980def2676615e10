// Tests subjects with short names and `assay list subjects`, with Pythons that
// are shell scripts, so that no package is needed.
// tests/scripts/short_subject_test.py judges with a real one.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class ShortSubject : public CommandRun {
 protected:
  // Writes a program that stands in for Python, and makes ASSAY_PYTHON name it.
  void use_python(const std::string& body) const {
    const auto file = folder_ / ".python";
    std::ofstream(file) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("ASSAY_PYTHON", file.c_str(), 1);
  }
  ~ShortSubject() override {
    for (const char* name : {"ASSAY_PYTHON", "ASSAY_ADAPTERS", "VIRTUAL_ENV"})
      unsetenv(name);
  }
};

TEST_F(ShortSubject, ASentenceOfTheAdapterIsTheAnswer) {
  use_python("echo \"no $3: no module such\"");
  for (const char* name : {"py:such", "onnx:such", "pjrt:/such.so"})
    expect_complaint(assay({"check", name}), 2,
                     std::string(name) + ": no module such");
  EXPECT_TRUE(made().empty());
}

TEST_F(ShortSubject, TheCommandOfTheAnswerIsStarted) {
  // It says what it was started with, and ends before hello.
  use_python("printf \"run /bin/sh -c 'echo for \\$0 >&2; exit 7' '$3'\"");
  for (const char* name : {"py:my lib:A.b", "onnx:openvino", "pjrt:/a/b.so"})
    expect_complaint(assay({"caps", name}), 4, std::string("for ") + name);
  use_python("echo hello");
  expect_complaint(assay({"caps", "py:numpy"}), 2, "answered \"hello");
}

TEST_F(ShortSubject, APythonThatDoesNotWorkIsNamed) {
  setenv("ASSAY_PYTHON", "/no/python", 1);
  expect_complaint(assay({"check", "py:numpy"}), 2, "/no/python");
  use_python("echo out of order >&2; exit 9");
  expect_complaint(assay({"check", "py:numpy"}), 2,
                   "exited with code 9: out of order");
  unsetenv("ASSAY_PYTHON");
  setenv("VIRTUAL_ENV", "/no/environment", 1);
  expect_complaint(assay({"check", "py:numpy"}), 2,
                   "/no/environment/bin/python");
}

TEST_F(ShortSubject, AdaptersMayBeElsewhere) {
  setenv("ASSAY_ADAPTERS", folder_.c_str(), 1);
  expect_complaint(assay({"check", "py:numpy"}), 2,
                   "has no python/assay_wire.py");
}

TEST_F(ShortSubject, TheListSaysWhatIsInstalled) {
  use_python(
      "printf 'py:one\\tinstalled: one 1.2\\npy:two\\tmissing: pip install "
      "two\\n'");
  const Ran ran = assay({"list", "subjects"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "reference              installed: version "))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "py:one                 installed: one 1.2\n"))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "missing: pip install two\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "pjrt:PLUGIN")) << ran.out;
  EXPECT_TRUE(contains(ran.out, ".python; ASSAY_PYTHON names")) << ran.out;
}

TEST_F(ShortSubject, TheListWithoutPythonHasTheRest) {
  setenv("ASSAY_PYTHON", "/no/python", 1);
  const Ran ran = assay({"list", "subjects"});
  EXPECT_EQ(4, ran.code);
  EXPECT_TRUE(contains(ran.out, "reference ")) << ran.out;
  EXPECT_TRUE(contains(ran.err, "/no/python")) << ran.err;
}

}  // namespace
}  // namespace assay
