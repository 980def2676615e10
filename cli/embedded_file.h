// Files of the tree that the command carries inside: the projects that
// `assay new` writes. cmake/embed_files.cmake makes them.
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

std::span<const EmbeddedFile> embedded_files();

}  // namespace assay
