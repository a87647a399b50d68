import { seesAll } from '../../query/host-visibility.ts'
import type { IngestHealth, SourceHost } from '../../schema/intake/ingest-health.ts'
import { checksOf, lossesOf, openCheck, quietCheck, worstLevel } from './health-checks.ts'
import { clockDelay, hostState, usualSilence } from './host-state.ts'
import type { IngestMonitor, IngestSample } from './ingest-monitor.ts'

/** Maximum quiet hosts that are named. */
const maxNamed = 20

/** The hosts of a sample that these patterns allow, in the form of the interface. */
export function presentHosts(
  { hosts, at }: IngestSample,
  patterns: readonly string[],
  monitor: IngestMonitor,
): SourceHost[] {
  const { since, trackedSince, minSilence } = monitor
  const isVisible = monitor.visibility.testOf(patterns)
  const visible = hosts.filter(({ host }) => isVisible(host))
  return visible.map(activity => {
    const mark = monitor.markOf(activity)
    return {
      host: activity.host,
      state: hostState(activity, { now: at, since, trackedSince, minSilence }),
      first_at: activity.firstAt,
      last_at: activity.lastAt,
      silent_seconds: Math.max(0, at - activity.lastAt),
      usual_silence: usualSilence(activity, minSilence),
      events: activity.events,
      clock_delay: clockDelay(activity),
      mark: mark?.mark ?? null,
      marked_by: mark?.by ?? null,
    }
  })
}

/**
 * The health of ingest for a reader with these hosts. Does not depend on other hosts, unless the reader may
 * see all.
 */
export function presentHealth(
  sample: IngestSample,
  patterns: readonly string[],
  monitor: IngestMonitor,
): IngestHealth {
  const hosts = presentHosts(sample, patterns, monitor)
  const quiet = hosts
    .filter(({ state, mark }) => state === 'quiet' && mark === null)
    .sort((a, b) => b.silent_seconds - a.silent_seconds)
  const wrongClocks = hosts.filter(
    ({ clock_delay: delay, mark }) => delay !== null && mark !== 'ignored',
  ).length
  const checks = seesAll(patterns)
    ? checksOf(sample.counters, sample.recent, { quiet: quiet.length, wrongClocks })
    : [openCheck(sample.counters.state.isOpen), quietCheck(quiet.length)]
  const count = (state: string) => hosts.filter(one => one.state === state).length
  return {
    level: worstLevel(checks),
    at: sample.at,
    checks,
    hosts: { active: count('active'), quiet: quiet.length, gone: count('gone'), new: count('new') },
    quiet: quiet.slice(0, maxNamed),
    losses: seesAll(patterns) ? lossesOf(sample.counters, monitor.trackedSince) : null,
    has_events: seesAll(patterns) ? sample.counters.received > 0 : hosts.length > 0,
  }
}
