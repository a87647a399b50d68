import type { HostActivity } from '../../schema/intake/ingest-health.ts'
import { ownText } from '../../schema/text/own-text.ts'

/** Maximum hosts; further ones are not tracked. */
const maxHosts = 10_000
/** Maximum days, of the days with events, for which the longest silence is kept. */
const maxDays = 14
/** A host that is silent for longer than this is removed. */
const maxSilenceMicros = 30 * 86_400_000_000
/** When the table is full, hosts with fewer events that are silent for an hour are removed. */
const minEvents = 5
const hourMicros = 3_600_000_000
const dayMicros = 86_400_000_000
const minuteMicros = 60_000_000
/** If the delays of two minutes differ by less, the host's clock is wrong; if by more, it sends a backlog. */
const sameDelayMicros = 5_000_000
/** A full table is swept once per this many events of hosts that are not tracked. */
const sweepEvery = 10_000

/** Activity of one host. Times and durations in microseconds. */
interface TrackedHost {
  host: string
  first: number
  last: number
  /** Start of the current silence: the last event, or the start of this process. */
  from: number
  events: number
  /** The longest silence of each day with events, oldest day first. */
  silences: number[]
  /** End of the day of the newest silence. */
  dayEnd: number
  /** Smallest delay of events in this minute, from their time to the receipt. Negative: a clock ahead. */
  minDelay: number
  /** `minDelay` of the previous minute. */
  delay: number
  /** Number of minutes in a row with about this delay; 0 before the first. */
  delayMinutes: number
  /** End of the current minute, which began with an event; 0 before the first event of this process. */
  minuteEnd: number
}

/**
 * Records when each host sent its last event, and its usual silences (the times between two events), so that
 * a host that is silent for unusually long is noticed. Times are microseconds of receipt.
 */
export class HostTracker {
  readonly #hosts = new Map<string, TrackedHost>()
  #current: TrackedHost | undefined
  /** The text that found `#current`. The next event mostly has the same object, which compares fast. */
  #currentName = ''
  /** Events of hosts that had no room in the table. */
  #misses = 0

  get size(): number {
    return this.#hosts.size
  }

  /** Records an event with time `ts`, received at `receivedAt`. Called for every event, so it is cheap. */
  note(host: string, ts: number, receivedAt: number): void {
    let tracked = this.#current
    if (tracked === undefined || this.#currentName !== host) {
      tracked = this.#hosts.get(host) ?? this.#add(host, receivedAt)
      if (tracked === undefined) return
      this.#current = tracked
      this.#currentName = host
    }
    tracked.events++
    if (receivedAt >= tracked.dayEnd) beginDay(tracked, receivedAt)
    const gap = receivedAt - tracked.from
    const newest = tracked.silences.length - 1
    if (gap > (tracked.silences[newest] ?? 0)) tracked.silences[newest] = gap
    tracked.last = receivedAt
    tracked.from = receivedAt
    const delay = receivedAt - ts
    if (receivedAt >= tracked.minuteEnd) beginMinute(tracked, receivedAt, delay)
    else if (delay < tracked.minDelay) tracked.minDelay = delay
  }

  /**
   * Continues from an earlier run. The time in between is no silence. `now`: Unix microseconds. A host that
   * has already sent events to this process keeps their times, and gets the silences of the earlier run too.
   */
  restore(hosts: readonly HostActivity[], now: number): void {
    for (const { host, firstAt, lastAt, events, silences, day } of hosts.slice(0, maxHosts)) {
      if (now - lastAt * 1e6 > maxSilenceMicros) continue
      const earlier = silences.map(seconds => seconds * 1e6)
      const tracked = this.#hosts.get(host)
      if (tracked !== undefined) {
        tracked.first = Math.min(tracked.first, firstAt * 1e6)
        tracked.events += events
        tracked.silences = [...earlier, ...tracked.silences].slice(-maxDays)
        continue
      }
      this.#hosts.set(host, {
        ...trackedHost(host, lastAt * 1e6),
        first: firstAt * 1e6,
        from: now,
        events,
        silences: earlier,
        dayEnd: (day + 1) * dayMicros,
      })
    }
  }

  /** Lists the tracked hosts, after removing silent ones. `now`: Unix microseconds. */
  list(now: number): HostActivity[] {
    this.#dropSilent(now, maxSilenceMicros, Number.POSITIVE_INFINITY)
    return Array.from(this.#hosts.values(), tracked => ({
      host: tracked.host,
      firstAt: Math.floor(tracked.first / 1e6),
      lastAt: Math.floor(tracked.last / 1e6),
      events: tracked.events,
      silences: tracked.silences.map(micros => Math.ceil(micros / 1e6)),
      day: Math.floor(tracked.dayEnd / dayMicros) - 1,
      delay: tracked.delayMinutes === 0 ? null : Math.round(tracked.delay / 1e6),
      delayMinutes: tracked.delayMinutes,
    }))
  }

  #add(host: string, receivedAt: number): TrackedHost | undefined {
    if (this.#hosts.size >= maxHosts) {
      if (this.#misses++ % sweepEvery === 0) this.#dropSilent(receivedAt, hourMicros, minEvents)
      if (this.#hosts.size >= maxHosts) return undefined
    }
    // A rule may have cut the host from a message.
    const ownHost = ownText(host)
    const tracked = trackedHost(ownHost, receivedAt)
    this.#hosts.set(ownHost, tracked)
    return tracked
  }

  /** Removes hosts that are silent for longer than `silenceMicros` and sent fewer than `events` events. */
  #dropSilent(now: number, silenceMicros: number, events: number): void {
    for (const [host, tracked] of this.#hosts) {
      if (now - tracked.last <= silenceMicros || tracked.events >= events) continue
      this.#hosts.delete(host)
      if (this.#current === tracked) this.#current = undefined
    }
  }
}

function trackedHost(host: string, at: number): TrackedHost {
  return {
    host,
    first: at,
    last: at,
    from: at,
    events: 0,
    silences: [0],
    dayEnd: (Math.floor(at / dayMicros) + 1) * dayMicros,
    minDelay: 0,
    delay: 0,
    delayMinutes: 0,
    minuteEnd: 0,
  }
}

function beginDay(tracked: TrackedHost, at: number): void {
  tracked.dayEnd = (Math.floor(at / dayMicros) + 1) * dayMicros
  tracked.silences.push(0)
  if (tracked.silences.length > maxDays) tracked.silences.shift()
}

function beginMinute(tracked: TrackedHost, at: number, delay: number): void {
  if (tracked.minuteEnd > 0) {
    const isSame = tracked.delayMinutes > 0 && Math.abs(tracked.minDelay - tracked.delay) < sameDelayMicros
    tracked.delayMinutes = isSame ? tracked.delayMinutes + 1 : 1
    tracked.delay = tracked.minDelay
  }
  tracked.minDelay = delay
  tracked.minuteEnd = at + minuteMicros
}
