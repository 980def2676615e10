#!/usr/bin/env python3
"""Uses the site of published runs in headless Chromium, as a reader would.

Usage: site_browser_test.py ASSAY
The test makes runs and publishes them. Without Chromium the tests are skipped
with a message.
"""

import json
import pathlib
import unittest

import page_tests
import site_quality
from page_tests import assay

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMPY = f"exec:/usr/bin/python3 {ROOT}/adapters/numpy/backend.py"


def write_older(newer, older):
    """Writes the run of an earlier version, in which other cases fail."""
    older.mkdir()
    lines = (newer / "records.jsonl").read_text("utf-8").splitlines()
    head = json.loads(lines[0])
    head["subject_version"] = "0.9.0"
    head["started_at"] = "2020-01-01T00:00:00Z"
    kept = [line for line in lines[1:] if '"op":"flip"' not in
            line.replace(" ", "") or '"verdict":"pass"' in line]
    head["planned"] = len(kept)
    (older / "records.jsonl").write_text(
        "\n".join([json.dumps(head)] + kept) + "\n", "utf-8")


def publish(out):
    """Makes the runs of the test, and the site. Returns its folder."""
    assay("check", NUMPY, "--profile", "numpy", "--out", out / "numpy")
    assay("check", "reference", "--set", "nx", "--out", out / "reference")
    assay("bench", "reference", "--against", "reference", "--pairs", "6",
          "--filter", "add:contiguous:dtype=float32,level=call,"
          "add:contiguous:dtype=float32,level=l1", "--out", out / "bench")
    assay("sweep", NUMPY, "--profile", "numpy", "--op", "exp", "--dtype",
          "float16", "--out", out / "exp.jsonl")
    write_older(out / "numpy", out / "older")
    assay("publish", out / "numpy", out / "older", out / "reference",
          out / "exp.jsonl", out / "bench/bench.jsonl", "--out", out / "site")
    return out / "site"


