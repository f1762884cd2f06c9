"""docs/course-guide.md, its commands followed word for word, with two servers and two workers on PostgreSQL: three students
hand in, a contest runs to its end, and its CSV is right. The Chinese guide has the same commands. In TAP.
"""

import csv
import os
import re
import subprocess
import tempfile

from cluster import Postgres, Worker, make_token
from description import API
from serve_accounts import Browser, first_link
from serving import Server, run

SOURCE = os.environ["IMMURE_SOURCE"]


def commands(name):
    with open(f"{SOURCE}/docs/{name}", encoding="utf-8") as file:
        return re.findall(r"^```sh\n(.*?)^```", file.read(), re.S | re.M)


def follow(folder, blocks):
    """Runs the commands one after the other in one shell; any that fails ends it."""
    os.symlink(f"{SOURCE}/bots", f"{folder}/bots")
    os.symlink(os.environ["IMMURE"], f"{folder}/immure")
    return subprocess.run(["bash", "-euo", "pipefail", "-c", "\n".join(blocks)], cwd=folder, text=True,
                          capture_output=True, timeout=300, check=False,
                          env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})


def rows(folder, name):
    with open(f"{folder}/{name}", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_guide():
    english, chinese = commands("course-guide.md"), commands("course-guide.zh.md")
    yield "both guides have the same commands", english == chinese and len(english) == 7, chinese
    with tempfile.TemporaryDirectory() as folder, Postgres() as postgres:
        os.chmod(folder, 0o755)  # the users of sandboxes have to get to the workers' files
        store = ["--store", postgres.database()]
        with Server(*store) as first:
            link = first_link(first)
            token = make_token(store, "worker", "worker")
            with Server(*store) as second:
                urls = [f"http://127.0.0.1:{server.port}" for server in (first, second)]
                workers = [Worker(url, token, f"{folder}/cache{number}") for number, url in enumerate(urls)]
                try:
                    yield from course(folder, english, urls, link)
                    yield from described(folder, second)
                finally:
                    for worker in workers:
                        worker.end(15)


def course(folder, blocks, urls, link):
    blocks = [block.replace("http://127.0.0.1:8080", urls[0]).replace("SETUP-LINK", link) for block in blocks]
    for number in (2, 4, 6):  # the other server knows the same
        blocks[number] = f"SERVER={urls[number // 2 % 2]}\n" + blocks[number]
    done = follow(folder, blocks)
    said = done.stdout + done.stderr
    yield "every command of the guide works", done.returncode == 0, said
    if done.returncode != 0:
        return
    yield ("the mistakes are told", "as expected: it does not compile" in said and
           "as expected: it makes an illegal move" in said and "lies outside the 6x6 board" in said, said)
    table = rows(folder, "standings.csv")
    field = {row["owner"]: row for row in table if row["rank"]}
    yield "the field is who could play", set(field) == {"ann", "cyd"} and len(table) == 3, table
    yield ("points are those of two games", sum(float(row["points"]) for row in field.values()) == 2 and
           all(row["games"] == "2" for row in field.values()), table)
    ordered = [float(row["points"]) for row in table if row["rank"]]
    yield "the better is first", ordered == sorted(ordered, reverse=True), table
    yield "Ann plays with what she mended", field["ann"]["version"] == "2", table
    out = [row for row in table if row["owner"] == "bob"]
    yield "who had nothing that plays is out, with the reason", "no version that could play" in out[0]["out"], out
    marks = {row["student"]: row for row in rows(folder, "course.csv")}
    yield ("the course knows who can play", [marks[name]["can play"] for name in ("ann", "bob", "cyd")] == ["1", "0", "1"]
           and marks["bob"]["state"] == "failed" and marks["bob"]["mark"] == "0" and int(marks["ann"]["mark"]) >= 60, marks)
    with open(f"{folder}/report.html", encoding="utf-8") as file:
        page = file.read()
    yield "the report is one page with the games", "<bdi>Final</bdi>" in page and page.count("<details>") == 2, page[:2000]


def described(folder, server):
    """Every answer about what happened is as docs/openapi.json says."""
    root = server.get(API + "/openapi.json").json()
    teacher = Browser(server, root)
    with open(f"{folder}/teacher", encoding="utf-8") as jar:
        teacher.cookie = "=".join(jar.read().split()[-2:])
    contest = teacher.ask("GET", "/contests").json()["items"][0]["id"]
    for route in ("/contests/{id}", "/contests/{id}/standings", "/contests/{id}/standings.csv", "/contests/{id}/report"):
        teacher.ask("GET", route, identity=contest)
    for route in ("/course", "/course.csv", "/course/marks"):
        teacher.ask("GET", route, query="?game=amazons&variant=6x6")
    teacher.ask("GET", "/similarities")
    teacher.ask("GET", "/similarities/{id}", None, 404, identity=999)
    teacher.ask("POST", "/contests/{id}/disqualifications", {"bot": 999, "reason": "none"}, 404, identity=contest)
    teacher.ask("PATCH", "/contests/{id}", {"state": "running"}, 409, identity=contest)
    teacher.ask("PATCH", "/contests/{id}", {"state": 7}, 400, identity=contest)
    teacher.ask("PATCH", "/contests/{id}", {"state": None, "name": "The final"}, 204, identity=contest)
    yield "answers are as described", not Browser.wrong, Browser.wrong


if __name__ == "__main__":
    run([test_guide])
