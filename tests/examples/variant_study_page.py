#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts, filters and opens pictures on a page of variant-study in headless Chromium: variant_study_page.py PROGRAM

PROGRAM prints a page with known tables. A script that this test adds to it clicks and types, and leaves what it sees in
the document. Without Chromium the test is skipped.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

DRIVER = """
<pre id="seen"></pre>
<script>
const seen = { errors: errors };
const rows = () => [...document.querySelectorAll("tr.row td.variant")].map((cell) => cell.textContent);
const column = (key) => [...document.querySelectorAll("tr.row")].map((row) => row.cells[[...document.querySelectorAll("th[data-key]")].findIndex((h) => h.dataset.key === key)].textContent);
const press = (key) => document.querySelector(`th[data-key=${key}] button`).click();
const type = (words) => { const box = document.getElementById("filter"); box.value = words; box.dispatchEvent(new Event("input")); };
const choose = (kernel) => { const box = document.getElementById("kernel"); box.value = kernel; box.dispatchEvent(new Event("change")); };
seen.first = rows();
seen.headings = [...document.querySelectorAll("th")].map((h) => h.textContent);
press("seconds"); seen.up = rows();
seen.sorted = document.querySelector("th[data-key=seconds]").ariaSort;
press("seconds"); seen.down = rows();
press("variant"); seen.byName = rows();
press("predicted_load_degree"); seen.byDegree = rows();
seen.degrees = column("predicted_load_degree");
seen.times = column("seconds");
seen.least = column("least_seconds");
seen.rates = column("per_second");
type("CONT timed"); seen.filtered = rows();
seen.count = document.getElementById("count").textContent;
type("no such variant"); seen.none = rows();
type(""); choose("sum"); seen.kernel = rows();
choose("copy"); press("seconds");
document.querySelector("tr.row").click();
seen.pictures = document.querySelectorAll("tr.picture svg").length;
seen.cells = document.querySelectorAll("tr.picture svg path").length;
const box = document.querySelector("tr.picture svg").getBoundingClientRect();
seen.pictureWidth = box.width;
document.querySelector("tr.row").click();
seen.closed = document.querySelectorAll("tr.picture").length;
[...document.querySelectorAll("tr.row")].at(-1).click();
seen.reason = document.querySelector("tr.picture").textContent;
seen.about = document.getElementById("about").textContent;
seen.title = document.title;
seen.requests = performance.getEntriesByType("resource").length;
document.getElementById("seen").textContent = JSON.stringify(seen);
</script>
"""
ERRORS = "<script>const errors = []; window.onerror = (message) => { errors.push(message); };</script>"


def browse(page):
    """What the driver has seen."""
    browser = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    if browser is None:
        print("skipped: there is no Chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "page.html")
        path.write_text(page.replace("<head>", "<head>" + ERRORS, 1).replace("</body>", DRIVER + "</body>"), encoding="utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/profile",
                   "--virtual-time-budget=5000", "--dump-dom", path.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    found = re.search(r'<pre id="seen">(.+?)</pre>', done.stdout, re.DOTALL)
    if not found:
        sys.exit(f"failed: the page's script did not run to its end\n{done.stdout[-3000:]}\n{done.stderr[-2000:]}")
    return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def main(program):
    page = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    expect("the page refers to nothing else", not re.search(r"(?:src|href)\s*=|@import|url\(|https?://(?!www\.w3\.org/2000/svg)", page))
    seen = browse(page)
    strange = 'd/<i>&"quoted\\'
    expect(f"no error of a script: {seen['errors']}", seen["errors"] == [])
    expect("at first by rank", seen["first"] == ["b/interleaved", "c/contiguous", "a/vectors", strange, "a/sum"])
    expect("groups", "measured" in seen["headings"] and "predicted" in seen["headings"])
    expect("no empty column", "registers" not in seen["headings"])
    expect("by time", seen["up"] == ["b/interleaved", "c/contiguous", "a/vectors", "a/sum", strange])
    expect("the heading says so", seen["sorted"] == "ascending")
    expect("by time, downwards, unknown last", seen["down"] == ["a/sum", "a/vectors", "c/contiguous", "b/interleaved", strange])
    expect("by name", seen["byName"] == ["a/sum", "a/vectors", "b/interleaved", "c/contiguous", strange])
    expect("by prediction", seen["byDegree"] == ["a/sum", "c/contiguous", "a/vectors", "b/interleaved", strange])
    expect("predicted", seen["degrees"] == ["12.5%", "25.0%", "50.0%", "100.0%", ""])
    expect("beside measured", seen["times"] == ["5.000 ms", "3.000 µs", "10.00 µs", "2.000 µs", ""])
    expect("the least time", seen["least"] == ["2.500 ms", "1.500 µs", "5.000 µs", "1.000 µs", ""])
    expect("each with its kernel's unit", seen["rates"][:2] == ["200.0 Gflop/s", "333.3 TB/s"])
    expect("filtered by words", seen["filtered"] == ["c/contiguous"] and seen["count"] == "1 of 5 variants")
    expect("filtered to nothing", seen["none"] == [])
    expect("of one kernel", seen["kernel"] == ["a/sum"])
    expect("the picture of a row", seen["pictures"] == 1 and seen["cells"] > 32 and seen["pictureWidth"] > 300)
    expect("is closed again", seen["closed"] == 0)
    expect("the reason", "its error is 1 > 0" in seen["reason"] and "no picture" in seen["reason"])
    expect("names are text", "CPU <b>&amp;</b>" in seen["about"] and "</script>" in seen["about"])
    expect("and no code", seen["title"] == "Variants, measured and predicted")
    expect("a study without a GPU says so", "No GPU was used" in seen["about"])
    expect("nothing is loaded", seen["requests"] == 0)
    sys.exit("".join(f"failed: {what}\n" for what in WRONG) + json.dumps(seen, indent=1) if WRONG else None)


def expect(what, holds):
    if not holds:
        WRONG.append(what)


WRONG = []
main(sys.argv[1])
