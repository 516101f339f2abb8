"""Every command in README.md, CONTRIBUTING.md and docs/ by the real binary. Kind: real binary over a pipe.

pages.py says what counts as a command and how a page marks what is special, fixtures.py has the files. Quantities are
reduced (REDUCED below), so that a match of 2,000 games is one of a few; options, names and syntax stay as they are.
Commands of other programs are not run: scripts must exist and accept their options, presets must exist. Links between
pages are followed too.
"""

import concurrent.futures
import glob
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
import fixtures
import pages

ROOT = fixtures.ROOT
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(glob.glob("docs/*.md", root_dir=ROOT))]
# The most that a number after these options may be, for each subcommand.
REDUCED = {
    "match": {"--games": 4, "--nodes": 600, "--movetime": 20, "--every": 2},
    "ladder": {"--games": 2},
    "spsa": {"--iterations": 2, "--nodes": 100},
    "suite": {"--movetime": 50, "--nodes": 20000},
    "selfplay": {"--positions": 2000, "--games": 60, "--nodes": 300},
    "queue": {"--games": 4, "--positions": 2000, "--nodes": 600},
    "train": {"--epochs": 2},
    "tune": {"--epochs": 2},
    "book": {"--positions": 10, "--nodes": 2000},
    "analyse": {"--nodes": 2000},
    "explain": {"--nodes": 20000},
    "perft": {"--hash": 16},
}
# For pages that rely on a slow default.
ADDED = {
    "match": " --every 2",
    "ladder": " --tc 0.2+0.01 --hash 4",
    "tune": " --epochs 2 --batch 256",
    "analyse": " --nodes 2000",
}
REPLACED = (
    (r"--tc \S+", "--tc 0.3+0.01"),
    (r"perft_long\.epd", "perft_standard.epd"),
    # To its end, and not only when the machine has nothing else to do.
    (r"\bqueue run (\w+)( --until-empty)?", r"queue run \1 --nice 0 --until-empty"),
)
LONGEST = 300  # seconds for a command, on a busy machine too


def reduced(command, subcommand):
    """The command with smaller quantities."""
    for option, most in REDUCED.get(subcommand, {}).items():
        command = re.sub(rf"({option}) (\d+)", lambda found: f"{found[1]} {min(int(found[2]), most)}", command)
    for pattern, replacement in REPLACED:
        command = re.sub(pattern, replacement, command, flags=re.DOTALL)
    more = ADDED.get(subcommand, "")
    if more and more.split()[0] not in command:
        command = re.sub(rf"(\b{subcommand}\b)(?=[^=]|$)", rf"\1{more}", command, count=1)
    return command


