"""tools/make_tablebases from the command line: what it writes, refuses and compares. Kind: real binary over a pipe.

    make_tablebases_test.py MAKE_TABLEBASES [unittest arguments]
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = None


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False)


class MakeTablebases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_makes_the_named_tables_the_same_every_time(self):
        for name in ("first", "second"):
            result = run(self.folder / name / "new", "KQvK", "KPvK")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("2 tables", result.stdout)
        first = sorted((self.folder / "first/new").iterdir())
        self.assertEqual([file.name for file in first], ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz"])
        for file in first:
            contents = file.read_bytes()
            self.assertEqual(contents, (self.folder / "second/new" / file.name).read_bytes())
            self.assertEqual(len(contents) % 64, 16)
            self.assertEqual(contents[:4].hex(), "71e8235d" if file.suffix == ".rtbw" else "d7660ca5")

    def test_refuses_what_it_cannot_do(self):
        for arguments in ((), ("--fast",), ("--compare",), ("--compare", self.folder)):
            result = run(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn("usage:", result.stderr)
        for name in ("KvK", "KvKQ", "KQQQvK", "nonsense"):
            result = run(self.folder / "new", "KQvK", name)
            self.assertEqual(result.returncode, 2, name)
            self.assertIn(f"'{name}'", result.stderr)
            self.assertFalse((self.folder / "new").exists())
        (self.folder / "file").write_text("not a folder")
        result = run(self.folder / "file", "KQvK")
        self.assertEqual(result.returncode, 1)
        self.assertIn(str(self.folder / "file"), result.stderr)
        self.assertEqual(run("--help").returncode, 0)

    def test_compares_folders(self):
        run(self.folder / "ours", "KQvK", "KRvK")
        shutil.copytree(self.folder / "ours", self.folder / "theirs")
        result = run("--compare", self.folder / "ours", self.folder / "theirs", "KQvK", "KRvK")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"(?s)KQvK +equal: \d+ positions.*KRvK +equal: \d+ positions")
        (self.folder / "theirs/KRvK.rtbw").unlink()
        result = run("--compare", self.folder / "ours", self.folder / "theirs", "KRvK")
        self.assertEqual(result.returncode, 1)
        self.assertIn("theirs: no result for ", result.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TOOL = os.path.abspath(sys.argv.pop(1))
    unittest.main()
