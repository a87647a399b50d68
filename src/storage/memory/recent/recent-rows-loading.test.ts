import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Fault } from '../../../schema/fault.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import type { ReadNewestRows } from './read-newest-rows.ts'
import { RecentBatch } from './recent-batch.ts'
import { RecentBatches } from './recent-batches.ts'
import { type RecentBounds, RecentRows } from './recent-rows.ts'

let ids = 0
function batchOf(rows: number, message = 'link down') {
  const made = Array.from({ length: rows }, () => {
    const id = ++ids
    return rowsOf({
      id,
      occurrences: [1_767_225_600_000_000 + id * 1_000_000],
      ...ordinary,
      message,
      tags: {},
    })
  })
  return spoolFile(made.flat())
}

/** A table of `size` rows. */
function tableOf(size: number) {
  const bytes = readFileSync(batchOf(size).file)
  return (maxRows: number) => ({ batch: new RecentBatch(bytes, 0, maxRows), from: 0 })
}

/** Recent rows of a table that has only the rows of one file, which are read from the first row on. */
function opened(bounds: RecentBounds = {}, table?: ReadNewestRows) {
  const file = tableOf(100)
  const asked: { most: number; mostBytes: number }[] = []
  const said: string[] = []
  const at = { now: 0 }
  const clock = () => at.now
  const journal = new StoreJournal(1_000_000)
  const fresh = new RecentBatches(() => {}, clock)
  const rows = new RecentRows(
    {
      table: async (choice, most, mostBytes) => {
        asked.push({ most, mostBytes })
        return table === undefined ? file(most) : await table(choice, most, mostBytes)
      },
      journal,
      recentBatches: fresh,
      log: line => said.push(line),
      clock,
    },
    bounds,
  )
  const append = async (batch: ReturnType<typeof batchOf>) => {
    journal.begin(batch)
    await fresh.read(batch)
    journal.end(batch)
  }
  journal.listen(rows)
  return { rows, asked, said, at, journal, fresh, append }
}

test('rows are kept complete while queries ask for them, and given back after a minute', async () => {
  const { rows, asked, at, append } = opened()
  expect(rows.newest(undefined)).toBeUndefined()
  await rows.load()
  expect(rows.newest(undefined)?.rows.length).toBe(100)
  at.now = 59_000
  await append(batchOf(5))
  at.now = 60_001
  expect(rows.newest(undefined)?.rows.length).toBe(105)
  at.now = 130_000
  await append(batchOf(5))
  expect(rows.newest(undefined)).toBeUndefined()
  await rows.load()
  expect(asked.length).toBe(2)
})

test('a reader after a minute of silence finds them read, and a reader that only counts does not keep them', async () => {
  const { rows, asked, at, append } = opened()
  rows.prepare()
  await rows.load()
  expect(rows.newest(undefined)?.rows.length).toBe(100)
  expect(asked.length).toBe(1)
  for (at.now = 1_000; at.now < 62_000; at.now += 1_000) rows.prepare()
  await append(batchOf(5))
  for (; at.now < 124_000; at.now += 1_000) rows.prepare()
  expect(asked.length).toBe(1)
  at.now = 184_000
  rows.prepare()
  expect(asked.length).toBe(2)
})

test('rows are not read while a batch is under way that could not be reported once it has ended', async () => {
  const { rows, asked, journal, fresh } = opened()
  const batch = batchOf(3)
  journal.begin(batch)
  await fresh.read(batch)
  expect(rows.newest(undefined)).toBeUndefined()
  expect(asked.length).toBe(0)
  journal.end(batch)
  expect(rows.newest(undefined)).toBeUndefined()
  expect(asked.length).toBe(1)
})

test('rows are not read while a batch is given again, but as soon as that has ended', async () => {
  const { rows, asked, journal } = opened()
  const batch = batchOf(3)
  journal.begin({ ...batch, repeated: true })
  expect(rows.newest(undefined)).toBeUndefined()
  expect(asked.length).toBe(0)
  journal.end(batch)
  expect(rows.newest(undefined)).toBeUndefined()
  expect(asked.length).toBe(1)
})

test('rows that are too long are read fewer at a time, and the log says why none are there', async () => {
  const few = tableOf(20)
  const { rows, asked, said } = opened({ rows: 80, bytes: 10_000 }, async (_, most) => {
    if (most > 20) throw new Fault('query_memory')
    return few(most)
  })
  for (let load = 0; load < 3; load++) await rows.load()
  expect(asked).toEqual([80, 40, 20].map(most => ({ most, mostBytes: 5_000 })))
  expect(said.length).toBe(2)
  // The second of the oldest row may have more rows than were read.
  expect(rows.newest(undefined)?.rows.length).toBe(19)
})

test('memory is bounded by its bytes, whatever single batches take', async () => {
  const { rows, append } = opened({ rows: 1_000, bytes: 30_000 })
  await rows.load()
  const held: number[] = []
  for (const size of [10, 10, 10, 3]) {
    await append(batchOf(size, 'x'.repeat(1_000)))
    const recent = rows.newest(undefined)
    held.push(recent?.rows.length ?? -1)
    const batches = new Set(recent?.rows.map(({ batch }) => batch))
    expect([...batches].reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(30_000)
  }
  await append(batchOf(40, 'x'.repeat(1_000)))
  held.push(rows.newest(undefined)?.rows.length ?? -1)
  await append(batchOf(3))
  held.push(rows.newest(undefined)?.rows.length ?? -1)
  // Ten rows take 19 kB with their template; forty exceed the limit.
  expect(held).toEqual([110, 10, 10, 13, 0, 3])
})
