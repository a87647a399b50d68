import { setImmediate } from 'node:timers/promises'
import type { Predicate } from '../../filter/predicate.ts'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import { maxKeyLength } from '../../schema/batch-matches.ts'
import type { TriggerCondition } from '../../schema/trigger-condition.ts'
import { truncateText } from '../../schema/truncate-text.ts'
import { byOf, daySeconds } from '../windows/evaluators.ts'
import { WindowReplay } from '../windows/replay.ts'
import type { WindowFire } from '../windows/window.ts'
import { countsOf } from './counts-of.ts'
import { greatestCommonDivisor, UsualCounts } from './usual-counts.ts'

/** Seconds of the spans of a value: less than the days of any condition. */
const valueStep = 6 * 3_600
/** Entries that are followed before others have their turn. */
const entriesPerTurn = 20_000

interface FiredRange extends TimeSpan {
  /** Its parts within the active hours. */
  spans: readonly TimeSpan[]
  occurrences: boolean
}

interface FireListener {
  onMatches(second: number, count: number): void
  onFire(fire: WindowFire): void
}

type ConditionOf<Kind extends TriggerCondition['kind']> = Extract<TriggerCondition, { kind: Kind }>

/** Finds what a condition would have fired. False when there were too many keys to follow all of them. */
export async function fireWindows(
  history: MatchHistory,
  condition: TriggerCondition,
  compiled: TriggerInForce,
  range: FiredRange,
  listener: FireListener,
): Promise<boolean> {
  switch (condition.kind) {
    case 'first_seen':
      return await fireNewValues(
        history,
        compiled,
        condition.field,
        condition.days * daySeconds,
        range,
        listener,
      )
    case 'new_template':
      return await fireNewValues(history, compiled, 'template', Number.POSITIVE_INFINITY, range, listener)
    case 'rate':
      return await fireRates(history, condition, compiled, range, listener)
    default:
      return await replay(history, condition, compiled, range, listener)
  }
}

async function replay(
  history: MatchHistory,
  condition: TriggerCondition,
  compiled: TriggerInForce,
  { from, to, spans, occurrences }: FiredRange,
  { onMatches, onFire }: FireListener,
  answers?: { usual(start: number): number; seen(): undefined },
): Promise<boolean> {
  const { predicate, window } = compiled
  const windows = new WindowReplay(condition, from, onFire, answers, compiled.activeHours)
  const value = condition.kind === 'distinct' ? condition.field : null
  const query = { by: byOf(condition), value, step: windows.step, occurrences }
  const followedBy = window?.followedBy ?? null
  const predicates: Predicate[] =
    followedBy === null
      ? [predicate]
      : [
          predicate,
          { kind: 'all', of: [followedBy, { kind: 'not', of: predicate }] },
          { kind: 'all', of: [followedBy, predicate] },
        ]
  for await (const [counts = [], followers = [], both = []] of countsOf(history, predicates, spans, query)) {
    for (const entries of [counts, followers, both]) {
      for (const entry of entries) {
        if (entry[0].length > maxKeyLength) entry[0] = truncateText(entry[0], maxKeyLength)
        if (entry[1].length > maxKeyLength) entry[1] = truncateText(entry[1], maxKeyLength)
      }
    }
    for (const entry of counts) onMatches(entry[2], entry[3])
    if (followedBy !== null) windows.add(counts, followers, both)
    else {
      for (let at = 0; at < counts.length; at += entriesPerTurn) {
        windows.add(counts.slice(at, at + entriesPerTurn))
        await setImmediate()
      }
    }
  }
  windows.end(to)
  return windows.isComplete
}

/** Those of a value whose first occurrence in a part is more than `seconds` after the one before. */
async function fireNewValues(
  history: MatchHistory,
  { predicate }: TriggerInForce,
  field: string,
  seconds: number,
  { from, to, spans, occurrences }: FiredRange,
  { onMatches, onFire }: FireListener,
): Promise<boolean> {
  const isActive = (second: number) => spans.some(span => second >= span.from && second < span.to)
  const since = Math.max(0, from - Math.min(seconds, from))
  let value: string | undefined
  let last = Number.NEGATIVE_INFINITY
  for (const span of await history.spans(
    predicate,
    { from: since, to },
    { field, since: from, step: valueStep },
  )) {
    if (span.value !== value) {
      value = span.value
      last = Number.NEGATIVE_INFINITY
    }
    const isSeen = last >= span.first - seconds && last !== Number.NEGATIVE_INFINITY
    const isMatch = occurrences || span.firstEvent === span.first
    if (!span.isBefore && !isSeen && isMatch && isActive(span.first)) {
      const count = occurrences ? span.occurrences : span.events
      onFire({ key: '', value: truncateText(span.value, maxKeyLength), at: span.first, count })
    }
    last = span.last
  }
  const query = { by: null, value: null, step: 1, occurrences }
  for await (const [counts = []] of countsOf(history, [predicate], spans, query)) {
    for (const [, , second, count] of counts) onMatches(second, count)
  }
  return true
}

async function fireRates(
  history: MatchHistory,
  condition: ConditionOf<'rate'>,
  compiled: TriggerInForce,
  range: FiredRange,
  listener: FireListener,
): Promise<boolean> {
  const { seconds, days } = condition
  const step = greatestCommonDivisor(seconds, daySeconds)
  const before = { from: Math.max(0, range.from - days * daySeconds - seconds), to: range.to }
  const query = { by: null, value: null, step, occurrences: range.occurrences }
  const found: (readonly [number, number])[] = []
  for await (const [counts = []] of countsOf(history, [compiled.predicate], [before], query)) {
    for (const [, , second, count] of counts) found.push([second, count])
  }
  const usual = new UsualCounts({ ...before, step }, condition, found)
  return await replay(history, condition, compiled, range, listener, {
    seen: () => undefined,
    usual: start => usual.usual(start),
  })
}
