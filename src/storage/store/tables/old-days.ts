import { Repeater } from '../../../async/repeater.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { ofTable } from '../../reads/partitions.ts'
import { number } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'

const read = internalRead('short', 60)
const pollMs = 10_000
/**
 * Bytes of the engine's memory required per row of the parts that it rewrites. Their index, which it builds
 * in memory with 120 bytes a row (measured with 1.4 and 5 million rows), may take a third of the memory.
 */
const memoryBytesPerRow = 360
/** Required free disk space as a multiple of the day's size: its parts are rewritten beside the old ones. */
export const neededSpaceFactor = 1.2

/**
 * Maximum rows of the two largest parts of a day together, for a rewrite with this memory. The engine
 * rewrites two parts at a time. Days with larger parts stay unchanged.
 */
export function maxRewrittenRows(memoryBytes: number): number {
  return Math.floor(memoryBytes / memoryBytesPerRow)
}

/** SQL of the rows that `maxRewrittenRows` limits, over the parts of a day in system.parts. */
export const rewrittenRows = 'arraySum(arraySlice(arrayReverseSort(groupArray(rows)), 1, 2))'

/** A day of a shard, stored by an older version of the tables. */
export interface OldDay {
  /** The partition, YYYYMMDD. */
  day: number
  bytes: number
  /** Number of the shard's days that are left after this one. */
  daysLeft: number
}

/** How the days of an older version are brought up to date: `lessSpace`, `currentWords`. */
export interface DayUpdate {
  /** The table of these days. A day gets a second row, with `begun` 1, once the engine does the rest. */
  table: string
  /** The update, in lines of the log about its failures. */
  title: string
  /**
   * Starts the update of a day, without waiting for its end. Safe to repeat. Resolves with whether the engine
   * rewrites the day; if it only changes an index, the next day may begin at once.
   */
  start(shard: ShardClient, day: OldDay, log: (message: string) => void): Promise<boolean>
}

interface OldDaysOptions {
  client: Pick<SqlClient, 'shards'>
  /** Memory of the engine: days with larger parts keep the older form. */
  memoryBytes: number
  log: (message: string) => void
}

/** What is known of a shard since the last check. */
interface ShardState {
  /** The day whose rewrite this process has started and not yet found finished. */
  day: number | undefined
  /** Why the engine has not been able to rewrite a day yet; '' without a reason. */
  failure: string
  /** Whether the disk has too little space for the next day. */
  isShortOfSpace: boolean
}

/**
 * Rewrites the days that older versions stored, newest first, one per shard at a time. The engine rewrites
 * them in the background, in its threads for merges, which have the lowest priority, and resumes after a
 * restart. New parts replace the old ones at once, so reads and appends continue and a kill loses nothing.
 */
export class OldDays {
  readonly #update: DayUpdate
  readonly #options: OldDaysOptions
  /** `#checkShards` never rejects. */
  readonly #runs = new Repeater(
    () => this.#checkShards(),
    () => {},
  )
  readonly #states = new Map<ShardClient, ShardState>()
  #left = 0

  constructor(update: DayUpdate, options: OldDaysOptions) {
    this.#update = update
    this.#options = options
  }

  /**
   * Number of days that may still have to be rewritten, in the shard that has the most. Without days that are
   * too large.
   */
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

  /** Starts the next day of each shard that is not rewriting one. Never rejects. */
  tick(): Promise<void> {
    return this.#runs.run()
  }

  async #checkShards(): Promise<void> {
    const { client, log } = this.#options
    let left = 0
    let hasAllAnswers = true
    for (const shard of client.shards) {
      try {
        left = Math.max(left, await this.#startNextDay(shard))
      } catch (error) {
        hasAllAnswers = false
        log(`${this.#update.title}: ${thrownText(error)}`)
      }
    }
    if (!hasAllAnswers) return
    this.#left = left
    if (left === 0) this.stop()
  }

  /** Starts the next day that must be rewritten, unless one is being rewritten. Returns the days left. */
  async #startNextDay(shard: ShardClient): Promise<number> {
    const { memoryBytes, log } = this.#options
    const own = ofTable(shard, eventsTable)
    const [[running, failure = ''] = []] = await shard.select(
      `SELECT count(), max(latest_fail_reason) FROM system.mutations WHERE ${own} AND NOT is_done`,
      read,
    )
    const days = await shard.select(
      `SELECT day, any(bytes), any(bytes) * ${number(neededSpaceFactor)} < (SELECT min(free_space) FROM system.disks)
       FROM ${shard.own(this.#update.table)}
       INNER JOIN (SELECT toUInt32(partition) AS day, sum(bytes_on_disk) AS bytes, ${rewrittenRows} AS largest
         FROM system.parts WHERE active AND ${own} GROUP BY day) AS stored USING day
       WHERE largest <= ${number(maxRewrittenRows(memoryBytes))}
       GROUP BY day HAVING max(begun) = 0 ORDER BY day DESC`,
      read,
    )
    const state = this.#stateOf(shard)
    if (Number(running) > 0) {
      this.#logFailure(state, String(failure))
      return days.length + 1
    }
    if (state.day !== undefined) log(`day ${state.day} is rewritten`)
    state.day = undefined
    let left = days.length
    for (const [day, bytes, hasSpace] of days) {
      if (this.#runs.isClosed) break
      if (hasSpace !== 1) {
        this.#logShortOfSpace(state, Number(day), Number(bytes))
        break
      }
      state.isShortOfSpace = false
      const oldDay = { day: Number(day), bytes: Number(bytes), daysLeft: left - 1 }
      if (await this.#startDay(shard, oldDay)) {
        state.day = oldDay.day
        break
      }
      left--
    }
    return left
  }

  /** Returns whether the engine rewrites the day. */
  async #startDay(shard: ShardClient, oldDay: OldDay): Promise<boolean> {
    const isRewritten = await this.#update.start(shard, oldDay, this.#options.log)
    // From here on the engine does the work, even after a restart.
    await shard.command(
      `INSERT INTO ${shard.own(this.#update.table)} SETTINGS async_insert = 0 VALUES (${number(oldDay.day)}, 1)`,
    )
    return isRewritten
  }

  #stateOf(shard: ShardClient): ShardState {
    const state = this.#states.get(shard) ?? { day: undefined, failure: '', isShortOfSpace: false }
    this.#states.set(shard, state)
    return state
  }

  /** Logs each new reason why the engine cannot rewrite a day, which it tries again on its own. */
  #logFailure(state: ShardState, failure: string): void {
    const { day, failure: before } = state
    if (failure !== '' && failure !== before)
      this.#options.log(`${day === undefined ? 'a day' : `day ${day}`} is not rewritten yet: ${failure}`)
    state.failure = failure
  }

  /** Logs once that the next day waits for space on the disk. */
  #logShortOfSpace(state: ShardState, day: number, bytes: number): void {
    const neededMb = Math.ceil((neededSpaceFactor * bytes) / 1e6)
    if (!state.isShortOfSpace) this.#options.log(`day ${day} is rewritten when ${neededMb} MB are free`)
    state.isShortOfSpace = true
  }
}
