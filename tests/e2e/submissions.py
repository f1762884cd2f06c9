"""Writes every submission, compiles it as sites do and lets it play refereed games, in TAP.

`submissions.py --long` plays 200 games at the sites' own limits instead, while another process loads a core.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TEXT_SIZE_MAX = 700_000
COMPILE_SECONDS_MAX = 60
MEMORY_MB_MAX = 200

SITE = ["g++", "-D_BOTZONE_ONLINE", "-O2", "-Wall", "-Werror", "-mavx", "-x", "c++", "-std=c++11"]
LOOKS = [  # what else must take every text, without a warning
    ["g++", "-x", "c++", "-std=c++17"],
    ["gcc", "-x", "c", "-std=c17"],
    ["clang++", "-x", "c++", "-std=c++11"],
    ["clang++", "-x", "c++", "-std=c++17"],
    ["clang", "-x", "c", "-std=c17"],
]
OLDEST = ["g++-11", "-x", "c++", "-std=c++11"]

IMMURE = os.environ["IMMURE"]
SOURCE = os.environ["IMMURE_SOURCE"]
QUICK = ["--time", "20ms"]

# Every program of src/submission/recipes.txt, by the words that ask for it.
WORDS = {
    "botzone": ["amazons", "--keep-running"],
    "botzone-restart": ["amazons", "--restart"],
    "botzone-classical": ["amazons", "--network", "none", "--level", "3"],
    "botzone-json": ["amazons", "--protocol", "botzone-json"],
    "botzone-json-restart": ["amazons", "--protocol", "botzone-json", "--restart"],
    "botzone-json-classical": ["amazons", "--protocol", "botzone-json", "--network", "none"],
    "sjtu": ["quoridor"],
    "sjtu-classical": ["quoridor", "--network", "none", "--book", "none"],
    "sjtu-ponder": ["quoridor", "--ponder"],
    "sjtu-ponder-classical": ["quoridor", "--ponder", "--network", "none"],
    "sjtu-course": ["quoridor", "--course"],
    "sjtu-course-classical": ["quoridor", "--course", "--network", "none"],
    "sjtu-2022": ["quoridor", "--protocol", "sjtu-2022"],
    "sjtu-2022-classical": ["quoridor", "--protocol", "sjtu-2022", "--network", "none"],
    "sjtu-2022-ponder": ["quoridor", "--protocol", "sjtu-2022", "--ponder"],
    "sjtu-2022-ponder-classical": ["quoridor", "--protocol", "sjtu-2022", "--ponder", "--network", "none"],
    "sjtu-2022-course": ["quoridor", "--protocol", "sjtu-2022", "--course"],
    "sjtu-2022-course-classical": ["quoridor", "--protocol", "sjtu-2022", "--course", "--network", "none"],
}
HEADERS = {"sjtu-course": "sjtu/submit.h", "sjtu-2022-course": "sjtu-2022/AIController.h"}
# The same with other settings, to be looked into.
OTHERS = {
    "botzone-level-6": ["amazons", "--level", "6"],
    "botzone-full": ["amazons", "--book", "none", "--restart"],
    "sjtu-level-6": ["quoridor", "--level", "6"],
    "sjtu-full": ["quoridor", "--book", "none"],
}
PLAYING = ["botzone", "botzone-json-restart", "sjtu", "sjtu-course", "sjtu-2022", "sjtu-2022-course"]

checks = []


def check(name, holds, *details):
    checks.append(holds)
    print(f"{'ok' if holds else 'not ok'} {len(checks)} - {name}", flush=True)
    for line in () if holds else details:
        print(f"# {line}")


def header_of(name):
    return next((path for course, path in HEADERS.items() if name.startswith(course)), None)


def write(name, *words):
    """The text of a submission, in a folder of its own with the course's header, if it is for one."""
    os.mkdir(name)
    if header_of(name):
        shutil.copy(f"{SOURCE}/bots/{header_of(name)}", name)
    subprocess.run([IMMURE, "submission", *words, "-o", f"{name}/bot.cpp"], check=True)


