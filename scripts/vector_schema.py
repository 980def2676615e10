#!/usr/bin/env python3
"""Prints the JSON Schema of golden vectors, complete in one file.

It combines the schemas of cases and of view cases, which are in harness/, with
the keys that a file of vectors has around them.
Tested by tests/scripts/vectors_test.py.
"""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent

TEXT = {"type": "string", "minLength": 1}


def schema():
    """Returns the schema as JSON."""
    parts = {pathlib.PurePath(name).name: json.loads(
                 (ROOT / "harness" / name).read_text("utf-8"))
             for name in ("case/case.schema.json", "view/view_case.schema.json")}
    head = {
        "format": {"const": 1},
        "family": {**TEXT, "description": "The folder of the file."},
        "op": {**TEXT, "description": "The name of the file; in the folder "
               "view, a transformation of views."},
        "spec_version": {**TEXT, "description": "Of the clauses."},
        "suite_version": {**TEXT, "description": "Of the cases."},
        "provenance": {
            "description": "Who says that the answers are right.",
            "type": "object",
            "required": ["oracle", "method", "second_sources"],
            "additionalProperties": False,
            "properties": {
                "oracle": {"enum": ["reference", "none"]},
                "method": {**TEXT, "description": "How the oracle answers."},
                "second_sources": {
                    "description": "What else agrees with it.",
                    "type": "array", "items": TEXT, "minItems": 1},
            },
        },
        "cases": {
            "type": "array",
            "minItems": 1,
            "items": {"anyOf": [{"$ref": name} for name in parts]},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "vectors.schema.json",
        "title": "Assay golden vectors, format 1",
        "description": "The cases of one op, with what must come out. "
                       "Written by scripts/vector_schema.py.",
        "type": "object",
        "required": list(head),
        "additionalProperties": False,
        "properties": head,
        "$defs": parts,
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
