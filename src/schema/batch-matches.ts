/**
 * The matches of a spool file: `<sequence>.matches.json` beside it, written and synced before the spool file gets its name; absent when
 * nothing matched. Times are integer microseconds unless they are called seconds.
 */
export interface BatchMatches {
  /** Of the spool file. */
  sequence: number
  triggers: TriggerMatches[]
}

/** Maximum events of one trigger in one file; `count` counts all. */
export const maxMatchSamples = 100
/** Maximum entries of `keys` of one trigger in one file. */
export const maxWindowKeys = 10_000
/** Maximum length of the message of a match, characters. */
export const maxMatchMessage = 65_536

/** What one trigger matched. */
export interface TriggerMatches {
  id: number
  /** Events that matched, exact. */
  count: number
  /** Those of `count` that repeat an earlier event. */
  repeats: number
  first: number
  last: number
  /** The first ones, at most `maxMatchSamples`. */
  samples: MatchedEvent[]
  /** Of triggers with a condition only. */
  keys?: WindowKey[]
  /** Of the second filter of a condition `pair`; `count` is without them. */
  followerKeys?: WindowKey[]
  /** Matches that `keys` and `followerKeys` lack because there were too many different ones. */
  keysOmitted?: number
}

/**
 * Matches of one second: the value of the field that the condition counts apart ('' without one), seconds since the epoch, how many, and
 * for `distinct`, `first_seen` and `new_template` the value or template.
 */
export type WindowKey = [key: string, second: number, count: number, value?: string]

/** An event that set a trigger off, as it was when it matched. */
export interface MatchedEvent {
  id: number
  ts: number
  host: string
  program: string
  severity: number
  facility: number
  mnemonic: string
  /** Index into `statuses`, after the trigger. */
  status: number
  /** Occurrences so far. */
  counter: number
  /** Cut at `maxMatchMessage`. */
  message: string
  tags: Record<string, string>
}
