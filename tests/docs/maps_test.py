"""The maps of docs/architecture.md name every file of src/: a reader finds each by its name, with a phrase about it.
Kind: tree.

A header and its sources, one for each system or in place of a missing library, are one name. `kernels_*` in a map
stands for all names that begin so."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# One source for each command, named like it.
NAMED_AS_A_WHOLE = {"app/commands"}
# The rooms whose maps have another heading than their names.
HEADINGS = {"nnue": "network", "eval": "evaluation", "protocol": "protocols", "app": "program"}


def maps(text):
    """The names in the first code block of each section, by the heading without "The" and "room"."""
    found = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, rest = section.partition("\n")
        block = re.search(r"^```\n(.*?)^```$", rest, re.MULTILINE | re.DOTALL)
        if heading.startswith("The ") and block:
            # The phrase is what follows the last gap of a line.
            columns = " ".join(re.match(r".*  |", line)[0] for line in block[1].splitlines())
            found[heading.removeprefix("The ").removesuffix(" room")] = set(re.findall(r"[a-z0-9_]+\*?", columns))
    return found


def missing(room, units, names):
    """The units that the map of the room does not name."""
    prefixes = tuple(name[:-1] for name in names if name.endswith("*"))
    return sorted(f"{room}: {unit}" for unit in units if unit not in names and not (prefixes and unit.startswith(prefixes)))


class Maps(unittest.TestCase):
    def test_every_file_is_on_the_map_of_its_room(self):
        by_heading = maps((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))
        lost = []
        for room in sorted(path for path in (ROOT / "src").iterdir() if path.is_dir()):
            units = {
                re.sub("_(posix|windows|missing)$", "", file.name.split(".")[0])
                for file in room.rglob("*")
                if file.suffix in (".h", ".cpp") and str(file.parent.relative_to(ROOT / "src")) not in NAMED_AS_A_WHOLE
            }
            heading = HEADINGS.get(room.name, room.name)
            self.assertIn(heading, by_heading, f"docs/architecture.md has no map of src/{room.name}")
            lost += missing(room.name, units, by_heading[heading])
        self.assertEqual(lost, [])

    def test_what_is_not_named_is_found(self):
        text = "## The attic room\n\n```\nbox lid_*   things and a rope\n```\n\nWords.\n"
        self.assertEqual(missing("attic", {"box", "lid_large", "rope"}, maps(text)["attic"]), ["attic: rope"])


if __name__ == "__main__":
    unittest.main()
