import { expect, test } from 'vitest'
import { resolveRange } from '../range/resolve.ts'
import { lastN } from './last-n.ts'
import { neverRead } from './testing/unread-store.ts'
import { topN } from './top-n.ts'
import { mergeCounts, type ValueCounts } from './value-counts.ts'

function hosts(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, i) => `host-${from + i}`)
}

function counts(from: number, to: number, entries = 0): ValueCounts {
  return { total: to - from, values: new Map(hosts(from, to).map(host => [host, 1])), periods: [], entries }
}

test('200,000 values are held, one more is not', () => {
  expect(mergeCounts(counts(0, 150_000), counts(100_000, 200_000))?.values.size).toBe(200_000)
  expect(mergeCounts(counts(0, 150_000), counts(100_000, 200_001))).toBeUndefined()
})

test('500,000 values of periods are held, one more is not', () => {
  expect(mergeCounts(counts(0, 1, 250_000), counts(0, 1, 250_000))?.entries).toBe(500_000)
  expect(mergeCounts(counts(0, 1, 250_000), counts(0, 1, 250_001))).toBeUndefined()
})

test('once a state has overflown it stays so, whatever it is merged with', () => {
  const state = { form: 'counts', counts: counts(0, 1) } as const
  const overflow = { form: 'overflow' } as const
  expect(topN.merge(state, overflow)).toEqual(overflow)
  expect(topN.merge(overflow, state)).toEqual(overflow)
  const seen = { form: 'seen', values: new Map([['a', { count: 1, last: 1 }]]) } as const
  expect(lastN.merge(seen, overflow)).toEqual(overflow)
})

test('merging changes neither side', () => {
  const [newer, older] = [counts(0, 10), counts(5, 8)]
  const before = structuredClone([newer, older])
  expect(mergeCounts(newer, older)).toEqual({ ...counts(0, 10), total: 13, values: expect.any(Map) })
  expect([newer, older]).toEqual(before)
})

test('an answer of more than 500,000 rows is refused', async () => {
  const range = resolveRange({ ts_from: 1, ts_to: 60_001, step: 1 }, 1_000_000, { timezone: 'UTC' })
  const params = topN.normalise({ limit: 9, with_subperiods: true })
  const state = { form: 'counts', counts: counts(0, 9) } as const
  const fields = {
    'params.limit': ['periods times values come to more than 500,000; expected fewer of either'],
  }
  await expect(topN.finish(params, neverRead(range), state, true)).rejects.toMatchObject({
    code: 'validation',
    fields,
  })
  const fewer = await topN.finish({ ...params, limit: 8 }, neverRead(range), state, true)
  expect(fewer.details?.length).toBe(60_000)
})
