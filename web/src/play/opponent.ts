// Whom one plays against: a name for every range of levels, and how long such a player thinks about a move.

import { t } from '../page/words';

interface Band {
  /** Up to which rating a player is called so. */
  most: number;
  /** Of the words: what such a player is called, and its name. */
  key: 'beginner' | 'casual' | 'improver' | 'club' | 'strong-club' | 'expert' | 'master' | 'grandmaster' | 'superhuman';
}

const bands: readonly Band[] = [
  { most: 750, key: 'beginner' },
  { most: 1050, key: 'casual' },
  { most: 1350, key: 'improver' },
  { most: 1650, key: 'club' },
  { most: 1950, key: 'strong-club' },
  { most: 2150, key: 'expert' },
  { most: 2350, key: 'master' },
  { most: 2550, key: 'grandmaster' },
  { most: Infinity, key: 'superhuman' },
];

export interface Opponent {
  name: string;
  /** "1200 · Improver", or "Full strength". */
  level: string;
  /** For the colour of its disc: the number of its band. */
  band: number;
}

/** The player of a rating; null: the engine at full strength. */
export function opponentOf(elo: number | null): Opponent {
  const band = elo === null ? bands.length - 1 : bands.findIndex(({ most }) => elo <= most);
  const key = bands[band]?.key ?? 'superhuman';
  const level = elo === null ? t('level.full') : `${elo} · ${t(`level.${key}`)}`;
  return { name: t(`bot.${key}`), level, band };
}

/** As score sheets name it. */
export const nameInPgn = (elo: number | null): string => {
  const { name } = opponentOf(elo);
  return name === 'Zugwerk' ? name : `${name} (Zugwerk)`;
};

/** What a player knows about a move before thinking about it. */
export interface Situation {
  elo: number;
  /** Half moves played in the game. */
  ply: number;
  legal: number;
  inCheck: boolean;
  /** The move takes back what has just been taken. */
  recaptures: boolean;
  /** On the clock of the player and what it gains with each move; none: no clock. */
  clock?: { left: number; increment: number } | undefined;
  /** How long the user thinks about a move on average. */
  userPace?: number | undefined;
}

const forced = 500;
const obvious = 900;
const opening = 1200;
/** Without a clock. */
const usual = 2000;
const longest = 6000;
const longestWithClock = 12_000;
const openingPlies = 12;
/** The game is expected to last so many more moves. */
const movesToGo = 35;
/** Of what is left on the clock. */
const mostOfClock = 0.1;
const shortest = 250;

/** Thinking times of people scatter around their usual value, with a long tail. */
function scattered(chance: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return Math.exp(0.55 * normal);
}

/** How long a player of this rating thinks about a move, in milliseconds; `chance` gives numbers from 0 to 1. */
export function thinkingTime(at: Situation, chance: () => number = Math.random): number {
  const { clock } = at;
  const perMove = clock ? clock.left / movesToGo + 0.8 * clock.increment : usual;
  let time: number;
  if (at.legal <= 1) time = forced;
  else if (at.recaptures) time = obvious;
  else if (at.ply < openingPlies) time = opening;
  else if (at.inCheck) time = 0.6 * perMove;
  // Stronger players look longer at what there is to decide.
  else time = perMove * (0.75 + 0.25 * Math.min(1, Math.max(0, (at.elo - 800) / 1200)));
  time = Math.min(time, 1.2 * perMove) * scattered(chance);
  // Nobody wants to wait much longer than they think themselves.
  if (at.userPace !== undefined) time = Math.min(time, 1500 + 1.5 * at.userPace);
  time = Math.min(time, clock ? longestWithClock : longest);
  if (clock) time = Math.min(time, mostOfClock * clock.left);
  return Math.round(Math.max(time, clock ? Math.min(shortest, mostOfClock * clock.left) : shortest));
}
