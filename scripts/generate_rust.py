#!/usr/bin/env python3
"""Writes spec/sdk/rust/src/generated/ from the contract and the C header.

Usage: generate_rust.py [--check]
The numbers come from spec/sdk/assay_backend.h, the layout of its structs from
spec/sdk/abi_layout.inc, and the ops from docs/generated/spec.json. With --check,
writes nothing and fails if a file is stale, or if the crate's version is not
that of spec/version.h. Tested by tests/scripts/generate_rust_test.py.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CRATE = "spec/sdk/rust"
GENERATED = CRATE + "/src/generated"
OPENING = "//! {}\n//! Written by scripts/generate_rust.py.\n"

# Names that Rust reserves.
KEYWORDS = {"where", "mod", "type", "in", "move", "ref", "box", "match"}
# Ops whose results the functions of a backend do not make.
NOT_CALLED = {"hosted", "allocated", "accessed", "protocol"}
# Ops that the crate carries out unless the backend has a function for them.
GIVEN = {"expand", "reshape", "permute", "shrink", "flip", "full", "contiguous",
         "copy", "assign"}
# Attributes that count axes, which the crate checks against the rank.
AXES = {"axis": "usize", "axes": "&[usize]"}

# The type of an attribute in a function, and how a call gives it.
ATTRIBUTE_TYPES = {
    "integer": ("i64", "call.integer({})?"),
    "integer_list": ("&[i64]", "call.integers({})?"),
    "bool": ("bool", "call.flag({})?"),
    "bool_list": ("&[bool]", "call.flags({})?"),
    "pair_list": ("&[(i64, i64)]", "&call.pairs({})?"),
    "element": ("Scalar", "call.element({})?"),
    "dtype": ("DType", "call.dtype({})?"),
    "subscripts": ("&Subscripts", "&call.subscripts({})?"),
}
OPTIONAL_TYPES = {
    "element": ("Option<Scalar>", "call.optional_element({})?"),
    "integer_list": ("Option<&[i64]>", "call.optional_integers({})?"),
}
# Attributes that are choices: the prefix of their enumerators, and the type.
CHOICES = {
    "scan": ("SCAN", "Scan"),
    "scatter_mode": ("SCATTER", "ScatterMode"),
    "interpolation": ("INTERPOLATION", "Interpolation"),
    "padding_mode": ("PADDING", "PaddingMode"),
    "update": ("UPDATE", "Update"),
    "transpose_a": ("TRANSPOSE", "Transpose"),
}


def raw(name):
    return "r#" + name if name in KEYWORDS else name


def pascal(name):
    return "".join(part.capitalize() for part in name.lower().split("_"))


class Sources:
    """The files that the crate follows, read once."""

    def __init__(self):
        header = (ROOT / "spec/sdk/assay_backend.h").read_text()
        self.header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
        self.numbers = dict(re.findall(r"\bASSAY_([A-Z0-9_]+) = (\d+)",
                                       self.header))
        self.layout = (ROOT / "spec/sdk/abi_layout.inc").read_text()
        self.spec = json.loads((ROOT / "docs/generated/spec.json").read_text())
        self.ops = [op for op in self.spec["ops"]
                    if op["delivery"] not in NOT_CALLED]

    def choices(self, kind):
        """Returns the values of a choice in the order of their numbers."""
        prefix = CHOICES[kind][0] + "_"
        found = {int(number): name[len(prefix):].lower()
                 for name, number in self.numbers.items()
                 if name.startswith(prefix)}
        return [found[i] for i in range(len(found))]


def numbers_file(sources):
    """Constants of the header, dtypes, choices, and the layout of structs."""
    lines = [OPENING.format("Has the numbers of assay_backend.h and the layout "
                            "of its structs."),
             "#![allow(dead_code)]",
             f"pub const SPEC_VERSION: &str = "
             f"\"{sources.spec['spec_version']}\";"]
    for name, value in re.findall(
            r"#define ASSAY_((?:ABI|MAX)_[A-Z]+) (\d+)", sources.header):
        lines.append(f"pub const {name}: u32 = {value};")
    for name, shift in re.findall(
            r"#define ASSAY_([A-Z_]+) \(UINT64_C\(1\) << (\d+)\)",
            sources.header):
        lines.append(f"pub const {name}: u64 = 1 << {shift};")
    for name, value in sources.numbers.items():
        if name.startswith(tuple(row[0] + "_" for row in CHOICES.values())):
            continue  # a variant of an enum below
        if name.startswith(("OP_", "KEY_")):
            continue  # in the rows of ops
        kind = "u8" if name.startswith("CODE_") else (
            "u16" if name.startswith("ATTRIBUTE_") else "u32")
        lines.append(f"pub const {name}: {kind} = {value};")
    lines += ["", "/// The dtypes of the contract, in its order.",
              "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]",
              "pub enum DType {"]
    dtypes = sources.spec["dtypes"]
    lines += [f"    {pascal(row['name'])}," for row in dtypes] + ["}"]
    lines += ["impl DType {",
              f"    pub const ALL: [DType; {len(dtypes)}] = ["]
    lines += [f"        DType::{pascal(row['name'])}," for row in dtypes]
    lines += ["    ];",
              "    /// Returns the name that the contract gives the dtype.",
              "    pub const fn name(self) -> &'static str {",
              "        match self {"]
    lines += [f"            DType::{pascal(row['name'])} => \"{row['name']}\","
              for row in dtypes]
    lines += ["        }", "    }",
              "    /// Returns how many bits an element takes.",
              "    pub const fn bits(self) -> usize {", "        match self {"]
    lines += [f"            DType::{pascal(row['name'])} => {row['bits']},"
              for row in dtypes]
    lines += ["        }", "    }",
              "    // The type code of DLPack.",
              "    pub(crate) const fn code(self) -> u8 {",
              "        match self {"]
    lines += [f"            DType::{pascal(row['name'])} => "
              f"{row['dlpack_code']}," for row in dtypes]
    lines += ["        }", "    }", "}"]
    for kind, (_, name) in CHOICES.items():
        values = sources.choices(kind)
        lines += ["", f"/// The values of an attribute: {', '.join(values)}.",
                  "#[derive(Clone, Copy, Debug, PartialEq, Eq)]",
                  f"pub enum {name} {{"]
        lines += [f"    {pascal(value)}," for value in values]
        lines += ["}", f"impl {name} {{",
                  f"    pub(crate) const ALL: &'static [{name}] = &["]
        lines += [f"        {name}::{pascal(value)}," for value in values]
        lines += ["    ];", "}"]
    lines += ["", "#[cfg(target_pointer_width = \"64\")]",
              "mod layout {", "    use crate::abi::*;", ""]
    sizes = re.findall(r"^ASSAY_SIZE\((\w+), (\d+)\)", sources.layout, re.M)
    for name, size in sizes:
        lines.append(f"    const _: () = assert!("
                     f"std::mem::size_of::<{name}>() == {size});")
    lines += ["", "    // `offset_of!` would need Rust 1.77.",
              "    #[test]", "    fn members_stay_where_they_are() {"]
    for name, member, offset in re.findall(
            r"^ASSAY_OFFSET\((\w+), (\w+), (\d+)\)", sources.layout, re.M):
        lines.append(f"        crate::abi::offset!({name}, {member}, {offset});")
    lines += ["    }", "}"]
    return "\n".join(lines) + "\n"


def dtype_bits(sources, names):
    order = [row["name"] for row in sources.spec["dtypes"]]
    return sum(1 << order.index(name) for name in names)


def ops_file(sources):
    """One row for each op that a backend claims."""
    lines = [OPENING.format("Has a row for each op of the contract."),
             "#![allow(non_upper_case_globals)]",
             "use crate::op::{Argument, AttributeKind, AttributeRow, Delivery, "
             "Op, Role, Variant};", ""]
    for op in sources.spec["ops"]:
        def arguments(which):
            return ", ".join(
                f"Argument {{ role: Role::{pascal(row['role'])}, "
                f"is_list: {str(row.get('is_list', False)).lower()}, "
                f"given_by: {key_of(op, row.get('given_by'))} }}"
                for row in op[which])

        attributes = ", ".join(
            f"AttributeRow {{ name: \"{row['name']}\", key: {row['key']}, "
            f"kind: AttributeKind::{kind_of(sources, row)} }}" for row in op["attributes"])
        variants = ", ".join(
            f"Variant {{ name: \"{row['name']}\", dtypes: "
            f"{dtype_bits(sources, row['required'] + row['optional'])} }}"
            for row in op["variants"])
        paired = any(row["role"] == "paired" for row in op["results"])
        lines.append(
            f"pub const {raw(op['name'])}: &Op = &Op {{ "
            f"name: \"{op['name']}\", id: {op['id']}, "
            f"signature: \"{op['signature']}\", "
            f"delivery: Delivery::{pascal(op['delivery'])}, "
            f"is_by_element: {str(op['is_by_element']).lower()}, "
            f"is_paired: {str(paired).lower()}, "
            f"operands: &[{arguments('operands')}], "
            f"results: &[{arguments('results')}], "
            f"attributes: &[{attributes}], variants: &[{variants}] }};")
    lines += ["", f"pub(crate) const ALL: [&Op; {len(sources.spec['ops'])}] = ["]
    lines += [f"    {raw(op['name'])}," for op in sources.spec["ops"]]
    lines += ["];", "pub(crate) const GIVEN: &[&Op] = &["]
    lines += [f"    {name}," for name in sorted(GIVEN)]
    return "\n".join(lines) + "\n];\n"


def key_of(op, name):
    if name is None:
        return "None"
    keys = [row["key"] for row in op["attributes"] if row["name"] == name]
    return f"Some({keys[0]})"


def kind_of(sources, row):
    if row["kind"] in CHOICES:
        names = ", ".join(f'"{name}"' for name in sources.choices(row["kind"]))
        return f"Choice(&[{names}])"
    return pascal(row["kind"])


def parameters(op):
    """Yields (name, type, expression of a call) of each argument of an op."""
    if op["delivery"] in ("written", "kept"):
        for i, row in enumerate(op["results"]):
            yield raw(row["name"]), "TensorMut<'a>", f"call.out({i})?"
    at = 0
    for row in op["operands"]:
        name = raw(row["name"])
        if row.get("is_list"):
            yield name, "&[Tensor<'a>]", "&call.operands"
        elif "given_by" in row:
            key = key_of(op, row["given_by"])[5:-1]
            given_before = [
                f"call.flag({key_of(op, other['given_by'])[5:-1]})? as usize"
                for other in op["operands"][:op["operands"].index(row)]
                if "given_by" in other]
            place = " + ".join([str(at), *given_before])
            yield name, "Option<Tensor<'a>>", (
                f"call.optional_operand({place}, {key})?")
        else:
            yield name, "Tensor<'a>", f"call.operand({at})?"
            at += 1
    flags = {row.get("given_by") for row in op["operands"]}
    for row in op["attributes"]:
        if row["name"] in flags:
            continue  # the operand is an Option
        name, key, kind = raw(row["name"]), row["key"], row["kind"]
        if row["name"] in AXES and kind.startswith("integer"):
            accessor = "call.axis({})?" if kind == "integer" else (
                "&call.axes({})?")
            yield name, AXES[row["name"]], accessor.format(key)
        elif kind in CHOICES:
            choice = CHOICES[kind][1]
            yield name, choice, f"call.choice({key}, {choice}::ALL)?"
        else:
            types = OPTIONAL_TYPES if row.get("is_optional") else (
                ATTRIBUTE_TYPES)
            yield name, types[kind][0], types[kind][1].format(key)


def returned(op):
    if op["delivery"] in ("written", "kept"):
        return "()"
    if len(op["results"]) > 1 or op["results"][0].get("is_list"):
        return "Vec<Tensor<'a>>"
    return "Tensor<'a>"


def absolute(kind):
    """Returns a type as the macros of another crate name it."""
    return re.sub(r"\b([A-Z]\w+)(?=<'a>|>|$|\b)",
                  lambda match: match[0] if match[0] in ("Option", "Vec")
                  else f"$crate::{match[0]}", kind)


def methods_file(sources):
    """The functions of the trait, how calls reach them, and the functions that
    `backend!` writes for an author's."""
    lines = [OPENING.format("Has the functions of the trait `Backend`, one for "
                            "each op."),
             "use crate::generated::numbers::*;",
             "use crate::call::Call;",
             "use crate::{Backend, Result, Tensor};", "",
             "/// The functions of the trait. Those without a default of the crate",
             "/// answer `unsupported`.",
             "macro_rules! op_functions {", "    () => {"]
    for op in sources.ops:
        names = list(parameters(op))
        typed = ", ".join(f"{name}: {kind}" for name, kind, _ in names)
        plain = ", ".join(name for name, _, _ in names)
        lines += [f"        #[doc = {json.dumps(op['formula'] or op['name'], ensure_ascii=False)}]",
                  f"        fn {raw(op['name'])}<'a>(&mut self, {typed}) "
                  f"-> Result<{returned(op)}> {{"]
        if op["name"] in GIVEN:
            lines.append(f"            crate::movement::{op['name']}({plain})")
        else:
            lines += [f"            let _ = ({plain}{',' if len(names) == 1 else ''});",
                      f"            Err(crate::op::missing(\"{op['name']}\"))"]
        lines.append("        }")
    lines += ["    };", "}", "pub(crate) use op_functions;", "",
              "// Calls the function of an op with the arguments of the call.",
              "pub(crate) fn run<'a, B: Backend>(backend: &mut B, call: &Call<'a>) "
              "-> Result<Vec<Tensor<'a>>> {",
              "    match call.op.id {"]
    for op in sources.ops:
        arguments = ", ".join(expression for _, _, expression in parameters(op))
        called = f"backend.{raw(op['name'])}({arguments})"
        form = {"()": f"{called}.map(|()| Vec::new())",
                "Tensor<'a>": f"{called}.map(|made| vec![made])",
                "Vec<Tensor<'a>>": called}[returned(op)]
        lines.append(f"        {op['id']} => {form},")
    lines += ["        _ => Err(crate::op::missing(call.op.name)),", "    }",
              "}", "",
              "/// Writes the function of the trait that calls an author's function",
              "/// of the same name, for each dtype that it is claimed for.",
              "#[doc(hidden)]", "#[macro_export]",
              "macro_rules! __op_function {"]
    for op in sources.ops:
        names = list(parameters(op))
        typed = ", ".join(f"{name}: {absolute(kind)}" for name, kind, _ in names)
        plain = ", ".join(name for name, _, _ in names)
        lines += [f"    ({raw(op['name'])} $form:tt $types:tt) => {{",
                  "        #[allow(clippy::too_many_arguments)]",
                  f"        fn {raw(op['name'])}<'a>(&mut self, {typed}) "
                  f"-> $crate::Result<{absolute(returned(op))}> {{",
                  f"            $crate::__call!($form $types, {cell_of(op)}, "
                  f"\"{op['name']}\", {raw(op['name'])}, self, ({plain}))",
                  "        }", "    };"]
    lines += ["    ($name:ident $form:tt $types:tt) => {",
              "        compile_error!(concat!(\"there is no op \", "
              "stringify!($name)));",
              "    };", "}"]
    return "\n".join(lines) + "\n"


