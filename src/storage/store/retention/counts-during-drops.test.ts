import { expect, test } from 'vitest'
import type { ShardClient, SqlClient } from '../../clients/sql-client.ts'
import type { Read } from '../../contract/event-store.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { StoredCounts } from './stored-counts.ts'

const nothing = async () => []
const noBytes = async () => new Uint8Array()
const done = async () => {}
const shard: ShardClient = {
  select: nothing,
  onReplicas: nothing,
  command: done,
  insert: done,
  own: table => table,
  engineOf: () => 'MergeTree',
  isReplicated: false,
}
/** A store without rows. */
const client: SqlClient = {
  select: nothing,
  bytes: noBytes,
  limited: noBytes,
  chunks: () => {
    throw new Error('no count reads chunks')
  },
  command: done,
  insert: done,
  ready: true,
  shards: [shard],
  maxGroupBytes: 0,
  close: done,
}

test('a count waits for a drop without its slot, and ends when it is stopped', async () => {
  const dropped = Promise.withResolvers<void>()
  const drop = () => dropped.promise
  const counts = await StoredCounts.open({
    client,
    journal: new StoreJournal(),
    writer: { drop, delete: drop },
    window: 60,
    countEvents: async () => ({ events: 1, occurrences: 2 }),
  })
  let hasSlot = true
  const read: Read = {
    signal: new AbortController().signal,
    lane: 'short',
    timeout: 60,
    async withoutSlot(until) {
      hasSlot = false
      const value = await until
      hasSlot = true
      return value
    },
  }
  const dropping = counts.drop('20260101', 1_767_225_600, async () => true)
  const counted = counts.count(0, 60, read)
  await Promise.resolve()
  expect(hasSlot).toBe(false)
  const stop = new AbortController()
  const stopped = counts.count(0, 60, { ...read, signal: stop.signal })
  stop.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  dropped.resolve()
  await dropping
  const sum = { events: 1, occurrences: 2 }
  expect(await counted).toEqual({ within: sum, ever: sum })
  expect(hasSlot).toBe(true)
  expect(await counts.count(0, 60, read)).toEqual({ within: sum, ever: sum })
})
