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

test.runIf(isInFiles)('what was recorded before there were nodes is not recorded again by any', async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0023'))
  const old = await openTemporaryMetadata({ migrations: before })
  await sql`insert into recorded_batches (sequence, recorded_at) values (5, 1)`.execute(old.metadata.db)
  await old.metadata.close()
  const { matchRecords } = (await openTemporaryMetadata({ folder: old.folder })).metadata
  const left = await matchRecords.write(writer => writer.markRecorded(1, [5, 6]))
  expect([...left]).toEqual([6])
})
