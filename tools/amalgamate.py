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
  - what only C or only C++ has is replaced by what both have (WORDS in amalgamation/writer.py)
  - the comment that opens it is gone, tabs indent, and macros of several lines have no columns: sites limit the size
    of a text

Kernels stand between kernels_begin.inc and kernels_end.inc, which turn AVX2 on and off.
"""

import argparse
import os

from amalgamation.linker import Linker
from amalgamation.sources import Files
from amalgamation.writer import Writer
from embed import literal


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
