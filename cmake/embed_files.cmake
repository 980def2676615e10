# Writes a C++ file that contains other files as byte arrays, so that the
# command can write them without installed data. Each becomes a row {"a", bytes,
# size} of kEmbeddedFiles. Usage:
#   cmake -DOUTPUT=F -DROOT=D -DFILES=a;b -P embed_files.cmake
cmake_minimum_required(VERSION 3.25)
set(arrays "")
set(rows "")
set(number 0)
foreach(name IN LISTS FILES)
  file(READ "${ROOT}/${name}" hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(APPEND arrays
         "constexpr unsigned char kFile${number}[] = {${bytes}};\n")
  string(APPEND rows
         "    {\"${name}\", kFile${number}, sizeof kFile${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}"
"// Files of spec/sdk/ as they stand in the tree; made by the build.
#include \"cli/embedded_file.h\"

namespace assay {
namespace {

${arrays}
constexpr EmbeddedFile kRows[] = {
${rows}};

}  // namespace

std::span<const EmbeddedFile> embedded_files() { return kRows; }

}  // namespace assay
")
