import { seesAll } from '../../query/host-visibility.ts'
import type { HostActivity, HostState, IngestHealth, SourceHost } from '../../schema/intake/ingest-health.ts'
import { daySeconds } from '../../time/calendar-units.ts'
import { checksOf, lossesOf, openCheck, quietCheck, worstLevel } from './health-checks.ts'
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
  // The mark `acknowledged` is about a silence, not about the clock.
  const wrongClocks = hosts.filter(
    ({ clock_delay: delay, mark }) => delay !== null && mark !== 'ignored',
  ).length
  const checks = seesAll(patterns)
    ? checksOf(sample.counters, sample.recent, { quiet: quiet.length, wrongClocks })
    : [openCheck(sample.counters.state.isOpen), quietCheck(quiet.length)]
  const count = (state: HostState) => hosts.filter(one => one.state === state).length
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

/** Time after which a quiet host counts as gone: a week. */
const goneSeconds = 7 * daySeconds
/** Minimum events of a host before its usual silence is computed. */
const minEvents = 5
/** A host is quiet if it is silent for this multiple of its usual silence. */
const quietFactor = 2
/**
 * From this number of days on the longest silence is ignored, so that one failure does not change the usual
 * silence.
 */
const minDays = 3
/** Smaller delays may come from the network, a buffering shipper, or a harmless clock error. */
const minClockDelaySeconds = 120
/** Maximum difference between time zones. */
const maxClockDelaySeconds = 26 * 3_600
/** Minutes in a row for which a delay must last. */
const minDelayMinutes = 5

/**
 * The longest usual silence of a host, seconds. null while too little is known: the host sent few events, or
 * was seen for less than three times `minSilence` (seconds).
 */
export function usualSilence(activity: HostActivity, minSilence: number): number | null {
  const { firstAt, lastAt, events, silences } = activity
  if (events < minEvents || lastAt - firstAt < 3 * minSilence) return null
  // `silences` has one entry per day: its longest silence.
  let longest = 0
  let second = 0
  for (const silence of silences) {
    if (silence > longest) [longest, second] = [silence, longest]
    else if (silence > second) second = silence
  }
  return silences.length >= minDays ? second : longest
}

/**
 * The state of a host. `since`: start of the present run, Unix seconds; silence before it does not count.
 * `trackedSince`: when tracking of hosts began. No host is quiet before `minSilence` seconds.
 */
export function hostState(
  activity: HostActivity,
  {
    now,
    since,
    trackedSince,
    minSilence,
  }: { now: number; since: number; trackedSince: number; minSilence: number },
): HostState {
  const usual = usualSilence(activity, minSilence)
  const silent = now - Math.max(activity.lastAt, since)
  if (now - activity.lastAt > goneSeconds && (usual === null || silent > quietFactor * usual)) return 'gone'
  if (usual !== null && silent > Math.max(minSilence, quietFactor * usual)) return 'quiet'
  // On the first day of tracking, every host is seen for the first time.
  const isFirstDay = activity.firstAt - trackedSince <= daySeconds
  return now - activity.firstAt < daySeconds && !isFirstDay ? 'new' : 'active'
}

/** Seconds by which a host's clock or zone is behind; null if it is not. */
export function clockDelay({ delay, delayMinutes }: HostActivity): number | null {
  if (delay === null || delayMinutes < minDelayMinutes) return null
  return delay >= minClockDelaySeconds && delay <= maxClockDelaySeconds ? delay : null
}
