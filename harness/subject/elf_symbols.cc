// Reads the segments and symbols of ELF files. Every count and offset is
// checked, because the file may be damaged.
// Tested by tests/harness/run/crash_frames_test.cc.
#include "harness/subject/elf_symbols.h"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace assay {
namespace {

constexpr std::size_t kLongestName = 1000;
constexpr std::size_t kLongestShown = 100;
constexpr std::size_t kMostSegments = 1000;
constexpr std::size_t kMostSections = 100'000;

class ElfFile {
 public:
  explicit ElfFile(const std::string& path)
      // A named pipe must not block this call.
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status {};
    if (fd_ < 0 || ::fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode) ||
        !read(&header_, sizeof header_, 0) ||
        std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 ||
        header_.e_ident[EI_CLASS] != ELFCLASS64 ||
        header_.e_phentsize != sizeof(Elf64_Phdr) ||
        header_.e_shentsize != sizeof(Elf64_Shdr))
      header_ = {};
    segments_ = list<Elf64_Phdr>(header_.e_phoff, header_.e_phnum);
    sections_ = list<Elf64_Shdr>(header_.e_shoff, header_.e_shnum);
  }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;
  ~ElfFile() {
    if (fd_ >= 0) ::close(fd_);
  }

  // Returns the address at which the file maps the byte at this offset.
  std::uint64_t address_of(std::uint64_t offset) const {
    for (const Elf64_Phdr& segment : segments_)
      if (segment.p_type == PT_LOAD && offset >= segment.p_offset &&
          offset - segment.p_offset < segment.p_filesz)
        return offset - segment.p_offset + segment.p_vaddr;
    return offset;
  }

  // Returns the table of all symbols, or else the table of exported symbols.
  const Elf64_Shdr* symbols() const {
    for (const auto type : {Elf64_Word{SHT_SYMTAB}, Elf64_Word{SHT_DYNSYM}})
      for (const Elf64_Shdr& section : sections_)
        if (section.sh_type == type &&
            section.sh_entsize == sizeof(Elf64_Sym) &&
            section.sh_link < sections_.size())
          return &section;
    return nullptr;
  }

  // Calls `see` with each function of the table that has a size.
  template <typename See>
  void each_function(const Elf64_Shdr& table, See see) const {
    constexpr std::size_t kAtOnce = 4096;
    std::vector<Elf64_Sym> symbols(kAtOnce);
    const std::uint64_t count = table.sh_size / sizeof(Elf64_Sym);
    for (std::uint64_t first = 0; first < count; first += kAtOnce) {
      const auto here = std::min<std::uint64_t>(kAtOnce, count - first);
      if (!read(symbols.data(), here * sizeof(Elf64_Sym),
                table.sh_offset + first * sizeof(Elf64_Sym)))
        return;
      for (std::uint64_t i = 0; i < here; ++i) {
        const auto type = ELF64_ST_TYPE(symbols[i].st_info);
        if ((type == STT_FUNC || type == STT_GNU_IFUNC) &&
            symbols[i].st_size > 0)
          see(symbols[i]);
      }
    }
  }

  std::string name_of(const Elf64_Shdr& table, const Elf64_Sym& symbol) const {
    char name[kLongestName + 1] = {};
    const ssize_t got =
        ::pread(fd_, name, kLongestName,
                static_cast<off_t>(sections_[table.sh_link].sh_offset +
                                   symbol.st_name));
    return got > 0 ? std::string(name) : std::string();
  }

 private:
  bool read(void* to, std::size_t count, std::uint64_t at) const {
    return ::pread(fd_, to, count, static_cast<off_t>(at)) ==
           static_cast<ssize_t>(count);
  }
  template <typename Entry>
  std::vector<Entry> list(std::uint64_t at, std::size_t count) const {
    const std::size_t most =
        std::is_same_v<Entry, Elf64_Phdr> ? kMostSegments : kMostSections;
    if (count == 0 || count > most) return {};
    std::vector<Entry> entries(count);
    if (!read(entries.data(), count * sizeof(Entry), at)) entries.clear();
    return entries;
  }

  int fd_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
};

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  std::string shown = status == 0 && text ? text.get() : name;
  if (shown.size() > kLongestShown)
    shown = shown.substr(0, kLongestShown) + "...";
  return shown;
}

}  // namespace

std::vector<ElfPlace> elf_places(const std::string& path,
                                 std::span<const std::uint64_t> offsets,
                                 const std::vector<bool>& is_return) {
  const ElfFile file(path);
  std::vector<ElfPlace> places;
  for (const std::uint64_t offset : offsets)
    places.push_back({file.address_of(offset), "", 0});
  const Elf64_Shdr* table = file.symbols();
  if (table == nullptr) return places;
  std::vector<Elf64_Sym> found(places.size());
  file.each_function(*table, [&](const Elf64_Sym& symbol) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::uint64_t at = places[i].address - (is_return[i] ? 1 : 0);
      if (at >= symbol.st_value && at - symbol.st_value < symbol.st_size)
        found[i] = symbol;
    }
  });
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (found[i].st_size == 0) continue;
    places[i].function = demangled(file.name_of(*table, found[i]));
    places[i].distance = places[i].address - found[i].st_value;
  }
  return places;
}

}  // namespace assay
