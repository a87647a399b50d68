import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { PeerBatchReader } from './peer-batch-reader.ts'
import { RecentBatches } from './recent-batches.ts'

const event = (id: number) =>
  rowsOf({ id, occurrences: [1_767_225_600_000_000 + id], ...ordinary, message: 'link down', tags: {} })
const some = spoolFile([event(1)].flat())
const whole = spoolFile([event(1), event(2), event(3)].flat())

/**
 * The rows kept of a batch that another process appended, when the replica has `had` rows at each attempt,
 * and the last number from then on.
 */
async function receive(...had: (typeof whole)[]) {
  const log: string[] = []
  const batches = new RecentBatches(message => log.push(message))
  batches.get([])
  let reads = 0
  const client = {
    bytes: async () => readFile((had[reads++] ?? had.at(-1) ?? whole).file),
    ready: true,
  }
  const { sequence: number, rows, minutes } = whole
  const reader = new PeerBatchReader({ client, recentBatches: batches, ended: () => {} })
  reader.read([{ number, rows, minutes }])
  await reader.settled()
  return { kept: batches.get([number])?.map(({ size }) => size), reads, log }
}

test('a batch is read again while the replica has a part of its rows', async () => {
  expect(await receive(whole)).toEqual({ kept: [3], reads: 1, log: [] })
  expect(await receive(some, whole)).toEqual({ kept: [3], reads: 2, log: [] })
})

test('a batch of which rows stay away is not kept', async () => {
  expect(await receive(some)).toEqual({
    kept: undefined,
    reads: 3,
    log: ['rows that are being appended were not read into memory: the table has 1 of 3 rows of a batch'],
  })
})

test('a few batches are read at a time, none while a part of the table is away, and none after the end', async () => {
  const reads: { signal: AbortSignal }[] = []
  const client = {
    bytes: (_: string, read: { signal: AbortSignal }) => {
      reads.push(read)
      return new Promise<never>((_, reject) => {
        read.signal.addEventListener('abort', () => reject(read.signal.reason))
      })
    },
    ready: false,
  }
  const recentBatches = new RecentBatches(() => {})
  recentBatches.get([])
  let ends = 0
  const reader = new PeerBatchReader({ client, recentBatches, ended: () => ends++ })
  const batches = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ number: i + 1, rows: 1, minutes: [1] }))
  reader.read(batches(1))
  expect([reader.isReading, reads]).toEqual([false, []])
  client.ready = true
  reader.read(batches(9))
  reader.read(batches(5))
  reader.read(batches(4))
  reader.read(batches(3))
  expect([reader.isReading, reads.length, ends]).toEqual([true, 8, 0])
  reader.close()
  await reader.settled()
  expect([reader.isReading, ends, recentBatches.get([1])]).toEqual([false, 1, undefined])
})
