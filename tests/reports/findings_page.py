"""Tests of the findings on the HTML page, for the class of browser_test.py."""

import json
import subprocess

# The text of the page, without the program of its script.
SHOWN = "document.getElementById('main').innerText"


def write_unclaimed(records, target):
    """Writes the records with nothing of the family movement claimed."""
    lines = []
    for line in records.read_text("utf-8").splitlines():
        record = json.loads(line)
        if record.get("id", "").startswith("movement/"):
            for key in ("failure", "case_file", "explained_by", "needs"):
                record.pop(key, None)
            record.update(verdict="unsupported", compared=0,
                          unsupported_kind="dtype")
        lines.append(json.dumps(record))
    target.write_text("\n".join(lines) + "\n", "utf-8")


class FindingsPage:
    """Mixed into the class that has the pages and the browser."""

    def shown(self, selector):
        return self.page.evaluate("[...document.querySelectorAll(" +
                                  json.dumps(selector) +
                                  ")].map((node) => node.innerText)")

    def search_for(self, text):
        self.page.evaluate(f"""(() => {{
            const field = document.getElementById('search');
            field.value = {json.dumps(text)};
            field.dispatchEvent(new Event('input')); }})()""")

    def test_first_screen_has_the_verdict_and_the_top_findings(self):
        page = self.page
        page.open(self.numpy)
        findings = page.evaluate("model.runs[0].findings")
        picks = self.shown(".pick")
        self.assertEqual(f"{len(findings)} findings", picks[0])
        for kind, name in enumerate(page.evaluate("model.kinds")):
            count = sum(one["kind"] == kind for one in findings)
            self.assertEqual(f"{count} {name}", picks[kind + 1])
        items = self.shown(".finding")
        self.assertEqual(min(10, len(findings)), len(items))
        half = next(item for item in items if "round.half = even" in item)
        self.assertIn("round(x=float16[1]{0x1p-1}) → expected 1, got 0", half)
        self.assertIn("Profiles numpy, torch, array_api, jax, onnx and burn "
                      "have this value.", half)
        self.assertRegex(half, r"\d cases · 1 op: round · 3 dtypes: float16")
        top = page.evaluate("document.querySelector('.finding')"
                            ".getBoundingClientRect().bottom")
        self.assertLess(top, 900)
        self.assertTrue(any("Also seen in" in item for item in items))

    def test_a_finding_opens_to_its_cases_with_their_values(self):
        page = self.page
        page.open(self.numpy)
        place = page.evaluate("""[...document.querySelectorAll('.finding')]
            .findIndex((node) => node.innerText.includes('round.half'))""")
        own = f".finding:nth-child({place + 1}) "
        self.assertEqual([], self.shown(own + ".cases li"))
        page.click(own + "summary")
        page.wait_for("!!document.querySelector("
                      + json.dumps(own + ".cases li") + ")")
        for line in self.shown(own + ".cases li"):
            self.assertRegex(line, r"elementwise/round:half:dtype=float\d+,"
                             r".*\s+expected -?1, got -?0")
        page.click(own + "h3 a")
        # The address changes before the page is drawn again.
        page.wait_for(SHOWN + ".includes('Halves round away from zero.')")
        self.assertRegex(page.evaluate("location.hash"), "^#/run/0/finding/")
        page.click(".cases a")
        page.wait_for("!!document.querySelector('button.python')")
        self.assertRegex(page.evaluate(SHOWN), "Finding: wrong value round.half")

    def test_what_was_found_has_three_parts(self):
        page = self.page
        heads = ["Breaks what the library documents",
                 "Differs where it promises nothing",
                 "Policy axes that differ from nx"]
        page.open(self.numpy)
        parts = self.shown(".found")
        self.assertEqual(heads, [part.split("\n")[0].rstrip(" 0123456789")
                                 for part in parts])
        self.assertIn("flip returns wrong values", parts[0])
        self.assertNotIn("round.half", parts[0])
        self.assertIn("None.", parts[1])
        self.assertIn("round.half = even", parts[2])
        self.assertIn("also numpy, torch, array_api, jax, onnx and burn", parts[2])
        # Under its own profile the same answers pass.
        page.open(self.own)
        parts = self.shown(".found")
        self.assertNotIn("round.half", parts[0])
        self.assertRegex(parts[2], r"round\.half = even · \d+ cases · 1 op: "
                         r"round · also torch, array_api, jax, onnx and burn")

    def test_search_filters_findings_cases_and_rows(self):
        page = self.page
        page.open(self.numpy)
        page.press("/")
        self.assertEqual("search", page.evaluate("document.activeElement.id"))
        # What is typed into the field, "/" too, stays there.
        page.call("Input.insertText", text="round.half float64")
        self.assertEqual(["round"], self.shown(".grid tbody th[scope=row]"))
        self.assertEqual(1, len(self.shown(".finding")))
        cases = self.shown("section > .cases li")
        self.assertTrue(cases)
        for line in cases:
            self.assertIn("round:half:dtype=float64", line)
        self.assertRegex(self.text(), r"1 finding, \d+ cases? and 1 row match")
        # The way back from a case keeps what was typed.
        page.evaluate("document.querySelector('section > .cases a').click()")
        page.wait_for("!!document.querySelector('button.python')")
        self.assertIn("/case/", page.evaluate("location.hash"))
        page.evaluate("history.back()")
        page.wait_for("!!document.getElementById('search')")
        self.assertEqual(["round"], self.shown(".grid tbody th[scope=row]"))
        page.press("/")
        page.press("Escape")
        self.assertEqual("", page.evaluate(
            "document.getElementById('search').value"))
        self.assertGreater(len(self.shown(".grid tbody th[scope=row]")), 5)
        for query, found in (("round.half", True), ("half", True),
                             ("truncate", False), ("ouND", False)):
            self.search_for(query)
            self.assertEqual(found, any("round.half" in item for item in
                                        self.shown(".finding")), query)
        self.search_for("no such thing")
        self.assertIn("No finding matches.", self.text())
        self.assertIn("No row matches.", self.text())

    def test_a_kind_filters_too(self):
        page = self.page
        page.open(self.numpy)
        kind = page.evaluate("model.kinds.findIndex((name, kind) => model"
                             ".runs[0].findings.some((one) => one.kind === "
                             "kind))")
        page.evaluate(f"document.querySelectorAll('.pick')[{kind + 1}].click()")
        own = page.evaluate("model.runs[0].findings.filter((one) => one.kind "
                            f"=== {kind})")
        self.assertEqual(min(10, len(own)), len(self.shown(".finding")))
        ops = {op for one in own for op in one["ops"]}
        for row in self.shown(".grid tbody th[scope=row]"):
            self.assertIn(row.split(" > ")[0].split(":")[0], ops)
        self.assertEqual("true", page.evaluate(
            "document.querySelector('.pick[aria-pressed=true]').ariaPressed"))
        page.evaluate(f"document.querySelectorAll('.pick')[{kind + 1}].click()")
        self.assertGreater(len(self.shown(".grid tbody th[scope=row]")),
                           len(ops))

    def test_the_legend_explains_every_letter_in_a_sentence(self):
        page = self.page
        page.open(self.numpy)
        lines = [line.split("\n") for line in self.shown(".legend li")]
        for line in lines:
            self.assertRegex(line[-1], r"^\S.*\.$")
        letters = {line[0].split()[0] for line in lines if line[0].strip()}
        cells = {text.split()[0] for text in self.shown("td[role=gridcell]")
                 if text and not text[0].isdigit()}
        self.assertEqual(set(), cells - letters)

    def test_families_of_which_nothing_is_claimed_take_one_line(self):
        page = self.page
        page.open(self.unclaimed)
        rows = self.shown(".grid tbody th[scope=row]")
        self.assertNotIn("flip", rows)
        self.assertIn("movement: nothing is claimed (2 ops) show",
                      self.shown(".grid .family"))
        self.search_for("flip")
        self.assertEqual(["flip"], self.shown(".grid tbody th[scope=row]"))
        self.search_for("")
        page.click(".grid .open")
        self.assertIn("flip", self.shown(".grid tbody th[scope=row]"))

    def test_a_clause_says_where_it_comes_from(self):
        self.page.open(self.numpy + "#/run/0/clause/cast.out_of_range")
        facts = dict(zip(self.shown(".source dt"), self.shown(".source dd")))
        self.assertEqual({"status", "source", "reason"}, set(facts))
        explained = subprocess.run(
            [self.assay, "explain", "cast.out_of_range"], capture_output=True,
            text=True, check=True).stdout
        for key in ("source", "reason"):
            self.assertIn(f"{key}: {facts[key]}", explained)

    def test_a_case_is_shown_as_the_python_program_of_export(self):
        page = self.page
        page.open(self.numpy)
        for case in page.evaluate("model.runs[0].cases.map((entry, at) => "
                                  "[at, entry.op, entry.file])")[::7]:
            page.evaluate(f"location.hash = caseHash(0, model.runs[0].cases"
                          f"[{case[0]}]); draw(true)")
            page.click("button.python")
            page.wait_for("!!document.querySelector('.program .copyable')")
            exported = subprocess.run(
                [self.assay, "export", case[2], "--python"], check=True,
                capture_output=True, text=True).stdout
            self.assertEqual(exported, page.evaluate(
                "document.querySelector('.program code').textContent"))
        page.click(".program .copy")
        page.wait_for("document.querySelector('.program .copy').textContent "
                      "=== 'Copied'")
        page.click("button.python")
        self.assertIsNone(page.evaluate(
            "document.querySelector('.program .copyable')"))

    def test_findings_fit_a_phone(self):
        page = self.page
        for scheme in ("light", "dark"):
            page.emulate(prefers_color_scheme=scheme)
            page.resize(400, 850)
            page.open(self.numpy)
            page.evaluate("document.querySelectorAll('details')"
                          ".forEach((node) => { node.open = true; })")
            page.wait_for("!!document.querySelector('.finding .cases')")
            self.search_for("float32")
            hashes = page.evaluate("['', '#/run/0/clause/div.truncate', "
                                   "...model.runs[0].findings.map((one) => "
                                   "findingHash(0, one))]")
            for hash_ in hashes:
                page.evaluate(f"location.hash = {json.dumps(hash_)}; "
                              "draw(true)")
                # Nothing but a table may reach beyond the screen.
                wide = page.evaluate("""[...document.querySelectorAll(
                    'body *')].filter((node) => !node.closest(
                    '.scroll, .offscreen') && node.getBoundingClientRect()
                    .right > innerWidth).map((node) => node.outerHTML)""")
                self.assertEqual([], wide, hash_)
