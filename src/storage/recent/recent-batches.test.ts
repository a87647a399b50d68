import { expect, test } from 'vitest'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import { RecentBatches } from './recent-batches.ts'

const silent = () => {}

let ids = 0
function batchOf(rows: number) {
  const made = Array.from({ length: rows }, () =>
    rowsOf({
      id: ++ids,
      occurrences: [1_767_225_600_000_000 + ids],
      ...ordinary,
      message: 'link down',
      tags: {},
    }),
  )
  return spoolFile(made.flat())
}

test('reads what comes in while somebody asks, and nothing otherwise', async () => {
  let now = 0
  const fresh = new RecentBatches(silent, () => now)
  const unwanted = batchOf(2)
  await fresh.read(unwanted)
  expect(fresh.get([unwanted.sequence])).toBeUndefined()
  const wanted = batchOf(3)
  await fresh.read(wanted)
  expect(fresh.get([wanted.sequence])?.map(({ size }) => size)).toEqual([3])
  expect(fresh.get([unwanted.sequence, wanted.sequence])).toBeUndefined()
  now = 61_000
  await fresh.read(batchOf(1))
  expect(fresh.get([wanted.sequence])).toBeUndefined()
})

test('rests when too much comes in, and goes on by itself', async () => {
  let now = 0
  const fresh = new RecentBatches(silent, () => now)
  fresh.get([])
  const batch = batchOf(2)
  for (let taken = 0; taken < 3; taken++) await fresh.read({ ...batch, rows: 20_000 })
  expect(fresh.isPaused).toBe(true)
  await fresh.read(batch)
  expect(fresh.get([batch.sequence])).toBeUndefined()
  now = 5_000
  await fresh.read(batch)
  expect(fresh.get([batch.sequence])?.length).toBe(1)
})

test('what cannot be read is not there, and the log says why', async () => {
  const said: string[] = []
  const fresh = new RecentBatches(line => said.push(line))
  fresh.get([])
  const batch = batchOf(1)
  await fresh.read({ ...batch, file: `${batch.file}.gone` })
  await fresh.read({ ...batch, rows: 0 })
  expect(fresh.get([batch.sequence])).toBeUndefined()
  expect(said).toEqual([expect.stringContaining('ENOENT'), expect.stringContaining('more than 0 rows')])
})
