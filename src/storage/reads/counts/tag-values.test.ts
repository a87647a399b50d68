import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore, Read, Scope } from '../../contract/event-store.ts'
import { rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const start = 1_767_225_600
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const scope: Scope = { from: start, to: start + 60, predicate: { kind: 'const', value: true } }

let store: EventStore
beforeAll(async () => {
  store = await openTestStore()
  const tags = [
    { SrcIP: '203.0.113.9', 'Src.Port': '2026-01-01', 'a "b" `c`': '', 'x\\y': "it's" },
    { SrcIP: '203.0.113.8', 'Src.Port': '22' },
    { SrcIP: '203.0.113.8', 'Src.Port': '-1' },
  ]
  const event = { host: 'fw-1', program: 'a', facility: 0, severity: 6, mnemonic: '', type: 1, status: 0 }
  const events = tags.map((some, at) => ({
    ...event,
    id: at + 1,
    occurrences: [(start + at) * 1_000_000, (start + at) * 1_000_000 + 500_000],
    message: '',
    tags: some,
  }))
  await store.append(spoolFile(events.flatMap(rowsOf)))
})
afterAll(async () => await store.close())

test.each([0, 100])(
  'values of several tags, and of %i that do not exist, equal the values of each alone',
  async more => {
    const known = ['Src.Port', 'a "b" `c`', 'SrcIP', 'x\\y', "no'ne"]
    const names = [...known, ...Array.from({ length: more }, (_, number) => `absent ${number}`)]
    const empty = { rows: [], values: 0, count: 0 }
    const alone = known.map(name =>
      store.topValues(scope, { field: { tag: [name] }, ignoreEmpty: true, limit: 2 }, read),
    )
    const each = await Promise.all(alone)
    expect(each[0]).toEqual({
      rows: [
        { value: '-1', count: 2 },
        { value: '2026-01-01', count: 2 },
      ],
      values: 3,
      count: 6,
    })
    const wanted = [...each, ...Array.from({ length: more }, () => empty)]
    expect(await store.tagValues(scope, { names, limit: 2 }, read)).toEqual(wanted)
    const none = { ...scope, from: start + 50 }
    expect(await store.tagValues(none, { names, limit: 2 }, read)).toEqual(names.map(() => empty))
  },
)
