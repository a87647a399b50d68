import { statfs } from 'node:fs/promises'
import { Repeater } from '../../../async/repeater.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { eventsTable } from '../../sql/tables.ts'
import { oldDaysTable } from './save-space.ts'

const read = internalRead('short', 60)
const pollMs = 10_000
/**
 * Bytes of the engine's memory required per row of the parts that it rewrites. It builds their index in
 * memory: 120 bytes a row (measured with 1.4 and 5 million rows), which may be a third of the memory.
 */
const memoryBytesPerRow = 360
/** Required free disk space as a multiple of the day's size: its parts are rewritten beside the old ones. */
export const neededSpaceFactor = 1.2

/**
 * Maximum rows of the two largest parts of a day together, for a rewrite with `memory` bytes. The engine
 * rewrites two parts at a time. Days with larger parts stay unchanged.
 */
export function maxRewrittenRows(memory: number): number {
  return Math.floor(memory / memoryBytesPerRow)
}

/** SQL of the rows that `maxRewrittenRows` limits, over the parts of a day in system.parts. */
export const rewrittenRows = 'arraySum(arraySlice(arrayReverseSort(groupArray(rows)), 1, 2))'

interface OldDaysOptions {
  client: SqlClient
  /** A folder on the disk of the tables. */
  folder: string
  /** Bytes that the engine may use. */
  memory: number
  log: (message: string) => void
}

/**
 * Rewrites the days that older versions stored, newest first and one at a time, so that they take as little
 * space as newer days (see save-space.ts). The engine rewrites them in the background, in its threads for
 * merges, which have the lowest priority, and resumes after a restart. New parts replace the old ones at
 * once, so reads and appends continue and a kill loses nothing.
 */
export class OldDays {
  readonly #options: OldDaysOptions
  readonly #runs = new Repeater(
    () => this.#startNextDay(),
    error => this.#options.log(`rewriting older days: ${thrownText(error)}`),
  )
  #left = 0
  /** The day whose rewrite this process has started and not yet found finished. */
  #day: string | undefined
  /** Why the engine has not been able to rewrite the day yet, at the last check; '' without a reason. */
  #failure: unknown = ''
  /** Whether the disk had too little space at the last check. */
  #isShortOfSpace = false

  constructor(options: OldDaysOptions) {
    this.#options = options
  }

  /** Number of days still to be rewritten, without days that are too large. */
  get left(): number {
    return this.#left
  }

  /** Checks at once, then regularly until no day is left. */
  start(): void {
    this.#runs.start(pollMs)
    void this.tick()
  }

  stop(): void {
    void this.#runs.close()
  }

  /** Starts the rewrite of the next day if the engine has finished the previous one. Never rejects. */
  tick(): Promise<void> {
    return this.#runs.run()
  }

  async #startNextDay(): Promise<void> {
    const { client, memory, log } = this.#options
    const [[running, failure] = []] = await client.select(
      "SELECT count(), max(latest_fail_reason) FROM system.mutations WHERE database = 'millrace' AND table = 'events' AND NOT is_done",
      read,
    )
    const isRunning = Number(running) > 0
    const days = await client.select(
      `SELECT day, any(bytes) FROM ${oldDaysTable}
       INNER JOIN (SELECT toUInt32(partition) AS day, sum(bytes_on_disk) AS bytes, ${rewrittenRows} AS together FROM system.parts
         WHERE active AND database = 'millrace' AND table = 'events' GROUP BY day) AS stored USING day
       WHERE together <= ${maxRewrittenRows(memory)} GROUP BY day HAVING max(begun) = 0 ORDER BY day DESC`,
      read,
    )
    this.#left = days.length + (isRunning ? 1 : 0)
    if (isRunning) {
      // The engine retries on its own.
      if (failure !== '' && failure !== this.#failure)
        log(`day ${this.#day ?? ''} is not rewritten yet: ${failure}`)
      this.#failure = failure
      return
    }
    if (this.#day !== undefined) log(`day ${this.#day} is rewritten`)
    this.#day = undefined
    const [[day, bytes] = []] = days
    if (day === undefined) this.stop()
    else if (!this.#runs.isClosed && (await this.#hasSpace(Number(bytes))))
      await this.#begin(String(day), Number(bytes))
  }

  async #begin(day: string, bytes: number): Promise<void> {
    const { client, log } = this.#options
    log(`rewriting day ${day}: ${Math.ceil(bytes / 1e6)} MB; ${this.#left - 1} older days are left`)
    // A first row's `ts` is its first occurrence: `began` is only read in rows of repeats.
    await client.command(
      `ALTER TABLE ${eventsTable} UPDATE began = toDateTime64(0, 6, 'UTC') IN PARTITION ${day} WHERE repeat = 0, REWRITE PARTS IN PARTITION ${day}`,
    )
    this.#day = day
    // From here on the engine does the work, even after a restart.
    await client.command(`INSERT INTO ${oldDaysTable} SETTINGS async_insert = 0 VALUES (${day}, 1)`)
  }

  /** Whether the disk has space to rewrite a day of this size. Logs the first time that it has not. */
  async #hasSpace(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#options.folder)
    const hasSpace = bavail * bsize > neededSpaceFactor * bytes
    if (!hasSpace && !this.#isShortOfSpace)
      this.#options.log(
        `older days are rewritten when ${Math.ceil((neededSpaceFactor * bytes) / 1e6)} MB are free`,
      )
    this.#isShortOfSpace = !hasSpace
    return hasSpace
  }
}
