"""What whoever runs `immure serve` asks it: its health, its metrics, its log. In TAP."""

import json
import re
import signal

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
        found = samples(answer.body.decode())
        yield "responses are counted", found['immure_http_responses_total{status="404"}'] == 1, found
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
        logged = wait_until(lambda: "\n" in server.error_text())
        line = json.loads(server.error_text())
        yield ("a line of the log is JSON", logged and (line["level"], line["event"], line["status"]) ==
               ("info", "request", 404), server.error_text())
        yield "without secrets", "hush" not in server.error_text(), server.error_text()
        yield "and the server stops well", server.stop(signal.SIGTERM) == 0, server.error_text()


run([test_health, test_metrics, test_log])
