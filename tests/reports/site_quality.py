"""Tests of what holds on every page of the site: widths, links, contrast,
downloads and odd texts. Methods of the class of site_browser_test.py, so that
one browser and one published folder serve every test.
"""

import csv
import io
import json
import shutil

WIDTHS = (390, 820, 1280)

# Returns the texts whose contrast with the nearest grounds is too low. Grounds
# may be translucent, so they are laid over each other.
CONTRAST = """(() => {
    const read = (text) => {
        const parts = text.match(/[0-9.]+/g).map(Number);
        return parts.length < 4 ? [...parts.slice(0, 3), 1] : parts; };
    const over = (top, below) => [0, 1, 2].map((i) =>
        top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
    const groundOf = (node) => node === null ? [255, 255, 255, 1] :
        over(read(getComputedStyle(node).backgroundColor),
            read(getComputedStyle(node).backgroundColor)[3] === 1 ?
                [0, 0, 0, 1] : groundOf(node.parentElement));
    const light = (colour) => {
        const [r, g, b] = colour.slice(0, 3).map((part) => part / 255)
            .map((c) => c <= 0.04045 ? c / 12.92 :
                ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const low = new Set();
    for (const node of document.querySelectorAll('body *')) {
        if (![...node.childNodes].some((child) => child.nodeType === 3 &&
            child.textContent.trim() !== '')) continue;
        if (node.closest('script, style, noscript, select, svg')) continue;
        const style = getComputedStyle(node);
        const [a, b] = [light(read(style.color)), light(groundOf(node))]
            .sort((x, y) => x - y);
        if ((b + 0.05) / (a + 0.05) < 4.5)
            low.add(node.tagName + '.' + node.className);
    }
    return [...low]; })()"""


