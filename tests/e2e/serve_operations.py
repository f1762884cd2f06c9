"""What whoever runs `immure serve` asks it: its health, its metrics, its log. In TAP."""

import http.client
import json
import os
import re
import signal
import subprocess
import tempfile

from cluster import Postgres, make_token
from serving import Server, run, wait_until

API = "/api/v1"
SAMPLE = re.compile(r'([a-z_]+)(\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? ([-+0-9.e]+|\+Inf)')


def samples(text):
    """The samples of a text of metrics, by name and labels; fails where the format is broken."""
    found = {}
    kinds = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds, f"{name} twice"
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match, line
            family = re.sub("_(bucket|sum|count)$", "", match[1]) if match[1] not in kinds else match[1]
            assert family == name, f"{line} under {name}"
            found[match[1] + (match[2] or "")] = float(match[3])
    return found


def test_health():
    with Server() as server:
        answer = server.get("/healthz")
        yield "a server is well", answer.status == 200 and answer.json()["status"] == "ok", answer
        for path in ("/healthz", "/metrics"):
            refused = server.post(path, {})
            yield (f"{path} is only read", refused.status == 405 and refused.headers["allow"] == "GET, HEAD" and
                   server.ask("HEAD", path).status == 200, refused)


def test_metrics():
    with Server("--behind-proxy", "127.0.0.1") as server:
        server.get("/nowhere", X_Forwarded_For="10.0.0.1")
        answer = server.get("/metrics")
        yield ("metrics are text", answer.status == 200 and
               answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8", answer)
        # A response is counted once its connection is done with it, which is after the client has it.
        missing = 'immure_http_responses_total{status="404"}'
        counted = wait_until(lambda: samples(server.get("/metrics").body.decode()).get(missing) == 1)
        found = samples(server.get("/metrics").body.decode())
        yield "responses are counted", counted, found
        yield ("and their times", found['immure_http_request_seconds_count{route="page"}'] == 1 and
               found['immure_http_request_seconds_bucket{route="page",le="+Inf"}'] == 1, found)
        for name, headers in {"another machine": {"X-Forwarded-For": "10.0.0.1"},
                              "who claims to be nobody": {"X-Forwarded-For": "unknown"},
                              "who claims to be here": {"X-Forwarded-For": "127.0.0.1"}}.items():
            other = server.ask("GET", "/metrics", None, headers)
            yield (f"{name} does not get them", other.status == 403 and
                   other.json()["error"]["code"] == "forbidden", other)


def test_log():
    with Server("--log") as server:
        server.ask("GET", "/%ff%0a?secret=hush", None, {"Authorization": "Bearer hush"})
        logged = wait_until(server.log)
        line = server.log()[0]
        yield ("a line of the log is JSON", logged and (line["level"], line["event"], line["status"]) ==
               ("info", "request", 404), server.error_text())
        yield "without secrets", "hush" not in server.error_text(), server.error_text()
        yield "and the server stops well", server.stop(signal.SIGTERM) == 0, server.error_text()


def immure(*words, **environment):
    return subprocess.run([os.environ["IMMURE"], *words], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, **environment})


def test_data_folder():
    with tempfile.TemporaryDirectory() as folder:
        data = folder + "/data"
        token = make_token(["--data", data], "boss", "admin")
        yield "the data folder is its owner's alone", os.stat(data).st_mode & 0o777 == 0o700, oct(os.stat(data).st_mode)
        with Server("--data", data, "--behind-proxy", "127.0.0.1") as server:
            health = server.get("/healthz").json()
            yield "a server with a store is well", (health["store"], health["workers"]) == ("ok", 0), health
            headers = {"X-Forwarded-For": "10.0.0.1", "Authorization": "Bearer " + token}
            answer = server.ask("GET", "/metrics", None, headers)
            found = samples(answer.body.decode())
            yield ("an admin gets metrics from anywhere, also of the queue",
                   found['immure_queue_jobs{lane="ranked"}'] == 0 and
                   found['immure_games_total{verdict="win"}'] == 0, found)
            second = immure("serve", "--port", "0", "--data", data)
            yield ("a folder has one server", second.returncode == 1 and "in use by another process" in second.stderr,
                   second.stderr)
            listed = immure("token", "list", "--data", data)
            yield "tokens are listed meanwhile", listed.stdout.startswith("boss admin made 20"), listed
            yield "it stops well", server.stop(signal.SIGTERM) == 0, server.error_text()
        yield "and leaves no journal behind", not os.path.exists(data + "/immure.db-wal"), os.listdir(data)
        revoked = immure("token", "revoke", "boss", "--data", data)
        with Server("--data", data, "--behind-proxy", "127.0.0.1") as server:
            answer = server.ask("GET", "/metrics", None, headers)
            yield "a token that is revoked is worth nothing", revoked.returncode == 0 and answer.status == 403, answer
            server.process.kill()
            server.process.wait()
        with Server("--data", data) as server:
            yield "a killed server comes back", server.get("/healthz").json()["store"] == "ok", server.error_text()
        with Server("--no-store") as server:
            yield "without a store there is none", server.get("/healthz").json()["store"] == "none", ""


