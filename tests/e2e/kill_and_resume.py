"""Kills a match again and again and resumes it, in TAP: nothing may be lost, doubled or left behind.

The players' seeds are fixed, so every game has one possible course, and a match that was killed twenty
times must end exactly as one that nobody disturbed. IMMURE_KILLS is another number of times. When to kill follows from a seed and from the games
that have been played, not from the machine's speed.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import time

from killing import PATIENCE_S, match_summary, run_tests, wait_until

KILLS = int(os.environ.get("IMMURE_KILLS", "20"))
INTERRUPTS = 3 * KILLS
GAMES = 5 * KILLS // 2 * 2  # of each of the three encounters; the kills let few of them be played
PLANNED = 3 * GAMES


def start(bench, *words):
    return bench.start("match", "amazons", "--size", "6", *words)


def is_leader(pid):
    """Whether a process has a session of its own, as every bot gets first of all."""
    try:
        return os.getsid(int(pid)) == int(pid)
    except ProcessLookupError:
        return False


def players(bench):
    bot = f"cmd={bench.immure} bot amazons --size 6 --engine random"
    return ["--player", "name=A,engine=random,time=1m",
            "--player", f"name=B,{bot} --protocol botzone --seed 2,time=1m",
            "--player", f"name=C,{bot} --protocol botzone-json --seed 3 --keep-running,protocol=botzone-json,time=1m"]


def course(game):
    """What has to be the same whenever the game is played: all but the times."""
    return (game["first"], game["second"], game["opening"], game["result"], game["verdict"],
            re.sub(r"\s*\{[^}]*\}", "", game["record"]).split())


def by_name(games):
    return {(game["round"], game["encounter"], game["number"]): course(game) for game in games}


def kill_once(bench, words, rng):
    """Runs the match for a while and kills it; returns what was wrong, if anything."""
    before = bench.journal("killed")
    wanted = len(before) + rng.randrange(3)
    delay_s = rng.random() * 0.03
    run = start(bench, *words, "--resume", "killed")
    reached = wait_until(lambda: len(bench.journal("killed")) >= wanted or run.poll() is not None)
    time.sleep(delay_s)
    run.send_signal(signal.SIGKILL)
    status = run.wait()
    after = bench.journal("killed")
    printed = re.findall(r"^game (\d+) of", bench.output(), re.M)
    if not reached or status != -signal.SIGKILL:
        return f"it ended by itself: {bench.output()}"
    if not bench.is_clean():
        return f"processes are left: {bench.leftovers()}"
    if after[:len(before)] != before:
        return "games that had been kept are gone"
    if len(by_name(after)) != len(after):
        return "a game is there twice"
    if printed and int(printed[-1]) > len(after):
        return f"{printed[-1]} games were announced, {len(after)} are kept"
    return None


def test_kills(bench):
    words = [*players(bench), "--games", str(GAMES)]
    run = start(bench, *words, "--resume", "undisturbed")
    yield "an undisturbed match ends", run.wait() == 0, bench.output()
    expected = match_summary(bench.output())
    yield "and plays all its games", f"games {PLANNED}" in expected, bench.output()
    rng = random.Random(20)
    for kill in range(1, KILLS + 1):
        trouble = kill_once(bench, words, rng)
        yield f"kill {kill}", trouble is None, trouble
    played = len(bench.journal("killed"))
    yield "some games had been played, and not all", 0 < played < PLANNED, str(played)
    run = start(bench, *words, "--resume", "killed")
    yield "the last run ends", run.wait() == 0, bench.output()
    yield "with the same statistics", match_summary(bench.output()) == expected, bench.output()
    games = bench.journal("killed")
    yield "no game is there twice", len(games) == len(by_name(games)) == PLANNED, str(len(games))
    yield "every game went as undisturbed", by_name(games) == by_name(bench.journal("undisturbed")), ""
    run = start(bench, *words, "--resume", "killed")
    is_over = run.wait() == 0 and match_summary(bench.output()) == expected and "\ngame " not in f"\n{bench.output()}"
    yield "a match that is over is not played again", is_over, bench.output()
    yield "no process is left", bench.is_clean(), str(bench.leftovers())


def test_interrupt(bench):
    run = start(bench, *players(bench), "--games", "1000", "--resume", "interrupted")
    started = wait_until(lambda: bench.journal("interrupted"))
    os.killpg(run.pid, signal.SIGINT)
    yield "Ctrl-C ends a match well", started and run.wait() == 0, bench.output()
    kept = len(bench.journal("interrupted"))
    yield "with the numbers of its games", f"games {kept}" in match_summary(bench.output()), bench.output()
    yield "Ctrl-C leaves no process", bench.is_clean(), str(bench.leftovers())


def test_interrupt_at_any_moment(bench):
    """A bot that is just being started must not get the Ctrl-C too, or it would lose its game."""
    rng = random.Random(60)
    forfeits = []
    for _ in range(INTERRUPTS):
        run = start(bench, *players(bench), "--games", "1000")
        time.sleep(rng.random() * 0.03)
        os.killpg(run.pid, signal.SIGINT)
        run.wait()
        lines = bench.output().splitlines()
        forfeits += [line for line in lines if line.startswith("game ") and " no-move " not in line]
    yield "Ctrl-C at any moment costs nobody a game", not forfeits, "\n".join(forfeits)


def start_stuck(bench):
    """A match whose games do not end, once its bots stand on their own."""
    sleeper = bench.path("sleeper")
    if not os.path.exists(sleeper):
        os.symlink(shutil.which("sleep"), sleeper)
    run = start(bench, "--player", f"name=A,cmd={sleeper} 100000,time=24m,first-time=24m", "--player",
                      "name=B,engine=random", "--games", "2", "--resume", "stuck")
    wait_until(lambda: len([pid for pid in bench.leftovers() if is_leader(pid)]) > 1)
    return run


def test_second_interrupt(bench):
    run = start_stuck(bench)
    signals = 0
    while run.poll() is None and signals < PATIENCE_S * 20:
        os.killpg(run.pid, signal.SIGINT)
        signals += 1
        time.sleep(0.05)
    yield "the second Ctrl-C does not wait for games", run.wait() == 130 and signals > 1, str(signals)
    yield "the second Ctrl-C leaves no process", bench.is_clean(), str(bench.leftovers())


def test_two_runs(bench):
    run = start_stuck(bench)
    second = subprocess.run([bench.immure, "match", "amazons", "--player", "engine=random", "--player",
                             "engine=greedy", "--resume", "stuck"], cwd=bench.folder, capture_output=True,
                            text=True, check=False)
    refused = second.returncode == 2 and second.stderr == "immure: stuck is in use by another match\n"
    yield "two runs on one journal: the second is refused", refused, second.stdout + second.stderr
    run.kill()
    run.wait()
    yield "and the first leaves no process", bench.is_clean(), str(bench.leftovers())


TESTS = [test_kills, test_interrupt, test_interrupt_at_any_moment, test_second_interrupt, test_two_runs]


run_tests(TESTS)
