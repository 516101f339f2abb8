"""What OpenBench's worker needs: a makefile that it can call, and numbers of `bench` that it finds. Kind: real binary over a
pipe; the makefile runs a stand-in for CMake."""

import os
import re
import shutil
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

# Notes its arguments and makes an empty program where a build would.
CMAKE = """#!/bin/sh
echo "$@" >> "$0.log"
while [ $# -gt 0 ]; do
  case $1 in --build) mkdir -p "$2"; echo program > "$2/zugwerk" ;; esac
  shift
done
"""


def numbers_found(output):
    """Nodes and speed as the worker reads them: each from the last line that has a number beside its word, whatever
    punctuation there is."""
    nodes = speed = None
    for line in output.decode("ascii").splitlines():
        words = re.sub("[^A-Za-z0-9]+", " ", line).lower()
        found = re.search(r"\b(\d+) nodes|nodes (?:searched )?(\d+)", words)
        nodes = int(found[1] or found[2]) if found else nodes
        found = re.search(r"\b(\d+) nps|(?:nps|nodes second) (\d+)", words)
        speed = int(found[1] or found[2]) if found else speed
    return nodes, speed


class Bench(unittest.TestCase):
    def test_its_numbers_are_found_and_always_the_same(self):
        results = []
        for _ in range(2):
            done = subprocess.run([binary.BINARY, "bench"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
            results.append(numbers_found(done.stdout))
            self.assertTrue(done.stdout.decode().rstrip().endswith(f"Bench: {results[-1][0]}"))
        self.assertEqual(results[0][0], results[1][0])
        self.assertGreater(results[0][0], 100_000)
        self.assertGreater(min(speed for _, speed in results), 1000)


class Makefile(binary.FolderCase):
    def setUp(self):
        super().setUp()
        shutil.copy(os.path.join(ROOT, "Makefile"), self.path("Makefile"))
        os.makedirs(self.path("nets"))
        self.write("nets/default.zugnet", "")
        os.makedirs(self.path("bin"))
        os.chmod(self.write("bin/cmake", CMAKE), 0o755)

    def make(self, *arguments):
        # As the worker calls it; without the settings of a make that runs this test.
        environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "CXX", "EXE")}
        environment["PATH"] = self.path("bin") + os.pathsep + environment["PATH"]
        return subprocess.run(["make", "-j", *arguments], cwd=self.folder, env=environment, capture_output=True, text=True,
                              timeout=60, check=False)

    def test_the_program_gets_the_name_that_was_asked_for(self):
        done = self.make("EXE=zugwerk-0A1B2C3D")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.read("zugwerk-0A1B2C3D"), "program\n")
        configured = self.read("bin/cmake.log").splitlines()[0]
        self.assertIn("-DCMAKE_CXX_COMPILER=g++ ", configured)
        self.assertIn(f"-DZUGWERK_NETWORK={os.path.realpath(self.folder)}/nets/default.zugnet ", configured)
        # Every setting that it makes is one of the build's.
        with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
            known = file.read()
        for folder, _, names in (*os.walk(os.path.join(ROOT, "cmake")), *os.walk(os.path.join(ROOT, "src"))):
            for name in names:
                if name.endswith((".cmake", "CMakeLists.txt")):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        known += file.read()
        for setting in re.findall(r"-D(ZUGWERK_\w+)=", configured):
            self.assertRegex(known, rf"(set|option)\({setting} ")

    def test_compiler_and_network_are_passed_on(self):
        network = self.write("other.zugnet", "")
        self.assertEqual(self.make("EXE=new", "CXX=clang++", f"EVALFILE={network}").returncode, 0)
        configured = self.read("bin/cmake.log").splitlines()[0]
        self.assertIn("-DCMAKE_CXX_COMPILER=clang++ ", configured)
        self.assertIn(f"-DZUGWERK_NETWORK={network} ", configured)

    def test_a_missing_network_is_an_error(self):
        done = self.make("EXE=new", "EVALFILE=none.zugnet")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("EVALFILE=none.zugnet: there is no such network", done.stderr)
        self.assertFalse(os.path.exists(self.path("new")))


if __name__ == "__main__":
    binary.main()
