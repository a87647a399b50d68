import { expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { until } from '../../../testing/until.ts'
import { emptyAccount, type Scope } from '../../contract/event-store.ts'
import { openEmbeddedStore } from '../../store/embedded/open.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { newStoreFolder } from '../../testing/empty-store.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'

const hour = 3_600
const start = Date.UTC(2026, 0, 1) / 1_000
const part: Predicate = { kind: 'phrase', tokens: [{ text: '*ailed*', wild: true }] }

function event(id: number, hours: number, message = 'login failed'): TestEvent {
  const occurrences = [(start + hours * hour + id) * 1_000_000]
  return { ...ordinary, id, occurrences, message, tags: {} }
}

test('messages are read in those hours alone that have rows without a template, or get rows', async () => {
  const folder = await newStoreFolder()
  const options = { folder, window: 60, retentionDays: 100_000, log: () => {}, rollups: eagerRollups }
  const store = await openEmbeddedStore(options)
  await until('the names, which are read after the start', () => store.names.of('template') !== undefined)
  // Tests omit the template of every seventh event.
  await store.append(spoolFile([event(1, 0), event(2, 1), event(7, 3), event(3, 4, 'up')].flatMap(rowsOf)))
  for (let id = 8; id < 16; id++) await store.append(spoolFile(rowsOf(event(id, 9, 'up'))))
  const scope: Scope = { from: start + 10, to: start + 8 * hour - 10, predicate: part }
  const pageOf = async () => {
    const account = emptyAccount()
    const read = { signal: new AbortController().signal, lane: 'short', timeout: 30, account } as const
    const sort = [{ field: 'first_occurrence', descending: false }] as const
    const { events } = await store.page(scope, { sort, offset: 0, limit: 9 }, read)
    // Causes the hours to be counted, including the first and last.
    const hours = { ...scope, from: start, to: start + 8 * hour }
    await store.countEvents(hours, hours, read)
    await store.rollups.settled()
    return { ids: events.map(({ id }) => id), sql: account.sampleStatements.join() }
  }
  const first = await pageOf()
  const second = await pageOf()
  expect([first.ids, second.ids]).toEqual([
    [2, 7],
    [2, 7],
  ])
  const spanOf = (from: number, to: number) =>
    `sec >= toDateTime(${from}, 'UTC') AND sec < toDateTime(${to}, 'UTC')`
  const narrow = `((${spanOf(start + 3 * hour, start + 4 * hour)})) AND (template = ''`
  expect(first.sql).toContain(`${spanOf(scope.from, scope.to)} AND (template = ''`)
  expect(second.sql).toContain(narrow)
  // Rows that have just come in may have any template.
  await store.append(spoolFile(rowsOf(event(14, 5))))
  expect((await pageOf()).ids).toEqual([2, 7, 14])
  await store.close()
})
