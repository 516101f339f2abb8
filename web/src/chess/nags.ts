// Numeric annotation glyphs of PGN that the page shows.

export const glyphs: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  10: '=',
  // Few fonts have the signs of these two.
  14: '+=',
  15: '=+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
};

/** What a glyph says about a move, as styles and colours call it. */
const kinds: Readonly<Record<number, string>> = { 1: 'good', 2: 'mistake', 3: 'good', 4: 'blunder', 6: 'inaccuracy' };

export const kindOf = (nags: number[]): string | undefined => nags.map((nag) => kinds[nag]).find(Boolean);
