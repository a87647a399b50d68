import { expect, test } from 'vitest'
import type { EventStore, Mark, PageQuery, Read } from '../../storage/contract/event-store.ts'
import { resolveRange } from '../range/resolve.ts'
import { search } from './search.ts'

const start = Date.UTC(2026, 0, 15, 12) / 1000
const range = resolveRange({ ts_from: start, ts_to: start + 3_600 }, start, { timezone: 'UTC' })
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 1 }
const asOf: Mark = { number: 7, batch: 7, missing: [] }

test('a page of a later moment than the counts does not rely on their having no repeats', async () => {
  const queries: PageQuery[] = []
  const page: EventStore['page'] = async (_scope, query) => {
    queries.push(query)
    return { events: [], asOf }
  }
  const countEvents: EventStore['countEvents'] = async () => ({ events: 3, occurrences: 3 })
  const journal = { current: 7 }
  // A search uses no other member of the store for counts and a page.
  const store = { page, countEvents, journal, window: 60 } as unknown as EventStore
  const context = { store, range, predicate: { kind: 'const', value: true }, read } as const
  const full = search.normalise({})
  const middle = range.from + 60
  const state = search.merge(
    await search.slice(full, context, { from: middle, to: range.to }),
    await search.slice(full, context, { from: range.from, to: middle }),
  )
  for (const moment of [{ asOf }, { asOf: { ...asOf, number: 8 } }, {}])
    await search.finish(full, { ...context, ...moment }, state, true)
  const hints = queries.map(({ hasSingleOccurrences = false }) => hasSingleOccurrences)
  expect(hints).toEqual([true, false, false])
})
