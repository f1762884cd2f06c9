"""Source files: their text, what they include, and what they define at their top level."""

import functools
import re
import subprocess

# Comments and literals are one token each, so that words in them stay as they are.
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
                   r"""|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|->|\S|\s+""", re.S)
WORD = re.compile(r"[A-Za-z_]\w*\Z")
MARKER = re.compile(r'# (\d+) "([^"]*)"((?: \d)*)')
OTHER_BUILDS = re.compile(r"^#ifndef IMMURE_SUBMISSION\n.*?^#endif\n", re.M | re.S)


def file_of(visit):
    """A file that is included several times has a number behind its name from the second visit on: a.inc#2."""
    return visit.split("#")[0]


@functools.cache  # every program asks for those of the same files
def words_of(text):
    return {token for token in TOKEN.findall(text) if WORD.match(token)}


class Definition:
    """A name that a file gives to something at its top level."""

    def __init__(self, token, is_static=True):
        self.name, self.visit, self.line = token
        self.path = file_of(self.visit)
        self.is_static = is_static


class Chunk:
    """Lines of a file's top level, the names that they define or declare, and those that they use."""

    def __init__(self, tokens, definitions, declared):
        self.visit = tokens[0][1]
        self.place = self.visit, tokens[0][2], tokens[-1][2]
        self.path = file_of(self.visit)
        self.definitions = definitions
        self.names = {definition.name for definition in definitions} | declared
        self.is_declaration = bool(declared)
        self.used = {token[0] for token in tokens if WORD.match(token[0])}


def grouped(pairs):
    groups = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


class Unit:
    """A source file as the compiler sees it."""

    def __init__(self, path, chunks):
        self.path = path
        self.chunks = chunks
        self.by_name = grouped((name, chunk) for chunk in chunks for name in chunk.names)
        self.by_line = grouped((chunk.place[:2], chunk) for chunk in chunks)

    def definitions(self):
        return [definition for chunk in self.chunks for definition in chunk.definitions]


def preprocess(compiler, path, flags):
    standard = "gnu++17" if path.endswith(".cpp") else "gnu17"
    command = [*compiler, "-E", f"-std={standard}", "-D_GNU_SOURCE", "-DIMMURE_SUBMISSION", "-DIMMURE_LEVEL=base", "-Isrc",
               *flags, path]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@functools.cache  # the rows of a header come again with each file that includes it
def tokens_in(row):
    return [token for token in TOKEN.findall(row) if not token.isspace()]


def tokens_of(text):
    """The tokens that come from our own files, each with its visit of a file and its line."""
    path = line = None
    counts = {}
    visits = []
    for row in text.split("\n"):
        marker = MARKER.match(row)
        if marker:
            line, path = int(marker[1]), marker[2]
            if " 1" in marker[3]:
                counts[path] = counts.get(path, 0) + 1
                visits.append(path if counts[path] == 1 else f"{path}#{counts[path]}")
            elif " 2" in marker[3]:
                visits.pop()
            continue
        if path.startswith("src/") and not row.startswith("#pragma"):
            visit = visits[-1] if visits else path
            for token in tokens_in(row):
                yield token, visit, line
        line += 1


def chunks_of(tokens):
    """Declarations and definitions of the top level, as lists of tokens."""
    chunk = []
    depth = 0
    for token in tokens:
        chunk.append(token)
        word = token[0]
        if word in "({[":
            depth += 1
        elif word in ")}]":
            depth -= 1
        if depth == 0 and (word == ";" or (word == "}" and is_function(chunk))):
            yield chunk
            chunk = []


def skip_group(chunk, at):
    """The index after the bracket that closes the one at `at`."""
    depth = 0
    while True:
        depth += (chunk[at][0] in "({[") - (chunk[at][0] in ")}]")
        at += 1
        if depth == 0:
            return at