class SiteQuality:
    """Needs `page`, `site`, `copies` and open() of the class that has it."""

    def saved(self, ending):
        """Clicks on a download and returns its name, type and text."""
        self.page.evaluate("""(() => {
            window.saved = null;
            const real = URL.createObjectURL;
            URL.createObjectURL = (blob) => {
                blob.text().then((text) => {
                    window.saved = [blob.type, text]; });
                URL.createObjectURL = real;
                return 'blob:none';
            };
            HTMLAnchorElement.prototype.click = function() {
                window.savedAs = this.download; }; })()""")
        self.page.click(f".download[data-ending={ending}]")
        kind, text = self.page.wait_for("window.saved")
        return self.page.evaluate("window.savedAs"), kind, text

    def test_downloads_have_what_is_shown(self):
        self.open("#/")
        self.type("numpy fourier")
        name, kind, text = self.saved("csv")
        self.assertEqual(("assay-matrix-nx.csv", "text/csv"), (name, kind))
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(["all of nx", "fourier"],
                         [row["family"] for row in rows])
        score = self.page.evaluate("subjectOf('numpy').families['nx/fourier']")
        self.assertEqual(
            [str(count) for count in score],
            [rows[1][column] for column in ("proven", "claimed", "cells")])
        self.type("")
        slug, row, dtype, _, call, _, op, *_ = self.broken_cell()
        for address, file, column in (
                ("#/subject/" + slug, slug, "row"), ("#/op/" + op, op, "row"),
                ("#/accuracy", "accuracy-float32", "function"),
                ("#/compare/numpy/reference", "compare-numpy-reference", "row"),
                ("#/bench/0", "bench-0", "workload")):
            self.go(address)
            name, kind, text = self.saved("json")
            self.assertEqual((f"assay-{file}.json", "application/json"),
                             (name, kind))
            content = json.loads(text)
            self.assertEqual(self.page.evaluate("model.suite"),
                             content["suite"])
            self.assertGreater(len(content["rows"]), 0, address)
            self.assertTrue(all(one[column] for one in content["rows"]))
            if address.startswith("#/op/"):
                self.assertIn((row, dtype, call), [
                    (one["row"], one["dtype"], one["call"])
                    for one in content["rows"]])
            lines = list(csv.reader(io.StringIO(self.saved("csv")[2])))
            self.assertEqual(len(content["rows"]) + 1, len(lines))

    def addresses(self):
        slug, row, dtype, clause, _, _, op, family, name = self.broken_cell()
        return ["#/", "#/set/lax", "#/ops", "#/about", "#/accuracy",
                "#/bench/0", f"#/subject/{slug}", f"#/op/{op}",
                f"#/subject/{slug}/{name}/{family}", f"#/clause/{clause}",
                "#/compare/numpy/reference", "#/nosuch/place",
                self.page.evaluate(
                    f"hashOf('cell', {json.dumps(slug)}, {json.dumps(row)}, "
                    f"{json.dumps(dtype)})")]

    def test_fits_every_width_in_both_schemes(self):
        self.open("#/")
        addresses = self.addresses()
        grounds = set()
        for scheme in ("light", "dark"):
            self.page.emulate(prefers_color_scheme=scheme)
            for width in WIDTHS:
                self.page.resize(width, 900)
                for address in addresses:
                    self.go(address)
                    wide = self.page.evaluate(
                        "document.documentElement.scrollWidth")
                    self.assertLessEqual(wide, width, f"{address} {scheme}")
            grounds.add(self.page.evaluate(
                "getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(2, len(grounds))

    def test_every_link_leads_to_a_page(self):
        self.open("#/")
        for address in self.addresses():
            self.go(address)
            lost = self.page.evaluate("""[...document.querySelectorAll(
                'a[href^="#/"], [data-hash]')].map((node) => node.dataset.hash ||
                node.getAttribute('href')).filter((hash) =>
                viewOf(hash).title === 'Nothing at this address')""")
            self.assertEqual([], lost, address)

    def test_a_wrong_address_and_a_missing_file_get_a_sentence(self):
        for address in ("#/nosuch", "#/subject/nobody", "#/op/constructor",
                        "#/set/%", "#/bench/99", "#/compare/numpy/nobody",
                        "#/cell/numpy/nosuch/int8", "#/accuracy/nosuch"):
            self.open(address)
            self.assertEqual("Nothing at this address", self.heading(), address)
        copy = self.copies / "partial"
        shutil.copytree(self.site, copy)
        (copy / "data/subjects/numpy.js").unlink()
        for address in ("#/subject/numpy", "#/op/add", "#/accuracy"):
            self.open(address, copy)
            self.assertIn("data/subjects/numpy.js", self.text())
        (copy / "data/index.js").unlink()
        self.page.open((copy / "index.html").as_uri())
        self.page.wait_for("document.querySelector('h1').textContent "
                           "=== 'No data'")
        # Chromium reports each missing file; nothing else may go wrong.
        self.page.trouble[:] = [entry for entry in self.page.trouble if
                                "ERR_FILE_NOT_FOUND" not in str(entry)]

    def test_texts_of_runs_stay_texts(self):
        copy = self.copies / "odd"
        shutil.copytree(self.site, copy)
        evil = "<img src=x onerror=alert(1)>"
        for name in ("index", "subjects/numpy", "contract"):
            file = copy / f"data/{name}.js"
            text = file.read_text("utf-8")
            start, end = text.index(", ") + 2, text.rindex(");")
            content = json.loads(text[start:end])
            if name == "contract":
                for clause in content["clauses"].values():
                    clause[1] = evil
            else:
                entries = content.get("subjects", [content])
                for entry in entries:
                    entry["version"] = evil
                    for finding in entry["findings"]:
                        if isinstance(finding, dict):
                            finding["title"] = finding["example"] = evil
            file.write_text(text[:start] + json.dumps(content) + text[end:],
                            "utf-8")
        for address in ("#/", "#/subject/numpy", "#/op/add",
                        "#/clause/add.value", "#/compare/numpy/reference",
                        "#/about"):
            self.open(address, copy)
            self.assertIn(evil, self.text() + self.heading(), address)
            self.assertEqual(0, self.count("main img[src=x], main script"))

    def test_letters_can_be_read_on_their_colours(self):
        """The contrast of text and ground, as WCAG 2 has it, is 4.5 or more."""
        for scheme in ("light", "dark"):
            self.page.emulate(prefers_color_scheme=scheme)
            for address in ("#/", "#/subject/numpy", "#/accuracy"):
                self.open(address)
                low = self.page.evaluate(CONTRAST)
                self.assertEqual([], low, f"{scheme} {address}")
