"""Which functions, tables and types a program needs, found by their names."""

import sys

from amalgamation.sources import read_unit

# Where a program begins: as a program of its own, or in the hands of a course's main.
ROOTS = ["main", "init", "GetUpdate", "Action", "action", "ai_name"]


def fail(text):
    sys.exit(f"amalgamate.py: {text}")


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
        reached = set()
        while waiting:
            unit, chunk = waiting.pop()
            if (unit, chunk) in reached:
                continue
            reached.add((unit, chunk))
            program.kept.add(chunk.place)
            if chunk.path in self.files.pieces(unit.path):
                program.paths.add(unit.path)
            # What one line makes, with a macro, stays together.
            waiting += [(unit, other) for other in unit.by_line[chunk.place[:2]]]
            for name in chunk.used:
                found = unit.by_name.get(name, [])
                waiting += [(unit, other) for other in found]
                if found and all(other.is_declaration for other in found) and name not in provided:
                    waiting += self.find(name, unit, exporters)
        for unit in {unit for unit, _ in reached}:
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
