#!/usr/bin/env python3
"""Checks the #include lines of src/ against the plan of the house (docs/architecture.md).

A room includes only rooms below it, siblings never include each other, there are no include cycles, and each outside
library is included by one room only. The operating system is known in src/base/os alone: elsewhere there is no system
header and no #if that asks for a system. The linker holds part of this rule; headers could still break it silently.

    check_includes.py SRC         prints file:line and the rule for every violation; exit status 1 if there is one
    check_includes.py --self-test builds small bad trees and checks that each kind of violation is reported
"""

import pathlib
import re
import sys
import tempfile

# From the lowest floor up; rooms on one floor are siblings.
FLOORS = [
    ["base"],
    ["chess"],
    ["nnue", "book", "tablebase"],
    ["eval"],
    ["search"],
    ["engine"],
    ["review", "arena", "games"],
    ["learning", "library"],
    ["protocol", "terminal", "web"],
    ["cluster"],
    ["app"],
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# The only room that may include each outside library, by the names of its headers.
DOORS = [
    ("zstd", re.compile(r"^(.*/)?(zstd|zstd_errors|zdict)\.h$"), "base"),
    ("libzip", re.compile(r"^(.*/)?(zip|zipconf)\.h$"), "base"),
    ("tl/expected", re.compile(r"^tl/|^(.*/)?expected\.hpp$"), "base"),
    ("the JSON library", re.compile(r"^nlohmann/"), "base"),
    ("{fmt}", re.compile(r"^fmt/"), "base"),
    ("libfathom", re.compile(r"^(.*/)?(tbprobe|tbchess|tbconfig)\.h$|^fathom/"), "tablebase"),
    ("SQLite", re.compile(r"^(.*/)?sqlite3(ext)?\.h$"), "library"),
    ("the HTTP library", re.compile(r"^(.*/)?httplib\.h$|^boost/(beast|asio)"), "web"),
    ("MPI", re.compile(r"^(.*/)?mpi(-ext)?\.h$"), "cluster"),
    ("CLI11", re.compile(r"^CLI/|^(.*/)?CLI11\.hpp$"), "app"),
]

# Where system headers and questions for the system may stand.
SYSTEM_FOLDER = "base/os/"
# Headers of C++ that are about the operating system.
SYSTEM_HEADERS = {"csignal"}
# Headers of compilers, not of systems: vector instructions, and the heap's settings, which base/heap.cpp looks for.
COMPILER_HEADERS = {"immintrin.h", "nmmintrin.h", "arm_neon.h"}
HEADERS_OF = {"base/heap.cpp": {"malloc.h"}}
SYSTEM_MACRO = re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif)\b.*\b(_WIN32|_WIN64|__MINGW\w*|__linux__|__unix__|__APPLE__|__EMSCRIPTEN__)\b")

SOURCE_SUFFIXES = {".h", ".hpp", ".inc", ".cpp", ".cc", ".c"}
INCLUDE = re.compile(r"^\s*#\s*include(?:_next)?\b\s*(.*)$")
TARGET = re.compile(r'^(?:"([^"]+)"|<([^>]+)>)')


