/** The matches of one second that concern one state. */
export interface SecondMatches {
  second: number
  /** Matches. */
  count: number
  /** Their values, each once. */
  values: Set<string>
  /** Events of the second filter of a pair that do not match the first one. */
  followers: number
  /** Events that match both filters of a pair: `count` has them too. */
  both: number
}

/** The values of matches without any. */
export const noValues = new Set<string>()

/** Reports that a condition came true at a second of events. */
export type Fire = (at: number, count: number, value?: string) => void

/** What a look into the past has to answer. */
export type WindowQuestion =
  /** Whether a value was there in the days before a second. */
  | { kind: 'seen'; value: string; before: number }
  /** Matches at the time of a window on the days before. */
  | { kind: 'usual'; start: number }

/** Answers that are known; undefined: not yet. */
export interface WindowAnswers {
  seen(value: string, before: number): boolean | undefined
  usual(start: number): number | undefined
}

export const noAnswers: WindowAnswers = { seen: () => undefined, usual: () => undefined }

/**
 * One kind of condition, over a state of one key that is plain JSON. Seconds come in order within a call; those of a later call may be
 * earlier or the same ones.
 */
export interface Evaluator<State extends object> {
  /** Seconds that are judged as one. */
  readonly step: number
  /** States are by the value instead of by the field that is counted apart. */
  readonly byValue: boolean
  /** Of a key with its first match at this second. */
  fresh(second: number): State
  add(state: State, matches: SecondMatches, fire: Fire): void
  /** What time and answers bring. */
  expire(state: State, now: number, answers: WindowAnswers, key: string, fire: Fire): void
  /** May change the state, which is a copy. */
  questions(state: State, now: number, key: string): WindowQuestion[]
  /** When `expire` has to be called; `never`: only the next match matters, `over`: the state means nothing any more. */
  due(state: State, now: number): number | 'never' | 'over'
  /** State of a trigger that has just come into force and waits for the absence of something; undefined: there is none. */
  initial?(now: number): State
}

/** Questions are asked again after this time when an answer could not be had. */
export const retrySeconds = 5
