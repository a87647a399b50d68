import { setImmediate } from 'node:timers/promises'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import { maxKeyLength } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { groupFieldOf } from '../windows/evaluators.ts'
import { rateStep, usualCount } from '../windows/rate.ts'
import { WindowReplay } from '../windows/replay.ts'
import type { WindowFire } from '../windows/window-state.ts'
import { countInParts } from './count-in-parts.ts'
import { matchesByKey } from './key-matches.ts'

/** Seconds for which the occurrences of a value are summed up; shorter than the days of any condition. */
const valueStepSeconds = 6 * 3_600
/** Entries processed before the thread yields. */
const entriesPerTurn = 20_000

interface SearchedRange extends TimeSpan {
  /** The parts of the range within the active hours. */
  spans: readonly TimeSpan[]
  /** Whether the trigger matches repeats too. */
  occurrences: boolean
}

/** Receives what is found, for each key in order of time. */
interface FireListener {
  /** `key`: value of the field that the condition groups by; '' without such a field. */
  onMatches(second: number, count: number, key: string): void
  onFire(fire: WindowFire): void
}

type ConditionOf<Kind extends TriggerCondition['kind']> = Extract<TriggerCondition, { kind: Kind }>

/** Finds the firings of a condition. Returns false if there were too many keys to track all. */
export async function findFirings(
  history: MatchHistory,
  condition: TriggerCondition,
  compiled: TriggerInForce,
  range: SearchedRange,
  listener: FireListener,
): Promise<boolean> {
  switch (condition.kind) {
    case 'first_seen':
      return await findNewValues(
        history,
        compiled,
        condition.field,
        condition.days * daySeconds,
        range,
        listener,
      )
    case 'new_template':
      return await findNewValues(history, compiled, 'template', Number.POSITIVE_INFINITY, range, listener)
    case 'rate':
      return await findRates(history, condition, compiled, range, listener)
    default:
      return await replay(history, condition, compiled, range, listener)
  }
}

/**
 * Finds firings by running the condition's evaluator on the counts of the range. `answers`: for a `rate`,
 * what the running service asks the store.
 */
async function replay(
  history: MatchHistory,
  condition: TriggerCondition,
  compiled: TriggerInForce,
  { from, to, spans, occurrences }: SearchedRange,
  { onMatches, onFire }: FireListener,
  answers?: { usual(start: number): number; seen(): undefined },
): Promise<boolean> {
  const { predicate, window } = compiled
  const windows = new WindowReplay(condition, from, onFire, answers, compiled.activeHours)
  const value = condition.kind === 'distinct' ? condition.field : null
  const query = { by: groupFieldOf(condition), value, step: windows.stepSeconds, occurrences }
  const followedBy = window?.followedBy ?? null
  const predicates: Predicate[] =
    followedBy === null
      ? [predicate]
      : [
          predicate,
          { kind: 'all', of: [followedBy, { kind: 'not', of: predicate }] },
          { kind: 'all', of: [followedBy, predicate] },
        ]
  let entries = 0
  for await (const part of countInParts(history, predicates, spans, query)) {
    for (const keyMatches of matchesByKey(part)) {
      const { key, matches } = keyMatches
      while (keyMatches.next()) {
        if (matches.count > 0) onMatches(matches.second, matches.count, key)
        windows.add(key, matches)
        if (++entries % entriesPerTurn === 0) await setImmediate()
      }
    }
  }
  windows.end(to)
  return windows.isComplete
}

/**
 * Finds firings of `first_seen` and `new_template`: a value occurs more than `unseenSeconds` after its
 * previous occurrence; infinite: for the first time. Looks only at the first occurrence in each span of
 * `valueStepSeconds`, which is shorter than `unseenSeconds`.
 */
async function findNewValues(
  history: MatchHistory,
  { predicate }: TriggerInForce,
  field: string,
  unseenSeconds: number,
  { from, to, spans, occurrences }: SearchedRange,
  { onMatches, onFire }: FireListener,
): Promise<boolean> {
  const isActive = (second: number) => spans.some(span => second >= span.from && second < span.to)
  const historyStart = Math.max(0, from - unseenSeconds)
  let value: string | undefined
  let lastSeen: number | undefined
  for (const span of await history.spans(
    predicate,
    { from: historyStart, to },
    { field, since: from, step: valueStepSeconds },
  )) {
    if (span.value !== value) {
      value = span.value
      lastSeen = undefined
    }
    const isSeen = lastSeen !== undefined && lastSeen >= span.first - unseenSeconds
    const isMatch = occurrences || span.firstEvent === span.first
    if (!span.isBefore && !isSeen && isMatch && isActive(span.first)) {
      const count = occurrences ? span.occurrences : span.events
      onFire({ key: '', value: truncateText(span.value, maxKeyLength), at: span.first, count })
    }
    lastSeen = span.last
  }
  const query = { by: null, value: null, step: 1, occurrences }
  for await (const [counts] of countInParts(history, [predicate], spans, query)) {
    counts?.seconds.forEach((second, at) => {
      onMatches(second, counts.counts[at] ?? 0, '')
    })
  }
  return true
}

/** Finds firings of `rate`. Counts the range and the days before it first, for the usual counts. */
async function findRates(
  history: MatchHistory,
  condition: ConditionOf<'rate'>,
  compiled: TriggerInForce,
  range: SearchedRange,
  listener: FireListener,
): Promise<boolean> {
  const { seconds, days } = condition
  const step = rateStep(seconds)
  const extended = { from: Math.max(0, range.from - days * daySeconds - seconds), to: range.to }
  const query = { by: null, value: null, step, occurrences: range.occurrences }
  const usual = new UsualCounts({ ...extended, step }, condition)
  for await (const [counts] of countInParts(history, [compiled.predicate], [extended], query)) {
    counts?.seconds.forEach((second, at) => {
      usual.add(second, counts.counts[at] ?? 0)
    })
  }
  usual.end()
  return await replay(history, condition, compiled, range, listener, {
    seen: () => undefined,
    usual: start => usual.usual(start),
  })
}

/**
 * Usual counts of windows: the mean count at the same time of previous days. Add all counts, then call `end`,
 * then `usual`.
 */
class UsualCounts {
  readonly #from: number
  readonly #step: number
  /** Once `end` has been called: by step, the sum of the matches before it. */
  readonly #sums: Float64Array
  readonly #days: number
  readonly #seconds: number

  /** `step` divides `seconds` and a day. */
  constructor(
    { from, to, step }: { from: number; to: number; step: number },
    { seconds, days }: { seconds: number; days: number },
  ) {
    this.#from = Math.floor(from / step) * step
    this.#step = step
    this.#days = days
    this.#seconds = seconds
    this.#sums = new Float64Array(Math.ceil((to - this.#from) / step) + 1)
  }

  add(second: number, count: number): void {
    const at = Math.floor((second - this.#from) / this.#step) + 1
    this.#sums[at] = (this.#sums[at] ?? 0) + count
  }

  end(): void {
    const sums = this.#sums
    for (let at = 1; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0)
  }

  usual(start: number): number {
    const daily: number[] = []
    for (let day = 1; day <= this.#days; day++) {
      const at = start - day * daySeconds
      daily.push(this.#sumBefore(at + this.#seconds) - this.#sumBefore(at))
    }
    return usualCount(daily)
  }

  #sumBefore(second: number): number {
    const at = Math.floor((second - this.#from) / this.#step)
    return this.#sums[Math.min(Math.max(at, 0), this.#sums.length - 1)] ?? 0
  }
}
