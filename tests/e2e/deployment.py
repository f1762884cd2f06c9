"""docs/operations.md on one machine: two servers, PostgreSQL, three workers, nginx if it is installed, and a match that
goes through all of them while a worker leaves and a server is killed. In TAP."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile

from cluster import Postgres, Worker, make_token
from serving import Server, run, wait_until

DOCS = os.path.join(os.environ["IMMURE_SOURCE"], "docs", "operations")
MATCH = ["match", "amazons", "--size", "6", "--player", "name=A,engine=random", "--player", "name=B,engine=greedy",
         "--games", "12", "--seed", "1"]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Nginx:
    """The configuration of the documents, without TLS, on a free port."""

    def __init__(self, folder, ports):
        text = open(f"{DOCS}/nginx.conf", encoding="utf-8").read()
        for documented, port in zip((8081, 8082), ports):
            text = text.replace(f"127.0.0.1:{documented}", f"127.0.0.1:{port}")
        self.port = free_port()
        text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};")
        text = re.sub(r"\n *ssl_[^\n]*", "", text)
        text = re.sub(r"\nserver {\n *listen 80;.*?\n}\n", "\n", text, flags=re.S)
        paths = "".join(f"{name}_temp_path {folder}/{name};\n"
                        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as out:
            out.write(f"pid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\naccess_log off;\n"
                      f"{paths}{text}}}\n")
        user = "user root;" if os.getuid() == 0 else ""
        self.process = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log", "-g",
                                         user + "daemon off;"], stdin=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def games_of(output):
    """How the games went, in whichever order they ended."""
    return sorted(line.split(": ", 1)[1] for line in output.splitlines() if line.startswith("game "))


def test_units():
    tool = shutil.which("systemd-analyze")
    for name in sorted(os.listdir(DOCS)):
        text = open(f"{DOCS}/{name}", encoding="utf-8").read()
        for words in re.findall(r"/usr/local/bin/immure ((?:[a-z]+ )+)--", text):
            known = subprocess.run([os.environ["IMMURE"], *words.split(), "--help"], capture_output=True, text=True,
                                   check=False)
            yield f"{name} names a command: {words}", known.returncode == 0, known.stderr
        if tool and name.endswith((".service", ".timer")):
            with tempfile.TemporaryDirectory() as folder:
                path = f"{folder}/{name.replace('@', '@1')}"
                with open(path, "w", encoding="utf-8") as out:
                    out.write(text.replace("/usr/local/bin/immure", os.environ["IMMURE"]))
                done = subprocess.run([tool, "verify", "--man=no", path], capture_output=True, text=True, check=False)
                complaints = [line for line in done.stderr.splitlines() if name.split("@")[0].split(".")[0] in line]
                yield f"systemd reads {name}", not complaints, done.stderr


def test_deployment():
    with tempfile.TemporaryDirectory() as folder, Postgres() as postgres:
        store = ["--store", postgres.database()]
        worker_tokens = [make_token(store, f"worker-{i}", "worker") for i in range(3)]
        client = {**os.environ, "IMMURE_TOKEN": make_token(store, "client", "client")}
        options = ["--behind-proxy", "127.0.0.1", *store]
        with Server(*options) as one, Server(*options) as two:
            proxy = Nginx(folder, [one.port, two.port]) if shutil.which("nginx") else None
            urls = [f"http://127.0.0.1:{port}" for port in ([proxy.port] * 3 if proxy else [two.port, two.port, one.port])]
            workers = [Worker(url, token, f"{folder}/cache-{i}")
                       for i, (url, token) in enumerate(zip(urls, worker_tokens))]
            try:
                came = wait_until(lambda: one.get("/healthz").json()["workers"] == 3)
                yield "three workers come", came, one.get("/healthz")
                match = subprocess.Popen([os.environ["IMMURE"], *MATCH, "--server", urls[0]], env=client, text=True,
                                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                wait_until(lambda: b"immure_queue_leases 0" not in two.get("/metrics").body)
                handed_back = workers[0].end(signal.SIGTERM)  # killed, it would keep its lease for a minute
                one.process.kill()
                output, errors = match.communicate()
                alone = subprocess.run([os.environ["IMMURE"], *MATCH], capture_output=True, text=True, check=False,
                                       stdin=subprocess.DEVNULL)
                yield ("a match through them is the match of one machine", match.returncode == 0 and
                       games_of(output) == games_of(alone.stdout) != [], f"{output}{errors}{alone.stdout}")
                ended = [handed_back] + [worker.end(signal.SIGTERM) for worker in workers[1:]]
                yield "workers stop well", ended == [0, 0, 0], ended
                yield "and the server", two.stop(signal.SIGTERM) == 0, two.error_text()
            finally:
                for worker in workers:
                    worker.end(signal.SIGKILL)
                if proxy:
                    proxy.stop()


def test_own_worker():
    """A server plays the games that it is given, and hands them back when it stops."""
    with tempfile.TemporaryDirectory() as folder:
        client = {**os.environ, "IMMURE_TOKEN": make_token(["--data", folder], "me", "client")}
        words = ["match", "amazons", "--size", "6", "--player", "name=A,engine=random", "--player"]
        with Server("--data", folder, "--worker-cores", "1") as server:
            came = wait_until(lambda: server.get("/healthz").json()["workers"] == 1)
            yield "a server has a worker of its own", came, server.error_text()
            server_words = ["--server", f"http://127.0.0.1:{server.port}"]
            played = subprocess.run([os.environ["IMMURE"], *words, "name=B,engine=random", "--games", "2", *server_words],
                                    capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=client)
            yield ("which plays a match", played.returncode == 0 and "\ngames 2\n" in played.stdout,
                   played.stdout + played.stderr)
            metrics = server.get("/metrics").body.decode()
            yield "whose games are counted", '\nimmure_games_total{verdict="no-move"} 2\n' in metrics, metrics
            slow = subprocess.Popen([os.environ["IMMURE"], *words, "name=B,engine=immure,time=1m", "--games", "2",
                                     *server_words], env=client, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            leased = wait_until(lambda: b"\nimmure_queue_leases 1\n" in server.get("/metrics").body)
            yield ("it stops in the middle of a game", leased and server.stop(signal.SIGTERM) == 0,
                   server.error_text())
            slow.kill()
            slow.wait()
        with Server("--data", folder) as server:
            metrics = server.get("/metrics").body.decode()
            yield ("and has handed it back", "\nimmure_queue_leases 0\n" in metrics and
                   '\nimmure_queue_jobs{lane="requested"} 1\n' in metrics, metrics)


run([test_units, test_own_worker, test_deployment])
