// Tests the table of docs/bad_input.md: each command line must print the
// message and exit with the code that the page gives.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

// The rows of the tables of a page below a heading: the cells of each, without
// blanks and the marks of code.
std::vector<std::vector<std::string>> rows_below(const std::string& page,
                                                 const std::string& heading) {
  std::vector<std::vector<std::string>> rows;
  const std::size_t from = page.find("\n## " + heading + "\n");
  if (from == std::string::npos) return rows;
  std::istringstream lines(
      page.substr(from + 1, page.find("\n## ", from + 1) - from));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream text(line.substr(1));
    for (std::string cell; std::getline(text, cell, '|');) {
      const std::size_t first = cell.find_first_not_of(" `");
      if (first == std::string::npos) {
        cells.emplace_back();
        continue;
      }
      // Text with backticks is between two of them and a blank at each side.
      const bool is_doubled = cell.find("`` ") != std::string::npos;
      const std::size_t begin =
          is_doubled ? cell.find("`` ") + 3 : cell.find_first_not_of(" `");
      const std::size_t end =
          is_doubled ? cell.rfind(" ``") : cell.find_last_not_of(" `") + 1;
      cells.push_back(cell.substr(begin, end - begin));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

class BadInput : public CommandRun {
 protected:
  BadInput() : page_(text_of(ASSAY_SOURCE_DIR "/docs/bad_input.md")) {}

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  // Writes the files that the page's commands read.
  void write_files() const {
    const std::size_t open = page_.find("```json\n") + 8;
    const std::string text = page_.substr(open, page_.find("```", open) - open);
    const auto base = nlohmann::ordered_json::parse(text);
    write("case.json", text);
    for (const auto& row : rows_below(page_, "Files")) {
      ASSERT_LE(2u, row.size());
      write(row[0], row[1]);
    }
    for (const auto& row : rows_below(page_, "Case files")) {
      ASSERT_LE(3u, row.size());
      auto changed = base;
      changed[nlohmann::ordered_json::json_pointer(row[1])] =
          nlohmann::ordered_json::parse(row[2]);
      write(row[0], changed.dump());
    }
  }

  const std::string page_;
};

TEST_F(BadInput, IsAnsweredAsThePageSays) {
  ASSERT_NO_FATAL_FAILURE(write_files());
  ASSERT_EQ(0, assay({"export", "case.json", "--python"}).code);
  const auto before = made();
  const auto rows = rows_below(page_, "Commands");
  EXPECT_LE(40u, rows.size());
  for (const auto& row : rows) {
    ASSERT_LE(3u, row.size());
    SCOPED_TRACE(row[0]);
    const Ran ran = shell("assay() { \"$ASSAY\" \"$@\"; }; " + row[0]);
    EXPECT_EQ(row[1], std::to_string(ran.code));
    EXPECT_EQ("assay: " + row[2] + "\n", ran.err);
    EXPECT_EQ("", ran.out);
  }
  // None of the commands may leave a file.
  EXPECT_EQ(before, made());
}

}  // namespace
}  // namespace assay
