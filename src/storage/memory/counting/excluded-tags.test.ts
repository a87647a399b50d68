import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Read, Scope } from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000
const scope: Scope = { from: start, to: start + 7_200, predicate: { kind: 'const', value: true } }
const source = { tag: ['ut_SrcIP', 'SrcIP'] } as const
const zone = { tag: ['ut_zone', 'zone'] } as const

let store: SqlStore
beforeAll(async () => {
  store = await openTestStore({ rollups: eagerRollups })
  const events = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    occurrences: [(start + i * 100) * 1_000_000],
    ...ordinary,
    message: 'm',
    tags: { SrcIP: `192.0.2.${i % 3}`, zone: 'north' },
  }))
  await store.append(spoolFile(events.flatMap(rowsOf)))
})
afterAll(async () => await store.close())

async function counted(field: Field) {
  const groups = await store.groupCounts(scope, { fields: [field], ignoreEmpty: false, limit: 10 }, read)
  await store.rollups.settled()
  return groups
}

test('no counts by a tag that is left out are held, and what is asked has the same answer', async () => {
  const { rollups } = store
  const before = [await counted(source), await counted(zone)]
  expect(before[0]?.map(({ count }) => count)).toEqual([10, 10, 10])
  expect([rollups.valueCount(source), rollups.valueCount(zone)]).toEqual([3, 1])

  rollups.excludeTags(['SrcIP'])
  expect([await counted(source), await counted(zone)]).toEqual(before)
  expect([rollups.isExcluded([source]), rollups.isExcluded(['host', source])]).toEqual([true, true])
  expect([rollups.valueCount(source), rollups.valueCount(zone)]).toEqual([Number.POSITIVE_INFINITY, 1])

  rollups.excludeTags([])
  expect(await counted(source)).toEqual(before[0])
  expect(rollups.valueCount(source)).toBe(3)
})
