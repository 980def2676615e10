// Reads the machine's state from /proc and /sys, and the build id from the
// program's own ELF notes.
// Tested by tests/bench/run_bench_test.cc.
#include "bench/machine.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "bench/roofline_kernels.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace assay::bench {
namespace {

using Json = nlohmann::ordered_json;

// Returns the first line of a small file of the system, or "unknown".
std::string line_of(const char* path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? line : "unknown";
}

// Returns what follows the colon in the first line of /proc/cpuinfo that begins
// with a name, or "unknown".
std::string cpu_entry(const std::string& name) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(name) && colon != std::string::npos)
      return line.substr(colon + 2);
  }
  return "unknown";
}

// Returns the flags that decide which vector instructions kernels may use.
Json vector_flags() {
  Json flags = Json::array();
  std::istringstream words(cpu_entry("flags"));
  for (std::string word; words >> word;)
    if (word.starts_with("avx") || word.starts_with("amx") ||
        word.starts_with("sse4") || word == "fma" || word == "f16c" ||
        word == "ssse3")
      flags.push_back(word);
  return flags;
}

Json caches() {
  Json json;
  for (const auto& [name, level] :
       {std::pair("l1d", 1), std::pair("l2", 2), std::pair("l3", 3)}) {
    const std::int64_t bytes = cache_bytes(level);
    json[name] = bytes > 0 ? Json(bytes) : Json("unknown");
  }
  return json;
}

// Returns the ticks that the hypervisor has given to others since the start.
std::string steal() {
  std::istringstream words(line_of("/proc/stat"));
  std::string word;
  for (int i = 0; i < 9 && words >> word; ++i) {
  }
  return word.empty() ? "unknown" : word;
}

unsigned control_word() {
#if defined(__x86_64__)
  return _mm_getcsr();
#else
  return 0;
#endif
}

// Returns the build id that the linker left in the program, as hexadecimal
// digits.
std::string build_id() {
  std::string id;
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* result) {
        for (int i = 0; i < program->dlpi_phnum; ++i) {
          const auto& segment = program->dlpi_phdr[i];
          if (segment.p_type != PT_NOTE) continue;
          const char* at = reinterpret_cast<const char*>(program->dlpi_addr +
                                                         segment.p_vaddr);
          const char* end = at + segment.p_memsz;
          while (end - at >= static_cast<long>(sizeof(ElfW(Nhdr)))) {
            ElfW(Nhdr) note;
            std::memcpy(&note, at, sizeof note);
            at += sizeof note;
            const char* name = at;
            at += (note.n_namesz + 3) / 4 * 4;
            if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
                std::memcmp(name, "GNU", 4) == 0)
              for (unsigned k = 0; k < note.n_descsz; ++k)
                *static_cast<std::string*>(result) +=
                    fmt::format("{:02x}", static_cast<unsigned char>(at[k]));
            at += (note.n_descsz + 3) / 4 * 4;
          }
        }
        return 1;  // the program itself comes first
      },
      &id);
  return id.empty() ? "unknown" : id;
}

}  // namespace

Json machine_now() {
  utsname system{};
  uname(&system);
  return {
      {"cpu", cpu_entry("model name")},
      {"family", cpu_entry("cpu family")},
      {"model", cpu_entry("model")},
      {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
      {"flags", vector_flags()},
      {"caches", caches()},
      {"page_bytes", sysconf(_SC_PAGESIZE)},
      {"huge_pages", line_of("/sys/kernel/mm/transparent_hugepage/enabled")},
      {"governor",
       line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
      {"load", line_of("/proc/loadavg")},
      {"steal_ticks", steal()},
      {"mxcsr", fmt::format("0x{:04x}", control_word())},
      {"kernel", fmt::format("{} {}", system.sysname, system.release)},
      {"roofline_target", roofline_target()}};
}

std::int64_t cache_bytes(int level) {
  // sysconf() adds up the L3 caches of all sockets in some machines.
  const std::string caches = "/sys/devices/system/cpu/cpu0/cache/index";
  for (int i = 0; i < 8; ++i) {
    const std::string cache = caches + std::to_string(i) + "/";
    if (line_of((cache + "level").c_str()) != std::to_string(level) ||
        line_of((cache + "type").c_str()) == "Instruction")
      continue;
    std::istringstream size(line_of((cache + "size").c_str()));
    std::int64_t count = 0;
    char unit = 0;
    if (size >> count >> unit && count > 0)
      return count << (unit == 'M' ? 20 : 10);
  }
  constexpr int kKeys[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                           _SC_LEVEL3_CACHE_SIZE};
  return std::max<std::int64_t>(sysconf(kKeys[level - 1]), 0);
}

Json build_of_this_program() {
  return {{"compiler",
#if defined(__clang__)
           "clang " __clang_version__
#else
           "g++ " __VERSION__
#endif
          },
          {"optimized",
#if defined(__OPTIMIZE__)
           true
#else
           false
#endif
          },
          {"assertions",
#if defined(NDEBUG)
           false
#else
           true
#endif
          },
          {"build_id", build_id()}};
}

bool flushes_subnormals() {
  // FTZ is bit 15, and DAZ is bit 6.
  return (control_word() & 0x8040u) != 0;
}

}  // namespace assay::bench
