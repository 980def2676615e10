// Scans stderr line by line with bounded memory, because an adapter may print
// without end.
// Tested by tests/harness/subject/printed_text_test.cc.
#include "harness/subject/printed_text.h"

#include <algorithm>

#include "harness/subject/wire.h"

namespace assay {
namespace {

constexpr std::size_t kKeptBytes = 4096;
constexpr std::size_t kLongestLine = 1000;
constexpr std::size_t kLongestBlock = 3000;
constexpr std::string_view kTraceback = "Traceback (most recent call last)";

bool has_part(std::string_view line, std::string_view part) {
  return line.find(part) != std::string_view::npos;
}

// Returns whether the line looks like one that runtimes print when they give
// up: "ValueError: …", "error: …", "thread 'main' panicked at …", "terminate
// called after …".
bool names_error(std::string_view line) {
  for (const std::string_view sign :
       {"Error", "error:", "ERROR", "FATAL", "Fatal", "terminate called",
        "panicked at"})
    if (has_part(line, sign)) return true;
  return false;
}

bool is_empty_line(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

void PrintedText::append(std::string_view text) {
  tail_ += text;
  if (tail_.size() > kKeptBytes) tail_.erase(0, tail_.size() - kKeptBytes);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view part = text.substr(0, end);
    line_ +=
        part.substr(0, kLongestLine - std::min(kLongestLine, line_.size()));
    if (end == std::string_view::npos) return;
    take_line(line_);
    line_.clear();
    text.remove_prefix(end + 1);
  }
}

void PrintedText::take_line(std::string_view line) {
  if (has_traceback_) return;
  if (is_in_traceback_) {
    // The exception is in the first line without indentation.
    const bool is_last = !is_empty_line(line) && line[0] != ' ';
    if (is_last || traceback_.size() < kLongestBlock)
      traceback_.append(line).append("\n");
    has_traceback_ = is_last;
    return;
  }
  if (has_part(line, kTraceback)) {
    is_in_traceback_ = true;
    traceback_ = std::string(line) + "\n";
  } else if (error_.empty() && names_error(line)) {
    error_ = std::string(line) + "\n";
  }
}

std::string PrintedText::first_error() const {
  // The last line counts even if it has no line end yet.
  PrintedText whole = *this;
  if (!line_.empty()) whole.take_line(line_);
  return whole.traceback_.empty() ? whole.error_ : whole.traceback_;
}

std::string PrintedText::last_line() const {
  std::string_view text = tail_;
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) return "";
  text = text.substr(0, last + 1);
  return std::string(text.substr(text.find_last_of("\r\n") + 1));
}

std::string PrintedText::tail(std::size_t most) const {
  return tail_.size() <= most ? tail_ : tail_.substr(tail_.size() - most);
}

std::string joined_lines(std::string_view block, std::size_t limit) {
  constexpr std::string_view kCut = " ... ";
  std::string joined;
  while (!block.empty()) {
    const std::size_t end = block.find('\n');
    const std::string_view line = block.substr(0, end);
    block.remove_prefix(end == std::string_view::npos ? block.size() : end + 1);
    if (is_empty_line(line)) continue;
    const std::size_t first = line.find_first_not_of(" \t");
    if (!joined.empty()) joined += " | ";
    joined +=
        one_line(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first),
                 line.size());
  }
  if (joined.size() <= limit) return joined;
  // Keeps more of the end, because it says what went wrong.
  const std::size_t head = limit / 4;
  return joined.substr(0, head) + std::string(kCut) +
         joined.substr(joined.size() - (limit - head - kCut.size()));
}

}  // namespace assay
