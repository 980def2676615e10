// Commands that cannot become a subject, each with the reason.
#include <gtest/gtest.h>

#include <string>

#include "harness/subject/process_subject.h"

namespace assay {
namespace {

TEST(ProcessSubject, SaysWhyACommandCannotStart) {
  const auto message = [](const std::string& command) {
    return ProcessSubject::start(command, 1).status().message;
  };
  EXPECT_EQ("/no/such/program cannot be started: No such file or directory",
            message("/no/such/program --flag"));
  EXPECT_EQ("/tmp cannot be started: Permission denied", message("/tmp"));
  EXPECT_NE(std::string::npos, message("python3 'a").find("never closed"));
  EXPECT_NE(std::string::npos, message("/bin/cat").find("\"name\" is missing"));
}

}  // namespace
}  // namespace assay
