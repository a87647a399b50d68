import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMatcher } from '../filter/match/matcher.ts'
import type { Predicate } from '../filter/predicate/predicate.ts'
import type { StoredEvent } from '../schema/event/event.ts'
import type { PageQuery, Read, Scope } from '../storage/contract/event-store.ts'
import { events } from '../storage/reads/events/events.ts'
import { BatchSize } from '../storage/reads/events/events-by-keys.ts'
import { page } from '../storage/reads/pages/page.ts'
import { eventChunksOf } from './event-batch.ts'
import { anyPredicate } from './testing/any-predicate.ts'
import { anyTexts } from './testing/any-texts.ts'
import { cases, seed } from './testing/cases.ts'
import { CorpusStore, mostlyInTime } from './testing/corpus-store.ts'
import { occurrencesIn, wholeEvent } from './testing/events.ts'

/**
 * When the events happened, Unix seconds: long ago, and ahead of the clock, as after the clock was set back.
 */
const starts = [Date.UTC(2026, 4, 4, 12) / 1000, Date.UTC(2096, 4, 4, 12) / 1000]
const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
/** A case takes some twenty statements. */
const numRuns = cases(8)

const anyOrder = fc.record({
  field: fc.constantFrom('first_occurrence', 'last_occurrence', 'last_occurrence', 'counter'),
  descending: fc.boolean(),
})
const anySort = fc.oneof(
  fc.tuple(anyOrder),
  fc.tuple(anyOrder),
  fc.tuple(anyOrder, anyOrder),
) as fc.Arbitrary<PageQuery['sort']>
const anySpan = fc.tuple(fc.constantFrom(-200, -30, 0, 20), fc.constantFrom(300, 30, 60, 20_000))

const everything: Predicate = { kind: 'const', value: true }
/** Ranges that end among repeats: events continue after them. */
const goingOn = [true, false].map(
  (descending): [Predicate, [number, number], PageQuery['sort'], number, number] => [
    everything,
    [-200, 30],
    [{ field: 'last_occurrence', descending }],
    7,
    0,
  ],
)

function inOrderOf(sort: PageQuery['sort']) {
  const value = { first_occurrence: 'ts', last_occurrence: 'last', counter: 'counter' } as const
  return (a: StoredEvent, b: StoredEvent): number => {
    for (const { field, descending } of sort) {
      const difference = a[value[field]] - b[value[field]]
      if (difference !== 0) return descending ? -difference : difference
    }
    return sort[0]?.descending ? b.id - a.id : a.id - b.id
  }
}

test.each(starts)(
  'every event of a moment is read once, in order, and stands on its page, whatever arrives later: from %d',
  async start => {
    const [arrivals = []] = fc.sample(anyTexts(start, 500), { numRuns: 1, seed })
    const corpus = await CorpusStore.open(mostlyInTime(arrivals))
    await corpus.arriveUntil(0.7, 3)
    const { store, events: known } = corpus
    const asOf = store.mark()
    await corpus.arriveUntil(1, 3)
    const check = fc.asyncProperty(
      anyPredicate(start * 1_000_000),
      anySpan,
      anySort,
      fc.constantFrom(7, 40),
      fc.nat(100),
      async (predicate, [from, to], sort, rows, offset) => {
        const scope: Scope = { from: start + from, to: start + to, predicate, asOf }
        const matches = compileMatcher(predicate)
        const wanted = known
          .filter(event => occurrencesIn(event, scope.from, scope.to).length > 0)
          .map(wholeEvent)
          .filter(matches)
          .sort(inOrderOf(sort))
        const found: StoredEvent[] = []
        const query = { sort, limit: 1_000 }
        // Lists of 100 keys; several lists.
        for await (const batch of events(store, scope, query, read, new BatchSize(rows, 100))) {
          for (const piece of eventChunksOf(batch)) found.push(...piece.events)
        }
        expect(found).toEqual(wanted)
        const pageOf = (deepOffset: number) =>
          page({ ...store, deepOffset }, scope, { sort, offset, limit: 20 }, read)
        const shown = wanted.slice(offset, offset + 20)
        expect(await Promise.all([pageOf(0), pageOf(1_000)])).toEqual([shown, shown])
      },
    )
    try {
      await fc.assert(check, { numRuns: numRuns + goingOn.length, seed, examples: goingOn })
    } finally {
      await store.close()
    }
  },
  60_000 + numRuns * 1_000,
)
