// Finds in everything that an adapter prints to stderr the first block that
// says what went wrong, and keeps the end. Tested by
// tests/harness/subject/printed_text_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Keeps the telling parts of a stream of text.
class PrintedText {
 public:
  // Appends the next piece, which may end within a line.
  void append(std::string_view text);

  // Forgets everything, because what follows is about another case.
  void clear() { *this = PrintedText(); }

  // Returns the first traceback, up to the line of its exception. If there is
  // none, returns the first line that names an error, or "". Lines end in "\n".
  std::string first_error() const;

  // Returns the last line that is not blank, or "".
  std::string last_line() const;

  // Returns the last `most` bytes.
  std::string tail(std::size_t most) const;

 private:
  void take_line(std::string_view line);

  std::string line_;       // the current line, as far as it was written
  std::string traceback_;  // the first
  std::string error_;      // the first line that names an error
  std::string tail_;
  bool is_in_traceback_ = false;
  bool has_traceback_ = false;  // the first traceback is complete
};

// Returns a block of lines as one line: each without its indentation, separated
// by " | ". If it exceeds `limit` characters its middle is left out.
std::string joined_lines(std::string_view block, std::size_t limit);

}  // namespace assay
