"""amalgamate.py OUT DEPFILE --cc COMPILER --recipes FILE --licence FILE --kernels FILE... --sources FILE...

Writes C source that holds the parts of submissions: the text of the source files that a single-file program needs,
for each program of RECIPES. `immure submission` joins them.

It does what a linker does that drops what is not used, for sources: it begins with a program's own files, of
which main is one, and adds whatever functions, tables and types of SOURCES and KERNELS, the lists of the build,
define what is still undefined. A symbol that nobody defines, or two files, is an error.

What becomes of a file's text:
  - what the program does not need is gone, with the comments above it
  - its includes are gone: headers stand before it, once, and what the system has is included at the top
  - names that another file has for itself (static functions, types) get the file's name: run_in_botzone
  - macros of a source file end with it, if somebody else uses the word
  - what only C or only C++ has is replaced by what both have (WORDS)
  - the comment that opens it is gone, tabs indent, and macros of several lines have no columns: sites limit the size
    of a text

Kernels stand between kernels_begin.inc and kernels_end.inc, which turn AVX2 on and off.
"""

import argparse
import functools
import os
import re
import subprocess
import sys

from embed import literal

# Where a program begins: as a program of its own, or in the hands of a course's main.
ROOTS = ["main", "init", "GetUpdate", "Action", "action", "ai_name"]

PROGRAM = "src/submission/program"

# One thread searches, so atomic variables are plain ones (submission/program/prelude.h).
WORDS = {
    "_Static_assert": "static_assert",
    "_Alignas": "alignas",
    "restrict": "__restrict",
    "_Atomic": "",
    "atomic_bool": "bool",
    "atomic_int": "int",
    "atomic_init": "plain_store",
    "atomic_load": "plain_load",
    "atomic_load_explicit": "plain_load",
    "atomic_store": "plain_store",
    "atomic_store_explicit": "plain_store",
    "atomic_fetch_add": "plain_add",
    "atomic_fetch_add_explicit": "plain_add",
    "atomic_fetch_sub": "plain_subtract",
    "atomic_fetch_sub_explicit": "plain_subtract",
    "atomic_compare_exchange_strong": "plain_exchange_if",
    "atomic_compare_exchange_weak_explicit": "plain_exchange_if",
}
DROPPED_HEADERS = {"stdatomic.h"}

# Comments and literals are one token each, so that words in them stay as they are.
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
                   r"""|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|->|\S|\s+""", re.S)
WORD = re.compile(r"[A-Za-z_]\w*\Z")
MARKER = re.compile(r'# (\d+) "([^"]*)"((?: \d)*)')
OPENING = re.compile(r"\A(?://[^\n]*\n)+\n")
OTHER_BUILDS = re.compile(r"^#ifndef IMMURE_SUBMISSION\n.*?^#endif\n", re.M | re.S)
DEFINE = re.compile(r"^ *# *define +(\w+)(?:.*\\\n)*.*\n", re.M)


def fail(text):
    sys.exit(f"amalgamate.py: {text}")


# ---- What a file defines -------------------------------------------------------------------------------------

def file_of(visit):
    """A file that is included several times has a number behind its name from the second visit on: a.inc#2."""
    return visit.split("#")[0]


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


class Unit:
    """A source file as the compiler sees it."""

    def __init__(self, path):
        self.path = path
        self.chunks = []

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
    unit = Unit(path)
    known = set()
    for flags in [["-mavx2"], []] if is_kernel else [[]]:
        for tokens in chunks_of(tokens_of(preprocess(compiler, path, flags))):
            chunk = read_chunk(tokens)
            if (chunk.place, *sorted(chunk.names)) not in known:
                known.add((chunk.place, *sorted(chunk.names)))
                unit.chunks.append(chunk)
    return unit


# ---- Files and their includes --------------------------------------------------------------------------------

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


# ---- Which files a program needs -----------------------------------------------------------------------------

class Program:
    """What a linked program consists of."""

    def __init__(self):
        self.kept = set()   # the places of its chunks
        self.paths = set()  # the source files that they are in

    def keep_checks(self, unit):
        """Static assertions stay where all that they are about does."""
        kept = {name for chunk in unit.chunks if chunk.place in self.kept for name in chunk.names}
        dropped = {name for chunk in unit.chunks for name in chunk.names} - kept
        self.kept.update(chunk.place for chunk in unit.chunks if not chunk.names and not chunk.used & dropped)


