"""Tests of the pages of benchmarks, and of tables that scroll sideways. They
are methods of the class of tests/reports/browser_test.py, so that one browser
serves all.
"""

import json

ADD = "elementwise/add:contiguous:dtype=float32,level=l1,shape=3072"
# Median and interval by workload, not sorted. Their geometric mean is 1.26.
RATIOS = {
    "elementwise/exp:contiguous:dtype=float32,level=l1,shape=3072":
        [2.0, 1.9, 2.1],
    ADD: [0.5, 0.45, 0.55],
    "reduction/reduce_sum:all:dtype=float32,level=l1,shape=64x64":
        [4.0, 3.9, 4.1],
    "elementwise/abs:contiguous:dtype=float32,level=l1,shape=3072":
        [1.0, 0.95, 1.05],
    "reduction/reduce_max:all:dtype=float32,level=l1,shape=64x64":
        [0.8, 0.7, 0.9],
}
SLOWEST_FIRST = ["0.50", "0.80", "1.00", "2.00", "4.00"]


def write_benches(real, folder):
    """Makes of a real record of benchmarks one with known ratios to NumPy, and
    one whose texts and numbers are odd."""
    head, row = map(json.loads, real.read_text("utf-8").splitlines()[:2])
    head["subjects"], head["peers"] = ["optimized"], ["numpy"]
    head["versions"] = {"optimized": "0.9.1", "numpy": "1.24.2"}
    rows = []
    for id_, ratio in RATIOS.items():
        rows.append(dict(row, id=id_, family=id_.split("/")[0],
                         subject="optimized", peer="numpy", ratio=ratio,
                         control=[1, 0.99, 1.01], verdict="unclear"))
    rows[0]["control"] = [1.1, 1.05, 1.15]
    rows.append(dict(rows[0], id="special/erf:contiguous", peer="",
                     verdict="measured"))
    rows.append(dict(rows[0], id="linalg/qr:contiguous", verdict="withheld",
                     reason="1 of 2 cases do not pass"))
    text = "".join(json.dumps(line) + "\n" for line in [head, *rows])
    (folder / "known.jsonl").write_text(text, "utf-8")
    head["versions"]["numpy"] = "<img src=x onerror=alert(1)>"
    rows[0].update(id="</script><b>bold</b>", family="<i>family</i>")
    rows[1]["ratio"] = ["inf", 2, "inf"]
    rows[2]["ratio"] = ["nan", "nan", "nan"]
    text = "".join(json.dumps(line) + "\n" for line in [head, *rows])
    (folder / "odd_bench.jsonl").write_text(text, "utf-8")
    return folder / "known.jsonl", folder / "odd_bench.jsonl"


