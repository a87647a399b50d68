/** The matches of one second that belong to one state, such as all matches of one host. */
export interface SecondMatches {
  second: number
  /** Number of matches; for a pair, events of its first filter. */
  count: number
  /** Different values of the field that the condition counts or has never seen. */
  values: Set<string>
  /** Number of events that match only the second filter; only for a pair (pair.ts). */
  followers: number
  /** Number of events that match both filters of a pair. `count` includes them. */
  both: number
}

/** `values` of matches without values: one shared set, which must not change. */
export const noValues = new Set<string>()

/** Reports that a condition came true. `at`: Unix second, by event time. */
export type Fire = (at: number, count: number, value?: string) => void

/** A question about stored events, which an evaluator needs answered before it can judge. */
export type WindowQuestion =
  /** Whether a value occurred in the days before a second. */
  | { kind: 'seen'; value: string; before: number }
  /** How many matches are usual: counts of the same time of day on previous days. */
  | { kind: 'usual'; start: number }

/** Answers to questions; undefined: not known yet. */
export interface WindowAnswers {
  seen(value: string, before: number): boolean | undefined
  usual(start: number): number | undefined
}

export const noAnswers: WindowAnswers = { seen: () => undefined, usual: () => undefined }

/**
 * The logic of one kind of condition. It judges one state at a time: plain JSON that holds what is known of
 * one key (a host, for instance). Each batch of events brings the matches of a state in order of their
 * seconds. A later batch may bring earlier seconds, or the same seconds again.
 */
export interface Evaluator<State extends object> {
  /** Matches are added up over this number of seconds before `add` gets them. */
  readonly step: number
  /**
   * Whether each value of the watched field has a state, instead of each value of the field that the
   * condition groups by.
   */
  readonly byValue: boolean
  /** The state of a new key, whose first match is at this second. */
  newState(second: number): State
  add(state: State, matches: SecondMatches, fire: Fire): void
  /** Judges a state by the time that has passed and by answers. */
  expire(state: State, now: number, answers: WindowAnswers, key: string, fire: Fire): void
  /** The questions to answer before `expire`. May change `state`: it gets a copy. */
  questions(state: State, now: number, key: string): WindowQuestion[]
  /**
   * When `expire` must be called. `never`: only another match can change anything. `over`: the state can be
   * deleted.
   */
  due(state: State, now: number): number | 'never' | 'over'
  /**
   * The state of a trigger that has just come into force, before its first match. Kinds that judge time
   * without matches have it (absence, rate).
   */
  initial?(now: number): State
}

/** Seconds until a question that could not be answered is asked again. */
export const retrySeconds = 5

/**
 * How long a condition waits for late events before it judges by the clock: a tenth of the length of its
 * window, but 5 to 60 seconds. Events that come later do not change its judgement.
 */
export function latenessOf(seconds: number): number {
  return Math.min(60, Math.max(5, Math.ceil(seconds / 10)))
}
