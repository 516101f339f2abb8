"""What packages install beside the program: manual pages and completion, which the program writes from its declared
commands, and files for desktops and XBoard. Kind: real binary over a pipe, and checks of the tree.

Tools of others check what they know, if they are installed: mandoc, bash, zsh, fish, desktop-file-validate and
appstreamcli."""

import json
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PACKAGING = os.path.join(ROOT, "packaging")


def commands_of(*path):
    """The commands that --help lists."""
    listed = binary.run(*path, "--help").out.partition("Subcommands:")[2].partition("\n\n")[0]
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


def options_of(*path):
    """The options that --help lists."""
    lines = re.findall(r"^  (-\S+)", binary.run(*path, "--help").out, re.MULTILINE)
    return [name for line in lines for name in line.split(",")]


def called(name):
    return shutil.which(name) is not None


class Documents(binary.FolderCase):
    """The pages and completions name every command and every option that --help shows."""

    @classmethod
    def setUpClass(cls):
        cls.paths = [[name] for name in commands_of()]
        cls.paths += [[*path, below] for path in cls.paths for below in commands_of(*path)]
        cls.options = {" ".join(path): options_of(*path) for path in cls.paths}

    def test_manual_pages_name_every_command_and_option(self):
        self.assertEqual(binary.run("manual", "--output", self.folder).code, 0)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         sorted(["zugwerk.6", *(f"zugwerk-{path[0]}.6" for path in self.paths if len(path) == 1)]))
        self.assertGreater(len(self.options["match"]), 20)
        for path in self.paths:
            page = self.read(f"zugwerk-{path[0]}.6").replace("\\-", "-")
            self.assertIn("zugwerk " + " ".join(path), page)
            for option in self.options[" ".join(path)]:
                self.assertIn(f"\\fB{option}\\fR", page, path)

    def test_one_page_is_printed(self):
        self.assertIn("zugwerk\\-match", binary.run("manual", "match").out)
        unknown = binary.run("manual", "mtach")
        self.assertEqual(unknown.code, 2)
        self.assertIn("'mtach'", unknown.err)
        self.assertEqual(binary.run("manual", "--output", self.write("file", "")).code, 3)

    @unittest.skipUnless(called("mandoc"), "mandoc is not installed")
    def test_manual_pages_are_well_formed(self):
        binary.run("manual", "--output", self.folder)
        pages = [self.path(name) for name in sorted(os.listdir(self.folder))]
        checked = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *pages], capture_output=True, text=True, check=False)
        # A build of sources without git has no date.
        complaints = [line for line in checked.stdout.splitlines() if "missing date" not in line]
        self.assertEqual(complaints, [])

    def completed_by_bash(self, *words):
        """What bash offers in place of the last word."""
        script = self.write("completion.bash", binary.run("completion", "bash").out)
        typed = ["zugwerk", *words]
        quoted = " ".join(f"'{word}'" for word in typed)
        text = f"compopt() {{ echo \"compopt $*\"; }}; source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; " \
               "_zugwerk; printf '%s\\n' \"${COMPREPLY[@]}\""
        done = subprocess.run(["bash", "--norc", "-uc", text], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_offers_every_command_and_option(self):
        self.assertEqual(sorted(word for word in self.completed_by_bash("") if not word.startswith("-")),
                         sorted(commands_of()))
        for path in self.paths:
            offered = self.completed_by_bash(*path, "--")
            self.assertEqual(sorted(offered), sorted(name for name in self.options[" ".join(path)] if name.startswith("--")),
                             path)

    def test_bash_offers_values(self):
        self.assertEqual(self.completed_by_bash("match", "--order", "r"), ["random"])
        self.assertEqual(self.completed_by_bash("match", "--order", "=", "seq"), ["sequential"])
        self.assertEqual(self.completed_by_bash("completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(self.completed_by_bash("match", "--pgn", ""), ["compopt", "-o", "default"])
        self.assertEqual(self.completed_by_bash("serve", "--lab", ""), ["compopt", "-o", "dirnames"])
        self.assertEqual(self.completed_by_bash("match", "--games", ""), [])
        self.assertEqual(self.completed_by_bash("data", "filter", "--end", "dr"), ["draw\\", "by\\", "score"])
        # "merge" is a command, and one of data.
        self.assertIn("shuffle", self.completed_by_bash("data", "s"))
        self.assertEqual(sorted(name for name in self.completed_by_bash("data", "merge", "--")),
                         sorted(name for name in self.options["data merge"] if name.startswith("--")))

    @unittest.skipUnless(called("fish"), "fish is not installed")
    def test_fish_offers_every_command_and_option(self):
        script = self.write("completion.fish", binary.run("completion", "fish").out)
        lines = ["", *(" ".join(path) + " --" for path in self.paths), "match --order ", "data filter --end dr"]
        text = f"source {script}; " + "; ".join(f"echo '>> {line}'; complete -C 'zugwerk {line}'" for line in lines)
        done = subprocess.run(["fish", "--no-config", "-c", text], capture_output=True, text=True, check=False,
                              env={**os.environ, "HOME": self.folder})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        offered = {}
        for line in done.stdout.splitlines():
            if line.startswith(">> "):
                offered[line[3:]] = words = []
            else:
                words.append(line.split("\t")[0])
        self.assertEqual(sorted(offered[""]), sorted(commands_of()))
        for path in self.paths:
            self.assertEqual(sorted(offered[" ".join(path) + " --"]),
                             sorted(name for name in self.options[" ".join(path)] if name.startswith("--")), path)
        self.assertEqual(sorted(offered["match --order "]), ["random", "sequential"])

    def test_zsh_names_every_command_and_option(self):
        text = binary.run("completion", "zsh").out
        functions = dict(re.findall(r"^_(\w+)\(\) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL))
        for path in self.paths:
            body = functions["_".join(["zugwerk", *path]).replace("-", "_")]
            for option in self.options[" ".join(path)]:
                self.assertRegex(body, rf"[ ')*]{re.escape(option)}[=+]?\[", path)

    @unittest.skipUnless(called("zsh"), "zsh is not installed")
    def test_zsh_offers_commands_options_and_values(self):
        script = self.write("completion.zsh", binary.run("completion", "zsh").out)
        ours, theirs = pty.openpty()
        process = subprocess.Popen(["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                                   env={**os.environ, "HOME": self.folder, "TERM": "dumb", "COLUMNS": "500"})
        os.close(theirs)

        def answer_to(keys):
            """What is printed between << and >>."""
            os.write(ours, keys.encode())
            shown = ""
            while not (found := re.search(r"^<<(.*?)>>\r?$", shown, re.MULTILINE)):
                self.assertTrue(select.select([ours], [], [], 60)[0], shown)
                shown += os.read(ours, 65536).decode(errors="replace")
            return found[1].strip()

        try:
            answer_to(f"PS1= ; autoload -Uz compinit; compinit -u -d {self.path('dump')}; source {script}; print '<''<>>'\n")
            for typed, wanted in (("zugwerk expl", "zugwerk explain"), ("zugwerk match --orde", "zugwerk match --order"),
                                  ("zugwerk match --order seq", "zugwerk match --order sequential"),
                                  ("zugwerk data shuf", "zugwerk data shuffle"),
                                  ("zugwerk data filter --end dr", "zugwerk data filter --end draw\\ by\\ score")):
                # Tab, then the line is printed instead of run: Ctrl-A goes to its start, Ctrl-E to its end.
                self.assertEqual(answer_to(f"{typed}\t\x01print -r -- '<''<\x05>>'\n"), wanted)
        finally:
            process.kill()
            process.wait()
            os.close(ours)


class Files(unittest.TestCase):
    """Files that packages install as they are in the tree."""

    def checked_by(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGING)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @unittest.skipUnless(called("desktop-file-validate"), "desktop-file-validate is not installed")
    def test_desktop_file(self):
        self.checked_by("desktop-file-validate", "zugwerk.desktop")

    @unittest.skipUnless(called("appstreamcli"), "appstreamcli is not installed")
    def test_description_for_software_centres(self):
        done = subprocess.run(["appstreamcli", "validate", "--no-net", "zugwerk.metainfo.xml"], capture_output=True, text=True,
                              check=False, cwd=PACKAGING)
        # Its name would begin with that of a domain, if the project had one.
        complaints = [line for line in done.stdout.splitlines() if line[:2] in ("E:", "W:", "I:")]
        self.assertEqual([line for line in complaints if "cid-desktopapp-is-not-rdns" not in line], [])
        self.assertIn("Validation", done.stdout)

    def test_the_desktop_file_calls_what_there_is(self):
        with open(os.path.join(PACKAGING, "zugwerk.desktop"), encoding="utf-8") as file:
            program, *arguments = re.search(r"^Exec=(.*)$", file.read(), re.MULTILINE)[1].split()
        self.assertEqual(program, "zugwerk")
        self.assertEqual(binary.run(*arguments, "--help").code, 0)
        self.assertIn(arguments[1], options_of(arguments[0]))

    def test_pictures_have_the_size_of_their_place(self):
        for name, size in (("icon-48", (48, 48)), ("icon-128", (128, 128)), ("logo", (100, 50))):
            with open(os.path.join(PACKAGING, name + ".png"), "rb") as file:
                self.assertEqual(struct.unpack(">II", file.read(24)[16:]), size, name)


@unittest.skipUnless(called("dpkg-query") and called("git"), "this is not a Debian with git")
class BillOfMaterials(unittest.TestCase):
    def test_it_names_every_library_and_every_package_of_the_page(self):
        tool = os.path.join(ROOT, "tools", "bill_of_materials.py")
        done = subprocess.run([sys.executable, tool, "--version", "1.2.3", "--program", binary.BINARY], capture_output=True,
                              text=True, check=False, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        self.assertEqual(done.returncode, 0, done.stderr)
        bill = json.loads(done.stdout)
        self.assertEqual(bill["creationInfo"]["created"], "2023-11-14T22:13:20Z")
        known = [package["SPDXID"] for package in bill["packages"]]
        self.assertEqual(len(known), len(set(known)))
        related = {(one["spdxElementId"], one["relatedSpdxElement"]) for one in bill["relationships"]}
        for pair in related:
            self.assertLessEqual(set(pair), {*known, "SPDXRef-DOCUMENT"})
        # Everything is related to something.
        self.assertEqual({name for pair in related for name in pair}, {*known, "SPDXRef-DOCUMENT"})
        names = {package["name"] for package in bill["packages"]}
        self.assertLessEqual({"libc6", "libzstd1", "libzip4", "libboost-dev", "g++"}, names)
        with open(os.path.join(ROOT, "web", "package.json"), encoding="utf-8") as file:
            self.assertLessEqual(set(json.load(file)["dependencies"]), names)


if __name__ == "__main__":
    binary.main()
