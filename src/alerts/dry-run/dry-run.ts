import { setImmediate } from 'node:timers/promises'
import { compileActiveHours } from '../../ingest/triggers/active-hours.ts'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { TriggerDryRun } from '../../schema/triggers/trigger-dry-run.ts'
import type { ActiveHours } from '../../schema/triggers/trigger-parts.ts'
import { groupFieldOf } from '../windows/evaluators.ts'
import type { WindowFire } from '../windows/window-state.ts'
import { ActionCounter } from './action-counter.ts'
import { countInParts } from './count-in-parts.ts'
import { findFirings } from './find-firings.ts'

/** Maximum points of a series. */
const maxPoints = 400
/** Possible lengths of a point. */
const stepsSeconds = [60, 300, 900, 3_600, 10_800, 21_600, 86_400]
const maxHosts = 10
const maxFirings = 100
const maxSamples = 10
/** Entries processed before the thread yields. */
const entriesPerTurn = 20_000

/** The result of a dry run without the times and records that the interface adds. */
export type DryRunResult = Omit<TriggerDryRun, 'samples' | 'notes' | 'took_ms'> & { samples: StoredEvent[] }

/**
 * Computes what a trigger would have done in a range: counts matches in the store, and evaluates conditions
 * and periods by second.
 */
export async function dryRun(
  history: MatchHistory,
  content: TriggerContent,
  compiled: TriggerInForce,
  { from, to }: TimeSpan,
): Promise<DryRunResult> {
  const spans = activeSpans({ from, to }, content.active_hours)
  const { predicate } = compiled
  const occurrences = content.on_repeats === 'each'
  const series = new Series(from, to)
  const actions = new ActionCounter(content)
  const { condition } = content
  // The field that matches are counted by. Without a condition, and if no action needs keys, it is the host:
  // that saves the second read for the top hosts, which takes as long again if the filter is expensive.
  const fieldWithoutCondition = actions.needsKeys ? content.group_by : 'host'
  const countedBy = condition === null ? fieldWithoutCondition : groupFieldOf(condition)
  const hosts = new HostCounts()
  let matches = 0
  let fires = 0
  const onMatches = (second: number, count: number, key: string): void => {
    matches += count
    series.addMatches(second, count)
    if (countedBy === 'host') hosts.add(key, count)
  }
  const firings: WindowFire[] = []
  let isComplete = true

  if (condition === null) {
    const step = actions.needsKeys ? 1 : series.step
    const query = { by: countedBy, value: null, step, occurrences }
    let entries = 0
    for await (const [counts] of countInParts(history, [predicate], spans, query)) {
      // `from` and `to` are indexes, not seconds.
      for (const { by: key, from: start, to: end } of counts?.groups ?? []) {
        for (let index = start; index < end; index++) {
          const second = counts?.seconds[index] ?? 0
          const count = counts?.counts[index] ?? 0
          onMatches(second, count, key)
          series.addFires(second, count)
          actions.add(second, key, count)
          if (++entries % entriesPerTurn === 0) await setImmediate()
        }
      }
    }
    fires = matches
  } else {
    isComplete = await findFirings(
      history,
      condition,
      compiled,
      { from, to, spans, occurrences },
      {
        onMatches,
        onFire(fire) {
          fires++
          series.addFires(fire.at, 1)
          actions.add(fire.at, fire.key, 1)
          keepNewest(firings, fire)
        },
      },
    )
  }
  if (countedBy !== 'host') await countHosts(hosts, history, compiled, spans, occurrences)
  return {
    from,
    to,
    matches,
    fires,
    actions: actions.counts(),
    step: series.step,
    series: series.points(),
    firings: firings.sort((a, b) => b.at - a.at).slice(0, maxFirings),
    samples: await newestOf(history, compiled, spans),
    top_hosts: hosts.top(),
    complete: isComplete && actions.isComplete,
  }
}