def includes_of(path):
    """(line number, header, is it in quotes) of every include; the header is None where a macro names it."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if found := INCLUDE.match(line):
            target = TARGET.match(found[1])
            if target:
                yield number, target[1] or target[2], target[1] is not None
            else:
                yield number, None, False


def is_system_header(header):
    """Whether a header in angle brackets is neither C++'s own nor a library's with a door."""
    if header in SYSTEM_HEADERS:
        return True
    named_like_c = header.endswith(".h") or "/" in header
    known = header in COMPILER_HEADERS or header.startswith("boost/") or any(door[1].search(header) for door in DOORS)
    return named_like_c and not known


def room_rule(room, other):
    """Why `room` may not include a header of `other`, or None."""
    if other == room or FLOOR_OF[other] < FLOOR_OF[room]:
        return None
    if FLOOR_OF[other] == FLOOR_OF[room]:
        return f"sibling include: {room} and {other} are on one floor and must not know each other"
    return f"upward include: {room} is below {other} and must not include it"


def find_cycles(graph):
    """Every include that closes a cycle, as (file, line, [the files of the cycle])."""
    finished, path, cycles = set(), [], []

    def visit(name):
        path.append(name)
        for line, target in graph[name]:
            if target in path:
                cycles.append((name, line, path[path.index(target):] + [target]))
            elif target not in finished:
                visit(target)
        finished.add(path.pop())

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 2 * len(graph) + 1000))
    for name in sorted(graph):
        if name not in finished:
            visit(name)
    return cycles


def check(src):
    """All violations under `src` as "file:line: rule", with paths as a reader at the project's root writes them."""
    src = pathlib.Path(src)
    problems, graph = [], {}
    shown = lambda name, line: f"{src.name}/{name}:{line}"
    files = sorted(path for path in src.glob("*/**/*") if path.suffix in SOURCE_SUFFIXES and path.is_file())
    names = {path.relative_to(src).as_posix() for path in files}
    unknown_rooms = set()

    for path in files:
        name = path.relative_to(src).as_posix()
        room = name.split("/")[0]
        graph[name] = []
        if room not in FLOOR_OF:
            if room not in unknown_rooms:
                problems.append(f"{shown(name, 1)}: unknown room: {room} has no place in the order of rooms")
            unknown_rooms.add(room)
            continue
        if not name.startswith(SYSTEM_FOLDER):
            for line, text in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
                if found := SYSTEM_MACRO.match(text):
                    problems.append(f"{shown(name, line)}: question for the system: {found[1]} belongs in src/{SYSTEM_FOLDER}")
        for line, header, quoted in includes_of(path):
            where = shown(name, line)
            if header is None:
                problems.append(f"{where}: unreadable include: name the header, not a macro")
                continue
            door = next((door for door in DOORS if door[1].search(header)), None)
            if door and header not in names:
                if room != door[2]:
                    problems.append(f"{where}: wrong door: {header} belongs to {door[0]}, which only {door[2]} includes")
                continue
            if not quoted and header not in names and not name.startswith(SYSTEM_FOLDER) and is_system_header(header) \
                    and header not in HEADERS_OF.get(name, ()):
                problems.append(f"{where}: system header: {header} belongs in src/{SYSTEM_FOLDER}")
                continue
            other = header.split("/")[0]
            if "/" in header and other in FLOOR_OF and (quoted or header in names):
                if rule := room_rule(room, other):
                    problems.append(f'{where}: {rule} ("{header}")')
                if header in names:
                    graph[name].append((line, header))
            elif quoted:
                problems.append(f'{where}: unclear include: write "room/file.h" for our own headers ("{header}")')

    for name, line, circle in find_cycles(graph):
        problems.append(f"{shown(name, line)}: include cycle: {' -> '.join(circle)}")
    return problems


