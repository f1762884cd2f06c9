"""`immure serve` against its own description: every route of docs/openapi.json is asked, with the examples
given there, and every answer is held against its schema. Then what the description cannot say. In TAP.
"""

import json
import os
import signal
import subprocess

from description import API, check, complaints, operations
from serving import Events, Server, read_until, run, wait_until

NOBODY = "0" * 32
LONG = {"game": "amazons", "variant": "10x10", "timeMs": 60000}


def finish(server, answer):
    """Stops an analysis, so that the next one is let in."""
    if answer.status == 202:
        server.ask("DELETE", answer.headers["location"])


def test_description():
    with Server() as server:
        root = server.get(API + "/openapi.json").json()
        for path, method, operation in operations(root):
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if "security" in operation:  # others ask a server that has a store
                wrong = check(server.ask(method, API + path.replace("{id}", NOBODY)), operation, root, 404)
                yield f"{method} {path} without a store", wrong is None, wrong
            elif content:
                yield from test_posting(server, root, path, operation, content)
            elif "{id}" in path:
                absent = server.ask(method, API + path.replace("{id}", NOBODY))
                wrong = check(absent, operation, root, 404)
                yield f"{method} {path} of nobody", wrong is None, wrong
            else:
                wrong = check(server.ask(method, API + path), operation, root, 200)
                yield f"{method} {path}", wrong is None, wrong
            yield from test_methods(server, root, path)
        yield from test_life(server, root)


def test_posting(server, root, path, operation, content):
    success = min(int(status) for status in operation["responses"])
    for name, example in content["examples"].items():
        wrong = list(complaints(example["value"], content["schema"], root))
        yield f"POST {path}: the example {name} is as described", not wrong, wrong
        answer = server.post(API + path, example["value"])
        wrong = check(answer, operation, root, success)
        yield f"POST {path}: {name}", wrong is None, wrong
        finish(server, answer)
    example = next(iter(content["examples"].values()))["value"]
    bad = {"no JSON": "{", "no object": "[]", "a wrong type": json.dumps({**example, "game": 1}), "nothing": "",
           "an unknown member": json.dumps({**example, "colour": "red"}), "no game": "{}",
           "an unknown game": '{"game": "chess"}', "a game twice": '{"game": "amazons", "game": "amazons"}',
           "an unknown variant": json.dumps({**example, "variant": "round"}), "a NUL": '{"game": "ama\\u0000zons"}',
           "a wrong start": json.dumps({**example, "start": "nowhere"}), "bad UTF-8": b'{"game": "\xff\xfe"}',
           "depth": "[" * 1000 + "]" * 1000, "objects to a depth": '{"a":' * 40 + "1" + "}" * 40}
    for name, body in bad.items():
        wrong = check(server.post(API + path, body), operation, root, 400)
        yield f"POST {path}: {name} is refused", wrong is None, wrong
    large = json.dumps({**example, "start": "x" * 70000})
    wrong = check(server.post(API + path, large), operation, root, 413)
    yield f"POST {path}: a large body is refused", wrong is None, wrong
    form = server.ask("POST", API + path, "game=amazons", {"Content-Type": "application/x-www-form-urlencoded"})
    wrong = check(form, operation, root, 415)
    yield f"POST {path}: a form is refused", wrong is None, wrong


def test_methods(server, root, path):
    path_here = API + path.replace("{id}", NOBODY)
    known = {method.upper() for method in root["paths"][path] if method != "parameters"}
    expected = known | {"OPTIONS"} | ({"HEAD"} if "GET" in known else set())
    options = server.ask("OPTIONS", path_here)
    allowed = set(options.headers["allow"].split(", "))
    yield f"OPTIONS {path}", options.status == 204 and allowed == expected, options
    for method in {"GET", "POST", "PUT", "DELETE", "PATCH", "BREW"} - expected:
        answer = server.ask(method, path_here)
        wrong = list(complaints(answer.json(), root["components"]["schemas"]["Error"], root))
        yield (f"{method} {path} is refused", answer.status == 405 and not wrong and
               set(answer.headers["allow"].split(", ")) == expected, answer)
    if known == {"GET"} and "{id}" not in path and "security" not in root["paths"][path]["get"]:
        head = server.ask("HEAD", path_here)
        yield f"HEAD {path}", head.status == 200 and head.body == b"", head