def run(command):
    """Exit status, output, seconds of CPU time and peak memory in MB of a program."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def compile_for_site(name, flags=SITE):
    return name, *run([*flags, f"{name}/bot.cpp", "-o", f"{name}/bot"])


def check_texts():
    for name in sorted(WORDS):
        size = os.path.getsize(f"{name}/bot.cpp")
        check(f"{name}: {size} bytes", size < TEXT_SIZE_MAX)
    looks = [(name, look) for name in WORDS for look in LOOKS if "c++" in look or not header_of(name)]
    if shutil.which(OLDEST[0]):
        looks += [(name, OLDEST) for name in WORDS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda job: run([*job[1], "-O2", "-Wall", "-fsyntax-only", f"{job[0]}/bot.cpp"]), looks)
        for (name, look), (status, output, *_) in zip(looks, found):
            check(f"{name}: {' '.join(look)}", status == 0 and output == "", *output.splitlines()[:20])


def check_builds(names):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, status, output, seconds, _ in pool.map(compile_for_site, names):
            check(f"{name}: compiles at -O2 without a warning", status == 0 and output == "", *output.splitlines()[:20])
            check(f"{name}: compiled in {seconds:.0f} s of CPU time", seconds < COMPILE_SECONDS_MAX)


def check_kernels(name):
    """The kernels are compiled for AVX2 although the site does not ask for it: half the speed is lost otherwise."""
    if os.uname().machine != "x86_64":
        return
    _, code, *_ = run(["objdump", "--disassemble", "--no-show-raw-insn", f"{name}/bot"])
    count = len(re.findall(r"\bvpmaddwd\b.*%ymm", code))
    check(f"{name}: {count} products of 16 numbers at once", count > 0)


def player(name, protocol, limit):
    return ["--player", f"name={name},cmd={os.path.abspath(name)}/bot,protocol={protocol},{limit}"]


def check_match(title, game, games, *players):
    """Games in which nobody breaks a rule or the time."""
    words = [IMMURE, "match", game, "--games", str(games), *(word for player in players for word in player)]
    status, output, *_ = run(words)
    found = dict(re.findall(r"^(games|timeouts_\d|fouls_\d) (\d+)$", output, re.M))
    expected = {"games": str(games), "timeouts_1": "0", "fouls_1": "0", "timeouts_2": "0", "fouls_2": "0"}
    check(f"{title}: {games} games without a fault", status == 0 and found == expected, *output.splitlines()[-60:])


def answer(command, text, line, **environment):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False,
                          env=dict(os.environ, **environment))
    return (done.stdout.split("\n") + 3 * [""])[line]


def check_moves():
    """At a level that counts nodes the file plays what the program plays, and so it does on a plain CPU."""
    amazons = "2\n-1 -1 -1 -1 -1 -1\n2 0 2 5 5 5\n5 7 5 6 0 1\n"
    quoridor = "1\n3 10\n\nAction\n"
    for game, protocol, text, line in (("amazons", "botzone", amazons, 0), ("quoridor", "sjtu", quoridor, 2)):
        bot = [f"{protocol}-level-6/bot"]
        file = answer(bot, text, line)
        program = answer([IMMURE, "bot", game, "--protocol", protocol, "--level", "6"], text, line)
        check(f"{game}: the file plays {file} as the program does", file == program != "", program)
        plain = answer(bot, text, line, IMMURE_CPU="base")
        check(f"{game}: it plays the same without AVX2", plain == file, plain)


def check_memory():
    """A whole first turn, the longest search there is."""
    for name, text in (("botzone-full", "1\n5 0 5 6 4 6\n"), ("sjtu-full", "1\n4 10\n\nAction\n")):
        with open("input", "w", encoding="ascii") as file:
            file.write(text)
        status, output, _, memory = run(["sh", "-c", f"exec {name}/bot <input"])
        check(f"{name}: {memory:.0f} MB at most in its first turn", status == 0 and memory < MEMORY_MB_MAX, output)


def short_test():
    for name, words in WORDS.items():
        write(name, *words, *(QUICK if name in PLAYING else []))
    for name, words in OTHERS.items():
        write(name, *words)
    check_texts()
    check_builds([*PLAYING, *OTHERS])
    for name in ("botzone", "sjtu"):
        check_kernels(name)
    limit = "time=1m"
    check_match("Botzone, keep-running against JSON and restart", "amazons", 4,
                player("botzone", "botzone", limit), player("botzone-json-restart", "botzone-json", limit))
    check_match("SJTU, program against course", "quoridor", 4,
                player("sjtu", "sjtu", limit), player("sjtu-course", "sjtu", limit))
    check_match("SJTU 2022, program against course", "quoridor", 4,
                player("sjtu-2022", "sjtu-2022", limit), player("sjtu-2022-course", "sjtu-2022", limit))
    check_moves()
    check_memory()


def long_test():
    load = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        random = ["--player", "name=random,engine=random"]
        for name, game, protocol in (("botzone", "amazons", "botzone"), ("botzone-json-restart", "amazons", "botzone-json"),
                                     ("sjtu", "quoridor", "sjtu"), ("sjtu-2022", "quoridor", "sjtu-2022")):
            write(name, *WORDS[name])
            check_builds([name])
            # No time given: the judge's own limit.
            entry = ["--player", f"name={name},cmd={os.path.abspath(name)}/bot,protocol={protocol}"]
            check_match(f"{name} at its site's limits", game, 50, entry, random, ["--concurrency", "1"])
    finally:
        load.kill()
        load.wait()


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        long_test() if "--long" in sys.argv else short_test()
        os.chdir("/")
    print(f"1..{len(checks)}")
    sys.exit(not all(checks))


main()
