import { expect, test } from 'vitest'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
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

test('reads what comes in while queries ask for it, and nothing otherwise', async () => {
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

test('rests when too much comes in, and resumes on its own', async () => {
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

test('reads nothing of a burst as long as it lasts, and resumes within two seconds', async () => {
  let now = 0
  const fresh = new RecentBatches(silent, () => now)
  fresh.get([])
  const batch = batchOf(2)
  const tenthWith = async (rows: number) => {
    now += 100
    await fresh.read({ ...batch, rows })
    return fresh.get([batch.sequence]) !== undefined
  }
  const isRead = async (tenths: number, rows: number) => {
    const read: boolean[] = []
    while (read.length < tenths) read.push(await tenthWith(rows))
    return read
  }
  const burst = await isRead(200, 20_000)
  expect(burst.lastIndexOf(true)).toBeLessThan(5)
  const after = await isRead(40, 1_000)
  expect([after.indexOf(true) > 5, after.indexOf(true) < 20, after.lastIndexOf(false) < 20]).toEqual([
    true,
    true,
    true,
  ])
})

test('a file that cannot be read is not there, and the log says why', async () => {
  const said: string[] = []
  const fresh = new RecentBatches(line => said.push(line))
  fresh.get([])
  const batch = batchOf(1)
  await fresh.read({ ...batch, file: `${batch.file}.gone` })
  await fresh.read({ ...batch, rows: 0 })
  expect(fresh.get([batch.sequence])).toBeUndefined()
  expect(said).toEqual([expect.stringContaining('ENOENT'), expect.stringContaining('more than 0 rows')])
})