class Runner:
    """Runs blocks, each in its own folder, and collects the errors."""

    def __init__(self, folder):
        self.fixtures = fixtures.Fixtures(binary.BINARY, os.path.join(folder, "fixtures"))
        self.folder = folder
        listed = binary.run("--help").out.partition("Subcommands:")[2]
        self.subcommands = re.findall(r"^  (\w+)  ", listed, re.MULTILINE)
        self.run = self.looked_at = 0
        self.not_run = []
        with open(os.path.join(ROOT, "CMakePresets.json"), encoding="utf-8") as file:
            self.presets = {preset["name"] for preset in json.load(file)["configurePresets"]}

    def check(self, block):
        """The errors of a block, as lines of text."""
        try:
            return self.check_block(block)
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            return [f"{block.place()}: {error}"]

    def check_block(self, block):
        if "not run" in block.marks:
            self.not_run.append(f"{block.place()}: {block.marks['not run']}")
            return []
        folder = tempfile.mkdtemp(dir=self.folder)
        text = "\n".join(block.lines)
        if block.is_dialogue():
            self.fixtures.place(folder, text)
            return self.check_dialogue(block, folder)
        commands = block.commands()
        if any(pages.calls(command.text, self.subcommands) for command in commands):
            self.fixtures.place(folder, text)
        errors = []
        for command in commands:
            calls = pages.calls(command.text, self.subcommands)
            if not calls:
                errors += self.check_other(command)
            for call in calls:
                self.run += 1
                errors += self.check_call(command, call, block.marks, folder)
        return errors

    def environment(self):
        return {**os.environ, "PATH": self.fixtures.programs + os.pathsep + os.environ["PATH"], "HOME": self.folder}

    def check_call(self, command, call, marks, folder):
        subcommand = (re.findall(r"[^\s\\]+", call)[1:] or [""])[0]
        if "/data/syzygy" in call:
            call = call.replace("/data/syzygy", binary.tablebases())
        text = reduced(call, subcommand)
        typed = [found[2] for line in command.shown if (found := pages.PROMPT.match(line))]
        started = time.monotonic()
        try:
            if subcommand == "serve":
                code, printed = self.serve(text, folder)
            elif subcommand == "play":
                code, printed = self.on_a_terminal(text, typed, folder)
            else:
                done = subprocess.run(["bash", "-c", text], cwd=folder, env=self.environment(), capture_output=True,
                                      text=True, errors="replace", timeout=LONGEST, check=False, stdin=subprocess.DEVNULL)
                code, printed = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            return [f"{command.place()}: not done after {LONGEST} s: {text}"]
        if os.environ.get("ZUGWERK_SHOW_COMMANDS"):
            print(f"{time.monotonic() - started:6.1f} s  {command.place()}  {text}\n{printed}", file=sys.stderr)
        wanted = int(marks.get("exit code", 0))
        if code != wanted:
            return [f"{command.place()}: exit code {code} instead of {wanted}: {text}\n{printed[-2000:]}"]
        shown = [line for line in command.shown if not pages.PROMPT.match(line)]
        return [f"{command.place()}: the page shows a line that {text!r} does not print:\n  {line}\nIt printed:\n{printed[-3000:]}"
                for line in pages.missing_lines(shown, printed.splitlines(), marks)[:1]]

    def serve(self, text, folder):
        """Starts a server at a free port, waits for its address and interrupts it."""
        with socket.socket() as free:
            free.bind(("localhost", 0))
            text = re.sub(r"--port \d+", f"--port {free.getsockname()[1]}", text)
        process = subprocess.Popen(["bash", "-c", "exec " + text], cwd=folder, env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        printed = ""
        while "http://" not in printed:
            line = process.stdout.readline()
            if not line:
                break
            printed += line
        else:
            process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=LONGEST)
        return process.returncode, printed + rest

    def on_a_terminal(self, text, typed, folder):
        """Runs a command on a terminal and types these lines, each after a prompt."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(["bash", "-c", "exec " + text], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs,
                                   env={**self.environment(), "TERM": "dumb", "COLUMNS": "120"}, start_new_session=True)
        os.close(theirs)
        printed = b""
        end = time.monotonic() + LONGEST
        lines = [*typed, "quit"]
        answered = 0
        while time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    data = os.read(ours, 65536)
                except OSError:
                    break
                printed += data
            prompts = len(re.findall(rb"(?:White|Black|over)> ", printed))
            if prompts > answered and lines:
                os.write(ours, lines.pop(0).encode() + b"\n")
                answered = prompts
        os.close(ours)
        if process.poll() is None and time.monotonic() >= end:
            process.kill()
        return process.wait(timeout=LONGEST), printed.decode(errors="replace").replace("\r", "")

    def check_dialogue(self, block, folder):
        self.run += 1
        inputs = [line for line in block.lines if pages.CLIENT_LINE.match(line)]
        shown = [line for line in block.lines if not pages.CLIENT_LINE.match(line)]
        printed = []
        with binary.Session() as session:
            for line in inputs:
                for name in os.listdir(folder):
                    line = line.replace(f"value {name}", f"value {os.path.join(folder, name)}")
                if "/data/syzygy" in line:
                    line = line.replace("/data/syzygy", binary.tablebases())
                session.send(line)
                if line.startswith("go"):
                    printed += session.until("bestmove")
            session.process.stdin.close()
            printed += session.rest()
        return [f"{block.place()}: the page shows a line that is not the answer:\n  {line}\nIt was:\n" + "\n".join(printed)
                for line in pages.missing_lines(shown, printed, block.marks)[:1]]

    def check_other(self, command):
        """A command of another program: scripts of the tree must exist and accept their options, presets must exist."""
        errors = []
        text = re.sub(r"\s#\s.*$", "", command.text)
        for name in re.findall(r"--preset (\S+)", text):
            if name not in self.presets:
                errors.append(f"{command.place()}: there is no preset {name}")
        script = None
        self.looked_at += "--preset" in text
        for word in text.split():
            if re.match(r"(\./(play|test)|(tools|tests|fuzz|bench|examples)/[\w./-]+)$", word) and script is None:
                script = os.path.join(ROOT, word)
                self.looked_at += 1
                if not os.path.exists(script):
                    return [f"{command.place()}: there is no {word}"]
            elif script and word.startswith("--") and os.path.isfile(script):
                option = word.split("=")[0]
                if option not in fixtures.read(script):
                    errors.append(f"{command.place()}: {os.path.relpath(script, ROOT)} does not know {option}")
        return errors


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.runner = Runner(folder)

    def check(self, text):
        return [line for block in pages.blocks("page.md", text) for line in self.runner.check(block)]

    def test_every_command_runs_and_prints_what_its_page_shows(self):
        found = [block for page in PAGES for block in pages.blocks(page, fixtures.read(os.path.join(ROOT, page)))]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            errors = [line for lines in pool.map(self.runner.check, found) for line in lines]
        print(f"{self.runner.run} commands run, {self.runner.looked_at} of other programs looked at, "
              f"{len(self.runner.not_run)} blocks not run:", file=sys.stderr)
        for line in self.runner.not_run:
            print(f"  {line}", file=sys.stderr)
        self.assertGreater(self.runner.run, 50)
        self.assertFalse(errors, "\n\n".join(errors))

    def test_a_misspelled_option_is_found(self):
        self.assertIn("--detials", "".join(self.check("```\n$ zugwerk perft 2 --detials\n```\n")))
        self.assertIn("--detials", "".join(self.check("```\nvalgrind build/release/zugwerk perft 2 --detials\n```\n")))
        self.assertIn("--hogz", "".join(self.check("```\ntools/soak build/release/zugwerk --hogz\n```\n")))
        self.assertIn("relaese", "".join(self.check("```\ncmake --preset relaese\n```\n")))

    def test_old_output_is_found(self):
        self.assertEqual(self.check("```\n$ zugwerk perft 2\nperft 2: 400 nodes\n...\n```\n"), [])
        self.assertIn("perft 2: 400 leaves", "".join(self.check("```\n$ zugwerk perft 2\nperft 2: 400 leaves\n```\n")))
        answer = "info string error: go depth: 'abc' is not a number; {}"
        dialogue = "```\ngo depth abc nodes 100\n" + answer + "\n```\n"
        self.assertEqual(self.check(dialogue.format("ignored")), [])
        self.assertIn("obeyed", "".join(self.check(dialogue.format("obeyed"))))


class Links(unittest.TestCase):
    def test_every_link_leads_to_a_file_and_a_heading(self):
        seen = 0
        for page in (*PAGES, "CHANGELOG.md", "SECURITY.md"):
            for file, heading in pages.links(fixtures.read(os.path.join(ROOT, page))):
                seen += 1
                target = os.path.normpath(os.path.join(ROOT, os.path.dirname(page), file)) if file else os.path.join(ROOT, page)
                with self.subTest(page=page, file=file, heading=heading):
                    self.assertTrue(os.path.exists(target), "there is no such file")
                    if heading:
                        self.assertIn(heading, pages.anchors(fixtures.read(target)), "there is no such heading")
        self.assertGreater(seen, 50)


if __name__ == "__main__":
    binary.main()
