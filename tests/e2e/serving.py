"""What the tests of `immure serve` share: a server on a free port, clients, TAP."""

import http.client
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE_S = 60  # with which a test waits for what has to happen


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    def json(self):
        return json.loads(self.body)

    def __str__(self):
        return f"{self.status} {self.headers} {self.body[:500]!r}"


class Server:
    """A running server; the address is read from what it prints."""

    def __init__(self, *words):
        if not {"--data", "--store", "--no-store"} & set(words):
            words += ("--no-store",)
        if "--worker-cores" not in words:
            words += ("--no-worker",)
        if "--port" not in words:
            words += ("--port", "0")
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([os.environ["IMMURE"], "serve", "--workers", "1", *words],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
                                        text=True)
        line = self.process.stdout.readline()
        assert line.startswith("serving http://127.0.0.1:"), line + self.error_text()
        self.port = int(line.rsplit(":", 1)[1].rstrip("/\n"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def error_text(self):
        # The server writes at the file's own place, so that must not be moved.
        return os.pread(self.errors.fileno(), 1 << 20, 0).decode("utf-8", "replace")

    def log(self):
        """The lines of the log, which is all that is written there but for notes to whoever started it."""
        return [json.loads(line) for line in self.error_text().splitlines() if not line.startswith("immure: note: ")]

    def stop(self, number):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)

    def connect(self, source="127.0.0.1"):
        """Connects from an address of this machine: all of 127.0.0.0/8 are."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE_S, (source, 0))

    def ask(self, method, path, body=None, headers=None, source="127.0.0.1"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE_S, (source, 0))
        try:
            connection.request(method, path, body, headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.ask("GET", path, None, {name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path, document, **headers):
        body = document if isinstance(document, (bytes, str)) else json.dumps(document)
        return self.ask("POST", path, body, {"Content-Type": "application/json", **headers})

    def raw(self, data):
        """Sends bytes, stops sending, and returns all that comes back; the server may close first."""
        with self.connect() as client:
            try:
                client.sendall(data)
                client.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            return read_all(client)


def read_all(client):
    parts = []
    while True:
        try:
            part = client.recv(65536)
        except ConnectionResetError:
            break
        if not part:
            break
        parts.append(part)
    return b"".join(parts)


class Events:
    """A stream of server-sent events, read by hand so that hundreds can be open in one process."""

    def __init__(self, server, path, last=None, visitor=None):
        self.client = server.connect()
        extra = f"Last-Event-ID: {last}\r\n" if last is not None else ""
        extra += f"X-Forwarded-For: {visitor}\r\n" if visitor is not None else ""
        self.client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{extra}\r\n".encode())
        self.data = b""
        self.is_closed = False

    def read_some(self):
        part = self.client.recv(65536)
        self.is_closed = not part
        self.data += part

    def read_to_end(self):
        while not self.is_ended():
            self.read_some()
        return self.events()

    def read_rest(self):
        """What comes to the end, of a stream that is no events."""
        while not self.is_ended():
            self.read_some()
        return self.body()

    def is_ended(self):
        return self.is_closed or self.data.endswith(b"\r\n0\r\n\r\n")

    def head(self):
        return self.data.split(b"\r\n\r\n")[0].decode()

    def body(self):
        """What has arrived, without the marks of its chunks."""
        rest = self.data.partition(b"\r\n\r\n")[2]
        out = b""
        while b"\r\n" in rest:
            size, _, rest = rest.partition(b"\r\n")
            out += rest[:int(size, 16)]
            rest = rest[int(size, 16) + 2:]
        return out

    def events(self):
        """All events that have arrived whole: (id, name, document)."""
        found = []
        for frame in self.body().decode().split("\n\n")[:-1]:
            fields = dict(line.split(": ", 1) for line in frame.split("\n") if not line.startswith(":"))
            if "data" in fields:
                found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
        return found

    def close(self):
        self.client.close()


def read_until(streams, condition):
    """Reads from all streams until the condition holds for each; false if time runs out."""
    deadline = time.monotonic() + PATIENCE_S
    poll = select.poll()
    open_streams = {stream.client.fileno(): stream for stream in streams}
    for number in open_streams:
        poll.register(number, select.POLLIN)
    while open_streams and time.monotonic() < deadline:
        for number, _ in poll.poll(1000):
            open_streams[number].read_some()
            if condition(open_streams[number]) or open_streams[number].is_closed:
                poll.unregister(number)
                del open_streams[number]
    return all(condition(stream) for stream in streams)


def wait_until(condition, pause_s=0.01, patience_s=PATIENCE_S):
    deadline = time.monotonic() + patience_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause_s)
    return True


def run(tests):
    """Runs generators of (name, passed, detail)."""
    count = 0
    failed = False
    for test in tests:
        for name, passed, detail in test():
            count += 1
            failed = failed or not passed
            print(f"{'ok' if passed else 'not ok'} {count} - {name}", flush=True)
            if not passed:
                print("\n".join(f"# {line}" for line in str(detail).splitlines()[-30:]))
    print(f"1..{count}")
    sys.exit(failed or count == 0)
