// Numeric annotation glyphs of PGN: what the page shows for them, and which of them exclude each other.

export const glyphs: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  // Few fonts have the signs of these two.
  14: '+=',
  15: '=+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  36: '↑',
  40: '→',
  132: '⇆',
  138: '⊕',
  146: 'N',
};

/** Of the move, of the position, and of anything else: a move has at most one of each of the first two. */
export const nagGroups = [
  { name: 'move', nags: [3, 1, 5, 6, 2, 4, 7], isExclusive: true },
  { name: 'position', nags: [18, 16, 14, 10, 13, 15, 17, 19], isExclusive: true },
  { name: 'other', nags: [146, 36, 40, 132, 22, 138], isExclusive: false },
] as const;

export type Nag = (typeof nagGroups)[number]['nags'][number];

/** Adds a glyph in place of those that it excludes, or takes it away. */
export function toggled(nags: number[], nag: Nag): number[] {
  if (nags.includes(nag)) return nags.filter((one) => one !== nag);
  const group = nagGroups.find((one) => (one.nags as readonly number[]).includes(nag));
  const excluded: readonly number[] = group?.isExclusive ? group.nags : [];
  return [...nags.filter((one) => !excluded.includes(one)), nag].sort((a, b) => a - b);
}

/** What a glyph says about a move, as styles and colours call it. */
const kinds: Readonly<Record<number, string>> = { 1: 'good', 2: 'mistake', 3: 'good', 4: 'blunder', 6: 'inaccuracy' };

export const kindOf = (nags: number[]): string | undefined => nags.map((nag) => kinds[nag]).find(Boolean);
