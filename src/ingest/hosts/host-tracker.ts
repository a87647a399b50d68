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
/** If the delays of two minutes differ by less, the host's clock is wrong; otherwise it sends a backlog. */
const sameDelayMicros = 5_000_000
/** A full table is swept once per this many events of hosts that are not tracked. */
const sweepEvery = 10_000

/** Activity of one host. Times and durations in microseconds. */
interface Entry {
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
  /** The smallest delay of an event, from its time to its receipt, in the current minute. */
  minDelay: number
  /** `minDelay` of the previous minute. */
  delay: number
  /** Number of minutes in a row with about this delay; 0 before the first. */
  delayMinutes: number
  minuteEnd: number
}

/** Records when each host sent its last event, and its usual silences. Times are microseconds of receipt. */
export class HostTracker {
  readonly #hosts = new Map<string, Entry>()
  #current: Entry | undefined
  /** The text that found `#current`. The next event mostly has the same object, which compares fast. */
  #currentName = ''
  #misses = 0

  get size(): number {
    return this.#hosts.size
  }

  /** Counts an event with time `ts`, received at `receivedAt`. Called for every event, so it is cheap. */
  note(host: string, ts: number, receivedAt: number): void {
    let entry = this.#current
    if (entry === undefined || this.#currentName !== host) {
      entry = this.#hosts.get(host) ?? this.#add(host, receivedAt)
      if (entry === undefined) return
      this.#current = entry
      this.#currentName = host
    }
    entry.events++
    if (receivedAt >= entry.dayEnd) beginDay(entry, receivedAt)
    const gap = receivedAt - entry.from
    const newest = entry.silences.length - 1
    if (gap > (entry.silences[newest] ?? 0)) entry.silences[newest] = gap
    entry.last = receivedAt
    entry.from = receivedAt
    const delay = receivedAt - ts
    if (receivedAt >= entry.minuteEnd) beginMinute(entry, receivedAt, delay)
    else if (delay < entry.minDelay) entry.minDelay = delay
  }

  /**
   * Continues from an earlier run. The time in between is no silence. `now`: Unix microseconds. A host that
   * has sent events since then keeps their times, with the silences of both.
   */
  restore(hosts: readonly HostActivity[], now: number): void {
    for (const { host, firstAt, lastAt, events, silences, day } of hosts.slice(0, maxHosts)) {
      if (now - lastAt * 1e6 > maxSilenceMicros) continue
      const earlier = silences.map(seconds => seconds * 1e6)
      const entry = this.#hosts.get(host)
      if (entry !== undefined) {
        entry.first = Math.min(entry.first, firstAt * 1e6)
        entry.events += events
        entry.silences = [...earlier, ...entry.silences].slice(-maxDays)
        continue
      }
      this.#hosts.set(host, {
        ...blankEntry(host, lastAt * 1e6),
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
    return Array.from(this.#hosts.values(), entry => ({
      host: entry.host,
      firstAt: Math.floor(entry.first / 1e6),
      lastAt: Math.floor(entry.last / 1e6),
      events: entry.events,
      silences: entry.silences.map(micros => Math.ceil(micros / 1e6)),
      day: Math.floor(entry.dayEnd / dayMicros) - 1,
      delay: entry.delayMinutes === 0 ? null : Math.round(entry.delay / 1e6),
      delayMinutes: entry.delayMinutes,
    }))
  }

  #add(host: string, receivedAt: number): Entry | undefined {
    if (this.#hosts.size >= maxHosts) {
      if (this.#misses++ % sweepEvery === 0) this.#dropSilent(receivedAt, hourMicros, minEvents)
      if (this.#hosts.size >= maxHosts) return undefined
    }
    // A rule may have cut the host from a message.
    const ownHost = ownText(host)
    const entry = blankEntry(ownHost, receivedAt)
    this.#hosts.set(ownHost, entry)
    return entry
  }

  /** Removes hosts that are silent for longer than `silence` and have sent fewer than `events` events. */
  #dropSilent(now: number, silence: number, events: number): void {
    for (const [host, entry] of this.#hosts) {
      if (now - entry.last <= silence || entry.events >= events) continue
      this.#hosts.delete(host)
      if (this.#current === entry) this.#current = undefined
    }
  }
}

function blankEntry(host: string, at: number): Entry {
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

function beginDay(entry: Entry, at: number): void {
  entry.dayEnd = (Math.floor(at / dayMicros) + 1) * dayMicros
  entry.silences.push(0)
  if (entry.silences.length > maxDays) entry.silences.shift()
}

function beginMinute(entry: Entry, at: number, delay: number): void {
  if (entry.minuteEnd > 0) {
    const isSame = entry.delayMinutes > 0 && Math.abs(entry.minDelay - entry.delay) < sameDelayMicros
    entry.delayMinutes = isSame ? entry.delayMinutes + 1 : 1
    entry.delay = entry.minDelay
  }
  entry.minDelay = delay
  entry.minuteEnd = at + minuteMicros
}
