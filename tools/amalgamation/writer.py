"""The text of a program that was linked: each file reduced to what the program needs."""

import functools
import os
import re

from amalgamation.sources import TOKEN, WORD, file_of, words_of

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

OPENING = re.compile(r"\A(?://[^\n]*\n)+\n")
DIRECTIVE = re.compile(r" *# *(\w+)")
# What no submission is compiled with: levels of the program's own build, and the browser.
ABSENT = re.compile(r" *# *(?:ifdef|(?:el)?if defined) (?:IMMURE_(?:AVX512|HAS_V\d|SCALAR)|__wasm\w+)\b(?!.*\|\|)")
DEFINE = re.compile(r"^ *# *define +(\w+)(?:.*\\\n)*.*\n", re.M)


@functools.cache  # programs have most of their text in common
def tokens_in(text):
    return TOKEN.findall(text)


def rename(text, names):
    """Replaces words, but neither in comments and literals nor where they are members."""
    out = []
    before = ""
    for token in tokens_in(text):
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


@functools.cache
def is_balanced(text):
    ifs = len(re.findall(r"^ *# *if", text, re.M)) - len(re.findall(r"^ *# *endif", text, re.M))
    tokens = tokens_in(text)
    return ifs == 0 and all(tokens.count(a) == tokens.count(b) for a, b in ("()", "{}", "[]"))


@functools.cache
def present_lines(text):
    """The lines of a file, with None for branches that no submission is compiled with and for directives without use."""
    lines = []
    groups = []  # around this line: whether the branch is left out, and whether any directive of the group was kept
    for line in text.split("\n"):
        directive = DIRECTIVE.match(line)
        word = directive[1] if directive else ""
        is_absent = ABSENT.match(line) is not None
        is_kept = True
        if word in ("if", "ifdef", "ifndef"):
            is_kept = not is_absent
            groups.append([False, is_kept])
        elif word in ("elif", "else"):
            is_begun = groups[-1][1]
            is_kept = not is_absent and (is_begun or word == "elif")
            line = line if is_begun else line.replace("elif", "if", 1)
            groups[-1] = [False, is_begun or is_kept]
        elif word == "endif":
            is_kept = groups.pop()[1]
        lines.append(line if is_kept and not any(is_out for is_out, _ in groups) else None)
        if is_absent:
            groups[-1][0] = True
    return lines


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
            if kept.isdisjoint(range(first, last + 1)) and is_balanced("\n".join(lines[first - 1:last])):
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
        for number, line in enumerate(present_lines(self.files.text(path)), 1):
            if line is None:
                continue
            directive = DIRECTIVE.match(line)
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
