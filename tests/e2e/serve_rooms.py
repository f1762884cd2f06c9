"""Two people in a room, over HTTP: a link, a clock, events, a server that is killed in the middle, a draw and a rematch.
Answers are held against docs/openapi.json. In TAP.
"""

import tempfile

from description import API, check
from serving import Events, Server, read_until, run


class Table:
    """A room with its seats, asked of whichever server runs."""

    def __init__(self, server, root):
        self.server, self.root, self.wrong = server, root, []
        made = self.ask("POST", "/rooms", {"game": "quoridor", "clockS": 300, "incrementS": 3, "side": "second"}, 201)
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


run([test_two_people])