class BenchPage:
    """`known_bench` and `odd_bench` are the pages of write_benches."""

    def texts(self, selector):
        return self.page.evaluate(
            f"[...document.querySelectorAll({json.dumps(selector)})]"
            ".map((node) => node.textContent)")

    def sorted_by(self):
        return self.page.evaluate(
            "[...document.querySelectorAll('.ratios thead [aria-sort]')]"
            ".map((head) => head.textContent + ' ' + head.ariaSort)")

    def test_a_bench_shows_ratios_shares_and_times_over_sizes(self):
        page = self.page
        page.open(self.bench)
        self.assertEqual("Benchmarks of reference", self.heading())
        ratios = page.evaluate("[...document.querySelectorAll('td.ratio')]"
                               ".map((cell) => cell.title)")
        self.assertEqual(5, len(ratios))
        for title in ratios:
            self.assertRegex(title, r"^\w+: [0-9.]+ \[.*A/A [0-9.]+ \[.*"
                             r"against .*rounds$")
        points = page.evaluate("document.querySelector('.chart polyline')"
                               ".getAttribute('points')")
        self.assertEqual(5, len(points.split()))
        self.assertNotIn("NaN", points)
        shares = page.evaluate("[...document.querySelectorAll('.bar')]"
                               ".map((bar) => bar.ariaLabel)")
        self.assertEqual(2, len(shares))  # a call has no roofline
        for share in shares:
            self.assertRegex(share, r"^[0-9]+ %$")
        self.assertRegex(self.text(), r"add over 32 KiB: [0-9.]+ GB/s")
        for scheme in ("light", "dark"):
            page.emulate(prefers_color_scheme=scheme)
            page.resize(390, 844)
            wide = page.evaluate("document.documentElement.scrollWidth")
            self.assertLessEqual(wide, 390, scheme)

    def test_a_bench_is_one_click_from_its_conformance_and_back(self):
        page = self.page
        page.open(self.both)
        self.assertIn("Conforms to profile nx", self.text())
        page.click(".bench-links a")
        self.wait_heading("Benchmarks of reference")
        page.press("Escape")
        page.wait_for("document.querySelector('h1').textContent"
                      ".startsWith('reference')")

    def test_a_bench_begins_with_a_summary_of_each_peer(self):
        page = self.page
        page.open(self.known_bench)
        self.assertEqual(["optimized 0.9.1 against NumPy 1.24.2"],
                         self.texts(".contest h3"))
        self.assertEqual(["1.26"], self.texts(".contest .mean"))
        self.assertEqual(["2 slower", "1 as fast", "2 faster"],
                         self.texts(".standings li"))
        slowest = self.texts(".slowest li")
        self.assertEqual(3, len(slowest))
        self.assertEqual("0.50 [0.45, 0.55] " + ADD, slowest[0])
        shown = self.text()
        self.assertIn("geometric mean 1.019, from 1.000 to 1.100; 1 of 5 "
                      "intervals does not contain 1.", shown)
        self.assertIn("5 unclear.", shown)
        self.assertIn("1 of 2 cases do not pass", shown)
        page.click(".slowest .to-row")
        self.assertIn(ADD, page.evaluate(
            "document.activeElement.closest('.ratios tr').textContent"))

    def test_workloads_come_slowest_first_and_sort_by_each_head(self):
        page = self.page
        page.open(self.known_bench)
        ratios = ".ratios tbody td.ratio b"
        self.assertEqual(SLOWEST_FIRST, self.texts(ratios))
        self.assertEqual(["Ratio ascending"], self.sorted_by())
        # The workload without a peer has no ratio and stays last.
        last = ".ratios tbody tr:last-child th"
        self.assertEqual(["special/erf:contiguous"], self.texts(last))
        page.click(".ratios thead th:nth-child(1) button")
        self.assertEqual(SLOWEST_FIRST[::-1], self.texts(ratios))
        self.assertEqual(["Ratio descending"], self.sorted_by())
        self.assertEqual(["special/erf:contiguous"], self.texts(last))
        page.click(".ratios thead th:nth-child(3) button")
        self.assertEqual(sorted([*RATIOS, "special/erf:contiguous"]),
                         self.texts(".ratios tbody th"))
        self.assertEqual(["Workload ascending"], self.sorted_by())
        page.click(".ratios thead th:nth-child(3) button")
        self.assertEqual(["Workload descending"], self.sorted_by())
        self.assertEqual(["special/erf:contiguous"],
                         self.texts(last.replace("last", "first")))
        # By keyboard, from the head that was clicked back to the first one.
        page.press("Tab", modifiers=8)
        page.press("Tab", modifiers=8)
        page.press("Enter")
        self.assertEqual(["Ratio ascending"], self.sorted_by())
        self.assertEqual(SLOWEST_FIRST, self.texts(ratios))
        self.assertEqual(["special/erf:contiguous"], self.texts(last))
        for at in range(1, 1 + len(self.texts(".ratios thead th"))):
            page.click(f".ratios thead th:nth-child({at}) button")
            self.assertEqual(1, len(self.sorted_by()))
            self.assertEqual(6, len(self.texts(".ratios tbody tr")))

    def test_a_plot_has_a_dot_for_each_workload(self):
        page = self.page
        for scheme in ("light", "dark"):
            page.emulate(prefers_color_scheme=scheme)
            page.open(self.known_bench)
            self.assertEqual(len(RATIOS), page.evaluate(
                "document.querySelectorAll('.strip-plot .dot').length"))
            self.assertEqual(["elementwise (3)", "reduction (2)"],
                             self.texts(".strip-plot .lane"))
            # The three dots of elementwise, the slowest first.
            dots, even = page.evaluate("""[
                [...document.querySelectorAll('.dot')].map((dot) =>
                    parseFloat(dot.getAttribute('cx'))),
                parseFloat(document.querySelector('.even-line')
                    .getAttribute('x1'))]""")
            self.assertLess(dots[0], even)
            self.assertAlmostEqual(dots[1], even)
            self.assertGreater(dots[2], even)
            # The axis is logarithmic: 0.5 and 2 are as far from 1.
            self.assertAlmostEqual(dots[2] - even, even - dots[0])
            ground, dot = page.evaluate("""[
                getComputedStyle(document.querySelector('.band')).fill,
                getComputedStyle(document.querySelector('.dot.slower')).fill]
                """)
            self.assertNotEqual(ground, dot)
        self.assertIn("5 dots from 0.50 to 4.00", page.evaluate(
            "document.querySelector('.strip-plot').ariaLabel"))
        page.click(".dot.slower")
        self.assertIn(ADD, page.evaluate(
            "document.activeElement.closest('.ratios tr').textContent"))
        page.evaluate("document.querySelector('.dot.slower').focus()")
        page.press("ArrowRight")
        page.press("ArrowDown")
        self.assertTrue(self.focused().startswith("reduction/reduce_max"))
        page.press("Enter")
        self.assertIn("reduce_max", page.evaluate(
            "document.activeElement.closest('.ratios tr').textContent"))
        page.click(".strips summary")
        self.assertEqual(["elementwise", "3", "0.50", "1.00", "2.00"],
                         self.texts(".families tbody tr:first-child > *"))

    def test_texts_and_numbers_of_a_bench_stay_what_they_are(self):
        page = self.page
        page.open(self.odd_bench)
        shown = self.text()
        for part in ("</script><b>bold</b>", "<img src=x onerror=alert(1)>",
                     "Infinity [2.00, Infinity]", "NaN [NaN, NaN]"):
            self.assertIn(part, shown)
        self.assertIn("<i>family</i> (1)", self.texts(".lane"))
        self.assertEqual(3, page.evaluate(
            "document.querySelectorAll('.dot').length"))
        self.assertEqual(0, page.evaluate(
            "document.querySelectorAll('main img, main i, td b b, th b')"
            ".length"))

    def sides_of(self, selector):
        """Returns where a box has more, the text of its hint if that is shown,
        and whether its edge fades."""
        self.page.wait_for(
            "new Promise((resume) => requestAnimationFrame(() => "
            "requestAnimationFrame(() => resume(true))))")
        return self.page.evaluate(f"""(() => {{
            const box = document.querySelector({json.dumps(selector)});
            const hint = document.getElementById(
                box.getAttribute('aria-describedby'));
            const shown = hint && hint.checkVisibility();
            return [box.dataset.more, shown ? hint.textContent : '',
                getComputedStyle(box).maskImage !== 'none']; }})()""")

    def test_a_phone_shows_ratios_and_that_tables_scroll(self):
        page = self.page
        hint = "↔ This table is wider than the screen and scrolls sideways."
        for url in (self.known_bench, self.bench):
            page.resize(400, 800)
            page.open(url)
            width, left, right = page.evaluate("""(() => {
                const box = document.querySelector('td.ratio')
                    .getBoundingClientRect();
                return [document.documentElement.clientWidth, box.left,
                    box.right]; })()""")
            self.assertGreaterEqual(left, 0)
            self.assertLessEqual(right, width)
            self.assertLessEqual(page.evaluate(
                "document.documentElement.scrollWidth"), 400)
            table = ".scroll:has(.ratios)"
            self.assertEqual(["right", hint, True], self.sides_of(table))
            # The keyboard scrolls it, too.
            self.assertEqual("0", page.evaluate(
                f"document.querySelector('{table}').getAttribute('tabindex')"))
        page.open(self.numpy)
        matrix = ".map"
        self.assertEqual(["right", hint, True], self.sides_of(matrix))
        page.evaluate("document.querySelector('.map').scrollLeft = 60")
        self.assertEqual(["left right", hint, True], self.sides_of(matrix))
        page.evaluate("document.querySelector('.map').scrollLeft = 9999")
        self.assertEqual(["left", hint, True], self.sides_of(matrix))
        page.resize(1280, 900)
        self.assertEqual(["", "", False], self.sides_of(matrix))
