import { beforeEach, expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import type { StoredEvent } from '../../../schema/event/event.ts'
import type { PageQuery, Scope } from '../../contract/event-store.ts'
import { StoreJournal } from '../../journal/journal.ts'
import { ordinary, rowsOf, spoolFile, type TestRow } from '../../testing/spool-file.ts'
import { FirstPageCache } from './first-page-cache.ts'
import { RecentBatches } from './recent-batches.ts'

const start = Date.UTC(2026, 0, 1) / 1_000
const micro = 1_000_000
const predicate: Predicate = { kind: 'phrase', tokens: [{ text: 'link', wild: false }] }
const scope: Scope = { from: start + 10, to: start + 60, predicate }
const query: PageQuery = { sort: [{ field: 'last_occurrence', descending: true }], offset: 0, limit: 4 }

let journal: StoreJournal
let batches: RecentBatches
let pages: FirstPageCache
beforeEach(() => {
  journal = new StoreJournal()
  batches = new RecentBatches(() => {})
  pages = new FirstPageCache(journal, batches)
  // Causes batches appended from now on to be read.
  batches.get([])
})

let ids = 0
function happened(seconds: readonly number[], message = 'link eth0 down'): TestRow[] {
  const id = ++ids
  const occurrences = seconds.map(second => (start + second) * micro)
  return rowsOf({ id, occurrences, ...ordinary, host: 'fw-1', message, tags: {} })
}

async function append(...rows: readonly TestRow[]): Promise<void> {
  const batch = spoolFile([...rows, ...happened([30], 'another message')])
  journal.begin(batch)
  await batches.read(batch)
  journal.end(batch)
}

/** The page of an empty store, kept for the scope. */
const keepNothing = () => pages.keep(pages.numberOf(scope), { ...scope, asOf: journal.mark() }, query, [])

/**
 * Seconds of the events of the page; undefined when the page is unknown. Only rows of the last second are in
 * memory.
 */
const secondsOf = (events: readonly StoredEvent[] | undefined) =>
  events?.map(({ last }) => last / micro - start)
const cached = (of: Scope = scope) =>
  secondsOf(pages.pageFor(of, query, { from: start + 59, rows: [], repeated: new Map() }))

test('new events are put on a page in their order, as many as it has room for', async () => {
  keepNothing()
  await append(...happened([30]), ...happened([50]))
  expect(cached()).toEqual([50, 30])
  // After the range and before it, where more events may exist.
  await append(...happened([60]), ...happened([9]), ...happened([8]))
  expect(cached({ ...scope, from: start })).toBe(undefined)
  expect(cached()).toEqual([50, 30])
  await append(...happened([40]), ...happened([20]), ...happened([45]))
  expect(cached()).toEqual([50, 45, 40, 30])
  await append(...happened([15]))
  expect(cached({ ...scope, from: start + 42 })).toEqual([50, 45])
})

test('a page is read again when one of its events continued, or is older than its first repeat in memory', async () => {
  keepNothing()
  expect(cached()).toEqual([])
  await append(...happened([30, 31]))
  expect(cached()).toBe(undefined)
  keepNothing()
  const [first, repeat] = happened([30, 33])
  if (first === undefined || repeat === undefined) throw new Error('an event of two rows')
  await append(repeat)
  expect(cached()).toBe(undefined)
  // As read from the table, with only the repeat.
  const { id, occurrences, ...content } = first.event
  const event = { id, ts: start * micro, last: repeat.ts, counter: 2, triggers: [], ...content }
  pages.keep(journal.current, { ...scope, asOf: journal.mark() }, query, [event])
  await append(...happened([40]))
  expect(cached()).toEqual([40, 33])
  await append(first)
  expect(cached()).toBe(undefined)
})

test('a page is read again when rows came in that are not in memory', async () => {
  keepNothing()
  const batch = spoolFile(happened([30]))
  journal.begin(batch)
  journal.end(batch)
  expect(cached()).toBe(undefined)
})

test('a page of what is frequent is read again: the newest rows make it with less work', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => happened([30 + i / 100])).flat()
  keepNothing()
  await append(...many(50))
  expect(cached()).toHaveLength(4)
  await append(...many(51))
  expect(cached()).toBe(undefined)
})
