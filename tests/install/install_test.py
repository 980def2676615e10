#!/usr/bin/env python3
"""Builds projects against an installed Assay: one that links each target from
another folder, and the plain C project of `assay new`, which needs none of
them and conforms at once. Seven small files in all: about twenty seconds."""

import unittest

from installed import Installed

PROJECT = '''cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C CXX)
find_package(Assay %s REQUIRED COMPONENTS spec abi reference optimized)
add_library(header_only OBJECT header_only.c)
target_link_libraries(header_only PRIVATE Assay::abi)
add_executable(consumer main.cc oracle.cc)
target_link_libraries(consumer PRIVATE Assay::spec Assay::reference
                      Assay::optimized)
'''
HEADER_ONLY = '''#include "assay_backend.h"
int major(void) { return ASSAY_ABI_MAJOR; }
'''
# A unit of the SDK alone, and one that asks the oracle for 1 + 2.
MAIN = '''#include "spec/op_table.h"
int sum_of_reference();
int main() { return assay::op_named("add") ? sum_of_reference() - 3 : 1; }
'''
ORACLE = '''#include "optimized/optimized.h"
#include "reference/reference.h"
int sum_of(assay::Backend& oracle);
int sum_of_reference() {
  assay::Reference oracle;
  return sum_of(oracle) == sum_of(*assay::make_optimized()) ? sum_of(oracle) : 0;
}
int sum_of(assay::Backend& oracle) {
  const std::int32_t values[] = {1, 2};
  const auto both = std::as_bytes(std::span(values));
  const auto x = oracle.from_host(assay::DType::kInt32, 1, both.first(4));
  const auto y = oracle.from_host(assay::DType::kInt32, 1, both.last(4));
  if (!x || !y) return 0;
  const auto made = oracle.execute({*assay::op_named("add"), {*x, *y}, {}, {*x}});
  const auto bytes = oracle.to_host(*x);
  return made && bytes ? static_cast<int>((*bytes)[0]) : 0;
}
'''
# A class whose function is that of no op, or takes what its op does not.
MISTAKEN = '''#include "spec/sdk/typed_backend.h"
using assay::Array;
class Mistaken : public assay::TypedBackend<Mistaken> {
 public:
  static constexpr std::string_view kName = "mistaken", kVersion = "1";
  void %s(Array<float>, Array<%s float>, Array<const float>) {}
};
Mistaken mistaken;
'''


class InstallTest(Installed):
    def test_targets_from_another_folder(self):
        # "assay 0.2.0 (…" is the version that find_package() is asked for.
        said = self.run_shell("assay --version")
        self.write("CMakeLists.txt", PROJECT % said.split()[1])
        self.write("header_only.c", HEADER_ONLY)
        self.write("main.cc", MAIN)
        self.write("oracle.cc", ORACLE)
        self.run_shell("cmake -B build && cmake --build build -j2 && "
                       "build/consumer")
        # Whoever links Assay gets none of its warnings.
        targets = self.prefix / "lib/cmake/Assay/AssayTargets.cmake"
        if not targets.exists():
            targets = next(self.prefix.rglob("AssayTargets.cmake"))
        self.assertNotIn("-W", targets.read_text())

    def test_other_versions_and_components_are_refused(self):
        for wanted in ("0.1 REQUIRED", "0.3 REQUIRED",
                       "0.2 REQUIRED COMPONENTS optimised"):
            self.write("CMakeLists.txt",
                       "cmake_minimum_required(VERSION 3.25)\n"
                       "project(consumer LANGUAGES CXX)\n"
                       f"find_package(Assay {wanted})\n")
            self.run_shell("rm -rf build; cmake -B build", code=1)

    def test_mistakes_do_not_compile(self):
        for name, qualifier, said in (
                ("add", "const", None),
                ("ad", "const", "no public member function of an op's name"),
                ("add", "", "takes other arguments than the op add")):
            self.write("mistaken.cc", MISTAKEN % (name, qualifier))
            errors = self.run_shell(
                f"c++ -std=c++20 -fsyntax-only -I {self.prefix}/include/assay "
                "mistaken.cc 2>&1", code=0 if said is None else 1)
            if said is not None:
                self.assertIn(said, errors)

    def test_reference_as_a_plugin(self):
        plugin = next(self.prefix.rglob("libassay_reference.so"))
        said = self.run_shell(f"assay check {plugin} --filter 'elementwise/add'")
        self.assertIn("reference conforms", said)

    def test_pkg_config_finds_the_header(self):
        pc = next(self.prefix.rglob("assay.pc"))
        flags = self.run_shell(
            f"PKG_CONFIG_PATH={pc.parent} pkg-config --cflags assay").strip()
        self.write("header_only.c", HEADER_ONLY)
        self.run_shell(f"cc -c -std=c11 {flags} header_only.c")
        version = self.run_shell(
            f"PKG_CONFIG_PATH={pc.parent} pkg-config --modversion assay")
        self.assertIn(version.strip(), self.run_shell("assay --version"))

    def test_plain_c_conforms_without_anything_installed(self):
        self.run_shell("assay new --c plain")
        self.run_shell("make -C plain check && rm -r plain/build",
                       assay_found_by_cmake=False)
        self.run_shell("cmake -S plain -B plain/build && "
                       "cmake --build plain/build", assay_found_by_cmake=False)
        said = self.run_shell("assay check plain/build/plain.so")
        self.assertIn("plain conforms to profile nx", said)
        self.assertIn(", 0 failed, ", said)
        # The check is real: a sum that is a difference is seen.
        source = self.folder / "plain/backend.c"
        right = "F32(x[0]) + F32(x[1])"
        self.assertIn(right, source.read_text())
        source.write_text(source.read_text().replace(
            right, right.replace("+", "-")))
        said = self.run_shell("cmake --build plain/build > build.log && "
                              "assay check plain/build/plain.so", code=1)
        self.assertIn("add.value", said)
        self.assertNotIn("neg.", said)


if __name__ == "__main__":
    unittest.main()
