"""strength.py [NAME...]: plays the matches of docs/strength/matches.txt and writes docs/strength.md.

    strength.py             plays what has no result yet, then writes the report
    strength.py NAME...     plays these (again), then writes the report
    strength.py levels      measures the levels of play (again), then writes the report
    strength.py --write     only writes the report

A match is a paragraph of `key value` lines in matches.txt. Its games are kept in build/strength, so
a run that was stopped goes on where it stopped; its result goes to docs/strength/results.json. A
player `$NAME` stands for a program that is not part of the project: the environment variable NAME
holds its words (`cmd=...,protocol=...`), and the match is passed over where it is not set. A player
`submission PROTOCOL ...` is the engine as one source file, compiled as sites do; `cpu v3` keeps our
engine to AVX2, which is what these files use.

What the levels were measured at goes to docs/strength/levels.json, which the program is built with
and the page reads.

A row names the commit and the bench signature, on its board, of the engine that played it; the
report marks rows of another engine than that of build/immure."""

import datetime
import html
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "strength"
RESULTS = FOLDER / "results.json"
LEVELS = FOLDER / "levels.json"
REPORT = ROOT / "docs" / "strength.md"
GRAPH = FOLDER / "scores.svg"
COMMANDS = FOLDER / "commands.txt"
JOURNALS = ROOT / "build" / "strength"
GAMES = {"amazons": "Amazons 8x8", "quoridor": "Quoridor"}
VARIANTS = {"amazons": "8x8", "quoridor": "standard"}  # without an option
# Kept with a result, so that the row still says what was played when matches.txt has changed.
TITLES = ("b-title", "time-title")
LEVEL_GAMES = 200  # between a level and the one below
START, END = "<!-- results: written by tools/strength.py -->", "<!-- end of results -->"


def read_matches():
    matches = {}
    for paragraph in re.split(r"\n\s*\n", (FOLDER / "matches.txt").read_text()):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        match = dict(line.split(None, 1) for line in lines)
        if match:
            matches[match["name"]] = match
    return matches


def read_results():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def submission_commands(match):
    """How the players that are source files are made."""
    commands = []
    for side in ("A", "B"):
        if match[side].startswith("submission "):
            file = f"build/strength/{match['name']}-{side}"
            options = match[side].removeprefix("submission ")
            commands += [f"build/immure submission {match['game']} --protocol {options} --time {match['time']} "
                         f"--book none -o {file}.cpp",
                         f"g++ -O2 -mavx -std=c++11 -x c++ {file}.cpp -o {file}"]
    return commands


def player_words(side, match):
    """The words of a player. Those of a program from outside are a variable's, for people to set."""
    words = match[side]
    if words.startswith("$"):
        return f"name={words[1:].lower()},{words},time={match['time']}"
    if words.startswith("submission "):
        # It keeps to its own time, too.
        return f"name={side},cmd=build/strength/{match['name']}-{side},protocol={words.split()[1]},time=2s"
    # An engine keeps to its time by its own clock; the referee's patience only spares it the
    # accidents of a busy machine.
    return f"name={side},{words},margin=1s" + ("" if "time=" in words else f",time={match['time']}")


def command_of(match):
    """The match as a command of the shell."""
    words = ["build/immure", "match", match["game"], "--games", match["games"], "--seed", "1"]
    if "options" in match:
        words.append(match["options"])
    for side in ("A", "B"):
        words.append(f'--player "{player_words(side, match)}"')
    if "cpu" in match:
        words.insert(0, f"IMMURE_CPU={match['cpu']}")
    return " ".join(words)


def is_playable(match):
    """Whether the programs from outside that it needs are there."""
    return all(match[side][1:] in os.environ for side in ("A", "B") if match[side].startswith("$"))


def variant_of(match):
    """The board or the rules that a match is played with."""
    options = dict(re.findall(r"--(size|variant) (\S+)", match.get("options", "")))
    size = options.get("size")
    return f"{size}x{size}" if size else options.get("variant", VARIANTS[match["game"]])


def engine(game, variant):
    """The engine that is built: its commit and the signature of its search. Each board has its own network."""
    bench = subprocess.run(["build/immure", "bench", game, "--variant", variant], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                           check=True)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return {"commit": commit.stdout.strip(), "bench": re.search(rf"^bench {game} (\d+)$", bench.stdout, re.M)[1]}


