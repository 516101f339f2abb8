#!/usr/bin/env python3
"""Runs clang-tidy over src/ and tools/ by the compile commands of a build folder; tools/lint calls it.

    tidy.py BUILD_FOLDER [--all] [--jobs N] [file ...]

Options that only g++ knows are taken out of the commands, so any build serves. A file that was found clean is not
looked at again until it, a header it includes, its command or .clang-tidy changes; --all looks at everything.
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


def fingerprint(entry, version):
    digest = hashlib.sha256(version)
    digest.update((ROOT / ".clang-tidy").read_bytes())
    digest.update("\0".join(entry["arguments"]).encode())
    for path in sorted(project_files(pathlib.Path(entry["file"]), set())):
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()

    database = options.build / "compile_commands.json"
    if not database.is_file():
        sys.exit(f"tidy.py: there is no {database}; configure that build first")
    tidy = os.environ.get("CLANG_TIDY", "clang-tidy")
    version = subprocess.run([tidy, "--version"], check=True, capture_output=True).stdout

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

    def look_at(file):
        mark = clean / fingerprint(entries[file], version)
        if mark.exists() and not options.all:
            mark.touch()
            return file, None
        run = subprocess.run([tidy, "-p", str(work), "--quiet", "--extra-arg=-Wno-unknown-warning-option", str(file)],
                             capture_output=True, text=True, errors="replace")
        if run.returncode == 0:
            mark.touch()
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
    print(f"clang-tidy: {looked_at} of {len(entries)} files looked at, findings in {findings}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
