#!/usr/bin/env python3
"""Runs clang-tidy over src/ and tools/ with the compile commands of a build folder; tools/lint calls it.

    tidy.py BUILD_FOLDER [--all] [--jobs N] [file ...]

Options that only g++ knows are taken out of the commands, so any build serves.

Most of clang-tidy's time goes into the standard library's headers, which it matches against every check again for every
source. So sources of a folder with the same command are checked as one, up to GROUP_SIZE at a time. If a group has a
finding or does not compile, each of its files is checked alone, and only that counts.

A clean file is not checked again until it, a header of the project that it includes (comments aside), its command,
.clang-tidy or clang-tidy itself changes; --all checks everything. Clean files are remembered outside the tree, as empty
files named after a hash of all that, in $XDG_CACHE_HOME/zugwerk/tidy (~/.cache by default), for all clones of a user.
"""

import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tools")
GROUP_SIZE = 20
KEPT_DAYS = 90  # marks of clean files that were not used are removed after that
COMMENT = re.compile(r"(?:^|\s)//(?!.*NOLINT).*$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
ANY_INCLUDE = re.compile(r'#\s*include\s*([<"].*[>"])')


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "zugwerk" / "tidy"


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def clang_command(entry):
    """The arguments of a compile command as clang understands them."""
    arguments = entry.get("arguments") or shlex.split(entry["command"])
    result = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "-include":
            next(rest)  # a precompiled header for g++; the sources include what they need
            continue
        if argument.startswith(("-flto", "-fno-fat-lto-objects", "-Werror")):
            continue  # they concern the linker, or would turn compiler warnings into ours
        result.append(argument.replace("-fconstexpr-ops-limit=", "-fconstexpr-steps="))
    return result


def project_files(path, seen):
    """`path` and every header of the project that it includes, directly or not."""
    if path in seen or not path.is_file():
        return seen
    seen.add(path)
    for header in INCLUDE.findall(read(path)):
        project_files(ROOT / "src" / header, seen)
        project_files(path.parent / header, seen)
    return seen


def essence(path):
    """The parts of a file that matter to clang-tidy: no comments except NOLINT, and no line breaks."""
    return " ".join(COMMENT.sub("", read(path)).split()).encode()


def common_arguments(entry):
    """The command without the names of source and object: equal for sources that can be checked as one."""
    result = []
    rest = iter(entry["arguments"])
    for argument in rest:
        if argument in ("-o", "-c"):
            next(rest)
        elif argument != "--" and pathlib.Path(argument).name != pathlib.Path(entry["file"]).name:
            result.append(argument)
    return tuple(result)


def fingerprint(entry, version):
    """The same in every clone: paths inside the project are relative."""
    digest = hashlib.sha256(version)
    digest.update((ROOT / ".clang-tidy").read_bytes())
    digest.update("\0".join(entry["arguments"]).replace(str(ROOT), ".").encode())
    for path in sorted(project_files(pathlib.Path(entry["file"]), set())):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + essence(path) + b"\0")
    return digest.hexdigest()


def joined_text(files):
    """Several sources as one. A header is not included twice, which would be a finding."""
    included = set()
    lines = []
    for file in files:
        own = set()
        for line in read(file).splitlines():
            include = ANY_INCLUDE.match(line)
            if include and include[1] not in own:
                own.add(include[1])
                line = "" if include[1] in included else line
            lines.append(line)
        included |= own
    return "\n".join(lines) + "\n"


def grouped(files, entries):
    """Lists of files to be checked together, the largest first, so that the last one does not run alone."""
    groups = []
    key = lambda file: (str(file.parent), common_arguments(entries[file]))
    for _, alike in itertools.groupby(sorted(files, key=lambda file: (key(file), file.name)), key):
        alike = list(alike)
        count = -(-len(alike) // GROUP_SIZE)
        groups += [alike[start::count] for start in range(count)]
    return sorted(groups, key=lambda group: -sum(file.stat().st_size for file in group))


class Tidy:
    """clang-tidy with the commands of a build folder, rewritten for it in a temporary folder."""

    def __init__(self, build, entries):
        self.program = os.environ.get("CLANG_TIDY", "clang-tidy")
        about = subprocess.run([self.program, "--version"], check=True, capture_output=True).stdout
        # It also names the processor, on which the result for a file may depend.
        self.version = re.search(rb"^.*version.*$", about, re.MULTILINE).group()
        self.entries = entries
        self.work = build / "lint"
        self.work.mkdir(parents=True, exist_ok=True)

    def write_commands(self, groups):
        """Compile commands for all files, and for groups, whose text is written as well."""
        for old in self.work.glob("group_*.cpp"):
            old.unlink()
        commands = list(self.entries.values())
        for number, group in enumerate(groups):
            first = self.entries[group[0]]
            source = self.source_of(number)
            source.write_text(joined_text(group), encoding="utf-8")
            commands.append({"directory": first["directory"], "file": str(source),
                             "arguments": [*common_arguments(first), "-c", str(source)]})
        (self.work / "compile_commands.json").write_text(json.dumps(commands, indent=1), encoding="utf-8")

    def source_of(self, number):
        return self.work.resolve() / f"group_{number}.cpp"

    def findings(self, source):
        """The findings of clang-tidy for a source; empty if there are none."""
        run = subprocess.run([self.program, "-p", str(self.work), "--quiet", f"--config-file={ROOT / '.clang-tidy'}",
                              "--extra-arg=-Wno-unknown-warning-option", str(source)],
                             capture_output=True, text=True, errors="replace", check=False)
        return "" if run.returncode == 0 else run.stdout + (run.stderr if "error" not in run.stdout else "")

    def look_at(self, number, group):
        """Findings by file, and whether the files of the group had to be checked alone."""
        if len(group) > 1 and not self.findings(self.source_of(number)):
            return {file: "" for file in group}, False
        return {file: self.findings(file) for file in group}, len(group) > 1


def read_entries(build, wanted):
    """Compile commands of the checked sources, by file."""
    database = build / "compile_commands.json"
    if not database.is_file():
        sys.exit(f"tidy.py: there is no {database}; configure that build first")
    entries = {}
    for entry in json.loads(read(database)):
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if not file.is_file() or not any(ROOT / folder in file.parents for folder in FOLDERS):
            continue
        if not wanted or file in wanted:
            entries[file] = {"directory": entry["directory"], "file": str(file), "arguments": clang_command(entry)}
    return entries


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_intermixed_args()

    entries = read_entries(options.build, options.files)
    tidy = Tidy(options.build, entries)
    cache = cache_folder()
    cache.mkdir(parents=True, exist_ok=True)
    marks = {file: cache / fingerprint(entry, tidy.version) for file, entry in entries.items()}
    due = []
    for file, mark in marks.items():
        if mark.exists() and not options.all:
            mark.touch()
        else:
            due.append(file)
    for mark in cache.iterdir():
        if mark.stat().st_mtime < time.time() - KEPT_DAYS * 86400:
            mark.unlink(missing_ok=True)

    groups = grouped(due, entries)
    tidy.write_commands(groups)
    findings = taken_apart = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for results, apart in pool.map(tidy.look_at, range(len(groups)), groups):
            taken_apart += apart
            for file, output in results.items():
                if output:
                    findings += 1
                    print(f"--- {file.relative_to(ROOT)}\n{output.strip()}", flush=True)
                else:
                    marks[file].touch()
    print(f"clang-tidy: {len(due)} of {len(entries)} files looked at in {len(groups)} groups, of which {taken_apart} "
          f"were taken apart; findings in {findings}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