def machine():
    about = dict(re.findall(r"^(model name|flags)\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.M))
    level = ", AVX-512" if "avx512_vbmi2" in about.get("flags", "") else ""
    return f"{about.get('model name', platform.machine())}, {os.cpu_count()} cores{level}"


def spent(match, numbers):
    """What the clock says of programs from outside, which need not keep to the time that they are told."""
    return {side: {"mean_s": round(float(numbers[f"move_ms_mean_{player}"]) / 1000, 3),
                   "longest_s": float(numbers[f"move_ms_longest_{player}"]) / 1000}
            for side, player in (("A", 1), ("B", 2)) if match[side].startswith("$")}


def play(match, again):
    if not is_playable(match):
        print(f"{match['name']}: passed over, an outside program is not set")
        return None
    JOURNALS.mkdir(parents=True, exist_ok=True)
    journal = JOURNALS / f"{match['name']}.jsonl"
    if again and journal.exists():
        journal.unlink()
    for make in submission_commands(match):
        subprocess.run(make, shell=True, cwd=ROOT, check=True)
    command = command_of(match)
    print(f"{match['name']}: {command}", flush=True)
    run = subprocess.run(f"{command} --resume '{journal}'", shell=True, cwd=ROOT,
                         stdout=subprocess.PIPE, text=True, check=True)
    numbers = dict(re.findall(r"^(\w+) (-?[\d.]+)$", run.stdout, re.M))
    games = float(numbers["games"])
    for side, player in (("A", 1), ("B", 2)):
        # A crash is no game: it has to be found out about, not counted.
        if not match[side].startswith("$") and float(numbers[f"fouls_{player}"]):
            sys.exit(f"immure: {match['name']}: our own {side} broke down in a game, see {journal}")
    return {"date": datetime.date.today().isoformat(), "machine": machine(), **engine(match["game"], variant_of(match)),
            "command": "\n".join([*submission_commands(match), command]), **{key: match[key] for key in TITLES},
            "games": games, "score": float(numbers["points_1"]) / games,
            "timeouts": [float(numbers["timeouts_1"]), float(numbers["timeouts_2"])], "spent": spent(match, numbers),
            **{key: float(numbers[key]) for key in ("elo", "elo_error")}}


def measure_levels():
    """Both games side by side: each takes one core, and counts nodes instead of time."""
    commands = {game: f"build/immure levels {game} --games {LEVEL_GAMES}" for game in GAMES}
    runs = {}
    for game, command in commands.items():
        print(command, flush=True)
        runs[game] = subprocess.Popen(command.split(), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    measured = {}
    for game, run in runs.items():
        output = run.communicate()[0]
        if run.returncode:
            sys.exit(f"immure: the levels of {game} were not measured")
        numbers = {what: [int(number) for number in re.findall(rf"^level_\d_{what} (-?\d+)$", output, re.M)]
                   for what in ("elo", "elo_error")}
        measured[game] = {"date": datetime.date.today().isoformat(), **engine(game, VARIANTS[game]),
                          "command": commands[game], "games": LEVEL_GAMES, **numbers}
    LEVELS.write_text(json.dumps(measured, indent=1) + "\n")


def score_words(result):
    """A score, and how many games it owes to the other's clock."""
    on_time = result.get("timeouts", [0, 0])[1]
    return f"{100 * result['score']:.1f} %" + (f", {on_time:.0f} games on time" if on_time else "")


def time_words(result):
    """The time for a move, and what programs from outside took of it."""
    return "; ".join([result["time-title"], *(f"{side} took {took['mean_s']:.2f} s, at most {took['longest_s']:.2f} s"
                                             for side, took in result.get("spent", {}).items())])


def engine_words(result, today):
    """Which engine played, and whether it is not the one of today."""
    if "bench" not in result:
        return "not recorded"
    return result["commit"] + ("" if result["bench"] == today["bench"] else " (older)")


def level_table(levels, today):
    """What each level was measured at above level 1."""
    count = len(next(iter(levels.values()))["elo"])
    lines = [f"| date | engine | game | games a step | {' | '.join(f'level {i + 1}' for i in range(count))} |",
             "|---" * (4 + count) + "|"]
    for game, row in levels.items():
        lines.append(f"| {row['date']} | {engine_words(row, today[game, VARIANTS[game]])} | {GAMES[game]} | {row['games']} | "
                     f"{' | '.join(f'{elo:+d}' if elo else '0' for elo in row['elo'])} |")
    return "\n".join(lines)


def table(matches, results, today):
    lines = ["| date | engine | game | A | B | time a move | games | score of A | Elo of A |",
             "|---|---|---|---|---|---|---|---|---|"]
    for name, match in matches.items():
        result = results.get(name)
        if result:
            played_by = engine_words(result, today[match["game"], variant_of(match)])
            lines.append(f"| {result['date']} | {played_by} | {match['title']} | {match['a-title']} | "
                         f"{result['b-title']} | {time_words(result)} | {result['games']:.0f} | "
                         f"{score_words(result)} | {result['elo']:+.0f} +- {result['elo_error']:.0f} |")
    lines += ["", f"The command of each row is in [strength/{COMMANDS.name}](strength/{COMMANDS.name}).", ""]
    lines += machine_lines([results[name] for name in matches if name in results])
    return "\n".join(lines)


def commands(matches, results):
    """What was called for each row, as a shell reads it."""
    return "\n".join(f"# {match['title']}: {match['a-title']} against {results[name]['b-title']}, {results[name]['time-title']}\n"
                     f"{results[name]['command']}\n" for name, match in matches.items() if name in results)


def machine_lines(results):
    """On which machine the rows of which engine were played."""
    engines = {}
    for result in results:
        engines.setdefault(result["machine"], set()).add(result.get("commit", "not recorded"))
    return [f"Machine of {', '.join(sorted(engines[name]))}: {name}." for name in sorted(engines)]


def graph(matches, results):
    """Scores as dots with 95 % intervals."""
    rows = [(match, results[name]) for name, match in matches.items() if name in results]
    left, width, row_height, top = 390, 420, 26, 30
    height = top + row_height * len(rows) + 30
    x = lambda score: left + width * score
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 70}" '
             f'height="{height}" font-family="sans-serif" font-size="12">',
             f'<rect width="100%" height="100%" fill="#fff"/>']
    for percent in range(0, 101, 25):
        parts.append(f'<line x1="{x(percent / 100)}" x2="{x(percent / 100)}" y1="{top - 8}" '
                     f'y2="{height - 24}" stroke="#ccc"/><text x="{x(percent / 100)}" '
                     f'y="{height - 8}" text-anchor="middle" fill="#555">{percent} %</text>')
    for index, (match, result) in enumerate(rows):
        y = top + row_height * index + 6
        score_of = lambda elo: 1 / (1 + 10 ** (-elo / 400))
        low, high = (score_of(result["elo"] + sign * result["elo_error"]) for sign in (-1, 1))
        label = f"{match['title']}: {match['a-title']} against {result['b-title']}"
        parts.append(f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{html.escape(label)}'
                     f'</text><line x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}" '
                     f'stroke="#1f5f8b" stroke-width="3"/><circle cx="{x(result["score"])}" '
                     f'cy="{y}" r="5" fill="#1f5f8b"/><text x="{left + width + 14}" y="{y + 4}">'
                     f'{100 * result["score"]:.0f} %</text>')
    return "\n".join(parts + ["</svg>", ""])


def write_report(matches, results):
    boards = {(match["game"], variant_of(match)) for match in matches.values()} | set(VARIANTS.items())
    today = {board: engine(*board) for board in boards}
    levels = json.loads(LEVELS.read_text())
    text = REPORT.read_text()
    before, rest = text.split(START, 1)
    after = rest.split(END, 1)[1]
    REPORT.write_text(f"{before}{START}\n\n![scores](strength/scores.svg)\n\n"
                      f"{table(matches, results, today)}\n\n## The levels of play\n\nElo above level 1, each level against "
                      f"the one below.\n\n{level_table(levels, today)}\n\n{END}{after}")
    GRAPH.write_text(graph(matches, results))
    COMMANDS.write_text(commands(matches, results))


def main():
    matches, results = read_matches(), read_results()
    names = [word for word in sys.argv[1:] if word not in ("--write", "levels")]
    unknown = [name for name in names if name not in matches]
    if unknown:
        sys.exit(f"immure: no match is called {unknown[0]}: see docs/strength/matches.txt")
    wanted = names or ([] if sys.argv[1:] else [n for n in matches if n not in results])
    if "levels" in sys.argv:
        measure_levels()
    for name in wanted:
        result = play(matches[name], again=name in results)
        if result:
            results[name] = result
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    write_report(matches, results)


if __name__ == "__main__":
    main()
