import { expect, test } from 'vitest'
import { Fault } from '../../../schema/fault.ts'
import { InterruptedError, type SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { events } from './events.ts'

const read: Read = { signal: new AbortController().signal, lane: 'long', timeout: 30 }
const outOfMemory = new Fault('query_memory')
const interrupted = new InterruptedError('gone')

/** Reads while the statements fail with these errors, one after the other; the next one has no rows. */
async function readDespite(failures: readonly Error[]): Promise<number[]> {
  const left = [...failures]
  const batchRows: number[] = []
  const chunks: SqlClient['chunks'] = async function* (_sql, _read, rows) {
    batchRows.push(rows)
    const failure = left.shift()
    if (failure !== undefined) throw failure
    yield* []
  }
  // A read along the table without repeats uses only `chunks`.
  const client = { chunks } as SqlClient
  const scope = { from: 0, to: 60, predicate: { kind: 'const', value: true } } as const
  const query = { sort: [{ field: 'first_occurrence', descending: true }], limit: 10 } as const
  const context = { client, window: 0, estimateRows: () => 1 }
  for await (const batch of events(context, scope, query, read)) expect(batch.rows).toBe(0)
  return batchRows
}

test('running out of memory makes batches smaller and is no interruption', async () => {
  const failures = [outOfMemory, outOfMemory, interrupted, interrupted, interrupted]
  expect(await readDespite(failures)).toEqual([2_048, 256, 64, 64, 64, 64])
})

test('the smallest batches and a fourth interruption end the read', async () => {
  await expect(readDespite([outOfMemory, outOfMemory, outOfMemory])).rejects.toThrow(outOfMemory)
  const failures = [interrupted, interrupted, interrupted, interrupted]
  await expect(readDespite(failures)).rejects.toMatchObject({ code: 'storage_unavailable' })
})
