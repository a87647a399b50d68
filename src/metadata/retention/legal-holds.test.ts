import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

const all = { offset: 0, limit: 10 }

test('a hold is in force until it is lifted, and stays in the list, also after a restart', async () => {
  const first = await openTemporaryMetadata()
  const { legalHolds } = first.metadata
  const filter = [{ field: 'host', value: 'fw-1' }]
  const placed = await legalHolds.place(
    { name: 'Case 7', reason: 'A letter', filter, ts_from: 10, ts_to: 20 },
    'ann',
  )
  const wide = await legalHolds.place({ name: 'All' }, 'bob')
  expect(placed).toEqual({
    id: placed.id,
    name: 'Case 7',
    reason: 'A letter',
    filter,
    ts_from: 10,
    ts_to: 20,
    placed_at: expect.any(Number),
    placed_by: 'ann',
    lifted_at: null,
    lifted_by: null,
  })
  expect(await legalHolds.readInForce()).toEqual([placed, wide])
  expect(wide).toMatchObject({ reason: '', filter: [], ts_from: null, ts_to: null })
  const lifted = await legalHolds.lift(placed.id, 'bob')
  expect(lifted).toEqual({ ...placed, lifted_at: expect.any(Number), lifted_by: 'bob' })
  await expect(legalHolds.lift(placed.id, 'ann')).rejects.toMatchObject({ code: 'conflict' })
  await expect(legalHolds.lift(99, 'ann')).rejects.toMatchObject({ code: 'not_found' })
  await first.metadata.close()
  const { metadata } = await openTemporaryMetadata({ folder: first.folder })
  expect(await metadata.legalHolds.readInForce()).toEqual([wide])
  expect(await metadata.legalHolds.list(all)).toEqual({ objects: [wide, lifted], itemCount: 2 })
  const byName = [{ field: 'name', descending: true }] as const
  expect((await metadata.legalHolds.list({ ...all, order: byName })).objects).toEqual([lifted, wide])
})

test('all holds together have a bound of bytes, also lifted ones', async () => {
  const { metadata } = await openTemporaryMetadata()
  const filter = [{ field: 'host', value: Array.from({ length: 16 }, () => 'x'.repeat(1024 ** 2)) }]
  const place = (name: string) => metadata.legalHolds.place({ name, filter }, 'ann')
  for (const name of ['1', '2', '3']) await place(name)
  await metadata.legalHolds.lift(1, 'ann')
  await expect(place('4')).rejects.toMatchObject({
    code: 'conflict',
    detail: 'All legal holds, including lifted ones, take at most 64 MiB.',
  })
  await expect(metadata.legalHolds.get(4)).rejects.toMatchObject({ code: 'not_found' })
  expect((await metadata.legalHolds.place({ name: 'small' }, 'ann')).name).toBe('small')
})

test('there is a bound of holds in force', async () => {
  const { metadata } = await openTemporaryMetadata()
  for (let number = 0; number < 100; number++) await metadata.legalHolds.place({ name: `${number}` }, 'ann')
  await expect(metadata.legalHolds.place({ name: 'more' }, 'ann')).rejects.toMatchObject({ code: 'conflict' })
  await metadata.legalHolds.lift(1, 'ann')
  expect((await metadata.legalHolds.place({ name: 'more' }, 'ann')).name).toBe('more')
})
