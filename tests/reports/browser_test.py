#!/usr/bin/env python3
"""Clicks through the HTML page of real runs in headless Chromium.

Usage: browser_test.py ASSAY
The NumPy adapter, judged by nx, gives failures; the reference gives passes.
Without Chromium the tests are skipped with a message.
"""

import json
import pathlib
import subprocess
import unittest

import bench_page
import findings_page
import page_tests
from page_tests import assay

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMPY = f"exec:/usr/bin/python3 {ROOT}/adapters/numpy/backend.py"
FILTER = ("elementwise/round,elementwise/add,elementwise/div,"
          "reduction/reduce_sum,movement/flip,movement/permute,"
          "conversion/cast")


class Browser(page_tests.PageTests, bench_page.BenchPage,
              findings_page.FindingsPage, unittest.TestCase):
    """One browser and two runs serve every test."""

    @classmethod
    def make_pages(cls, out):
        assay("check", NUMPY, "--filter", FILTER, "--out", out / "numpy")
        assay("check", "reference", "--filter", FILTER, "--out", out / "ref")
        assay("report", out / "numpy", out / "ref", "--html", out / "two.html")
        assay("check", NUMPY, "--filter", FILTER, "--profile", "numpy",
              "--out", out / "own")
        findings_page.write_unclaimed(out / "numpy/records.jsonl",
                                      out / "unclaimed.jsonl")
        assay("report", out / "unclaimed.jsonl",
              "--html", out / "unclaimed.html", codes=(0, 1, 3))
        # A run whose texts try to get out of the page. It lacks two of its
        # cases, so `report` writes the page and ends with 3.
        lines = (out / "numpy/records.jsonl").read_text("utf-8").splitlines()
        head = json.loads(lines[0])
        head["subject_name"] = "</script><script>document.title='x'</script>"
        failing = next(json.loads(line) for line in lines[1:]
                       if '"verdict":"fail"' in line.replace(" ", ""))
        failing["failure"]["message"] = "<img src=x onerror=alert(1)>"
        failing["bug"] = "javascript:alert(1)"
        head["planned"] = 3
        (out / "odd.jsonl").write_text(
            json.dumps(head) + "\n" + json.dumps(failing) + "\n", "utf-8")
        assay("report", out / "odd.jsonl", "--html", out / "odd.html",
              codes=(3,))
        assay("bench", "reference", "--against", "reference", "--pairs", "6",
              "--filter", "add:contiguous:dtype=float32,level=call,"
              "add:contiguous:dtype=float32,level=l1",
              "--out", out / "bench", "--html", out / "bench.html")
        assay("report", out / "ref", out / "bench/bench.jsonl",
              "--html", out / "both.html")
        for made in bench_page.write_benches(out / "bench/bench.jsonl", out):
            assay("report", made, "--html", made.with_suffix(".html"))
        cls.known_bench = (out / "known.html").as_uri()
        cls.odd_bench = (out / "odd_bench.html").as_uri()
        cls.bench = (out / "bench.html").as_uri()
        cls.both = (out / "both.html").as_uri()
        cls.numpy = (out / "numpy/report.html").as_uri()
        cls.own = (out / "own/report.html").as_uri()
        cls.unclaimed = (out / "unclaimed.html").as_uri()
        cls.assay = page_tests.COMMAND
        cls.ref = (out / "ref/report.html").as_uri()
        cls.two = (out / "two.html").as_uri()
        cls.odd = (out / "odd.html").as_uri()

    def tearDown(self):
        self.assertEqual([], self.page.trouble)
        for url in self.page.requests:
            self.assertTrue(url.startswith("file://"), url)

    def wait_heading(self, text):
        self.page.wait_for("document.querySelector('h1').textContent === "
                           + json.dumps(text))

    def focused(self):
        return self.page.evaluate("document.activeElement.ariaLabel")

    def text(self):
        return self.page.evaluate("document.body.innerText")

    def test_mouse_from_the_table_to_a_case_and_its_command(self):
        page = self.page
        page.open(self.numpy)
        self.assertTrue(self.heading().startswith("numpy "))
        self.assertIn("Does not conform to profile nx", self.text())
        page.click("td[aria-label^='round float32: ']")
        self.wait_heading("round on float32")
        self.assertIn("Halves round away from zero.", self.text())
        page.click(".strip a.fail")
        self.wait_heading("round.half")
        page.click("ul.cases a[href*='float32']")
        page.wait_for("!!document.querySelector('.copyable .copy')")
        case = self.heading()
        self.assertTrue(case.startswith("elementwise/round:half:dtype=float32"))
        self.assertTrue(page.evaluate("document.title").startswith(case))
        shown = self.text()
        for part in ("expected", "got", "hex float", "bits", "0x", "round(x="):
            self.assertIn(part, shown)
        page.click(".copyable .copy")
        page.wait_for("document.querySelector('.copy').textContent "
                      "=== 'Copied'")
        command = page.evaluate("document.querySelector('.copyable code')"
                                ".textContent")
        page.call("Browser.grantPermissions",
                  permissions=["clipboardReadWrite"])
        self.assertEqual(command, page.evaluate(
            "navigator.clipboard.readText()"))
        # The command is one that works, and comes to the same verdict.
        replayed = subprocess.run(command, shell=True, capture_output=True,
                                  text=True, check=False)
        self.assertEqual(1, replayed.returncode, replayed.stderr)
        self.assertIn("case=", replayed.stdout)

    def test_copies_without_a_clipboard_too(self):
        page = self.page
        page.open(self.numpy)
        page.evaluate("location.hash = caseHash(0, model.runs[0].cases[0])")
        page.wait_for("!!document.querySelector('.copy')")
        page.evaluate("""(() => {
            Object.defineProperty(navigator, 'clipboard', {value: undefined});
            window.copied = null;
            document.addEventListener('copy', () => {
                window.copied = document.activeElement.value; }); })()""")
        page.click(".copyable .copy")
        page.wait_for("document.querySelector('.copy').textContent "
                      "=== 'Copied'")
        self.assertEqual(
            page.evaluate("model.runs[0].cases[0].replay"),
            page.evaluate("window.copied"))

    def test_keyboard_does_the_same(self):
        page = self.page
        page.open(self.numpy)
        for _ in range(200):
            page.press("Tab")
            if page.evaluate("document.activeElement.role") == "gridcell":
                break
        self.assertTrue(self.focused().startswith("add float16: "))
        outline = page.evaluate(
            "getComputedStyle(document.activeElement).outlineStyle")
        self.assertEqual("solid", outline)
        page.press("ArrowRight")
        self.assertTrue(self.focused().startswith("add float32: "))
        page.press("ArrowDown")
        self.assertTrue(self.focused().startswith("div float32: "))
        page.press("ArrowDown")
        self.assertTrue(self.focused().startswith("round float32: "))
        page.press("Enter")
        self.wait_heading("round on float32")
        self.tab_to("ul.cases a")
        page.press("Enter")
        page.wait_for("!!document.querySelector('.copyable .copy')")
        self.tab_to(".copy")
        page.press("Enter")
        page.wait_for("document.querySelector('.copy').textContent "
                      "=== 'Copied'")
        page.press("Escape")
        self.wait_heading("round.half")
        page.press("Escape")
        page.wait_for("document.querySelector('h1').textContent"
                      ".startsWith('numpy')")
        # Esc from a cell by way of its op comes back to the table; going back
        # in history to where the cell was opened restores the focus.
        page.evaluate("location.hash = '#/run/0/cell/round/float32'")
        self.wait_heading("round on float32")
        page.evaluate("location.hash = '#/run/0'")
        page.wait_for("document.activeElement.role === 'gridcell'")
        self.assertTrue(self.focused().startswith("round float32: "))
        page.press("End")
        page.press("ArrowRight")
        edge = self.focused()
        self.assertTrue(edge.startswith("round bool: "), edge)
        page.press("Home", modifiers=2)
        self.assertTrue(self.focused().startswith("add float16: "))

    def tab_to(self, selector):
        for _ in range(100):
            self.page.press("Tab")
            if self.page.evaluate("document.activeElement.matches("
                                  + json.dumps(selector) + ")"):
                return
        self.fail(f"Tab never comes to {selector}")

    def test_every_address_draws(self):
        page = self.page
        for url in (self.numpy, self.two):
            page.open(url)
            drawn = page.evaluate("""(() => {
                let drawn = 0;
                const seen = new Set();
                const open = [''];
                while (open.length > 0) {
                    const view = viewOf(open.pop());
                    const box = document.createElement('div');
                    box.append(...[view.body].flat(4)
                        .filter((node) => node instanceof Node));
                    if (view.title === 'Nothing at this address')
                        throw new Error('lost');
                    drawn += 1;
                    for (const node of box.querySelectorAll(
                            'a[href^="#"], [data-hash]')) {
                        const hash = node.dataset.hash ||
                            node.getAttribute('href');
                        if (seen.has(hash)) continue;
                        seen.add(hash);
                        open.push(hash);
                    }
                }
                return drawn; })()""")
            self.assertGreater(drawn, 300)

    def test_an_address_opens_as_it_is_and_a_wrong_one_says_so(self):
        page = self.page
        page.open(self.numpy + "#/run/0/cell/cast%20%3E%20int8/float32")
        self.assertEqual("cast > int8 on float32", self.heading())
        page.open(self.numpy + "#/run/0/case/nosuch")
        self.assertEqual("Nothing at this address", self.heading())
        page.open(self.numpy + "#/run/7/%")
        self.assertEqual("Nothing at this address", self.heading())

    def test_fits_a_narrow_screen_in_both_schemes(self):
        page = self.page
        grounds = set()
        for scheme in ("light", "dark"):
            page.emulate(prefers_color_scheme=scheme)
            page.resize(390, 844)
            for url in (self.numpy, self.ref, self.two, self.odd):
                page.open(url)
                for hash_ in ("#/", "#/run/0", "#/run/0/op/round",
                              "#/run/0/clause/round.half",
                              page.evaluate("model.runs[0].cases.length > 0 ?"
                                            "caseHash(0, model.runs[0].cases"
                                            "[0]) : '#/'")):
                    page.evaluate(f"location.hash = {json.dumps(hash_)}; "
                                  "draw(true)")
                    wide = page.evaluate("document.documentElement.scrollWidth")
                    self.assertLessEqual(wide, 390, f"{url}{hash_}")
            grounds.add(page.evaluate(
                "getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(2, len(grounds))
        page.open(self.ref)
        page.click("#theme")
        self.assertEqual("Theme: light", page.evaluate(
            "document.getElementById('theme').textContent"))
        self.assertEqual("rgb(255, 255, 255)", page.evaluate(
            "getComputedStyle(document.body).backgroundColor"))
        page.click("#theme")
        page.click("#theme")

    def test_letters_can_be_read_on_their_colours(self):
        """The contrast of text and ground, as WCAG 2 has it, is 4.5 or more."""
        for scheme in ("light", "dark"):
            self.page.emulate(prefers_color_scheme=scheme)
            self.page.open(self.numpy)
            low = self.page.evaluate("""(() => {
                const light = (text) => {
                    const parts = text.match(/[0-9.]+/g).slice(0, 3)
                        .map((part) => part / 255)
                        .map((c) => c <= 0.04045 ? c / 12.92 :
                            ((c + 0.055) / 1.055) ** 2.4);
                    return 0.2126 * parts[0] + 0.7152 * parts[1] +
                        0.0722 * parts[2];
                };
                const low = [];
                const samples = ['pass', 'fail', 'broke', 'expected',
                    'missing', 'unsupported', 'idle', 'faint'];
                for (const name of samples) {
                    const node = el('span', {class: name}, 'x');
                    document.body.append(node);
                    const style = getComputedStyle(node);
                    const ground = style.backgroundColor.endsWith(' 0)') ?
                        getComputedStyle(document.body).backgroundColor :
                        style.backgroundColor;
                    const pair = [light(style.color), light(ground)].sort();
                    const [a, b] = pair.sort((x, y) => x - y);
                    if ((b + 0.05) / (a + 0.05) < 4.5) low.push(name);
                    node.remove();
                }
                return low; })()""")
            self.assertEqual([], low, scheme)

    def test_a_passing_run_says_so_and_shows_no_failure(self):
        self.page.open(self.ref)
        shown = self.text()
        self.assertIn("Conforms to profile nx on the selected cases", shown)
        self.assertIn("No case failed", shown)
        self.assertEqual(0, self.page.evaluate(
            "document.querySelectorAll('td.fail').length"))

    def test_subjects_stand_side_by_side(self):
        page = self.page
        page.open(self.two)
        self.assertEqual("2 subjects", self.heading())
        marks = page.evaluate("""[...document.querySelectorAll(
            '.subjects tbody tr')].filter((row) => row.querySelector('th')
            .textContent === 'round').flatMap((row) =>
            [...row.querySelectorAll('td')].map((cell) => cell.className))""")
        self.assertEqual(["fail", "pass"], marks)
        page.click(".subjects thead th:nth-child(3) a")
        page.wait_for("document.querySelector('h1').textContent"
                      ".startsWith('reference')")
        page.press("Escape")
        self.wait_heading("2 subjects")

    def test_texts_of_records_stay_texts(self):
        page = self.page
        page.open(self.odd)
        self.assertIn("<script>document.title='x'</script>", self.heading())
        self.assertIn("Incomplete: no verdict", self.text())
        self.assertIn("2 of 3 planned cases have no result.", self.text())
        page.click(".finding summary")
        page.wait_for("!!document.querySelector('ul.cases a')")
        page.click("ul.cases a")
        page.wait_for("!!document.querySelector('.copyable .copy')")
        self.assertIn("<img src=x onerror=alert(1)>", self.text())
        self.assertEqual(0, page.evaluate(
            "document.querySelectorAll('main img, main script, "
            "a[href^=javascript]').length"))
        self.assertNotEqual("x", page.evaluate("document.title"))


if __name__ == "__main__":
    page_tests.run("the HTML page in a browser")