def test_usual_folder():
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([os.environ["IMMURE"], "serve", "--port", "0", "--no-worker"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "XDG_DATA_HOME": folder + "/a/b"})
        line = process.stdout.readline()
        made = os.path.exists(folder + "/a/b/immure/immure.db")
        process.terminate()
        yield "the usual folder is made", line.startswith("serving ") and made, process.communicate()
        process = subprocess.Popen([os.environ["IMMURE"], "serve", "--port", "0"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env={**os.environ, "XDG_DATA_HOME": "/proc/none"})
        line = process.stdout.readline()
        process.terminate()
        _, errors = process.communicate()
        yield ("a server that cannot have it serves all the same", line.startswith("serving ") and
               "serving without a store" in errors, errors)
    both = immure("serve", "--no-store", "--data", "/tmp")
    yield "options that contradict are refused", both.returncode == 2 and "--no-store" in both.stderr, both
    neither = immure("token", "list")
    yield ("tokens are in some store", neither.returncode == 2 and
           neither.stderr == "immure: token list needs --data DIR or --store URL\n", neither)


def first_lines(folder, *words):
    """What a server prints whose arena has no admin yet; and asks it for its health where it says that it is."""
    process = subprocess.Popen([os.environ["IMMURE"], "serve", "--port", "0", "--no-worker", "--data", folder, *words],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    lines = process.stdout.readline() + process.stdout.readline()
    place = re.match(r"serving http://([^/]+)/", lines)[1]
    connection = http.client.HTTPConnection(place, timeout=60)
    connection.request("GET", "/healthz")
    status = connection.getresponse().status
    connection.close()
    process.terminate()
    process.communicate()
    return lines, f"http://{place}/", status


def test_addresses():
    with tempfile.TemporaryDirectory() as folder:
        lines, place, status = first_lines(folder)
        link = "become the admin within a day at %s#/setup/[0-9a-f]{64}\n"
        yield "a server tells its address", re.fullmatch(f"serving {place}\n{link % place}", lines) and status == 200, lines
        lines, place, status = first_lines(folder, "--host", "0.0.0.0")
        yield ("of all addresses one that a browser can go to", re.fullmatch(f"serving {place}\n{link % place}", lines) and
               "//0.0.0.0" not in lines and status == 200, lines)
        lines, place, status = first_lines(folder, "--url", "https://arena.example")
        named = "https://arena.example/"
        yield ("or the one that people use", re.fullmatch(f"serving {place} as {named}\n{link % named}", lines) and
               status == 200, lines)
        for url in ("arena.example", "https://", "https:///", "https://arena.example/#/people", "https://a b"):
            for words in (["serve"], ["account", "link"]):
                refused = immure(*words, "--data", folder, "--url", url)
                yield (f"{words[0]} takes no {url}", refused.returncode == 2 and refused.stdout == "" and
                       refused.stderr.startswith("immure: --url takes the page's address, "), refused)


def test_postgresql():
    """The store comes and goes while a server runs."""
    with Postgres() as postgres:
        with Server("--store", postgres.database()) as server:
            yield "a server uses PostgreSQL", server.get("/healthz").json()["store"] == "ok", server.error_text()
            postgres.kill(signal.SIGQUIT)
            answer = server.get("/healthz")
            yield ("a server without its database says so", answer.status == 503 and
                   answer.json()["status"] == "failing", answer)
            yield "and still serves what needs none", server.get(API + "/about").status == 200, ""
            postgres.start()
            yield ("and is well when it is back", wait_until(lambda: server.get("/healthz").status == 200),
                   server.error_text())


run([test_health, test_metrics, test_log, test_data_folder, test_usual_folder, test_addresses, test_postgresql])
