"""Accounts over HTTP: the first admin, a class that registers, cookies, forged requests, guesses, and what the log must
not have. Every route of people is asked, and every answer is held against docs/openapi.json. In TAP.
"""

import json
import os
import re
import signal
import subprocess
import tempfile

from description import API, check, operations
from serving import Server, run

GOOD, OTHER = "correct horse", "battery staple"
MACHINES = {"/hosts", "/audit", "/tokens", "/tokens/{id}", "/tokens/{id}/reinstate"}


class Browser:
    """Keeps a cookie as a browser does, and says that it asks for our own page."""

    asked, wrong, secrets = set(), [], set()

    def __init__(self, server, root):
        self.server, self.root, self.cookie = server, root, None

    def ask(self, method, route, document=None, status=200, identity="", query="", headers=None):
        words = {"Immure-Request": "1", "Sec-Fetch-Site": "same-origin"} if headers is None else headers
        if self.cookie:
            words = {**words, "Cookie": self.cookie}
        body = None
        if document is not None:
            words = {**words, "Content-Type": "application/json"}
            body = json.dumps(document)
        path = API + route.replace("{id}", str(identity)) + query
        answer = self.server.ask(method, path, body, words)
        wrong = check(answer, self.root["paths"][route][method.lower()], self.root, status)
        if wrong:
            self.wrong.append(f"{method} {path}: {wrong}")
        self.asked.add((method, route))
        self.keep(answer.headers.get("set-cookie"))
        return answer

    def keep(self, cookie):
        if cookie:
            name, value = cookie.split(";")[0].split("=")
            self.cookie = f"{name}={value}" if value else None
            self.secrets |= {value} - {""}


def first_link(server):
    line = server.process.stdout.readline()
    found = re.fullmatch(r"become the admin within a day at http://127.0.0.1:\d+/#/setup/([0-9a-f]{64})\n", line)
    assert found, line
    Browser.secrets.add(found[1])
    return found[1]


def test_course():
    with tempfile.TemporaryDirectory() as folder:
        with Server("--data", folder, "--log") as server:
            root = server.get(API + "/openapi.json").json()
            admin = Browser(server, root)
            yield from set_up(admin, first_link(server))
            code = admin.ask("POST", "/invitations", {"uses": 3}, 201).json()["code"]
            Browser.secrets.add(code)
            ann = Browser(server, root)
            yield from register(ann, code)
            yield from own_things(ann)
            yield from staff(admin, ann, root)
            yield from forged(ann)
            yield from leave(ann)
            text = server.error_text()
            yield ("the log tells of requests and of no secret", '"path":"/api/v1/session"' in text and
                   not [secret for secret in Browser.secrets | {GOOD, OTHER} if secret in text], text[-2000:])
            server.stop(signal.SIGTERM)
            yield "an admin is there: no link is printed again", server.process.stdout.read() == "", None
        yield from operator(folder)
        yield "every answer is as described", not Browser.wrong, "\n".join(Browser.wrong)
        wanted = {(method, path) for path, method, operation in operations(root) if path not in MACHINES and
                  re.match("/(session|people|person|invitations|site)(/|$)", path)}
        yield "every route was asked", Browser.asked >= wanted, wanted - Browser.asked


