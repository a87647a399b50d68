import { sql } from 'kysely'
import { type Clocks, systemClocks } from '../../telemetry/clock-watch.ts'
import { type Clock, risingClock } from './clock.ts'
import { databaseNow } from './sql-forms.ts'
import type { Database } from './tables.ts'

/** If a measurement sets the clock back by less than this, moments keep rising instead. */
const maxStepBackMicros = 1_000_000

/**
 * The clock of a database that several processes share. All moments in it are by this clock, so a machine
 * with a wrong clock neither claims, ends nor deletes anything too early. Between two measurements it
 * advances with the monotonic clock, which cannot be set. A monotonic clock stands still while a machine
 * sleeps: until the next measurement, things are due later but never too early.
 */
export class DatabaseClock {
  readonly #read: () => Promise<number>
  readonly #clocks: Clocks
  /** Milliseconds from the monotonic clock to the clock of the database; undefined: not measured yet. */
  #offsetMs: number | undefined
  /** The current time of the database, as last measured. */
  readonly now: Clock = risingClock(() => Math.round(this.#nowMs() * 1_000), maxStepBackMicros)

  private constructor(read: () => Promise<number>, clocks: Clocks) {
    this.#read = read
    this.#clocks = clocks
  }

  /** `read` asks the database for its time, in microseconds. */
  static async open(read: () => Promise<number>, clocks: Clocks = systemClocks): Promise<DatabaseClock> {
    const clock = new DatabaseClock(read, clocks)
    await clock.measure()
    return clock
  }

  /** Asks the database for its time. Call it every few seconds: another server may have taken over. */
  async measure(): Promise<void> {
    const startedAt = this.#clocks.monotonic()
    const databaseMs = (await this.#read()) / 1_000
    const endedAt = this.#clocks.monotonic()
    const offsetMs = databaseMs - (startedAt + endedAt) / 2
    // The database read its clock at an unknown moment of the call.
    const uncertainMs = (endedAt - startedAt) / 2
    if (this.#offsetMs === undefined || Math.abs(offsetMs - this.#offsetMs) > uncertainMs)
      this.#offsetMs = offsetMs
  }

  /** Milliseconds by which the wall clock of this machine is ahead of the database; negative: behind. */
  get skewMs(): number {
    return Math.round(this.#clocks.wall() - this.#nowMs())
  }

  #nowMs(): number {
    return this.#clocks.monotonic() + (this.#offsetMs ?? 0)
  }
}

/** The current time of the database, microseconds. */
export async function readDatabaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not say what time it is')
  return row.now
}
