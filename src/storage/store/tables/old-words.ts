import { Repeater } from '../../../async/repeater.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { ofTable, startOfDay } from '../../reads/partitions.ts'
import { number, text } from '../../sql/literal.ts'
import { onceJoinedPattern } from '../../sql/phrase.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import { maxRewrittenRows, neededSpaceFactor, rewrittenRows } from './old-days.ts'
import { oldWordsTable } from './solo-words.ts'

const pollMs = 10_000
const read = internalRead('short', 60)
const longRead = internalRead('long', 600)

interface OldWordsOptions {
  client: Pick<SqlClient, 'shards'>
  /** Maximum memory of a rewrite, in bytes: days with larger parts keep their index. */
  memory: number
  log: (message: string) => void
}

/**
 * Updates the words of days stored by versions of the tables before 8, newest first, one per shard at a time:
 * rewrites a day with messages that the older rule (sql/phrase.ts) split differently. The engine rewrites in
 * the background and resumes after a restart; new parts replace the old ones at once.
 */
export class OldWords {
  readonly #options: OldWordsOptions
  readonly #runs = new Repeater(
    () => this.#checkShards(),
    () => {},
  )
  #left = 0
  /** Shards that left a day because of the disk's space, which was logged, and have begun none since. */
  readonly #shortOfSpace = new Set<ShardClient>()

  constructor(options: OldWordsOptions) {
    this.#options = options
  }

  /** Number of days that may still have to be rewritten, in the shard that has the most. */
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
        log(`words of older days: ${thrownText(error)}`)
      }
    }
    if (!hasAllAnswers) return
    this.#left = left
    if (left === 0) this.stop()
  }

  /** Starts the next day that must be rewritten, unless one is being rewritten. Returns the days left. */
  async #startNextDay(shard: ShardClient): Promise<number> {
    const own = ofTable(shard, eventsTable)
    const [[running] = []] = await shard.select(
      `SELECT count() FROM system.mutations WHERE ${own} AND NOT is_done`,
      read,
    )
    const days = await shard.select(
      `SELECT day, any(bytes) * ${number(neededSpaceFactor)} < (SELECT min(free_space) FROM system.disks) FROM ${shard.own(oldWordsTable)}
       INNER JOIN (SELECT toUInt32(partition) AS day, sum(bytes_on_disk) AS bytes, ${rewrittenRows} AS together
         FROM system.parts WHERE active AND ${own} GROUP BY day) AS stored USING day
       WHERE together <= ${number(maxRewrittenRows(this.#options.memory))}
       GROUP BY day HAVING max(begun) = 0 ORDER BY day DESC`,
      read,
    )
    if (Number(running) > 0) return days.length + 1
    let left = days.length
    for (const [day, hasSpace] of days) {
      if (this.#runs.isClosed) break
      if (hasSpace !== 1) {
        if (!this.#shortOfSpace.has(shard))
          this.#options.log(`day ${day} is rewritten for its words when the disk has space`)
        this.#shortOfSpace.add(shard)
        break
      }
      this.#shortOfSpace.delete(shard)
      if (await this.#update(shard, Number(day))) break
      left--
    }
    return left
  }

  /** Starts the rewrite of a day, if it has messages that were split differently. Returns whether it has. */
  async #update(shard: ShardClient, day: number): Promise<boolean> {
    const table = shard.own(eventsTable)
    const start = startOfDay(String(day))
    const joined = await shard.select(
      `SELECT 1 FROM ${table} WHERE ${within(start, start + daySeconds)} AND NOT isValidASCII(message) AND match(message, ${text(onceJoinedPattern)}) LIMIT 1`,
      longRead,
    )
    const isOld = joined.length > 0
    const partition = `IN PARTITION ${number(day)}`
    // Parts lack the index if the engine deleted it before the migration could prevent that. Other parts keep
    // their index.
    const materialize = `MATERIALIZE INDEX words ${partition}`
    const changes = isOld ? `REWRITE PARTS ${partition}, ${materialize}` : materialize
    if (isOld) this.#options.log(`rewriting day ${day} for its words`)
    await shard.command(`ALTER TABLE ${table} ${changes} SETTINGS mutations_sync = 0, alter_sync = 0`)
    // From here on the engine does the work, even after a restart.
    await shard.command(
      `INSERT INTO ${shard.own(oldWordsTable)} SETTINGS async_insert = 0 VALUES (${number(day)}, 1)`,
    )
    return isOld
  }
}