def self_test():
    """Each case: the files of a tree, and the expected reports (none for a good tree)."""
    good = {
        "base/bits.h": "#pragma once\n#include <cstdint>\n#include <zstd.h>\n#include <tl/expected.hpp>\n",
        "chess/board.h": '#pragma once\n#include "base/bits.h"\n',
        "chess/board.cpp": '#include "chess/board.h"\n',
        "eval/classical/pawns.h": '#include "chess/board.h"\n',
        "eval/classical/king.h": '#include "eval/classical/pawns.h"\n',
        "tablebase/syzygy.cpp": "#include <tbprobe.h>\n",
        "web/server.cpp": '#include <boost/beast/core.hpp>\n#include "httplib.h"\n#include "chess/board.h"\n',
        "app/main.cpp": '#include <CLI/CLI.hpp>\n#include "web/server.h"\n#include "base/bits.h"\n',
        "CMakeLists.txt": "",
    }
    cases = [
        ("a good tree", good, []),
        ("upward", {"base/a.h": '\n#include "chess/b.h"\n', "chess/b.h": ""}, ["src/base/a.h:2: upward include"]),
        ("upward by more than one floor", {"chess/a.cpp": '#include "app/b.h"\n'}, ["src/chess/a.cpp:1: upward include"]),
        ("upward by angle brackets", {"base/a.h": "#include <chess/b.h>\n", "chess/b.h": ""},
         ["src/base/a.h:1: upward include"]),
        ("upward from a folder in a room", {"eval/classical/a.h": '#include "search/b.h"\n'},
         ["src/eval/classical/a.h:1: upward include"]),
        ("siblings", {"nnue/a.h": '#include "book/b.h"\n'}, ["src/nnue/a.h:1: sibling include"]),
        ("siblings at the top", {"web/a.cpp": '  #  include "terminal/b.h"\n'}, ["src/web/a.cpp:1: sibling include"]),
        ("cycle of two", {"chess/a.h": '#include "chess/b.h"\n', "chess/b.h": '\n\n#include "chess/a.h"\n'},
         ["src/chess/b.h:3: include cycle: chess/a.h -> chess/b.h -> chess/a.h"]),
        ("cycle of three",
         {"chess/a.h": '#include "chess/b.h"\n', "chess/b.h": '#include "chess/c.h"\n',
          "chess/c.h": '#include "chess/a.h"\n', "chess/a.cpp": '#include "chess/a.h"\n'},
         ["src/chess/c.h:1: include cycle: chess/a.h -> chess/b.h -> chess/c.h -> chess/a.h"]),
        ("a file that includes itself", {"base/a.h": '#include "base/a.h"\n'}, ["src/base/a.h:1: include cycle"]),
        ("diamond without a cycle",
         {"base/a.h": '#include "base/b.h"\n#include "base/c.h"\n', "base/b.h": '#include "base/d.h"\n',
          "base/c.h": '#include "base/d.h"\n', "base/d.h": ""}, []),
        ("unknown room", {"cellar/a.h": ""}, ["src/cellar/a.h:1: unknown room"]),
        ("relative include", {"chess/a.cpp": '#include "b.h"\n', "chess/b.h": ""}, ["src/chess/a.cpp:1: unclear include"]),
        ("include by parent folder", {"base/a.cpp": '#include "../chess/b.h"\n'}, ["src/base/a.cpp:1: unclear include"]),
        ("include by macro", {"chess/a.cpp": "#include BOARD\n"}, ["src/chess/a.cpp:1: unreadable include"]),
        ("system headers in their folder", {"base/os/file_posix.cpp": "#if defined(__linux__)\n#include <unistd.h>\n#endif\n"}, []),
        ("a system header above base", {"app/a.cpp": "#include <unistd.h>\n"}, ["src/app/a.cpp:1: system header: unistd.h"]),
        ("a system header in a folder", {"web/a.cpp": "\n#include <sys/stat.h>\n"}, ["src/web/a.cpp:2: system header"]),
        ("a system header elsewhere in base", {"base/a.h": "#include <windows.h>\n"}, ["src/base/a.h:1: system header"]),
        ("signals", {"arena/a.cpp": "#include <csignal>\n"}, ["src/arena/a.cpp:1: system header: csignal"]),
        ("a question for the system", {"app/a.cpp": "#if defined(_WIN32)\n#endif\n#ifdef __linux__\n#endif\n"},
         ["src/app/a.cpp:1: question for the system", "src/app/a.cpp:3: question for the system"]),
        ("headers of C++ and of compilers", {"nnue/a.cpp": "#include <cerrno>\n#include <immintrin.h>\n#if defined(__AVX2__)\n#endif\n"}, []),
        ("commented out", {"base/a.cpp": '// #include "chess/b.h"\n'}, []),
    ]
    for library, header, wrong_room in [
        ("zstd", "<zstd.h>", "chess"), ("zstd", '"zstd.h"', "games"), ("CLI11", "<CLI/CLI.hpp>", "terminal"),
        ("CLI11", '"CLI11.hpp"', "base"), ("tl/expected", "<tl/expected.hpp>", "chess"), ("libfathom", "<tbprobe.h>", "search"),
        ("the JSON library", "<nlohmann/json.hpp>", "arena"), ("{fmt}", "<fmt/core.h>", "app"), ("libzip", "<zip.h>", "learning"),
        ("libfathom", '"fathom/tbprobe.h"', "app"), ("MPI", "<mpi.h>", "arena"), ("the HTTP library", "<httplib.h>", "protocol"),
        ("SQLite", re.compile(r"^(.*/)?sqlite3(ext)?\.h$"), "library"),
    ("the HTTP library", "<boost/beast/http.hpp>", "app"),
    ]:
        cases.append((f"{header} in {wrong_room}", {f"{wrong_room}/a.cpp": f"\n#include {header}\n"},
                      [f"src/{wrong_room}/a.cpp:2: wrong door"]))
        assert any(library == door[0] for door in DOORS), library

    failures = 0
    for name, tree, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            src = pathlib.Path(folder) / "src"
            for file, text in tree.items():
                path = src / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            found = check(src)
        if len(found) != len(expected) or not all(problem.startswith(e) for problem, e in zip(found, expected)):
            failures += 1
            print(f"self-test '{name}': expected {expected}, found {found}")
    print(f"{len(cases)} cases, {failures} failures")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) != 1 or not pathlib.Path(arguments[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    problems = check(arguments[0])
    for problem in problems:
        print(problem)
    print(f"{len(problems)} violations of the order of rooms" if problems else "every include goes down the stairs")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
