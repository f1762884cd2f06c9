"""`immure serve` and files: those built in, those of a folder, and none. In TAP.

IMMURE_SITE is the folder that the program was built with; it need not exist.
"""

import gzip
import os
import signal
import tempfile

from serving import Server, run

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURE = os.path.join(HERE, "site")
SITE = os.environ["IMMURE_SITE"]


def files(folder):
    for where, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".")]
        for name in names:
            if not name.startswith("."):
                path = os.path.join(where, name)
                yield "/" + os.path.relpath(path, folder), open(path, "rb").read()


def quoted(path):
    return path.replace(" ", "%20")


def test_built_in():
    pages = dict(files(SITE))
    with Server() as server:
        if not pages:
            answer = server.get("/")
            yield ("without the page, the visitor is told", answer.status == 503 and b"make serve" in answer.body and
                   b"make page &amp;&amp; make" in answer.body, answer)
            yield "and the interface is up", server.get("/api/v1/about").status == 200, ""
        for path, content in pages.items():
            yield from check_file(server, path, content)
        if pages:
            yield "/ is the index", server.get("/").body == pages["/index.html"], ""
        note = server.error_text().startswith("immure: note: this program was built without the page: `make page && make`")
        yield "who starts the server is told without the page, and only then", note == (not pages), server.error_text()
        yield from check_others(server)


def check_file(server, path, content):
    plain = server.get(quoted(path), Accept_Encoding="identity")
    yield f"{path} is what was built in", plain.status == 200 and plain.body == content, plain
    packed = server.get(quoted(path), Accept_Encoding="br, GZIP;q=0.5")
    is_packed = packed.headers.get("content-encoding") == "gzip"
    body = gzip.decompress(packed.body) if is_packed else packed.body
    yield f"{path} is the same compressed", packed.status == 200 and body == content, packed
    if is_packed:
        yield (f"{path} has two tags", plain.headers["etag"] != packed.headers["etag"] and
               plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding", packed)
        refused = server.get(quoted(path), Accept_Encoding="gzip;q=0, br")
        yield f"{path} is plain for who refuses gzip", refused.body == content, refused
    tag = plain.headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        same = server.get(quoted(path), If_None_Match=known)
        yield (f"{path} is not sent again to who has {known}",
               same.status == 304 and same.body == b"" and same.headers["etag"] == tag, same)
    stale = server.get(quoted(path), If_None_Match='"other"')
    yield f"{path} is sent to who has another", stale.status == 200, stale
    lasting = "immutable" in plain.headers["cache-control"]
    yield f"{path} is kept as long as it should be", lasting == path.startswith("/assets/"), plain
    head = server.ask("HEAD", quoted(path))
    yield (f"{path} has a head", head.status == 200 and head.body == b"" and
           head.headers["content-length"] == str(len(content)), head)


def check_others(server):
    for path in ("/nothing", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//index.html", "/assets"):
        answer = server.get(path)
        yield f"{path} is not there", answer.status == 404 and b"no such page" in answer.body, answer
    post = server.ask("POST", "/", "x=1")
    yield "a page cannot be posted to", post.status == 405 and post.headers["allow"] == "GET, HEAD, OPTIONS", post
    options = server.ask("OPTIONS", "/")
    yield "a page tells its methods", options.status == 204 and options.headers["allow"] == "GET, HEAD, OPTIONS", options
    page = server.get("/nothing")
    policy = page.headers["content-security-policy"]
    yield ("pages may run WebAssembly and nothing foreign", "'wasm-unsafe-eval'" in policy and
           "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and page.headers["x-content-type-options"] == "nosniff", policy)


def test_folder():
    with Server("--site", FIXTURE) as server:
        for path, content in files(FIXTURE):
            answer = server.get(quoted(path))
            yield (f"{path} is read from the folder", answer.status == 200 and answer.body == content and
                   answer.headers["cache-control"] == "no-store", answer)
        types = {"/": "text/html; charset=utf-8", "/assets/empty-89ef.wasm": "application/wasm",
                 "/assets/style-0123abcd.css": "text/css; charset=utf-8", "/a%20name.txt": "text/plain; charset=utf-8"}
        for path, expected in types.items():
            found = server.get(path).headers["content-type"]
            yield f"{path} is {expected}", found == expected, found
        yield from check_others(server)
        yield "nothing is missing", server.error_text() == "", server.error_text()
        yield "and the server stops well", server.stop(signal.SIGTERM) == 0, server.error_text()


def test_folder_stays_closed():
    """Links are not followed, in or out, and nothing that is no file is waited for."""
    with tempfile.TemporaryDirectory() as place:
        site = os.path.join(place, "site")
        os.makedirs(os.path.join(site, "assets"))
        for name in ("secret.txt", "site/index.html", "site/assets/a.txt"):
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(name)
        os.symlink("../secret.txt", os.path.join(site, "out.txt"))
        os.symlink(os.path.join(place, "secret.txt"), os.path.join(site, "absolute.txt"))
        os.symlink("..", os.path.join(site, "up"))
        os.symlink("assets", os.path.join(site, "in"))
        os.mkfifo(os.path.join(site, "pipe.txt"))
        with Server("--site", site) as server:
            yield "a file is served", server.get("/assets/a.txt").body == b"site/assets/a.txt", ""
            for path in ("/out.txt", "/absolute.txt", "/up/secret.txt", "/in/a.txt", "/pipe.txt", "/assets"):
                answer = server.get(path)
                yield f"{path} is not there", answer.status == 404, answer
            yield "and the server stops well", server.stop(signal.SIGTERM) == 0, server.error_text()
    with tempfile.TemporaryDirectory() as place:
        os.symlink(FIXTURE, os.path.join(place, "link"))
        with Server("--site", os.path.join(place, "link")) as server:
            yield "the folder itself may be a link", server.get("/").status == 200, ""


run([test_built_in, test_folder, test_folder_stays_closed])
