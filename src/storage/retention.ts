import { type Clocks, ClockWatch } from '../telemetry/clock-watch.ts'
import { internalRead } from './internal-read.ts'
import type { SqlClient } from './sql-client.ts'
import { type DailyTable, partitionRows, startOfDay } from './tables/partitions.ts'
import { daySeconds } from './time-span.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/** Of one table. A clock that stays wrong costs little before somebody reads the log. */
const maxDaysPerRun = 2
const read = internalRead('short', 60)

/** A table of the database millrace, partitioned by day, whose old days are dropped. */
export interface ExpiringTable {
  name: 'events' | 'figures'
  table: DailyTable
  /** How many days are kept. */
  days: number
  /** Drops a partition, YYYYMMDD, which begins at `start` (Unix seconds). */
  drop: (partition: string, start: number) => Promise<void>
}

interface RetentionOptions {
  client: SqlClient
  tables: readonly ExpiringTable[]
  clocks: Clocks
  log: (message: string) => void
}

/**
 * Drops days older than the retention. Since the wall clock may be wrong, each day is announced in the log an hour before, a run drops at
 * most two days of a table, and there is at most one run an hour, none within an hour after the start or after the wall clock was set by
 * more than an hour.
 */
export class Retention {
  readonly #options: RetentionOptions
  readonly #watch: ClockWatch
  /** Partitions announced, by table. */
  readonly #announced = new Map<ExpiringTable, readonly string[]>()
  /** Of the monotonic clock; a run comes an hour later. */
  #quietSince: number
  #busy: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: RetentionOptions) {
    this.#options = options
    this.#watch = new ClockWatch(options.clocks)
    this.#quietSince = options.clocks.monotonic()
  }

  /** Days that the next run drops. */
  get pending(): number {
    return [...this.#announced.values()].flat().length
  }

  /** Announces what the first run will drop, and looks at the clocks each minute from now on. */
  start(): void {
    this.#once(() => this.#announce(this.#watch.check().wall))
    this.#timer = setInterval(() => void this.tick(), minuteMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Looks at the clocks and runs if it is time for it. Never rejects. */
  tick(): Promise<void> {
    return this.#once(() => this.#look())
  }

  #once(work: () => Promise<void>): Promise<void> {
    this.#busy ??= work().finally(() => {
      this.#busy = undefined
    })
    return this.#busy
  }

  async #look(): Promise<void> {
    const { clocks, log } = this.#options
    const { wall, jumpedMs } = this.#watch.check()
    if (jumpedMs !== 0) {
      const hours = Math.round(Math.abs(jumpedMs) / hourMs)
      const direction = jumpedMs > 0 ? 'ahead' : 'back'
      log(
        `the clock was set ${direction} by ${hours} h (or the machine slept): no days are dropped for an hour`,
      )
      await this.#announce(wall)
    } else if (clocks.monotonic() - this.#quietSince >= hourMs) {
      await this.#drop(wall)
      await this.#announce(wall)
    }
  }

  /** Drops what was announced and is still expired. */
  async #drop(wall: number): Promise<void> {
    for (const table of this.#options.tables) {
      const announced = this.#announced.get(table) ?? []
      if (announced.length === 0) continue
      await this.#logFailure(table, async () => {
        const expired = await this.#expired(table, wall)
        const due = announced.filter(partition => expired.includes(partition))
        for (const partition of due) await table.drop(partition, startOfDay(partition))
        if (due.length > 0) this.#options.log(`dropped ${daysOf(due)} of ${table.name}`)
      })
    }
  }

  /** Logs which days the next run drops, and begins the hour before it. */
  async #announce(wall: number): Promise<void> {
    const { tables, clocks, log } = this.#options
    for (const table of tables) {
      const before = this.#announced.get(table) ?? []
      this.#announced.delete(table)
      await this.#logFailure(table, async () => {
        const expired = await this.#expired(table, wall)
        const next = expired.slice(0, maxDaysPerRun)
        const more = expired.length - next.length
        this.#announced.set(table, next)
        if (next.length > 0) {
          const others = more > 0 ? `, ${more} more in the hours after` : ''
          log(
            `${daysOf(next)} of ${table.name} ended more than ${table.days} days ago and will be dropped in an hour${others}`,
          )
        } else if (before.length > 0 && (await this.#present(table)).some(name => before.includes(name)))
          log(
            `${daysOf(before)} of ${table.name} will not be dropped: by the clock as it is now, it is not time yet`,
          )
      })
    }
    this.#quietSince = clocks.monotonic()
  }

  /** Partitions of days that ended longer ago than they are kept, oldest first. */
  async #expired(table: ExpiringTable, wall: number): Promise<string[]> {
    const oldest = wall / 1000 - table.days * daySeconds
    return (await this.#present(table)).filter(name => startOfDay(name) + daySeconds < oldest)
  }

  async #present({ table }: ExpiringTable): Promise<string[]> {
    const partitions = await partitionRows(this.#options.client, table, read)
    return [...partitions.keys()].filter(partition => /^\d{8}$/.test(partition))
  }

  async #logFailure({ name }: ExpiringTable, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.log(
        `expired days of ${name} could not be dropped: ${error instanceof Error ? error.message : error}`,
      )
    }
  }
}

/** "day 2026-01-02", or "days …, …". */
function daysOf(partitions: readonly string[]): string {
  const days = partitions.map(name => `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6)}`)
  return `${days.length === 1 ? 'day' : 'days'} ${days.join(', ')}`
}
