// What an adapter printed: of all that is written to its stderr the first block
// that says what went wrong, and the end. Tested by
// tests/harness/subject/printed_text_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace assay {

class PrintedText {
 public:
  // Takes the next piece, which may end within a line.
  void append(std::string_view text);

  // Forgets everything, since what follows is about another case.
  void clear() { *this = PrintedText(); }

  // Returns the first traceback, up to the line of its exception; where there
  // is none, the first line that names an error; "" without either. Lines end
  // in "\n".
  std::string first_error() const;

  // Returns the last line that is not blank, or "".
  std::string last_line() const;

  // Returns the last `most` bytes.
  std::string tail(std::size_t most) const;

 private:
  void take_line(std::string_view line);

  std::string line_;       // the last one, as far as it was written
  std::string traceback_;  // the first
  std::string error_;      // the first line that names one
  std::string tail_;
  bool is_in_traceback_ = false;
  bool has_traceback_ = false;  // and it is complete
};

// Returns a block of lines as one line: each without its indentation, with
// " | " between them. Of more than `limit` characters the middle is left out.
std::string joined_lines(std::string_view block, std::size_t limit);

}  // namespace assay
