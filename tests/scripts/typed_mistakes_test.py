#!/usr/bin/env python3
"""Compiles classes of authors that are wrong, with each compiler there is: the
message names the function, and shows the type that is expected. One source with
all of them, so that the headers are read once: about ten seconds a compiler."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]
HEAD = """#include "spec/sdk/typed_backend.h"
using assay::Array;
using assay::OpFunctionName;
using assay::Tensor;
"""
BINARY = "(Array<float>, Array<const float>, Array<const float>)"
# The class, its members, and what is said of it; nothing where it is right.
CLASSES = (
    ("Right", f"static constexpr OpFunctionName kFunctions[] = {{'add', 'or_'}};"
     f"void add{BINARY} {{}}"
     "void or_(Array<bool>, Array<const bool>, Array<const bool>) {}"
     "int sum() { return 1; }", ()),
    ("Unlisted", f"void add{BINARY} {{}} void neg(Array<float>, "
     "Array<const float>) {}", ()),
    ("Arguments", "void matmul(Array<float>, Array<float>, Array<const float>) {}",
     ("the member function matmul is not public, or takes other arguments than "
      "the op matmul",
      r"Takes<void ?\(assay::Array<float>, assay::Array<const float>, "
      r"assay::Array<const float>\)")),
    ("Attributes", "void reduce_max(Array<float>, Array<const float>, bool) {}",
     ("the member function reduce_max is not public",
      r"Takes<void ?\(assay::Array<float>, assay::Array<const float>, "
      r"const std::vector<long[^>]*> ?&, bool\)")),
    ("Tensors", "assay::Result<assay::Tensors> qr(const Tensor&) "
     "{ return assay::Tensors(); }",
     ("the member function qr is not public",
      r"Takes<assay::Result<std::vector<.*>> ?\(const assay::Tensor ?&, bool\)"
      r"|Takes<assay::Result<std::vector<assay::Tensor> >"
      r"\(const assay::Tensor&, bool\)")),
    ("Returning", f"int sub{BINARY} {{ return 0; }}",
     ("the member function sub returns Found", r"Returns<void, int")),
    ("Copying", "int copy(const Tensor&) { return 0; }"
     "void mul(Array<float>, Array<const float>, Array<const float>) {}",
     ("the member function copy returns Found",
      r"Returns<assay::Tensor, int")),
    ("Hidden", f"void exp(Array<float>, Array<const float>) {{}} private:"
     "void log(Array<float>, Array<const float>) {}",
     ("the member function log is not public",)),
    ("Misspelt", f"static constexpr OpFunctionName kFunctions[] = {{'matmull'}};"
     f"void add{BINARY} {{}} void matmull{BINARY} {{}}",
     (r"this is the function of no op", r"OpFunctionName\(.*matmull")),
    ("Forgotten", f"static constexpr OpFunctionName kFunctions[] = {{'add'}};"
     f"void add{BINARY} {{}} void div{BINARY} {{}}",
     ("the member function div is missing in kFunctions",)),
    ("Absent", f"static constexpr OpFunctionName kFunctions[] = {{'add', 'pow'}};"
     f"void add{BINARY} {{}}",
     ("kFunctions of the class lists pow, and the class has no such member",)),
    ("Concealed", f"void add{BINARY} {{}} private: "
     "static constexpr OpFunctionName kFunctions[] = {'add'};",
     ("kFunctions stands in the public part of the class",)),
)


def source_of(classes):
    text = HEAD
    for name, members, _ in classes:
        members = members.replace("'", '"')
        text += f"""class {name} : public assay::TypedBackend<{name}> {{
 public:
  static constexpr std::string_view kName = "{name}", kVersion = "1";
  {members}
}};
inline {name} object_of_{name};
"""
    return text


class TypedMistakesTest(unittest.TestCase):
    def compile(self, compiler, classes, *options):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "authors.cc"
            source.write_text(source_of(classes))
            ran = subprocess.run(
                [compiler, "-std=c++20", "-fsyntax-only", "-I", str(ROOT),
                 *options, str(source)], capture_output=True, text=True,
                errors="replace")
        return ran.returncode, ran.stderr

    def test_there_is_a_compiler(self):
        self.assertTrue(COMPILERS)

    def test_what_is_right_compiles(self):
        right = [row for row in CLASSES if not row[2]]
        for compiler in COMPILERS:
            code, said = self.compile(compiler, right)
            self.assertEqual((0, ""), (code, said), compiler)

    def test_each_mistake_is_named(self):
        for compiler in COMPILERS:
            code, said = self.compile(compiler, CLASSES, "-fmessage-length=0")
            self.assertEqual(1, code, compiler)
            for name, _, messages in CLASSES:
                for message in messages:
                    self.assertRegex(said, message, f"{compiler}: {name}")
            for word in ("or_", "neg", "mul"):
                self.assertNotRegex(said, rf"error:.*member function {word} ")
            self.assertNotIn("the i-th op", said)

    @unittest.skipUnless("clang++" in COMPILERS, "clang++ is not installed")
    def test_clang_names_what_is_no_op_in_the_skeleton(self):
        skeleton = ROOT / "spec/sdk/skeleton/cpp"
        options = re.search(r"(-Wunused-member-function)\s+(-Wunused-template)",
                            (skeleton / "CMakeLists.txt").read_text()).groups()
        text = (skeleton / "backend.cc").read_text()
        wrong = "  void matmull(Array<float> out) { out.indices(); }\n"
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "backend.cc"
            for added in ("", wrong):
                source.write_text(text.replace(" public:\n", " public:\n" + added))
                said = subprocess.run(
                    ["clang++", "-std=c++20", "-fsyntax-only", "-I", str(ROOT),
                     *options, str(source)], capture_output=True, text=True)
                self.assertEqual(0, said.returncode, said.stderr)
                self.assertEqual(["matmull"] if added else [],
                                 re.findall(r"unused member function '(\w+)'",
                                            said.stderr))
                self.assertNotIn("unused function template", said.stderr)


if __name__ == "__main__":
    unittest.main()
