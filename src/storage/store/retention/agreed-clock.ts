import { thrownText } from '../../../schema/thrown-text.ts'
import { type Clocks, ClockWatch } from '../../../telemetry/clock-watch.ts'
import { formatSkew } from '../../../telemetry/format-skew.ts'
import type { DropKind, SharedDrops } from './shared-drops.ts'

const hourMs = 3_600_000
/** Clocks that differ by more do not agree: the age of a day is not certain then. */
const maxSkewMs = 600_000
/** By how much an announcement may be younger than required. */
const toleranceMs = 60_000

interface AgreedClockOptions {
  clocks: Clocks
  /** Absent: this process uses the store alone, and its clock decides. */
  shared?: SharedDrops | undefined
  log: (message: string) => void
}

/**
 * The clock that decides which days are old. With other nodes the clock of this machine and the clock of the
 * database must agree, and the earlier one counts.
 */
export class AgreedClock {
  readonly #options: AgreedClockOptions
  readonly #watch: ClockWatch
  /** Why the clocks did not agree at the last check, without the difference; '' if they agreed. */
  #lastCause = ''

  constructor(options: AgreedClockOptions) {
    this.#options = options
    this.#watch = new ClockWatch(options.clocks)
  }

  /** As ClockWatch.check; `wall` is undefined while the clocks do not agree. Never rejects. */
  async check(): Promise<{ wall: number | undefined; jumpedMs: number }> {
    const { wall, jumpedMs } = this.#watch.check()
    return { wall: await this.#agreed(wall), jumpedMs }
  }

  /** The time by which to show due days, Unix milliseconds: the earlier clock. Never rejects. */
  async now(): Promise<number> {
    const wall = this.#options.clocks.wall()
    const shared = await this.#options.shared?.now().catch(() => wall)
    return Math.min(wall, shared ?? wall)
  }

  /** Announces days to all nodes. */
  async announce(kind: DropKind, days: readonly string[]): Promise<void> {
    await this.#options.shared?.announce(kind, days)
  }

  /**
   * Whether a day may be dropped now: the clocks agree, and the day was announced to all nodes about
   * `minAgeMs` ago or earlier. Always true if this process uses the store alone.
   */
  async mayDrop(kind: DropKind, day: string, minAgeMs = hourMs): Promise<boolean> {
    const { shared, clocks } = this.#options
    if (shared === undefined) return true
    if ((await this.#agreed(clocks.wall())) === undefined) return false
    const at = await shared.announcedAt(kind, day)
    return at !== undefined && (await shared.now()) - at >= minAgeMs - toleranceMs
  }

  /** The earlier clock; undefined while the clocks do not agree. Logs each change, with the reason. */
  async #agreed(wall: number): Promise<number | undefined> {
    const { shared } = this.#options
    if (shared === undefined) return wall
    let reason = ''
    let now: number | undefined
    try {
      const other = await shared.now()
      const skewMs = wall - other
      if (Math.abs(skewMs) <= maxSkewMs) now = Math.min(wall, other)
      else reason = `this machine's clock differs from the database's by ${formatSkew(skewMs)}`
    } catch (error) {
      reason = `the database does not say what time it is: ${thrownText(error)}`
    }
    // Without the difference (`by 12 min`), which changes a little each time.
    const cause = reason.replace(/ by .*/, '')
    if (cause !== this.#lastCause) {
      const agreement = 'the clocks agree again: days may be dropped in an hour'
      this.#options.log(reason === '' ? agreement : `${reason}: no days are dropped`)
    }
    this.#lastCause = cause
    return now
  }
}
