// Gives access to files that are compiled into the command, so that `assay new`
// needs no installed data. cmake/embed_files.cmake makes them from the projects
// in spec/sdk/.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace assay {

struct EmbeddedFile {
  std::string_view path;  // below spec/sdk/
  const unsigned char* bytes;
  std::size_t size;

  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes), size};
  }
};

// Returns all embedded files. They live as long as the program.
std::span<const EmbeddedFile> embedded_files();

}  // namespace assay