/** Adds a firing. Drops all but the newest ones from time to time. */
function keepNewest(firings: WindowFire[], fire: WindowFire): void {
  firings.push(fire)
  if (firings.length < 10 * maxFirings) return
  firings.sort((a, b) => b.at - a.at)
  firings.length = maxFirings
}

/** The newest events that match, for samples. */
async function newestOf(
  history: MatchHistory,
  { predicate }: TriggerInForce,
  spans: readonly TimeSpan[],
): Promise<StoredEvent[]> {
  const newest: StoredEvent[] = []
  for (const span of spans.toReversed()) {
    newest.push(...(await history.newest(predicate, span, maxSamples - newest.length)))
    if (newest.length >= maxSamples) break
  }
  return newest
}

/** Counts matches by host with a read of its own. */
async function countHosts(
  hosts: HostCounts,
  history: MatchHistory,
  { predicate }: TriggerInForce,
  spans: readonly TimeSpan[],
  occurrences: boolean,
): Promise<void> {
  for (const span of spans) {
    const query = { by: 'host', value: null, step: 0, occurrences }
    const { groups, counts } = await history.counts(predicate, span, query)
    // With a step of 0, each group has one count: of the whole span.
    for (const { by, from } of groups) hosts.add(by, counts[from] ?? 0)
  }
}

/** The parts of a span within the active hours, in order. Active hours begin and end at whole minutes. */
function activeSpans({ from, to }: TimeSpan, hours: ActiveHours | null): TimeSpan[] {
  if (hours === null) return from < to ? [{ from, to }] : []
  const isActive = compileActiveHours(hours)
  const spans: TimeSpan[] = []
  let start: number | undefined
  for (let at = from; at < to; at = Math.floor(at / 60) * 60 + 60) {
    const active = isActive(Math.floor(at / 60) * 60)
    if (active) start ??= at
    else if (start !== undefined) {
      spans.push({ from: start, to: at })
      start = undefined
    }
  }
  if (start !== undefined) spans.push({ from: start, to })
  return spans
}

/** Matches by host. */
class HostCounts {
  readonly #counts = new Map<string, number>()
  /** The current host and its matches so far. Long runs of matches have the same host. */
  #host = ''
  #count = 0

  add(host: string, count: number): void {
    if (host !== this.#host) this.#switchTo(host)
    this.#count += count
  }

  /** The hosts with the most matches. */
  top(): { host: string; count: number }[] {
    this.#switchTo('')
    return Array.from(this.#counts, ([host, count]) => ({ host, count }))
      .sort((a, b) => b.count - a.count || (a.host < b.host ? -1 : 1))
      .slice(0, maxHosts)
  }

  #switchTo(host: string): void {
    if (this.#count > 0) this.#counts.set(this.#host, (this.#counts.get(this.#host) ?? 0) + this.#count)
    this.#host = host
    this.#count = 0
  }
}

/** Matches and firings in steps of equal length, for a chart. Moments are Unix seconds. */
class Series {
  /** Seconds. */
  readonly step: number
  readonly from: number
  readonly #matches: number[]
  readonly #fires: number[]

  constructor(from: number, to: number) {
    this.from = from
    this.step = stepsSeconds.find(step => (to - from) / step <= maxPoints) ?? 86_400
    const points = Math.ceil((to - from) / this.step)
    this.#matches = new Array<number>(points).fill(0)
    this.#fires = new Array<number>(points).fill(0)
  }

  addMatches(second: number, count: number): void {
    this.#add(this.#matches, second, count)
  }

  addFires(second: number, count: number): void {
    this.#add(this.#fires, second, count)
  }

  points(): { at: number; matches: number; fires: number }[] {
    return this.#matches.map((matches, point) => ({
      at: this.from + point * this.step,
      matches,
      fires: this.#fires[point] ?? 0,
    }))
  }

  /** Adds to the point that contains the second, or to the nearest one. */
  #add(counts: number[], second: number, count: number): void {
    const point = Math.floor((second - this.from) / this.step)
    const nearest = Math.min(Math.max(point, 0), counts.length - 1)
    counts[nearest] = (counts[nearest] ?? 0) + count
  }
}
