"""Rooms over HTTP. Two people: a link, a clock, events, a server that is killed in the middle, a draw and a rematch. A person
and a bot, whose worker is killed. Answers are held against docs/openapi.json. In TAP.
"""

import os
import sqlite3
import subprocess
import tempfile

from cluster import make_token
from description import API, check
from serving import Events, Server, read_until, run, wait_until


class Table:
    """A room with its seats, asked of whichever server runs."""

    def __init__(self, server, root, opponent="link"):
        self.server, self.root, self.wrong = server, root, []
        made = self.ask("POST", "/rooms", {"game": "quoridor", "clockS": 300, "incrementS": 3, "side": "second",
                                           "opponent": opponent}, 201)
        self.id, self.seats = made["room"]["id"], {made["side"]: made["seat"]}

    def ask(self, method, route, document=None, status=200):
        path = API + route.replace("{id}", getattr(self, "id", ""))
        answer = self.server.post(path, document) if method == "POST" else self.server.get(path)
        wrong = check(answer, self.root["paths"][route][method.lower()], self.root, status)
        if wrong:
            self.wrong.append(f"{method} {path}: {wrong}")
        return answer.json()

    def join(self, status=200):
        joined = self.ask("POST", "/rooms/{id}/join", {}, status)
        if status == 200:
            self.seats[joined["side"]] = joined["seat"]
        return joined

    def play(self, ply, move, status=200):
        seat = self.seats["second" if ply % 2 else "first"]
        return self.ask("POST", "/rooms/{id}/moves", {"seat": seat, "ply": ply, "move": move}, status)

    def act(self, side, action, status=200):
        return self.ask("POST", "/rooms/{id}/actions", {"seat": self.seats[side], "action": action}, status)


def last_moves(stream):
    return stream.events()[-1][2]["moves"] if stream.events() else None


def test_two_people():
    with tempfile.TemporaryDirectory() as folder:
        with Server("--data", folder) as server:
            root = server.get(API + "/openapi.json").json()
            table = Table(server, root)
            yield "the room waits", table.ask("GET", "/rooms/{id}")["waitsFor"] == "opponent", None
            yield "the game has not begun", table.act("second", "offerDraw", 409)["error"]["code"] == "room-closed", None
            joined = table.join()
            yield "the other seat is free", joined["side"] == "first" and joined["room"]["state"] == "playing", joined
            yield "there are two", table.join(409)["error"]["code"] == "room-full", None
            stream = Events(server, f"{API}/rooms/{table.id}/events")
            yield "it is followed", read_until([stream], lambda one: last_moves(one) == []), stream.data
            yield "a move is played", table.play(0, "e2")["moves"] == ["e2"], None
            yield "it is told", read_until([stream], lambda one: last_moves(one) == ["e2"]), stream.data
            yield "twice is once", table.play(0, "e2")["moves"] == ["e2"], None
            yield "illegal moves are refused", table.play(1, "e9", 400)["error"]["code"] == "not-a-step", None
            yield "stale ones too", table.play(2, "e3", 409)["error"]["code"] == "ply-stale", None
            table.seats["thief"] = "0" * 64
            table.act("thief", "resign", 403)
            version = table.ask("GET", "/rooms/{id}")["version"]
            waiting = Events(server, f"{API}/rooms/{table.id}?after={version}")
            table.play(1, "e8")
            yield "an answer that waits comes", b'"e8"' in waiting.read_rest(), waiting.data
            last = stream.events()[-1][0]
            server.process.kill()
            server.process.wait()
        with Server("--data", folder) as server:
            table.server = server
            stream = Events(server, f"{API}/rooms/{table.id}/events", last)
            yield "another server goes on", read_until([stream], lambda one: last_moves(one) == ["e2", "e8"]), stream.data
            yield "the seats are as they were", table.play(2, "e3")["moves"] == ["e2", "e8", "e3"], None
            yield from test_ends(table, stream)
            yield "every answer is as described", not table.wrong, "\n".join(table.wrong)


