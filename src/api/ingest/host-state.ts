import type { HostActivity, HostState } from '../../schema/ingest-health.ts'

const day = 86_400
/** A quiet host is gone after a week. */
const goneSeconds = 7 * day
/** Nothing is said about the rhythm of a host with fewer events. */
const minEvents = 5
/** A host is quiet when it is silent for so many times its usual silence. */
const factor = 2
/** Days from which the longest silence is left out: one failure does not change what is usual. */
const minDays = 3
/** Delays of less may be the network, a shipper that waits, or a clock that does not matter. */
const minClockDelay = 120
/** Time zones are at most so far apart. */
const maxClockDelay = 26 * 3_600
const minDelayMinutes = 5

/**
 * Seconds for which a host is usually silent at most; null while too little is known: it was seen for less than three times
 * `minSilence` (seconds).
 */
export function usualSilence(activity: HostActivity, minSilence: number): number | null {
  const { firstAt, lastAt, events, silences } = activity
  if (events < minEvents || lastAt - firstAt < 3 * minSilence) return null
  let longest = 0
  let second = 0
  for (const silence of silences) {
    if (silence > longest) [longest, second] = [silence, longest]
    else if (silence > second) second = silence
  }
  return silences.length >= minDays ? second : longest
}

/**
 * The state of a host. `since`: when the present run began, Unix seconds; the time before is nobody's silence. `trackedSince`: when
 * hosts began to be tracked at all. No host is quiet before `minSilence` seconds.
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
  if (now - activity.lastAt > goneSeconds && (usual === null || silent > factor * usual)) return 'gone'
  if (usual !== null && silent > Math.max(minSilence, factor * usual)) return 'quiet'
  return now - activity.firstAt < day && activity.firstAt - trackedSince > day ? 'new' : 'active'
}

/** Seconds by which the clock or the zone of a host is behind; null when it is not. */
export function clockDelay({ delay, delayMinutes }: HostActivity): number | null {
  if (delay === null || delayMinutes < minDelayMinutes) return null
  return delay >= minClockDelay && delay <= maxClockDelay ? delay : null
}