class Linker:
    def __init__(self, compiler, files, sources, kernels):
        self.compiler = compiler
        self.files = files
        self.kernels = kernels
        self.order = {path: i for i, path in enumerate([*kernels, *sources])}
        self.units = {}
        self.exporters = {}
        for path in [*kernels, *sources]:
            self.add(self.exporters, path)

    def unit(self, path):
        if path not in self.units:
            self.units[path] = read_unit(self.compiler, path, path in self.kernels)
        return self.units[path]

    def add(self, exporters, path):
        pieces = self.files.pieces(path)
        for chunk in self.unit(path).chunks:
            for definition in chunk.definitions:
                if chunk.path in pieces and not definition.is_static:
                    exporters.setdefault(definition.name, []).append((self.unit(path), chunk))

    def link(self, own, provided):
        """The program with these files of its own."""
        exporters = {}
        for path in own:
            self.add(exporters, path)
        waiting = [found for name in ROOTS for found in exporters.get(name, [])]
        if not waiting:
            fail(f"none of {' '.join(own)} defines any of {' '.join(ROOTS)}")
        program = Program()
        inner, lines = {}, {}
        reached = set()
        while waiting:
            unit, chunk = waiting.pop()
            if (unit, chunk) in reached:
                continue
            reached.add((unit, chunk))
            program.kept.add(chunk.place)
            if chunk.path in self.files.pieces(unit.path):
                program.paths.add(unit.path)
            if unit not in inner:
                inner[unit] = by_name(unit.chunks)
                lines[unit] = by_line(unit.chunks)
            # What one line makes, with a macro, stays together.
            waiting += [(unit, other) for other in lines[unit][chunk.place[:2]]]
            for name in chunk.used:
                found = inner[unit].get(name, [])
                waiting += [(unit, other) for other in found]
                if found and all(other.is_declaration for other in found) and name not in provided:
                    waiting += self.find(name, unit, exporters)
        for unit in inner:
            program.keep_checks(unit)
        return program

    def find(self, name, unit, exporters):
        """Who defines a name: the program's own files come before the build's."""
        found = exporters.get(name) or self.exporters.get(name, [])
        if not found:
            fail(f"{unit.path} needs {name}, which no file of the build defines")
        if len(found) > 1:
            fail(f"{name} is defined twice: in {' and '.join(other.path for other, _ in found)}")
        return found


def by_line(chunks):
    found = {}
    for chunk in chunks:
        found.setdefault(chunk.place[:2], []).append(chunk)
    return found


def by_name(chunks):
    found = {}
    for chunk in chunks:
        for name in chunk.names:
            found.setdefault(name, []).append(chunk)
    return found


# ---- Their text ----------------------------------------------------------------------------------------------

def rename(text, names):
    """Replaces words, but neither in comments and literals nor where they are members."""
    out = []
    before = ""
    for token in TOKEN.findall(text):
        is_member = before in (".", "->")
        out.append(names.get(token, token) if WORD.match(token) and not is_member else token)
        if not token.isspace() and not token.startswith(("//", "/*")):
            before = token
    return "".join(out)


