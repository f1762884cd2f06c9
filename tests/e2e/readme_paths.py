"""Follows the READMEs of the starter kits word for word, in TAP.

For each kit and language, the fenced `sh` blocks are run in order by one `bash -e`, from the top of a
clean copy of this checkout, as a beginner would paste them into one terminal. They must all succeed,
every game refereed on the way must end by the rules, and the record of the last one must be there.

One thing is not done again: the READMEs begin with `make`, which builds Immure. The copy already holds
build/immure, the program under test (IMMURE in the environment), and a stand-in for `meson` that
accepts `meson compile -C build` and nothing else. Make and the Makefile are the real ones. That Immure
builds from its sources is known from the program's being there.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GOOD_VERDICTS = {"win", "no-move", "draw-by-plies", "draw-by-repetition"}
MESON = """#!/bin/sh
case "$*" in "compile -C build"*) exit 0 ;; esac
echo "a README asked for meson $*" >&2
exit 1
"""


def blocks(path):
    return re.findall(r"^```sh\n(.*?)^```$", open(path, encoding="utf-8").read(), re.M | re.S)


def copy_checkout(folder):
    """Copies what git knows or would know; what was built stays behind."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=TOP, check=True,
                            capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        source = os.path.join(TOP, name)
        target = os.path.join(folder, name)
        if os.path.isfile(source):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target)


def add_build(folder):
    """The program under test in the place where make would put it."""
    os.mkdir(os.path.join(folder, "build"))
    shutil.copy(os.environ["IMMURE"], os.path.join(folder, "build", "immure"))
    open(os.path.join(folder, "build", "build.ninja"), "w", encoding="utf-8").close()
    os.mkdir(os.path.join(folder, ".stand-in"))
    meson = os.path.join(folder, ".stand-in", "meson")
    with open(meson, "w", encoding="utf-8") as file:
        file.write(MESON)
    os.chmod(meson, 0o755)


def bash(script, folder):
    environment = dict(os.environ, PATH=os.path.join(folder, ".stand-in") + ":" + os.environ["PATH"])
    return subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, timeout=1500)


def check_record(folder, kit, result):
    """Whether the kit's record is a whole game with the result that the referee told last."""
    path = os.path.join(folder, kit, "game.pgn")
    if not os.path.exists(path):
        return "there is no game.pgn"
    text = open(path, encoding="utf-8").read()
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
    if tags.get("Result") != result or tags.get("Verdict") not in GOOD_VERDICTS:
        return f"the record has result {tags.get('Result')} and verdict {tags.get('Verdict')}"
    done = subprocess.run([os.environ["IMMURE"], "convert", tags["Game"], "--from", "pgn", "--to", "pgn"],
                          input=text, text=True, capture_output=True, check=False)
    return done.stderr if done.returncode else None


def follow(readme):
    """Runs a README's commands; returns what was wrong, if anything."""
    with tempfile.TemporaryDirectory() as folder:
        copy_checkout(folder)
        add_build(folder)
        script = "".join(blocks(os.path.join(TOP, readme)))
        done = bash(script, folder)
        verdicts = re.findall(r"^verdict (\S+)$", done.stdout, re.M)
        results = re.findall(r"^result (\S+)$", done.stdout, re.M)
        if done.returncode:
            return f"exit status {done.returncode}\n{done.stdout}"
        if not verdicts or not GOOD_VERDICTS.issuperset(verdicts):
            return f"verdicts {verdicts}\n{done.stdout}"
        return check_record(folder, os.path.dirname(readme), results[-1])


def checks():
    kits = sorted(os.path.dirname(path) for path in glob.glob("bots/*/README.md", root_dir=TOP))
    yield "there are kits", bool(kits), ""
    for kit in kits:
        english, chinese = f"{kit}/README.md", f"{kit}/README.zh.md"
        commands = blocks(os.path.join(TOP, english))
        same = bool(commands) and commands == blocks(os.path.join(TOP, chinese))
        yield f"{kit}: both languages give the same commands", same, ""
        for readme in [english, chinese]:
            trouble = follow(readme)
            yield f"{readme} works word for word", trouble is None, trouble


def main():
    count = 0
    failed = False
    for name, passed, detail in checks():
        count += 1
        failed = failed or not passed
        print(f"{'ok' if passed else 'not ok'} {count} - {name}", flush=True)
        if not passed:
            print("\n".join(f"# {line}" for line in detail.splitlines()[-40:]))
    print(f"1..{count}")
    sys.exit(failed)


main()
