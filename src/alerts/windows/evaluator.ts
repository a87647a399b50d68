/**
 * The matches of one step of time that belong to one state, such as all matches of one host. For a pair
 * (pair.ts), `count` is the number of events of the first filter, `followers` the number of events of only
 * the second filter, and `both` the number of events of both, which `count` includes.
 */
export interface StepMatches {
  /** Unix second at which the step begins (`Evaluator.stepSeconds`). */
  second: number
  count: number
  /** Distinct values of the watched field (conditions distinct, first_seen and new_template). */
  values: Set<string>
  followers: number
  both: number
}

/** Shared empty set for `StepMatches.values`. Must not be modified. */
export const noValues = new Set<string>()

/**
 * Reports that a condition came true. `at`: Unix second, by event time. `value`: the value of the watched
 * field that made it true, if the condition has such a field.
 */
export type Fire = (at: number, count: number, value?: string) => void

/** A question about stored events, which an evaluator needs answered before it can decide. */
export type WindowQuestion =
  /** Did a value occur before a second, in the period of the condition (`days`, or ever)? */
  | { kind: 'seen'; value: string; before: number }
  /** What is the mean count of matches on previous days, at the time of the window that begins at `start`? */
  | { kind: 'usual'; start: number }

/** Answers to questions; undefined: not known yet. */
export interface WindowAnswers {
  seen(value: string, before: number): boolean | undefined
  usual(start: number): number | undefined
}

/** For conditions that ask nothing. */
export const noAnswers: WindowAnswers = { seen: () => undefined, usual: () => undefined }

/**
 * The logic of one kind of condition. It keeps one state for each key (for example, a host). Metadata stores
 * states as JSON, so the members of a state keep their names.
 */
export interface Evaluator<State extends object> {
  /** Length of a step, seconds. The caller adds up the matches of each step, then calls `add`. */
  readonly stepSeconds: number
  /**
   * True: one state for each value of the watched field. False: one for each value of the field that the
   * condition groups by.
   */
  readonly hasStatePerValue: boolean
  /** The state of a new key, whose first match is at this second. */
  newState(second: number): State
  /**
   * Adds the matches of one step. The steps of a batch come in ascending order; a later batch may bring
   * earlier steps, or the same steps again.
   */
  add(state: State, matches: StepMatches, fire: Fire): void
  /**
   * Whether matches of this second would decide about earlier time: they may show, for example, that a wait
   * for a match has ended without one. Absent: they never do.
   */
  decides?(state: State, second: number): boolean
  /** Evaluates a state at `now` (Unix seconds), with the answers to its questions. */
  evaluateAt(state: State, now: number, answers: WindowAnswers, key: string, fire: Fire): void
  /** The questions to answer before `evaluateAt`. May modify `state`: the caller passes a copy. */
  questions(state: State, now: number, key: string): WindowQuestion[]
  /**
   * The Unix second at which `evaluateAt` must be called. `never`: only another match can change anything.
   * `over`: the state can be deleted.
   */
  due(state: State, now: number): number | 'never' | 'over'
  /**
   * The state of a trigger that has just come into force, before its first match. Only for kinds that may
   * fire without a match (absence, rate), and only called without a field to group by.
   */
  initial?(now: number): State
}

/** Seconds until a question that could not be answered is asked again. */
export const retrySeconds = 5

/**
 * How long a condition waits for late events before it decides by the clock: a tenth of its window, at least
 * 5 and at most 60 seconds. Later events do not change the decision.
 */
export function latenessOf(seconds: number): number {
  return Math.min(60, Math.max(5, Math.ceil(seconds / 10)))
}
