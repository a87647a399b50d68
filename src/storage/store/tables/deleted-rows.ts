import { Repeater } from '../../../async/repeater.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { ofTable } from '../../reads/partitions.ts'
import { number } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import { maxRewrittenRows, neededSpaceFactor, rewrittenRows } from './old-days.ts'

const pollMs = 60_000
const read = internalRead('short', 60)

interface DeletedRowsOptions {
  client: Pick<SqlClient, 'shards'>
  /** Memory of the engine: days with larger parts are left to its merges. */
  memoryBytes: number
  log: (message: string) => void
}

/**
 * Reclaims the space of deleted rows in the background, one day at a time: until then, the engine only marks
 * rows as deleted. Resumes on its own after a restart.
 */
export class DeletedRows {
  readonly #options: DeletedRowsOptions
  readonly #runs = new Repeater(
    () => this.#checkShards(),
    () => {},
  )

  constructor(options: DeletedRowsOptions) {
    this.#options = options
  }

  /** Checks each minute. */
  start(): void {
    this.#runs.start(pollMs)
  }

  stop(): void {
    void this.#runs.close()
  }

  /** Starts the next day of each shard that is not rewriting. Never rejects. */
  tick(): Promise<void> {
    return this.#runs.run()
  }

  async #checkShards(): Promise<void> {
    const { client, log } = this.#options
    for (const shard of client.shards) {
      try {
        await this.#begin(shard)
      } catch (error) {
        log(`giving back the space of deleted rows: ${thrownText(error)}`)
      }
    }
  }

  /**
   * Starts the oldest day with deleted rows for which the shard has memory and space, unless it rewrites a
   * day already.
   */
  async #begin(shard: ShardClient): Promise<void> {
    const own = ofTable(shard, eventsTable)
    const [[day] = []] = await shard.select(
      `SELECT partition FROM system.parts
       WHERE active AND ${own} AND NOT EXISTS (SELECT 1 FROM system.mutations WHERE ${own} AND NOT is_done)
       GROUP BY partition
       HAVING max(has_lightweight_delete) = 1
         AND ${rewrittenRows} <= ${number(maxRewrittenRows(this.#options.memoryBytes))}
         AND sum(bytes_on_disk) * ${number(neededSpaceFactor)} < (SELECT min(free_space) FROM system.disks)
       ORDER BY partition LIMIT 1`,
      read,
    )
    if (day === undefined) return
    await shard.command(
      `ALTER TABLE ${shard.own(eventsTable)} APPLY DELETED MASK IN PARTITION ${number(Number(day))} SETTINGS mutations_sync = 0`,
    )
  }
}