def cell_of(op):
    """Returns the dtype that selects the cell, as an expression of arguments."""
    for row in op["operands"]:
        if row["role"] == "cell":
            name = raw(row["name"])
            return f"{name}[0].dtype()" if row.get("is_list") else (
                f"{name}.dtype()")
    if op["operands"]:
        return f"{raw(op['operands'][0]['name'])}.dtype()"
    return "dtype"


def files(sources):
    return {"numbers.rs": numbers_file(sources), "ops.rs": ops_file(sources),
            "methods.rs": methods_file(sources)}


def versions():
    """Returns the versions of the crate and of Assay."""
    manifest = (ROOT / CRATE / "Cargo.toml").read_text()
    header = (ROOT / "spec/version.h").read_text()
    return (re.search(r'^version = "(.*)"$', manifest, re.M)[1],
            re.search(r'kVersion = "(.*)"', header)[1])


def main():
    check = sys.argv[1:] == ["--check"]
    failed = False
    for name, text in files(Sources()).items():
        path = ROOT / GENERATED / name
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{GENERATED}/{name} is stale: run scripts/generate_rust.py")
            failed = True
    crate, assay = versions()
    if crate != assay:
        print(f"{CRATE}/Cargo.toml has the version {crate}, and spec/version.h "
              f"has {assay}")
        failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
