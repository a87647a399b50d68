import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { receiveBatches } from './receive-batches.ts'
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
  }
  const { sequence: number, rows, minutes } = whole
  await receiveBatches(client, batches, [{ number, rows, minutes }])
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
