"""Reads pages of documentation: fenced blocks, the commands in them and the output that they show.

A line of a block is a command if it starts with `$ `, or, in a block without any `$ `, if it calls `zugwerk` or a
script of the tree. What follows a `$ ` command up to the next one is its output. Lines of UCI or XBoard (`position ...`)
make a dialogue. A page tells the test more in HTML comments, which readers do not see, right before a block:

    <!-- not run: REASON -->
    <!-- exit code 1 -->
    <!-- output varies -->                     only the beginnings of lines are compared, up to the first number or move
    <!-- output varies, but for "a", "b" -->   only lines that begin like this must be there
"""

import dataclasses
import re

FENCE = re.compile(r"^```(\w*)\s*$")
MARK = re.compile(r"<!--\s*(not run|exit code|output varies)\b[:,]?\s*(.*?)\s*-->")
CLIENT_LINE = re.compile(r"^(uci|isready|ucinewgame|setoption|position|go|stop|quit|xboard|protover|new|ping)\b")
PROMPT = re.compile(r"^(White|Black)> (.+)$")
PROGRAM = r"(?:[\w.-]+/)*zugwerk"


@dataclasses.dataclass
class Command:
    """One command of a block. `text` is what a shell gets; `shown` are the lines of output below it."""

    page: str
    line: int
    text: str
    shown: list = dataclasses.field(default_factory=list)

    def place(self):
        return f"{self.page}:{self.line}"


@dataclasses.dataclass
class Block:
    page: str
    line: int
    lines: list
    marks: dict

    def place(self):
        return f"{self.page}:{self.line}"

    def is_dialogue(self):
        """Whether the block is a conversation in UCI or XBoard."""
        return bool(self.lines) and CLIENT_LINE.match(self.lines[0]) is not None

    def commands(self):
        """The commands of the block, lines that end with a backslash joined with the next."""
        marked = any(line.startswith("$ ") for line in self.lines)
        result = []
        joined = None
        for number, line in enumerate(self.lines, self.line + 1):
            if joined is not None:
                joined.text += "\n" + line
            elif line.startswith("$ "):
                joined = Command(self.page, number, line[2:])
                result.append(joined)
            elif marked:
                if result:
                    result[-1].shown.append(line)
            elif re.match(r"^[\w./~-]+( |$)|^[A-Z_]+=\S+ ", line):
                joined = Command(self.page, number, line)
                result.append(joined)
            if joined is not None and not joined.text.endswith("\\"):
                joined = None
        return result


def blocks(page, text):
    """The fenced blocks of a page, each with the marks before it."""
    result = []
    marks = {}
    current = None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if current is None and fence:
            current = Block(page, number, [], marks)
        elif current is not None and fence:
            result.append(current)
            current, marks = None, {}
        elif current is not None:
            current.lines.append(line)
        elif MARK.search(line):
            marks.update(MARK.findall(line))
        elif line.strip():
            marks = {}
    if current is not None:
        raise ValueError(f"{current.place()}: the block has no end")
    return result


def calls(text, subcommands):
    """The calls of zugwerk in a shell line, without wrappers such as valgrind."""
    result = []
    for part in re.split(r"\s&&\s", text):
        first = re.match(rf"\s*{PROGRAM}(\s|$)", part)
        watched = re.search(rf"(?<=\s){PROGRAM}\s+(?:{'|'.join(subcommands)})\b", part)
        if first:
            result.append(part.strip())
        elif watched:
            result.append(part[watched.start():].strip())
    return result


def anchors(text):
    """The anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def links(text):
    """Links of a page to files and headings of the project, as (file, heading)."""
    found = re.findall(r"\]\(([^)\s]+)\)", text)
    return [tuple(link.partition("#")[::2]) for link in found if not re.match(r"\w+:", link)]


# Numbers, hashes and the names of instruction sets differ from run to run; columns change their width with them.
VARIABLE = re.compile("|".join((
    r"zug-[0-9a-f]{12}|[0-9a-f]{12,}",
    r"(?:\d+ h )?\d+ min(?= )(?: \d+(?= s))?",
    r"[-+]?\d[\d,.]*(?<![,.])|[-+]?\binf\b",
    r"\b(?:scalar|sse41|avx2|avx512|avx512vnni|neon)\b",
)))
MOVE = re.compile(
    r"\b(?:[a-h][1-8][a-h][1-8][qrbn]?|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8]|[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)\b|[\d'\"]")


def masked(line):
    """A line without the parts that vary between runs."""
    return " ".join(VARIABLE.sub("#", line).split())


def beginning(line):
    """The words before the first number or move of a line; empty if they are not distinctive."""
    words = " ".join(MOVE.split(line, maxsplit=1)[0].split())
    words = re.sub(r"[-+ (]+$", "", words)
    return words if re.search(r"[A-Za-z]{3}", words) else ""


def missing_lines(shown, printed, marks):
    """Lines that a page shows and the program did not print."""
    if "output varies" in marks:
        named = re.findall(r'"([^"]*)"', marks["output varies"])
        wanted = named or [beginning(line) for line in shown if not line.startswith(" " * 6)]  # deeper: a wrapped line
        there = [" ".join(line.split()) for line in printed]
        return [start for start in wanted if start and not any(line.startswith(start) for line in there)]
    there = {masked(line) for line in printed}
    return [line for line in shown if line.strip() not in ("", "...", "…") and masked(line) not in there]
