import { setImmediate } from 'node:timers/promises'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import type { StoredEvent } from '../../schema/event.ts'
import type { TriggerContent } from '../../schema/trigger.ts'
import type { TriggerDryRun } from '../../schema/trigger-dry-run.ts'
import type { WindowFire } from '../windows/window.ts'
import { ActionCounter } from './action-counter.ts'
import { activeSpans } from './active-spans.ts'
import { countsOf } from './counts-of.ts'
import { fireWindows } from './fire-windows.ts'
import { Series } from './series.ts'

const maxFirings = 100
const maxSamples = 10
const maxHosts = 10
/** Entries that are followed before others have their turn. */
const entriesPerTurn = 20_000

/** What a trigger would have done: the result without the times and records of the interface. */
export type DryRunResult = Omit<TriggerDryRun, 'samples' | 'notes' | 'took_ms'> & { samples: StoredEvent[] }

/** Goes through what a trigger would have matched in a range: it counts in the store, and follows conditions and periods by second. */
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
  let matches = 0
  let fires = 0
  const firings: WindowFire[] = []
  let isComplete = true

  if (condition === null) {
    const query = { by: actions.needsKeys ? content.group_by : null, value: null, occurrences }
    const step = actions.needsKeys ? 1 : series.step
    for await (const [counts = []] of countsOf(history, [predicate], spans, { ...query, step })) {
      for (let from = 0; from < counts.length; from += entriesPerTurn) {
        for (const entry of counts.slice(from, from + entriesPerTurn)) {
          const second = entry[2]
          const count = entry[3]
          matches += count
          series.addMatches(second, count)
          series.addFires(second, count)
          actions.add(second, entry[0], count)
        }
        await setImmediate()
      }
    }
    fires = matches
  } else {
    isComplete = await fireWindows(
      history,
      condition,
      compiled,
      { from, to, spans, occurrences },
      {
        onMatches(second, count) {
          matches += count
          series.addMatches(second, count)
        },
        onFire(fire) {
          fires++
          series.addFires(fire.at, 1)
          actions.add(fire.at, fire.key, 1)
          keepNewest(firings, fire)
        },
      },
    )
  }
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
    top_hosts: await topHosts(history, compiled, spans, occurrences),
    complete: isComplete && actions.isComplete,
  }
}

function keepNewest(firings: WindowFire[], fire: WindowFire): void {
  firings.push(fire)
  if (firings.length < 10 * maxFirings) return
  firings.sort((a, b) => b.at - a.at)
  firings.length = maxFirings
}

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

async function topHosts(
  history: MatchHistory,
  { predicate }: TriggerInForce,
  spans: readonly TimeSpan[],
  occurrences: boolean,
): Promise<{ host: string; count: number }[]> {
  const byHost = new Map<string, number>()
  for (const span of spans) {
    const query = { by: 'host', value: null, step: 0, occurrences }
    for (const [host, , , count] of await history.counts(predicate, span, query))
      byHost.set(host, (byHost.get(host) ?? 0) + count)
  }
  return Array.from(byHost, ([host, count]) => ({ host, count }))
    .sort((a, b) => b.count - a.count || (a.host < b.host ? -1 : 1))
    .slice(0, maxHosts)
}