def test_life(server, root):
    """An analysis from its question to its last event."""
    get = root["paths"]["/analyses/{id}"]["get"]
    question = {"game": "quoridor", "moves": ["e2", "e8"], "timeMs": 300, "multiPv": 3}
    asked = server.post(API + "/analyses", question)
    where = asked.headers["location"]
    yield "an analysis has a place", where == f"{API}/analyses/{asked.json()['id']}", asked
    wrong = check(server.get(where), get, root, 200)
    yield "it can be read", wrong is None, wrong
    head = server.ask("HEAD", where + "/events")
    yield "its events have a head", head.status == 200 and head.body == b"", head
    events = Events(server, where + "/events").read_to_end()
    versions = [version for version, _, _ in events]
    yield "its events have growing numbers", versions == sorted(set(versions)) and versions, versions
    yield "the last one says that it is done", [name for _, name, _ in events] == ["info"] * (len(events) - 1) + ["done"], events
    schema = root["components"]["schemas"]["Analysis"]
    wrong = [text for _, _, document in events for text in complaints(document, schema, root)]
    yield "they are as described", not wrong, wrong
    last = events[-1][2]
    lines = last["analysis"]["lines"]
    legal = server.post(API + "/positions", {"game": "quoridor", "moves": ["e2", "e8"]}).json()["legalMoves"]
    yield "the lines are of legal moves", len(lines) == 3 and all(line["move"] in legal for line in lines), lines
    yield "no two begin alike", len({line["move"] for line in lines}) == 3, lines
    replies = [server.post(API + "/positions", {"game": "quoridor", "moves": ["e2", "e8", *line["pv"]]}).status
               for line in lines]
    yield "and can be played", replies == [200] * 3, replies
    yield "what was read last is what stands there", server.get(where).json() == last, last
    again = Events(server, where + "/events", last=versions[-1])
    again.read_some()
    yield "who has seen the last event is told to go", again.head().startswith("HTTP/1.1 204"), again.head()
    late = Events(server, where + "/events", last=versions[-1] - 1).read_to_end()
    yield "who has missed it gets it", [name for _, name, _ in late] == ["done"], late
    odd = Events(server, where + "/events", last="x\ty").read_to_end()
    yield "a number that is none is no number", [name for _, name, _ in odd] == ["done"], odd
    over = server.post(API + "/analyses", {"game": "quoridor", "start": "- e9 e8 10 10 2 3"})
    yield "a game that is over is not analysed", over.status == 400 and over.json()["error"]["code"] == "game-over", over


def test_agreement():
    """The API and the command line describe the same search alike; web/tests/core compares the page with the latter."""
    memory = ["--memory-mb", "64"]
    with Server(*memory) as server:
        for game, moves in (("quoridor", "e2 e8 e3h"), ("amazons", "c1-c6/f6")):
            question = {"game": game, "moves": moves.split(), "nodes": 400, "timeMs": 60000, "multiPv": 3}
            where = server.post(API + "/analyses", question).headers["location"]
            told = Events(server, where + "/events").read_to_end()[-1][2]
            words = ["analyse", game, "--moves", moves, "--nodes", "400", "--multipv", "3", "--json", *memory]
            printed = json.loads(subprocess.check_output([os.environ["IMMURE"], *words]))
            for analysis in (told["analysis"], printed["analysis"]):
                del analysis["timeMs"]
            wrong = {name: told[name] for name, value in printed.items() if told[name] != value}
            yield (f"{game}: analyse --json is what the API says",
                   not wrong and len(printed["analysis"]["lines"]) == 3, (wrong, printed))


