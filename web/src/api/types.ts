// What the server says, as docs/openapi.yaml describes it.

export type Side = 'white' | 'black';

export interface MoveText {
  uci: string;
  san: string;
}

export interface End {
  result: string;
  reason: string;
}

export interface Place {
  fen: string;
  turn: Side;
  chess960: boolean;
  check: boolean;
  last: (MoveText & { capture: boolean }) | null;
  legal: MoveText[];
  end: End | null;
  claimable: End | null;
  /** How the game ends if a player has no time left; nothing when it is over. */
  flag: Record<Side, End> | null;
  /** What was dropped from the FEN, where something was. */
  repairs?: string[];
}

/** From White's point of view; a mate counts full moves and is 0 for a position that is mate already. */
export interface Score {
  cp?: number;
  mate?: number;
}

/** Win, draw and loss of White in thousandths. */
export type Wdl = [number, number, number];

export interface Line {
  number: number;
  depth: number;
  score: Score;
  bound: 'exact' | 'lower' | 'upper';
  wdl: Wdl;
  moves: MoveText[];
}

export interface AnalysisEvent {
  analysis: number;
  fen: string;
  begun: boolean;
  depth: number;
  selective_depth: number;
  nodes: number;
  nodes_per_second: number;
  time_ms: number;
  hash_permille: number;
  lines: Line[];
}

export interface FoundMove {
  move: MoveText;
  /** The draw that the engine claims instead of its move, or with it. */
  claims: (End & { with_move: boolean }) | null;
  score?: Score;
  wdl?: Wdl;
  depth?: number;
}

export interface EvaluationTerm {
  name: string;
  white: number;
  black: number;
}

export interface Evaluation {
  terms: EvaluationTerm[];
  total: number;
  network: number | null;
  phase: number;
  full_phase: number;
  known_endgame: boolean;
  check: boolean;
}

/** A node of a game as it travels: its parent by number, the start being number 0 without a move. */
export interface FlatNode {
  parent?: number;
  uci?: string;
  san?: string;
  fen?: string;
  nags?: number[];
  comments?: string[];
  comments_before?: string[];
}

export interface PgnGame {
  tags: Record<string, string>;
  result: string;
  nodes: FlatNode[];
}

export interface PgnAnswer {
  games: PgnGame[];
  errors: string[];
  repairs?: string[];
  more: boolean;
}

export interface LabEntry {
  name: string;
  kind: 'match' | 'ladder' | 'network';
  modified: number;
}

/** Null where it is infinite. */
export interface Estimate {
  value: number | null;
  error: number | null;
}

export interface MatchEngine {
  name: string;
  games: number;
  points: number;
  wins: number;
  draws: number;
  losses: number;
  pentanomial: number[];
  elo: Estimate;
  los: number;
}

export interface MatchSummary {
  end: string;
  planned_games: number;
  played_games: number;
  sprt?: { llr: number; lower: number; upper: number; accepts: string };
  engines: MatchEngine[];
  games: { white: string; black: string; result: string }[];
}

export interface LadderPlayer {
  name: string;
  wins: number;
  draws: number;
  losses: number;
  elo: number | null;
  error: number | null;
  anchor: boolean;
}

export interface LadderRun {
  name: string;
  date: string;
  tc: string;
  engine: LadderPlayer;
  opponents: LadderPlayer[];
}

export interface NetworkCard {
  network: string;
  games: number;
  positions: { learned: number };
  best: { epoch: number };
  recipe: Record<string, unknown>;
  history: { epoch: number; loss: number; held_out: number }[];
}

export type LabFile = { name: string } & (
  | { kind: 'match'; data: MatchSummary }
  | { kind: 'ladder'; data: LadderRun[] }
  | { kind: 'network'; data: NetworkCard }
);

export interface ReviewedMove {
  number: number;
  side: 'White' | 'Black';
  san: string;
  score: string;
  centipawns?: number;
  mate?: number;
  /** Of the mover, -1 to 1. */
  chance_before: number;
  chance_after: number;
  accuracy: number;
  phase: string;
  forced?: boolean;
  only_move?: boolean;
  mark?: 'inaccuracy' | 'mistake' | 'blunder';
  missed_win?: boolean;
  better?: { score: string; line: string[] };
  text?: string;
}

export interface ReviewedPlayer {
  name: string;
  accuracy?: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

export interface Review {
  white: ReviewedPlayer;
  black: ReviewedPlayer;
  event: string;
  date: string;
  opening: string;
  key_moments: number[];
  moves: ReviewedMove[];
}

export interface ReviewAnswer {
  review: Review;
  game: PgnGame;
  pgn: string;
}

export interface ReviewState {
  waiting: number;
  done: number;
  all: number;
  answer: ReviewAnswer | null;
}

/** What is known without a search, for who moves. */
export interface KnownMoves {
  book: (MoveText & { share: number })[];
  tables: { result: string; moves: (MoveText & { result: string; dtz: number })[] } | null;
}

/** What judges a position at the end of a line. */
export type EvaluationKind = 'network' | 'classical';

/** A number that requests may carry, as the engine declares it. */
export interface NumberOption {
  option: string;
  summary: string;
  default: number;
  min: number;
  max: number;
}

export interface ChoiceOption {
  option: string;
  summary: string;
  default: string;
  choices: string[];
}

/** How the reviewer turns scores into chances and chances into marks. */
export interface ReviewScale {
  chance_slope: number;
  drops: { inaccuracy: number; mistake: number; blunder: number };
}

export interface About {
  name: string;
  version: string;
  network: string | null;
  threads: number;
  hash_mb: number;
  options: { elo: NumberOption; lines: NumberOption; evaluation: ChoiceOption };
  review: ReviewScale;
  lab: boolean;
}