def compact(text):
    """Tabs for leading blanks, and no columns in macros of several lines."""
    text = re.sub(r"^.*\\$", lambda line: re.sub(r"(?<=\S) {2,}", " ", line[0]), text, flags=re.M)
    return re.sub(r"^(?: {4})+", lambda blanks: "\t" * (len(blanks[0]) // 4), text, flags=re.M)


def squeeze(text):
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


def is_balanced(lines):
    text = "\n".join(lines)
    ifs = len(re.findall(r"^ *# *if", text, re.M)) - len(re.findall(r"^ *# *endif", text, re.M))
    tokens = TOKEN.findall(text)
    return ifs == 0 and all(tokens.count(a) == tokens.count(b) for a, b in ("()", "{}", "[]"))


def words_of(text):
    return {token for token in TOKEN.findall(text) if WORD.match(token)}


class Writer:
    """Writes one program."""

    def __init__(self, files, linker, program):
        self.files = files
        self.linker = linker
        self.program = program
        self.paths = sorted(program.paths, key=lambda path: (linker.order.get(path, len(linker.order)), path))
        self.places = {}  # of the chunks of each visit of a file
        self.owners = {}  # of each name: the files that define it
        for path in self.paths:
            pieces = files.pieces(path)
            for chunk in linker.unit(path).chunks:
                self.places.setdefault(chunk.visit, set()).add(chunk.place)
                # Templates belong to who includes them.
                owner = path if chunk.path in pieces else chunk.path
                for definition in chunk.definitions:
                    self.owners.setdefault(definition.name, set()).add(owner)
        self.system = {}  # headers of the system
        self.words = {path: self.words_in(path) for path in [*self.paths, *self.headers(self.paths)]}

    def headers(self, paths):
        return list(dict.fromkeys(header for path in paths for header in self.files.headers(path)))

    def words_in(self, path):
        return set().union(*(words_of(self.files.text(piece)) for piece in self.files.pieces(path)))

    def dropped(self, visit):
        """The lines of a file that the program has no use for."""
        places = self.places.get(visit, set())
        kept = {line for place in places & self.program.kept for line in range(place[1], place[2] + 1)}
        lines = self.files.text(file_of(visit)).split("\n")
        dropped = set()
        for _, first, last in places:
            if kept.isdisjoint(range(first, last + 1)) and is_balanced(lines[first - 1:last]):
                while first > 1 and lines[first - 2].startswith("//"):
                    first -= 1
                dropped.update(range(first, last + 1))
        return dropped

    def body(self, path):
        """The text without includes; empty if the program needs none of it."""
        text, is_needed = self.visited(path, {})
        is_needed = is_needed or path.endswith(".inc") or (path.endswith(".h") and DEFINE.search(text))
        return squeeze(text) if is_needed else ""

    def visited(self, visit, counts):
        """The text, with templates in their place, and whether the program needs any of it."""
        path = file_of(visit)
        out = []
        depth = 0
        is_needed = not self.places.get(visit, set()).isdisjoint(self.program.kept)
        dropped = self.dropped(visit)
        for number, line in enumerate(self.files.text(path).split("\n"), 1):
            directive = re.match(r" *# *(\w+)", line)
            word = directive[1] if directive else ""
            depth += word in ("if", "ifdef", "ifndef")
            depth -= word == "endif"
            included = re.match(r'#include ([<"])([^>"]+)', line)
            if line == "#pragma once" or number in dropped:
                continue
            if not included or (included[1] == "<" and depth > 0):
                out.append(line)
            elif included[1] == "<":
                if included[2] not in DROPPED_HEADERS:
                    self.system[included[2]] = True
            elif not included[2].endswith(".h"):
                inner = "src/" + included[2]
                counts[inner] = counts.get(inner, 0) + 1
                name = inner if counts[inner] == 1 else f"{inner}#{counts[inner]}"
                text, its_needed = self.visited(name, counts)
                is_needed = is_needed or its_needed
                # One that only sets macros is for what follows it.
                if its_needed or not self.places.get(name):
                    out.append(squeeze(text).strip("\n"))
        return "\n".join(out), is_needed

    def renames(self, path):
        """New names for what a source file has for itself, but another file has too: those that are written out where
        they are defined, and those that a macro puts together."""
        written, made = {}, {}
        stem = os.path.splitext(os.path.basename(path))[0]
        pieces = self.files.pieces(path)
        headers = set(self.files.headers(path))
        for chunk in self.linker.unit(path).chunks:
            for definition in chunk.definitions if chunk.path in pieces else []:
                owners = self.owners[definition.name]
                # A type that a header of the file names is the same one.
                if definition.is_static and len(owners) > 1 and not owners & headers:
                    line = self.files.text(definition.path).split("\n")[definition.line - 1]
                    names = written if definition.name in words_of(line) else made
                    names[definition.name] = f"{definition.name}_in_{stem}"
        return written, made

    def common_macros(self, path):
        """The macros of a source file whose names others use."""
        others = set().union(*(words for other, words in self.words.items() if other != path))
        return [name for name in self.files.macros(path) if name in others]

    def part(self, path):
        """One file's part of the program."""
        text = OPENING.sub("", self.body(path), count=1)
        if not text:
            return ""
        title = path.removeprefix("src/")
        start = f"\n// ---- {title} {'-' * (94 - len(title))}\n\n"
        if not path.endswith((".c", ".cpp")):
            return start + compact(rename(text, WORDS))
        written, made = self.renames(path)
        defines = "".join(f"#define {name} {made[name]}\n" for name in sorted(made))
        ends = "".join(f"#undef {name}\n" for name in sorted([*made, *self.common_macros(path)]))
        text = compact(rename(text, {**WORDS, **written}))
        return start + (f"{defines}\n" if defines else "") + text + (f"\n{ends}" if ends else "")

    def parts(self):
        """The parts in their order: what the kernels share with others, the kernels, the others."""
        kernels = [path for path in self.paths if path in self.linker.kernels]
        others = [path for path in self.paths if path not in self.linker.kernels]
        shared = set(self.headers(others))
        done = {}

        def add(paths):
            for path in paths:
                if path not in done:
                    done[path] = self.part(path)

        add([f"{PROGRAM}/settings.h"])
        add(header for header in self.headers(kernels) if header in shared)
        add([f"{PROGRAM}/kernels_begin.inc"])
        for header in self.headers(kernels):
            add([header])
        add(kernels)
        add([f"{PROGRAM}/kernels_end.inc"])
        for path in others:
            add(self.headers([path]))
            add([path])
        prelude = self.part(f"{PROGRAM}/prelude.h")
        includes = "".join(f"#include <{name}>\n" for name in sorted(self.system))
        return [f"{prelude}\n{includes}", *(text for text in done.values() if text)]


# ---- All of it -----------------------------------------------------------------------------------------------

def read_recipes(path):
    """The files of each program, and the symbols that need no file."""
    lists = {}
    for line in open(path, encoding="utf-8"):
        if ":" in line and not line.startswith("#"):
            name, words = line.split(":")
            for word in words.split():
                lists.setdefault(name, []).extend(lists[word] if word.startswith("@") else [word])
    provided = set(lists.pop("provided"))
    return {name: files for name, files in lists.items() if not name.startswith("@")}, provided


def slice_of(text):
    data = text.encode("utf-8")
    return f"{{\n{literal(data)},\n    {len(data)}}}"


def write(out, programs, licence):
    index = {part: None for program in programs.values() for part in program}
    index = {part: i for i, part in enumerate(index)}
    with open(out, "w", encoding="ascii") as file:
        file.write(f'#include "submission/parts.h"\n\nconst Slice SUBMISSION_LICENCE = {slice_of(licence)};\n\n'
                   "const Slice SUBMISSION_PARTS[] = {\n")
        for part in index:
            file.write(f"    {slice_of(part)},\n")
        file.write("};\n\nconst SubmissionProgram SUBMISSION_PROGRAMS[] = {\n")
        for name, program in programs.items():
            numbers = ", ".join(str(index[part]) for part in program)
            file.write(f'    {{"{name}", {len(program)}, (const int[]){{{numbers}}}}},\n')
        file.write("    {NULL, 0, NULL},\n};\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("depfile")
    parser.add_argument("--cc", required=True)
    parser.add_argument("--recipes", required=True)
    parser.add_argument("--licence", required=True)
    parser.add_argument("--kernels", nargs="+", required=True)
    parser.add_argument("--sources", nargs="+", required=True)
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name in ("depfile", "recipes", "licence"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    out = os.path.abspath(options.out)
    kernels, sources = ([os.path.relpath(path, root) for path in paths] for paths in (options.kernels, options.sources))
    os.chdir(root)
    files = Files()
    linker = Linker(options.cc.split(), files, sources, kernels)
    recipes, provided = read_recipes(options.recipes)
    programs = {name: linker.link([f"src/{path}" for path in own], provided) for name, own in recipes.items()}
    parts = {name: Writer(files, linker, program).parts() for name, program in programs.items()}
    write(out, parts, files.text(options.licence))
    with open(options.depfile, "w", encoding="utf-8") as file:
        file.write(f"{options.out}: {' '.join(os.path.abspath(path) for path in sorted(files.texts))}\n")


if __name__ == "__main__":
    main()