def test_submissions():
    """The files for sites are those of `immure submission`."""
    files = {"botzone": ["amazons"], "botzone-json": ["amazons", "--protocol", "botzone-json"],
             "sjtu": ["quoridor"], "sjtu-2022-course": ["quoridor", "--protocol", "sjtu-2022", "--course"]}
    with Server() as server:
        get = server.get(API + "/openapi.json").json()["paths"]["/submissions/{id}"]["get"]
        for name, words in files.items():
            answer = server.get(f"{API}/submissions/{name}.cpp?timeMs=500&level=3")
            wrong = check(answer, get, {}, 200)
            yield f"{name}.cpp is as described", wrong is None, wrong
            yield (f"{name}.cpp has its name", answer.headers["content-disposition"] ==
                   f"attachment; filename={name}.cpp", answer)
            words = ["submission", *words, "--level", "3", "--time", "500ms"]
            written = subprocess.check_output([os.environ["IMMURE"], *words])
            yield f"{name}.cpp is what the program writes", answer.body == written, len(answer.body)
        plain = server.get(API + "/submissions/botzone.cpp")
        written = subprocess.check_output([os.environ["IMMURE"], "submission", "amazons"])
        yield "without a word more it is at full strength", plain.body == written, len(plain.body)
        for query in ("level=9", "level=x", "timeMs=0", "timeMs=60001"):
            answer = server.get(f"{API}/submissions/botzone.cpp?{query}")
            yield f"{query} is refused", answer.status == 400, answer
        for name in ("botzone", "botzone-course.cpp", "chess.cpp", ".cpp", "-course.cpp", "%00.cpp"):
            answer = server.get(f"{API}/submissions/{name}")
            yield f"there is no {name}", answer.status == 404, answer


def test_stop():
    with Server() as server:
        first = server.post(API + "/analyses", LONG).headers["location"]
        second = server.post(API + "/analyses", LONG)
        yield "the second one waits", second.json()["state"] == "queued", second
        third = server.post(API + "/analyses", LONG)
        yield ("a third is too many", third.status == 429 and third.headers["retry-after"] == "5" and
               third.json()["error"]["code"] == "too-many-analyses", third)
        streams = [Events(server, place + "/events") for place in (first, second.headers["location"])]
        yield "both can be followed", read_until(streams, Events.events), ""
        thinks = wait_until(lambda: server.get(first).json()["analysis"])
        yield "the first thinks", thinks, server.get(first)
        yield "it is stopped", server.ask("DELETE", first).status == 202, ""
        last = streams[0].read_to_end()[-1]
        yield ("who follows it is told", last[1] == "done" and last[2]["state"] == "stopped" and
               last[2]["analysis"]["done"], last)
        began = read_until(streams[1:], lambda stream: stream.events()[-1][2]["state"] == "running")
        yield "then the second begins", began, streams[1].events()
        fourth = server.post(API + "/analyses", LONG)
        yield "and there is room for another", fourth.status == 202, fourth
        waiting = server.ask("DELETE", fourth.headers["location"])
        yield "one that waits is stopped at once", waiting.json()["state"] == "stopped", waiting
        yield "twice is as good as once", server.ask("DELETE", first).json()["state"] == "stopped", ""
        yield "Ctrl-C ends the server well", server.stop(signal.SIGINT) == 0, server.error_text()
        last = streams[1].read_to_end()[-1]
        yield "and its streams, with a last word", last[1] == "done" and last[2]["state"] == "stopped", last
        for stream in streams:
            stream.close()


def test_queue():
    """Visitors behind a proxy are told apart, and the queue has an end."""
    with Server("--behind-proxy", "127.0.0.1") as server:
        answers = []
        for number in range(12):
            for _ in range(2):
                answers.append(server.post(API + "/analyses", LONG, **{"X-Forwarded-For": f"9.9.9.9, 10.0.0.{number}"}))
                # Whether the first one waits or thinks must not change in between.
                wait_until(lambda: server.get(answers[0].headers["location"]).json()["queuePosition"] == 0)
        statuses = [answer.status for answer in answers]
        yield "the queue takes sixteen, and one more thinks", statuses == [202] * 17 + [503] * 7, statuses
        yield "the others are refused with a reason", answers[-1].json()["error"]["code"] == "queue-full", answers[-1]
        waiting = [server.get(answer.headers["location"]).json()["queuePosition"] for answer in answers[:17]]
        yield "each has its place", waiting == list(range(17)), waiting
        yield "a full queue stops well", server.stop(signal.SIGTERM) == 0, server.error_text()


run([test_description, test_agreement, test_submissions, test_stop, test_queue])