def test_ends(table, stream):
    offered = table.act("first", "offerDraw")
    yield "a draw is offered", offered["drawOfferedBy"] == "first", offered
    ended = table.act("second", "acceptDraw")
    yield "and taken", (ended["result"], ended["reason"]) == ("1/2-1/2", "agreement") and ended["record"], ended
    yield "it is over", table.play(3, "e7", 409)["error"]["code"] == "room-closed", None
    table.act("first", "rematch")
    again = table.act("second", "rematch")
    events = stream.read_to_end()
    yield "a rematch ends the stream", events[-1][1] == "done" and events[-1][2]["rematch"] == again["rematch"], events
    gone = table.server.get(f"{API}/rooms/{table.id}/events", Last_Event_ID=str(events[-1][0]))
    yield "for good", gone.status == 204, gone
    table.id = again["rematch"]
    table.seats = {"first": table.seats["second"], "second": table.seats["first"]}
    yield "the sides are swapped", table.play(0, "e2")["moves"] == ["e2"], None
    called_off = table.act("second", "resign")
    yield "one that is hardly begun does not count", called_off["reason"] == "called-off", called_off


def add_bot(folder):
    """An engine of the house, before a server has the store."""
    with sqlite3.connect(os.path.join(folder, "immure.db")) as store:
        bot = store.execute("INSERT INTO bots (name, game, variant, state, created_ms)"
                            " VALUES ('dice', 'quoridor', 'standard', 'active', 1)").lastrowid
        version = store.execute("INSERT INTO versions (bot_id, number, protocol, language, words, state, deadline_ms,"
                                " created_ms) VALUES (?, 1, 'text', '', 'engine=random,time=1m,start-time=1m', 'ready',"
                                " 1, 1)", (bot,)).lastrowid
        store.execute("UPDATE bots SET active_version_id = ? WHERE id = ?", (version, bot))
    store.close()
    return bot


def hire(server, folder, token):
    return subprocess.Popen([os.environ["IMMURE"], "worker", "--server", f"http://127.0.0.1:{server.port}", "--cores", "1",
                             "--cache", os.path.join(folder, "cache")], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "IMMURE_TOKEN": token})


def test_a_bot():
    with tempfile.TemporaryDirectory() as folder:
        token = make_token(("--data", folder), "lab", "worker")
        bot = add_bot(folder)
        with Server("--data", folder, "--lease", "2") as server:
            root = server.get(API + "/openapi.json").json()
            table = Table(server, root, bot)
            room = table.ask("GET", "/rooms/{id}")
            yield "it waits for a worker", (room["waitsFor"], room["players"][0]["bot"]) == ("worker", bot), room
            worker = hire(server, folder, token)
            try:
                yield from test_moves(table, worker, lambda: hire(server, folder, token))
            finally:
                worker.kill()
                worker.wait()
            yield "every answer is as described", not table.wrong, "\n".join(table.wrong)


def test_moves(table, worker, hire_again):
    def moves():
        return table.ask("GET", "/rooms/{id}")["moves"]
    yield "the bot begins", wait_until(lambda: len(moves()) == 1), None
    move = "e8" if moves() != ["e8"] else "d9"
    table.play(1, move)
    yield "it answers", wait_until(lambda: len(moves()) == 3), None
    yield "a bot takes no draws", table.act("second", "offerDraw", 409)["error"]["code"] == "no-offer", None
    worker.kill()
    worker.wait()
    before = table.play(3, "e7" if "e8" in moves() else "d8")["moves"]
    other = hire_again()
    try:
        yield "another worker goes on", wait_until(lambda: len(moves()) == 5) and moves()[:4] == before, moves()
        ended = table.act("second", "resign")
        yield "the game is kept", (ended["result"], ended["reason"]) == ("1-0", "resignation") and ended["record"], ended
        again = table.act("second", "rematch")["rematch"]
        table.id = again
        yield "a rematch needs no asking", wait_until(lambda: table.ask("GET", "/rooms/{id}")["waitsFor"] == "first"), again
    finally:
        other.kill()
        other.wait()


run([test_two_people, test_a_bot])
