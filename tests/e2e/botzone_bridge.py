"""The bridge to Botzone against a server of our own that speaks like the site and misbehaves, in TAP."""

import json
import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

IMMURE = os.environ["IMMURE"]
NO_MOVE = "-1 -1 -1 -1 -1 -1"
FIELDS = ["x0", "y0", "x1", "y1", "x2", "y2"]
TURNS = 4
PATIENCE_S = 120

checks = []


def check(name, holds, *details):
    checks.append(holds)
    print(f"{'ok' if holds else 'not ok'} {len(checks)} - {name}", flush=True)
    for line in () if holds else details:
        print(f"# {line}")


def reply(history):
    """A legal answer to a game, which fails if any move of it was not legal."""
    lines = history if len(history) % 2 else [NO_MOVE, *history]
    turn = f"{(len(lines) + 1) // 2}\n" + "".join(f"{line}\n" for line in lines)
    done = subprocess.run([IMMURE, "bot", "amazons", "--protocol", "botzone", "--engine", "random", "--seed", str(len(history))],
                          input=turn, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr)
    return done.stdout.strip()


class Match:
    """A match of the site: it waits for a response, or it is over."""

    def __init__(self, name, we_begin, is_json):
        self.name = name
        self.is_json = is_json
        self.moves = []  # all moves, ours and the site's
        self.requests = []
        self.answers = 0
        self.ask(None if we_begin else reply([]))

    def ask(self, move):
        if move:
            self.moves.append(move)
        numbers = (move or NO_MOVE).split()
        as_json = json.dumps(dict(zip(FIELDS, map(int, numbers))))
        self.requests.append(as_json if self.is_json else " ".join(numbers))

    def is_over(self):
        return self.answers == TURNS

    def take(self, response):
        if self.is_json:
            response = " ".join(str(json.loads(response)[field]) for field in FIELDS)
        self.moves.append(response)
        self.answers += 1
        theirs = reply(self.moves)  # which also says whether ours was legal
        if not self.is_over():
            self.ask(theirs)


class Site:
    def __init__(self, matches, troubles):
        self.matches = {match.name: match for match in matches}
        self.troubles = list(troubles)  # one for each poll, then none
        self.complaints = []
        self.challenges = []
        self.told = set()
        self.lock = threading.Lock()

    def take_responses(self, headers):
        for name, value in headers.items():
            if not name.lower().startswith("x-match-"):
                continue
            match = self.matches.get(name[8:])
            if match is None or match.is_over():
                self.complaints.append(f"a response to {name}, which waits for none")
                continue
            try:
                match.take(value)
            except (ValueError, KeyError) as error:
                self.complaints.append(f"{name}: {value}: {error}")

    def news(self, with_old):
        waiting = [(match.name, match.requests[-1]) for match in self.matches.values() if not match.is_over()]
        if with_old:
            waiting += [(match.name, match.requests[0]) for match in self.matches.values() if len(match.requests) > 1]
        ended = [match for match in self.matches.values() if match.is_over() and match.name not in self.told]
        self.told.update(match.name for match in ended)
        lines = [f"{len(waiting)} {len(ended)}"]
        for pair in waiting:
            lines += pair
        lines += [f"{match.name} 0 2 2 0" for match in ended]
        return "\n".join(lines) + "\n"


def handler(site):
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *words):
            pass

        def answer(self, status, text):
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        def do_GET(self):
            with site.lock:
                if self.path.endswith("/runmatch"):
                    site.challenges.append((self.headers["X-Game"], self.headers["X-Player-0"], self.headers["X-Player-1"]))
                    return self.answer(200, "ok")
                trouble = site.troubles.pop(0) if site.troubles else ""
                if trouble == "drop before":
                    return self.connection.close()
                if trouble == "error 500":
                    return self.answer(500, "sorry")
                site.take_responses(self.headers)
                if trouble == "drop after":
                    return self.connection.close()
                if trouble == "garbage":
                    return self.answer(200, "\0\1 what\n-3 99999999999999999999\n<html>")
                return self.answer(200, site.news(trouble == "old news"))
    return Handler


def play(title, matches, troubles, *words):
    site = Site(matches, troubles)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/api/uid/key/localai"
    done = subprocess.run([IMMURE, "botzone", "--url", url, "--matches", str(len(matches)), "--retry-ms", "1", *words],
                          capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    server.shutdown()
    log = done.stdout.splitlines() + done.stderr.splitlines()
    check(f"{title}: it ends well", done.returncode == 0, *log)
    check(f"{title}: each request is answered once, and legally", site.complaints == [], *site.complaints, *log)
    check(f"{title}: all matches are played to their end", all(match.is_over() for match in matches), *log)
    return site


def main():
    bot = ["--cmd", f"{IMMURE} bot amazons --protocol botzone --engine random"]
    json_bot = ["--cmd", f"{IMMURE} bot amazons --protocol botzone-json --engine random --keep-running",
                "--protocol", "botzone-json"]
    play("one match", [Match("a-1", True, False)], [], *bot)
    play("three at a time", [Match("a", True, False), Match("b", False, False), Match("c", False, True)], [], *bot)
    play("JSON", [Match("a", True, True), Match("b", False, True)], [], *json_bot)
    play("our engine", [Match("a", False, False)], [], "--time", "50ms")
    for trouble in ("drop before", "drop after", "error 500", "garbage", "old news"):
        play(trouble, [Match("a", True, False), Match("b", False, True)], 3 * ["", trouble], *bot)
    site = play("challenge", [Match("a", True, False)], [], "--opponent", "5bd1", "--opponent", "5bd2", *bot)
    check("challenge: the matches are asked for",
          site.challenges == [("Amazons", "me", "5bd1"), ("Amazons", "me", "5bd2")], site.challenges)
    done = subprocess.run([IMMURE, "botzone", "--url", "file:///etc/passwd"], capture_output=True, text=True, check=False)
    check("another kind of address is refused", done.returncode == 2 and "--url" in done.stderr, done.stderr)
    print(f"1..{len(checks)}")
    return not all(checks)


if __name__ == "__main__":
    raise SystemExit(main())
