#!/usr/bin/env python3
"""Runs the shell lines of the workflow of `assay new`, of the composite actions
and of the template for GitLab, as those services would: each step with its
environment, in the order of the file. An installed Assay stands where the cache
puts it, so none is built: about half a minute."""

import json
import os
import re
import shutil
import subprocess
import unittest

import yaml

from installed import ROOT, Installed


def filled(text, values):
    """Replaces ${{ NAME }} by its value; an unknown name is an error."""
    return re.sub(r"\$\{\{ *([^} ]+) *\}\}", lambda m: values[m[1]], str(text))


class CiTest(Installed):
    def setUp(self):
        super().setUp()
        # A repository of Assay with a tag, as large as what is read of it.
        self.source = self.folder / "assay.git"
        for name in ("ci", "scripts/install_packages.sh", "spec/version.h"):
            target = self.source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(
                ROOT / name, target)
        subprocess.run(
            "git init -q && git add -A && git -c user.name=test "
            "-c user.email=test@localhost commit -qm sources && git tag v0.2.0",
            shell=True, check=True, cwd=self.source)
        self.run_shell("assay new --c plain")
        self.project = self.folder / "plain"
        # The cache has the installed Assay.
        os.symlink(self.prefix, self.project / ".assay")

    def run_step(self, step, environment, code=0):
        """Runs one step; returns its output, with that of GITHUB_PATH after."""
        path = self.folder / "github_path"
        path.touch()
        lines = "".join(f"export {name}={json.dumps(str(value))}\n"
                        for name, value in environment.items())
        return self.run_shell(
            f"exec 2>&1\ncd plain\n{lines}export GITHUB_PATH={path} GITHUB_ENV=/dev/null\n"
            f"{step}", code)

    def test_the_workflow_of_a_new_project(self):
        workflow = yaml.safe_load(
            (self.project / ".github/workflows/conformance.yml").read_text())
        values = {"vars.ASSAY_SOURCE": str(self.source)}
        environment = {name: filled(value, values)
                       for name, value in workflow["env"].items()}

        def run_job(name, **more):
            said = {}
            for step in workflow["jobs"][name]["steps"]:
                if step.get("name"):
                    said[step["name"]] = self.run_step(
                        filled(step["run"], more), environment)
            shutil.rmtree(self.project / "assay-source")
            return said

        parts = workflow["jobs"]["check"]["strategy"]["matrix"]["shard"]
        for shard in parts:
            run_job("check", **{"matrix.shard": str(shard)})
        said = run_job("verdict")
        self.assertIn("plain conforms", said["Conclude"])
        self.assertNotIn("baseline", said["Measure it"])

        # Pretend that everything had been a hundred times as fast.
        faster = []
        bench = self.project / "assay-results/bench/bench.jsonl"
        for line in bench.read_text().splitlines():
            record = json.loads(line)
            if "ratio" in record:
                record["ratio"] = [100 * part for part in record["ratio"]]
            faster.append(json.dumps(record) + "\n")
        (self.project / "bench.jsonl").write_text("".join(faster))
        steps = {step.get("name"): step
                 for step in workflow["jobs"]["verdict"]["steps"]}
        self.assertIn(" fallen", self.run_step(
            steps["Measure it"]["run"], environment, code=6))
        # A part that is lost leaves no verdict.
        shutil.rmtree(self.project / "assay-results/part-2")
        shutil.rmtree(self.project / "assay-results/whole")
        subprocess.run(["git", "clone", "-q", self.source,
                        self.project / "assay-source"], check=True)
        self.run_step(steps["Conclude"]["run"], environment, code=3)

    def test_a_variable_that_is_empty_is_named(self):
        workflow = yaml.safe_load(
            (self.project / ".github/workflows/conformance.yml").read_text())
        steps = {step.get("name"): step
                 for step in workflow["jobs"]["check"]["steps"]}
        said = self.run_step(steps["Install Assay"]["run"],
                             {"ASSAY_SOURCE": "", "ASSAY_VERSION": "0.2.0"}, 2)
        self.assertIn("::error::The variable ASSAY_SOURCE is empty; set it", said)

    def test_the_composite_actions(self):
        temporary = self.folder / "runner"
        temporary.mkdir()
        os.symlink(self.prefix, temporary / "assay")
        self.run_shell("cmake -S plain -B plain/build && "
                       "cmake --build plain/build")

        def run_action(name, inputs, code=0):
            action = yaml.safe_load(
                (ROOT / "ci" / name / "action.yml").read_text())
            for key, row in action["inputs"].items():
                if key not in inputs:
                    self.assertFalse(row.get("required", False), key)
                    inputs[key] = row["default"]
            said = ""
            steps = [one for one in action["runs"]["steps"] if "run" in one]
            for step in steps:
                values = {f"inputs.{key}": value
                          for key, value in inputs.items()}
                environment = {key: filled(value, values) for key, value in
                               step.get("env", {}).items()}
                environment |= {"RUNNER_TEMP": temporary,
                                "GITHUB_ACTION_PATH": ROOT / "ci" / name}
                said = self.run_step(step["run"], environment,
                                     code if step is steps[-1] else 0)
            return said

        def run_all(code):
            for part in (1, 2):
                run_action("check", {"subject": "build/plain.so",
                                     "shard": f"{part}/2"})
                shutil.move(self.project / f"assay-results/part-{part}",
                            self.project / f"downloaded/assay-part-{part}")
            return run_action("verdict", {"options": "--strict"}, code)

        (self.project / "downloaded").mkdir()
        self.assertIn("plain conforms", run_all(0))
        # The parts of a backend that is wrong are finished; its verdict fails.
        source = self.project / "backend.c"
        source.write_text(source.read_text().replace(
            "F32(x[0]) + F32(x[1])", "F32(x[0]) - F32(x[1])"))
        for folder in ("downloaded", "assay-results"):
            shutil.rmtree(self.project / folder)
        (self.project / "downloaded").mkdir()
        self.run_shell("cmake --build plain/build")
        self.assertIn("plain does not conform", run_all(1))

    def test_the_template_of_gitlab(self):
        template = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text())
        self.run_shell("cmake -S plain -B plain/build && "
                       "cmake --build plain/build")
        environment = {"ASSAY_SUBJECT": "build/plain.so",
                       "ASSAY_SOURCE": self.source}
        environment = template["variables"] | environment
        [before] = template[".assay"]["before_script"]
        total = template["assay-check"]["parallel"]
        for index in range(1, total + 1):
            self.run_step(before, environment)
            [script] = template["assay-check"]["script"]
            self.run_step(script, environment | {
                "CI_NODE_INDEX": index, "CI_NODE_TOTAL": total})
            shutil.rmtree(self.project / "assay-source")
        self.run_step(before, environment)
        [script] = template["assay-verdict"]["script"]
        self.assertIn("plain conforms", self.run_step(script, environment))
        said = self.run_step(before, environment | {"ASSAY_SUBJECT": ""}, 2)
        self.assertIn("The variable ASSAY_SUBJECT is empty", said)


if __name__ == "__main__":
    unittest.main()
