"""docs/strength.md is written from what was measured, and so is the table of levels in the program. In TAP."""

import json
import os
import subprocess
import sys
import tempfile

from serving import run

TOP = os.environ["IMMURE_SOURCE"]
sys.path.insert(0, os.path.join(TOP, "tools"))
import strength  # noqa: E402

TODAY = {("amazons", "8x8"): {"commit": "abc1234", "bench": "1"}, ("quoridor", "standard"): {"commit": "abc1234", "bench": "2"}}


def test_rows_of_other_engines():
    words = [strength.engine_words(row, TODAY["amazons", "8x8"])
             for row in ({"commit": "older12", "bench": "1"}, {"commit": "older12", "bench": "3"}, {})]
    yield "a row says which engine played it", words == ["older12", "older12 (older)", "not recorded"], words
    levels = {game: {"date": "today", "commit": "older12", "bench": "2", "games": 8, "elo": [0, 90, -5]} for game, _ in TODAY}
    rows = strength.level_table(levels, TODAY).splitlines()[2:]
    expected = ["| today | older12 (older) | Amazons 8x8 | 8 | 0 | +90 | -5 |", "| today | older12 | Quoridor | 8 | 0 | +90 | -5 |"]
    yield "and so do the levels", rows == expected, rows
    boards = [strength.variant_of(match) for match in ({"game": "amazons"}, {"game": "amazons", "options": "--size 10"},
                                                       {"game": "quoridor", "options": "--concurrency 1 --variant sjtu"})]
    yield "of the board that was played on", boards == ["8x8", "10x10", "sjtu"], boards


def test_time_of_programs_from_outside():
    """It is what the match says of them."""
    numbers = {"move_ms_mean_1": "98.1", "move_ms_longest_1": "103", "move_ms_mean_2": "512.0", "move_ms_longest_2": "1500"}
    took = strength.spent({"A": "engine=immure", "B": "$OUTSIDE"}, numbers)
    yield "is told of those from outside", took == {"B": {"mean_s": 0.512, "longest_s": 1.5}}, took
    words = strength.time_words({"time-title": "1 s", "spent": took})
    yield "in their row", words == "1 s; B took 0.51 s, at most 1.50 s", words


def test_levels_in_the_program():
    """The table is made of the file, whatever it says."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "levels.json"), os.path.join(folder, "levels.c")
        with open(source, "w", encoding="utf-8") as file:
            json.dump({"amazons": {"elo": [0, 12, 345]}}, file)
        subprocess.run([sys.executable, os.path.join(TOP, "tools/level_elo.py"), out, source], check=True)
        text = open(out, encoding="utf-8").read()
    yield "levels.json becomes C", '{"amazons", {0, 12, 345}},' in text, text
    measured = json.load(open(os.path.join(TOP, "docs/strength/levels.json"), encoding="utf-8"))
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "src", "web/src"], cwd=TOP, check=True,
                            capture_output=True, text=True).stdout.split()
    lists = [", ".join(str(elo) for elo in row["elo"]) for row in measured.values()]
    copies = [name for name in listed if any(text in open(os.path.join(TOP, name), encoding="utf-8", errors="replace").read() for text in lists)]
    yield "and no source has a copy", copies == [], copies


run([test_rows_of_other_engines, test_time_of_programs_from_outside, test_levels_in_the_program])
