import { expect, test } from 'vitest'
import type { PageQuery, Read, SortField } from '../contract/event-store.ts'
import { daySeconds } from '../contract/time-span.ts'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import { openTestStore } from '../testing/test-store.ts'
import { page } from './pages/page.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000
const everything = { kind: 'const', value: true } as const

test('events that began on a day which is gone are counted and shown by all reads, while older days are kept', async () => {
  const store = await openTestStore()
  const events = {
    1: [10],
    2: [2 * daySeconds - 5, 2 * daySeconds + 3, 2 * daySeconds + 4],
    3: [2 * daySeconds - 4, 2 * daySeconds + 2],
    4: [2 * daySeconds + 100],
    5: [4 * daySeconds - 1, 4 * daySeconds],
  }
  const rows = Object.entries(events).flatMap(([id, seconds]) =>
    rowsOf({
      ...ordinary,
      id: Number(id),
      occurrences: seconds.map(second => (start + second) * 1e6),
      message: `event ${id}`,
      tags: {},
    }),
  )
  await store.append(spoolFile(rows))
  const scope = { from: start - daySeconds, to: start + 9 * daySeconds, predicate: everything }
  const rangesOf = (from: number, to: number) => ({ ...scope, from: start + from, to: start + to })
  expect(await store.countEvents(scope, scope, read)).toEqual({ events: 5, occurrences: 9 })
  for (const day of [1, 3])
    expect(await store.counts.drop(`2026010${day + 1}`, start + day * daySeconds, async () => true)).toBe(
      true,
    )

  expect(await store.countEvents(scope, scope, read)).toEqual({ events: 5, occurrences: 6 })
  const windows = { end: scope.to * 1e6, step: 1, length: (scope.to - scope.from) * 1e6, count: 1 }
  expect(await store.windowSums(scope, { windows, fields: [], measure: 'occurrences' }, read)).toEqual([
    { values: [], sums: [{ window: 0, sum: 6 }] },
  ])
  // Slices that begin at a day with lost first rows, or within it.
  const slices = [
    rangesOf(0, 2 * daySeconds),
    rangesOf(2 * daySeconds, 2 * daySeconds + 60),
    rangesOf(2 * daySeconds + 60, 9 * daySeconds),
  ]
  const counted = await Promise.all(slices.map(slice => store.countEvents(slice, scope, read)))
  expect(counted.map(({ events }) => events)).toEqual([1, 2, 2])

  const counters = { 1: 1, 2: 2, 3: 1, 4: 1, 5: 1 }
  const wanted: Record<SortField, readonly (keyof typeof counters)[]> = {
    first_occurrence: [1, 2, 3, 4, 5],
    last_occurrence: [1, 3, 2, 4, 5],
    counter: [1, 3, 4, 5, 2],
  }
  // Object.entries widens the names; these are the fields of `wanted`.
  for (const [field, ids] of Object.entries(wanted) as [SortField, readonly (keyof typeof counters)[]][])
    for (const descending of [false, true]) {
      const sort: PageQuery['sort'] = [{ field, descending }]
      const shown = (descending ? ids.toReversed() : ids).map(id => ({ id, counter: counters[id] }))
      for (const [offset, limit] of [
        [0, 9],
        [1, 2],
        [3, 9],
        [4, 1],
        [5, 9],
      ] as const) {
        const { events } = await store.page(scope, { sort, offset, limit }, read)
        expect({ field, offset, events }).toMatchObject({
          events: shown.slice(offset, offset + limit),
        })
      }
      let exported = 0
      for await (const batch of store.events(scope, { sort, limit: 100 }, read)) exported += batch.rows
      expect(exported).toBe(5)
    }
  const { client, window, estimateRows, days, repeats } = store
  const deepContext = { client, window, estimateRows, days, repeats, deepOffset: 1 }
  const newest: PageQuery['sort'] = [{ field: 'last_occurrence', descending: true }]
  for (const offset of [1, 2, 3, 4]) {
    const shown = await page(deepContext, scope, { sort: newest, offset, limit: 2 }, read)
    expect(shown.map(({ id }) => id)).toEqual(wanted.last_occurrence.toReversed().slice(offset, offset + 2))
  }
  await store.close()
})
