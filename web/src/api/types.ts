// What the server says. Made from docs/openapi.yaml by web/types.mjs; changes here are lost.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        About: {
            name: string;
            version: string;
            /** @description name of the network; none: only the classical evaluation */
            network: string | null;
            threads: number;
            hash_mb: number;
            /** @description The allowed values of request fields that are engine options */
            options: {
                elo: components["schemas"]["NumberOption"];
                lines: components["schemas"]["NumberOption"];
                evaluation: components["schemas"]["ChoiceOption"];
            };
            review: components["schemas"]["ReviewScale"];
            /** @description there is a folder of the lab */
            lab: boolean;
            /** @description name of the opening book */
            book: string | null;
            /** @description the available tablebases */
            tables: string | null;
            /** @description bytes */
            largest_body: number;
        };
        /** @description A number that requests may carry, as the engine declares it */
        NumberOption: {
            /** @description its name in docs/uci.md */
            option: string;
            summary: string;
            default: number;
            min: number;
            max: number;
        };
        ChoiceOption: {
            /** @description its name in docs/uci.md */
            option: string;
            summary: string;
            default: string;
            choices: string[];
        };
        /** @description How the reviewer turns scores into chances and chances into marks */
        ReviewScale: {
            /** @description chances are 2 / (1 + exp(-chance_slope * centipawns)) - 1, from -1 (lost) to 1 (won) */
            chance_slope: number;
            /** @description A move that lowers the chances by at least this much gets the mark */
            drops: {
                inaccuracy: number;
                mistake: number;
                blunder: number;
            };
        };
        /** @enum {string} */
        Side: "white" | "black";
        /**
         * @description The evaluation of positions at the end of a line
         * @enum {string}
         */
        EvaluationKind: "network" | "classical";
        Place: {
            /** @description the standard start if missing */
            fen?: string;
            /** @description UCI or SAN */
            moves?: string[];
        };
        /** @description What was dropped from the FEN, if anything */
        Repairs: string[];
        Move: {
            uci: string;
            san: string;
        };
        /** @enum {string} */
        Result: "1-0" | "0-1" | "1/2-1/2";
        End: {
            result: components["schemas"]["Result"];
            reason: string;
        };
        Position: {
            fen: string;
            turn: components["schemas"]["Side"];
            chess960: boolean;
            check: boolean;
            last: null | (components["schemas"]["Move"] & {
                capture: boolean;
            });
            /** @description Empty when the game is over */
            legal: components["schemas"]["Move"][];
            end: null | components["schemas"]["End"];
            claimable: null | components["schemas"]["End"];
            /** @description How the game ends if a player runs out of time; null when it is over */
            flag: {
                white: components["schemas"]["End"];
                black: components["schemas"]["End"];
            } | null;
            /** @description The last position on the way that has a name */
            opening: null | components["schemas"]["Opening"];
            repairs?: components["schemas"]["Repairs"];
        };
        Opening: {
            /** @description code of the Encyclopaedia of Chess Openings: B90 */
            eco: string;
            name: string;
        };
        EvaluationTerm: {
            name: string;
            white: number;
            black: number;
        };
        Evaluation: {
            terms: components["schemas"]["EvaluationTerm"][];
            /** @description for White */
            total: number;
            /** @description for White, by the network if there is one */
            network: number | null;
            /** @description full_phase with all pieces on the board */
            phase: number;
            full_phase: number;
            /** @description then there are no terms */
            known_endgame: boolean;
            check: boolean;
            repairs?: components["schemas"]["Repairs"];
        };
        TeacherNodes: {
            /**
             * @description of the main search
             * @default 60000
             */
            nodes: number;
        };
        ExplainedMove: {
            san: string;
            uci: string;
            /** @description as shown, for White: +0.31, #-4 */
            score: string;
            /** @description for White */
            centipawns?: number;
            /** @description moves, positive if White mates */
            mate?: number;
            /** @description the first moves of the line as text */
            line: string;
            /** @description the same moves */
            moves: components["schemas"]["Move"][];
            /** @description its idea, or what is wrong with it; may be empty */
            text: string;
        };
        ExplainedSide: {
            /** @description sentences */
            king: string[];
            /** @description sentences */
            pawns: string[];
            /** @description sentences */
            activity: string[];
            /** @description what this side threatens, or can gain if it is to move: "mate in 1: 4.Qxf7#"; may be empty */
            threat: string;
            /** @description its moves, as if this side were to move */
            threat_line: components["schemas"]["Move"][];
            /** @description what this side does in the main line: "castles short and brings the knight from b1 to c3"; may be empty */
            plan: string;
        };
        PieceWorth: {
            color: components["schemas"]["Side"];
            piece: string;
            square: string;
            /** @description how much the evaluation falls for its owner if it is taken off the board */
            centipawns: number;
        };
        Explanation: {
            fen: string;
            /** @enum {string} */
            to_move: "White" | "Black";
            /** @description how the game ended, if it is over; then there are no moves */
            end?: string;
            verdict: string;
            material: string;
            white: components["schemas"]["ExplainedSide"];
            black: components["schemas"]["ExplainedSide"];
            /** @description of the classical evaluation, for White */
            static_centipawns: number;
            terms: components["schemas"]["EvaluationTerm"][];
            /** @description name of the network */
            network: string | null;
            /** @description all but the kings, if there is a network */
            pieces: components["schemas"]["PieceWorth"][];
            /** @description the best first */
            best: components["schemas"]["ExplainedMove"][];
            /** @description natural moves that are worse */
            worse: components["schemas"]["ExplainedMove"][];
            repairs?: components["schemas"]["Repairs"];
        };
        Comparison: {
            fen: string;
            better: components["schemas"]["ExplainedMove"];
            worse: components["schemas"]["ExplainedMove"];
            /** @description of the chance of the mover, with the worse move */
            drop: number;
            /** @description of the worse move if the better one were the best */
            mark: null | components["schemas"]["Mark"];
            reasons: components["schemas"]["Reason"][];
            /** @description the verdict and the reasons */
            text: string;
            repairs?: components["schemas"]["Repairs"];
        };
        KnownMoves: {
            book: (components["schemas"]["Move"] & {
                share: number;
            })[];
            tables: {
                result: string;
                moves: (components["schemas"]["Move"] & {
                    result: string;
                    /** @description plies to the next capture or pawn move */
                    dtz: number;
                })[];
            } | null;
            repairs?: components["schemas"]["Repairs"];
        };
        /** @description From White's point of view; one of the two. A mate counts full moves and is 0 for a position that is mate already. */
        Score: {
            cp?: number;
            mate?: number;
        };
        /** @description Win, draw and loss of White in thousandths */
        Wdl: [
            number,
            number,
            number
        ];
        Line: {
            /** @description 1 for the best */
            number: number;
            depth: number;
            score: components["schemas"]["Score"];
            /** @enum {string} */
            bound: "exact" | "lower" | "upper";
            wdl: components["schemas"]["Wdl"];
            moves: components["schemas"]["Move"][];
        };
        Analysis: {
            analysis: number;
            fen: string;
            /** @description false while it waits for a thread */
            begun: boolean;
            depth: number;
            selective_depth: number;
            nodes: number;
            nodes_per_second: number;
            time_ms: number;
            hash_permille: number;
            lines: components["schemas"]["Line"][];
        };
        FoundMove: {
            move: components["schemas"]["Move"];
            /** @description The draw that the engine claims */
            claims: null | (components["schemas"]["End"] & {
                /** @description with its move, not instead of it */
                with_move: boolean;
            });
            score?: components["schemas"]["Score"];
            wdl?: components["schemas"]["Wdl"];
            depth?: number;
            nodes?: number;
            time_ms?: number;
            idea?: components["schemas"]["Idea"];
            repairs?: components["schemas"]["Repairs"];
        };
        /** @description What a move is played for */
        Idea: {
            /** @description may be empty */
            text: string;
            /** @description The moves that it expects */
            line: components["schemas"]["Move"][];
            /** @description The name of the tactic if there is one */
            motif?: string;
            actor?: components["schemas"]["PieceAt"];
            targets?: components["schemas"]["PieceAt"][];
        };
        /** @description A node of a game; the start is number 0 */
        GameNode: {
            /** @description missing for node 0 */
            parent?: number;
            /** @description missing for node 0 */
            uci?: string;
            san?: string;
            fen?: string;
            nags?: number[];
            comments?: string[];
            comments_before?: string[];
        };
        Tags: {
            [key: string]: string;
        };
        /** @enum {string} */
        PgnResult: "1-0" | "0-1" | "1/2-1/2" | "*";
        PgnGame: {
            tags: components["schemas"]["Tags"];
            result: components["schemas"]["PgnResult"];
            nodes: components["schemas"]["GameNode"][];
        };
        PgnAnswer: {
            games: components["schemas"]["PgnGame"][];
            /** @description what is wrong with games; of those with an illegal move the moves before it are among the games */
            errors: string[];
            /** @description there were more games than are returned */
            more: boolean;
            repairs?: components["schemas"]["Repairs"];
        };
        /** @enum {string} */
        Mark: "inaccuracy" | "mistake" | "blunder";
        /**
         * @description What there is to say about a move that is no mistake. book: as all moves before it, in the opening book; forced: there was no other; great: the best move, and the only good one or a sacrifice; best: the engine's choice
         * @enum {string}
         */
        Badge: "book" | "forced" | "great" | "best";
        PieceAt: {
            piece: string;
            square: string;
        };
        Reason: {
            motif: string;
            /** @enum {string} */
            kind: "allows" | "misses" | "spoils";
            text: string;
            actor?: components["schemas"]["PieceAt"];
            targets?: components["schemas"]["PieceAt"][];
            /** @description what else the line shows: sacrifice, deflection, fork, ... */
            themes?: string[];
            line?: string[];
            /** @description centipawns */
            gain?: number;
        };
        ReviewedMove: {
            number: number;
            /** @enum {string} */
            side: "White" | "Black";
            san: string;
            uci: string;
            score: string;
            /** @description for White */
            centipawns?: number;
            /** @description for White */
            mate?: number;
            /** @description of the mover, -1 to 1 */
            chance_before: number;
            /** @description of the mover, -1 to 1 */
            chance_after: number;
            /** @description percent */
            accuracy: number;
            phase: string;
            /** @description seconds left */
            clock?: number;
            /** @description spent on the move */
            seconds?: number;
            forced?: boolean;
            only_move?: boolean;
            badge?: components["schemas"]["Badge"];
            mark?: components["schemas"]["Mark"];
            nag?: number;
            missed_win?: boolean;
            better?: {
                score: string;
                line: string[];
            };
            text?: string;
            reasons?: components["schemas"]["Reason"][];
        };
        ReviewedPlayer: {
            name: string;
            /** @description percent */
            accuracy?: number;
            phases?: {
                [key: string]: number;
            };
            inaccuracies: number;
            mistakes: number;
            blunders: number;
            missed_wins: number;
            only_moves: number;
            /** @description by badge */
            great_moves: number;
            /** @description by badge */
            best_moves: number;
            /** @description by badge */
            book_moves: number;
            seconds?: number;
        };
        /** @description The same as a game of `zugwerk analyse --json` */
        Review: {
            white: components["schemas"]["ReviewedPlayer"];
            black: components["schemas"]["ReviewedPlayer"];
            event: string;
            date: string;
            result: string;
            /** @description empty if it has no name */
            opening: string;
            eco: string;
            /** @description FEN */
            start: string;
            nodes: number;
            position_nodes: number;
            key_moments: number[];
            moves: components["schemas"]["ReviewedMove"][];
        };
        ReviewAnswer: {
            review: components["schemas"]["Review"];
            game: components["schemas"]["PgnGame"];
            /** @description the annotated game */
            pgn: string;
        };
        ReviewState: {
            /** @description reviews ahead of it */
            waiting: number;
            /** @description positions */
            done: number;
            all: number;
            answer: null | components["schemas"]["ReviewAnswer"];
        };
        /** @enum {string} */
        LabKind: "match" | "ladder" | "network" | "progress";
        LabEntry: {
            name: string;
            /** @description whom it is about; may be empty */
            title: string;
            kind: components["schemas"]["LabKind"];
            /** @description seconds since 1970 */
            modified: number;
        };
        /** @description The file as it is; of a ladder's log a list of its lines. Only what the page draws is described. */
        LabFile: {
            name: string;
            title: string;
            /** @description seconds since 1970 */
            modified: number;
            /** @constant */
            kind: "match";
            data: components["schemas"]["MatchSummary"];
        } | {
            name: string;
            title: string;
            /** @description seconds since 1970 */
            modified: number;
            /** @constant */
            kind: "ladder";
            data: components["schemas"]["LadderRun"][];
        } | {
            name: string;
            title: string;
            /** @description seconds since 1970 */
            modified: number;
            /** @constant */
            kind: "network";
            data: components["schemas"]["NetworkCard"];
        } | {
            name: string;
            title: string;
            /** @description seconds since 1970 */
            modified: number;
            /** @constant */
            kind: "progress";
            data: components["schemas"]["Progress"];
        };
        Queue: {
            /** @description a 'zugwerk queue run' is using the folder */
            running: boolean;
            paused: boolean;
            /** @description in running order */
            experiments: components["schemas"]["Experiment"][];
        };
        Experiment: {
            name: string;
            /** @description may be empty */
            title: string;
            /** @description the subcommand of zugwerk; empty if the file is damaged */
            command: string;
            stage: components["schemas"]["ExperimentStage"];
            /** @description what it waits for or what is wrong with its file; may be empty */
            note: string;
            starts: number;
            /** @description time of the first start, in seconds since 1970 */
            started: number | null;
            /** @description time of the last end, in seconds since 1970 */
            ended: number | null;
            /** @description total running time of ended runs */
            seconds: number;
            exit_code: number | null;
            /** @description in one line; may be empty */
            result: string;
            /** @description of the output, if it failed */
            last_lines: string[];
            progress: null | components["schemas"]["Progress"];
        };
        /** @enum {string} */
        ExperimentStage: "waiting" | "running" | "interrupted" | "done" | "time limit" | "failed" | "blocked" | "damaged";
        /** @description The progress that the command reports with --progress */
        Progress: {
            /** @description the subcommand */
            progress: string;
            /** @enum {string} */
            state: "running" | "interrupted" | "complete" | "failed";
            done: number;
            /** @description 0: unknown */
            total: number;
            unit: string;
            /** @description of this run */
            seconds: number;
            seconds_left: number | null;
            /** @description the result so far */
            text: string;
            facts: {
                name: string;
                value: string;
            }[];
            chart: null | components["schemas"]["ProgressChart"];
        };
        /** @description Curves over a common x */
        ProgressChart: {
            title: string;
            x: {
                label: string;
                values: number[];
            };
            /** @description its label */
            y: string;
            curves: {
                label: string;
                values: (number | null)[];
            }[];
        };
        /** @description Null if infinite */
        Estimate: {
            value: number | null;
            error: number | null;
        };
        MatchEngine: {
            name: string;
            games: number;
            points: number;
            wins: number;
            draws: number;
            losses: number;
            pentanomial: number[];
            elo: components["schemas"]["Estimate"];
            los: number;
        };
        MatchSummary: {
            end: string;
            planned_games: number;
            played_games: number;
            sprt?: {
                llr: number;
                lower: number;
                upper: number;
                accepts: string;
            };
            engines: components["schemas"]["MatchEngine"][];
            games: {
                white: string;
                black: string;
                result: string;
            }[];
        };
        LadderPlayer: {
            name: string;
            wins: number;
            draws: number;
            losses: number;
            elo: number | null;
            error: number | null;
            anchor: boolean;
        };
        LadderRun: {
            name: string;
            date: string;
            tc: string;
            engine: components["schemas"]["LadderPlayer"];
            opponents: components["schemas"]["LadderPlayer"][];
        };
        NetworkCard: {
            network: string;
            games: number;
            positions: {
                learned: number;
            };
            best: {
                epoch: number;
            };
            recipe: {
                [key: string]: unknown;
            };
            history: {
                epoch: number;
                loss: number;
                held_out: number;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type About = components['schemas']['About'];
export type NumberOption = components['schemas']['NumberOption'];
export type ChoiceOption = components['schemas']['ChoiceOption'];
export type ReviewScale = components['schemas']['ReviewScale'];
export type Side = components['schemas']['Side'];
export type EvaluationKind = components['schemas']['EvaluationKind'];
export type Place = components['schemas']['Place'];
export type Repairs = components['schemas']['Repairs'];
export type Move = components['schemas']['Move'];
export type Result = components['schemas']['Result'];
export type End = components['schemas']['End'];
export type Position = components['schemas']['Position'];
export type Opening = components['schemas']['Opening'];
export type EvaluationTerm = components['schemas']['EvaluationTerm'];
export type Evaluation = components['schemas']['Evaluation'];
export type TeacherNodes = components['schemas']['TeacherNodes'];
export type ExplainedMove = components['schemas']['ExplainedMove'];
export type ExplainedSide = components['schemas']['ExplainedSide'];
export type PieceWorth = components['schemas']['PieceWorth'];
export type Explanation = components['schemas']['Explanation'];
export type Comparison = components['schemas']['Comparison'];
export type KnownMoves = components['schemas']['KnownMoves'];
export type Score = components['schemas']['Score'];
export type Wdl = components['schemas']['Wdl'];
export type Line = components['schemas']['Line'];
export type Analysis = components['schemas']['Analysis'];
export type FoundMove = components['schemas']['FoundMove'];
export type Idea = components['schemas']['Idea'];
export type GameNode = components['schemas']['GameNode'];
export type Tags = components['schemas']['Tags'];
export type PgnResult = components['schemas']['PgnResult'];
export type PgnGame = components['schemas']['PgnGame'];
export type PgnAnswer = components['schemas']['PgnAnswer'];
export type Mark = components['schemas']['Mark'];
export type Badge = components['schemas']['Badge'];
export type PieceAt = components['schemas']['PieceAt'];
export type Reason = components['schemas']['Reason'];
export type ReviewedMove = components['schemas']['ReviewedMove'];
export type ReviewedPlayer = components['schemas']['ReviewedPlayer'];
export type Review = components['schemas']['Review'];
export type ReviewAnswer = components['schemas']['ReviewAnswer'];
export type ReviewState = components['schemas']['ReviewState'];
export type LabKind = components['schemas']['LabKind'];
export type LabEntry = components['schemas']['LabEntry'];
export type LabFile = components['schemas']['LabFile'];
export type Queue = components['schemas']['Queue'];
export type Experiment = components['schemas']['Experiment'];
export type ExperimentStage = components['schemas']['ExperimentStage'];
export type Progress = components['schemas']['Progress'];
export type ProgressChart = components['schemas']['ProgressChart'];
export type Estimate = components['schemas']['Estimate'];
export type MatchEngine = components['schemas']['MatchEngine'];
export type MatchSummary = components['schemas']['MatchSummary'];
export type LadderPlayer = components['schemas']['LadderPlayer'];
export type LadderRun = components['schemas']['LadderRun'];
export type NetworkCard = components['schemas']['NetworkCard'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
