import { expect, test } from 'vitest'
import type { Read } from '../../contract/event-store.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000

test('groups by values as long as texts may be, whatever their number, as by few short ones', async () => {
  const store = await openTestStore()
  const hosts = ['fw-1', 'fw-1', 'fw-1', 'fw-2', 'fw-2', 'FW-1']
  const rows = hosts.map((host, i) =>
    rowsOf({
      id: i + 1,
      occurrences: [(start + i * 20) * 1_000_000],
      ...{ ...ordinary, host, severity: i % 3 },
      message: 'x',
      tags: {},
    }),
  )
  await store.append(spoolFile(rows.flat()))
  await store.catchUp()
  const long = Array.from({ length: 12 }, (_, i) => `${i}`.padEnd(100_000, "'"))
  // As of a moment: an answer from counts in memory would not list values in SQL.
  const predicate = { kind: 'const', value: true } as const
  const scope = { from: start, to: start + 3_600, predicate, asOf: store.mark() }
  const bounds = [start, start + 60, start + 3_600]
  for (const query of [
    { fields: ['host'], limit: 2 },
    { fields: ['host'], bounds, limitEach: 1, limit: 10 },
    { fields: ['host', 'severity'], bounds, limitEach: 1, limit: 10 },
  ] as const) {
    const few = { ...query, ignoreEmpty: true, only: ['fw-1', 'FW-1', 'fw-2'] }
    const many = { ...few, only: ['FW-1', ...long, 'fw-2', 'fw-1'] }
    const answer = await store.groupCounts(scope, few, read)
    expect(answer.length).toBeGreaterThan(1)
    expect(await store.groupCounts(scope, many, read)).toEqual(answer)
  }
  await store.close()
})
