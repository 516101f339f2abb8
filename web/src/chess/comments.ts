// Comments as people read them, and the commands that programs put into them: [%clk 0:03:12], [%eval 0.31].

const command = /\[%\w+ [^\]]*\]/g;

/** What people said; evaluations and clocks that programs put beside it are not for reading. */
export const readable = (comments: string[]): string =>
  comments
    .map((text) => text.replaceAll(command, '').trim())
    .filter(Boolean)
    .join(' ');

/** Other words for people; the commands stay. */
export function reworded(comments: string[], words: string): string[] {
  const commands = comments.flatMap((text) => text.match(command) ?? []);
  const text = [...commands, words.trim()].filter(Boolean).join(' ');
  return text ? [text] : [];
}

/** The time on the clock after a move, as it was written: "0:03:12"; nothing if it was not. */
export function clockOf(comments: string[]): string | undefined {
  for (const text of comments) {
    const found = /\[%clk ([\d:.]+)\]/.exec(text)?.[1];
    if (found) return found.replace(/^0:(?=\d?\d:)/, '').replace(/^0(?=\d:)/, '');
  }
  return undefined;
}