def outline(chunk):
    """The tokens outside of brackets, each with its index; attributes are passed over."""
    at = 0
    while at < len(chunk):
        if chunk[at][0] == "__attribute__":
            at = skip_group(chunk, at + 1)
            continue
        yield at, chunk[at][0]
        at = skip_group(chunk, at) if chunk[at][0] in "({[" else at + 1


def is_function(chunk):
    words = [word for _, word in outline(chunk)]
    return "(" in words and "=" not in words and words[-1] == "{" and words[-2] == "("


def declarator(chunk, marks):
    """The token of the name that is declared: the last word before any of `marks`, or the one in (*name)(...)."""
    name = None
    for at, word in outline(chunk):
        if word in marks and name:
            return name
        if word == "(" and chunk[at + 1][0] == "*":
            return chunk[at + 2]
        if WORD.match(word):
            name = chunk[at]
    return name


def enumerators(chunk):
    for at, word in outline(chunk):
        if word == "{" and any(token[0] == "enum" for token in chunk[:at]):
            end = skip_group(chunk, at) - 1
            depth = 0
            for i in range(at + 1, end):
                depth += (chunk[i][0] in "({[") - (chunk[i][0] in ")}]")
                if depth == 0 and WORD.match(chunk[i][0]) and chunk[i - 1][0] in "{,":
                    yield chunk[i]


@functools.cache  # those of a header come again with each file that includes it
def read_chunk(chunk):
    words = [word for _, word in outline(chunk)]
    if chunk[0][0] in ("_Static_assert", ";"):
        return Chunk(chunk, [], set())
    definitions = [Definition(token) for token in enumerators(chunk)]
    declared = set()
    for at, word in enumerate(words[:-2]):
        if word in ("struct", "union", "enum") and words[at + 2] == "{":
            definitions.append(Definition(next(token for token in chunk if token[0] == words[at + 1])))
    if chunk[0][0] == "typedef":
        definitions.append(Definition(declarator(chunk, ";[(")))
    elif is_function(chunk):
        definitions.append(Definition(declarator(chunk, "("), "static" in words))
    elif "=" in words or ("static" in words and "(" not in words):
        definitions.append(Definition(declarator(chunk, "=[;"), "static" in words))
    elif not definitions:
        declared.add(declarator(chunk, "([;")[0])
    return Chunk(chunk, definitions, declared)


def read_unit(compiler, path, is_kernel):
    """A kernel is read as it looks with AVX2 and without, as it may be compiled either way."""
    chunks = {}
    for flags in [["-mavx2"], []] if is_kernel else [[]]:
        for tokens in chunks_of(tokens_of(preprocess(compiler, path, flags))):
            chunk = read_chunk(tuple(tokens))
            chunks.setdefault((chunk.place, *sorted(chunk.names)), chunk)
    return Unit(path, list(chunks.values()))


class Files:
    """The text of the source files, and what they include."""

    def __init__(self):
        self.texts = {}

    def text(self, path):
        if path not in self.texts:
            # What is for other builds becomes blank, so that lines keep their numbers.
            text = open(path, encoding="utf-8").read()
            self.texts[path] = OTHER_BUILDS.sub(lambda found: "\n" * found[0].count("\n"), text)
        return self.texts[path]

    @functools.cache
    def included(self, path):
        return ["src/" + name for name in re.findall(r'^#include "([^"]+)"', self.text(path), re.M)]

    @functools.cache
    def headers(self, path):
        """All headers that a file needs, in an order in which each stands after what it needs itself."""
        found = {}
        for other in self.included(path):
            for header in self.headers(other):
                found[header] = True
            if other.endswith(".h"):
                found[other] = True
        return list(found)

    @functools.cache
    def pieces(self, path):
        """The file and the templates within it."""
        found = {path: True}
        for other in self.included(path):
            if not other.endswith(".h"):
                found.update(self.pieces(other))
        return found

    def macros(self, path):
        return {name: True for piece in self.pieces(path)
                for name in re.findall(r"^ *# *define +(\w+)", self.text(piece), re.M)}
