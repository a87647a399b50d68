import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Read } from '../../contract/event-store.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const options = () => ({
  folder: mkdtempSync(path.join(tmpdir(), 'millrace-store-')),
  window: 60,
  retentionDays: 100_000,
  log: () => {},
})
const start = 1_767_225_600
const of = (id: number, seconds: readonly number[], triggers: readonly number[]) => {
  const occurrences = seconds.map(second => (start + second) * 1_000_000)
  return rowsOf({
    ...ordinary,
    id,
    occurrences,
    message: 'link is down',
    tags: {},
    triggers,
    retentionClass: 'audit',
  })
}

test('rows of versions before have no class, or no triggers either, also together with others', async () => {
  const store = await openEmbeddedStore(options())
  await store.append(
    spoolFile(of(59, [0, 3], [59]), '.v3.rb'),
    spoolFile(of(60, [0, 3], [60]), '.v2.rb'),
    spoolFile(of(61, [0, 3], [61])),
  )
  const scope = { from: start, to: start + 60, predicate: { kind: 'const', value: true } } as const
  const sort = [{ field: 'first_occurrence', descending: false }] as const
  const { events } = await store.page(scope, { sort, offset: 0, limit: 10 }, read)
  expect(events.map(({ id, counter, triggers }) => [id, counter, triggers])).toEqual([
    [59, 2, [59]],
    [60, 2, []],
    [61, 2, [61]],
  ])
  const classes = await store.client.select(
    'SELECT DISTINCT id, class FROM millrace.events ORDER BY id',
    read,
  )
  expect(classes).toEqual([
    [59, ''],
    [60, ''],
    [61, 'audit'],
  ])
  await store.close()
})

test('a store of a version before triggers and classes is opened, and its events have none', async () => {
  const made = options()
  const before = await openEmbeddedStore(made)
  await before.client.command('ALTER TABLE millrace.events DROP COLUMN triggers, DROP COLUMN class')
  await before.client.command('DELETE FROM millrace.versions WHERE version >= 3')
  await before.client.insert(
    `INSERT INTO millrace.events (id, ts, began, count, host, message, batch) SELECT 1, fromUnixTimestamp64Micro(${start}000000, 'UTC'), fromUnixTimestamp64Micro(${start}000000, 'UTC'), 1, 'fw-1', 'old', 1`,
    { async_insert: 0 },
  )
  await before.close()
  const store = await openEmbeddedStore(made)
  const everything = { kind: 'const', value: true } as const
  expect(await store.event(1, everything, read)).toMatchObject({ host: 'fw-1', message: 'old', triggers: [] })
  await store.append(spoolFile(of(2, [1], [12])))
  const classes: unknown[] = []
  for await (const events of store.recent(start, 10, read))
    classes.push(...events.map(({ id, retentionClass }) => [id, retentionClass]))
  expect(classes).toEqual([
    [2, 'audit'],
    [1, ''],
  ])
  expect(await store.event(2, everything, read)).toMatchObject({ triggers: [12] })
  await store.close()
})
