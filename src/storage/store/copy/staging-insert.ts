import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { rowStructure, spoolExtension } from '../../../schema/event/row.ts'
import type { ServerRunner } from '../../clients/server/runner.ts'
import type { ShardClient } from '../../clients/sql-client.ts'
import { list, text } from '../../sql/literal.ts'
import { stagingTable } from '../../sql/tables.ts'
import { appendSettings, insertedColumns, insertedValues } from '../append/insert-statement.ts'
import { CopyError } from './copy-error.ts'

/** Id of all statements of a copy: the server runs one at a time, including one left by a killed copy. */
const copyInsertId = 'millrace-copy'
const copyInsertTimeoutSeconds = 120
/** How long to wait for the end of another insert: longer than its timeout. */
const maxWaitMs = 1.5 * copyInsertTimeoutSeconds * 1_000
const pollMs = 200

/**
 * Runs an INSERT of these rows, in RowBinary, in a shard (its index in SqlClient.shards): all rows, or none.
 */
export type InsertRows = (shard: number, sql: string, rows: Uint8Array) => Promise<void>

/**
 * Not a file: `rowStructure` and `insertedValues` only need a name with the extension of the current format.
 */
const nameOfCurrentFormat = `rows${spoolExtension}`
const structure = `${rowStructure(nameOfCurrentFormat)}, batch UInt64`

/** INSERT statement for rows of a day, as copy-day.ts reads them. */
export function insertIntoStaging(shard: Pick<ShardClient, 'own'>): string {
  return `INSERT INTO ${shard.own(stagingTable)} (${insertedColumns})
    SELECT ${list([...insertedValues(nameOfCurrentFormat), 'batch'])} FROM input(${text(structure)}) FORMAT RowBinary`
}

/** Inserts rows on servers, in one block, which becomes one part per day. */
export function insertOnServers(runner: ServerRunner): InsertRows {
  const settings = { ...appendSettings, max_execution_time: copyInsertTimeoutSeconds }
  return async (index, sql, rows) => {
    const shard = runner.topology.shards[index]
    if (shard === undefined) throw new RangeError(`there is no shard ${index}`)
    await runner.insert(
      shard,
      sql,
      { stream: Readable.from([rows]), settings },
      copyInsertId,
      copyInsertTimeoutSeconds,
    )
  }
}

/** Waits for the end of an insert whose answer was lost, or that a killed copy left. */
export async function untilInserted(shard: ShardClient, signal: AbortSignal): Promise<void> {
  const since = performance.now()
  for (;;) {
    const running = await shard.onReplicas(
      `SELECT 1 FROM system.processes WHERE query_id = '${copyInsertId}'`,
    )
    if (running.length === 0) return
    if (performance.now() - since > maxWaitMs)
      throw new CopyError(`Another copy runs on the server: its statement has the id ${copyInsertId}.`)
    await sleep(pollMs, undefined, { signal })
  }
}
