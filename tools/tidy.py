#!/usr/bin/env python3
"""Runs clang-tidy over src/ and tools/ by the compile commands of a build folder; tools/lint calls it.

    tidy.py BUILD_FOLDER [--all] [--record] [--jobs N] [file ...]

Options that only g++ knows are taken out of the commands, so any build serves. A file that was found clean is not
looked at again until it, a header it includes (comments aside), its command, .clang-tidy or clang-tidy changes; --all looks at
everything. What was found clean is remembered in the build folder and, after --record, in tools/tidy-clean.txt, which
is committed: a fresh clone looks at what is not in that list. A list that lags behind costs time, never a finding.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tools")
RECORD = ROOT / "tools" / "tidy-clean.txt"
COMMENT = re.compile(r"(?:^|\s)//(?!.*NOLINT).*$", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def clang_command(entry):
    """The arguments of a compile command as clang understands them."""
    arguments = entry.get("arguments") or shlex.split(entry["command"])
    result = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "-include":
            next(rest)  # a precompiled header of the other compiler; the sources include what they need
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
    for header in INCLUDE.findall(path.read_text(encoding="utf-8", errors="replace")):
        project_files(ROOT / "src" / header, seen)
    return seen


def essence(path):
    """What clang-tidy sees of a file: neither comments, but for those that silence it, nor how lines are broken."""
    return " ".join(COMMENT.sub("", path.read_text(encoding="utf-8", errors="replace")).split()).encode()


def fingerprint(entry, version):
    """The same in every clone: paths inside the project are relative."""
    digest = hashlib.sha256(version)
    digest.update((ROOT / ".clang-tidy").read_bytes())
    digest.update("\0".join(entry["arguments"]).replace(str(ROOT), ".").encode())
    for path in sorted(project_files(pathlib.Path(entry["file"]), set())):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + essence(path) + b"\0")
    return digest.hexdigest()


def recorded():
    """Fingerprints of the committed list."""
    if not RECORD.is_file():
        return set()
    return {line.split()[0] for line in RECORD.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()

    database = options.build / "compile_commands.json"
    if not database.is_file():
        sys.exit(f"tidy.py: there is no {database}; configure that build first")
    tidy = os.environ.get("CLANG_TIDY", "clang-tidy")
    about = subprocess.run([tidy, "--version"], check=True, capture_output=True).stdout
    # It tells the processor too, for which a file that was found clean elsewhere need not be looked at again.
    version = re.search(rb"^.*version.*$", about, re.MULTILINE).group()

    entries = {}
    for entry in json.loads(database.read_text(encoding="utf-8")):
        file = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if not file.is_file() or not any(ROOT / folder in file.parents for folder in FOLDERS):
            continue
        if not options.files or file in options.files:
            entries[file] = {"directory": entry["directory"], "file": str(file), "arguments": clang_command(entry)}

    work = options.build / "lint"
    clean = work / "clean"
    clean.mkdir(parents=True, exist_ok=True)
    (work / "compile_commands.json").write_text(json.dumps(list(entries.values()), indent=1), encoding="utf-8")

    known = recorded()
    found_clean = {}

    def look_at(file):
        mark = clean / fingerprint(entries[file], version)
        if (mark.exists() or mark.name in known) and not options.all:
            found_clean[file] = mark.name
            return file, None
        run = subprocess.run([tidy, "-p", str(work), "--quiet", "--extra-arg=-Wno-unknown-warning-option", str(file)],
                             capture_output=True, text=True, errors="replace")
        if run.returncode == 0:
            mark.touch()
            found_clean[file] = mark.name
            return file, ""
        return file, run.stdout + (run.stderr if "error" not in run.stdout else "")

    findings = looked_at = 0
    # The largest first, so that the last one does not run alone.
    order = sorted(entries, key=lambda file: -file.stat().st_size)
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        for file, output in pool.map(look_at, order):
            looked_at += output is not None
            if output:
                findings += 1
                print(f"--- {file.relative_to(ROOT)}\n{output.strip()}", flush=True)
    if options.record:
        lines = [f"{found_clean[file]} {file.relative_to(ROOT)}\n" for file in sorted(found_clean)]
        RECORD.write_text("# What clang-tidy found clean, by tools/lint --record; see tools/tidy.py.\n" + "".join(lines),
                          encoding="utf-8")
    print(f"clang-tidy: {looked_at} of {len(entries)} files looked at, findings in {findings}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
