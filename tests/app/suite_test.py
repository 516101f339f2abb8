"""`zugwerk suite` by the real binary: tables, files, comparisons, bad lines, other engines. Kind: real binary over a pipe."""

import json
import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

SUITE = os.path.join(HERE, "..", "data", "suite.epd")


class Suite(binary.FolderCase):
    def test_small_suite_is_solved_and_kept(self):
        run = self.path("run.json")
        result = binary.run("suite", SUITE, "--nodes", "20000", "--hash", "1", "--concurrency", "2", "--json", run)
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("solved 8 of 8 (100.0 %)", result.out)
        with open(run, encoding="utf-8") as file:
            kept = json.load(file)
        self.assertEqual(kept["solved"], 8)
        self.assertEqual([row["id"] for row in kept["results"]][:2], ["back rank", "back rank, Black"])
        self.assertEqual(kept["results"][4]["score"], "mate in 2")

        # The saved run is shown like the run itself, and compared without searching again.
        shown = binary.run("suite", run, "--compare", run)
        self.assertEqual(shown.code, 0, shown.err)
        self.assertIn("solved 8 of 8", shown.out)
        self.assertIn("8 positions in both\ngained 0\nlost 0\nsolved by both 8\n", shown.out)

    def test_node_limits_give_the_same_rows_every_time(self):
        def rows():
            out = binary.run("suite", SUITE, "--nodes", "5000", "--hash", "1").out
            self.assertEqual(out.splitlines()[0].split()[0], "id", out)
            return [line.split("  ")[:-1] for line in out.splitlines()[1:9]]

        first = rows()
        self.assertEqual(len(first), 8)
        self.assertEqual(rows(), first)

    def test_bad_lines_are_named_and_the_others_searched(self):
        text = '4k3/8/8/3q4/8/4N3/8/4K3 w - - bm Nxd5; id "good";\nnonsense\n4k3/8/8/8/8/8/8/4K3 w - - id "empty";\n'
        path = self.write("bad.epd", text)
        result = binary.run("suite", path, "--nodes", "1000", "--hash", "1")
        self.assertEqual(result.code, 2)
        self.assertIn(path + ":2: EPD: placement field 'nonsense'", result.err)
        self.assertIn(path + ":3: EPD: nothing to find", result.err)
        self.assertIn("solved 1 of 1", result.out)

    def test_a_file_of_bad_lines_is_not_read_to_its_end(self):
        path = self.write("bad.epd", "nonsense\n" * 10_000 + '4k3/8/8/3q4/8/4N3/8/4K3 w - - bm Nxd5; id "good";\n')
        result = binary.run("suite", path, "--nodes", "1000", "--hash", "1")
        self.assertEqual(result.code, 2)
        self.assertIn("solved 1 of 1", result.out)
        # It must stop reading after one more line: this input never ends.
        result = self.run_endless("nonsense")
        self.assertIn("more than 10,000 lines have no position to solve; the rest was not read", result.err)

    def test_lines_without_anything_are_not_read_forever(self):
        for line in ("", "# a comment"):
            result = self.run_endless(line)
            self.assertIn("more than 1,000,000 lines, which is the limit; the rest was not read", result.err)

    def run_endless(self, line):
        """A suite that is the same line again and again; it must be refused without a search."""
        pipe = self.path("endless.epd")
        os.mkfifo(pipe)
        writer = subprocess.Popen(["sh", "-c", 'exec yes "$1" > "$0"', pipe, line], stderr=subprocess.DEVNULL)
        try:
            result = binary.run("suite", pipe, "--nodes", "1000", "--hash", "1")
        finally:
            writer.kill()
            writer.wait()
            os.remove(pipe)
        self.assertEqual(result.code, 2)
        self.assertNotIn("solved", result.out)
        return result

    def test_unreadable_files_exit_with_2_before_any_search(self):
        for arguments, word in (
            (["/no/such.epd"], "/no/such.epd"),
            ([self.write("empty.epd", "# nothing\n")], "no position"),
            ([SUITE, "--compare", "/no/such.json"], "/no/such.json"),
            ([SUITE, "--compare", self.write("other.json", "{}")], "not the run of a suite"),
            ([SUITE, "--engine", "name=x"], "cmd="),
            ([SUITE, "--engine", "cmd=/no/such/engine"], "/no/such/engine"),
            ([SUITE, "--engine", "cmd=x depth=3"], "limits"),
            ([SUITE, "--nodes", "0"], "nodes"),
        ):
            result = binary.run("suite", *arguments)
            self.assertEqual(result.code, 2, arguments)
            self.assertIn(word, result.err, arguments)
            self.assertNotIn("solved 8", result.out)

    def test_works_with_any_uci_engine(self):
        engine = f"cmd={binary.BINARY} name=other option.Hash=2"
        result = binary.run("suite", SUITE, "--nodes", "20000", "--engine", engine)
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("other, 20,000 nodes per position\nsolved 8 of 8", result.out)

    def test_an_engine_that_dies_is_a_fault_of_its_position_only(self):
        script = self.write(
            "dying.py",
            "import sys\n"
            "for line in sys.stdin:\n"
            "    word = line.split()[0]\n"
            "    if word == 'uci': print('id name dying\\nuciok', flush=True)\n"
            "    if word == 'isready': print('readyok', flush=True)\n"
            "    if word == 'go': sys.exit(3)\n"
            "    if word == 'quit': break\n",
        )
        text = "4k3/8/8/3q4/8/4N3/8/4K3 w - - bm Nxd5;\n8/P6k/8/8/8/8/6K1/8 w - - bm a8=Q;\n"
        engine = f"'cmd={sys.executable} {script}'"
        result = binary.run("suite", self.write("two.epd", text), "--nodes", "10", "--engine", engine)
        self.assertEqual(result.code, 1, result.err)
        self.assertIn("solved 0 of 2", result.out)
        self.assertIn("line 1: engine 'dying': ended while it searched: exit code 3", result.out)
        self.assertIn("faults: 2", result.out)

    def test_a_mate_without_proof_is_a_fault(self):
        script = self.write(
            "boasting.py",
            "import sys\n"
            "for line in sys.stdin:\n"
            "    word = line.split()[0]\n"
            "    if word == 'uci': print('id name boasting\\nuciok', flush=True)\n"
            "    if word == 'isready': print('readyok', flush=True)\n"
            "    if word == 'go': print('info depth 1 score mate 2 nodes 5 pv b1b7 h8g8\\nbestmove b1b7', flush=True)\n"
            "    if word == 'quit': break\n",
        )
        path = self.write("mate.epd", '7k/8/8/8/8/8/R7/1R4K1 w - - dm 2; id "rooks";\n')
        result = binary.run("suite", path, "--engine", f"'cmd={sys.executable} {script}'")
        self.assertEqual(result.code, 1, result.err)
        self.assertIn("rooks: the line has 2 plies, but mate in 2 takes 3", result.out)

    def test_ctrl_c_keeps_finished_results(self):
        with open(SUITE, encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#")]
        easy = "".join(lines[:2])
        hard = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm Nf6; id \"long\";\n"
        path = self.write("long.epd", easy + hard)
        run = self.path("part.json")
        with binary.Session("suite", path, "--depth", "100", "--hash", "1", "--json", run) as session:
            # Mates in one are proven at every depth; the opening never ends.
            session.until("back rank, Black")
            session.wait_for_work()
            session.process.send_signal(signal.SIGINT)
            lines = session.until("in all:")
            self.assertEqual(session.end(), 130)
        self.assertTrue(any("solved 2 of 2 (100.0 %); 1 of 3 were not searched" in line for line in lines), lines)
        with open(run, encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["results"]), 2)


if __name__ == "__main__":
    binary.main()
