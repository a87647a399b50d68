import { setImmediate } from 'node:timers/promises'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import type { MatchHistory } from '../../query/history/match-history.ts'
import type { TimeSpan } from '../../query/time-span.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { TriggerDryRun } from '../../schema/triggers/trigger-dry-run.ts'
import { byOf } from '../windows/evaluators.ts'
import type { WindowFire } from '../windows/window.ts'
import { ActionCounter } from './action-counter.ts'
import { activeSpans } from './active-spans.ts'
import { countsOf } from './counts-of.ts'
import { fireWindows } from './fire-windows.ts'
import { HostCounts } from './host-counts.ts'
import { Series } from './series.ts'

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
  // The counts are grouped by this field anyway. A second read for the hosts would take as long again if the
  // filter is expensive.
  const countedBy = condition !== null ? byOf(condition) : actions.needsKeys ? content.group_by : 'host'
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
    for await (const [counts] of countsOf(history, [predicate], spans, query)) {
      for (const { by: key, from, to } of counts?.groups ?? []) {
        for (let at = from; at < to; at++) {
          const second = counts?.seconds[at] ?? 0
          const count = counts?.counts[at] ?? 0
          onMatches(second, count, key)
          series.addFires(second, count)
          actions.add(second, key, count)
          if (++entries % entriesPerTurn === 0) await setImmediate()
        }
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
    for (const { by, from } of groups) hosts.add(by, counts[from] ?? 0)
  }
}