class Site(page_tests.PageTests, site_quality.SiteQuality, unittest.TestCase):
    """One browser and one published folder serve every test."""

    @classmethod
    def make_pages(cls, out):
        cls.site = publish(out)
        cls.copies = out

    def setUp(self):
        super().setUp()
        self.inside = self.site

    def tearDown(self):
        self.assertEqual([], self.page.trouble)
        self.check_requests()

    def check_requests(self):
        """Every request since the last check stays inside the folder."""
        for url in self.page.requests:
            self.assertTrue(
                url.startswith((self.inside.as_uri() + "/", "about:", "blob:")),
                url)
        self.page.requests.clear()

    def open(self, address, site=None):
        """Opens an address of the site and waits until it is drawn."""
        self.check_requests()
        self.inside = site or self.site
        self.page.open((self.inside / "index.html").as_uri() + address)
        self.page.wait_for("!!document.querySelector('#main[data-address]')")

    def go(self, address):
        """Follows an address without loading the page again."""
        self.page.evaluate(f"location.hash = {json.dumps(address)}")
        self.wait_address(address)

    def wait_address(self, address):
        self.page.wait_for("document.getElementById('main').dataset.address "
                           "=== " + json.dumps(address))

    def text(self):
        return self.page.evaluate("document.getElementById('main').innerText")

    def count(self, selector):
        return self.page.evaluate(
            f"document.querySelectorAll({json.dumps(selector)}).length")

    def type(self, text):
        self.page.evaluate("""(() => {
            const field = document.getElementById('search');
            field.value = %s;
            field.dispatchEvent(new Event('input')); })()""" % json.dumps(text))

    def broken_cell(self):
        """Returns slug, row, dtype, clause, call and answer of a failure."""
        self.page.evaluate("Promise.all([...allSubjectFiles(), 'contract']"
                           ".map(load)).then(() => 0)")
        return self.page.evaluate("""everySnapshot().filter((one) =>
            one.subject.slug === 'numpy').flatMap((one) => one.file.examples
            .map((entry) => readExample(one, entry)))
            .filter((one) => one.expected !== '')
            .map((one) => [one.subject.slug, one.row.name,
                model.dtypes[one.column], one.clause, one.call, one.got,
                one.row.op, one.row.family, one.row.set])[0]""")

    def test_filters_the_matrix(self):
        self.open("#/")
        subjects = self.page.evaluate("model.subjects.length")
        families = self.page.evaluate("model.sets[0].families.length")
        self.assertEqual(subjects, self.count(".matrix tbody tr"))
        self.assertEqual(families, self.count(".matrix thead th.family"))
        self.type("NumPy")
        self.assertEqual(1, self.count(".matrix tbody tr"))
        self.assertEqual(families, self.count(".matrix thead th.family"))
        self.type("numpy fourier")
        self.assertEqual(1, self.count(".matrix tbody tr"))
        self.assertEqual(1, self.count(".matrix thead th.family"))
        self.type("nothinglikethis")
        self.assertEqual(0, self.count(".matrix"))
        self.assertIn("No subject and no family matches", self.text())
        self.type("cast")
        self.assertEqual("#/op/cast", self.page.evaluate(
            "document.querySelector('.jumps a').getAttribute('href')"))
        self.type("")
        self.page.evaluate("""(() => {
            const menu = document.querySelectorAll('.toolbar select')[0];
            menu.value = '1';
            menu.dispatchEvent(new Event('change')); })()""")
        self.assertEqual(
            self.page.evaluate("model.subjects.filter((one) => "
                               "one.findings[1] > 0).length"),
            self.count(".matrix tbody tr"))

    def test_scores_are_words_and_bars_and_never_one_number(self):
        self.open("#/")
        score = self.page.evaluate(
            "subjectOf('numpy').families['nx/elementwise']")
        cell = "td.family a[href='#/subject/numpy/nx/elementwise']"
        said = self.page.evaluate(
            f"document.querySelector({json.dumps(cell)}).ariaLabel")
        for count in score:
            self.assertIn(f"{count:,}", said)
        self.assertEqual(
            sum(1 for part in (score[0], score[1] - score[0],
                               score[2] - score[1]) if part > 0),
            self.count(cell + " .meter > span"))
        self.page.click(cell)
        self.wait_address("#/subject/numpy/nx/elementwise")
        self.assertIn("elementwise of nx", self.heading())
        self.page.press("Escape")
        self.wait_address("#/subject/numpy")

    def test_op_sets_have_addresses(self):
        self.open("#/")
        self.page.click("nav.choices a:nth-child(2)")
        name = self.page.evaluate("model.sets[1].name")
        self.wait_address("#/set/" + name)
        self.assertEqual("all of " + name, self.page.evaluate(
            "document.querySelector('thead th.whole-set').textContent"))

    def test_subject_shows_findings_changes_and_badges(self):
        self.open("#/")
        self.page.click(".matrix tbody th a[href='#/subject/numpy']")
        self.wait_address("#/subject/numpy")
        shown = self.text()
        self.assertIn("profile numpy", shown)
        for part in ("Findings", "What changed", "Ops by dtype", "Profile",
                     "Live controls", "Composed ops", "Badges"):
            self.assertIn(part, shown)
        findings = self.page.evaluate(
            "newestOf(subjectOf('numpy')).findings.length")
        self.assertGreater(findings, 0)
        self.assertIn(self.page.evaluate(
            "newestOf(subjectOf('numpy')).findings[0].title"), shown)
        self.assertIn("[![numpy, op set nx](SITE/badges/numpy-nx.svg)]", shown)
        self.assertTrue((self.site / "badges/numpy-nx.svg").exists())
        self.assertTrue(self.page.evaluate(
            "[...document.querySelectorAll('.badges img')]"
            ".every((image) => image.src.startsWith('file:'))"))
        # The older run has no failure of flip, which passed there.
        self.assertIn("flip", self.page.evaluate(
            "[...document.querySelectorAll('.change')].find((one) => "
            "one.textContent.startsWith('Newly failing')).textContent"))
        self.assertIn("New findings", shown)
        rows = self.page.evaluate(
            "[...document.querySelectorAll('.changes li')].map((line) => "
            "line.querySelector('a').textContent)")
        self.assertEqual({"flip"}, set(rows))

    def test_keyboard_walks_the_grid_and_opens_a_cell(self):
        self.open("#/subject/numpy/nx/elementwise")
        for _ in range(200):
            self.page.press("Tab")
            if self.page.evaluate("document.activeElement.role") == "gridcell":
                break
        first = self.page.evaluate("document.activeElement.ariaLabel")
        self.assertEqual("solid", self.page.evaluate(
            "getComputedStyle(document.activeElement).outlineStyle"))
        self.page.press("ArrowRight")
        self.page.press("ArrowDown")
        second = self.page.evaluate("document.activeElement.ariaLabel")
        self.assertNotEqual(first, second)
        self.page.press("Enter")
        self.page.wait_for("document.querySelector('h1').textContent"
                           ".includes(' on ')")
        self.page.press("Escape")
        self.wait_address("#/subject/numpy/nx/elementwise")
        self.assertEqual(second, self.page.evaluate(
            "document.activeElement.ariaLabel"))

    def test_operation_and_clause_show_what_was_expected_and_came(self):
        self.open("#/")
        slug, row, dtype, clause, call, got, op, *_ = self.broken_cell()
        self.go(f"#/op/{op}")
        self.assertEqual(op, self.heading())
        shown = self.text()
        self.assertIn(call, shown)
        self.assertIn(clause, shown)
        label = self.page.evaluate(
            "[...document.querySelectorAll('td[role=gridcell]')].map((cell) => "
            "cell.ariaLabel).find((label) => label.startsWith("
            f"{json.dumps('numpy ' + dtype + ': ')}))")
        self.assertIn("failing case", label)
        self.page.click(f"a[href='#/clause/{clause}']")
        self.wait_address(f"#/clause/{clause}")
        shown = self.text()
        self.assertIn("Who promises what", shown)
        self.assertIn(self.page.evaluate(
            f"contractClause({json.dumps(clause)})[1]"), shown)
        self.assertIn(call, shown)
        self.go(self.page.evaluate(
            f"cellHash(subjectOf({json.dumps(slug)}), "
            f"rowNamed({json.dumps(row)}), "
            f"model.dtypes.indexOf({json.dumps(dtype)}))"))
        self.assertIn(call, self.text())
        self.assertIn(got.split()[0], self.text())

    def test_a_clause_says_whom_it_binds(self):
        self.open("#/clause/round.half")
        stances = self.page.evaluate("""Object.fromEntries([...document
            .querySelectorAll('.stances tbody tr')].map((line) => [
            line.querySelector('.stance').className.split(' ')[1],
            line.textContent]))""")
        self.assertIn("reference", stances["binds"])
        self.assertIn("numpy", stances["otherwise"])
        self.assertIn("even", stances["otherwise"])

    def test_compares_two_subjects(self):
        self.open("#/compare/numpy/reference")
        cells = self.page.evaluate(
            "differingCells(newestOf(subjectOf('numpy')), "
            "newestOf(subjectOf('reference')))")
        self.assertGreater(len(cells["answers"]), 0)
        self.assertGreater(len(cells["claims"]), 0)
        self.assertEqual(len(cells["answers"]),
                         self.count("td[role=gridcell] .half") // 2)
        self.assertIn("promise different things", self.text())
        self.assertIn("Only numpy", self.text())
        self.page.click(".choices[role=group] button:nth-child(2)")
        self.assertEqual(len(cells["claims"]),
                         self.count("td[role=gridcell] .half") // 2)

    def test_accuracy_keeps_samples_and_every_input_apart(self):
        self.open("#/accuracy")
        self.assertEqual("Accuracy on float32", self.heading())
        self.go("#/accuracy/float16")
        sampled = self.count(".error.sampled")
        self.assertGreater(sampled, 0)
        self.assertEqual(1, self.count(".error.every"))
        self.assertRegex(self.page.evaluate(
            "document.querySelector('.error.every').title"),
                         r"^over every input: 0\.\d+ ULP at \S+")
        self.page.click(".choices button:nth-child(3)")
        self.assertEqual((0, sampled), (self.count(".error.every"),
                                        self.count(".error.sampled")))
        self.page.click(".choices button:nth-child(2)")
        self.assertEqual((1, 0), (self.count(".error.every"),
                                  self.count(".error.sampled")))
        self.page.click(".choices button:nth-child(1)")
        titles = self.page.evaluate(
            "[...document.querySelectorAll('.error.sampled')]"
            ".map((one) => one.title)")
        for title in titles:
            self.assertRegex(title, r"^over samples: \S+ ULP( at .+)?$")
        self.assertTrue(any(" at " in title for title in titles))

    def test_benchmarks_begin_with_the_slowest(self):
        self.open("#/bench/0")
        self.assertIn("geometric mean", self.text())
        ratios = [float(text) for text in self.page.evaluate(
            "[...document.querySelectorAll('.ratios td.ratio b')]"
            ".map((one) => one.textContent)")]
        self.assertGreater(len(ratios), 0)
        self.assertEqual(sorted(ratios), ratios)
        self.type("nothinglikethis")
        self.assertIn("No workload matches.", self.text())

    def test_about_names_left_out_runs_and_files(self):
        self.open("#/about")
        shown = self.text()
        for sentence in self.page.evaluate("model.left_out"):
            self.assertIn(sentence, shown)
        for file in self.page.evaluate(
                "[...document.querySelectorAll('.files a')]"
                ".map((one) => one.getAttribute('href'))"):
            self.assertTrue((self.site / file).exists(), file)


if __name__ == "__main__":
    page_tests.run("the site in a browser")
