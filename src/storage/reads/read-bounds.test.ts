import { expect, test } from 'vitest'
import type { Read } from '../contract/event-store.ts'
import { eventsTable } from '../sql/tables.ts'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import { openTestStore } from '../testing/test-store.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const day = 86_400
const start = 1_767_225_600
const events = 20
const letters = 100

/** Half of the rows are a day later. */
const rows = Array.from({ length: events }, (_, i) =>
  rowsOf({
    id: i + 1,
    occurrences: [(start + (i % 2) * day + i) * 1_000_000],
    ...ordinary,
    message: 'm'.repeat(letters),
    tags: {},
  }),
).flat()

test('returns the rows that indexes leave to look into, and the bytes of the columns that a statement names', async () => {
  const store = await openTestStore()
  // Makes parts wide, as parts with many rows are.
  for (const shard of store.client.shards)
    await shard.command(`ALTER TABLE ${shard.own(eventsTable)} MODIFY SETTING min_bytes_for_wide_part = 0`)
  await store.append(spoolFile(rows))
  const readBounds = async (...statements: string[]) => await store.readBounds(statements, read)
  const messages = 'SELECT message FROM millrace.events'
  const ofAll = await readBounds(messages)
  expect(ofAll.rows).toBe(events)
  expect(ofAll.bytes / events).toBeGreaterThanOrEqual(letters)
  expect(ofAll.bytes / events).toBeLessThan(letters + 10)
  const half = { rows: events / 2, bytes: events / 2 }
  expect(await readBounds(`SELECT severity FROM millrace.events WHERE sec < ${start + day}`)).toEqual({
    ...half,
    bytes: half.rows * 5,
  })
  const inTexts = `SELECT severity, 'message it''s message \\' message' FROM millrace.events`
  expect(await readBounds(inTexts)).toEqual({ rows: events, bytes: events })
  const both = await readBounds(`${messages} UNION ALL ${messages}`, 'SELECT 1 AS severity FROM system.one')
  expect(both).toEqual({ rows: 2 * events, bytes: 2 * ofAll.bytes })
  await store.close()
})
