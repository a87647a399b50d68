/** The matches of one second that concern one state. */
export interface SecondMatches {
  second: number
  /** Number of matches. */
  count: number
  /** Values of the matches, without duplicates. */
  values: Set<string>
  /** Events that match only the second filter of a pair. */
  followers: number
  /** Events that match both filters of a pair; `count` includes them. */
  both: number
}

/** The values of matches that have none. */
export const noValues = new Set<string>()

/** Reports that a condition came true at a second of events. */
export type Fire = (at: number, count: number, value?: string) => void

/** A question about the past. */
export type WindowQuestion =
  /** Whether a value occurred in the days before a second. */
  | { kind: 'seen'; value: string; before: number }
  /** Matches at the time of a window on previous days. */
  | { kind: 'usual'; start: number }

/** Known answers; undefined: not yet known. */
export interface WindowAnswers {
  seen(value: string, before: number): boolean | undefined
  usual(start: number): number | undefined
}

export const noAnswers: WindowAnswers = { seen: () => undefined, usual: () => undefined }

/**
 * One kind of condition, over the state of one key, which is plain JSON. Seconds are in order within a call;
 * a later call may bring earlier or equal seconds.
 */
export interface Evaluator<State extends object> {
  /** Seconds that are judged together. */
  readonly step: number
  /** States are keyed by value instead of by the field that the condition groups by. */
  readonly byValue: boolean
  /** The state of a new key, whose first match is at this second. */
  fresh(second: number): State
  add(state: State, matches: SecondMatches, fire: Fire): void
  /** Applies passed time and answers to a state. */
  expire(state: State, now: number, answers: WindowAnswers, key: string, fire: Fire): void
  /** May change the state, which is a copy. */
  questions(state: State, now: number, key: string): WindowQuestion[]
  /**
   * When `expire` has to be called. `never`: only the next match matters. `over`: the state can be deleted.
   */
  due(state: State, now: number): number | 'never' | 'over'
  /**
   * The state of a trigger that has just come into force, for a condition that waits for an absence;
   * undefined: there is none.
   */
  initial?(now: number): State
}

/** Seconds until a question without an answer is asked again. */
export const retrySeconds = 5
