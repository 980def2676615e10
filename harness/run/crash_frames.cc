// Walks the stack and reads /proc/self/maps with system calls alone, because a
// signal handler may neither allocate memory nor take locks.
// Tested by tests/harness/run/crash_frames_test.cc.
#include "harness/run/crash_frames.h"

#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "harness/record/crash.h"
#include "harness/subject/elf_symbols.h"
#include "harness/subject/wire.h"

namespace assay {
namespace {

constexpr std::size_t kMostShown = 12;
// The handler and its callers take up to this many frames.
constexpr std::size_t kOwnFrames = 8;

// Reads a file character by character, with system calls alone.
class MapsFile {
 public:
  MapsFile() : fd_(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
  MapsFile(const MapsFile&) = delete;
  MapsFile& operator=(const MapsFile&) = delete;
  ~MapsFile() {
    if (fd_ >= 0) ::close(fd_);
  }

  // Returns the next character, 0 at the end.
  char next() {
    if (at_ == end_) {
      const ssize_t got = fd_ < 0 ? 0 : ::read(fd_, buffer_, sizeof buffer_);
      at_ = 0;
      end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return at_ < end_ ? buffer_[at_++] : '\0';
  }

 private:
  int fd_;
  std::size_t at_ = 0, end_ = 0;
  char buffer_[2048];
};

// Reads hexadecimal digits and stores in `end` the character after them.
std::uint64_t hex_number(MapsFile& file, char& end) {
  std::uint64_t number = 0;
  for (;;) {
    end = file.next();
    if (end >= '0' && end <= '9')
      number = number << 4 | static_cast<std::uint64_t>(end - '0');
    else if (end >= 'a' && end <= 'f')
      number = number << 4 | static_cast<std::uint64_t>(end - 'a' + 10);
    else
      return number;
  }
}

// Skips blanks and returns the first character after them.
char after_blanks(MapsFile& file, char c) {
  while (c == ' ') c = file.next();
  return c;
}
char after_word(MapsFile& file) {
  char c = file.next();
  while (c != ' ' && c != '\n' && c != '\0') c = file.next();
  return after_blanks(file, c);
}

// Reads a word of this process that may be at a bad address.
std::uint64_t word_at(std::uint64_t address) {
  std::uint64_t word = 0;
  iovec to{&word, sizeof word};
  iovec from{reinterpret_cast<void*>(address), sizeof word};
  // The system call fails on a bad address; a plain access would fault again.
  const ssize_t got = ::process_vm_readv(::getpid(), &to, 1, &from, 1, 0);
  return got == sizeof word ? word : 0;
}

// Returns the return address of a function that has just been called, before it
// changes the stack.
std::uint64_t caller_of(const void* context) {
#if defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.regs[30];
#else
  const std::uint64_t stack = stack_of(context);
  return stack == 0 ? 0 : word_at(stack);
#endif
}

template <std::size_t kSize>
std::string text_in(const std::array<char, kSize>& text) {
  const auto end = std::find(text.begin(), text.end(), '\0');
  return one_line({text.data(), static_cast<std::size_t>(end - text.begin())},
                  kSize);
}

bool is_of_system(std::string_view file) {
  for (const std::string_view start :
       {"libc.so", "libc-", "libstdc++", "libm.so", "libgcc_s", "ld-linux",
        "libpthread", "[vdso]"})
    if (file.starts_with(start)) return true;
  return false;
}

std::string own_program() {
  char path[4096];
  const ssize_t got = ::readlink("/proc/self/exe", path, sizeof path);
  return got > 0 ? std::string(path, static_cast<std::size_t>(got)) : "";
}

// Returns how many frames to show. The frames of this program that called into
// a library say nothing about the library's fault.
std::size_t shown_count(const CrashFrames& frames) {
  const std::size_t count =
      std::min<std::size_t>(frames.count, frames.places.size());
  const std::string own = own_program();
  bool is_in_library = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string path = text_in(frames.places[i].file);
    if (path == own && is_in_library) return std::min(i, kMostShown);
    const std::string name = file_of(frames.places[i]);
    is_in_library =
        is_in_library || (path != own && !name.empty() && !is_of_system(name));
  }
  return std::min(count, kMostShown);
}

}  // namespace

std::uint64_t instruction_of(const void* context) {
#if defined(__x86_64__)
  return static_cast<std::uint64_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.pc;
#else
  static_cast<void>(context);
  return 0;
#endif
}

std::uint64_t stack_of(const void* context) {
#if defined(__x86_64__)
  return static_cast<std::uint64_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t*>(context)->uc_mcontext.sp;
#else
  static_cast<void>(context);
  return 0;
#endif
}

void prepare_frames() {
  // The first call loads a library, which allocates memory.
  void* frame = nullptr;
  ::backtrace(&frame, 1);
}

void locate(MappedPlace& place) {
  MapsFile file;
  // "first-end rights offset device inode   path"
  for (;;) {
    char end = '\0';
    const std::uint64_t first = hex_number(file, end);
    if (end != '-') return;
    const std::uint64_t last = hex_number(file, end);
    const bool is_there = place.address >= first && place.address < last;
    char rights[5] = {};
    for (std::size_t i = 0; i < 4; ++i) rights[i] = file.next();
    file.next();
    const std::uint64_t offset = hex_number(file, end);
    after_word(file);           // the device
    char c = after_word(file);  // the inode; its first digit is already read
    for (std::size_t i = 0; c != '\n' && c != '\0'; c = file.next())
      if (is_there && i + 1 < place.file.size()) place.file[i++] = c;
    if (!is_there) continue;
    std::copy(std::begin(rights), std::end(rights), place.rights.begin());
    place.offset = place.address - first + offset;
    return;
  }
}

void take_frames(const void* context, CrashFrames& frames) {
  void* stack[std::tuple_size_v<decltype(frames.places)> + kOwnFrames];
  // This neither locks nor allocates: prepare_frames() has loaded the unwinder,
  // and it finds the tables of a module without a lock.
  const auto count = static_cast<std::size_t>(
      std::max(0, ::backtrace(stack, static_cast<int>(std::size(stack)))));
  const std::uint64_t at = instruction_of(context);
  std::size_t first = 0;
  while (first < count && reinterpret_cast<std::uintptr_t>(stack[first]) != at)
    ++first;
  std::size_t taken = 0;
  if (first == count) {
    // The unwinder cannot step out of an address that holds no code, such as a
    // null function pointer.
    if (at != 0) frames.places[taken++].address = at;
    if (const std::uint64_t caller = caller_of(context); caller != 0)
      frames.places[taken++].address = caller;
  }
  for (; first < count && taken < frames.places.size(); ++first)
    frames.places[taken++].address =
        reinterpret_cast<std::uintptr_t>(stack[first]);
  frames.count = static_cast<std::uint32_t>(taken);
  for (std::size_t i = 0; i < taken; ++i) locate(frames.places[i]);
}

std::string file_of(const MappedPlace& place) {
  const std::string path = text_in(place.file);
  return path.substr(path.find_last_of('/') + 1);
}

std::vector<std::string> text_of(const CrashFrames& frames) {
  const std::size_t count = shown_count(frames);
  // Reads each file once for all of its frames.
  std::map<std::string, std::vector<std::size_t>> files;
  for (std::size_t i = 0; i < count; ++i)
    files[text_in(frames.places[i].file)].push_back(i);
  std::vector<std::string> texts(count);
  for (const auto& [path, members] : files) {
    std::vector<std::uint64_t> offsets;
    std::vector<bool> is_return;
    for (const std::size_t i : members) {
      offsets.push_back(frames.places[i].offset);
      is_return.push_back(i > 0);
    }
    const auto places = path.starts_with('/')
                            ? elf_places(path, offsets, is_return)
                            : std::vector<ElfPlace>();
    for (std::size_t m = 0; m < members.size(); ++m) {
      const MappedPlace& frame = frames.places[members[m]];
      std::string& text = texts[members[m]];
      if (places.empty()) {
        text = path.empty() ? fmt::format("{:#x}, in no file", frame.address)
                            : fmt::format("{}+{:#x}", path, frame.offset);
        continue;
      }
      text = fmt::format("{}+{:#x}", file_of(frame), places[m].address);
      if (!places[m].function.empty())
        text = fmt::format("{}+{:#x} ({})", places[m].function,
                           places[m].distance, text);
    }
  }
  return texts;
}

std::string telling_frame(const std::vector<std::string>& frames) {
  for (const std::string& frame : frames) {
    const std::size_t file = frame.ends_with(')') ? frame.rfind('(') + 1 : 0;
    if (!is_of_system(std::string_view(frame).substr(file)) &&
        !frame.ends_with("in no file"))
      return frame;
  }
  return frames.empty() ? "" : frames.front();
}

}  // namespace assay
