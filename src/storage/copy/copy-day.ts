import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../schema/fault.ts'
import { internalRead } from '../internal-read.ts'
import { eventsTable } from '../sql/columns.ts'
import type { SqlClient } from '../sql-client.ts'
import { stagingTable } from './copied-days.ts'
import { type DayChunk, DayChunks, lastKey } from './day-chunks.ts'
import { type DaySums, daySums, inDay } from './day-sums.ts'
import { copyInsertId, copyInsertTimeout, type InsertRows, insertIntoStaging } from './staging-insert.ts'

/** Failures of the server, one after the other without a chunk between, after which the copy ends. */
const maxFailures = 10
const read = internalRead('short', 60)

export interface CopyEnds {
  source: SqlClient
  target: SqlClient
  /** On the target. */
  insert: InsertRows
  /** Of a chunk; less than the usual ones in tests. */
  maxChunkRows?: number
  signal: AbortSignal
}

/** What a copy stops with that another try would not mend. */
export class CopyError extends Error {
  override name = 'CopyError' as const
}

/**
 * Copies a day into the staging table, from where an earlier try stopped: chunks go in order, each wholly or not at all, so that the
 * highest row there tells how far it came. Returns what both tables hold of the day. Throws a CopyError when they differ. `onProgress` is
 * told how many rows are there.
 */
export async function copyDay(
  ends: CopyEnds,
  day: string,
  onProgress: (rows: number) => void = () => {},
): Promise<DaySums> {
  const { source, target } = ends
  const chunks = await DayChunks.open(source, eventsTable, day, ends.maxChunkRows)
  for (let failures = 0; ; ) {
    try {
      await copyChunks(ends, chunks, day, rows => {
        failures = 0
        onProgress(rows)
      })
      break
    } catch (error) {
      if (!isPassing(error) || ++failures === maxFailures) throw error
      await sleep((error.retryAfter ?? 1) * 1_000, undefined, { signal: ends.signal })
    }
  }
  const [wanted, copied] = [await daySums(source, eventsTable, day), await daySums(target, stagingTable, day)]
  if (wanted.rows === copied.rows && wanted.checksum === copied.checksum) return wanted
  await target.command(`ALTER TABLE ${stagingTable} DROP PARTITION ${Number(day)}`)
  throw new CopyError(
    `The copy of ${day} had ${copied.rows} rows with the checksum ${copied.checksum}, the source has ${wanted.rows} with ${wanted.checksum}. It is removed; run the command again.`,
  )
}

async function copyChunks(
  { target, insert, signal }: CopyEnds,
  chunks: DayChunks,
  day: string,
  onChunk: (rowsDone: number) => void,
): Promise<void> {
  await untilInserted(target, signal)
  const after = await lastKey(target, stagingTable, day)
  const [[earlier] = []] = await target.select(
    `SELECT count() FROM ${stagingTable} WHERE ${inDay(day)}`,
    read,
  )
  let done = Number(earlier)
  // One chunk is read while the one before it is inserted.
  let next = chunks.after(after, signal)
  for (;;) {
    const chunk: DayChunk | undefined = await next
    if (chunk === undefined) return
    next = chunks.after(chunk.last, signal)
    next.catch(() => {})
    await insert(insertIntoStaging, chunk.bytes)
    done += chunk.rows
    onChunk(done)
  }
}

/** Waits for the end of an insert whose answer was lost, or which a killed copy left. */
async function untilInserted(target: SqlClient, signal: AbortSignal): Promise<void> {
  for (const since = performance.now(); ; await sleep(200, undefined, { signal })) {
    const [[running] = []] = await target.select(
      `SELECT count() FROM system.processes WHERE query_id = '${copyInsertId}'`,
      read,
    )
    if (running === 0) return
    if (performance.now() - since > copyInsertTimeout * 1_500)
      throw new CopyError(`Another copy runs on the server: its statement has the id ${copyInsertId}.`)
  }
}

/** Whether a server that is away, or busy, was the reason. */
function isPassing(error: unknown): error is Fault {
  return error instanceof Fault && (error.code === 'storage_unavailable' || error.code === 'overloaded')
}
