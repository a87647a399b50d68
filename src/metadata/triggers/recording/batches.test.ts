import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { isInFiles } from '../../testing/postgres.ts'
import { openTemporaryMetadata } from '../../testing/temporary.ts'

test('a batch is recorded once by its node; equal numbers of two nodes are two batches', async () => {
  const { matchRecords } = (await openTemporaryMetadata()).metadata
  const mark = (node: number, ...sequences: number[]) =>
    matchRecords.write(async writer => [...(await writer.markRecorded(node, sequences))])
  expect(await mark(1, 5, 6)).toEqual([5, 6])
  expect(await mark(2, 6, 7)).toEqual([6, 7])
  expect(await mark(1, 6, 7)).toEqual([7])
  expect(await mark(2, 7)).toEqual([])
})

test('the newest marks are kept, also of batches that came late and when the clock was set back', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { matchRecords } = metadata
  const mark = async (node: number, from: number, count: number) => {
    for (let at = 0; at < count; at += 5_000) {
      const length = Math.min(5_000, count - at)
      const sequences = Array.from({ length }, (_, index) => from + at + index)
      await matchRecords.write(writer => writer.markRecorded(node, sequences))
    }
    await matchRecords.trim(node, 1_000)
  }
  const kept = async (node: number) => {
    const marks = metadata.db.selectFrom('recorded_batches').select('sequence').where('node', '=', node)
    return (await marks.orderBy('sequence').execute()).map(({ sequence }) => sequence)
  }
  await mark(2, 1, 10)
  await mark(1, 1_000, 10_000)
  clock.seconds += 60
  await mark(1, 11_000, 10)
  expect([(await kept(1)).length, (await kept(1))[0]]).toEqual([10_000, 1_010])
  // A batch that the store has refused until now.
  clock.seconds += 60
  await mark(1, 5, 1)
  expect((await kept(1))[0]).toBe(5)
  clock.seconds -= 3_600
  await mark(1, 11_010, 10)
  expect((await kept(1)).slice(-11)).toEqual(Array.from({ length: 11 }, (_, at) => 11_009 + at))
  await mark(1, 11_020, 20_000)
  expect((await kept(1)).slice(-10_000)).toEqual(Array.from({ length: 10_000 }, (_, at) => 21_020 + at))
  expect((await kept(1)).length).toBeLessThanOrEqual(20_000)
  expect(await kept(2)).toHaveLength(10)
})

test.runIf(isInFiles)(
  'matches that were recorded before there were nodes are not recorded again by any',
  async () => {
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0023'))
    const old = await openTemporaryMetadata({ migrations: before })
    await sql`insert into recorded_batches (sequence, recorded_at) values (5, 1)`.execute(old.metadata.db)
    await old.metadata.close()
    const { matchRecords } = (await openTemporaryMetadata({ folder: old.folder })).metadata
    const left = await matchRecords.write(writer => writer.markRecorded(1, [5, 6]))
    expect([...left]).toEqual([6])
  },
)
