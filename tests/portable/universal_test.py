"""The program for every x86-64 processor (tools/build-universal): nothing of a level runs before it is chosen, each level
has the same signature on the processors that it is for, and the user may choose. Kind: real binary over a pipe.

    universal_test.py PROGRAM [unittest arguments]

Other processors are those of qemu-x86_64. ZUGWERK_PORTABLE_DEPTH is the depth of the bench (12: the whole signature)."""

import os
import re
import subprocess
import sys
import unittest

PROGRAM = None
DEPTH = os.environ.get("ZUGWERK_PORTABLE_DEPTH", "12")
PATIENCE = 3600
LEVELS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")
# By qemu's names, and the level that is chosen there. Version 7.2 of qemu emulates no AVX-512.
PROCESSORS = {"Nehalem": "x86-64-v2", "Haswell": "x86-64-v3", "Skylake-Server": "x86-64-v3"}


def run(*arguments, cpu=None, processor=None):
    environment = {**os.environ, **({"ZUGWERK_CPU": cpu} if cpu else {})}
    emulator = ["qemu-x86_64", "-cpu", processor] if processor else []
    return subprocess.run([*emulator, PROGRAM, *arguments], env=environment, capture_output=True, text=True, check=False,
                          timeout=PATIENCE)


def nodes(*arguments, **options):
    result = run("bench", "--quiet", "--depth", DEPTH, *arguments, **options)
    assert result.returncode == 0, (result.returncode, result.stderr)
    return re.search(r"(\d+)\s*$", result.stdout)[1]


def level_of(result):
    return re.search(r"\((x86-64-v\d)", result.stdout)[1]


def here():
    """The levels that this machine's processor has."""
    return [level for level in LEVELS if run("--version", cpu=level).returncode == 0]


class Universal(unittest.TestCase):
    def test_no_static_initialiser_runs_before_the_choice(self):
        sections = subprocess.run(["readelf", "--sections", "--wide", PROGRAM], capture_output=True, text=True, check=True).stdout
        sizes = {match[1]: int(match[2], 16)
                 for match in re.finditer(r"\] (\S+)\s+\S+\s+[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) ", sections)}
        # What the C library's start code brings along: frame_dummy.
        self.assertEqual(sizes[".init_array"], 8)
        self.assertNotIn(".ctors", sizes)
        self.assertNotIn(".preinit_array", sizes)
        for level in ("v2", "v3", "v4"):
            self.assertGreater(sizes[f"zugwerk_init_{level}"], 0)

    def test_levels_share_no_code(self):
        symbols = subprocess.run(["nm", "--defined-only", "--extern-only", PROGRAM], capture_output=True, text=True, check=True).stdout
        public = {line.split()[-1] for line in symbols.splitlines()}
        ours = {name for name in public if not name.startswith(("_", "__")) and name not in ("main", "data_start", "environ")}
        self.assertEqual(ours, {"zugwerk_main_v2", "zugwerk_main_v3", "zugwerk_main_v4"})
        self.assertEqual([name for name in public if name.startswith("_ZN") or name.startswith("_ZSt")], [])

    def test_takes_the_highest_level_and_says_so(self):
        self.assertEqual(level_of(run("--version")), here()[-1])

    def test_the_user_may_choose(self):
        for level in here():
            self.assertEqual(level_of(run("--version", cpu=level)), level)
        wrong = run("--version", cpu="x86-64-v9")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertEqual(wrong.stderr, "zugwerk: ZUGWERK_CPU=x86-64-v9: expected x86-64-v2, x86-64-v3 or x86-64-v4\n")

    def test_every_level_has_the_same_signature(self):
        self.assertEqual(len({nodes(cpu=level) for level in here()}), 1)

    def test_other_processors_get_their_level_and_the_same_signature(self):
        expected = nodes()
        for processor, level in PROCESSORS.items():
            with self.subTest(processor=processor):
                self.assertEqual(level_of(run("--version", processor=processor)), level)
                self.assertEqual(nodes(processor=processor), expected)

    def test_a_level_that_the_processor_lacks_is_an_error(self):
        result = run("bench", cpu="x86-64-v3", processor="Nehalem")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("ZUGWERK_CPU=x86-64-v3: this processor lacks instructions of that level", result.stderr)

    def test_a_processor_below_all_levels_is_told_so(self):
        result = run("bench", processor="core2duo")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("x86-64-v2", result.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: universal_test.py PROGRAM [unittest arguments]")
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