def set_up(admin, link):
    state = admin.ask("GET", "/session").json()
    yield ("nobody is in yet", state == {"person": None, "registration": "invitation", "needsAdmin": True}, state)
    admin.ask("POST", "/people/setup", {"link": "0" * 64, "name": "root", "password": GOOD}, 422)
    made = admin.ask("POST", "/people/setup", {"link": link, "name": "root", "password": GOOD}, 201)
    cookie = made.headers["set-cookie"]
    yield ("the cookie is for this site's requests alone", re.fullmatch(
        r"immure=[0-9a-f]{64}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie) is not None, cookie)
    state = admin.ask("GET", "/session").json()
    yield "the admin is in", state["person"]["role"] == "admin" and not state["needsAdmin"], state
    admin.ask("POST", "/people/setup", {"link": link, "name": "root-2", "password": GOOD}, 422)


def register(ann, code):
    ann.ask("POST", "/people", {"name": "ann", "password": GOOD}, 422)
    made = ann.ask("POST", "/people", {"name": "ann", "password": GOOD, "invitation": code}, 201).json()
    yield "a student registers", made["person"]["role"] == "student", made
    ann.ask("POST", "/people", {"name": "Ann", "password": GOOD, "invitation": code}, 409)
    stranger = Browser(ann.server, ann.root)
    answers = [stranger.ask("POST", "/session", {"name": name, "password": OTHER}, 422).body for name in ("ann", "eve")]
    yield "a wrong password and an unknown name look the same", answers[0] == answers[1], answers
    planted = Browser(ann.server, ann.root)
    planted.cookie = "immure=" + "a" * 64
    planted.ask("POST", "/session", {"name": "ann", "password": GOOD})
    yield "a planted cookie is not kept", planted.cookie != "immure=" + "a" * 64, planted.cookie
    before, stale = planted.cookie, Browser(ann.server, ann.root)
    planted.ask("POST", "/session", {"name": "ann", "password": GOOD})
    stale.cookie = before
    yield "signing in again ends the session before", stale.ask("GET", "/session").json()["person"] is None, None
    planted.ask("DELETE", "/session", status=204)
    yield "who signs out is out", planted.cookie is None, planted.cookie
    over_tls = ann.server.ask("POST", API + "/session", json.dumps({"name": "ann", "password": GOOD}), {
        "Content-Type": "application/json", "X-Forwarded-Proto": "https"})
    yield "nobody but the proxy says that it is TLS", "__Host-" not in over_tls.headers["set-cookie"], over_tls


def own_things(ann):
    sessions = ann.ask("GET", "/person/sessions").json()["items"]
    current = [session for session in sessions if session["isCurrent"]]
    yield "one session is this one", len(current) == 1 and len(sessions) == 2, sessions
    other = next(session["id"] for session in sessions if not session["isCurrent"])
    ann.ask("DELETE", "/person/sessions/{id}", status=204, identity=other)
    ann.ask("DELETE", "/person/sessions/{id}", status=404, identity=other)
    page = ann.ask("GET", "/person/sessions", query="?limit=1").json()
    yield "it is ended", [session["id"] for session in page["items"]] == [current[0]["id"]] and not page["next"], page
    secret = ann.ask("POST", "/person/tokens", {"name": "laptop", "scope": "read"}, 201).json()["secret"]
    Browser.secrets.add(secret)
    bearer = {"Authorization": f"Bearer {secret}"}
    program = Browser(ann.server, ann.root)
    mine = program.ask("GET", "/person/tokens", headers=bearer).json()["items"]
    yield "a token reads", [token["name"] for token in mine] == ["laptop"], mine
    program.ask("POST", "/person/tokens", {"name": "more", "scope": "submit"}, 403, headers=bearer)
    ann.ask("DELETE", "/person/tokens/{id}", status=204, identity=mine[0]["id"])
    program.ask("GET", "/person/tokens", status=401, headers=bearer)
    export = ann.ask("GET", "/person/export")
    yield ("the export is a file", export.json()["account"]["name"] == "ann" and
           "attachment" in export.headers["content-disposition"], export)
    ann.ask("POST", "/people/password", {"old": OTHER, "new": OTHER}, 422)
    ann.ask("POST", "/people/password", {"old": GOOD, "new": "12345678"}, 422)
    ann.ask("POST", "/people/password", {"old": GOOD, "new": OTHER})
    Browser(ann.server, ann.root).ask("POST", "/people/password", {"old": GOOD, "new": OTHER}, 401)


def staff(admin, ann, root):
    listed = admin.ask("GET", "/people", query="?q=AN").json()["items"]
    yield "people are found", [person["name"] for person in listed] == ["ann"], listed
    number = listed[0]["id"]
    ann.ask("GET", "/people", status=403)
    ann.ask("PATCH", "/people/{id}", {"role": "admin"}, 403, number)
    admin.ask("PATCH", "/people/{id}", {"role": "teacher"}, 204, number)
    own = next(person["id"] for person in admin.ask("GET", "/people").json()["items"] if person["name"] == "root")
    ann.ask("POST", "/people/{id}/reset", status=403, identity=own)
    admin.ask("PATCH", "/people/{id}", {"state": "closed"}, 409, own)
    admin.ask("PATCH", "/people/{id}", {"role": "student"}, 204, number)
    link = admin.ask("POST", "/people/{id}/reset", identity=number).json()["link"]
    Browser.secrets.add(link)
    again = Browser(ann.server, root)
    again.ask("POST", "/people/password", {"link": link, "new": GOOD})
    again.ask("POST", "/people/password", {"link": link, "new": OTHER}, 422)
    yield "a link gives a new password", again.ask("GET", "/session").json()["person"]["name"] == "ann", None
    yield "and ends the old session", ann.ask("GET", "/session").json()["person"] is None, None
    ann.cookie = again.cookie
    invitations = admin.ask("GET", "/invitations").json()["items"]
    yield "an invitation is used", [one["usesLeft"] for one in invitations] == [2], invitations
    admin.ask("DELETE", "/invitations/{id}", status=204, identity=invitations[0]["id"])
    admin.ask("PATCH", "/site", {"registration": "closed"}, 204)
    admin.ask("PATCH", "/site", {"ratingError": 80}, 204)
    admin.ask("PATCH", "/site", {"ratingError": 1001}, 400)
    admin.ask("PATCH", "/site", {"registration": "ajar"}, 400)
    settings = admin.ask("GET", "/site").json()
    yield "the site is closed", settings == {"registration": "closed", "ratingError": 80, "logDays": 30,
                                                "contestLogDays": 180}, settings
    Browser(ann.server, root).ask("POST", "/people", {"name": "ben", "password": GOOD}, 403)


def forged(ann):
    """What a page of another site can make a browser send, cookies included."""
    host = f"127.0.0.1:{ann.server.port}"
    for name, headers in {
            "a form": {"Content-Type": "text/plain", "Origin": "http://evil.example"},
            "another origin": {"Immure-Request": "1", "Origin": "http://evil.example", "Host": host},
            "another site": {"Immure-Request": "1", "Sec-Fetch-Site": "cross-site"},
            "a neighbour": {"Immure-Request": "1", "Sec-Fetch-Site": "same-site"},
            "no origin": {"Immure-Request": "1", "Origin": "null"},
            "no mark": {}}.items():
        answer = ann.ask("DELETE", "/session", status=403, headers=headers)
        yield f"{name} signs nobody out", answer.json()["error"]["code"] == "foreign-origin", answer
    seen = ann.ask("GET", "/session", headers={"Sec-Fetch-Site": "cross-site"})
    yield ("and reads nothing", "access-control-allow-origin" not in seen.headers and
           seen.headers["cross-origin-resource-policy"] == "same-origin" and
           "default-src 'none'" in seen.headers["content-security-policy"] and
           "frame-ancestors 'none'" in seen.headers["content-security-policy"], seen)
    own = {"Immure-Request": "1", "Origin": f"http://{host}", "Host": host}
    ann.ask("POST", "/session", {"name": "ann", "password": GOOD}, headers=own)


def leave(ann):
    tries = [ann.ask("DELETE", "/person", {"password": OTHER}, 422) for _ in range(10)]
    slow = ann.ask("DELETE", "/person", {"password": GOOD}, 429)
    yield ("guessing is slow", len(tries) == 10 and 0 < int(slow.headers["retry-after"]) <= 30, slow)
    eve = Browser(ann.server, ann.root)
    eve.ask("POST", "/session", {"name": "ann", "password": GOOD}, 429)


def operator(folder):
    """Whoever has the machine can always become an admin; the second start is a usual one."""
    words = [os.environ["IMMURE"], "account", "link", "--data", folder, "--url", "https://arena.example/"]
    made = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    found = re.fullmatch("https://arena.example/#/setup/([0-9a-f]{64})\n", made)
    yield "the operator gets a link", found is not None, made
    with Server("--data", folder, "--behind-proxy", "127.0.0.1") as server:
        root = server.get(API + "/openapi.json").json()
        browser = Browser(server, root)
        secure = {"Immure-Request": "1", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"}
        made = browser.ask("POST", "/people/setup", {"link": found[1], "name": "root-2", "password": GOOD}, 201,
                           headers=secure)
        yield ("behind TLS the cookie is bound to the host", re.fullmatch(
            r"__Host-immure=[0-9a-f]{64}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure",
            made.headers["set-cookie"]) is not None, made)
        inside = browser.ask("GET", "/session", headers=secure).json()
        outside = browser.ask("GET", "/session", headers={}).json()
        yield "and is worth something there alone", inside["person"] and not outside["person"], (inside, outside)
        browser.ask("DELETE", "/person", {"password": GOOD}, 204, headers=secure)
        yield "who leaves is out", browser.cookie is None, browser.cookie


if __name__ == "__main__":
    run([test_course])
